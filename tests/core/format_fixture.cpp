// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/format_fixture.h"

#include "core/dataset/load/record_reading.h"
#include "core/export/conversation_json.h"
#include "core/record/record_texts.h"
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

namespace {

/// A record read by a format, with all that its views point into.
struct ReadRecord {
    PaddedBytes bytes;
    JsonParser parser;
    Conversation conversation;
    RecordOrigin origin;
    std::vector<Problem> problems;

    ReadRecord(const Format& format, const std::string& record) : bytes(record)
    {
        const JsonView root = parser.parse(bytes.view()).value();
        RecordBuilder builder(conversation, origin, problems);
        format.read(root, builder);
        builder.finish();
    }
};

} // namespace

std::string shownOf(const Format& format, const std::string& record)
{
    const ReadRecord read(format, record);
    std::string shown = shownJson(format, record).dump(1, ' ', false, Json::error_handler_t::replace);
    for (const Problem& problem : read.problems)
        shown += "\n" + problem.pointer + " " + inEnglish(problem.detail);
    return shown;
}

Json shownJson(const Format& format, const std::string& record)
{
    return Json::parse(conversationJson(ReadRecord(format, record).conversation, std::nullopt));
}

std::string findableOf(const Format& format, const std::string& record)
{
    const ReadRecord read(format, record);
    const Conversation& conversation = read.conversation;
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

} // namespace duologue::test
