// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/output.h"
#include "core/analysis/report_table.h"
#include "core/query/query.h"

#include <nlohmann/json.hpp>

namespace duologue::cli {

namespace {

class Queries final : public Command {
public:
    std::string name() const override { return "queries"; }
    std::string summary() const override { return "Explain the syntax of --where by example"; }
    bool needsPaths() const override { return false; }
    void addOptions(CLI::App&) override {}
    std::vector<std::string> formats() const override
    {
        return {"table", "csv", "tsv", "json", "markdown", "latex"};
    }

    int run(const CommonOptions& options, Console& console) override
    {
        nlohmann::ordered_json list = nlohmann::ordered_json::array();
        TextTable table{{{"query", false}, {"keeps conversations where", false}}, {}};
        for (const QueryForm& form : kQueryForms) {
            table.rows.push_back({std::string(form.example), std::string(form.meaning)});
            list.push_back({{"query", form.example}, {"meaning", form.meaning}});
        }
        if (options.format == "json")
            printJson(list, options, console);
        else
            printTable(table, options, console);
        console.note("fields of messages: " + std::string(kMessageFieldKeys));
        return kDone;
    }
};

} // namespace

std::unique_ptr<Command> queriesCommand()
{
    return std::make_unique<Queries>();
}

} // namespace duologue::cli
