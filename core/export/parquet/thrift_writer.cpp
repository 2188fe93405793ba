// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/parquet/thrift_writer.h"

namespace duologue {

void ThriftWriter::varint(std::uint64_t value)
{
    while (value >= 0x80) {
        m_bytes += static_cast<char>((value & 0x7FU) | 0x80U);
        value >>= 7U;
    }
    m_bytes += static_cast<char>(value);
}

void ThriftWriter::zigzag(std::int64_t value)
{
    varint(static_cast<std::uint64_t>(value) << 1U ^ static_cast<std::uint64_t>(value >> 63));
}

void ThriftWriter::begin(int field, Type type)
{
    const int step = field - m_last.back();
    // Parquet has no gap that is longer than a step can say.
    m_bytes += static_cast<char>(static_cast<unsigned>(step) << 4U | static_cast<unsigned>(type));
    m_last.back() = field;
}

void ThriftWriter::beginList(int field, Type type, std::size_t count)
{
    constexpr std::size_t kShort = 15;
    begin(field, Type::List);
    if (count < kShort) {
        m_bytes += static_cast<char>(count << 4U | static_cast<std::size_t>(type));
        return;
    }
    m_bytes += static_cast<char>(0xF0U | static_cast<unsigned>(type));
    varint(count);
}

void ThriftWriter::int32(int field, std::int32_t value)
{
    begin(field, Type::Int32);
    zigzag(value);
}

void ThriftWriter::int64(int field, std::int64_t value)
{
    begin(field, Type::Int64);
    zigzag(value);
}

void ThriftWriter::text(int field, std::string_view value)
{
    begin(field, Type::Binary);
    varint(value.size());
    m_bytes += value;
}

void ThriftWriter::beginStruct(int field)
{
    begin(field, Type::Struct);
    beginElement();
}

void ThriftWriter::endStruct()
{
    m_bytes += '\0';
    m_last.pop_back();
}

void ThriftWriter::beginStructs(int field, std::size_t count)
{
    beginList(field, Type::Struct, count);
}

void ThriftWriter::int32s(int field, const std::vector<std::int32_t>& values)
{
    beginList(field, Type::Int32, values.size());
    for (const std::int32_t value : values)
        zigzag(value);
}

void ThriftWriter::texts(int field, const std::vector<std::string>& values)
{
    beginList(field, Type::Binary, values.size());
    for (const std::string& value : values) {
        varint(value.size());
        m_bytes += value;
    }
}

} // namespace duologue
