// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/report.h"
#include "core/analysis/tally.h"
#include "core/util/phrase.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// A table of texts, to be printed, copied or exported.
struct TextTable {
    struct Column {
        std::string title;
        bool rightAligned = false;
    };

    std::vector<Column> columns;
    std::vector<std::vector<std::string>> rows;
    /// What its numbers are of (Coverage): lines below the table, but not of CSV and TSV.
    std::vector<Phrase> captions = {};
    /// What the table is and what it is of, in one line: above the table, in LaTeX its caption, but not of
    /// CSV and TSV.
    std::string title = {};
};

enum class TableFormat { Aligned, Csv, Tsv, Markdown, Latex };

/// "table", "csv", "tsv", "markdown", "latex".
std::optional<TableFormat> tableFormatOf(std::string_view name);

/// The whole table as text, each row ending in a line break. CSV and TSV contain the cells unchanged;
/// `guardFormulas` puts an apostrophe before cells that a spreadsheet would run, which begin with one of = +
/// - @, a tab or a line break and are not numbers. The other formats are for people: control characters and
/// line breaks are made visible (visibleLine(); Markdown's line break is "<br>"), and markup and commands of
/// the format are escaped.
std::string formatTable(const TextTable& table, TableFormat format, bool guardFormulas = false);

/// The format of means and shares in tables: four decimals, but four significant digits of what is nearer to
/// 0 than 0.01 ("1.5e-05"), so that only 0 looks like 0. Empty for NaN.
std::string fourDecimals(double value);

/// 0 for what is left of numbers of the size of `scale` where the exact result is 0.
double withoutNoise(double value, double scale);

/// Converts a tally to a table for scripts and papers: the fields, n (or messages), then each mean by
/// fourDecimals().
TextTable tableOf(const Tally& tally);

/// Whether a record, or a message, may have several values of the field, each of which counts it.
bool mayBeInSeveral(const FieldInfo& field);

/// What a tally leaves out: records or messages that are in no row, and values that a mean lacks.
std::vector<Phrase> leftOutOf(const Tally& tally);

/// Number of columns that `text` takes on a terminal: Chinese characters take two.
std::size_t displayWidth(std::string_view text);

/// Converts a report to a table for scripts and papers. Bars and cells: the fields, n (or messages), for
/// cells of shares the share with its interval, then each mean with its own n, standard deviation and 95 %
/// interval. A comparison: a line for each field, value and cohort. Four decimals; unknown figures are
/// empty.
TextTable tableOf(const ReportData& data);

/// The total count of each line of cells, with the text of the line's value.
std::vector<std::pair<std::string, std::uint64_t>> lineSums(const Tally& cells);

} // namespace duologue
