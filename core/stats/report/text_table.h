// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/tally/tally.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// A table of texts as it is printed, copied and exported.
struct TextTable {
    struct Column {
        std::string title;
        bool rightAligned = false;
    };

    std::vector<Column> columns;
    std::vector<std::vector<std::string>> rows;
};

enum class TableFormat { Aligned, Csv, Tsv, Markdown, Latex };

/// "table", "csv", "tsv", "markdown", "latex".
std::optional<TableFormat> tableFormatOf(std::string_view name);

/// The whole table as text, each row ending in a line break. CSV and TSV hold the cells as they are;
/// `guardFormulas` puts an apostrophe before those that a spreadsheet would run: cells, no numbers, that
/// begin with one of = + - @ or with a tab or line break. In the other formats, which people read, a cell is
/// nothing but text: control characters and line breaks are shown (visibleLine(); Markdown's line break is
/// "<br>"), and what the format would take for markup or a command is escaped.
std::string formatTable(const TextTable& table, TableFormat format, bool guardFormulas = false);

/// As tables write means and shares; empty for NaN.
std::string fourDecimals(double value);

/// A tally as scripts and papers want it: the fields, n (or messages), then each mean with four decimals.
TextTable tableOf(const Tally& tally);

/// Columns that `text` takes on a terminal: Chinese characters take two.
std::size_t displayWidth(std::string_view text);

} // namespace duologue
