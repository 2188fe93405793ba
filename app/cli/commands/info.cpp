// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/output.h"
#include "core/analysis/check_report.h"
#include "core/analysis/report_table.h"
#include "core/util/escape.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace duologue::cli {

namespace {

using Json = nlohmann::ordered_json;

struct FormatRecords {
    std::uint8_t format = 0;
    std::uint64_t records = 0;
};

/// Counts for one file.
struct FileCount {
    /// Few, in the order of their first records.
    std::vector<FormatRecords> formats;
    std::uint64_t records = 0;
    ProblemCounts problems;
};

struct FormatCount {
    std::uint64_t files = 0;
    std::uint64_t records = 0;
};

struct Counts {
    std::vector<FileCount> files;
    /// Indexed like Snapshot::formats.
    std::vector<FormatCount> formats;
};

Counts countOf(const Snapshot& snapshot)
{
    Counts counts;
    counts.files.resize(snapshot.files.size());
    counts.formats.resize(snapshot.formats.size());
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        const RecordEntry& record = snapshot.record(row);
        FileCount& file = counts.files[indexOf(record.file)];
        ++file.records;
        ++counts.formats[record.format].records;
        const auto known = std::ranges::find(file.formats, record.format, &FormatRecords::format);
        if (known == file.formats.end()) {
            file.formats.push_back({record.format, 1});
            ++counts.formats[record.format].files;
        } else {
            ++known->records;
        }
    }
    for (std::size_t i = 0; i < snapshot.problems.size(); ++i) {
        const Problem& problem = snapshot.problems[i];
        if (problem.where.file != kNoFile)
            counts.files[indexOf(problem.where.file)].problems.add(problem.severity);
    }
    for (const auto& [file, more] : snapshot.problemsNotKept)
        counts.files[indexOf(file)].problems += more;
    return counts;
}

Json infoJson(const Snapshot& snapshot, const Counts& counts)
{
    Json json;
    json["records"] = snapshot.recordCount();
    json["messages"] = snapshot.messages.count;
    json["files"] = Json::array();
    json["formats"] = Json::array();
    json["skipped"] = Json::array();
    for (std::size_t i = 0; i < counts.files.size(); ++i) {
        const FileCount& count = counts.files[i];
        const SourceFile& file = snapshot.files[i];
        if (count.records == 0) {
            json["skipped"].push_back({{"path", file.shownPath}, {"reason", inEnglish(file.skipReason)}});
            continue;
        }
        const auto most = std::ranges::max_element(count.formats, {}, &FormatRecords::records);
        Json one{{"path", file.shownPath},
                 {"format", snapshot.formats[most->format]},
                 {"records", count.records},
                 {"errors", count.problems.errors()},
                 {"warnings", count.problems.warnings()}};
        if (count.formats.size() > 1) {
            for (const FormatRecords& each : count.formats)
                one["formats"].push_back({{"id", snapshot.formats[each.format]}, {"records", each.records}});
        }
        json["files"].push_back(std::move(one));
    }
    for (std::size_t i = 0; i < counts.formats.size(); ++i) {
        const FormatCount& count = counts.formats[i];
        if (count.records > 0)
            json["formats"].push_back(
                {{"id", snapshot.formats[i]}, {"files", count.files}, {"records", count.records}});
    }
    json["problems"] = {{"error", snapshot.problemCounts.errors()},
                        {"warning", snapshot.problemCounts.warnings()},
                        {"note", snapshot.problemCounts.notes()}};
    return json;
}

TextTable formatTableOf(const Snapshot& snapshot, const Counts& counts)
{
    TextTable table{{{"format", false}, {"files", true}, {"records", true}}, {}};
    for (std::size_t i = 0; i < counts.formats.size(); ++i) {
        const FormatCount& count = counts.formats[i];
        if (count.records > 0)
            table.rows.push_back(
                {snapshot.formats[i], std::to_string(count.files), std::to_string(count.records)});
    }
    return table;
}

std::string forPeople(const Snapshot& snapshot, const Counts& counts)
{
    constexpr std::size_t kSkippedNamed = 20;
    std::string out = formatTable(formatTableOf(snapshot, counts), TableFormat::Aligned);
    out += "\nrecords   " + std::to_string(snapshot.recordCount()) + "\nmessages  " +
           std::to_string(snapshot.messages.count) + "\nproblems  " +
           std::to_string(snapshot.problemCounts.errors()) + " errors, " +
           std::to_string(snapshot.problemCounts.warnings()) + " warnings, " +
           std::to_string(snapshot.problemCounts.notes()) + " notes\n";
    std::size_t skipped = 0;
    for (std::size_t i = 0; i < counts.files.size(); ++i) {
        if (counts.files[i].records > 0)
            continue;
        if (skipped++ == 0)
            out += "\nskipped\n";
        if (skipped <= kSkippedNamed)
            out += "  " +
                   visibleLine(snapshot.files[i].shownPath + ": " + inEnglish(snapshot.files[i].skipReason)) +
                   "\n";
    }
    if (skipped > kSkippedNamed)
        out += "  … and " + std::to_string(skipped - kSkippedNamed) + " more\n";
    return out;
}

class Info final : public Command {
public:
    std::string name() const override { return "info"; }
    std::string summary() const override
    {
        return "Show the formats found, records, problems and skipped files";
    }
    void addOptions(CLI::App&) override {}
    std::vector<std::string> formats() const override
    {
        return {"table", "json", "csv", "markdown", "latex"};
    }

    int run(const CommonOptions& options, Console& console) override
    {
        const SnapshotPtr snapshot = loadForCommand(options, console);
        if (!snapshot)
            return kNothingRead;
        const Counts counts = countOf(*snapshot);
        const Coverage coverage =
            coverageOf(*snapshot, snapshot->recordCount(), withoutViewFilter(options, console), {});
        if (options.format == "json") {
            Json json = infoJson(*snapshot, counts);
            addCoverage(json, coverage);
            printJson(json, options, console);
            return codeForUnread(*snapshot, console);
        }
        TextTable table = formatTableOf(*snapshot, counts);
        if (options.format == "table") {
            console.print(forPeople(*snapshot, counts));
            noteCoverage(coverage, console);
        } else {
            table.captions = coverage.phrases();
            printTable(table, options, console);
        }
        return codeForUnread(*snapshot, console);
    }
};

} // namespace

std::unique_ptr<Command> infoCommand()
{
    return std::make_unique<Info>();
}

} // namespace duologue::cli
