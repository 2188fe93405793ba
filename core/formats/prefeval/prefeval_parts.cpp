// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/prefeval/prefeval_parts.h"

#include "core/base/translatable.h"
#include "core/formats/format_help.h"

#include <algorithm>
#include <array>

namespace duologue {

namespace {

void readContextText(const JsonView& record, ContextKind kind, std::string_view key, RecordBuilder& builder)
{
    const JsonView text = record[key];
    if (builder.expect(text, JsonView::Kind::String, pointerTo(builder, {}, key))) {
        builder.beginContext(kind);
        builder.text(text.string());
    }
    if (!text.isMissing())
        builder.textField(key, text);
}

} // namespace

void readTopic(const JsonView& record, RecordBuilder& builder)
{
    const std::string_view topic = builder.origin().stem;
    for (const std::string_view key : {"task", "topic"}) {
        if (record[key].isMissing() && !topic.empty())
            builder.category(key, taskName(topic),
                             key == "task" ? DUOLOGUE_TEXT("Fields", "Task")
                                           : DUOLOGUE_TEXT("Fields", "Topic"));
    }
}

void readPrefevalContext(const JsonView& record, bool withPersona, RecordBuilder& builder)
{
    readContextText(record, ContextKind::Preference, "preference", builder);
    if (withPersona)
        readContextText(record, ContextKind::Persona, "persona", builder);
    readContextText(record, ContextKind::Explanation, "explanation", builder);
}

void readQuestion(const JsonView& record, RecordBuilder& builder)
{
    readUtterance(record, {}, "question", "user", builder);
}

void readUtterance(const JsonView& parent, std::string_view parentPointer, std::string_view key,
                   std::string_view role, RecordBuilder& builder)
{
    const JsonView text = parent[key];
    const std::string_view pointer = pointerTo(builder, parentPointer, key);
    const bool isText = builder.expect(text, JsonView::Kind::String, pointer);
    if (text.isMissing())
        return;
    builder.beginMessage(role, pointer);
    if (isText)
        builder.text(text.string());
    else
        builder.messageField(key, text);
}

void readOtherKeys(const JsonView& record, std::initializer_list<std::string_view> read,
                   RecordBuilder& builder)
{
    constexpr std::array<std::string_view, 3> kShared{"preference", "explanation", "question"};
    for (const auto [key, value] : record.members()) {
        const std::string_view name = key;
        if (name == "id")
            builder.id(value);
        else if (std::find(kShared.begin(), kShared.end(), name) == kShared.end() &&
                 std::find(read.begin(), read.end(), name) == read.end())
            builder.field(name, value);
    }
}

bool isPrefeval(const JsonView& record)
{
    return record["preference"].isString() && record["question"].isString() &&
           !record["conversation"].isArray() && !record["messages"].isArray() && !record["history"].isArray();
}

} // namespace duologue
