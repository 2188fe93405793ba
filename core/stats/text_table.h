// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/tally.h"

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

/// The whole table as text, each row ending in a line break. Cells are escaped as the format needs;
/// `guardFormulas` puts an apostrophe before cells that a spreadsheet would run.
std::string formatTable(const TextTable& table, TableFormat format, bool guardFormulas = false);

/// A tally as scripts and papers want it: the fields, n (or messages), then each mean with four decimals.
TextTable tableOf(const Tally& tally);

/// Columns that `text` takes on a terminal: Chinese characters take two.
std::size_t displayWidth(std::string_view text);

} // namespace duologue
