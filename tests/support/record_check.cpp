// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/record_check.h"

#include "core/data/field_reader.h"
#include "tests/support/load.h"

#include <algorithm>
#include <map>
#include <set>

namespace duologue::test {

namespace {

std::string differs(std::string_view what, const std::string& inTable, const std::string& inRecord)
{
    if (inTable == inRecord)
        return {};
    return std::string(what) + ": the table has \"" + inTable + "\", the record \"" + inRecord + "\"";
}

std::string cut(std::string_view text)
{
    // The table distinguishes long values by their beginning.
    constexpr std::size_t kCompared = 200;
    return toValidUtf8(text.substr(0, std::min(text.size(), kCompared)));
}

/// What the tables should have of a message.
std::string messageText(const KeptMessage& message)
{
    std::string text = message.role + " mark " + std::string(markName(message.mark)) + " satisfaction " +
                       std::to_string(message.satisfaction) + " en " +
                       (message.english ? std::to_string(*message.english) : "-") + " zh " +
                       (message.chinese ? std::to_string(*message.chinese) : "-") +
                       (message.isEarlier ? " earlier" : "");
    for (const Category& intent : message.intents)
        text += " " + intent.shown();
    return text;
}

std::string messageText(const Conversation& conversation, const Message& message)
{
    std::string english = "-";
    std::string chinese = "-";
    bool earlier = false;
    for (const Text& text : conversation.textsOf(message.texts)) {
        if (text.earlier)
            earlier = true;
        else
            (isChinese(text.language) ? chinese : english) = std::to_string(characterCount(text.text));
    }
    std::string all = std::string(message.role) + " mark " + std::string(markName(message.hallucination)) +
                      " satisfaction " + std::to_string(message.satisfaction) + " en " + english + " zh " +
                      chinese + (earlier ? " earlier" : "");
    std::set<std::string_view> seen;
    for (const Name& intent : conversation.intentsOf(message)) {
        if (seen.insert(intent.shown()).second)
            all.append(" ").append(intent.shown());
    }
    // A value that is no intent by its format is one of a key of the message's own, which has the same
    // column.
    for (const Field& field : conversation.fieldsOf(message.fields)) {
        if (field.key != "intent")
            continue;
        if (field.value.isNumber())
            all.append(" ").append(field.value.toJson());
        for (const JsonView element : field.value.elements()) {
            if (element.isNumber())
                all.append(" ").append(element.toJson());
        }
    }
    return all;
}

/// The record's columns by key, with their values joined as FieldReader::text() joins them.
std::map<std::string, std::string> columnsOf(const Conversation& conversation)
{
    std::map<std::string, std::string> columns;
    std::map<std::string, std::set<std::string>> many;
    for (const Rating& rating : conversation.ratings) {
        if (rating.value)
            columns[fieldKey("rating." + std::string(rating.name))] = numberText(*rating.value);
    }
    for (const Field& field : conversation.fields) {
        const std::string key = fieldKey(field.key);
        if (field.kind == FieldKind::Number)
            columns[key] = numberText(field.number);
        else if (field.kind == FieldKind::Flag)
            columns[key] = field.number != 0 ? "true" : "false";
        else if (field.kind == FieldKind::Categories) {
            // A name in one language is shown as the pair that contains it, so only the number of values is
            // compared.
            many[key].insert(std::string(field.name.zh.empty() ? field.name.en : field.name.zh));
            columns[key] = std::to_string(many[key].size()) + " values";
        } else if (field.kind != FieldKind::Tree)
            columns[key] = cut(field.name.shown());
    }
    return columns;
}

std::string columnDisagreement(const Snapshot& snapshot, const DecodedRecord& record)
{
    auto expected = columnsOf(record.conversation);
    for (const Column& column : snapshot.records.columns) {
        if (column.info.key == "id" || isRecordKeys(column.info) || isRunField(column.info))
            continue;
        std::string text;
        std::size_t count = 0;
        bool answers = false;
        column.forEachCode(indexOf(record.row), [&](CategoryCode code) {
            text = cut(column.categories[indexOf(code)].shown());
            answers = answers || column.categories[indexOf(code)].answersTo(expected[column.info.key]);
            ++count;
        });
        if (column.info.kind == FieldKind::Number && column.has(indexOf(record.row)))
            text = numberText(column.number(indexOf(record.row)));
        if (column.info.kind == FieldKind::Categories && expected[column.info.key].ends_with(" values"))
            text = count == 0 ? "" : std::to_string(count) + " values";
        if (std::string found = differs(column.info.key, text, expected[column.info.key]);
            !found.empty() && !answers)
            return found;
        expected.erase(column.info.key);
    }
    return expected.empty() ? std::string() : "no column for " + expected.begin()->first;
}

} // namespace

std::string disagreement(const Snapshot& snapshot, const DecodedRecord& record)
{
    const RecordEntry& entry = snapshot.record(record.row);
    const Conversation& conversation = record.conversation;
    const auto [begin, end] = snapshot.messageRange(record.row);
    std::string found =
        differs("messages", std::to_string(end - begin), std::to_string(conversation.messages.size()));
    for (MessageIndex i = begin; found.empty() && i < end; ++i)
        found = differs("message " + std::to_string(i - begin), messageText(keptMessage(snapshot, i)),
                        messageText(conversation, conversation.messages[i - begin]));
    const auto compare = [&found](std::string_view what, auto inTable, auto inRecord) {
        if (found.empty())
            found = differs(what, std::to_string(inTable), std::to_string(inRecord));
    };
    compare("state", static_cast<int>(entry.state), static_cast<int>(record.state));
    compare("turns", std::uint32_t{entry.turns}, conversation.turns());
    compare("candidates", std::size_t{entry.candidates}, conversation.candidates.size());
    compare("problems", std::size_t{entry.problems}, record.problems.size());
    if (found.empty() && snapshot.formats[entry.format] != record.formatId)
        found = "format";
    if (found.empty() && !conversation.id.empty())
        found = differs("id", findField(snapshot, "id")->text(record.row), std::string(conversation.id));
    return found.empty() ? columnDisagreement(snapshot, record) : found;
}

} // namespace duologue::test
