// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "core/export/conversation_text.h"
#include "core/stats/text_table.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace duologue::cli {

namespace {

using Json = nlohmann::ordered_json;

Json valueJson(const GroupValue& value)
{
    return value.number ? Json::parse(value.text) : Json(value.text);
}

Json toJson(const Tally& tally)
{
    Json rows = Json::array();
    for (const TallyRow& row : tally.rows) {
        Json made;
        for (std::size_t i = 0; i < row.values.size(); ++i)
            made[tally.by[i].key] = valueJson(row.values[i]);
        made[tally.ofMessages ? "messages" : "n"] = row.n;
        for (std::size_t i = 0; i < row.means.size(); ++i) {
            const Mean& mean = row.means[i];
            made[tally.means[i].title] = {{"mean", mean.n == 0 ? Json() : Json(mean.mean())}, {"n", mean.n}};
        }
        rows.push_back(std::move(made));
    }
    return rows;
}

class Stats final : public Command {
public:
    std::string name() const override { return "stats"; }
    std::string summary() const override { return "Count by one or two fields, with means of others"; }
    std::vector<std::string> formats() const override
    {
        return {"table", "csv", "json", "jsonl", "markdown", "latex", "tsv"};
    }

    void addOptions(CLI::App& app) override
    {
        app.add_option("--by", m_by, "The field to group by; twice for a cross table")
            ->required()
            ->expected(1)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        app.add_option("--mean", m_means, "A field to take the mean of; as often as you like")
            ->expected(1)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        app.add_option("--where", m_where,
                       "Only records for which this query holds; 'duologue-cli queries' explains them");
    }

    int run(const CommonOptions& options, Console& console) override
    {
        if (m_by.size() > 2) {
            console.say("--by can be given twice at most");
            return kUsage;
        }
        const SnapshotPtr snapshot = loadForCommand(options, console);
        if (!snapshot)
            return kNothingRead;
        std::vector<FieldReader> by;
        std::vector<FieldReader> means;
        if (!resolve(*snapshot, m_by, by, console) || !resolve(*snapshot, m_means, means, console))
            return kUsage;
        for (const FieldReader& field : means) {
            if (!field.isNumber() && !field.hasMessageNumbers()) {
                console.say("--mean " + field.info().key + ": it has no numbers");
                return kUsage;
            }
        }
        const auto rows = rowsWhere(*snapshot, m_where, console);
        if (!rows)
            return kUsage;
        print(tally(*snapshot, *rows, by, means, Job()), options, console);
        return kDone;
    }

private:
    static bool resolve(const Snapshot& snapshot, const std::vector<std::string>& names,
                        std::vector<FieldReader>& fields, Console& console)
    {
        for (const std::string& name : names) {
            auto field = findField(snapshot, name);
            if (!field) {
                const std::string similar = similarField(snapshot, name);
                console.say("no field " + name + (similar.empty() ? "" : ", did you mean " + similar + "?"));
                return false;
            }
            fields.push_back(std::move(*field));
        }
        return true;
    }

    static void print(const Tally& tally, const CommonOptions& options, Console& console)
    {
        if (options.format == "json") {
            console.print(jsonText(toJson(tally), 2) + "\n");
        } else if (options.format == "jsonl") {
            for (const Json& row : toJson(tally))
                console.print(jsonText(row, -1) + "\n");
        } else {
            console.print(formatTable(tableOf(tally), *tableFormatOf(options.format)));
        }
        if (tally.withoutValue > 0)
            console.note(std::to_string(tally.withoutValue) + (tally.ofMessages ? " messages" : " records") +
                         " have no value and are in no row");
    }

    std::vector<std::string> m_by;
    std::vector<std::string> m_means;
    std::string m_where;
};

} // namespace

std::unique_ptr<Command> statsCommand()
{
    return std::make_unique<Stats>();
}

} // namespace duologue::cli
