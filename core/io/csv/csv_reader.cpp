// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/csv/csv_reader.h"

#include <algorithm>
#include <compare>
#include <vector>

namespace duologue {

namespace {

/// So many rows show whether a cell that is not closed ends with its line.
constexpr std::size_t kRowsToJudge = 100;

} // namespace

std::string CsvCell::text() const
{
    std::string text;
    text.reserve(bytes.size());
    std::string_view rest = bytes;
    while (isQuoted) {
        const std::size_t doubled = rest.find("\"\"");
        if (doubled == std::string_view::npos)
            break;
        text += rest.substr(0, doubled + 1);
        rest.remove_prefix(doubled + 2);
    }
    text += rest;
    return text;
}

std::size_t CsvReader::Finder::find(std::string_view bytes, std::size_t from)
{
    if (!m_hasSearched || m_found < from)
        m_found = std::min(bytes.find(m_wanted, from), bytes.size());
    m_hasSearched = true;
    return m_found;
}

bool CsvReader::skipBlankLines()
{
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    const auto isLineEnd = [this](std::size_t at) { return m_bytes[at] == '\n' || m_bytes[at] == '\r'; };
    for (;;) {
        while (m_offset < m_bytes.size() && isLineEnd(m_offset))
            ++m_offset;
        const std::string_view rest = m_bytes.substr(m_offset);
        const std::size_t after = m_offset + m_names.size();
        if (rest.starts_with(kByteOrderMark))
            m_offset += kByteOrderMark.size();
        else if (!m_names.empty() && rest.starts_with(m_names) &&
                 (after < m_bytes.size() ? isLineEnd(after) : isWhole()))
            m_offset = after;
        else
            return m_offset < m_bytes.size();
    }
}

std::size_t CsvReader::endLength(std::size_t at) const
{
    const std::string_view rest = m_bytes.substr(at);
    if (rest.starts_with(m_delimiter) || rest.starts_with('\n'))
        return 1;
    // If the bytes end between CR and LF, the LF is a blank line of the next part.
    return rest.starts_with('\r') ? (rest.starts_with("\r\n") ? 2 : 1) : 0;
}

CsvReader::Quoted CsvReader::takeQuoted(std::size_t& at, CsvCell& cell) const
{
    const std::size_t begin = at + 1;
    for (std::size_t from = begin;;) {
        const std::size_t quote = m_bytes.find('"', from);
        if (quote == std::string_view::npos)
            return m_part == CsvPart::More ? Quoted::NotYet : Quoted::NotClosed;
        const std::size_t after = quote + 1;
        if (after == m_bytes.size() && !isWhole())
            return Quoted::NotYet;
        if (after == m_bytes.size() || endLength(after) > 0) {
            cell = {m_bytes.substr(begin, quote - begin), true};
            at = after;
            return Quoted::Whole;
        }
        if (m_bytes[after] != '"')
            return Quoted::Stray;
        from = after + 1;
    }
}

bool CsvReader::takeToQuote(std::size_t& at, CsvCell& cell)
{
    const std::size_t begin = at + 1;
    if (begin > m_lineEnd) {
        m_lineEnd = std::min(m_bytes.find_first_of("\r\n", begin), m_bytes.size());
        m_noneClosesFrom = m_lineEnd;
    }
    const std::string_view line = m_bytes.substr(0, m_lineEnd);
    std::size_t firstOfRun = m_lineEnd;
    for (std::size_t from = begin; from < m_lineEnd;) {
        const std::size_t quote = line.find('"', from);
        if (quote == std::string_view::npos)
            break;
        // What follows has been looked at for a cell before, and would be again for each of the line.
        const bool isFirst = quote > begin && line[quote - 1] != '"';
        if (isFirst && quote >= m_noneClosesFrom)
            break;
        firstOfRun = isFirst ? std::min(firstOfRun, quote) : firstOfRun;
        if (quote + 1 == line.size() || line[quote + 1] == m_delimiter) {
            cell = {m_bytes.substr(begin, quote - begin), true};
            at = quote + 1;
            return true;
        }
        from = quote + (line[quote + 1] == '"' ? 2 : 1);
    }
    m_noneClosesFrom = std::min(m_noneClosesFrom, firstOfRun);
    return false;
}

bool CsvReader::takeToDelimiter(std::size_t& at, CsvCell& cell) const
{
    const auto* const begin = m_bytes.begin() + static_cast<std::ptrdiff_t>(at);
    const auto* const end = std::find_if(
        begin, m_bytes.end(), [this](char c) { return c == m_delimiter || c == '\n' || c == '\r'; });
    if (end == m_bytes.end() && !isWhole())
        return false;
    cell = {std::string_view(begin, static_cast<std::size_t>(end - begin)), false};
    at += cell.bytes.size();
    return true;
}

bool CsvReader::takeCell(std::size_t& at, CsvCell& cell, bool toQuote)
{
    if (!m_bytes.substr(at).starts_with('"'))
        return takeToDelimiter(at, cell);
    const Quoted quoted = takeQuoted(at, cell);
    m_hasStrayQuote = m_hasStrayQuote || quoted == Quoted::Stray;
    m_hasOpenQuote = m_hasOpenQuote || quoted == Quoted::NotClosed;
    if (quoted == Quoted::Whole || quoted == Quoted::NotYet)
        return quoted == Quoted::Whole;
    return (quoted == Quoted::Stray && toQuote && takeToQuote(at, cell)) || takeToDelimiter(at, cell);
}

std::optional<std::size_t> CsvReader::split(std::vector<CsvCell>& cells, bool toQuote)
{
    m_hasStrayQuote = m_hasOpenQuote = false;
    cells.clear();
    for (std::size_t at = m_offset;;) {
        if (!takeCell(at, cells.emplace_back(), toQuote))
            return std::nullopt;
        const bool hasMore = m_bytes.substr(at).starts_with(m_delimiter);
        at += endLength(at);
        if (!hasMore)
            return at;
    }
}

bool CsvReader::endsWithLine(std::size_t cells, std::size_t after) const
{
    const std::size_t columns = m_columns > 0 ? m_columns : cells;
    if (cells != columns)
        return false;
    CsvReader following(m_bytes.substr(after), m_delimiter, CsvPart::Rows);
    std::vector<CsvCell> row;
    std::size_t rows = 1;
    std::size_t alike = 1;
    for (; rows < kRowsToJudge && following.next(row); ++rows)
        alike += row.size() == columns ? 1 : 0;
    return alike * 2 > rows;
}

bool CsvReader::next(std::vector<CsvCell>& cells)
{
    if (!skipBlankLines())
        return false;
    const auto end = split(cells, false);
    if (!end || (m_hasOpenQuote && m_part != CsvPart::Rows && !endsWithLine(cells.size(), *end)))
        return false;
    if (m_hasStrayQuote && m_columns > 0 && cells.size() != m_columns) {
        // A writer that doubles no quotation marks has put delimiters into the cell.
        const bool hasOpenQuote = m_hasOpenQuote;
        if (split(m_otherCells, true) == end && m_otherCells.size() == m_columns)
            cells.swap(m_otherCells);
        m_hasStrayQuote = true;
        m_hasOpenQuote = hasOpenQuote;
    }
    m_offset = *end;
    return true;
}

bool CsvReader::skip()
{
    if (!skipBlankLines())
        return false;
    const std::size_t end = std::min(m_lineFeeds.find(m_bytes, m_offset), m_returns.find(m_bytes, m_offset));
    if (m_quotes.find(m_bytes, m_offset) < end)
        return next(m_skipped);
    if (end == m_bytes.size() && !isWhole())
        return false;
    m_offset = end == m_bytes.size() ? end : end + endLength(end);
    return true;
}

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
