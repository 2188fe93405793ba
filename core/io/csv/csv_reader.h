// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
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

/// Which part of a file a reader is given. It says what may be concluded from the end of the bytes.
enum class CsvPart : std::uint8_t {
    /// The file goes on. A row that is not whole is not read.
    More,
    /// The file goes on, but no row is longer than these bytes: a cell that is not closed in them never is.
    Longest,
    /// The file ends with them.
    Last,
    /// They are whole rows that another reader has found. It has judged the cells that are not closed.
    Rows,
};

/// Splits text into rows of cells, as RFC 4180 has it: a cell may be in quotation marks, and may then hold
/// delimiters, line breaks, and quotation marks that are doubled. A line ends with LF, CR LF or CR. Blank
/// lines are no rows.
///
/// A cell that only begins with a quotation mark, as in `"Stop" he said`, is text with its marks and ends
/// with its line. So does one whose quotation mark is never closed, if its line and most of those after it
/// then have the right number of cells. If they have not, the reader stops at that row.
class CsvReader {
public:
    /// `bytes` begin with a row. `columns`: the cells of the first row; 0 if that is what is read.
    CsvReader(std::string_view bytes, char delimiter, CsvPart part, std::size_t columns = 0)
        : m_bytes(bytes), m_delimiter(delimiter), m_part(part), m_columns(columns)
    {
    }

    void setColumns(std::size_t columns) { m_columns = columns; }
    /// A row that is equal to `names` in all bytes, without its line end, is passed over: in files that were
    /// joined, the names of the columns come again. Must outlive the reader.
    void setNames(std::string_view names) { m_names = names; }
    /// Splits the next row. False if there is none, if the bytes end before it does, or if a quotation mark
    /// in it is never closed.
    bool next(std::vector<CsvCell>& cells);
    /// Passes over the next row; the same otherwise.
    bool skip();
    /// Where the next row begins, or the one that is not whole.
    std::size_t offset() const { return m_offset; }
    /// The row that was split last has a quotation mark that should be doubled.
    bool hasStrayQuote() const { return m_hasStrayQuote; }
    /// It begins a cell with a quotation mark that is never closed.
    bool hasOpenQuote() const { return m_hasOpenQuote; }

private:
    enum class Quoted : std::uint8_t { Whole, Stray, NotClosed, NotYet };

    /// The next place of one character; each byte is looked at once.
    class Finder {
    public:
        explicit Finder(char wanted) : m_wanted(wanted) {}
        /// The first place from `from` on, which does not fall from call to call; the size if there is none.
        std::size_t find(std::string_view bytes, std::size_t from);

    private:
        char m_wanted;
        bool m_hasSearched = false;
        std::size_t m_found = 0;
    };

    /// Passes over what is between rows, too: names that come again, and byte order marks of joined files.
    bool skipBlankLines();
    /// Splits the row at offset() and returns where it ends, or nothing if the bytes end before it does.
    /// `toQuote`: a cell with stray quotation marks ends with one that a delimiter follows.
    std::optional<std::size_t> split(std::vector<CsvCell>& cells, bool toQuote);
    /// Moves `at` behind the cell that begins there. False if the bytes end too early.
    bool takeCell(std::size_t& at, CsvCell& cell, bool toQuote);
    /// The same for a cell that begins with a quotation mark. `at` moves only if the cell is whole.
    Quoted takeQuoted(std::size_t& at, CsvCell& cell) const;
    /// Takes a cell with stray quotation marks up to the one that ends it in its line. False if none does.
    bool takeToQuote(std::size_t& at, CsvCell& cell);
    bool takeToDelimiter(std::size_t& at, CsvCell& cell) const;
    /// Whether rows have the right number of cells if an open cell ends with its line, as this one of so many
    /// cells does. `after`: where the next row begins.
    bool endsWithLine(std::size_t cells, std::size_t after) const;
    /// The length of the delimiter or line break at `at`; 0 if there is none.
    std::size_t endLength(std::size_t at) const;
    /// Whether a row may end where the bytes end.
    bool isWhole() const { return m_part == CsvPart::Last || m_part == CsvPart::Rows; }

    std::string_view m_bytes;
    char m_delimiter;
    CsvPart m_part;
    std::size_t m_columns;
    std::string_view m_names;
    std::size_t m_offset = 0;
    bool m_hasStrayQuote = false;
    bool m_hasOpenQuote = false;
    Finder m_lineFeeds{'\n'};
    Finder m_returns{'\r'};
    Finder m_quotes{'"'};
    /// Where the line ends in which takeToQuote() has looked last, and from where on no quotation mark of it
    /// ends a cell, if it is the first of those that stand side by side.
    std::size_t m_lineEnd = 0;
    std::size_t m_noneClosesFrom = 0;
    std::vector<CsvCell> m_otherCells;
    std::vector<CsvCell> m_skipped;
};

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
