// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/transcript/transcript_attachments.h"

#include "core/json/json_indent.h"

#include <QCoreApplication>
#include <QTextBlock>
#include <nlohmann/json.hpp>

namespace duologue::ui {

namespace {

struct TranscriptAttachmentsWords {
    Q_DECLARE_TR_FUNCTIONS(TranscriptAttachments)
};

/// Data that is written out in an address is cut here.
constexpr qsizetype kLongestAddress = 90;

bool isCall(const Field& field)
{
    return (field.key == "tool_calls" && field.value.isArray() && field.value.size() > 0) ||
           (field.key == "function_call" && field.value.isObject());
}

/// A block to write in: the one that the cursor is in where nothing stands in it.
void beginBlock(QTextCursor& cursor, const TranscriptStyle& style)
{
    if (cursor.block().length() > 1)
        cursor.insertBlock(style.bodyBlock());
    else
        cursor.setBlockFormat(style.bodyBlock());
}

void writeCall(QTextCursor& cursor, const JsonView& call, const TranscriptStyle& style)
{
    const JsonView inner = call["function"].isObject() ? call["function"] : call;
    beginBlock(cursor, style);
    insertVerbatim(cursor, TranscriptAttachmentsWords::tr("Calls %1").arg(asLabel(inner["name"].string())),
                   style.label(style.colors.assistant, 0.88, true));
    if (const std::string_view id = call["id"].string(); !id.empty())
        insertVerbatim(cursor, QStringLiteral("   ") + asLabel(id), style.label(style.colors.dim));
    const JsonView arguments = inner["arguments"];
    if (arguments.isMissing())
        return;
    const std::string text = arguments.isString() ? std::string(arguments.string()) : arguments.toJson();
    cursor.insertBlock(style.bodyBlock());
    insertVerbatim(cursor, toQt(nlohmann::json::accept(text) ? indentJson(text).text : text), style.fixed());
}

/// What stands where a message's text should, and is more than a text.
bool isContent(const Field& field)
{
    return (field.key == "content" || field.key == "value" || field.key == "text") && field.value.hasValue();
}

bool isChineseContent(const Field& field)
{
    return field.key == "content_zh" && field.value.hasValue();
}

/// Where a part's data is: its first text but the type, looked for in the objects in it as well.
std::string_view addressOf(const JsonView& part)
{
    for (const auto [key, value] : part.members()) {
        const std::string_view address =
            value.isString() && key != "type" ? value.string() : addressOf(value);
        if (!address.empty())
            return address;
    }
    return {};
}

QString partName(std::string_view type)
{
    if (type.find("image") != std::string_view::npos)
        return TranscriptAttachmentsWords::tr("Picture");
    if (type.find("audio") != std::string_view::npos)
        return TranscriptAttachmentsWords::tr("Sound");
    if (type.find("video") != std::string_view::npos)
        return TranscriptAttachmentsWords::tr("Film");
    return type.empty() ? TranscriptAttachmentsWords::tr("Part") : asLabel(type);
}

/// Named and not loaded: what a dataset refers to may be anywhere.
void writePart(QTextCursor& cursor, const JsonView& part, const TranscriptStyle& style)
{
    if (part.isString() || part["text"].isString())
        return;
    beginBlock(cursor, style);
    insertVerbatim(cursor, partName(part["type"].string()), style.label(style.colors.dim, 0.88, true));
    QString address = asLabel(part.isObject() ? std::string(addressOf(part)) : part.toJson());
    if (address.size() > kLongestAddress)
        address = address.left(kLongestAddress) + QStringLiteral("…");
    insertVerbatim(cursor, QStringLiteral("   ") + address, style.label(style.colors.dim));
}

bool beginsWithText(const JsonView& list)
{
    for (const JsonView part : list.elements())
        return part.isString();
    return false;
}

void writeContent(QTextCursor& cursor, const JsonView& content, bool hasText, const TranscriptStyle& style)
{
    // A list of texts that is not the message's text is written as it is.
    const bool isParts = content.isArray() && (hasText || !beginsWithText(content));
    if (isParts) {
        for (const JsonView part : content.elements())
            writePart(cursor, part, style);
        return;
    }
    beginBlock(cursor, style);
    insertVerbatim(cursor, toQt(indentJson(content.toJson()).text), style.fixed());
}

} // namespace

Attachments attachmentsOf(const Conversation& conversation, const Message& message,
                          const AttachmentPlace& place)
{
    Attachments attached;
    attached.hasText = message.texts.size() > 0;
    for (const Field& field : conversation.fieldsOf(message.fields)) {
        const bool isHere = isChineseContent(field) ? place.isChinese || place.isOnly
                                                    : place.isFirst && (isCall(field) || isContent(field));
        if (!isHere)
            continue;
        attached.fields.push_back(&field);
        attached.isContent = attached.isContent || !isCall(field);
    }
    return attached;
}

void writeAttachments(QTextCursor& cursor, const Attachments& attached, const TranscriptStyle& style)
{
    for (const Field* field : attached.fields) {
        if (!isCall(*field)) {
            writeContent(cursor, field->value, attached.hasText, style);
            continue;
        }
        if (field->value.isObject())
            writeCall(cursor, field->value, style);
        for (const JsonView call : field->value.elements())
            writeCall(cursor, call, style);
    }
}

} // namespace duologue::ui
