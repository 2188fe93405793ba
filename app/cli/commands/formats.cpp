// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/output.h"
#include "core/analysis/report_table.h"
#include "core/data/record_keys.h"
#include "core/formats/format.h"
#include "core/load/format_search.h"
#include "core/load/record_shapes.h"

#include <nlohmann/json.hpp>

namespace duologue::cli {

namespace {

using OrderedJson = nlohmann::ordered_json;

std::string joined(const std::vector<std::string>& parts)
{
    std::string all;
    for (const std::string& part : parts)
        all.append(all.empty() ? "" : ", ").append(part);
    return all;
}

OrderedJson shapesJson(const Snapshot& snapshot, const ShapeTally& tally)
{
    OrderedJson shapes = OrderedJson::array();
    for (const RecordShape& shape : tally.shapes)
        shapes.push_back({{"records", shape.records},
                          {"format", shape.formatId},
                          {"certainty", inEnglish(wordOf(shape.certainty))},
                          {"why", inEnglish(shape.why)},
                          {"example", nameOfRecord(snapshot, shape.example)},
                          {"keys", shape.keys}});
    return {{"records", tally.rows},
            {"looked_at", tally.looked},
            {"broken", tally.broken},
            {"unread", tally.unread},
            {"shapes", shapes},
            {"shapes_left_out", tally.shapesLeftOut},
            {"records_left_out", tally.recordsLeftOut}};
}

TextTable shapesTable(const Snapshot& snapshot, const ShapeTally& tally)
{
    TextTable table{{{"records", true},
                     {"format", false},
                     {"sure", false},
                     {"example", false},
                     {"why", false},
                     {"keys", false}},
                    {}};
    for (const RecordShape& shape : tally.shapes)
        table.rows.push_back({std::to_string(shape.records), shape.formatId,
                              inEnglish(wordOf(shape.certainty)), nameOfRecord(snapshot, shape.example),
                              inEnglish(shape.why), joined(shape.keys)});
    return table;
}

class Formats final : public Command {
public:
    std::string name() const override { return "formats"; }
    std::string summary() const override
    {
        return "List all formats and their detection rules; with paths, how each shape of record is read and "
               "why";
    }
    bool needsPaths() const override { return false; }
    void addOptions(CLI::App&) override {}
    std::vector<std::string> formats() const override
    {
        return {"table", "csv", "tsv", "json", "markdown", "latex"};
    }

    int run(const CommonOptions& options, Console& console) override
    {
        return options.paths.empty() ? listFormats(options, console) : listShapes(options, console);
    }

private:
    static void say(const Problem& problem, Console& console)
    {
        console.say(std::string(codeTitle(problem.code)) + ": " + inEnglish(problem.detail) +
                    (problem.pointer.empty() ? "" : " at " + problem.pointer));
    }

    static int listFormats(const CommonOptions& options, Console& console)
    {
        const FoundFormats found = findFormats({}, formatFolder(), Job(), options.links());
        for (const Problem& problem : found.problems)
            say(problem, console);
        OrderedJson list = OrderedJson::array();
        TextTable table{{{"id", false}, {"title", false}, {"recognised by", false}}, {}};
        for (const Format* format : found.formats->formats()) {
            const std::string id(format->id());
            const std::string title(format->title());
            const std::string rule(format->rule());
            table.rows.push_back({id, title, rule});
            list.push_back({{"id", id}, {"title", title}, {"rule", rule}});
        }
        if (options.format == "json")
            printJson(list, options, console);
        else
            printTable(table, options, console);
        return kDone;
    }

    static int listShapes(const CommonOptions& options, Console& console)
    {
        const SnapshotPtr snapshot = loadForCommand(options, console);
        if (!snapshot)
            return kNothingRead;
        // A description that is of no use is why records are not read by it.
        for (std::size_t i = 0; i < snapshot->problems.size(); ++i) {
            if (snapshot->problems[i].code == ProblemCode::FormatFileInvalid)
                say(snapshot->problems[i], console);
        }
        const ShapeTally tally = shapesOf(*snapshot, RowSet(snapshot->recordCount(), true), Job());
        Coverage coverage =
            coverageOf(*snapshot, snapshot->recordCount(), withoutViewFilter(options, console), {});
        for (Phrase& gap : gapsOf(tally))
            coverage.remarks.push_back(std::move(gap));
        if (options.format == "json") {
            printJson(shapesJson(*snapshot, tally), options, console);
            noteCoverage(coverage, console);
        } else {
            TextTable table = shapesTable(*snapshot, tally);
            table.captions = coverage.phrases();
            printTable(table, options, console);
        }
        return codeForUnread(*snapshot, console);
    }
};

} // namespace

std::unique_ptr<Command> formatsCommand()
{
    return std::make_unique<Formats>();
}

} // namespace duologue::cli
