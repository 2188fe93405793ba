// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/parquet_column_reader.h"

#include "core/base/phrase_id.h"

#include <algorithm>
#include <limits>

namespace duologue {

namespace {

constexpr std::size_t kUsualHeader = 512;
/// A header may hold the least and the greatest value of the page.
constexpr std::size_t kLongestHeader = std::size_t{4} << 20U;

} // namespace

void ParquetPageNotes::add(std::size_t group, std::size_t column, const Note& note)
{
    const std::scoped_lock lock(m_mutex);
    auto& notes = m_notes[{group, column}];
    if (notes.empty() || notes.back().offset < note.offset)
        notes.push_back(note);
}

ParquetPageNotes::Note ParquetPageNotes::find(std::size_t group, std::size_t column, std::int64_t row) const
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_notes.find({group, column});
    if (found == m_notes.end())
        return {};
    const auto after =
        std::upper_bound(found->second.begin(), found->second.end(), row,
                         [](std::int64_t wanted, const Note& note) { return wanted < note.firstRow; });
    return after == found->second.begin() ? Note{} : *(after - 1);
}

ParquetColumnReader::ParquetColumnReader(const FileSource& source, PaddedBytes& packed, Codec codec,
                                         const ParquetColumnPlace& place, const PageLimits& limits)
    : m_source(source),
      m_codec(codec),
      m_place(place),
      m_limits(limits),
      m_offset(static_cast<std::uint64_t>(place.chunk.begin())),
      m_bytes(packed)
{
}

PhraseId ParquetColumnReader::readHeader(ParquetPageHeader& header)
{
    for (std::size_t length = kUsualHeader; length <= kLongestHeader; length *= 8) {
        const auto count = m_source.read(m_offset, length, m_bytes);
        if (!count)
            return PhraseId::PageCutOff;
        if (const auto found = readParquetPageHeader(m_bytes.view())) {
            header = *found;
            return PhraseId{};
        }
        if (count.value() < length)
            break;
    }
    return PhraseId::PageHeaderDamaged;
}

PhraseId ParquetColumnReader::readBytes(const ParquetPageHeader& header, std::string_view& bytes)
{
    // Files have pages of any size, so the length is compared with the file before memory is taken.
    const std::uint64_t begin = m_offset + header.length;
    const auto size = static_cast<std::uint64_t>(header.size);
    if (size > m_limits.bytes)
        return PhraseId::PageTooLarge;
    if (m_source.available(begin, size) < size)
        return PhraseId::PageCutOff;
    if (const auto count = m_source.read(begin, static_cast<std::size_t>(size), m_bytes);
        !count || count.value() < size)
        return PhraseId::PageCutOff;
    bytes = m_bytes.view();
    return PhraseId{};
}

PhraseId ParquetColumnReader::readDictionary(const ParquetPageHeader& header)
{
    std::string_view bytes;
    if (const PhraseId fault = readBytes(header, bytes); fault != PhraseId{})
        return fault;
    const auto dictionary = std::make_shared<PageValues>();
    const PhraseId fault = readDictionaryPage(header, bytes, m_codec, m_place.column, m_limits, *dictionary);
    m_dictionary = dictionary;
    return fault == PhraseId::PageValuesDamaged ? PhraseId::PageDictionaryDamaged : fault;
}

PhraseId ParquetColumnReader::enterPage(const ParquetPageHeader& header)
{
    std::string_view bytes;
    if (const PhraseId fault = readBytes(header, bytes); fault != PhraseId{})
        return fault;
    const auto page = std::make_shared<ParquetPage>(m_place.memory);
    const PhraseId fault =
        duologue::readDataPage(header, bytes, m_codec, m_place.column, m_dictionary, m_limits, *page);
    m_page = page;
    m_level = m_value = 0;
    return fault;
}

bool ParquetColumnReader::jump(std::int64_t& skipped)
{
    const auto note = m_place.notes.find(m_place.group, m_place.index, m_row + skipped);
    if (note.firstRow <= m_row || note.offset <= m_offset)
        return false;
    skipped -= note.firstRow - m_row;
    m_row = note.firstRow;
    m_offset = note.offset;
    m_levelsRead = note.firstLevel;
    return true;
}

PhraseId ParquetColumnReader::readDataPage(const ParquetPageHeader& header, std::int64_t& skipped)
{
    const bool isFlat = m_place.column.repetition == 0;
    const std::int64_t rows = isFlat ? header.values : header.rows;
    const bool isPassed =
        (isFlat || header.kind == ParquetPageKind::DataV2) && rows <= skipped && skipped > 0;
    if (!isPassed) {
        if (const PhraseId fault = enterPage(header); fault != PhraseId{})
            return fault;
    }
    if (isPassed || m_page->repetition.empty() || m_page->repetition[0] == 0)
        m_place.notes.add(m_place.group, m_place.index, {m_offset, m_row, m_levelsRead});
    m_levelsRead += header.values;
    if (isPassed) {
        skipped -= rows;
        m_row += rows;
    }
    return PhraseId{};
}

PhraseId ParquetColumnReader::nextPage(std::int64_t& skipped)
{
    m_page = nullptr;
    while (!isAtEnd() && m_page == nullptr) {
        ParquetPageHeader header;
        if (const PhraseId fault = readHeader(header); fault != PhraseId{})
            return fault;
        const auto next = m_offset + header.length + static_cast<std::uint64_t>(header.size);
        const bool isDictionary = header.kind == ParquetPageKind::Dictionary && m_dictionary == nullptr;
        // Only the first page can be a dictionary, which is needed wherever the reader jumps to.
        if (m_levelsRead == 0 && skipped > 0 && !isDictionary && jump(skipped))
            continue;
        PhraseId fault{};
        if (isDictionary)
            fault = readDictionary(header);
        else if (header.kind == ParquetPageKind::Data || header.kind == ParquetPageKind::DataV2)
            fault = readDataPage(header, skipped);
        if (fault != PhraseId{})
            return fault;
        m_offset = next;
    }
    return PhraseId{};
}

PhraseId ParquetColumnReader::skip(std::int64_t rows)
{
    while (rows > 0) {
        if (const PhraseId fault = nextPage(rows); fault != PhraseId{})
            return fault;
        if (m_page == nullptr)
            return rows > 0 ? PhraseId::ColumnsDisagree : PhraseId{};
        ColumnSlice passed;
        auto left = static_cast<std::size_t>(rows);
        if (m_place.column.repetition > 0)
            return take(left, passed);
        takeFlat(left, passed);
        rows = static_cast<std::int64_t>(left);
    }
    return PhraseId{};
}

void ParquetColumnReader::takeFlat(std::size_t& rows, ColumnSlice& slice)
{
    const std::size_t step = std::min(rows, m_page->levels - m_level);
    if (step == 0)
        return;
    if (slice.pages.empty()) {
        slice.level = m_level;
        slice.value = m_value;
    }
    slice.pages.push_back(m_page);
    const auto& definition = m_page->definition;
    m_value += definition.empty() ? step
                                  : static_cast<std::size_t>(std::count(
                                        definition.begin() + static_cast<std::ptrdiff_t>(m_level),
                                        definition.begin() + static_cast<std::ptrdiff_t>(m_level + step),
                                        m_place.column.definition));
    m_level += step;
    m_row += static_cast<std::int64_t>(step);
    rows -= step;
}

bool ParquetColumnReader::takeNested(std::size_t rows, std::size_t& begun, ColumnSlice& slice,
                                     PhraseId& fault)
{
    const ParquetPage& page = *m_page;
    const std::size_t from = m_level;
    const std::size_t fromValue = m_value;
    bool isComplete = false;
    for (; m_level < page.levels; ++m_level) {
        if (page.repetition[m_level] == 0) {
            isComplete = begun == rows;
            if (isComplete)
                break;
            ++begun;
            ++m_row;
        } else if (begun == 0) {
            fault = PhraseId::PageLevelsDamaged;
            return true;
        }
        m_value += page.definition[m_level] == m_place.column.definition ? 1 : 0;
    }
    if (m_level > from) {
        if (slice.pages.empty()) {
            slice.level = from;
            slice.value = fromValue;
        }
        slice.pages.push_back(m_page);
    }
    return isComplete;
}

PhraseId ParquetColumnReader::take(std::size_t rows, ColumnSlice& slice)
{
    std::size_t left = rows;
    std::size_t begun = 0;
    const bool isFlat = m_place.column.repetition == 0;
    while (!isFlat || left > 0) {
        if (m_page == nullptr || m_level >= m_page->levels) {
            std::int64_t none = 0;
            if (const PhraseId fault = nextPage(none); fault != PhraseId{})
                return fault;
            if (m_page == nullptr)
                break;
        }
        PhraseId fault{};
        if (isFlat)
            takeFlat(left, slice);
        else if (takeNested(rows, begun, slice, fault))
            return fault;
    }
    return (isFlat ? left == 0 : begun == rows) ? PhraseId{} : PhraseId::ColumnsDisagree;
}

} // namespace duologue
