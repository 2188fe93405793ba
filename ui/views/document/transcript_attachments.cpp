// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/document/transcript_attachments.h"

#include "core/json/json_indent.h"

#include <QCoreApplication>
#include <QTextBlock>
#include <nlohmann/json.hpp>

namespace duologue::ui {

namespace {

struct TranscriptAttachmentsWords {
    Q_DECLARE_TR_FUNCTIONS(TranscriptAttachments)
};

/// Longer addresses, such as inline data, are cut.
constexpr qsizetype kLongestAddress = 90;

bool isCall(const Field& field)
{
    return (field.key == "tool_calls" && field.value.isArray() && field.value.size() > 0) ||
           (field.key == "function_call" && field.value.isObject());
}

/// Begins a block, unless the current one is still empty.
void beginBlock(TranscriptWriter& writer)
{
    if (writer.cursor.block().length() > 1)
        writer.cursor.insertBlock(writer.style.bodyBlock());
    else
        writer.cursor.setBlockFormat(writer.style.bodyBlock());
}

void writeCall(TranscriptWriter& writer, const JsonView& call)
{
    const TranscriptStyle& style = writer.style;
    const JsonView inner = call["function"].isObject() ? call["function"] : call;
    beginBlock(writer);
    writer.insert(TranscriptAttachmentsWords::tr("Calls %1").arg(asLabel(inner["name"].string())),
                  style.label(style.colors.assistant, 0.88, true));
    if (const std::string_view id = call["id"].string(); !id.empty())
        writer.insertDim(QStringLiteral("   ") + asLabel(id));
    const JsonView arguments = inner["arguments"];
    if (arguments.isMissing())
        return;
    const std::string text = arguments.isString() ? std::string(arguments.string()) : arguments.toJson();
    writer.cursor.insertBlock(style.bodyBlock());
    writer.insert(toQt(nlohmann::json::accept(text) ? indentJson(text).text : text), style.fixed());
}

/// Content that takes the place of a message's text.
bool isContent(const Field& field)
{
    return (field.key == "content" || field.key == "value" || field.key == "text") && field.value.hasValue();
}

bool isChineseContent(const Field& field)
{
    return field.key == "content_zh" && field.value.hasValue();
}

/// The address of a part's data: its first string except the type, also within nested objects.
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
        return TranscriptAttachmentsWords::tr("Audio");
    if (type.find("video") != std::string_view::npos)
        return TranscriptAttachmentsWords::tr("Video");
    return type.empty() ? TranscriptAttachmentsWords::tr("Part") : asLabel(type);
}

/// Writes the name of a part. The part itself is not loaded: its address may be anywhere.
void writePart(TranscriptWriter& writer, const JsonView& part)
{
    const TranscriptStyle& style = writer.style;
    const bool isText = part["type"].string() == "text" && part["value"].isString();
    if (part.isString() || part["text"].isString() || isText)
        return;
    beginBlock(writer);
    writer.insert(partName(part["type"].string()), style.label(style.colors.dim, 0.88, true));
    QString address = asLabel(part.isObject() ? std::string(addressOf(part)) : part.toJson());
    if (address.size() > kLongestAddress)
        address = address.left(kLongestAddress) + QStringLiteral("…");
    writer.insertDim(QStringLiteral("   ") + address);
}

bool beginsWithText(const JsonView& list)
{
    for (const JsonView part : list.elements())
        return part.isString();
    return false;
}

void writeContent(TranscriptWriter& writer, const JsonView& content, bool hasText)
{
    // A list of strings that is not the message's text is written as JSON.
    const bool isParts = content.isArray() && (hasText || !beginsWithText(content));
    if (isParts) {
        for (const JsonView part : content.elements())
            writePart(writer, part);
        return;
    }
    beginBlock(writer);
    writer.insert(toQt(indentJson(content.toJson()).text), writer.style.fixed());
}

} // namespace

Attachments attachmentsOf(const Conversation& conversation, const Message& message,
                          const AttachmentCell& cell)
{
    Attachments attached;
    attached.hasText = message.texts.size() > 0;
    for (const Field& field : conversation.fieldsOf(message.fields)) {
        const bool isHere = isChineseContent(field) ? cell.isChinese || cell.isOnly
                                                    : cell.isFirst && (isCall(field) || isContent(field));
        if (!isHere)
            continue;
        attached.fields.push_back(&field);
        attached.isContent = attached.isContent || !isCall(field);
    }
    return attached;
}

void writeAttachments(TranscriptWriter& writer, const Attachments& attached)
{
    for (const Field* field : attached.fields) {
        if (!isCall(*field)) {
            writeContent(writer, field->value, attached.hasText);
            continue;
        }
        if (field->value.isObject())
            writeCall(writer, field->value);
        for (const JsonView call : field->value.elements())
            writeCall(writer, call);
    }
}

} // namespace duologue::ui
