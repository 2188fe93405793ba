// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_indent.h"
#include "ui/views/transcript_parts.h"

#include <QCoreApplication>
#include <QTextBlock>
#include <nlohmann/json.hpp>

namespace duologue::ui {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(TranscriptTools)
};

bool isCall(const Field& field)
{
    return (field.key == "tool_calls" && field.value.isArray() && field.value.size() > 0) ||
           (field.key == "function_call" && field.value.isObject());
}

void writeCall(QTextCursor& cursor, const JsonView& call, const TranscriptStyle& style)
{
    const JsonView inner = call["function"].isObject() ? call["function"] : call;
    cursor.insertBlock(style.bodyBlock());
    insertVerbatim(cursor, Words::tr("Calls %1").arg(toQt(inner["name"].string())),
                   style.label(style.colors.assistant, 0.88, true));
    if (const std::string_view id = call["id"].string(); !id.empty())
        insertVerbatim(cursor, QStringLiteral("   ") + toQt(id), style.label(style.colors.dim));
    const JsonView arguments = inner["arguments"];
    if (arguments.isMissing())
        return;
    const std::string text = arguments.isString() ? std::string(arguments.string()) : arguments.toJson();
    cursor.insertBlock(style.bodyBlock());
    insertVerbatim(cursor, toQt(nlohmann::json::accept(text) ? indentJson(text).text : text), style.fixed());
}

} // namespace

bool hasToolCalls(const Conversation& conversation, const Message& message)
{
    for (const Field& field : conversation.fieldsOf(message.fields)) {
        if (isCall(field))
            return true;
    }
    return false;
}

void writeToolCalls(QTextCursor& cursor, const Conversation& conversation, const Message& message,
                    const TranscriptStyle& style)
{
    for (const Field& field : conversation.fieldsOf(message.fields)) {
        if (!isCall(field))
            continue;
        if (field.value.isObject())
            writeCall(cursor, field.value, style);
        for (const JsonView call : field.value.elements())
            writeCall(cursor, call, style);
    }
}

} // namespace duologue::ui
