// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/csv/csv_reader.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace duologue {

/// The first line of a file for Excel, "sep=;". It names the delimiter and is no row.
struct DelimiterLine {
    char delimiter = ',';
    /// Of the line, with its line break.
    std::size_t length = 0;
};

/// Nothing if `head`, the beginning of a file after a byte order mark, has no such line.
std::optional<DelimiterLine> delimiterLineOf(std::string_view head);

/// The delimiter with which the most rows have as many cells as the first one: a comma, a semicolon, a tab or
/// a vertical bar. Of those that fit equally well, it is the tab, or the one with more cells; `usual` if no
/// other is better.
/// `head` is the beginning of a file.
char delimiterOf(std::string_view head, CsvPart part, char usual);

} // namespace duologue
