// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/csv/csv_file.h"

#include "core/base/ascii.h"
#include "core/base/phrase_id.h"
#include "core/base/text.h"
#include "core/io/columnar/json_text.h"
#include "core/io/csv/csv_reader.h"
#include "core/io/file_endings.h"

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <utility>

namespace duologue {

namespace {

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";
/// So much of a file shows how it is written.
constexpr std::size_t kCsvHead = std::size_t{1} << 20U;
constexpr std::size_t kRowsOfSample = 1'000;
/// Rows are read in groups of about so many bytes.
constexpr std::uint64_t kGroupBytes = std::uint64_t{1} << 20U;
constexpr std::size_t kScanned = std::size_t{4} << 20U;
constexpr std::size_t kLongestCsvRow = std::size_t{64} << 20U;
constexpr std::size_t kMostColumns = 10'000;
constexpr std::uint64_t kMostCsvRows = std::numeric_limits<std::uint32_t>::max();
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

bool isOfType(const CsvCell& cell, CsvType type)
{
    switch (type) {
    case CsvType::Number:
        return isNumberCell(cell.bytes);
    case CsvType::Flag:
        return isFlagCell(cell.bytes);
    case CsvType::Json:
        return isJsonCell(cell);
    case CsvType::Text:
        break;
    }
    return true;
}

/// The types of columns, by the first rows after the header.
std::vector<CsvType> typesOf(CsvReader& reader, std::size_t columns)
{
    // What each column can still be: the first type that all cells so far have.
    constexpr std::array kTypes{CsvType::Number, CsvType::Flag, CsvType::Json, CsvType::Text};
    std::vector<std::size_t> possible(columns, 0);
    std::vector<bool> hasValue(columns, false);
    std::vector<bool> hasLongNumber(columns, false);
    std::vector<CsvCell> cells;
    for (std::size_t row = 0; row < kRowsOfSample && reader.next(cells); ++row) {
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

/// Gives a name to columns without one, and a number to those whose name another one has.
std::vector<std::string> differentNames(const std::vector<CsvCell>& cells)
{
    std::vector<std::string> names;
    std::set<std::string> taken;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::string text = toValidUtf8(cells[i].text());
        std::string name(withoutBlanks(text));
        if (name.empty())
            name = nameOfColumn(i);
        const std::string plain = name;
        for (std::size_t number = 2; !taken.insert(name).second; ++number)
            name = plain + "_" + std::to_string(number);
        names.push_back(std::move(name));
    }
    return names;
}

void appendCell(std::string& out, const CsvCell& cell, CsvType type)
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
    } else {
        appendJsonString(out, cell.text());
    }
}

} // namespace

/// Some rows of a group.
class CsvFile::Rows final : public RowBlock {
public:
    /// `bytes` are the group, `offset` is where the rows begin in it.
    Rows(std::shared_ptr<const CsvHeader> header, std::shared_ptr<const PaddedBytes> bytes,
         std::size_t offset, std::size_t rows)
        : RowBlock(rows),
          m_header(std::move(header)),
          m_bytes(std::move(bytes)),
          m_reader(m_bytes->view().substr(offset), m_header->delimiter, true)
    {
    }

    PhraseId appendNext(std::string& out, std::size_t limit) override
    {
        const std::size_t before = out.size();
        if (!m_reader.next(m_cells)) {
            m_rows = 0;
            return PhraseId::FileBecameShorter;
        }
        --m_rows;
        const std::size_t columns = m_header->keys.size();
        out += '{';
        for (std::size_t i = 0; i < std::max(columns, m_cells.size()); ++i) {
            if (out.size() - before > limit)
                break;
            out += i > 0 ? "," : "";
            out += i < columns ? m_header->keys[i] : keyOf(nameOfColumn(i));
            if (i < m_cells.size())
                appendCell(out, m_cells[i], i < columns ? m_header->types[i] : CsvType::Text);
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
        return m_reader.hasStrayQuote() ? Phrase(PhraseId::QuoteNotDoubled) : Phrase();
    }

private:
    const std::shared_ptr<const CsvHeader> m_header;
    const std::shared_ptr<const PaddedBytes> m_bytes;
    CsvReader m_reader;
    std::vector<CsvCell> m_cells;
};

class CsvFile::Cursor final : public RowCursor {
public:
    Cursor(std::shared_ptr<const CsvHeader> header, std::shared_ptr<const PaddedBytes> bytes,
           std::uint64_t rows)
        : m_header(std::move(header)),
          m_bytes(std::move(bytes)),
          m_reader(m_bytes->view(), m_header->delimiter, true),
          m_left(rows)
    {
    }

    /// How many rows there were, at most so many.
    std::size_t skip(std::uint64_t rows)
    {
        std::size_t skipped = 0;
        while (skipped < std::min(rows, m_left) && m_reader.skip())
            ++skipped;
        m_left -= skipped;
        return skipped;
    }

    Result<std::unique_ptr<RowBlock>> next(std::size_t rows) override
    {
        const std::size_t offset = m_reader.offset();
        const std::size_t count = skip(rows);
        if (count == 0)
            return std::unique_ptr<RowBlock>();
        return std::unique_ptr<RowBlock>(std::make_unique<Rows>(m_header, m_bytes, offset, count));
    }

private:
    const std::shared_ptr<const CsvHeader> m_header;
    const std::shared_ptr<const PaddedBytes> m_bytes;
    CsvReader m_reader;
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
            CsvReader reader(bytes.view(), m_file.m_header->delimiter, isLast);
            while (reader.skip())
                addRow(m_offset + reader.offset());
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

Result<std::shared_ptr<const ColumnarFile>> CsvFile::openCommas(const FileSource& source)
{
    return open(source, ',');
}

Result<std::shared_ptr<const ColumnarFile>> CsvFile::openTabs(const FileSource& source)
{
    return open(source, '\t');
}

Result<std::shared_ptr<const ColumnarFile>> CsvFile::open(const FileSource& source, char usual)
{
    PaddedBytes head;
    std::vector<CsvCell> cells;
    for (std::size_t length = kCsvHead;; length = kLongestCsvRow) {
        if (const auto count = source.read(0, length, head); !count)
            return count.problem();
        if (ColumnarFile::beginsLikeOne(head.view()))
            return ColumnarFile::open(source);
        const std::uint64_t mark = head.view().starts_with(kUtf8Mark) ? kUtf8Mark.size() : 0;
        const std::string_view text = head.view().substr(static_cast<std::size_t>(mark));
        const bool isWhole = !source.reaches(head.size() + 1);
        const char delimiter = delimiterOf(text, isWhole, usual);
        CsvReader reader(text, delimiter, isWhole);
        const bool hasHeader = reader.next(cells);
        if (!hasHeader && !isWhole && length < kLongestCsvRow)
            continue;
        const std::shared_ptr<CsvFile> file(new CsvFile);
        if (!hasHeader && reader.offset() >= text.size())
            return std::shared_ptr<const ColumnarFile>(file);
        if (!hasHeader || cells.size() > kMostColumns)
            return problemOf(source.id(), hasHeader ? Phrase(PhraseId::CsvTooManyColumns, kMostColumns)
                                                    : Phrase(PhraseId::CsvNoHeader));
        auto header = std::make_shared<CsvHeader>();
        header->delimiter = delimiter;
        header->names = differentNames(cells);
        for (const std::string& name : header->names)
            header->keys.push_back(keyOf(name));
        const std::uint64_t begin = mark + reader.offset();
        header->types = typesOf(reader, header->names.size());
        file->m_header = std::move(header);
        if (auto fault = Scan(source, *file, begin).run())
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

Result<std::unique_ptr<RowCursor>> CsvFile::rowsOf(const FileSource& source, std::size_t group,
                                                   std::uint64_t skip) const
{
    const std::uint64_t begin = m_offsets[group];
    const auto bytes = std::make_shared<PaddedBytes>();
    if (const auto count = source.read(begin, static_cast<std::size_t>(m_offsets[group + 1] - begin), *bytes);
        !count)
        return count.problem();
    auto cursor = std::make_unique<Cursor>(m_header, bytes, m_groups[group].rows);
    cursor->skip(skip);
    return std::unique_ptr<RowCursor>(std::move(cursor));
}

} // namespace duologue
