// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/csv/csv_file.h"

#include "core/io/columnar/value_text.h"
#include "core/io/csv/csv_reader.h"
#include "core/io/csv/python_text.h"
#include "core/io/folder.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace duologue {

/// What the cells of a column are, by the first rows.
enum class CsvType : std::uint8_t { Text, Number, Flag, Json };

/// The names and types of a file's columns.
struct CsvHeader {
    char delimiter = ',';
    /// False if the first row is data: the columns are then column_1, column_2 and so on.
    bool isNamed = true;
    /// The first row as it is in the file, if it has names, and so many that no row of data is like it.
    std::string line;
    /// Names of the columns; no two are the same.
    std::vector<std::string> names;
    /// The same names, to find one.
    std::set<std::string> taken;
    /// The names as keys of JSON, with the colon.
    std::vector<std::string> keys;
    std::vector<CsvType> types;

    /// The key of a cell after those that have names. No column has it.
    std::string keyOfExtra(std::size_t index) const;
};

/// `first` is the first row, `rows` begins after it. The first row is data, not names, if a cell in it is
/// JSON or very long, if columns of numbers or flags begin with such values in it, or if each of its cells
/// has the pattern of those below it ("31_1", questions). But numbers that rise by 1, as years do, are names,
/// and so are those after an empty first cell.
CsvHeader headerOf(const std::vector<CsvCell>& first, char delimiter, CsvReader rows);

/// Appends a cell as a value of JSON: of the column's type if it is one, null if it is missing, else a text.
/// Lists and dicts as Python writes them are JSON; false for one that cannot be read.
bool appendCell(std::string& out, const CsvCell& cell, CsvType type);

namespace {

constexpr std::size_t kRowsOfSample = 1'000;
/// Questions of a survey are long names of columns; longer ones are data.
constexpr std::size_t kLongestName = 1'000;
/// Longer whole numbers are ids, and a number of JSON would not hold them exactly.
constexpr std::size_t kLongestWhole = 15;

/// How programs write that a number is not there.
constexpr std::array<std::string_view, 8> kMissingWords{"nan",  "NaN",  "NA",   "N/A",
                                                        "null", "NULL", "None", "-"};

bool isMissing(const CsvCell& cell)
{
    return cell.bytes.empty()
               ? !cell.isQuoted
               : std::find(kMissingWords.begin(), kMissingWords.end(), cell.bytes) != kMissingWords.end();
}

bool isNumberCell(std::string_view text)
{
    return !text.empty() && (isDigit(text.front()) || text.front() == '-') && isDigit(text.back()) &&
           isOneJsonValue(text);
}

bool isLongWhole(std::string_view text)
{
    return text.size() > kLongestWhole && text.find_first_not_of("-0123456789") == std::string_view::npos;
}

bool isFlagCell(std::string_view text)
{
    const std::string lower = text.size() <= 5 ? lowerAscii(text) : std::string();
    return lower == "true" || lower == "false";
}

bool isJsonCell(const CsvCell& cell)
{
    const std::size_t first = cell.bytes.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && (cell.bytes[first] == '{' || cell.bytes[first] == '[') &&
           isOneJsonValue(cell.text());
}

/// A list or a dict as Python writes it; it may be cut off.
bool isPythonCell(const CsvCell& cell)
{
    return (cell.bytes.starts_with('{') || cell.bytes.starts_with('[')) &&
           (beginsLikePython(cell.bytes) || jsonOfPython(cell.text()));
}

bool isOfType(const CsvCell& cell, CsvType type)
{
    switch (type) {
    case CsvType::Number:
        return isNumberCell(cell.bytes);
    case CsvType::Flag:
        return isFlagCell(cell.bytes);
    case CsvType::Json:
        return isJsonCell(cell) || isPythonCell(cell);
    case CsvType::Text:
        break;
    }
    return true;
}

/// The types of columns, by the first rows after the header.
std::vector<CsvType> typesOf(CsvReader& rows, std::size_t columns)
{
    // What each column can still be: the first type that all cells so far have.
    constexpr std::array kTypes{CsvType::Number, CsvType::Flag, CsvType::Json, CsvType::Text};
    std::vector<std::size_t> possible(columns, 0);
    std::vector<bool> hasValue(columns, false);
    std::vector<bool> hasLongNumber(columns, false);
    std::vector<CsvCell> cells;
    for (std::size_t row = 0; row < kRowsOfSample && rows.next(cells); ++row) {
        for (std::size_t i = 0; i < std::min(columns, cells.size()); ++i) {
            if (isMissing(cells[i]))
                continue;
            hasLongNumber[i] = hasLongNumber[i] || isLongWhole(cells[i].bytes);
            while (!isOfType(cells[i], kTypes[possible[i]])) {
                // The cells before had the type that is given up.
                possible[i] = hasValue[i] ? kTypes.size() - 1 : possible[i] + 1;
            }
            hasValue[i] = true;
        }
    }
    std::vector<CsvType> types;
    for (std::size_t i = 0; i < columns; ++i) {
        const CsvType type = hasValue[i] ? kTypes[possible[i]] : CsvType::Text;
        types.push_back(type == CsvType::Number && hasLongNumber[i] ? CsvType::Text : type);
    }
    return types;
}

std::string keyOf(std::string_view name)
{
    std::string key;
    appendJsonString(key, name);
    key += ':';
    return key;
}

std::string nameOfColumn(std::size_t index)
{
    return "column_" + std::to_string(index + 1);
}

std::string_view withoutBlanks(std::string_view text)
{
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

/// The name, or if it is taken, the name with a number, which rises.
std::string differentName(const std::string& name, const std::set<std::string>& taken, std::size_t& number)
{
    std::string different = name;
    while (taken.contains(different))
        different = name + "_" + std::to_string(number++);
    return different;
}

std::string nameIn(const CsvCell& cell)
{
    const std::string text = toValidUtf8(cell.text());
    return std::string(withoutBlanks(text));
}

/// Whether whole numbers rise by 1, as the names of years or of columns without a name do.
bool areConsecutive(const std::vector<std::string_view>& numbers)
{
    std::optional<unsigned long> last;
    for (const std::string_view number : numbers) {
        if (number.size() > kLongestWhole || number.find_first_not_of("0123456789") != std::string_view::npos)
            return false;
        const unsigned long value = std::stoul(std::string(number));
        if (last && value != *last + 1)
            return false;
        last = value;
    }
    return numbers.size() > 1;
}

/// What numbers within a text leave of it, as "31_1" and "32_2" are one pattern; "?" for all questions. Empty
/// for other texts.
std::string patternOf(std::string_view text)
{
    if (text.ends_with('?') || text.ends_with("？"))
        return "?";
    std::string pattern;
    bool hasDigit = false;
    for (const char c : text) {
        hasDigit = hasDigit || isDigit(c);
        if (!isDigit(c))
            pattern += c;
        else if (!pattern.ends_with('0'))
            pattern += '0';
    }
    return hasDigit ? pattern : std::string();
}

/// Whether each cell of the first row has the pattern of all cells below it, as data have and names do not.
bool isLikeRowsBelow(const std::vector<CsvCell>& first, CsvReader& rows)
{
    constexpr std::size_t kFewest = 2;
    std::vector<std::string> patterns;
    for (const CsvCell& cell : first)
        patterns.push_back(patternOf(cell.bytes));
    std::vector<CsvCell> cells;
    std::size_t count = 0;
    while (count < kRowsOfSample && rows.next(cells)) {
        for (std::size_t i = 0; i < patterns.size(); ++i) {
            if (patterns[i].empty() || i >= cells.size() || patternOf(cells[i].bytes) != patterns[i])
                return false;
        }
        ++count;
    }
    return count >= kFewest;
}

/// Whether the first row is data although it stands where names should.
bool isRowOfData(const std::vector<CsvCell>& first, const std::vector<CsvType>& types)
{
    const auto isNoName = [](const CsvCell& cell) {
        return cell.bytes.size() > kLongestName || isJsonCell(cell) || isPythonCell(cell);
    };
    if (std::any_of(first.begin(), first.end(), isNoName))
        return true;
    // Programs that write the index of their rows give it no name.
    if (first.front().bytes.empty())
        return false;
    std::vector<std::string_view> numbers;
    bool hasValue = false;
    for (std::size_t i = 0; i < first.size(); ++i) {
        if (isNumberCell(first[i].bytes))
            numbers.push_back(first[i].bytes);
        if (types[i] == CsvType::Text || isMissing(first[i]))
            continue;
        if (!isOfType(first[i], types[i]))
            return false;
        hasValue = true;
    }
    return hasValue && !areConsecutive(numbers);
}

} // namespace

std::string CsvHeader::keyOfExtra(std::size_t index) const
{
    std::size_t number = 2;
    return keyOf(differentName(nameOfColumn(index), taken, number));
}

CsvHeader headerOf(const std::vector<CsvCell>& first, char delimiter, CsvReader rows)
{
    CsvHeader header;
    header.delimiter = delimiter;
    CsvReader below(rows);
    header.types = typesOf(rows, first.size());
    header.isNamed = !isRowOfData(first, header.types) && !isLikeRowsBelow(first, below);
    // The next number of a name that several columns have.
    std::unordered_map<std::string, std::size_t> numbers;
    for (std::size_t i = 0; i < first.size(); ++i) {
        std::string name = header.isNamed ? nameIn(first[i]) : std::string();
        if (name.empty())
            name = nameOfColumn(i);
        std::size_t& number = numbers.try_emplace(name, 2).first->second;
        header.names.push_back(differentName(name, header.taken, number));
        header.taken.insert(header.names.back());
        header.keys.push_back(keyOf(header.names.back()));
    }
    return header;
}

bool appendCell(std::string& out, const CsvCell& cell, CsvType type)
{
    const bool isEmpty = cell.bytes.empty() && !cell.isQuoted;
    if (isEmpty || (type != CsvType::Text && isMissing(cell))) {
        out += "null";
    } else if (type == CsvType::Number && isNumberCell(cell.bytes)) {
        out += cell.bytes;
    } else if (type == CsvType::Flag && isFlagCell(cell.bytes)) {
        out += lowerAscii(cell.bytes);
    } else if (type == CsvType::Json && isJsonCell(cell)) {
        out += cell.text();
    } else if (const auto json = type == CsvType::Json ? jsonOfPython(cell.text()) : std::nullopt) {
        out += *json;
    } else {
        appendJsonString(out, cell.text());
        // The reader of records judges those that name speakers, wherever they are.
        return type != CsvType::Json || !beginsLikePython(cell.bytes) ||
               cell.bytes.find("'role'") != std::string_view::npos;
    }
    return true;
}

namespace {

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";
/// So much of a file shows how it is written.
constexpr std::size_t kCsvHead = std::size_t{1} << 20U;
/// Rows are read in groups of about so many bytes.
constexpr std::uint64_t kGroupBytes = std::uint64_t{1} << 20U;
constexpr std::size_t kScanned = std::size_t{4} << 20U;
constexpr std::size_t kLongestCsvRow = std::size_t{64} << 20U;
constexpr std::size_t kMostColumns = 10'000;
constexpr std::uint64_t kMostCsvRows = std::numeric_limits<std::uint32_t>::max();

/// Splits rows that a scan has found.
CsvReader readerOfRows(const CsvHeader& header, std::string_view bytes)
{
    CsvReader reader(bytes, header.delimiter, CsvPart::Rows, header.names.size());
    reader.setNames(header.line);
    return reader;
}

/// The first row of a text that `reader` has read, without line breaks around it.
std::string_view firstRow(std::string_view text, const CsvReader& reader)
{
    text = text.substr(0, reader.offset());
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r'))
        text.remove_suffix(1);
    while (text.starts_with('\n') || text.starts_with('\r'))
        text.remove_prefix(1);
    return text;
}

} // namespace

/// Some rows of a group.
class CsvFile::Rows final : public RowBlock {
public:
    /// `bytes` are the group, `offset` is where the rows begin in it. `isFirst`: in the file, too.
    Rows(std::shared_ptr<const CsvHeader> header, std::shared_ptr<const PaddedBytes> bytes,
         std::size_t offset, std::size_t rows, bool isFirst)
        : RowBlock(rows),
          m_header(std::move(header)),
          m_bytes(std::move(bytes)),
          m_reader(readerOfRows(*m_header, m_bytes->view().substr(offset))),
          m_rowWithoutNames(isFirst && !m_header->isNamed ? rows : 0)
    {
    }

    PhraseId appendNext(std::string& out, std::size_t limit) override
    {
        const std::size_t before = out.size();
        if (!m_reader.next(m_cells)) {
            m_rows = 0;
            return PhraseId::FileBecameShorter;
        }
        m_isInPlaceOfNames = m_rows == m_rowWithoutNames;
        --m_rows;
        const std::size_t columns = m_header->keys.size();
        m_isPythonRead = true;
        out += '{';
        for (std::size_t i = 0; i < std::max(columns, m_cells.size()); ++i) {
            if (out.size() - before > limit)
                break;
            out += i > 0 ? "," : "";
            out += i < columns ? m_header->keys[i] : m_header->keyOfExtra(i);
            if (i < m_cells.size())
                m_isPythonRead =
                    appendCell(out, m_cells[i], i < columns ? m_header->types[i] : CsvType::Text) &&
                    m_isPythonRead;
            else
                out += "null";
        }
        out += '}';
        if (out.size() - before <= limit)
            return {};
        m_rows = 0;
        return PhraseId::RowTooLong;
    }

    Phrase remark() const override
    {
        if (m_cells.size() != m_header->keys.size())
            return {PhraseId::CellsOfRow, m_cells.size(), m_header->keys.size()};
        if (m_isInPlaceOfNames)
            return PhraseId::CsvNoHeader;
        if (m_reader.hasOpenQuote())
            return PhraseId::NoClosingQuote;
        if (!m_isPythonRead)
            return PhraseId::PythonNotRead;
        return m_reader.hasStrayQuote() ? Phrase(PhraseId::QuoteNotDoubled) : Phrase();
    }

private:
    const std::shared_ptr<const CsvHeader> m_header;
    const std::shared_ptr<const PaddedBytes> m_bytes;
    CsvReader m_reader;
    /// How many rows are left when the one comes that stands where names should; 0 if none does.
    const std::size_t m_rowWithoutNames;
    bool m_isInPlaceOfNames = false;
    bool m_isPythonRead = true;
    std::vector<CsvCell> m_cells;
};

class CsvFile::Cursor final : public RowCursor {
public:
    Cursor(std::shared_ptr<const CsvHeader> header, std::shared_ptr<const PaddedBytes> bytes,
           const RowGroupSpan& group)
        : m_header(std::move(header)),
          m_bytes(std::move(bytes)),
          m_reader(readerOfRows(*m_header, m_bytes->view())),
          m_row(group.firstRow),
          m_left(group.rows)
    {
    }

    /// How many rows there were, at most so many.
    std::size_t skip(std::uint64_t rows)
    {
        std::size_t skipped = 0;
        while (skipped < std::min(rows, m_left) && m_reader.skip())
            ++skipped;
        m_row += skipped;
        m_left -= skipped;
        return skipped;
    }

    Expected<std::unique_ptr<RowBlock>> next(std::size_t rows) override
    {
        const std::size_t offset = m_reader.offset();
        const bool isFirst = m_row == 0;
        const std::size_t count = skip(rows);
        if (count == 0)
            return std::unique_ptr<RowBlock>();
        return std::unique_ptr<RowBlock>(std::make_unique<Rows>(m_header, m_bytes, offset, count, isFirst));
    }

private:
    const std::shared_ptr<const CsvHeader> m_header;
    const std::shared_ptr<const PaddedBytes> m_bytes;
    CsvReader m_reader;
    std::uint64_t m_row;
    std::uint64_t m_left;
};

/// Finds the groups of rows.
class CsvFile::Scan {
public:
    Scan(const FileSource& source, CsvFile& file, std::uint64_t begin)
        : m_source(source), m_file(file), m_offset(begin), m_groupBegin(begin)
    {
        m_file.m_offsets.push_back(begin);
    }

    std::optional<Problem> run()
    {
        PaddedBytes bytes;
        for (std::size_t length = kScanned;;) {
            if (const auto count = m_source.read(m_offset, length, bytes); !count)
                return count.problem();
            const bool isLast = !m_source.reaches(m_offset + bytes.size() + 1);
            CsvReader reader = readerOf(bytes, isLast ? CsvPart::Last : CsvPart::More);
            while (reader.skip())
                addRow(m_offset + reader.offset());
            if (!isLast && reader.offset() == 0 && length >= kLongestCsvRow) {
                reader = readerOf(bytes, CsvPart::Longest);
                if (reader.skip())
                    addRow(m_offset + reader.offset());
            }
            const bool isAtEnd = isLast && reader.offset() >= bytes.size();
            if (isAtEnd || isLast || (reader.offset() == 0 && length >= kLongestCsvRow) ||
                m_rows >= kMostCsvRows) {
                endGroup();
                if (!isAtEnd)
                    m_file.m_damage = {PhraseId::CsvRowNotClosed, m_firstRow + 1};
                return std::nullopt;
            }
            // A row that is longer than what was read needs more.
            length = reader.offset() == 0 ? length * 4 : kScanned;
            m_offset += reader.offset();
        }
    }

private:
    CsvReader readerOf(const PaddedBytes& bytes, CsvPart part) const
    {
        const CsvHeader& header = *m_file.m_header;
        CsvReader reader(bytes.view(), header.delimiter, part, header.names.size());
        reader.setNames(header.line);
        return reader;
    }

    void addRow(std::uint64_t end)
    {
        ++m_rows;
        m_end = end;
        if (m_end - m_groupBegin >= kGroupBytes)
            endGroup();
    }

    void endGroup()
    {
        if (m_rows == 0)
            return;
        // Names of columns stand in each record.
        m_file.m_groups.push_back({m_firstRow, m_rows, (m_end - m_groupBegin) * 2});
        m_file.m_offsets.push_back(m_end);
        m_firstRow += std::exchange(m_rows, 0);
        m_groupBegin = m_end;
    }

    const FileSource& m_source;
    CsvFile& m_file;
    std::uint64_t m_offset;
    std::uint64_t m_groupBegin;
    std::uint64_t m_end = 0;
    std::uint64_t m_firstRow = 0;
    std::uint64_t m_rows = 0;
};

bool CsvFile::isNamedLikeOne(std::string_view name)
{
    if (hasEnding(name, EndingKind::Packed))
        name = name.substr(0, name.rfind('.'));
    const std::string ending = lowerAscii(endingOf(fileNameOf(name)));
    return ending == ".csv" || ending == ".tsv";
}

ColumnarFile::Open* CsvFile::openerFor(std::string_view name)
{
    if (hasEnding(name, EndingKind::Packed))
        name = name.substr(0, name.rfind('.'));
    return lowerAscii(endingOf(fileNameOf(name))) == ".tsv" ? &CsvFile::openTabs : &CsvFile::openCommas;
}

Expected<std::shared_ptr<const ColumnarFile>> CsvFile::openCommas(const FileSource& source)
{
    return open(source, ',');
}

Expected<std::shared_ptr<const ColumnarFile>> CsvFile::openTabs(const FileSource& source)
{
    return open(source, '\t');
}

Expected<std::shared_ptr<const ColumnarFile>> CsvFile::open(const FileSource& source, char usual)
{
    PaddedBytes head;
    std::vector<CsvCell> cells;
    for (std::size_t length = kCsvHead;; length *= 4) {
        if (const auto count = source.read(0, length, head); !count)
            return count.problem();
        if (ColumnarFile::beginsLikeOne(head.view()))
            return ColumnarFile::open(source);
        const CsvPart part = !source.reaches(head.size() + 1) ? CsvPart::Last
                             : length >= kLongestCsvRow       ? CsvPart::Longest
                                                              : CsvPart::More;
        std::uint64_t begin = head.view().starts_with(kUtf8Mark) ? kUtf8Mark.size() : 0;
        std::string_view text = head.view().substr(static_cast<std::size_t>(begin));
        const auto said = delimiterLineOf(text);
        text.remove_prefix(said ? said->length : 0);
        begin += said ? said->length : 0;
        const char delimiter = said ? said->delimiter : delimiterOf(text, part, usual);
        CsvReader reader(text, delimiter, part);
        const bool hasHeader = reader.next(cells);
        reader.setColumns(cells.size());
        // One name alone may well be a value.
        const std::string_view line = cells.size() > 1 ? firstRow(text, reader) : std::string_view();
        reader.setNames(line);
        // The first row after the header shows the types, however long it is.
        if (part == CsvPart::More && (!hasHeader || !CsvReader(reader).skip()))
            continue;
        const std::shared_ptr<CsvFile> file(new CsvFile);
        if (!hasHeader && reader.offset() >= text.size())
            return std::shared_ptr<const ColumnarFile>(file);
        if (!hasHeader || cells.size() > kMostColumns)
            return problemOf(source.id(), hasHeader ? Phrase(PhraseId::CsvTooManyColumns, kMostColumns)
                                                    : Phrase(PhraseId::CsvNoHeader));
        const auto header = std::make_shared<CsvHeader>(headerOf(cells, delimiter, reader));
        if (header->isNamed)
            header->line = line;
        file->m_header = header;
        if (auto fault = Scan(source, *file, begin + (header->isNamed ? reader.offset() : 0)).run())
            return std::move(*fault);
        return std::shared_ptr<const ColumnarFile>(file);
    }
}

std::vector<ColumnType> CsvFile::columns() const
{
    constexpr std::array<const char*, 4> kTypes{"string", "number", "bool", "json"};
    std::vector<ColumnType> columns;
    for (std::size_t i = 0; m_header != nullptr && i < m_header->names.size(); ++i)
        columns.push_back({m_header->names[i], kTypes.at(static_cast<std::size_t>(m_header->types[i]))});
    return columns;
}

Expected<std::unique_ptr<RowCursor>> CsvFile::rowsOf(const FileSource& source, std::size_t group,
                                                     std::uint64_t skip) const
{
    const std::uint64_t begin = m_offsets[group];
    const auto bytes = std::make_shared<PaddedBytes>();
    if (const auto count = source.read(begin, static_cast<std::size_t>(m_offsets[group + 1] - begin), *bytes);
        !count)
        return count.problem();
    auto cursor = std::make_unique<Cursor>(m_header, bytes, m_groups[group]);
    cursor->skip(skip);
    return std::unique_ptr<RowCursor>(std::move(cursor));
}

} // namespace duologue
