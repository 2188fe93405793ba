// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/csv/csv_delimiter.h"

#include <compare>
#include <vector>

namespace duologue {

namespace {

constexpr std::string_view kDelimiters = ",;\t|";
/// So many rows show the delimiter.
constexpr std::size_t kRowsToCompare = 100;

/// How well a delimiter fits.
struct Fit {
    /// Of the rows that are like the first one, from 0 to 1.
    double share = 0;
    /// Texts hold commas and semicolons, but hardly tabs.
    bool isTab = false;
    std::size_t columns = 0;

    auto operator<=>(const Fit&) const = default;
};

Fit fitOf(std::string_view head, CsvPart part, char delimiter)
{
    CsvReader reader(head, delimiter, part);
    std::vector<CsvCell> cells;
    std::size_t columns = 0;
    std::size_t rows = 0;
    std::size_t alike = 0;
    for (; rows < kRowsToCompare && reader.next(cells); ++rows) {
        if (rows == 0) {
            columns = cells.size();
            reader.setColumns(columns);
        }
        alike += cells.size() == columns ? 1 : 0;
    }
    if (columns < 2)
        return {};
    // A header alone: more columns are better.
    return {rows == 1 ? 1 - 1 / static_cast<double>(columns)
                      : static_cast<double>(alike) / static_cast<double>(rows),
            delimiter == '\t', columns};
}

} // namespace

std::optional<DelimiterLine> delimiterLineOf(std::string_view head)
{
    constexpr std::string_view kPlain = "sep=";
    constexpr std::string_view kQuoted = "\"sep=";
    const bool isQuoted = head.starts_with(kQuoted);
    if (!isQuoted && !head.starts_with(kPlain))
        return std::nullopt;
    std::string_view rest = head.substr(isQuoted ? kQuoted.size() : kPlain.size());
    // All others are letters or digits, with which a name begins, or would split it.
    constexpr std::string_view kMarks = ",;\t|:^~#!*/ ";
    if (rest.empty() || kMarks.find(rest.front()) == std::string_view::npos)
        return std::nullopt;
    const char delimiter = rest.front();
    rest.remove_prefix(1);
    if (isQuoted && !rest.starts_with('"'))
        return std::nullopt;
    rest.remove_prefix(isQuoted ? 1 : 0);
    if (!rest.empty() && rest.front() != '\r' && rest.front() != '\n')
        return std::nullopt;
    rest.remove_prefix(rest.starts_with("\r\n") ? 2 : rest.empty() ? 0 : 1);
    return DelimiterLine{delimiter, head.size() - rest.size()};
}

char delimiterOf(std::string_view head, CsvPart part, char usual)
{
    char best = usual;
    Fit fit = fitOf(head, part, usual);
    for (const char delimiter : kDelimiters) {
        if (const Fit other = fitOf(head, part, delimiter); other > fit) {
            best = delimiter;
            fit = other;
        }
    }
    return best;
}

} // namespace duologue
