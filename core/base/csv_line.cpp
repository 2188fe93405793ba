// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/csv_line.h"

#include "core/base/parse_number.h"

#include <string_view>

namespace duologue {

namespace {

/// A number, with or without a sign, for every spreadsheet: "-1" is one, "-1+cmd" and "-1-1" are not.
bool isPlainNumber(std::string_view cell)
{
    if (cell.starts_with('-') || cell.starts_with('+'))
        cell.remove_prefix(1);
    if (cell.empty() || std::string_view("0123456789.").find(cell.front()) == std::string_view::npos)
        return false;
    return parseNumber<double>(cell).has_value();
}

std::string csvCell(std::string_view cell, char separator, bool guardFormulas)
{
    std::string guarded(cell);
    if (guardFormulas && wouldRun(cell))
        guarded.insert(guarded.begin(), '\'');
    if (guarded.find_first_of("\"\r\n") == std::string::npos && guarded.find(separator) == std::string::npos)
        return guarded;
    std::string quoted = "\"";
    for (const char c : guarded) {
        if (c == '"')
            quoted += '"';
        quoted += c;
    }
    return quoted + "\"";
}

} // namespace

bool wouldRun(std::string_view cell)
{
    return !cell.empty() && std::string_view("=+-@\t\r\n").find(cell.front()) != std::string_view::npos &&
           !isPlainNumber(cell);
}

void appendCsvLine(std::span<const std::string> cells, char separator, bool guardFormulas, std::string& out)
{
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i > 0)
            out += separator;
        out += csvCell(cells[i], separator, guardFormulas);
    }
    out += '\n';
}

} // namespace duologue
