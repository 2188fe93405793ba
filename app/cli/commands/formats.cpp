// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/output.h"
#include "core/dataset/load/format_search.h"
#include "core/stats/report/text_table.h"

#include <nlohmann/json.hpp>

namespace duologue::cli {

namespace {

class Formats final : public Command {
public:
    std::string name() const override { return "formats"; }
    std::string summary() const override { return "Every format it reads, with its detection rule"; }
    bool needsPaths() const override { return false; }
    void addOptions(CLI::App&) override {}
    std::vector<std::string> formats() const override
    {
        return {"table", "csv", "tsv", "json", "markdown", "latex"};
    }

    int run(const CommonOptions& options, Console& console) override
    {
        const FoundFormats found = findFormats(options.paths, formatFolder(), Job(), options.links());
        for (const Problem& problem : found.problems)
            console.say(std::string(codeTitle(problem.code)) + ": " + inEnglish(problem.detail) +
                        (problem.pointer.empty() ? "" : " at " + problem.pointer));
        nlohmann::ordered_json list = nlohmann::ordered_json::array();
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
};

} // namespace

std::unique_ptr<Command> formatsCommand()
{
    return std::make_unique<Formats>();
}

} // namespace duologue::cli
