// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/arrow_file.h"

#include "core/io/columnar/codecs.h"
#include "core/io/columnar/columnar_file.h"
#include "core/io/columnar/value_text.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace duologue {

/// Writes rows of an Arrow record batch as JSON, as ParquetRows does.
class ArrowRows final : public RowBlock {
public:
    /// `schema` owns the fields of the columns.
    ArrowRows(std::shared_ptr<const ArrowSchema> schema, std::vector<ArrowSlice> columns, std::size_t rows)
        : RowBlock(rows), m_schema(std::move(schema)), m_columns(std::move(columns))
    {
    }

    PhraseId appendNext(std::string& out, std::size_t limit) override;

private:
    void append(std::string& out, const ArrowSlice& slice, std::uint64_t i);
    void appendEntry(std::string& out, const ArrowSlice& slice, std::size_t i);
    void appendView(std::string& out, const ArrowSlice& slice, std::size_t i) const;
    void appendList(std::string& out, const ArrowSlice& slice, std::size_t i);
    void appendMap(std::string& out, const ArrowSlice& slice, std::size_t i);
    void appendStruct(std::string& out, const ArrowSlice& slice, std::size_t i);

    std::shared_ptr<const ArrowSchema> m_schema;
    std::vector<ArrowSlice> m_columns;
    std::size_t m_row = 0;
    PhraseId m_fault{};
    /// No text may become longer.
    std::size_t m_end = 0;
};

namespace {

/// A buffer that unpacks to more is refused.
constexpr std::uint64_t kLargestBuffer = std::uint64_t{1} << 30U;
constexpr std::size_t kNodeBytes = 16;
constexpr std::size_t kBufferBytes = 16;
/// Fields of the table RecordBatch.
constexpr std::size_t kNodes = 1;
constexpr std::size_t kBuffers = 2;
constexpr std::size_t kCompression = 3;
constexpr std::size_t kViewBuffers = 4;

constexpr std::size_t kView = 16;
/// The longest value that is in the view itself.
constexpr std::uint32_t kShortView = 12;

std::size_t buffersOf(const ArrowField& field)
{
    if (field.dictionary)
        return 2;
    switch (field.shape) {
    case ArrowShape::Null:
        return 0;
    case ArrowShape::Struct:
    case ArrowShape::FixedList:
    case ArrowShape::SparseUnion:
        return 1;
    case ArrowShape::Bits:
    case ArrowShape::Fixed:
    case ArrowShape::List:
    case ArrowShape::Map:
    case ArrowShape::Views:
    case ArrowShape::DenseUnion:
        return 2;
    case ArrowShape::Bytes:
    case ArrowShape::ListView:
        break;
    }
    return 3;
}

bool isUnion(const ArrowField& field)
{
    return !field.dictionary &&
           (field.shape == ArrowShape::SparseUnion || field.shape == ArrowShape::DenseUnion);
}

} // namespace

PhraseId ArrowBatchReader::open(const FileSource& source, const ArrowBatchPlace& place, bool isDictionary,
                                const std::vector<const ArrowField*>& fields,
                                const Dictionaries* dictionaries)
{
    m_source = source;
    m_body = place.body;
    m_dictionaries = dictionaries;
    PaddedBytes metadata;
    const auto count = source.read(place.metadata, place.metadataLength, metadata);
    if (!count || count.value() != place.metadataLength)
        return PhraseId::ArrowBatchDamaged;
    const auto message = FlatTable::rootOf(metadata.view());
    auto batch = message ? message->table(2) : std::nullopt;
    if (batch && isDictionary)
        batch = batch->table(1);
    if (!batch)
        return PhraseId::ArrowBatchDamaged;
    if (const auto compression = batch->table(kCompression))
        m_codec = compression->number<std::int8_t>(0) == 0 ? Codec::Lz4Frame : Codec::Zstd;
    const std::size_t buffers = batch->count(kBuffers, kBufferBytes);
    for (std::size_t i = 0; i < buffers; ++i) {
        const auto offset = batch->element<std::uint64_t>(kBuffers, i, kBufferBytes);
        const auto length = batch->element<std::uint64_t>(kBuffers, i, kBufferBytes, 8);
        if (offset > place.bodyLength || length > place.bodyLength - offset)
            return PhraseId::ArrowBatchDamaged;
        m_buffers.push_back({offset, length, nullptr});
    }
    Taken taken;
    for (const ArrowField* field : fields) {
        Node node;
        if (!takeNode(*batch, *field, taken, node))
            return PhraseId::ArrowBatchDamaged;
        if (node.length != static_cast<std::uint64_t>(place.rows))
            return PhraseId::ColumnsDisagree;
        m_nodes.push_back(std::move(node));
    }
    return PhraseId{};
}

bool ArrowBatchReader::takeNode(const FlatTable& batch, const ArrowField& field, Taken& taken, Node& node)
{
    if (taken.nodes >= batch.count(kNodes, kNodeBytes))
        return false;
    node.field = &field;
    const auto length = batch.element<std::int64_t>(kNodes, taken.nodes, kNodeBytes);
    node.hasNulls = batch.element<std::int64_t>(kNodes, taken.nodes, kNodeBytes, 8) != 0;
    ++taken.nodes;
    node.length = static_cast<std::uint64_t>(std::max<std::int64_t>(length, 0));
    node.firstBuffer = taken.buffers;
    taken.buffers += buffersOf(field);
    if (field.shape == ArrowShape::Views && !field.dictionary) {
        node.viewBuffers = static_cast<std::size_t>(
            std::clamp<std::int64_t>(batch.element<std::int64_t>(kViewBuffers, taken.views++), 0,
                                     static_cast<std::int64_t>(m_buffers.size())));
        taken.buffers += node.viewBuffers;
    }
    if (length < 0 || taken.buffers > m_buffers.size())
        return false;
    if (field.dictionary)
        return true;
    for (const ArrowField& child : field.children) {
        if (!takeNode(batch, child, taken, node.children.emplace_back()))
            return false;
    }
    return true;
}

PhraseId ArrowBatchReader::read(std::size_t field, std::uint64_t first, std::size_t count, ArrowSlice& slice)
{
    return load(m_nodes.at(field), first, count, slice);
}

PhraseId ArrowBatchReader::load(const Node& node, std::uint64_t first, std::size_t count, ArrowSlice& slice)
{
    slice.field = node.field;
    slice.count = count;
    if (first > node.length || count > node.length - first)
        return PhraseId::ArrowBatchDamaged;
    if (count == 0)
        return PhraseId{};
    const bool hasValidity = node.hasNulls && !isUnion(*node.field) && buffersOf(*node.field) > 0;
    if (hasValidity && m_buffers[node.firstBuffer].length > 0 &&
        !readBits(node.firstBuffer, first, count, slice.validity, slice.validityShift))
        return PhraseId::ArrowBatchDamaged;
    return node.field->dictionary ? loadDictionary(node, first, count, slice)
                                  : loadByShape(node, first, count, slice);
}

PhraseId ArrowBatchReader::loadByShape(const Node& node, std::uint64_t first, std::size_t count,
                                       ArrowSlice& slice)
{
    const ArrowField& field = *node.field;
    bool isRead = true;
    switch (field.shape) {
    case ArrowShape::Null:
        break;
    case ArrowShape::Bits:
        isRead = readBits(node.firstBuffer + 1, first, count, slice.values, slice.valuesShift);
        break;
    case ArrowShape::Fixed:
        isRead = first <= std::numeric_limits<std::uint64_t>::max() / field.width &&
                 readBytes(node.firstBuffer + 1, first * field.width, count * field.width, slice.values);
        break;
    case ArrowShape::Bytes:
        return loadBytes(node, first, count, slice);
    case ArrowShape::Views:
        return loadViews(node, first, count, slice);
    case ArrowShape::List:
    case ArrowShape::Map:
        return loadList(node, first, count, slice);
    case ArrowShape::ListView:
        return loadListView(node, first, count, slice);
    case ArrowShape::SparseUnion:
    case ArrowShape::DenseUnion:
        return loadUnion(node, first, count, slice);
    case ArrowShape::FixedList: {
        const auto size = static_cast<std::uint64_t>(field.listSize);
        const std::uint64_t elements = node.children[0].length;
        if (size > 0 && (first > elements / size || count > elements / size - first))
            return PhraseId::ArrowBatchDamaged;
        for (std::size_t i = 0; i <= count; ++i)
            slice.begins.push_back(i * size);
        return load(node.children[0], first * size, count * static_cast<std::size_t>(size),
                    slice.children.emplace_back());
    }
    case ArrowShape::Struct:
        for (const Node& child : node.children) {
            if (const PhraseId fault = load(child, first, count, slice.children.emplace_back());
                fault != PhraseId{})
                return fault;
        }
        break;
    }
    return isRead ? PhraseId{} : PhraseId::ArrowBatchDamaged;
}

PhraseId ArrowBatchReader::loadDictionary(const Node& node, std::uint64_t first, std::size_t count,
                                          ArrowSlice& slice)
{
    const ArrowField& field = *node.field;
    if (m_dictionaries == nullptr)
        return PhraseId::ArrowDictionaryMissing;
    const auto found = m_dictionaries->find(*field.dictionary);
    if (found == m_dictionaries->end())
        return PhraseId::ArrowDictionaryMissing;
    slice.dictionary = found->second;
    if (first > std::numeric_limits<std::uint64_t>::max() / field.indexWidth ||
        !readBytes(node.firstBuffer + 1, first * field.indexWidth, count * field.indexWidth, slice.values))
        return PhraseId::ArrowBatchDamaged;
    return PhraseId{};
}

PhraseId ArrowBatchReader::loadBytes(const Node& node, std::uint64_t first, std::size_t count,
                                     ArrowSlice& slice)
{
    auto& begins = slice.begins;
    if (!readOffsets(node.firstBuffer + 1, first, count + 1, node.field->width, begins))
        return PhraseId::ArrowBatchDamaged;
    const std::uint64_t begin = begins.front();
    if (!std::is_sorted(begins.begin(), begins.end()) ||
        !readBytes(node.firstBuffer + 2, begin, begins.back() - begin, slice.values))
        return PhraseId::ArrowBatchDamaged;
    for (std::uint64_t& each : begins)
        each -= begin;
    return PhraseId{};
}

PhraseId ArrowBatchReader::loadViews(const Node& node, std::uint64_t first, std::size_t count,
                                     ArrowSlice& slice)
{
    if (first > std::numeric_limits<std::uint64_t>::max() / kView ||
        !readBytes(node.firstBuffer + 1, first * kView, count * kView, slice.values))
        return PhraseId::ArrowBatchDamaged;
    std::string bytes;
    for (std::size_t i = 0; i < count; ++i) {
        const char* const view = slice.values.data() + i * kView;
        const auto length = loadNumber<std::uint32_t>(view);
        slice.begins.push_back(slice.views.size());
        if (length <= kShortView || slice.isNull(i))
            continue;
        const auto buffer = loadNumber<std::uint32_t>(view + 8);
        // The views may name the same bytes again and again.
        if (buffer >= node.viewBuffers || slice.views.size() + length > kLargestBuffer ||
            !readBytes(node.firstBuffer + 2 + buffer, loadNumber<std::uint32_t>(view + 12), length, bytes))
            return PhraseId::ArrowBatchDamaged;
        slice.views += bytes;
    }
    return PhraseId{};
}

PhraseId ArrowBatchReader::loadList(const Node& node, std::uint64_t first, std::size_t count,
                                    ArrowSlice& slice)
{
    auto& begins = slice.begins;
    if (!readOffsets(node.firstBuffer + 1, first, count + 1, node.field->width, begins) ||
        !std::is_sorted(begins.begin(), begins.end()))
        return PhraseId::ArrowBatchDamaged;
    const std::uint64_t begin = begins.front();
    const std::uint64_t length = begins.back() - begin;
    for (std::uint64_t& each : begins)
        each -= begin;
    return load(node.children[0], begin, static_cast<std::size_t>(length), slice.children.emplace_back());
}

PhraseId ArrowBatchReader::loadElements(const Node& child, ArrowSlice& slice)
{
    std::uint64_t begin = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t end = 0;
    for (std::size_t i = 0; i < slice.count; ++i) {
        if (slice.sizes[i] == 0)
            continue;
        if (slice.begins[i] > child.length || slice.sizes[i] > child.length - slice.begins[i])
            return PhraseId::ArrowBatchDamaged;
        begin = std::min(begin, slice.begins[i]);
        end = std::max(end, slice.begins[i] + slice.sizes[i]);
    }
    for (std::size_t i = 0; i < slice.count; ++i)
        slice.begins[i] = slice.sizes[i] == 0 ? 0 : slice.begins[i] - begin;
    const std::uint64_t length = end > begin ? end - begin : 0;
    return load(child, length == 0 ? 0 : begin, static_cast<std::size_t>(length),
                slice.children.emplace_back());
}

PhraseId ArrowBatchReader::loadListView(const Node& node, std::uint64_t first, std::size_t count,
                                        ArrowSlice& slice)
{
    const std::size_t width = node.field->width;
    if (!readOffsets(node.firstBuffer + 1, first, count, width, slice.begins) ||
        !readOffsets(node.firstBuffer + 2, first, count, width, slice.sizes))
        return PhraseId::ArrowBatchDamaged;
    return loadElements(node.children[0], slice);
}

PhraseId ArrowBatchReader::loadUnion(const Node& node, std::uint64_t first, std::size_t count,
                                     ArrowSlice& slice)
{
    const ArrowField& field = *node.field;
    std::string ids;
    if (!readBytes(node.firstBuffer, first, count, ids))
        return PhraseId::ArrowBatchDamaged;
    for (const char id : ids) {
        std::size_t choice = static_cast<unsigned char>(id);
        if (!field.typeIds.empty())
            choice = static_cast<std::size_t>(std::find(field.typeIds.begin(), field.typeIds.end(), id) -
                                              field.typeIds.begin());
        if (choice >= node.children.size())
            return PhraseId::ArrowBatchDamaged;
        slice.choices.push_back(static_cast<std::uint8_t>(choice));
    }
    const bool isDense = field.shape == ArrowShape::DenseUnion;
    if (isDense && !readOffsets(node.firstBuffer + 1, first, count, 4, slice.begins))
        return PhraseId::ArrowBatchDamaged;
    for (std::size_t c = 0; c < node.children.size(); ++c) {
        std::uint64_t begin = isDense ? std::numeric_limits<std::uint64_t>::max() : first;
        std::uint64_t end = isDense ? 0 : first + count;
        for (std::size_t i = 0; isDense && i < count; ++i) {
            if (slice.choices[i] != c)
                continue;
            begin = std::min(begin, slice.begins[i]);
            end = std::max(end, slice.begins[i] + 1);
        }
        begin = std::min(begin, end);
        for (std::size_t i = 0; isDense && i < count; ++i)
            slice.begins[i] -= slice.choices[i] == c ? begin : 0;
        if (const PhraseId fault = load(node.children[c], begin, static_cast<std::size_t>(end - begin),
                                        slice.children.emplace_back());
            fault != PhraseId{})
            return fault;
    }
    return PhraseId{};
}

bool ArrowBatchReader::readBits(std::size_t buffer, std::uint64_t first, std::size_t count, std::string& bits,
                                unsigned& shift)
{
    shift = static_cast<unsigned>(first % 8);
    return readBytes(buffer, first / 8, (count + shift + 7) / 8, bits);
}

bool ArrowBatchReader::readBytes(std::size_t buffer, std::uint64_t begin, std::uint64_t length,
                                 std::string& bytes)
{
    Buffer& stored = m_buffers[buffer];
    bytes.clear();
    if (length == 0)
        return true;
    if (m_codec != Codec::None) {
        if (stored.unpacked == nullptr && !unpack(stored))
            return false;
        if (begin > stored.unpacked->size() || length > stored.unpacked->size() - begin)
            return false;
        bytes = stored.unpacked->substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(length));
        return true;
    }
    const std::uint64_t at = m_body + stored.offset + begin;
    if (begin > stored.length || length > stored.length - begin || m_source.available(at, length) < length)
        return false;
    bytes.resize(static_cast<std::size_t>(length));
    const auto count = m_source.readInto(at, bytes.size(), bytes.data());
    return count && count.value() == bytes.size();
}

bool ArrowBatchReader::unpack(Buffer& buffer)
{
    constexpr std::uint64_t kHead = sizeof(std::int64_t);
    PaddedBytes packed;
    if (buffer.length < kHead || m_source.available(m_body + buffer.offset, buffer.length) < buffer.length ||
        !m_source.read(m_body + buffer.offset, static_cast<std::size_t>(buffer.length), packed) ||
        packed.size() != buffer.length)
        return false;
    const auto size = loadNumber<std::int64_t>(packed.data());
    const std::string_view bytes = packed.view().substr(kHead);
    auto unpacked = std::make_shared<std::string>();
    if (size == -1) {
        *unpacked = bytes;
    } else {
        if (size < 0 || static_cast<std::uint64_t>(size) > kLargestBuffer)
            return false;
        unpacked->resize(static_cast<std::size_t>(size));
        if (!unpackBytes(m_codec, bytes, unpacked->data(), unpacked->size()))
            return false;
    }
    buffer.unpacked = std::move(unpacked);
    return true;
}

bool ArrowBatchReader::readOffsets(std::size_t buffer, std::uint64_t first, std::size_t count,
                                   std::size_t width, std::vector<std::uint64_t>& offsets)
{
    std::string bytes;
    if (first > std::numeric_limits<std::uint64_t>::max() / 8 ||
        !readBytes(buffer, first * width, std::uint64_t{count} * width, bytes))
        return false;
    offsets.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t offset = width == 8 ? loadNumber<std::int64_t>(bytes.data() + i * 8)
                                               : loadNumber<std::int32_t>(bytes.data() + i * 4);
        if (offset < 0)
            return false;
        offsets[i] = static_cast<std::uint64_t>(offset);
    }
    return true;
}

namespace {

/// Whether a value is null, by itself or by what it names.
bool isNullValue(const ArrowSlice& slice, std::size_t i)
{
    return slice.isNull(i) || slice.field->shape == ArrowShape::Null;
}

/// Intervals of years and months, or of days and milliseconds, with all three parts.
std::string wholeInterval(std::string_view bytes)
{
    if (bytes.size() != 4 && bytes.size() != 8)
        return std::string(bytes);
    constexpr std::size_t kPart = sizeof(std::int32_t);
    std::string whole(3 * kPart, '\0');
    whole.replace(bytes.size() == 4 ? 0 : kPart, bytes.size(), bytes);
    return whole;
}

} // namespace

PhraseId ArrowRows::appendNext(std::string& out, std::size_t limit)
{
    m_end = out.size() + limit;
    out += '{';
    for (const ArrowSlice& column : m_columns) {
        out += column.field->key;
        append(out, column, m_row);
        out += ',';
    }
    out.back() = '}';
    if (out.size() > m_end && m_fault == PhraseId{})
        m_fault = PhraseId::RowTooLong;
    ++m_row;
    m_rows = m_fault == PhraseId{} ? m_rows - 1 : 0;
    return m_fault;
}

void ArrowRows::append(std::string& out, const ArrowSlice& slice, std::uint64_t index)
{
    const auto i = static_cast<std::size_t>(index);
    if (m_fault != PhraseId{})
        return;
    if (i >= slice.count || out.size() > m_end) {
        m_fault = i >= slice.count ? PhraseId::ArrowBatchDamaged : PhraseId::RowTooLong;
        return;
    }
    const ArrowField& field = *slice.field;
    if (isNullValue(slice, i)) {
        out += "null";
        return;
    }
    if (!slice.dictionary.empty() || field.dictionary) {
        appendEntry(out, slice, i);
        return;
    }
    const std::string_view values = slice.values;
    switch (field.shape) {
    case ArrowShape::Null:
        break;
    case ArrowShape::Bits:
        out += bitsAt(values, i + slice.valuesShift, 1) != 0 ? "true" : "false";
        break;
    case ArrowShape::Fixed:
        if (const auto value = values.substr(i * field.width, field.width);
            field.valueType.kind == ValueKind::Interval)
            appendValue(out, field.valueType, wholeInterval(value));
        else
            appendValue(out, field.valueType, value, m_bytesAs);
        break;
    case ArrowShape::Bytes:
        appendValue(out, field.valueType,
                    values.substr(static_cast<std::size_t>(slice.begins[i]),
                                  static_cast<std::size_t>(slice.begins[i + 1] - slice.begins[i])),
                    m_bytesAs);
        break;
    case ArrowShape::Views:
        appendView(out, slice, i);
        break;
    case ArrowShape::List:
    case ArrowShape::ListView:
    case ArrowShape::FixedList:
        appendList(out, slice, i);
        break;
    case ArrowShape::Map:
        appendMap(out, slice, i);
        break;
    case ArrowShape::Struct:
        appendStruct(out, slice, i);
        break;
    case ArrowShape::SparseUnion:
        append(out, slice.children[slice.choices[i]], i);
        break;
    case ArrowShape::DenseUnion:
        append(out, slice.children[slice.choices[i]], slice.begins[i]);
        break;
    }
}

void ArrowRows::appendEntry(std::string& out, const ArrowSlice& slice, std::size_t i)
{
    const std::size_t width = slice.field->indexWidth;
    std::array<char, sizeof(std::uint64_t)> bytes{};
    slice.values.copy(bytes.data(), width, i * width);
    // An index that is negative is larger than any dictionary.
    auto entry = loadNumber<std::uint64_t>(bytes.data());
    for (const auto& part : slice.dictionary) {
        if (entry < part->count) {
            append(out, *part, entry);
            return;
        }
        entry -= part->count;
    }
    m_fault = PhraseId::ArrowDictionaryMissing;
}

void ArrowRows::appendView(std::string& out, const ArrowSlice& slice, std::size_t i) const
{
    constexpr std::size_t kViewBytes = 16;
    constexpr std::size_t kShort = 12;
    const std::string_view view = std::string_view(slice.values).substr(i * kViewBytes, kViewBytes);
    const std::size_t length = loadNumber<std::uint32_t>(view.data());
    appendValue(out, slice.field->valueType,
                length <= kShort
                    ? view.substr(4, length)
                    : std::string_view(slice.views).substr(static_cast<std::size_t>(slice.begins[i]), length),
                m_bytesAs);
}

void ArrowRows::appendList(std::string& out, const ArrowSlice& slice, std::size_t i)
{
    const std::uint64_t begin = slice.begins[i];
    const std::uint64_t end = slice.sizes.empty() ? slice.begins[i + 1] : begin + slice.sizes[i];
    out += '[';
    for (std::uint64_t element = begin; element < end && m_fault == PhraseId{}; ++element) {
        append(out, slice.children[0], element);
        out += ',';
    }
    if (end > begin)
        out.back() = ']';
    else
        out += ']';
}

void ArrowRows::appendMap(std::string& out, const ArrowSlice& slice, std::size_t i)
{
    if (slice.children.empty() || slice.children[0].children.size() != 2) {
        out += "{}";
        return;
    }
    const ArrowSlice& keys = slice.children[0].children[0];
    const ArrowSlice& values = slice.children[0].children[1];
    out += '{';
    for (std::uint64_t entry = slice.begins[i]; entry < slice.begins[i + 1] && m_fault == PhraseId{};
         ++entry) {
        const std::size_t begin = out.size();
        append(out, keys, entry);
        if (m_fault == PhraseId{} && out[begin] != '"') {
            // The keys of an object are strings.
            std::string key = out.substr(begin);
            out.resize(begin);
            appendValue(out, {ValueKind::Text, TimeUnit::Seconds, false, false, 0, 0}, key);
        }
        out += ':';
        append(out, values, entry);
        out += ',';
    }
    if (slice.begins[i + 1] > slice.begins[i])
        out.back() = '}';
    else
        out += '}';
}

void ArrowRows::appendStruct(std::string& out, const ArrowSlice& slice, std::size_t i)
{
    out += '{';
    const std::size_t first = out.size();
    for (const ArrowSlice& member : slice.children) {
        if (i < member.count && isNullValue(member, i))
            continue;
        out += member.field->key;
        append(out, member, i);
        out += ',';
    }
    if (out.size() > first)
        out.back() = '}';
    else
        out += '}';
}

namespace {

constexpr std::string_view kArrowMagic = "ARROW1";
/// The magic and two bytes that fill it up.
constexpr std::uint64_t kArrowHead = 8;
/// Before a message.
constexpr std::uint32_t kContinuation = 0xFFFFFFFFU;
constexpr std::uint32_t kLongestMessage = std::uint32_t{64} << 20U;
constexpr std::uint64_t kMostArrowRows = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kArrowRowsPerByte = 1'000;
constexpr std::uint64_t kHarmlessArrowRows = 1'000'000;

enum class MessageKind : std::uint8_t { None, Schema, Dictionary, Batch };

} // namespace

/// Goes through the messages of a file from front to back.
class ArrowFile::Scan {
public:
    Scan(ArrowFile& file, const FileSource& source) : m_file(file), m_source(source), m_end(source.size()) {}

    /// Why the file cannot be read at all.
    Phrase run()
    {
        PaddedBytes head;
        if (m_source.read(0, kArrowHead, head) && head.view().starts_with(kArrowMagic)) {
            m_offset = kArrowHead;
            readFooter();
        }
        while (m_offset < m_end && m_file.m_damage.empty() && m_refusal.empty()) {
            if (!nextMessage())
                break;
        }
        if (!m_refusal.empty())
            return m_refusal;
        return m_file.m_schema == nullptr ? Phrase(PhraseId::ArrowSchemaDamaged) : Phrase();
    }

private:
    bool damaged()
    {
        m_file.m_damage = {PhraseId::ArrowEndsEarly, m_file.m_batches.size()};
        return false;
    }

    /// Takes the schema from the end of a file, because not every writer repeats it at the beginning. A file
    /// that is cut off has no end; then the beginning has to do.
    void readFooter()
    {
        constexpr std::uint64_t kTail = sizeof(std::uint32_t) + kArrowMagic.size();
        PaddedBytes bytes;
        if (m_end < kArrowHead + kTail || !m_source.read(m_end - kTail, kTail, bytes) ||
            bytes.size() != kTail || !bytes.view().ends_with(kArrowMagic))
            return;
        const auto length = loadNumber<std::uint32_t>(bytes.data());
        if (length > kLongestMessage || length > m_end - kTail - kArrowHead ||
            !m_source.read(m_end - kTail - length, length, bytes) || bytes.size() != length)
            return;
        const auto footer = FlatTable::rootOf(bytes.view());
        const auto schema = footer ? footer->table(1) : std::nullopt;
        if (!schema)
            return;
        m_end -= kTail + length;
        setSchema(*schema);
    }

    void setSchema(const FlatTable& table)
    {
        auto schema = std::make_shared<ArrowSchema>(readArrowSchema(table));
        m_refusal = schema->refusal;
        m_file.m_schema = std::move(schema);
    }

    /// False at the end.
    bool nextMessage()
    {
        PaddedBytes bytes;
        if (!m_source.read(m_offset, 2 * sizeof(std::uint32_t), bytes) ||
            bytes.size() < sizeof(std::uint32_t))
            return damaged();
        auto length = loadNumber<std::uint32_t>(bytes.data());
        std::uint64_t metadata = m_offset + sizeof(std::uint32_t);
        // Files from before 2019 have the length alone.
        if (length == kContinuation) {
            if (bytes.size() < 2 * sizeof(std::uint32_t))
                return damaged();
            length = loadNumber<std::uint32_t>(bytes.data() + sizeof(std::uint32_t));
            metadata += sizeof(std::uint32_t);
        }
        if (length == 0) {
            // The end of the messages. Zeros in the middle are what a broken download leaves: rows may be
            // missing.
            constexpr std::uint64_t kMostFilling = 8;
            return m_end - metadata > kMostFilling ? damaged() : false;
        }
        if (length > kLongestMessage || metadata > m_end || length > m_end - metadata ||
            !m_source.read(metadata, length, bytes) || bytes.size() != length)
            return damaged();
        const auto message = FlatTable::rootOf(bytes.view());
        const auto header = message ? message->table(2) : std::nullopt;
        if (!header)
            return damaged();
        const auto body = message->number<std::int64_t>(3);
        ArrowBatchPlace place{metadata, length, metadata + length, 0, 0};
        if (body < 0 || static_cast<std::uint64_t>(body) > m_end - place.body)
            return damaged();
        place.bodyLength = static_cast<std::uint64_t>(body);
        m_offset = place.body + place.bodyLength;
        return take(static_cast<MessageKind>(message->number<std::uint8_t>(1)), *header, place);
    }

    bool take(MessageKind kind, const FlatTable& header, ArrowBatchPlace& place)
    {
        if (kind == MessageKind::Schema && m_file.m_schema == nullptr) {
            setSchema(header);
            return true;
        }
        if (m_file.m_schema == nullptr)
            return false;
        if (kind == MessageKind::Dictionary) {
            const auto data = header.table(1);
            if (!data)
                return damaged();
            place.rows = data->number<std::int64_t>(0);
            m_file.m_dictionaries.push_back(
                {header.number<std::int64_t>(0), header.number<std::uint8_t>(2) != 0, place});
            return place.rows >= 0 || damaged();
        }
        if (kind != MessageKind::Batch)
            return true;
        place.rows = header.number<std::int64_t>(0);
        const std::uint64_t most =
            std::min(kMostArrowRows, std::max(kHarmlessArrowRows, m_end * kArrowRowsPerByte));
        if (place.rows < 0)
            return damaged();
        const auto rows = static_cast<std::uint64_t>(place.rows);
        if (rows > most - std::min(most, m_file.rows())) {
            m_refusal = PhraseId::TooManyRows;
            return false;
        }
        m_file.m_groups.push_back({m_file.rows(), rows, place.bodyLength});
        m_file.m_batches.push_back({place, m_file.m_dictionaries.size()});
        return true;
    }

    ArrowFile& m_file;
    const FileSource& m_source;
    /// The end of the messages.
    std::uint64_t m_end;
    std::uint64_t m_offset = 0;
    Phrase m_refusal;
};

/// Reads all columns of a record batch side by side.
class ArrowFile::Cursor final : public RowCursor {
public:
    Cursor(std::shared_ptr<const ArrowFile> file, FileId id, std::size_t group, std::uint64_t skip)
        : m_file(std::move(file)), m_id(id), m_group(group), m_row(skip)
    {
    }

    PhraseId open(const FileSource& source)
    {
        const PhraseId fault = m_file->dictionariesOf(source, m_group, m_dictionaries);
        if (fault != PhraseId{})
            return fault;
        std::vector<const ArrowField*> fields;
        for (const ArrowField& field : m_file->m_schema->fields)
            fields.push_back(&field);
        return m_batch.open(source, m_file->m_batches[m_group].place, false, fields, &m_dictionaries);
    }

    Expected<std::unique_ptr<RowBlock>> next(std::size_t rows) override
    {
        const std::uint64_t all = m_file->m_groups[m_group].rows;
        const auto count =
            static_cast<std::size_t>(std::min<std::uint64_t>(rows, all - std::min(all, m_row)));
        if (count == 0)
            return std::unique_ptr<RowBlock>();
        const auto& fields = m_file->m_schema->fields;
        std::vector<ArrowSlice> columns(fields.size());
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (const PhraseId fault = m_batch.read(i, m_row, count, columns[i]); fault != PhraseId{})
                return problemOf(m_id, {PhraseId::InRowGroup, m_group + 1, fields[i].path, fault});
        }
        m_row += count;
        return std::unique_ptr<RowBlock>(
            std::make_unique<ArrowRows>(m_file->m_schema, std::move(columns), count));
    }

private:
    const std::shared_ptr<const ArrowFile> m_file;
    const FileId m_id;
    const std::size_t m_group;
    /// In the batch.
    std::uint64_t m_row;
    ArrowBatchReader::Dictionaries m_dictionaries;
    ArrowBatchReader m_batch;
};

bool ArrowFile::beginsLikeOne(std::string_view head)
{
    if (head.starts_with(kArrowMagic))
        return true;
    // A stream begins with the length of the schema, which is divisible by eight, and then with the place of
    // a table in it.
    constexpr std::size_t kLeast = 16;
    if (head.size() < kLeast || loadNumber<std::uint32_t>(head.data()) != kContinuation)
        return false;
    const auto length = loadNumber<std::uint32_t>(head.data() + 4);
    return length > 0 && length % 8 == 0 && length <= kLongestMessage &&
           loadNumber<std::uint32_t>(head.data() + 8) < length;
}

PhraseId ArrowFile::dictionariesOf(const FileSource& source, std::size_t group,
                                   ArrowBatchReader::Dictionaries& dictionaries) const
{
    const std::scoped_lock lock(m_mutex);
    for (std::size_t i = 0; i < m_batches[group].dictionaries; ++i) {
        const DictionaryPlace& each = m_dictionaries[i];
        const auto entries = m_schema->entries.find(each.id);
        if (entries == m_schema->entries.end())
            continue;
        auto& parts = dictionaries[each.id];
        if (!each.isDelta)
            parts.clear();
        auto& known = m_read[i];
        if (known == nullptr) {
            ArrowBatchReader reader;
            const auto slice = std::make_shared<ArrowSlice>();
            PhraseId fault = reader.open(source, each.place, true, {&entries->second}, &dictionaries);
            if (fault == PhraseId{})
                fault = reader.read(0, 0, static_cast<std::size_t>(each.place.rows), *slice);
            if (fault != PhraseId{})
                return fault;
            known = slice;
        }
        parts.push_back(known);
    }
    return PhraseId{};
}

Expected<std::shared_ptr<const ColumnarFile>> ArrowFile::open(const FileSource& source)
{
    const std::shared_ptr<ArrowFile> file(new ArrowFile());
    if (Phrase refusal = Scan(*file, source).run(); !refusal.empty())
        return problemOf(source.id(), std::move(refusal));
    return std::shared_ptr<const ColumnarFile>(file);
}

std::vector<ColumnType> ArrowFile::columns() const
{
    std::vector<ColumnType> types;
    for (const ArrowField& field : m_schema->fields)
        types.push_back({nameOfKey(field.key), typeName(field)});
    return types;
}

Expected<std::unique_ptr<RowCursor>> ArrowFile::rowsOf(const FileSource& source, std::size_t group,
                                                       std::uint64_t skip) const
{
    auto cursor = std::make_unique<Cursor>(std::static_pointer_cast<const ArrowFile>(shared_from_this()),
                                           source.id(), group, skip);
    if (const PhraseId fault = cursor->open(source); fault != PhraseId{})
        return problemOf(source.id(), {PhraseId::InBatch, group + 1, fault});
    return std::unique_ptr<RowCursor>(std::move(cursor));
}

} // namespace duologue
