// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/record_reader.h"
#include "core/marks/shape_parts.h"
#include "core/util/checksum.h"
#include "core/util/escape.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <set>

namespace duologue {

namespace {

using Json = ShapeJson;

/// In the metadata, as a text: for each reader and question of Argilla, what is asked and ownJson().
constexpr const char* kOwn = "duologue";

/// The names of questions in one record: of the letters that Argilla allows, each for one question about one
/// part.
class QuestionNames {
public:
    std::string of(const std::string& question, const MarkTarget& on)
    {
        const std::string part = on.part();
        const std::string whole = part.empty() ? question : question + ' ' + part;
        const auto [known, isNew] = m_names.try_emplace(whole);
        if (isNew) {
            std::string name = plain(question);
            if (!part.empty())
                name += plain(partOf(on));
            // Another one is written alike, or nothing of it can be written.
            if (name.find_first_not_of("-_") == std::string::npos || m_taken.contains(name))
                name += '-' + hexText(wideChecksum(whole)).substr(0, kDigits);
            m_taken.insert(name);
            known->second = std::move(name);
        }
        return known->second;
    }

private:
    static constexpr std::size_t kDigits = 12;

    /// MarkTarget::part() in words: "-m2-en-48-50".
    static std::string partOf(const MarkTarget& on)
    {
        std::string part;
        const auto add = [&part](const char* sign, const std::string& value) {
            if (!value.empty() && value != "0")
                part += sign + value;
        };
        add("-m", std::to_string(on.message));
        add("-", on.side);
        add("-c", std::to_string(on.call));
        add("-a", std::to_string(on.candidate));
        add("-b", std::to_string(on.otherCandidate));
        for (const auto& span : {on.span, on.otherSpan}) {
            if (span)
                part += '-' + std::to_string(span->start) + '-' + std::to_string(span->end);
        }
        add("-g", on.group);
        return part;
    }

    static std::string plain(std::string_view text)
    {
        std::string name;
        for (const char c : lowerAscii(text)) {
            const bool isPlain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
            if (isPlain || !name.ends_with('-'))
                name += isPlain ? c : '-';
        }
        return name;
    }

    std::map<std::string, std::string> m_names;
    std::set<std::string> m_taken;
};

/// The record by all that names it.
Json targetIn(const Json& record)
{
    Json on = Json::object();
    if (const std::string place = textOf(memberOf(record, "metadata"), "record"); !place.empty())
        on["record"] = place;
    const std::string id = textOf(record, "external_id");
    if (!id.empty() && id != textOf(on, "record"))
        on["id"] = id;
    // What a dialogue shows is not all of a record with candidates.
    if (const std::string hash = textOf(memberOf(record, "metadata"), "hash"); isOwnHash(hash))
        on["hash"] = hash;
    const Json& fields = memberOf(record, "fields");
    for (const Json& each : fields.is_object() ? fields : Json::object()) {
        if (const std::string hash = hashOf(saidIn(each)); !hash.empty() && !on.contains("hash"))
            on["hash"] = hash;
    }
    return on;
}

void readRecord(const Json& record, std::size_t line, ReadMarks& read)
{
    const Json on = targetIn(record);
    const Json own = parsedJson(textOf(memberOf(record, "metadata"), kOwn));
    const auto add = [&](const std::string& name, const Json& answer, ShapeMark mark) {
        // Somebody else may have answered a question that was made of another reader's mark.
        const Json* said = &memberOf(memberOf(own, mark.by), name);
        if (!said->is_object() && own.is_object()) {
            for (const Json& each : own) {
                if (memberOf(each, name).is_object())
                    said = &memberOf(each, name);
            }
        }
        const std::string question = textOf(*said, "question");
        mark.on = on;
        mark.set = {{question.empty() ? name : question, answer}};
        takeOwn(*said, answer, mark);
        if (mark.on.empty())
            read.problems.push_back({line, PhraseId::MarkLineRecord});
        else
            addMark(read, line, mark);
    };
    const Json& responses = memberOf(record, "responses");
    for (const Json& response : responses.is_array() ? responses : Json::array()) {
        const Json& values = memberOf(response, "values");
        const std::string status = textOf(response, "status");
        if (!values.is_object() || status == "discarded" || status == "draft")
            continue;
        for (const auto& [name, value] : values.items())
            add(name, memberOf(value, "value"),
                {.by = textOf(response, "user_id"), .kind = "human", .at = textOf(response, "updated_at")});
    }
    const Json& suggestions = memberOf(record, "suggestions");
    for (const Json& each : suggestions.is_array() ? suggestions : Json::array())
        add(textOf(each, "question_name"), memberOf(each, "value"),
            {.by = textOf(each, "agent"), .kind = "model"});
}

} // namespace

std::string writeArgilla(const Snapshot& snapshot, const MarkSet& marks, const MarkedRecords& records,
                         const Job& job)
{
    std::string out;
    RecordReader reader(snapshot);
    for (const MarkedGroup& group : groupsOf(marks, records)) {
        if (job.stopRequested())
            break;
        const MarkTarget& on = group.answers.front()->on;
        QuestionNames names;
        Json own = Json::object();
        Json suggestions = Json::array();
        // Argilla has one response of a user to a record.
        std::map<std::string, Json> responses;
        for (const MarkAnswers* each : group.answers) {
            for (const auto& [question, answer] : each->answers) {
                const std::string name = names.of(question, each->on);
                const Json value = parsedJson(answer.value);
                Json& said = own[each->by][name];
                said = {{"question", question}};
                said.update(ownJson(marks, *each, answer));
                if (each->kind == MarkKind::Human)
                    responses[each->by][name] = {{"value", value}};
                else
                    suggestions.push_back({{"question_name", name}, {"value", value}, {"agent", each->by}});
            }
        }
        Json record{
            {"external_id", on.id.empty() ? on.record : on.id},
            {"status", "completed"},
            {"fields",
             {{"chat", group.row ? messagesOf(reader, *group.row, "role", "content") : Json::array()}}},
            {"metadata",
             {{"record", on.record},
              {"hash", group.row ? hashOfShown(reader) : std::string()},
              {kOwn, jsonText(own, -1)}}},
            {"responses", Json::array()},
            {"suggestions", std::move(suggestions)}};
        for (auto& [by, values] : responses)
            record["responses"].push_back(
                {{"user_id", by}, {"status", "submitted"}, {"values", std::move(values)}});
        out += jsonText(record, -1) + '\n';
    }
    return out;
}

ReadMarks readArgilla(std::string_view text)
{
    ReadMarks read;
    for (std::size_t line = 1; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const Json record = Json::parse(text.substr(0, end), nullptr, false);
        if (record.is_object())
            readRecord(record, line, read);
        else if (!trimmed(text.substr(0, end)).empty())
            read.problems.push_back({line, PhraseId::MarkLineBroken});
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return read;
}

} // namespace duologue
