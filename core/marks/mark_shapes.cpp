// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/mark_shapes.h"
#include "core/io/csv/csv_reader.h"
#include "core/load/record_reader.h"
#include "core/marks/shape_parts.h"
#include "core/util/escape.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <set>

namespace duologue {

namespace {

using Json = ShapeJson;

constexpr std::array<std::string_view, 9> kNames{"events",  "csv",     "csv-wide", "label-studio",
                                                 "argilla", "phoenix", "pearmut",  "trl-preference",
                                                 "trl-kto"};
/// In a result of Label Studio, the target as in files of marks.
constexpr const char* kTarget = "duologue_on";
constexpr const char* kDialogue = "dialogue";

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
            const std::string kind = kindName(each.kind);
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
            const Json value = parsedJson(answer.value);
            if (!value.is_array()) {
                visit(question, plainText(value));
                continue;
            }
            for (const Json& one : value)
                visit(question + ':' + plainText(one), std::string("1"));
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
    const Json value = parsedJson(answer);
    Json result{{"from_name", question}, {"to_name", kDialogue}};
    if (question == mark_keys::kNote || question == mark_keys::kCorrection) {
        result["type"] = "textarea";
        result["value"] = {{"text", Json::array({plainText(value)})}};
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
    return jsonText(tasks, 1) + '\n';
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
                values[name] = {{"value", parsedJson(answer.value)}};
                if (each->kind != MarkKind::Human)
                    record["suggestions"].push_back(
                        {{"question_name", name}, {"value", parsedJson(answer.value)}, {"agent", each->by}});
            }
            if (each->kind == MarkKind::Human)
                record["responses"].push_back(
                    {{"user_id", each->by}, {"status", "submitted"}, {"values", values}});
        }
        out += jsonText(record, -1) + '\n';
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
            const Json value = parsedJson(answer.value);
            Json result{{"label", value.is_number() ? Json() : Json(plainText(value))},
                        {"score", value.is_number() ? value : Json()}};
            result["explanation"] =
                note == each.answers.end() ? Json() : Json(plainText(parsedJson(note->second.value)));
            out += jsonText(Json{{"name", question},
                                 {"annotator_kind", kKinds.at(static_cast<std::size_t>(each.kind))},
                                 {"identifier", each.by},
                                 {"result", std::move(result)},
                                 {"metadata", {{"on", targetJson(each.on)}}}},
                            -1) +
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

ReadMarks readLong(std::string_view text)
{
    ReadMarks read;
    // Spreadsheets save with other delimiters.
    constexpr std::size_t kHead = 1U << 16U;
    const CsvPart part = text.size() > kHead ? CsvPart::More : CsvPart::Last;
    CsvReader rows(text, delimiterOf(text.substr(0, kHead), part, ','), CsvPart::Last);
    std::vector<CsvCell> cells;
    std::vector<std::string> head;
    std::size_t number = 0;
    while (rows.next(cells)) {
        ++number;
        if (head.empty()) {
            for (const CsvCell& cell : cells)
                head.push_back(cell.text());
            rows.setColumns(head.size());
            continue;
        }
        const auto cell = [&](std::string_view name) {
            const auto index = static_cast<std::size_t>(std::ranges::find(head, name) - head.begin());
            return index < head.size() && index < cells.size() ? cells[index].text() : std::string();
        };
        Json on = Json::object();
        for (const char* key : {"record", "id", "hash", "side", "group"}) {
            if (const std::string value = cell(key); !value.empty())
                on[key] = value;
        }
        for (const char* key : {"message", "call", "candidate", "other_candidate"}) {
            if (const Json value = parsedJson(cell(key)); value.is_number())
                on[key] = value;
        }
        if (!cell("exact").empty() || !cell("start").empty())
            on["span"] = {{"start", parsedJson(cell("start"))},
                          {"end", parsedJson(cell("end"))},
                          {"exact", cell("exact")},
                          {"before", cell("before")},
                          {"after", cell("after")}};
        const Json answer = parsedJson(cell("answer"));
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
            read.problems.push_back({number, PhraseId::MarkLineUnknown});
    }
    if (rows.offset() < text.size())
        read.problems.push_back({number + 1, PhraseId::MarkLineBroken});
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
                    auto event =
                        answer.is_null() || !result.contains("from_name")
                            ? std::nullopt
                            : newEvent(plainText(by), kind, on, {{plainText(result["from_name"]), answer}},
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
                       MarkShape shape, const Job& job, Losses* losses)
{
    Losses unsaid;
    Losses& lost = losses == nullptr ? unsaid : *losses;
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
    case MarkShape::Pearmut:
        return writePearmut(snapshot, marks, records, job, lost);
    case MarkShape::TrlPreference:
    case MarkShape::TrlKto:
        return writePreferences(snapshot, marks, records, shape, job, lost);
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
            const Json value = parsedJson(answer.value);
            control.isText = question == mark_keys::kNote || question == mark_keys::kCorrection;
            control.isNumber = control.isNumber && value.is_number();
            control.hasSeveral = control.hasSeveral || value.is_array();
            for (const Json& one : value.is_array() ? value : Json::array({value}))
                control.choices.insert(one.is_boolean() ? (one.get<bool>() ? "yes" : "no") : plainText(one));
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
    if (shape == MarkShape::Pearmut)
        return readPearmut(text);
    MarkFileContents contents = readMarkText(text);
    return {std::move(contents.events), std::move(contents.problems)};
}

} // namespace duologue
