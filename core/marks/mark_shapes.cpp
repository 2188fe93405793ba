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
/// What holds of each event.
std::string linesOf(const MarkSet& marks, const MarkAnswers& answers)
{
    std::map<std::string, MarkEvent> events;
    for (const auto& [question, answer] : answers.answers) {
        MarkEvent& event = events[answer.event];
        event.id = answer.event;
        event.at = answer.at;
        event.by = answers.by;
        event.kind = answers.kind;
        event.scheme = answer.scheme;
        event.on = targetOf(marks, answers, answer);
        event.set.emplace_back(question, answer.value);
    }
    std::string lines;
    for (const auto& [id, event] : events)
        lines += lineOf(event);
    return lines;
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
        for (const auto& [question, answer] : each.answers) {
            const MarkTarget& on = targetOf(marks, each, answer);
            const MarkSpan span = on.span.value_or(MarkSpan());
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
            for (const CsvCell& cell : cells) {
                head.push_back(cell.text());
                if (std::ranges::find(longHead(), head.back()) == longHead().end())
                    read.problems.push_back({number, {PhraseId::MarkLineColumn, head.back()}});
            }
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
        const auto value = [&cell](std::string_view name) {
            const Json json = parsedJson(cell(name));
            return json.is_discarded() ? Json(cell(name)) : json;
        };
        for (const char* key : {"message", "call", "candidate", "other_candidate"}) {
            if (!cell(key).empty())
                on[key] = value(key);
        }
        if (!cell("exact").empty() || !cell("start").empty() || !cell("end").empty())
            on["span"] = {{"start", value("start")},
                          {"end", value("end")},
                          {"exact", cell("exact")},
                          {"before", cell("before")},
                          {"after", cell("after")}};
        const bool isNamed = on.contains("record") || on.contains("id") || on.contains("hash");
        if (cell("question").empty() || !isNamed)
            read.problems.push_back({number, PhraseId::MarkLineUnknown});
        else
            addMark(read, number,
                    {.by = cell("by"),
                     .kind = cell("kind").empty() ? "human" : cell("kind"),
                     .on = std::move(on),
                     .set = {{cell("question"), value("answer")}},
                     .scheme = cell("scheme"),
                     .at = cell("at")});
    }
    if (rows.offset() < text.size())
        read.problems.push_back({number + 1, PhraseId::MarkLineBroken});
    return read;
}

ReadMarks readEvents(std::string_view text)
{
    ReadMarks read;
    read.hasIds = true;
    for (std::size_t line = 1; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        MarkFileContents contents = readMarkText(text.substr(0, end));
        text.remove_prefix(end);
        for (MarkEvent& event : contents.events) {
            read.events.push_back(std::move(event));
            read.lines.push_back(line);
        }
        for (MarkLineProblem& problem : contents.problems)
            read.problems.push_back({line, std::move(problem.what)});
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
    for (const MarkAnswers& each : marks.answers())
        out += linesOf(marks, each);
    return out;
}

ReadMarks readMarks(std::string_view text, MarkShape shape)
{
    if (shape == MarkShape::Long)
        return readLong(text);
    if (shape == MarkShape::LabelStudio)
        return readLabelStudio(text);
    if (shape == MarkShape::Pearmut)
        return readPearmut(text);
    if (shape == MarkShape::Argilla)
        return readArgilla(text);
    return readEvents(text);
}

} // namespace duologue
