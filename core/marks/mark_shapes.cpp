// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/mark_shapes.h"
#include "core/load/record_reader.h"
#include "core/util/escape.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <chrono>
#include <nlohmann/json.hpp>
#include <set>

namespace duologue {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 6> kNames{"events",       "csv",     "csv-wide",
                                                 "label-studio", "argilla", "phoenix"};
/// In a result of Label Studio, the target as in files of marks.
constexpr const char* kTarget = "duologue_on";
constexpr const char* kDialogue = "dialogue";

Json parsed(const std::string& json)
{
    return Json::parse(json, nullptr, false);
}

std::string dumped(const Json& json, int indent = -1)
{
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

/// A text without quotation marks, anything else as JSON.
std::string plain(const Json& value)
{
    return value.is_string() ? value.get<std::string>() : dumped(value);
}

/// One event that says what all answers say.
MarkEvent eventOf(const MarkAnswers& answers)
{
    MarkEvent event;
    event.by = answers.by;
    event.kind = answers.kind;
    event.on = answers.on;
    for (const auto& [question, answer] : answers.answers) {
        event.set.emplace_back(question, answer.value);
        if (answer.at >= event.at) {
            event.at = answer.at;
            event.id = answer.event;
            event.scheme = answer.scheme;
        }
    }
    return event;
}

Json targetJson(const MarkTarget& on)
{
    MarkEvent event;
    event.on = on;
    return parsed(lineOf(event))["on"];
}

/// The messages of a record; an empty list if it cannot be read.
Json messagesOf(RecordReader& reader, Row row, const char* role, const char* text)
{
    Json messages = Json::array();
    reader.read(row);
    if (const Conversation* conversation = reader.conversation()) {
        for (const Message& message : conversation->messages)
            messages.push_back({{role, std::string(message.role)},
                                {text, std::string(conversation->originalText(message))}});
    }
    return messages;
}

/// The answers about each record, in the order of the records; those of no record last.
struct MarkedGroup {
    std::optional<Row> row;
    std::vector<const MarkAnswers*> answers;
};

std::vector<MarkedGroup> groupsOf(const MarkSet& marks, const MarkedRecords& records)
{
    std::map<std::pair<std::uint64_t, std::string>, MarkedGroup> groups;
    constexpr std::uint64_t kNone = ~std::uint64_t{0};
    for (const MarkAnswers& each : marks.answers()) {
        if (each.answers.empty())
            continue;
        const MarkedRecord found = records.find(each.on);
        const bool isThere = found.match == MarkMatch::Same || found.match == MarkMatch::Changed;
        MarkedGroup& group =
            groups[{isThere ? indexOf(found.row) : kNone, isThere ? std::string() : each.on.record}];
        if (isThere)
            group.row = found.row;
        group.answers.push_back(&each);
    }
    std::vector<MarkedGroup> made;
    for (auto& [key, group] : groups)
        made.push_back(std::move(group));
    return made;
}

const std::vector<std::string>& longHead()
{
    static const std::vector<std::string> kHead{
        "by",     "kind",   "record", "id",   "hash",      "message",         "side",  "start",    "end",
        "exact",  "before", "after",  "call", "candidate", "other_candidate", "group", "question", "answer",
        "scheme", "at"};
    return kHead;
}

std::string writeLong(const MarkSet& marks)
{
    std::string out;
    appendCsvLine(longHead(), ',', false, out);
    const auto number = [](std::uint32_t value) {
        return value == 0 ? std::string() : std::to_string(value);
    };
    for (const MarkAnswers& each : marks.answers()) {
        const MarkTarget& on = each.on;
        const MarkSpan span = on.span.value_or(MarkSpan());
        for (const auto& [question, answer] : each.answers) {
            const std::string kind = parsed(lineOf(eventOf(each)))["kind"].get<std::string>();
            const std::vector<std::string> cells{each.by,
                                                 kind,
                                                 on.record,
                                                 on.id,
                                                 on.hash,
                                                 number(on.message),
                                                 on.side,
                                                 on.span ? std::to_string(span.start) : std::string(),
                                                 on.span ? std::to_string(span.end) : std::string(),
                                                 span.exact,
                                                 span.before,
                                                 span.after,
                                                 number(on.call),
                                                 number(on.candidate),
                                                 number(on.otherCandidate),
                                                 on.group,
                                                 question,
                                                 answer.value,
                                                 answer.scheme,
                                                 markTimeText(answer.at)};
            appendCsvLine(cells, ',', false, out);
        }
    }
    return out;
}

std::string writeWide(const MarkSet& marks)
{
    // Each question, or each value of one with several answers: "code:late".
    std::set<std::string> columns;
    const auto eachColumn = [](const MarkAnswers& answers, const auto& visit) {
        for (const auto& [question, answer] : answers.answers) {
            const Json value = parsed(answer.value);
            if (!value.is_array()) {
                visit(question, plain(value));
                continue;
            }
            for (const Json& one : value)
                visit(question + ':' + plain(one), std::string("1"));
        }
    };
    for (const MarkAnswers& each : marks.answers())
        eachColumn(each, [&](const std::string& column, const std::string&) { columns.insert(column); });
    std::vector<std::string> head{"record", "id", "part", "by"};
    head.insert(head.end(), columns.begin(), columns.end());
    std::string out;
    appendCsvLine(head, ',', false, out);
    for (const MarkAnswers& each : marks.answers()) {
        if (each.answers.empty())
            continue;
        std::map<std::string, std::string> values;
        eachColumn(each,
                   [&](const std::string& column, const std::string& value) { values[column] = value; });
        std::vector<std::string> cells{each.on.record, each.on.id, each.on.part(), each.by};
        for (const std::string& column : columns) {
            const auto found = values.find(column);
            const std::string question = column.substr(0, column.find(':'));
            const bool isList = column.find(':') != std::string::npos && each.answers.contains(question);
            cells.push_back(found != values.end() ? found->second : isList ? "0" : "");
        }
        appendCsvLine(cells, ',', false, out);
    }
    return out;
}

/// One answer as Label Studio writes results, by the type of the control.
Json resultOf(const MarkAnswers& answers, const std::string& question, const std::string& answer)
{
    const Json value = parsed(answer);
    Json result{{"from_name", question}, {"to_name", kDialogue}};
    if (question == mark_keys::kNote || question == mark_keys::kCorrection) {
        result["type"] = "textarea";
        result["value"] = {{"text", Json::array({plain(value)})}};
    } else if (value.is_number()) {
        result["type"] = "number";
        result["value"] = {{"number", value}};
    } else {
        Json choices = Json::array();
        for (const Json& each : value.is_array() ? value : Json::array({value}))
            choices.push_back(each.is_boolean() ? Json(each.get<bool>() ? "yes" : "no") : each);
        result["type"] = "choices";
        result["value"] = {{"choices", std::move(choices)}};
    }
    result[kTarget] = targetJson(answers.on);
    result["duologue_answer"] = value;
    return result;
}

std::string writeLabelStudio(const Snapshot& snapshot, const MarkSet& marks, const MarkedRecords& records,
                             const Job& job)
{
    Json tasks = Json::array();
    RecordReader reader(snapshot);
    for (const MarkedGroup& group : groupsOf(marks, records)) {
        if (job.stopRequested())
            break;
        const MarkTarget& on = group.answers.front()->on;
        Json task{
            {"id", tasks.size() + 1},
            {"data",
             {{"record", on.record},
              {"record_id", on.id},
              {kDialogue, group.row ? messagesOf(reader, *group.row, "author", "text") : Json::array()}}},
            {"annotations", Json::array()},
            {"predictions", Json::array()}};
        std::map<std::string, Json> results;
        std::map<std::string, MarkKind> kinds;
        for (const MarkAnswers* each : group.answers) {
            for (const auto& [question, answer] : each->answers)
                results[each->by].push_back(resultOf(*each, question, answer.value));
            kinds[each->by] = each->kind;
        }
        for (auto& [by, result] : results) {
            const bool isHuman = kinds[by] == MarkKind::Human;
            if (isHuman)
                task["annotations"].push_back({{"id", task["annotations"].size() + 1},
                                               {"completed_by", by},
                                               {"was_cancelled", false},
                                               {"ground_truth", false},
                                               {"result", std::move(result)}});
            else
                task["predictions"].push_back({{"model_version", by}, {"result", std::move(result)}});
        }
        tasks.push_back(std::move(task));
    }
    return dumped(tasks, 1) + '\n';
}

std::string writeArgilla(const Snapshot& snapshot, const MarkSet& marks, const MarkedRecords& records,
                         const Job& job)
{
    std::string out;
    RecordReader reader(snapshot);
    for (const MarkedGroup& group : groupsOf(marks, records)) {
        if (job.stopRequested())
            break;
        const MarkTarget& on = group.answers.front()->on;
        Json record{
            {"external_id", on.id.empty() ? on.record : on.id},
            {"status", "completed"},
            {"fields",
             {{"chat", group.row ? messagesOf(reader, *group.row, "role", "content") : Json::array()}}},
            {"metadata", {{"record", on.record}}},
            {"responses", Json::array()},
            {"suggestions", Json::array()}};
        for (const MarkAnswers* each : group.answers) {
            Json values = Json::object();
            for (const auto& [question, answer] : each->answers) {
                const std::string part = each->on.part();
                const std::string name = part.empty() ? question : question + '.' + part;
                values[name] = {{"value", parsed(answer.value)}};
                if (each->kind != MarkKind::Human)
                    record["suggestions"].push_back(
                        {{"question_name", name}, {"value", parsed(answer.value)}, {"agent", each->by}});
            }
            if (each->kind == MarkKind::Human)
                record["responses"].push_back(
                    {{"user_id", each->by}, {"status", "submitted"}, {"values", values}});
        }
        out += dumped(record) + '\n';
    }
    return out;
}

std::string writePhoenix(const MarkSet& marks)
{
    constexpr std::array<const char*, 3> kKinds{"HUMAN", "LLM", "CODE"};
    std::string out;
    for (const MarkAnswers& each : marks.answers()) {
        const auto note = each.answers.find(std::string(mark_keys::kNote));
        for (const auto& [question, answer] : each.answers) {
            if (question == mark_keys::kNote && each.answers.size() > 1)
                continue;
            const Json value = parsed(answer.value);
            Json result{{"label", value.is_number() ? Json() : Json(plain(value))},
                        {"score", value.is_number() ? value : Json()}};
            result["explanation"] =
                note == each.answers.end() ? Json() : Json(plain(parsed(note->second.value)));
            out += dumped(Json{{"name", question},
                               {"annotator_kind", kKinds.at(static_cast<std::size_t>(each.kind))},
                               {"identifier", each.by},
                               {"result", std::move(result)},
                               {"metadata", {{"on", targetJson(each.on)}}}}) +
                   '\n';
        }
    }
    return out;
}

std::string escapedXml(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '"')
            out += "&quot;";
        else
            out += c;
    }
    return out;
}

/// The cells of CSV text, as RFC 4180 has them.
std::vector<std::vector<std::string>> cellsOf(std::string_view text)
{
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> row;
    std::string cell;
    bool isQuoted = false;
    bool hasCell = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (isQuoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
            cell += '"';
            ++i;
        } else if (c == '"' && (isQuoted || cell.empty())) {
            isQuoted = !isQuoted;
            hasCell = true;
        } else if (!isQuoted && (c == ',' || c == '\n')) {
            row.push_back(std::move(cell));
            cell.clear();
            hasCell = c == ',';
            if (c == '\n')
                rows.push_back(std::exchange(row, {}));
        } else if (isQuoted || c != '\r') {
            cell += c;
            hasCell = true;
        }
    }
    if (hasCell || !cell.empty()) {
        row.push_back(std::move(cell));
        rows.push_back(std::move(row));
    }
    return rows;
}

std::optional<MarkEvent> parsedEvent(const Json& json)
{
    ReadMarks read = readMarks(dumped(json) + '\n', MarkShape::Events);
    return read.events.empty() ? std::nullopt : std::optional(std::move(read.events.front()));
}

std::int64_t now()
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

/// An event of "on" and "set" with an id of its own.
std::optional<MarkEvent> newEvent(const std::string& by, const std::string& kind, const Json& on, Json set,
                                  const std::string& scheme, const std::string& at)
{
    const std::int64_t time = now();
    Json json{{"v", 1},
              {"id", newMarkId(time)},
              {"at", at.empty() ? markTimeText(time) : at},
              {"by", by},
              {"kind", kind},
              {"on", on},
              {"set", std::move(set)}};
    if (!scheme.empty())
        json["scheme"] = scheme;
    return parsedEvent(json);
}

ReadMarks readLong(std::string_view text)
{
    ReadMarks read;
    const std::vector<std::vector<std::string>> rows = cellsOf(text);
    if (rows.empty())
        return read;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        const auto cell = [&](std::string_view name) {
            const auto column = std::ranges::find(rows.front(), name) - rows.front().begin();
            const auto index = static_cast<std::size_t>(column);
            return index < rows[i].size() && index < rows.front().size() ? rows[i][index] : std::string();
        };
        Json on = Json::object();
        for (const char* key : {"record", "id", "hash", "side", "group"}) {
            if (const std::string value = cell(key); !value.empty())
                on[key] = value;
        }
        for (const char* key : {"message", "call", "candidate", "other_candidate"}) {
            if (const Json value = parsed(cell(key)); value.is_number())
                on[key] = value;
        }
        if (!cell("exact").empty() || !cell("start").empty())
            on["span"] = {{"start", parsed(cell("start"))},
                          {"end", parsed(cell("end"))},
                          {"exact", cell("exact")},
                          {"before", cell("before")},
                          {"after", cell("after")}};
        const Json answer = parsed(cell("answer"));
        const std::string kind = cell("kind");
        auto event =
            cell("question").empty() || (on.find("record") == on.end() && on.find("id") == on.end())
                ? std::nullopt
                : newEvent(cell("by"), kind.empty() ? "human" : kind, on,
                           {{cell("question"), answer.is_discarded() ? Json(cell("answer")) : answer}},
                           cell("scheme"), cell("at"));
        if (event)
            read.events.push_back(std::move(*event));
        else
            read.problems.push_back({i + 1, PhraseId::MarkLineUnknown});
    }
    return read;
}

/// The answer in a result of Label Studio.
Json answerIn(const Json& result)
{
    if (const auto own = result.find("duologue_answer"); own != result.end())
        return *own;
    const Json value = result.value("value", Json::object());
    for (const char* key : {"choices", "text", "labels", "paragraphlabels"}) {
        const auto list = value.find(key);
        if (list != value.end() && list->is_array())
            return list->size() == 1 ? list->front() : *list;
    }
    for (const char* key : {"number", "rating"}) {
        if (const auto number = value.find(key); number != value.end())
            return *number;
    }
    return nullptr;
}

ReadMarks readLabelStudio(std::string_view text)
{
    ReadMarks read;
    const Json tasks = Json::parse(text, nullptr, false);
    if (!tasks.is_array()) {
        read.problems.push_back({1, PhraseId::MarkLineBroken});
        return read;
    }
    std::size_t number = 0;
    for (const Json& task : tasks) {
        ++number;
        const Json data = task.is_object() ? task.value("data", Json::object()) : Json::object();
        const auto take = [&](const Json& list, const char* name, const std::string& kind) {
            for (const Json& one : list) {
                if (!one.is_object() || one.value("was_cancelled", false))
                    continue;
                const Json by = one.value(name, Json("unknown"));
                for (const Json& result : one.value("result", Json::array())) {
                    Json on{{"record", data.value("record", "")}, {"id", data.value("record_id", "")}};
                    if (const auto own = result.find(kTarget); own != result.end())
                        on = *own;
                    const Json answer = answerIn(result);
                    auto event = answer.is_null() || !result.contains("from_name")
                                     ? std::nullopt
                                     : newEvent(plain(by), kind, on, {{plain(result["from_name"]), answer}},
                                                {}, one.value("updated_at", ""));
                    if (event)
                        read.events.push_back(std::move(*event));
                    else
                        read.problems.push_back({number, PhraseId::MarkLineUnknown});
                }
            }
        };
        if (!task.is_object()) {
            read.problems.push_back({number, PhraseId::MarkLineUnknown});
            continue;
        }
        take(task.value("annotations", Json::array()), "completed_by", "human");
        take(task.value("predictions", Json::array()), "model_version", "model");
    }
    return read;
}

} // namespace

std::span<const std::string_view> markShapeNames()
{
    return kNames;
}

std::string writeMarks(const Snapshot& snapshot, const MarkSet& marks, const MarkedRecords& records,
                       MarkShape shape, const Job& job)
{
    switch (shape) {
    case MarkShape::Long:
        return writeLong(marks);
    case MarkShape::Wide:
        return writeWide(marks);
    case MarkShape::LabelStudio:
        return writeLabelStudio(snapshot, marks, records, job);
    case MarkShape::Argilla:
        return writeArgilla(snapshot, marks, records, job);
    case MarkShape::Phoenix:
        return writePhoenix(marks);
    case MarkShape::Events:
        break;
    }
    std::string out;
    for (const MarkAnswers& each : marks.answers()) {
        if (!each.answers.empty())
            out += lineOf(eventOf(each));
    }
    return out;
}

std::string labelStudioConfig(const MarkSet& marks)
{
    struct Control {
        bool isText = false;
        bool isNumber = true;
        bool hasSeveral = false;
        std::set<std::string> choices;
    };
    std::map<std::string, Control> controls;
    for (const MarkAnswers& each : marks.answers()) {
        for (const auto& [question, answer] : each.answers) {
            Control& control = controls[question];
            const Json value = parsed(answer.value);
            control.isText = question == mark_keys::kNote || question == mark_keys::kCorrection;
            control.isNumber = control.isNumber && value.is_number();
            control.hasSeveral = control.hasSeveral || value.is_array();
            for (const Json& one : value.is_array() ? value : Json::array({value}))
                control.choices.insert(one.is_boolean() ? (one.get<bool>() ? "yes" : "no") : plain(one));
        }
    }
    std::string xml =
        "<View>\n  <Paragraphs name=\"dialogue\" value=\"$dialogue\" layout=\"dialogue\" nameKey=\"author\" "
        "textKey=\"text\"/>\n";
    for (const auto& [question, control] : controls) {
        const std::string names = " name=\"" + escapedXml(question) + "\" toName=\"dialogue\"";
        if (control.isText) {
            xml += "  <TextArea" + names + "/>\n";
        } else if (control.isNumber) {
            xml += "  <Number" + names + "/>\n";
        } else {
            xml +=
                "  <Choices" + names + " choice=\"" + (control.hasSeveral ? "multiple" : "single") + "\">\n";
            for (const std::string& choice : control.choices)
                xml += "    <Choice value=\"" + escapedXml(choice) + "\"/>\n";
            xml += "  </Choices>\n";
        }
    }
    return xml + "</View>\n";
}

ReadMarks readMarks(std::string_view text, MarkShape shape)
{
    if (shape == MarkShape::Long)
        return readLong(text);
    if (shape == MarkShape::LabelStudio)
        return readLabelStudio(text);
    MarkFileContents contents = readMarkText(text);
    return {std::move(contents.events), std::move(contents.problems)};
}

} // namespace duologue
