// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/output.h"
#include "app/cli/record_order.h"
#include "core/base/phrase_id.h"
#include "core/base/whole_number.h"
#include "core/export/conversation_text.h"
#include "core/stats/report/text_table.h"

#include <CLI/CLI.hpp>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace duologue::cli {

namespace {

using Json = nlohmann::ordered_json;

Json cellJson(const FieldReader& field, Row row)
{
    if (!field.has(row))
        return {};
    if (field.isNumber())
        return Json::parse(numberText(field.number(row)));
    if (field.hasManyValues())
        return field.texts(row);
    if (field.info().kind == FieldKind::Flag)
        return field.text(row) == "true";
    return field.areDigits() ? digitsJson(field.text(row)) : Json(field.text(row));
}

/// Printed if no columns are chosen.
bool isUsual(const FieldReader& field)
{
    const FieldTraits& traits = field.info().traits;
    return traits.isUsual || traits.isRating;
}

class List final : public Command {
public:
    std::string name() const override { return "list"; }
    std::string summary() const override { return "One line a conversation, with the columns you want"; }
    std::vector<std::string> formats() const override
    {
        return {"table", "csv", "json", "jsonl", "markdown", "latex", "tsv"};
    }

    void addOptions(CLI::App& app) override
    {
        m_query.addTo(app);
        addTexts(app, "--columns", m_columns, "Fields to print, separated by commas");
        addText(app, "--sort", m_sort, "FIELD or FIELD:desc");
        expectWholeNumber(*app.add_option("--limit", m_limit, "At most this many records"), 0,
                          std::numeric_limits<std::size_t>::max());
    }

    TableRequest tableRequest(const CommonOptions& /*options*/) const override
    {
        return {.where = m_query.where, .sort = m_sort, .limit = m_limit};
    }

    int run(const CommonOptions& options, Console& console) override
    {
        const SnapshotPtr snapshot = loadForCommand(options, console);
        if (!snapshot)
            return kNothingRead;
        std::vector<FieldReader> fields;
        const auto columns = m_columns.empty() ? options.view.columns : commaSeparated(m_columns);
        if (!chooseFields(*snapshot, columns, fields, console))
            return kUsage;
        const auto rows = chosenRows(*snapshot, options, m_query, console);
        if (!rows)
            return kUsage;
        auto order = sortedRows(*snapshot, *rows, m_sort.empty() ? options.view.sort : m_sort, console);
        if (!order)
            return kUsage;
        Coverage coverage = coverageOf(*snapshot, order->size(), options, m_query);
        if (order->size() > m_limit) {
            coverage.remarks.emplace_back(PhraseId::FirstShown, groupedDigits(m_limit),
                                          groupedDigits(order->size()));
            order->resize(m_limit);
        }
        print(fields, *order, coverage, options, console);
        return codeForUnread(*snapshot, console);
    }

private:
    bool chooseFields(const Snapshot& snapshot, const std::vector<std::string>& columns,
                      std::vector<FieldReader>& fields, Console& console) const
    {
        if (columns.empty() && m_columns.empty()) {
            for (FieldReader& field : allFields(snapshot)) {
                if (!isUsual(field))
                    continue;
                noteOwnKey(snapshot, field, console);
                fields.push_back(std::move(field));
            }
            return true;
        }
        for (const std::string& name : columns) {
            auto field = namedField(snapshot, "--columns", name, console);
            if (!field)
                return false;
            fields.push_back(std::move(*field));
        }
        if (fields.empty())
            console.say("--columns: expected the names of fields, separated by commas");
        return !fields.empty();
    }

    static void print(const std::vector<FieldReader>& fields, const RowOrder& order, const Coverage& coverage,
                      const CommonOptions& options, Console& console)
    {
        if (tableFormatOf(options.format)) {
            TextTable table;
            table.captions = coverage.phrases();
            for (const FieldReader& field : fields)
                table.columns.push_back({field.info().key, field.isNumber()});
            for (const Row row : order) {
                std::vector<std::string> cells;
                cells.reserve(fields.size());
                for (const FieldReader& field : fields)
                    cells.push_back(field.text(row));
                table.rows.push_back(std::move(cells));
            }
            printTable(table, options, console);
            return;
        }
        const auto recordAt = [&](std::size_t index) {
            Json record;
            for (const FieldReader& field : fields)
                record[field.info().key] = cellJson(field, order[index]);
            return record;
        };
        printJsonRows(order.size(), recordAt, options, console);
        noteCoverage(coverage, console);
    }

    QueryOptions m_query;
    std::vector<std::string> m_columns;
    std::string m_sort;
    std::size_t m_limit = std::numeric_limits<std::size_t>::max();
};

} // namespace

std::unique_ptr<Command> listCommand()
{
    return std::make_unique<List>();
}

} // namespace duologue::cli
