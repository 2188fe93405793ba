// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/csv/csv_reader.h"

#include <algorithm>

namespace duologue {

namespace {

constexpr std::string_view kDelimiters = ",;\t|";
/// So many rows show the delimiter.
constexpr std::size_t kRowsToCompare = 100;

/// How well a delimiter fits, from 0 to 1.
double fitOf(std::string_view head, bool isWhole, char delimiter)
{
    CsvReader reader(head, delimiter, isWhole);
    std::vector<CsvCell> cells;
    std::size_t columns = 0;
    std::size_t rows = 0;
    std::size_t alike = 0;
    for (; rows < kRowsToCompare && reader.next(cells); ++rows) {
        if (rows == 0)
            columns = cells.size();
        alike += cells.size() == columns ? 1 : 0;
    }
    if (columns < 2)
        return 0;
    // A header alone: more columns are better.
    return rows == 1 ? 1 - 1 / static_cast<double>(columns)
                     : static_cast<double>(alike) / static_cast<double>(rows);
}

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

bool CsvReader::skipBlankLines()
{
    while (m_offset < m_bytes.size()) {
        const std::string_view rest = m_bytes.substr(m_offset);
        if (rest.starts_with("\r\n") || (m_isLast && rest == "\r"))
            m_offset += rest.size() > 1 ? 2 : 1;
        else if (rest.front() == '\n')
            ++m_offset;
        else
            return true;
    }
    return false;
}

std::size_t CsvReader::endLength(std::size_t at) const
{
    const std::string_view rest = m_bytes.substr(at);
    if (rest.starts_with(m_delimiter) || rest.starts_with('\n'))
        return 1;
    return rest.starts_with("\r\n") ? 2 : 0;
}

bool CsvReader::takeQuoted(std::size_t& at, CsvCell& cell)
{
    const std::size_t begin = at + 1;
    bool hasStrayQuote = false;
    for (std::size_t from = begin;;) {
        const std::size_t quote = m_bytes.find('"', from);
        if (quote == std::string_view::npos)
            return false;
        const std::string_view after = m_bytes.substr(quote + 1);
        const bool isAtEnd = m_isLast && (after.empty() || after == "\r");
        if (!m_isLast && (after.empty() || after == "\r"))
            return false;
        if (isAtEnd || endLength(quote + 1) > 0) {
            cell = {m_bytes.substr(begin, quote - begin), true};
            m_hasStrayQuote = m_hasStrayQuote || hasStrayQuote;
            at = isAtEnd ? m_bytes.size() : quote + 1;
            return true;
        }
        const bool isDoubled = after.front() == '"';
        hasStrayQuote = hasStrayQuote || !isDoubled;
        from = quote + (isDoubled ? 2 : 1);
    }
}

bool CsvReader::takeCell(std::size_t& at, CsvCell& cell)
{
    if (m_bytes.substr(at).starts_with('"'))
        return takeQuoted(at, cell);
    const auto* const begin = m_bytes.begin() + static_cast<std::ptrdiff_t>(at);
    const auto* const end =
        std::find_if(begin, m_bytes.end(), [this](char c) { return c == m_delimiter || c == '\n'; });
    if (end == m_bytes.end() && !m_isLast)
        return false;
    std::string_view text(begin, static_cast<std::size_t>(end - begin));
    at += text.size();
    if (text.ends_with('\r') && (end == m_bytes.end() || *end == '\n'))
        text.remove_suffix(1);
    cell = {text, false};
    return true;
}

bool CsvReader::next(std::vector<CsvCell>& cells)
{
    if (!skipBlankLines())
        return false;
    m_hasStrayQuote = false;
    cells.clear();
    for (std::size_t at = m_offset;;) {
        if (!takeCell(at, cells.emplace_back()))
            return false;
        const bool hasMore = m_bytes.substr(at).starts_with(m_delimiter);
        at += endLength(at);
        if (!hasMore) {
            m_offset = at;
            return true;
        }
    }
}

bool CsvReader::skip()
{
    if (!skipBlankLines())
        return false;
    const std::size_t newline = m_bytes.find('\n', m_offset);
    const bool isCut = newline == std::string_view::npos;
    const std::size_t end = isCut ? m_bytes.size() : newline;
    if (m_bytes.substr(m_offset, end - m_offset).find('"') != std::string_view::npos)
        return next(m_skipped);
    if (isCut && !m_isLast)
        return false;
    m_offset = isCut ? end : end + 1;
    return true;
}

char delimiterOf(std::string_view head, bool isWhole, char usual)
{
    char best = usual;
    double fit = fitOf(head, isWhole, usual);
    for (const char delimiter : kDelimiters) {
        if (const double other = fitOf(head, isWhole, delimiter); other > fit) {
            best = delimiter;
            fit = other;
        }
    }
    return best;
}

} // namespace duologue
