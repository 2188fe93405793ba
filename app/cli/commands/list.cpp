// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/output.h"
#include "app/cli/record_order.h"
#include "core/analysis/report_table.h"
#include "core/data/batch_columns.h"
#include "core/export/conversation_json.h"
#include "core/export/conversation_text.h"
#include "core/export/plain_messages.h"
#include "core/load/record_reader.h"
#include "core/util/numbers.h"
#include "core/util/phrase_id.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_map>

namespace duologue::cli {

namespace {

using Json = nlohmann::ordered_json;

/// Whether the column has words that the records may write as numbers or flags, or as a list of them.
bool mayHaveOthers(const FieldReader& field)
{
    const Column* const own = field.anyColumn();
    const bool isOfRecords = own != nullptr && !own->info.ofMessages && !own->info.rawKey.empty();
    if (!isOfRecords || field.isNumber() || (field.areDigits() && !field.hasManyValues()) ||
        (own->info.kind != FieldKind::Category && own->info.kind != FieldKind::Categories))
        return false;
    for (std::size_t code = 0; code < own->categories.size(); ++code) {
        if (mayBeOtherThanText(own->categories[code].shown(), field.hasManyValues()))
            return true;
    }
    return false;
}

/// A value as the record writes it; a label that has a name by its name.
Json ownJson(const Field& field)
{
    const bool isNamed =
        field.value.isNumber() && field.kind != FieldKind::Number && !isJsonNumber(field.name.shown());
    if (isNamed || field.value.isMissing() || (field.value.isString() && field.kind != FieldKind::Tree))
        return std::string(field.name.shown());
    return valueOfField(field);
}

/// The values of columns that only the records tell, because a column has words.
class OwnValues {
public:
    OwnValues(const Snapshot& snapshot, const std::vector<FieldReader>& fields, const RowOrder& order)
    {
        for (const FieldReader& field : fields) {
            if (mayHaveOthers(field))
                m_values[field.info().rawKey];
        }
        if (m_values.empty())
            return;
        std::vector<Row> rows(order.begin(), order.end());
        std::sort(rows.begin(), rows.end());
        forEachRecord(snapshot, rows, {.threads = 1}, Job(), [this](std::size_t, RecordReader& record) {
            if (const Conversation* const conversation = record.conversation())
                add(record.row(), *conversation);
        });
    }

    /// Null if the column has the values itself, or the record could not be read again.
    const Json* find(const FieldReader& field, Row row) const
    {
        const auto column = m_values.find(field.info().rawKey);
        if (column == m_values.end())
            return nullptr;
        const auto found = column->second.find(indexOf(row));
        return found == column->second.end() ? nullptr : &found->second;
    }

private:
    void add(Row row, const Conversation& record)
    {
        for (const Field& field : record.fields) {
            const auto column = m_values.find(rawKeyOf(field));
            if (column == m_values.end())
                continue;
            const auto [cell, isNew] = column->second.try_emplace(indexOf(row));
            if (field.kind != FieldKind::Categories)
                cell->second = ownJson(field);
            else if (isNew || !cell->second.is_array())
                cell->second = Json::array({ownJson(field)});
            else
                cell->second.push_back(ownJson(field));
        }
    }

    /// By FieldInfo::rawKey and the index of the row.
    std::map<std::string, std::unordered_map<std::size_t, Json>> m_values;
};

Json cellJson(const FieldReader& field, Row row, const OwnValues& values)
{
    if (!field.has(row))
        return {};
    if (const Json* const own = values.find(field, row))
        return *own;
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
    std::string summary() const override
    {
        return "Print one line per conversation, with the columns you choose";
    }
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
        print(*snapshot, fields, *order, coverage, options, console);
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

    static void print(const Snapshot& snapshot, const std::vector<FieldReader>& fields, const RowOrder& order,
                      const Coverage& coverage, const CommonOptions& options, Console& console)
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
        const OwnValues values(snapshot, fields, order);
        const auto recordAt = [&](std::size_t index) {
            Json record;
            for (const FieldReader& field : fields)
                record[field.info().key] = cellJson(field, order[index], values);
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
