// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

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
