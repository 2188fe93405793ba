// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace duologue {

static_assert(std::endian::native == std::endian::little, "columnar files are read without swapping bytes");

/// A number from bytes that need not be aligned; the caller has checked that they are there.
template<typename T>
T loadNumber(const char* bytes)
{
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    return value;
}

/// Reads bytes from front to back and never beyond their end: what is not there is 0 or empty, and the reader
/// has failed from then on. So a caller may read several values and ask once.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) : m_rest(bytes) {}

    bool hasFailed() const { return m_hasFailed; }
    void fail()
    {
        m_hasFailed = true;
        m_rest = {};
    }
    std::string_view rest() const { return m_rest; }

    /// A number of fixed width, the lowest byte first.
    template<typename T>
    T number()
    {
        const std::string_view raw = bytes(sizeof(T));
        return raw.empty() ? T{} : loadNumber<T>(raw.data());
    }

    std::string_view bytes(std::uint64_t count)
    {
        if (count > m_rest.size()) {
            fail();
            return {};
        }
        const std::string_view taken = m_rest.substr(0, static_cast<std::size_t>(count));
        m_rest.remove_prefix(taken.size());
        return taken;
    }

    /// Seven bits a byte, the lowest first.
    std::uint64_t varint()
    {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            if (m_rest.empty())
                break;
            const auto byte = static_cast<unsigned char>(m_rest.front());
            m_rest.remove_prefix(1);
            value |= std::uint64_t{byte & 0x7FU} << shift;
            if (byte < 0x80)
                return value;
        }
        fail();
        return 0;
    }

    /// A varint whose lowest bit is the sign.
    std::int64_t zigzag()
    {
        const std::uint64_t value = varint();
        return static_cast<std::int64_t>((value >> 1U) ^ (0 - (value & 1U)));
    }

private:
    std::string_view m_rest;
    bool m_hasFailed = false;
};

} // namespace duologue
