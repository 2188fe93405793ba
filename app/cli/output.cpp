// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "core/analysis/report_table.h"
#include "core/export/conversation_text.h"
#include "core/export/exporter.h"
#include "core/util/phrase_id.h"

#include <nlohmann/json.hpp>

namespace duologue::cli {

using Json = nlohmann::ordered_json;

namespace {

constexpr int kOnOneLine = -1;
constexpr int kIndented = 2;

} // namespace

void printTable(const TextTable& table, const CommonOptions& options, Console& console)
{
    const TableFormat format = *tableFormatOf(options.format);
    if (!options.quiet || table.captions.empty()) {
        console.print(formatTable(table, format, !options.rawCells));
    } else {
        TextTable bare = table;
        bare.captions.clear();
        console.print(formatTable(bare, format, !options.rawCells));
    }
    if (format == TableFormat::Csv || format == TableFormat::Tsv) {
        for (const Phrase& caption : table.captions)
            console.note(inEnglish(caption));
    }
}

void noteCoverage(const Coverage& coverage, Console& console)
{
    for (const Phrase& phrase : coverage.phrases())
        console.note(inEnglish(phrase));
}

void sayLosses(const Losses& losses, Console& console)
{
    std::string fields;
    for (const Loss& loss : losses.list()) {
        // There may be hundreds of them.
        if (loss.what.id == PhraseId::LostField)
            fields += (fields.empty() ? "" : ", ") + inEnglish(loss.what.arguments.front()) + ": " +
                      std::to_string(loss.values);
        else
            console.note(
                "not written: " + inEnglish(loss.what) + ": " + std::to_string(loss.values) +
                (loss.values == loss.records ? "" : " in " + std::to_string(loss.records) + " records"));
    }
    if (!fields.empty())
        console.note("not written: values of the record under " + fields);
    for (const Phrase& remark : losses.remarks())
        console.note(inEnglish(remark));
}

void printJson(const Json& json, const CommonOptions& options, Console& console)
{
    const bool hasLines = options.format == "jsonl";
    if (hasLines && json.is_array()) {
        for (const Json& row : json)
            console.print(jsonText(row, kOnOneLine) + "\n");
    } else {
        console.print(jsonText(json, hasLines ? kOnOneLine : kIndented) + "\n");
    }
}

void printJsonRows(std::size_t count, const std::function<Json(std::size_t)>& rowAt,
                   const CommonOptions& options, Console& console)
{
    Json all = Json::array();
    for (std::size_t row = 0; row < count; ++row) {
        if (options.format == "jsonl")
            printJson(rowAt(row), options, console);
        else
            all.push_back(rowAt(row));
    }
    if (options.format != "jsonl")
        printJson(all, options, console);
}

} // namespace duologue::cli
