// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/thrift.h"

namespace duologue {

namespace {

constexpr int kDeepestThrift = 32;

} // namespace

void ThriftReader::beginStruct()
{
    if (m_type != Type::Struct || m_fields.size() >= kDeepestThrift)
        m_bytes.fail();
    m_fields.push_back(0);
}

bool ThriftReader::nextField()
{
    const auto head = m_bytes.number<std::uint8_t>();
    if (m_bytes.hasFailed() || head == 0) {
        m_fields.pop_back();
        // Elements of a list of structs follow each other without a head of their own.
        m_type = Type::Struct;
        return false;
    }
    const int step = head >> 4U;
    m_type = static_cast<Type>(head & 0x0FU);
    m_inList = false;
    m_fields.back() = step != 0 ? m_fields.back() + step : static_cast<int>(m_bytes.zigzag());
    return !m_bytes.hasFailed();
}

std::int64_t ThriftReader::integer()
{
    switch (m_type) {
    case Type::Byte:
        return m_bytes.number<std::int8_t>();
    case Type::Int16:
    case Type::Int32:
    case Type::Int64:
        return m_bytes.zigzag();
    default:
        m_bytes.fail();
        return 0;
    }
}

bool ThriftReader::boolean()
{
    if (m_type != Type::True && m_type != Type::False)
        m_bytes.fail();
    return m_inList ? m_bytes.number<std::uint8_t>() == 1 : m_type == Type::True;
}

std::string_view ThriftReader::binary()
{
    if (m_type != Type::Binary)
        m_bytes.fail();
    return m_bytes.bytes(m_bytes.varint());
}

std::size_t ThriftReader::list()
{
    if (m_type != Type::List && m_type != Type::Set)
        m_bytes.fail();
    const auto head = m_bytes.number<std::uint8_t>();
    const std::uint64_t count = head >> 4U == 15 ? m_bytes.varint() : head >> 4U;
    m_type = static_cast<Type>(head & 0x0FU);
    m_inList = true;
    // An element takes at least one byte.
    if (count > m_bytes.rest().size())
        m_bytes.fail();
    return m_bytes.hasFailed() ? 0 : static_cast<std::size_t>(count);
}

void ThriftReader::skip()
{
    if (m_inList)
        skipElement(m_type, 0);
    else
        skipValue(m_type, 0);
}

void ThriftReader::skipElement(Type type, int depth)
{
    if (type == Type::True || type == Type::False)
        m_bytes.bytes(1);
    else
        skipValue(type, depth);
}

void ThriftReader::skipValue(Type type, int depth)
{
    if (depth >= kDeepestThrift)
        m_bytes.fail();
    if (m_bytes.hasFailed())
        return;
    switch (type) {
    case Type::True:
    case Type::False:
        return;
    case Type::Byte:
        m_bytes.bytes(1);
        return;
    case Type::Int16:
    case Type::Int32:
    case Type::Int64:
        m_bytes.varint();
        return;
    case Type::Double:
        m_bytes.bytes(8);
        return;
    case Type::Uuid:
        m_bytes.bytes(16);
        return;
    case Type::Binary:
        m_bytes.bytes(m_bytes.varint());
        return;
    case Type::List:
    case Type::Set: {
        const auto head = m_bytes.number<std::uint8_t>();
        const std::uint64_t count = head >> 4U == 15 ? m_bytes.varint() : head >> 4U;
        for (std::uint64_t i = 0; i < count && !m_bytes.hasFailed(); ++i)
            skipElement(static_cast<Type>(head & 0x0FU), depth + 1);
        return;
    }
    case Type::Map: {
        const std::uint64_t count = m_bytes.varint();
        const auto types = count == 0 ? std::uint8_t{0} : m_bytes.number<std::uint8_t>();
        for (std::uint64_t i = 0; i < count && !m_bytes.hasFailed(); ++i) {
            skipElement(static_cast<Type>(types >> 4U), depth + 1);
            skipElement(static_cast<Type>(types & 0x0FU), depth + 1);
        }
        return;
    }
    case Type::Struct:
        while (!m_bytes.hasFailed()) {
            const auto head = m_bytes.number<std::uint8_t>();
            if (head == 0)
                return;
            if (head >> 4U == 0)
                m_bytes.zigzag();
            skipValue(static_cast<Type>(head & 0x0FU), depth + 1);
        }
        return;
    case Type::Stop:
        break;
    }
    m_bytes.fail();
}

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
