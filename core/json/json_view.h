// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/buffers.h"
#include "core/util/problem.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// Whether all bytes are UTF-8, as fast as memory is read. Defined beside simdjson, which knows.
bool isValidUtf8(std::string_view bytes);

enum class JsonKind : std::uint8_t { Missing, Null, Bool, Integer, Real, String, Array, Object };

/// The name of a member. Comparing it with a string literal costs no call.
struct JsonKey : std::string_view {
    template<std::size_t kSize>
    friend bool operator==(JsonKey key, const char (&word)[kSize])
    {
        return key.size() == kSize - 1 && std::memcmp(key.data(), word, kSize - 1) == 0;
    }
};

class JsonElements;
class JsonMembers;
class JsonWriter;

/// A record as simdjson's DOM parser leaves it, in the form that its documentation describes (doc/tape.md): a
/// word for each value, in the order of the text, with its kind in the first byte. A number has its value in
/// the word after it, a text the offset of its length (four bytes) and bytes, an object or a list the index
/// after its last word. Reading it here rather than through the library keeps the walks over members inline
/// and the library's header, which takes seconds to compile, in one file.
struct JsonTape {
    static constexpr unsigned kKindBits = 56;
    static constexpr std::uint64_t kValue = (std::uint64_t{1} << kKindBits) - 1;

    char kind(std::uint32_t at) const { return static_cast<char>(words[at] >> kKindBits); }
    std::uint64_t value(std::uint32_t at) const { return words[at] & kValue; }
    JsonKind kindOf(std::uint32_t at) const;
    std::string_view text(std::uint32_t at) const;
    /// The index of what comes after the value.
    std::uint32_t after(std::uint32_t at) const;

    const std::uint64_t* words = nullptr;
    const char* texts = nullptr;
};

/// One value of a parsed record: a light handle that is copied freely. It is valid until its JsonParser
/// parses another record or is destroyed. Asking a value for a type it does not have gives an empty answer,
/// never an error: formats ask for what they expect and report what they find instead.
class JsonView {
public:
    using Kind = JsonKind;
    JsonView() = default;

    Kind kind() const { return m_kind; }
    bool isMissing() const { return m_kind == Kind::Missing; }
    /// Neither missing nor null.
    bool hasValue() const { return m_kind > Kind::Null; }
    bool isString() const { return m_kind == Kind::String; }
    bool isArray() const { return m_kind == Kind::Array; }
    bool isObject() const { return m_kind == Kind::Object; }
    bool isNumber() const { return m_kind == Kind::Integer || m_kind == Kind::Real; }

    /// The decoded text, UTF-8; empty for anything but a string.
    std::string_view string() const { return isString() ? m_tape->text(m_at) : std::string_view(); }
    std::optional<double> number() const;
    /// The digits of a number that number() does not give exactly, as plainDecimal() writes them; empty for
    /// all others.
    std::string_view digits() const;
    /// Whether the value, or a number within it, has digits().
    bool hasDigits() const;
    std::optional<bool> boolean() const;
    /// The number of elements of an array or of members of an object, else 0. Up to 2^24 - 1.
    std::size_t size() const;

    /// The last member of that name, as in Python; Missing if there is none or if this is no object.
    JsonView operator[](std::string_view key) const;
    /// Empty ranges for anything but an object or an array.
    JsonMembers members() const;
    JsonElements elements() const;

    /// The value on one line, as JSON.
    std::string toJson() const;

    /// A number that no other value of the record has; 0 if this is Missing.
    std::size_t place() const { return m_at; }

private:
    friend class JsonParser;
    friend class JsonMembers;
    friend class JsonElements;

    void write(JsonWriter& out) const;

    JsonView(const JsonTape& tape, std::uint32_t at) : m_tape(&tape), m_at(at), m_kind(tape.kindOf(at)) {}

    const JsonTape* m_tape = nullptr;
    std::uint32_t m_at = 0;
    Kind m_kind = Kind::Missing;
};

struct JsonMember {
    JsonKey key;
    JsonView value;
};

/// The members of an object in file order, duplicates included.
class JsonMembers {
public:
    class Iterator {
    public:
        JsonKey key() const { return {m_tape->text(m_at)}; }
        JsonView value() const { return {*m_tape, m_at + 1}; }
        /// Of no member once the range is at its end.
        JsonMember operator*() const { return m_at < m_end ? JsonMember{key(), value()} : JsonMember(); }
        Iterator& operator++()
        {
            m_at = m_tape->after(m_at + 1);
            return *this;
        }
        bool operator==(std::default_sentinel_t) const { return m_at >= m_end; }

    private:
        friend class JsonView;

        const JsonTape* m_tape = nullptr;
        std::uint32_t m_at = 0;
        std::uint32_t m_end = 0;
    };

    Iterator begin() const { return m_begin; }
    std::default_sentinel_t end() const { return {}; }

private:
    friend class JsonView;
    Iterator m_begin;
};

/// The elements of an array in order.
class JsonElements {
public:
    class Iterator {
    public:
        /// Missing once the range is at its end.
        JsonView operator*() const { return m_at < m_end ? JsonView(*m_tape, m_at) : JsonView(); }
        Iterator& operator++()
        {
            if (m_at < m_end)
                m_at = m_tape->after(m_at);
            return *this;
        }
        bool operator==(std::default_sentinel_t) const { return m_at >= m_end; }

    private:
        friend class JsonView;

        const JsonTape* m_tape = nullptr;
        std::uint32_t m_at = 0;
        std::uint32_t m_end = 0;
    };

    Iterator begin() const { return m_begin; }
    std::default_sentinel_t end() const { return {}; }

private:
    friend class JsonView;
    Iterator m_begin;
};

inline JsonKind JsonTape::kindOf(std::uint32_t at) const
{
    // Not static, it would be made anew in each call.
    static constexpr auto kKinds = [] {
        std::array<JsonKind, 256> kinds{};
        kinds['{'] = JsonKind::Object;
        kinds['['] = JsonKind::Array;
        kinds['"'] = JsonKind::String;
        kinds['l'] = kinds['u'] = JsonKind::Integer;
        kinds['d'] = JsonKind::Real;
        kinds['t'] = kinds['f'] = JsonKind::Bool;
        kinds['n'] = JsonKind::Null;
        return kinds;
    }();
    return kKinds[words[at] >> kKindBits];
}

inline std::string_view JsonTape::text(std::uint32_t at) const
{
    const char* const begin = texts + value(at);
    std::uint32_t size = 0;
    std::memcpy(&size, begin, sizeof size);
    return {begin + sizeof size, size};
}

inline std::uint32_t JsonTape::after(std::uint32_t at) const
{
    switch (kind(at)) {
    case '{':
    case '[':
        return static_cast<std::uint32_t>(words[at]);
    case 'l':
    case 'u':
    case 'd':
        return at + 2;
    default:
        return at + 1;
    }
}

inline std::size_t JsonView::size() const
{
    constexpr unsigned kShift = 32;
    return isObject() || isArray() ? m_tape->value(m_at) >> kShift : 0;
}

inline JsonMembers JsonView::members() const
{
    JsonMembers range;
    if (isObject()) {
        range.m_begin.m_tape = m_tape;
        range.m_begin.m_at = m_at + 1;
        // Its last word closes it.
        range.m_begin.m_end = m_tape->after(m_at) - 1;
    }
    return range;
}

inline JsonElements JsonView::elements() const
{
    JsonElements range;
    if (isArray()) {
        range.m_begin.m_tape = m_tape;
        range.m_begin.m_at = m_at + 1;
        range.m_begin.m_end = m_tape->after(m_at) - 1;
    }
    return range;
}

inline JsonView JsonView::operator[](std::string_view key) const
{
    std::uint32_t last = 0;
    const JsonMembers all = members();
    for (auto at = all.begin(); at != all.end(); ++at) {
        if (at.key() == key)
            last = static_cast<std::uint32_t>(at.value().place());
    }
    return last == 0 ? JsonView() : JsonView(*m_tape, last);
}

/// What one look at all keys of a value finds.
struct JsonKeys {
    /// An object, at whatever depth, has two members of one name.
    bool areRepeated = false;
    /// Values of one shape have the same keys in the same order, values of the same kinds, the same words
    /// (texts of some letters, as roles and types are) and truth values; texts and numbers may differ. Lists
    /// of more than four equal elements are alike. Shapes are numbered 0, 1, 2, … in the order in which a
    /// parser met them. None if keys are repeated, and for what seems not to come again.
    std::optional<std::uint32_t> shape = {};
};

/// Parses one record at a time, strictly, and owns what the views of it point to. It is reused for many
/// records, by one thread at a time.
class JsonParser {
public:
    JsonParser();
    ~JsonParser();
    JsonParser(JsonParser&& other) noexcept;
    JsonParser& operator=(JsonParser&& other) noexcept;

    /// `bytes` must be readable for PaddedBytes::kPadding bytes after its end; it is not kept. The problem of
    /// a refused record says only that it is refused: diagnoseJson() finds the offset.
    Expected<JsonView> parse(std::string_view bytes);

    /// `value` is of the record that was parsed last. Fast for objects whose keys the parser has met. It
    /// calls itself no more often than the parser lets values nest.
    JsonKeys keysOf(const JsonView& value);

    /// Whether parse() refuses unpaired surrogates ("\ud83d" alone), as newer versions of the library do. If
    /// not, hasLoneSurrogate() has to look for them.
    static bool refusesLoneSurrogates();

private:
    struct Parser;
    std::unique_ptr<Parser> m_parser;
};

/// Name and version of the JSON library, for --version.
std::string jsonLibrary();

/// Adds "/" and a key to a pointer, with its "~" and "/" escaped.
void appendPointerPart(std::string& pointer, std::string_view key);

/// The keys of a pointer, unescaped.
std::vector<std::string> pointerParts(std::string_view pointer);

/// A JSON pointer (RFC 6901) from a description of a format, taken apart once and followed in many records. A
/// name without a leading slash is a pointer to that member.
class JsonPointer {
public:
    JsonPointer() = default;
    explicit JsonPointer(std::string_view text);

    /// Points to nothing.
    bool empty() const { return m_parts.empty(); }
    /// Missing if there is no such value.
    JsonView in(const JsonView& value) const { return in(value, m_parts.size()); }
    /// The same for where its first steps lead.
    JsonView in(const JsonView& value, std::size_t steps) const;
    /// The member that it names if it names a member of the value itself, else empty.
    std::string_view member() const;
    /// The names of the members, and the indexes of the elements, on the way.
    const std::vector<std::string>& parts() const { return m_parts; }
    /// As RFC 6901 writes it.
    const std::string& text() const { return m_text; }

private:
    std::string m_text;
    std::vector<std::string> m_parts;
};

} // namespace duologue
