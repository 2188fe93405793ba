// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/diff_output.h"

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/output.h"
#include "core/analysis/check_report.h"
#include "core/analysis/report_table.h"
#include "core/data/field_reader.h"
#include "core/export/conversation_text.h"
#include "core/util/numbers.h"
#include "core/util/small_json.h"
#include "core/util/text.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace duologue::cli {

namespace {

using Json = nlohmann::ordered_json;

/// A cell shows so many bytes of a text before the first difference and so many in all.
constexpr std::size_t kShownBefore = 24;
constexpr std::size_t kShown = 72;

/// "FILE:N". As one path is opened, no two files are shown alike.
std::string nameOf(const Snapshot& snapshot, Row row)
{
    const RecordEntry& entry = snapshot.record(row);
    return snapshot.file(entry.file).shownPath + ":" + std::to_string(entry.ordinal);
}

Json recordJson(const Snapshot& snapshot, const FieldReader& id, Row row)
{
    const RecordEntry& entry = snapshot.record(row);
    return {{"file", snapshot.file(entry.file).shownPath}, {"record", entry.ordinal}, {"id", id.text(row)}};
}

/// A text as JSON has it, so that it cannot be taken for a number; anything else is JSON.
Json valueJson(const KeptValue& value)
{
    if (value.isText)
        return value.text;
    if (isKeptAsDigits(value.text))
        return digitsJson(value.text);
    auto json = smallJson<Json>(value.text, kTextLimits);
    return json.is_discarded() ? Json(value.text) : json;
}

Json changesJson(const ValueDiff& diff)
{
    Json list = Json::array();
    for (const ValueChange& change : diff.changes) {
        Json made{{"change", std::string(changeKindName(change.kind))}, {"field", change.name}};
        if (change.kind != ChangeKind::Added) {
            made["old_pointer"] = change.oldPointer;
            made["old"] = valueJson(change.old);
        }
        if (change.kind != ChangeKind::Removed) {
            made["new_pointer"] = change.newPointer;
            made["new"] = valueJson(change.now);
        }
        list.push_back(std::move(made));
    }
    return list;
}

/// The part of a value from a little before `from` on, for a cell.
std::string excerptOf(const KeptValue& value, std::size_t from)
{
    const std::string_view text = value.text;
    std::size_t begin = from <= kShownBefore ? 0 : wholeCharacters(text, from - kShownBefore);
    // A cell begins with a whole word, if one begins soon.
    if (const std::size_t space = text.find(' ', begin);
        begin > 0 && space < from && space - begin < kShownBefore / 2)
        begin = space + 1;
    const std::string_view shown = text.substr(begin);
    const std::size_t length = wholeCharacters(shown, std::min(shown.size(), kShown));
    std::string cell = begin > 0 ? "…" : "";
    cell += shown.substr(0, length);
    cell += length < shown.size() ? "…" : "";
    return value.isText ? '"' + cell + '"' : cell;
}

/// Both values of a change, around the first difference.
std::pair<std::string, std::string> excerptsOf(const ValueChange& change)
{
    const auto& old = change.old.text;
    const auto& now = change.now.text;
    const auto differs = std::mismatch(old.begin(), old.end(), now.begin(), now.end());
    const bool hasBoth = change.kind == ChangeKind::Changed;
    const std::size_t from = hasBoth ? static_cast<std::size_t>(differs.first - old.begin()) : 0;
    return {change.kind == ChangeKind::Added ? std::string() : excerptOf(change.old, from),
            change.kind == ChangeKind::Removed ? std::string() : excerptOf(change.now, from)};
}

std::string howMatched(const RecordPair& pair)
{
    const std::string name(matchedByName(pair.by));
    return pair.by == MatchedBy::Text ? name + " " + decimalsText(static_cast<double>(pair.likeness), 2)
                                      : name;
}

/// A table that does not grow beyond a limit.
class LimitedTable {
public:
    LimitedTable(std::vector<TextTable::Column> columns, std::size_t limit)
        : m_table{std::move(columns), {}}, m_limit(limit)
    {
    }

    /// False if it is full.
    bool add(std::vector<std::string> cells)
    {
        m_isCut = m_isCut || m_table.rows.size() >= m_limit;
        if (!m_isCut)
            m_table.rows.push_back(std::move(cells));
        return !m_isCut;
    }

    void print(const CommonOptions& options, Console& console) const
    {
        if (!m_table.rows.empty()) {
            printTable(m_table, options, console);
            console.print("\n");
        }
        if (m_isCut)
            console.note("only the first " + std::to_string(m_limit) +
                         " rows are shown; --limit N shows more, --format json all");
    }

private:
    TextTable m_table;
    std::size_t m_limit;
    bool m_isCut = false;
};

void printCounts(const std::string& title, const std::vector<std::pair<std::string, std::uint64_t>>& counts,
                 const CommonOptions& options, Console& console)
{
    TextTable table{{{title, false}, {"n", true}}, {}};
    for (const auto& [name, count] : counts)
        table.rows.push_back({name, std::to_string(count)});
    printTable(table, options, console);
}

/// Writes one JSON object member by member, so that a list is never in memory as a whole.
class JsonOutput {
public:
    explicit JsonOutput(Console& console) : m_console(console) { m_console.print("{"); }
    ~JsonOutput() { m_console.print("\n}\n"); }
    JsonOutput(const JsonOutput&) = delete;
    JsonOutput& operator=(const JsonOutput&) = delete;

    void member(const std::string& key, const Json& value) { begin(key, jsonText(value, -1)); }

    void beginList(const std::string& key)
    {
        begin(key, "[");
        m_isFirstElement = true;
    }
    void element(const Json& value)
    {
        m_console.print(std::exchange(m_isFirstElement, false) ? "\n    " : ",\n    ");
        m_console.print(jsonText(value, -1));
    }
    void endList() { m_console.print(m_isFirstElement ? "]" : "\n  ]"); }

private:
    void begin(const std::string& key, const std::string& value)
    {
        m_console.print(std::exchange(m_isFirst, false) ? "\n  " : ",\n  ");
        m_console.print(jsonText(Json(key), -1) + ": " + value);
    }

    Console& m_console;
    bool m_isFirst = true;
    bool m_isFirstElement = true;
};

/// "of", "where" and "read". Whole datasets are compared.
Json coverageJson(const Snapshot& snapshot)
{
    Json made = Json::object();
    addCoverage(made, coverageOf(snapshot, snapshot.recordCount()));
    return made;
}

Json pairJson(const Snapshot& old, const Snapshot& now, const FieldReader& oldId, const FieldReader& newId,
              const RecordPair& pair)
{
    Json made{{"old", recordJson(old, oldId, pair.old)},
              {"new", recordJson(now, newId, pair.now)},
              {"matched_by", std::string(matchedByName(pair.by))}};
    if (pair.by == MatchedBy::Text)
        made["likeness"] = Json::parse(decimalsText(static_cast<double>(pair.likeness), 2));
    return made;
}

std::vector<std::pair<std::string, std::uint64_t>> countsOf(const Snapshot& old, const Snapshot& now,
                                                            const DatasetDiff& diff)
{
    return {{"old", old.recordCount()},    {"new", now.recordCount()}, {"removed", diff.removed.size()},
            {"added", diff.added.size()},  {"changed", diff.changed},  {"moved", diff.moved},
            {"reordered", diff.reordered}, {"equal", diff.equal},      {"repeated_ids", diff.repeatedIds},
            {"unread", diff.unread}};
}

void printDatasetJson(const Snapshot& old, const Snapshot& now, const DatasetDiff& diff, Console& console)
{
    const FieldReader oldId = *findField(old, "id");
    const FieldReader newId = *findField(now, "id");
    JsonOutput out(console);
    out.beginList("removed");
    for (const Row row : diff.removed)
        out.element(recordJson(old, oldId, row));
    out.endList();
    out.beginList("added");
    for (const Row row : diff.added)
        out.element(recordJson(now, newId, row));
    out.endList();
    out.beginList("moved");
    for (const RecordPair& pair : diff.pairs) {
        if (pair.isMoved)
            out.element(pairJson(old, now, oldId, newId, pair));
    }
    out.endList();
    out.beginList("changed");
    forEachChangedRecord(old, now, diff, Job(), [&](const RecordPair& pair, const ValueDiff& values) {
        Json made = pairJson(old, now, oldId, newId, pair);
        made["changes"] = changesJson(values);
        if (values.leftOut > 0)
            made["changes_left_out"] = values.leftOut;
        out.element(made);
        return true;
    });
    out.endList();
    Json counts = Json::object();
    for (const auto& [name, count] : countsOf(old, now, diff))
        counts[name] = count;
    out.member("counts", counts);
    const Json ofOld = coverageJson(old);
    const Json ofNew = coverageJson(now);
    for (const char* key : {"of", "read"})
        out.member(key, {{"old", ofOld[key]}, {"new", ofNew[key]}});
    out.member("where", ofOld["where"]);
}

std::string leftOutText(const ValueDiff& diff)
{
    return "… and " + std::to_string(diff.leftOut) + " more";
}

/// "history[3]" and "content[0]" as "history[3].content[0]".
std::string joinedNames(const std::string& outer, const std::string& inner)
{
    const bool needsDot = !outer.empty() && !inner.empty() && inner.front() != '[';
    return outer + (needsDot ? "." : "") + inner;
}

} // namespace

void printDatasetDiff(const Snapshot& old, const Snapshot& now, const DatasetDiff& diff, std::size_t limit,
                      const CommonOptions& options, Console& console)
{
    if (options.format == "json") {
        printDatasetJson(old, now, diff, console);
        return;
    }
    LimitedTable table({{"change", false},
                        {"old", false},
                        {"new", false},
                        {"matched by", false},
                        {"field", false},
                        {"was", false},
                        {"is", false}},
                       limit);
    for (const Row row : diff.removed)
        table.add({"removed", nameOf(old, row), {}, {}, {}, {}, {}});
    for (const Row row : diff.added)
        table.add({"added", {}, nameOf(now, row), {}, {}, {}, {}});
    for (const RecordPair& pair : diff.pairs) {
        if (pair.isMoved)
            table.add({"moved", nameOf(old, pair.old), nameOf(now, pair.now), howMatched(pair), {}, {}, {}});
    }
    forEachChangedRecord(old, now, diff, Job(), [&](const RecordPair& pair, const ValueDiff& values) {
        bool hasRoom = true;
        const auto add = [&](const std::string& field, const std::string& was, const std::string& is) {
            hasRoom = table.add(
                {"changed", nameOf(old, pair.old), nameOf(now, pair.now), howMatched(pair), field, was, is});
        };
        for (const ValueChange& change : values.changes) {
            const auto [was, is] = excerptsOf(change);
            add(change.name, was, is);
        }
        if (values.leftOut > 0)
            add(leftOutText(values), {}, {});
        return hasRoom;
    });
    table.print(options, console);
    auto counts = countsOf(old, now, diff);
    // Those are exceptions, which are said to the user anyway.
    std::erase_if(counts, [](const auto& each) {
        return each.second == 0 && (each.first == "repeated_ids" || each.first == "unread");
    });
    printCounts("records", counts, options, console);
}

FieldDiffCounts printFieldDiff(const Snapshot& snapshot, const ComparedFields& fields, std::size_t limit,
                               const CommonOptions& options, Console& console)
{
    const bool isJson = options.format == "json";
    const FieldReader id = *findField(snapshot, "id");
    LimitedTable table({{"record", false}, {"at", false}, {fields.first, false}, {fields.second, false}},
                       limit);
    std::optional<JsonOutput> json;
    const auto beginJson = [&] {
        if (json)
            return;
        json.emplace(console);
        json->member("fields", Json::array({fields.first, fields.second}));
        json->beginList("different");
    };
    const auto printDifference = [&](const FieldDifference& difference) {
        if (isJson) {
            beginJson();
            Json made = recordJson(snapshot, id, difference.row);
            made["at"] = difference.name;
            made["pointer"] = difference.pointer;
            made["changes"] = changesJson(difference.diff);
            json->element(made);
            return true;
        }
        const std::string record = nameOf(snapshot, difference.row);
        for (const ValueChange& change : difference.diff.changes) {
            const auto [first, second] = excerptsOf(change);
            table.add({record, joinedNames(difference.name, change.name), first, second});
        }
        if (difference.diff.leftOut > 0)
            table.add({record, leftOutText(difference.diff), {}, {}});
        // A full table does not end it: the counts are those of all records.
        return true;
    };
    FieldDiffCounts found = diffFields(snapshot, fields.first, fields.second, Job(), printDifference);
    if (!found.hasFirst() || !found.hasSecond())
        return found;
    const auto alone = [&](const std::string& field, const std::optional<Row>& row) {
        return "only " + field + (row ? ", first in " + nameOf(snapshot, *row) : std::string());
    };
    if (isJson) {
        beginJson();
        json->endList();
        const auto rowJson = [&](const std::optional<Row>& row) {
            return row ? recordJson(snapshot, id, *row) : Json();
        };
        json->member("counts", {{"equal", found.equal},
                                {"different", found.different},
                                {"only_first", found.onlyFirst},
                                {"only_second", found.onlySecond},
                                {"records_with_difference", found.recordsWithDifference},
                                {"broken", found.broken},
                                {"unread", found.unread}});
        json->member("first_alone", rowJson(found.firstAlone));
        json->member("second_alone", rowJson(found.secondAlone));
        const Json coverage = coverageJson(snapshot);
        for (const auto& [key, value] : coverage.items())
            json->member(key, value);
        return found;
    }
    table.print(options, console);
    printCounts("values",
                {{"equal", found.equal},
                 {"different", found.different},
                 {alone(fields.first, found.firstAlone), found.onlyFirst},
                 {alone(fields.second, found.secondAlone), found.onlySecond},
                 {"records with a difference", found.recordsWithDifference}},
                options, console);
    return found;
}

} // namespace duologue::cli
