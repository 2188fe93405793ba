// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/format_fixture.h"

#include "core/data/record_texts.h"
#include "core/export/conversation_json.h"
#include "core/load/record_reading.h"
#include "tests/support/load.h"
#include "tests/support/temp_folder.h"

#include <fstream>

namespace duologue::test {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

fs::path oneOf(const fs::path& folder, const std::string& stem)
{
    for (const char* ending : {".json", ".jsonl"}) {
        if (fs::exists(folder / (stem + ending)))
            return folder / (stem + ending);
    }
    return {};
}

Json jsonOf(const fs::path& path)
{
    return Json::parse(fileBytes(path), nullptr, false);
}

/// Calls visit(pointer, value) for every value in `json`, itself included.
template<typename Visit>
void forEachValue(Json& json, const std::string& pointer, const Visit& visit)
{
    visit(pointer, json);
    if (!json.is_structured())
        return;
    for (auto& [key, value] : json.items())
        forEachValue(value, pointer + "/" + key, visit);
}

} // namespace

FormatFixture FormatFixture::of(const Format& format, const fs::path& sourceFolder)
{
    const fs::path folder = sourceFolder / "tests" / "data" / "formats" / std::string(format.id());
    return {&format, oneOf(folder, "good"), oneOf(folder, "bad"),
            jsonOf(folder / "expected" / "problems.json"), jsonOf(folder / "expected" / "table.json")};
}

std::vector<std::string> FormatFixture::recordsOf(const fs::path& path)
{
    const auto snapshot = load({path});
    const std::string bytes = fileBytes(path);
    std::vector<std::string> records;
    for (Row row{0}; row < snapshot->endRow(); ++row) {
        const RecordEntry& entry = snapshot->record(row);
        if (entry.state == RecordState::Read)
            records.push_back(bytes.substr(entry.offset, entry.length));
    }
    return records;
}

std::string shownOf(const Format& format, const std::string& record)
{
    const RecordAsRead read(format, record);
    std::string shown = shownJson(format, record).dump(1, ' ', false, Json::error_handler_t::replace);
    for (const Problem& problem : read.problemList())
        shown += "\n" + problem.pointer + " " + inEnglish(problem.detail);
    return shown;
}

Json shownJson(const Format& format, const std::string& record)
{
    return Json::parse(conversationJson(RecordAsRead(format, record).conversation(), std::nullopt));
}

std::string findableOf(const Format& format, const std::string& record)
{
    const RecordAsRead read(format, record);
    const Conversation& conversation = read.conversation();
    std::string found;
    const auto add = [&found](std::string_view text) { found.append(text).append("\n"); };
    forEachText(conversation, [&](const RecordText& text) {
        add(text.text);
        return false;
    });
    add(conversation.id);
    for (const Field& field : conversation.fields) {
        if (field.kind != FieldKind::Tree) {
            add(field.name.en);
            add(field.name.zh);
        }
    }
    for (const Name& intent : conversation.intents) {
        add(intent.en);
        add(intent.zh);
    }
    for (const auto* messages : {&conversation.messages, &conversation.candidateMessages}) {
        for (const Message& message : *messages)
            add(message.role);
    }
    for (const Candidate& candidate : conversation.candidates)
        add(candidate.label);
    for (const Rating& rating : conversation.ratings) {
        add(rating.name);
        if (rating.value) {
            add(rating.question);
            add(rating.wording);
        }
    }
    return found;
}

std::vector<Mutation> valueMutations(const std::string& record)
{
    std::vector<Mutation> mutations;
    Json whole = Json::parse(record);
    int number = 0;
    forEachValue(whole, {}, [&](const std::string& pointer, Json& value) {
        if (value.is_structured())
            return;
        const Json original = value;
        std::optional<std::string> sentinel;
        ++number;
        if (value.is_string())
            sentinel = "zz word " + std::to_string(number);
        else if (value.is_number())
            sentinel = std::to_string(987000 + number);
        if (value.is_boolean())
            value = !value.get<bool>();
        else
            value =
                value.is_number() ? Json::parse(*sentinel) : Json(sentinel.value_or("zz instead of null"));
        mutations.push_back({pointer, whole.dump(), sentinel});
        value = original;
    });
    return mutations;
}

std::vector<Mutation> memberMutations(const std::string& record)
{
    std::vector<Mutation> mutations;
    Json whole = Json::parse(record);
    int number = 0;
    forEachValue(whole, {}, [&](const std::string& pointer, Json& value) {
        if (!value.is_object())
            return;
        const std::string sentinel = "zz member " + std::to_string(++number);
        const Json original = value;
        value["zz_key"] = sentinel;
        mutations.push_back({pointer + "/zz_key", whole.dump(), sentinel});
        value = original;
    });
    return mutations;
}

namespace {

/// What a tool returned, without the object that a vendor wants around it.
std::string plainResult(std::string_view text)
{
    const auto json = nlohmann::json::parse(text, nullptr, false);
    return json.is_object() && json.size() == 1 && json.begin()->is_string()
               ? json.begin()->get<std::string>()
               : std::string(text);
}

} // namespace

std::string shownPart(const Conversation& conversation, const Part& part)
{
    const auto named = [&](const Part& call) {
        const std::string arguments = argumentsJson(call);
        const auto json = nlohmann::json::parse(arguments, nullptr, false);
        return std::string(call.name) + (json.is_discarded() ? " " + arguments : json.dump());
    };
    switch (part.kind) {
    case PartKind::Text:
        return std::string(part.text);
    case PartKind::Reasoning:
        return "thinks " + std::string(part.text);
    case PartKind::Call:
        return "calls " + named(part) + (part.counterpart == Part::kNone ? " unanswered" : "");
    case PartKind::Result:
        return std::string(part.isError ? "fails " : "returns ") + plainResult(part.text) + " to " +
               (part.counterpart == Part::kNone ? "nothing" : named(conversation.parts[part.counterpart])) +
               " as " + std::string(part.name);
    case PartKind::Picture:
        return "picture";
    case PartKind::File:
        return "file";
    case PartKind::Other:
        break;
    }
    return "other " + std::string(part.type);
}

std::string shownMessages(const Conversation& conversation)
{
    std::string all = "turns " + std::to_string(conversation.turns()) + "\n";
    for (const Message& message : conversation.messages) {
        all.append(message.role).append(":");
        const auto parts = conversation.partsOf(message);
        if (parts.empty())
            all.append(" ").append(conversation.originalText(message));
        for (const Part& part : parts)
            all.append(&part == parts.data() ? " " : " | ").append(shownPart(conversation, part));
        all += '\n';
    }
    return all;
}

RecordAsRead::RecordAsRead(const Format& format, std::string_view json) : m_bytes(json)
{
    m_root = m_parser.parse(m_bytes.view()).value();
    m_score = format.recognise(m_root);
    RecordBuilder builder(m_conversation, m_origin, m_problems);
    format.read(m_root, builder);
    builder.finish();
}

std::string RecordAsRead::said() const
{
    std::string said;
    const auto add = [&](std::string_view who, std::string_view label, const Message& message) {
        said.append(said.empty() ? "" : " | ").append(who);
        said.append(label.empty() ? "" : " ").append(label).append(":");
        for (const Text& text : m_conversation.textsOf(message.texts))
            said.append(" ").append(text.text);
    };
    for (const Message& message : m_conversation.messages)
        add(message.role, {}, message);
    constexpr std::string_view kKinds[] = {"chosen", "rejected", "option", "sample"};
    for (const Candidate& candidate : m_conversation.candidates) {
        for (const Message& message : m_conversation.messagesOf(candidate))
            add(kKinds[static_cast<std::size_t>(candidate.kind)], candidate.label, message);
    }
    return said;
}

std::string RecordAsRead::fields() const
{
    std::string keys;
    for (const Field& field : m_conversation.fields)
        keys.append(keys.empty() ? "" : " ").append(field.key);
    return keys;
}

std::string RecordAsRead::messageFields() const
{
    std::string all;
    const auto add = [&](const std::string& of, std::span<const Field> fields) {
        for (const Field& field : fields) {
            all.append(all.empty() ? "" : " ").append(of).append(".").append(field.key).append("=");
            all.append(field.value.isMissing() ? std::string(field.name.shown()) : field.value.toJson());
        }
    };
    std::size_t index = 0;
    for (const Message& message : m_conversation.messages)
        add(std::to_string(index++), m_conversation.fieldsOf(message.fields));
    index = 0;
    for (const Candidate& candidate : m_conversation.candidates) {
        const std::string name = "c" + std::to_string(index++);
        add(name, m_conversation.fieldsOf(candidate.fields));
        for (const Message& message : m_conversation.messagesOf(candidate))
            add(name, m_conversation.fieldsOf(message.fields));
    }
    return all;
}

std::vector<std::string> RecordAsRead::problems() const
{
    std::vector<std::string> lines;
    for (const Problem& problem : m_problems)
        lines.push_back(std::string(codeName(problem.code)) + " " + problem.pointer);
    return lines;
}

} // namespace duologue::test
