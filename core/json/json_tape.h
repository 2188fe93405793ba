// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace duologue {

enum class JsonKind : std::uint8_t { Missing, Null, Bool, Integer, Real, String, Array, Object };

/// The name of a member. To compare it with a word in the code costs no call.
struct JsonKey : std::string_view {
    template<std::size_t kSize>
    friend bool operator==(JsonKey key, const char (&word)[kSize])
    {
        return key.size() == kSize - 1 && std::memcmp(key.data(), word, kSize - 1) == 0;
    }
};

/// A parsed record in memory, as simdjson lays it out (its doc/tape.md): one word for each value and each
/// key, in file order, with a letter for what it is in the high byte. Numbers take a second word; the word of
/// an object or array names the place behind its end. Read here without simdjson's own handles, so that going
/// over members costs no call.
struct JsonTape {
    const std::uint64_t* words = nullptr;
    /// Decoded texts: a length of four bytes before each.
    const char* texts = nullptr;
    /// What simdjson knows it by.
    const void* document = nullptr;

    static std::uint64_t wordOf(char type, std::uint64_t value)
    {
        return std::uint64_t{static_cast<unsigned char>(type)} << kTypeShift | value;
    }
    static char typeOf(std::uint64_t word) { return static_cast<char>(word >> kTypeShift); }

    std::string_view textOf(std::uint64_t word) const
    {
        const char* const begin = texts + (word & ((std::uint64_t{1} << kTypeShift) - 1));
        std::uint32_t length = 0;
        std::memcpy(&length, begin, sizeof length);
        return {begin + sizeof length, length};
    }

    /// The place behind a value.
    const std::uint64_t* behind(const std::uint64_t* value) const
    {
        switch (typeOf(*value)) {
        case '{':
        case '[':
            return words + static_cast<std::uint32_t>(*value);
        case 'l':
        case 'u':
        case 'd':
            return value + 2;
        default:
            return value + 1;
        }
    }

    static JsonKind kindOf(std::uint64_t word)
    {
        switch (typeOf(word)) {
        case 'n':
            return JsonKind::Null;
        case 't':
        case 'f':
            return JsonKind::Bool;
        case 'l':
        case 'u':
            return JsonKind::Integer;
        case 'd':
            return JsonKind::Real;
        case '"':
            return JsonKind::String;
        case '[':
            return JsonKind::Array;
        default:
            return JsonKind::Object;
        }
    }

    /// Elements or members of an object or array; no more than 0xFFFFFF are counted.
    static std::size_t countOf(std::uint64_t word) { return (word >> 32U) & 0xFF'FFFFU; }

private:
    static constexpr unsigned kTypeShift = 56;
};

} // namespace duologue
