// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/arrow_slice.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace duologue {

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

} // namespace duologue
