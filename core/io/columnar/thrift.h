// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/columnar/byte_reader.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// Reads Thrift's compact protocol, in which Parquet writes its metadata. A value of another type than the
/// one asked for is a failure, like bytes that are missing; from then on there are no more fields and all
/// values are 0 or empty.
///
///     reader.beginStruct();
///     while (reader.nextField()) {
///         if (reader.field() == 3)
///             rows = reader.integer();
///         else
///             reader.skip();
///     }
class ThriftReader {
public:
    explicit ThriftReader(std::string_view bytes) : m_bytes(bytes) {}

    bool hasFailed() const { return m_bytes.hasFailed(); }
    std::string_view rest() const { return m_bytes.rest(); }

    /// Before the first field of the outermost struct, of a field that is a struct, and of each struct in a
    /// list.
    void beginStruct();
    /// False at the end of the struct. Its value must be read, or skipped, before the next call.
    bool nextField();
    int field() const { return m_fields.back(); }

    std::int64_t integer();
    bool boolean();
    std::string_view binary();
    /// Begins a list and returns how many elements it has, which is never more than there are bytes left.
    /// Each element is then read like a field.
    std::size_t list();
    /// Passes over the value of the field.
    void skip();

private:
    enum class Type : std::uint8_t {
        Stop = 0,
        True = 1,
        False = 2,
        Byte = 3,
        Int16 = 4,
        Int32 = 5,
        Int64 = 6,
        Double = 7,
        Binary = 8,
        List = 9,
        Set = 10,
        Map = 11,
        Struct = 12,
        Uuid = 13,
    };

    void skipValue(Type type, int depth);
    void skipElement(Type type, int depth);

    ByteReader m_bytes;
    /// Of the current field, or of the elements of the current list.
    Type m_type = Type::Struct;
    bool m_inList = false;
    /// The numbers of the current fields of all open structs.
    std::vector<int> m_fields;
};

/// Writes Thrift's compact protocol, as ThriftReader reads it. Fields of a struct come in rising order. The
/// outermost struct is open from the beginning.
class ThriftWriter {
public:
    void int32(int field, std::int32_t value);
    void int64(int field, std::int64_t value);
    void text(int field, std::string_view value);
    void flag(int field, bool value) { begin(field, value ? Type::True : Type::False); }
    void beginStruct(int field);
    /// Of structs in a list, and of the outermost one as well.
    void endStruct();
    /// Each struct of the list is begun by beginElement().
    void beginStructs(int field, std::size_t count);
    void beginElement() { m_last.push_back(0); }
    void int32s(int field, const std::vector<std::int32_t>& values);
    void texts(int field, const std::vector<std::string>& values);

    const std::string& bytes() const { return m_bytes; }

private:
    enum class Type : std::uint8_t {
        True = 1,
        False = 2,
        Int32 = 5,
        Int64 = 6,
        Binary = 8,
        List = 9,
        Struct = 12
    };

    void begin(int field, Type type);
    void beginList(int field, Type type, std::size_t count);
    void varint(std::uint64_t value);
    void zigzag(std::int64_t value);

    std::string m_bytes;
    /// The fields written last in all open structs.
    std::vector<int> m_last{0};
};

} // namespace duologue
