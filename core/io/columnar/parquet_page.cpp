// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/parquet_page.h"

#include "core/io/columnar/codecs.h"
#include "core/util/phrase_id.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace duologue {

namespace {

constexpr std::int64_t kPlain = 0;
constexpr std::int64_t kPlainDictionary = 2;
constexpr std::int64_t kRuns = 3;
constexpr std::int64_t kHighBitsFirst = 4;
constexpr std::int64_t kDeltaNumbers = 5;
constexpr std::int64_t kDeltaLengths = 6;
constexpr std::int64_t kDeltaStrings = 7;
constexpr std::int64_t kDictionary = 8;
constexpr std::int64_t kSplitStreams = 9;

/// Bytes of each value; 0 if they differ, or are bits.
std::size_t widthOf(const ParquetColumn& column)
{
    switch (column.type) {
    case ParquetType::Int32:
    case ParquetType::Float:
        return 4;
    case ParquetType::Int64:
    case ParquetType::Double:
        return 8;
    case ParquetType::Int96:
        return 12;
    case ParquetType::FixedBytes:
        return static_cast<std::size_t>(std::max(column.typeLength, 0));
    case ParquetType::Boolean:
        return 1;
    case ParquetType::ByteArray:
        break;
    }
    return 0;
}

/// The body of a page, without the levels of DataV2, which are never packed.
PhraseId unpackPage(const ParquetPageHeader& header, std::string_view bytes, std::size_t levelBytes,
                    Codec codec, const PageLimits& limits, const PageValues& values, PaddedBytes& unpacked)
{
    if (header.checksum && crc32Of(bytes) != *header.checksum)
        return PhraseId::PageWrongChecksum;
    const auto size = static_cast<std::uint64_t>(header.unpackedSize);
    if (size > limits.bytes)
        return PhraseId::PageTooLarge;
    if (levelBytes > size || levelBytes > bytes.size())
        return PhraseId::PageLevelsDamaged;
    unpacked = values.bufferFor(static_cast<std::size_t>(size) - levelBytes);
    if (unpacked.empty())
        return PhraseId{};
    return unpackBytes(header.isPacked ? codec : Codec::None, bytes.substr(levelBytes), unpacked.data(),
                       unpacked.size())
               ? PhraseId{}
               : PhraseId::PageNotUnpacked;
}

bool readLevels(ByteReader in, std::int64_t encoding, std::uint8_t most, std::vector<std::uint8_t>& levels)
{
    const unsigned width = bitWidthFor(most);
    const bool isRead =
        encoding == kHighBitsFirst ? readHighBitsFirst(in, width, levels) : readBitRuns(in, width, levels);
    return isRead && *std::max_element(levels.begin(), levels.end()) <= most;
}

/// Levels of a V1 page stand before its values. Removes them from `in`.
bool takeLevels(ByteReader& in, std::int64_t encoding, std::uint8_t most, std::vector<std::uint8_t>& levels)
{
    if (most == 0 || levels.empty())
        return true;
    const std::uint64_t length = encoding == kHighBitsFirst ? (levels.size() * bitWidthFor(most) + 7) / 8
                                                            : std::uint64_t{in.number<std::uint32_t>()};
    const std::string_view bytes = in.bytes(length);
    return !in.hasFailed() && readLevels(ByteReader(bytes), encoding, most, levels);
}

} // namespace

std::optional<Codec> codecOfParquet(std::int32_t number)
{
    switch (number) {
    case 0:
        return Codec::None;
    case 1:
        return Codec::Snappy;
    case 2:
        return Codec::Gzip;
    case 4:
        return Codec::Brotli;
    case 5:
        return Codec::Lz4Hadoop;
    case 6:
        return Codec::Zstd;
    case 7:
        return Codec::Lz4Block;
    default:
        return std::nullopt;
    }
}

PhraseId PageValues::read(PaddedBytes page, std::size_t begin, std::int64_t encoding,
                          const ParquetColumn& column, std::size_t count,
                          std::shared_ptr<const PageValues> dictionary, const PageLimits& limits)
{
    m_page = std::move(page);
    m_count = count;
    m_width = widthOf(column);
    const std::string_view bytes = m_page.view().substr(std::min(begin, m_page.size()));
    if (count == 0)
        return PhraseId{};
    if (column.type == ParquetType::FixedBytes && m_width == 0)
        return PhraseId::PageValuesDamaged;
    const bool isText = column.type == ParquetType::ByteArray;
    bool isRead = false;
    ByteReader in(bytes);
    switch (encoding) {
    case kPlain:
        isRead = readPlain(bytes, column);
        break;
    case kPlainDictionary:
    case kDictionary:
        m_dictionary = std::move(dictionary);
        if (m_dictionary == nullptr)
            return PhraseId::PageDictionaryDamaged;
        isRead = readIndices(bytes);
        break;
    case kRuns:
        isRead = column.type == ParquetType::Boolean && readBooleans(bytes);
        break;
    case kDeltaNumbers:
        isRead =
            (column.type == ParquetType::Int32 || column.type == ParquetType::Int64) && readNumbers(bytes);
        break;
    case kDeltaLengths:
        isRead = isText && readDeltaLengths(in, count, m_texts);
        break;
    case kDeltaStrings:
        isRead = (isText || column.type == ParquetType::FixedBytes) &&
                 readDeltaStrings(in, count, limits.bytes, m_texts, m_made) &&
                 (isText || std::all_of(m_texts.begin(), m_texts.end(),
                                        [this](std::string_view text) { return text.size() == m_width; }));
        m_width = 0;
        break;
    case kSplitStreams:
        isRead = !isText && column.type != ParquetType::Boolean && readSplitStreams(bytes);
        break;
    default:
        return PhraseId::PageUnknownEncoding;
    }
    return isRead ? PhraseId{} : PhraseId::PageValuesDamaged;
}

bool PageValues::readPlain(std::string_view bytes, const ParquetColumn& column)
{
    if (column.type == ParquetType::Boolean) {
        if (bytes.size() < (m_count + 7) / 8)
            return false;
        m_made.resize(m_count);
        for (std::size_t i = 0; i < m_count; ++i)
            m_made[i] = static_cast<char>(bitsAt(bytes, i, 1));
        m_fixed = m_made.data();
        return true;
    }
    if (m_width > 0) {
        m_fixed = bytes.data();
        return bytes.size() / m_width >= m_count;
    }
    ByteReader in(bytes);
    if (m_count > bytes.size() / sizeof(std::uint32_t))
        return false;
    m_texts.reserve(m_count);
    for (std::size_t i = 0; i < m_count; ++i)
        m_texts.push_back(in.bytes(in.number<std::uint32_t>()));
    return !in.hasFailed();
}

bool PageValues::readIndices(std::string_view bytes)
{
    ByteReader in(bytes);
    const auto width = in.number<std::uint8_t>();
    m_indices.resize(m_count);
    return readBitRuns(in, width, m_indices) &&
           *std::max_element(m_indices.begin(), m_indices.end()) < m_dictionary->size();
}

bool PageValues::readBooleans(std::string_view bytes)
{
    ByteReader in(bytes);
    ByteReader runs(in.bytes(in.number<std::uint32_t>()));
    std::vector<std::uint8_t> bits(m_count);
    if (in.hasFailed() || !readBitRuns(runs, 1, bits))
        return false;
    m_made.assign(bits.begin(), bits.end());
    m_fixed = m_made.data();
    return true;
}

bool PageValues::readNumbers(std::string_view bytes)
{
    ByteReader in(bytes);
    std::vector<std::int64_t> numbers;
    if (!readDeltaNumbers(in, m_count, numbers))
        return false;
    m_made.resize(m_count * m_width);
    for (std::size_t i = 0; i < m_count; ++i)
        std::memcpy(m_made.data() + i * m_width, &numbers[i], m_width);
    m_fixed = m_made.data();
    return true;
}

/// The first bytes of all values, then the second ones, and so on.
bool PageValues::readSplitStreams(std::string_view bytes)
{
    if (bytes.size() / m_width < m_count)
        return false;
    m_made.resize(m_count * m_width);
    for (std::size_t byte = 0; byte < m_width; ++byte) {
        const char* const stream = bytes.data() + byte * m_count;
        for (std::size_t i = 0; i < m_count; ++i)
            m_made[i * m_width + byte] = stream[i];
    }
    m_fixed = m_made.data();
    return true;
}

PhraseId readDictionaryPage(const ParquetPageHeader& header, std::string_view bytes, Codec codec,
                            const ParquetColumn& column, const PageLimits& limits, PageValues& values)
{
    const auto count = static_cast<std::uint64_t>(header.values);
    if (count > limits.values)
        return PhraseId::PageTooLarge;
    PaddedBytes unpacked;
    if (const PhraseId fault = unpackPage(header, bytes, 0, codec, limits, values, unpacked);
        fault != PhraseId{})
        return fault;
    return values.read(std::move(unpacked), 0, kPlain, column, static_cast<std::size_t>(count), nullptr,
                       limits);
}

PhraseId readDataPage(const ParquetPageHeader& header, std::string_view bytes, Codec codec,
                      const ParquetColumn& column, const std::shared_ptr<const PageValues>& dictionary,
                      const PageLimits& limits, ParquetPage& page)
{
    if (static_cast<std::uint64_t>(header.values) > limits.values)
        return PhraseId::PageTooLarge;
    page.levels = static_cast<std::size_t>(header.values);
    const bool isV2 = header.kind == ParquetPageKind::DataV2;
    const auto levelBytes = isV2 ? static_cast<std::uint64_t>(header.definitionBytes) +
                                       static_cast<std::uint64_t>(header.repetitionBytes)
                                 : 0;
    PaddedBytes unpacked;
    if (const PhraseId fault = unpackPage(header, bytes, static_cast<std::size_t>(levelBytes), codec, limits,
                                          page.values, unpacked);
        fault != PhraseId{})
        return fault;
    page.repetition.resize(column.repetition > 0 ? page.levels : 0);
    page.definition.resize(column.definition > 0 ? page.levels : 0);
    ByteReader in(isV2 ? bytes : unpacked.view());
    bool isRead = true;
    if (isV2) {
        ByteReader repetition(in.bytes(static_cast<std::uint64_t>(header.repetitionBytes)));
        ByteReader definition(in.bytes(static_cast<std::uint64_t>(header.definitionBytes)));
        isRead =
            (page.repetition.empty() || readLevels(repetition, kRuns, column.repetition, page.repetition)) &&
            (page.definition.empty() || readLevels(definition, kRuns, column.definition, page.definition));
    } else {
        isRead = takeLevels(in, header.repetitionEncoding, column.repetition, page.repetition) &&
                 takeLevels(in, header.definitionEncoding, column.definition, page.definition);
    }
    if (!isRead)
        return PhraseId::PageLevelsDamaged;
    const auto present = page.definition.empty()
                             ? page.levels
                             : static_cast<std::size_t>(std::count(page.definition.begin(),
                                                                   page.definition.end(), column.definition));
    const std::size_t begin = isV2 ? 0 : unpacked.size() - in.rest().size();
    return page.values.read(std::move(unpacked), begin, header.encoding, column, present, dictionary, limits);
}

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
