// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/parquet_writer.h"

#include "core/io/columnar/codecs.h"
#include "core/io/columnar/thrift.h"

#include <cstring>
#include <utility>

namespace duologue {

namespace {

constexpr std::string_view kFileMagic = "PAR1";
constexpr std::uint64_t kRowsOfGroup = 10'000;
/// A page ends with the row in which it becomes so long.
constexpr std::size_t kPageBytes = std::size_t{1} << 20U;

// Numbers of the Parquet format.
constexpr std::int32_t kPlainEncoding = 0;
constexpr std::int32_t kRleEncoding = 3;
constexpr std::int32_t kZstdCodec = 6;
constexpr std::int32_t kOptional = 1;
constexpr std::int32_t kRepeated = 2;
constexpr std::int32_t kUtf8 = 0;
constexpr std::int32_t kList = 3;
constexpr std::int32_t kDecimal = 5;
constexpr std::int32_t kDate = 6;
constexpr std::int32_t kMicroseconds = 10;

template<typename Number>
void appendNumberBytes(std::string& out, Number number)
{
    char bytes[sizeof(Number)];
    std::memcpy(bytes, &number, sizeof(Number));
    out.append(bytes, sizeof(Number));
}

/// As runs of equal levels, after their length.
void appendLevels(std::string& out, const std::vector<std::uint8_t>& levels)
{
    std::string runs;
    for (std::size_t begin = 0; begin < levels.size();) {
        std::size_t end = begin;
        while (end < levels.size() && levels[end] == levels[begin])
            ++end;
        for (std::size_t header = (end - begin) << 1U;; header >>= 7U) {
            const bool isLast = header < 0x80;
            runs += static_cast<char>((header & 0x7FU) | (isLast ? 0U : 0x80U));
            if (isLast)
                break;
        }
        runs += static_cast<char>(levels[begin]);
        begin = end;
    }
    appendNumberBytes(out, static_cast<std::uint32_t>(runs.size()));
    out += runs;
}

ParquetLeaf::Type leafType(ParquetField::Kind kind)
{
    switch (kind) {
    case ParquetField::Kind::Whole:
    case ParquetField::Kind::Wholes:
    case ParquetField::Kind::Clock:
    case ParquetField::Kind::Moment:
        return ParquetLeaf::Type::Whole;
    case ParquetField::Kind::Date:
        return ParquetLeaf::Type::Day;
    case ParquetField::Kind::Decimal:
    case ParquetField::Kind::Decimals:
        return ParquetLeaf::Type::Fixed;
    case ParquetField::Kind::Real:
    case ParquetField::Kind::Reals:
        return ParquetLeaf::Type::Real;
    case ParquetField::Kind::Flag:
    case ParquetField::Kind::Flags:
        return ParquetLeaf::Type::Flag;
    default:
        return ParquetLeaf::Type::Text;
    }
}

/// An element of the schema that has no values itself.
void addGroupElement(ThriftWriter& out, std::string_view name, std::int32_t repetition, std::int32_t children,
                     bool isList)
{
    out.beginElement();
    out.int32(3, repetition);
    out.text(4, name);
    out.int32(5, children);
    if (isList) {
        out.int32(6, kList);
        out.beginStruct(10);
        out.beginStruct(3);
        out.endStruct();
        out.endStruct();
    }
    out.endStruct();
}

/// What the values mean, for old readers and for new ones.
void addMeaning(ThriftWriter& out, const ParquetField& field)
{
    using Kind = ParquetField::Kind;
    switch (field.kind) {
    case Kind::Decimal:
    case Kind::Decimals:
        out.int32(6, kDecimal);
        out.int32(7, field.scale);
        out.int32(8, field.precision);
        out.beginStruct(10);
        out.beginStruct(5);
        out.int32(1, field.scale);
        out.int32(2, field.precision);
        break;
    case Kind::Date:
        out.int32(6, kDate);
        out.beginStruct(10);
        out.beginStruct(6);
        break;
    case Kind::Clock:
    case Kind::Moment:
        // The older annotation says that it is a point in time.
        if (field.kind == Kind::Moment)
            out.int32(6, kMicroseconds);
        out.beginStruct(10);
        out.beginStruct(8);
        out.flag(1, field.kind == Kind::Moment);
        out.beginStruct(2);
        out.beginStruct(2);
        out.endStruct();
        out.endStruct();
        break;
    default:
        out.int32(6, kUtf8);
        out.beginStruct(10);
        out.beginStruct(1);
    }
    out.endStruct();
    out.endStruct();
}

void addLeafElement(ThriftWriter& out, std::string_view name, const ParquetField& field)
{
    using Kind = ParquetField::Kind;
    const ParquetLeaf::Type type = leafType(field.kind);
    out.beginElement();
    out.int32(1, static_cast<std::int32_t>(type));
    if (type == ParquetLeaf::Type::Fixed)
        out.int32(2, static_cast<std::int32_t>(widthOfDecimal(field.precision)));
    out.int32(3, kOptional);
    out.text(4, name);
    const bool isTime = field.kind == Kind::Date || field.kind == Kind::Clock || field.kind == Kind::Moment;
    if (type == ParquetLeaf::Type::Text || type == ParquetLeaf::Type::Fixed || isTime)
        addMeaning(out, field);
    out.endStruct();
}

std::size_t elementsOf(const ParquetField& field)
{
    return field.kind == ParquetField::Kind::Messages ? 5 : field.isList() ? 3 : 1;
}

void addField(ThriftWriter& out, const ParquetField& field)
{
    const bool isMessages = field.kind == ParquetField::Kind::Messages;
    if (!isMessages && !field.isList()) {
        addLeafElement(out, field.name, field);
        return;
    }
    addGroupElement(out, field.name, kOptional, 1, true);
    addGroupElement(out, "list", kRepeated, 1, false);
    if (!isMessages) {
        addLeafElement(out, "element", field);
        return;
    }
    addGroupElement(out, "element", kOptional, 2, false);
    addLeafElement(out, "role", {});
    addLeafElement(out, "content", {});
}

} // namespace

std::size_t widthOfDecimal(std::int32_t precision)
{
    // A digit takes less than 3.322 bits, and the sign one.
    return static_cast<std::size_t>((precision * 3322 + 1000) / 8000 + 1);
}

std::string decimalBytes(std::string_view whole, std::size_t width)
{
    std::string bytes(width, '\0');
    for (const char digit : whole) {
        if (digit == '-')
            continue;
        auto carry = static_cast<unsigned>(digit - '0');
        for (std::size_t i = width; i-- > 0; carry >>= 8U) {
            carry += static_cast<unsigned char>(bytes[i]) * 10U;
            bytes[i] = static_cast<char>(carry & 0xFFU);
        }
    }
    unsigned carry = 1;
    for (std::size_t i = width; whole.starts_with('-') && i-- > 0; carry >>= 8U) {
        carry += static_cast<unsigned char>(~static_cast<unsigned char>(bytes[i]));
        bytes[i] = static_cast<char>(carry & 0xFFU);
    }
    return bytes;
}

ParquetLeaf::ParquetLeaf(Type type, std::vector<std::string> path, std::uint8_t definition,
                         std::uint8_t repetition)
    : m_type(type), m_path(std::move(path)), m_definition(definition), m_repetition(repetition)
{
}

void ParquetLeaf::addLevels(std::uint8_t definition, std::uint8_t repetition)
{
    if (repetition == 0 && m_values.size() >= kPageBytes)
        endPage();
    m_definitions.push_back(definition);
    m_repetitions.push_back(repetition);
}

void ParquetLeaf::addText(std::string_view text, std::uint8_t repetition)
{
    addLevels(m_definition, repetition);
    appendNumberBytes(m_values, static_cast<std::uint32_t>(text.size()));
    m_values += text;
}

void ParquetLeaf::addWhole(std::int64_t number, std::uint8_t repetition)
{
    addLevels(m_definition, repetition);
    appendNumberBytes(m_values, number);
}

void ParquetLeaf::addDay(std::int32_t days)
{
    addLevels(m_definition, 0);
    appendNumberBytes(m_values, days);
}

void ParquetLeaf::addFixed(std::string_view bytes, std::uint8_t repetition)
{
    addLevels(m_definition, repetition);
    m_values += bytes;
}

void ParquetLeaf::addReal(double number, std::uint8_t repetition)
{
    addLevels(m_definition, repetition);
    appendNumberBytes(m_values, number);
}

void ParquetLeaf::addFlag(bool flag, std::uint8_t repetition)
{
    addLevels(m_definition, repetition);
    const std::size_t bit = m_flags++ % 8;
    if (bit == 0)
        m_values += '\0';
    m_values.back() =
        static_cast<char>(static_cast<unsigned char>(m_values.back()) | (flag ? 1U : 0U) << bit);
}

void ParquetLeaf::endPage()
{
    if (m_definitions.empty())
        return;
    std::string bytes;
    if (m_repetition > 0)
        appendLevels(bytes, m_repetitions);
    appendLevels(bytes, m_definitions);
    bytes += m_values;
    m_pages.push_back({m_definitions.size(), bytes.size(), packZstd(bytes)});
    m_definitions.clear();
    m_repetitions.clear();
    m_values.clear();
    m_flags = 0;
}

ParquetWriter::ParquetWriter(std::vector<ParquetField> fields, ByteSink& sink)
    : m_fields(std::move(fields)), m_sink(sink)
{
    for (const ParquetField& field : m_fields) {
        m_first.push_back(m_leaves.size());
        if (field.kind == ParquetField::Kind::Messages) {
            for (const char* member : {"role", "content"})
                m_leaves.emplace_back(ParquetLeaf::Type::Text,
                                      std::vector<std::string>{field.name, "list", "element", member}, 4, 1);
        } else if (field.isList()) {
            m_leaves.emplace_back(leafType(field.kind),
                                  std::vector<std::string>{field.name, "list", "element"}, 3, 1);
        } else {
            m_leaves.emplace_back(leafType(field.kind), std::vector<std::string>{field.name}, 1, 0);
        }
    }
    put(kFileMagic);
}

bool ParquetWriter::put(std::string_view bytes)
{
    m_isGood = m_isGood && m_sink.write(bytes);
    m_offset += bytes.size();
    return m_isGood;
}

ParquetWriter::Chunk ParquetWriter::writeChunk(ParquetLeaf& leaf)
{
    leaf.endPage();
    Chunk chunk{m_offset, 0, 0, 0};
    for (const ParquetLeaf::Page& page : leaf.m_pages) {
        ThriftWriter header;
        header.int32(1, 0);
        header.int32(2, static_cast<std::int32_t>(page.unpackedSize));
        header.int32(3, static_cast<std::int32_t>(page.packed.size()));
        header.beginStruct(5);
        header.int32(1, static_cast<std::int32_t>(page.values));
        header.int32(2, kPlainEncoding);
        header.int32(3, kRleEncoding);
        header.int32(4, kRleEncoding);
        header.endStruct();
        header.endStruct();
        put(header.bytes());
        put(page.packed);
        chunk.values += page.values;
        chunk.unpackedSize += header.bytes().size() + page.unpackedSize;
    }
    chunk.packedSize = m_offset - chunk.offset;
    leaf.m_pages.clear();
    return chunk;
}

void ParquetWriter::endGroup()
{
    if (m_rows == 0)
        return;
    Group group{std::exchange(m_rows, 0), {}};
    for (ParquetLeaf& leaf : m_leaves)
        group.chunks.push_back(writeChunk(leaf));
    m_groups.push_back(std::move(group));
}

bool ParquetWriter::endRow()
{
    if (++m_rows == kRowsOfGroup)
        endGroup();
    return m_isGood;
}

std::string ParquetWriter::footer() const
{
    ThriftWriter out;
    std::size_t elements = 1;
    std::uint64_t rows = 0;
    for (const ParquetField& field : m_fields)
        elements += elementsOf(field);
    for (const Group& group : m_groups)
        rows += group.rows;
    out.int32(1, 1);
    out.beginStructs(2, elements);
    out.beginElement();
    out.text(4, "schema");
    out.int32(5, static_cast<std::int32_t>(m_fields.size()));
    out.endStruct();
    for (const ParquetField& field : m_fields)
        addField(out, field);
    out.int64(3, static_cast<std::int64_t>(rows));
    out.beginStructs(4, m_groups.size());
    for (const Group& group : m_groups) {
        std::uint64_t bytes = 0;
        out.beginElement();
        out.beginStructs(1, group.chunks.size());
        for (std::size_t i = 0; i < group.chunks.size(); ++i) {
            const Chunk& chunk = group.chunks[i];
            bytes += chunk.unpackedSize;
            out.beginElement();
            out.int64(2, static_cast<std::int64_t>(chunk.offset));
            out.beginStruct(3);
            out.int32(1, static_cast<std::int32_t>(m_leaves[i].m_type));
            out.int32s(2, {kPlainEncoding, kRleEncoding});
            out.texts(3, m_leaves[i].m_path);
            out.int32(4, kZstdCodec);
            out.int64(5, static_cast<std::int64_t>(chunk.values));
            out.int64(6, static_cast<std::int64_t>(chunk.unpackedSize));
            out.int64(7, static_cast<std::int64_t>(chunk.packedSize));
            out.int64(9, static_cast<std::int64_t>(chunk.offset));
            out.endStruct();
            out.endStruct();
        }
        out.int64(2, static_cast<std::int64_t>(bytes));
        out.int64(3, static_cast<std::int64_t>(group.rows));
        out.endStruct();
    }
    out.text(6, "Duologue");
    out.endStruct();
    return out.bytes();
}

bool ParquetWriter::finish()
{
    endGroup();
    std::string end = footer();
    appendNumberBytes(end, static_cast<std::uint32_t>(end.size()));
    end += kFileMagic;
    return put(end);
}

} // namespace duologue
