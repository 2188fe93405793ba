// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/output.h"
#include "core/analysis/report_table.h"
#include "core/load/problem_place.h"
#include "core/util/escape.h"

#include <nlohmann/json.hpp>

namespace duologue::cli {

namespace {

using Json = nlohmann::ordered_json;

struct PlacedProblem {
    Problem problem;
    std::string file;
    std::optional<TextPlace> place;
};

std::vector<PlacedProblem> problemsOf(const Snapshot& snapshot)
{
    std::vector<Problem> problems;
    for (std::size_t i = 0; i < snapshot.problems.size(); ++i)
        problems.push_back(snapshot.problems[i]);
    const auto places = placesOf(snapshot, problems, Job());
    std::vector<PlacedProblem> placed;
    for (std::size_t i = 0; i < problems.size(); ++i) {
        const FileId id = problems[i].where.file;
        placed.push_back(
            {std::move(problems[i]), id == kNoFile ? std::string() : snapshot.file(id).shownPath, places[i]});
    }
    return placed;
}

/// The title says what kind of problem it is, the detail what was found.
std::string messageOf(const Problem& problem)
{
    const std::string title(codeTitle(problem.code));
    return problem.detail.empty() ? title : title + ": " + inEnglish(problem.detail);
}

Json problemsJson(const std::vector<PlacedProblem>& problems)
{
    Json list = Json::array();
    for (const PlacedProblem& each : problems) {
        list.push_back({{"severity", std::string(severityName(each.problem.severity))},
                        {"code", std::string(codeName(each.problem.code))},
                        {"file", each.file},
                        {"line", each.place ? Json(each.place->line) : Json()},
                        {"column", each.place ? Json(each.place->column) : Json()},
                        {"pointer", each.problem.pointer},
                        {"message", messageOf(each.problem)}});
    }
    return list;
}

TextTable problemsTable(const std::vector<PlacedProblem>& problems)
{
    TextTable table{{{"severity", false},
                     {"code", false},
                     {"file", false},
                     {"line", true},
                     {"column", true},
                     {"pointer", false},
                     {"message", false}},
                    {}};
    for (const PlacedProblem& each : problems)
        table.rows.push_back({std::string(severityName(each.problem.severity)),
                              std::string(codeName(each.problem.code)), each.file,
                              each.place ? std::to_string(each.place->line) : std::string(),
                              each.place ? std::to_string(each.place->column) : std::string(),
                              each.problem.pointer, messageOf(each.problem)});
    return table;
}

std::string lineOf(const PlacedProblem& each)
{
    std::string line = each.file;
    if (each.place)
        line += ":" + std::to_string(each.place->line) + ":" + std::to_string(each.place->column);
    line += (line.empty() ? "" : ": ") + std::string(severityName(each.problem.severity)) + ": " +
            messageOf(each.problem);
    if (!each.problem.pointer.empty())
        line += " at " + each.problem.pointer;
    return visibleLine(line + " [" + std::string(codeName(each.problem.code)) + "]") + "\n";
}

std::string forPeople(const Snapshot& snapshot, const std::vector<PlacedProblem>& problems)
{
    std::string out;
    for (const PlacedProblem& each : problems)
        out += lineOf(each);
    const ProblemCounts& counts = snapshot.problemCounts;
    if (snapshot.problemsCapped)
        out += "… and more of the same kinds\n";
    return out + std::to_string(snapshot.recordCount()) + " records, " + std::to_string(counts.errors()) +
           " errors, " + std::to_string(counts.warnings()) + " warnings, " + std::to_string(counts.notes()) +
           " notes\n";
}

class Validate final : public Command {
public:
    std::string name() const override { return "validate"; }
    std::string summary() const override { return "List all problems with file, line and column"; }
    void addOptions(CLI::App&) override {}
    std::vector<std::string> formats() const override { return {"text", "json", "csv"}; }

    int run(const CommonOptions& options, Console& console) override
    {
        withoutViewFilter(options, console);
        const SnapshotPtr snapshot = loadWithProgress(options, console);
        const auto problems = problemsOf(*snapshot);
        if (options.format == "json")
            printJson(problemsJson(problems), options, console);
        else if (options.format == "csv")
            printTable(problemsTable(problems), options, console);
        else
            console.print(forPeople(*snapshot, problems));
        if (!anyFileRead(*snapshot)) {
            sayNothingRead(*snapshot, options, console);
            return kNothingRead;
        }
        return snapshot->problemCounts.errors() > 0 ? kFound : kDone;
    }

private:
    /// A file counts as read even if all its records are broken or it has none.
    static bool anyFileRead(const Snapshot& snapshot)
    {
        for (std::size_t i = 0; i < snapshot.problems.size(); ++i) {
            if (snapshot.problems[i].code > ProblemCode::LinkLoop)
                return true;
        }
        return snapshot.recordCount() > 0;
    }
};

} // namespace

std::unique_ptr<Command> validateCommand()
{
    return std::make_unique<Validate>();
}

} // namespace duologue::cli
