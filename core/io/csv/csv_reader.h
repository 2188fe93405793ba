// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// A cell of a row as it is in the file, without the quotation marks around it.
struct CsvCell {
    std::string_view bytes;
    bool isQuoted = false;

    /// What it says: in quotation marks, two of them are one.
    std::string text() const;
};

/// Splits text into rows of cells, as RFC 4180 has it: a cell may be in quotation marks, and may then hold
/// delimiters, line breaks, and quotation marks that are doubled. One that is not doubled ends the cell only
/// if a delimiter or the end of the line follows; otherwise it is text. Blank lines are no rows.
class CsvReader {
public:
    /// `bytes` begin with a row. `isLast`: nothing follows them in the file.
    CsvReader(std::string_view bytes, char delimiter, bool isLast)
        : m_bytes(bytes), m_delimiter(delimiter), m_isLast(isLast)
    {
    }

    /// Splits the next row. False if there is none, or if the bytes end before it does.
    bool next(std::vector<CsvCell>& cells);
    /// Passes over the next row; the same otherwise.
    bool skip();
    /// Where the next row begins, or the one that is not whole.
    std::size_t offset() const { return m_offset; }
    /// The row that was read last has a quotation mark that should be doubled.
    bool hasStrayQuote() const { return m_hasStrayQuote; }

private:
    bool skipBlankLines();
    /// Moves `at` behind the cell that begins there. False if the bytes end too early.
    bool takeCell(std::size_t& at, CsvCell& cell);
    bool takeQuoted(std::size_t& at, CsvCell& cell);
    /// The length of the delimiter or line break at `at`; 0 if there is none.
    std::size_t endLength(std::size_t at) const;

    std::string_view m_bytes;
    char m_delimiter;
    bool m_isLast;
    std::size_t m_offset = 0;
    bool m_hasStrayQuote = false;
    std::vector<CsvCell> m_skipped;
};

/// The delimiter with which the most rows have as many cells as the first one: a comma, a semicolon, a tab or
/// a vertical bar. `usual` if no other is better. `head` is the beginning of a file.
char delimiterOf(std::string_view head, bool isWhole, char usual);

} // namespace duologue
