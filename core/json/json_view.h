// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/padded_bytes.h"
#include "core/base/result.h"
#include "core/json/json_tape.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace duologue {

class JsonMembers;
class JsonElements;

/// One value of a parsed record: a light handle, copied freely, valid as long as the JsonParser that made it
/// has neither been destroyed nor parsed something else. Asking a value for a type it does not have gives an
/// empty answer, never an error: formats ask what they expect and report what they find instead.
class JsonView {
public:
    using Kind = JsonKind;
    JsonView() = default;

    Kind kind() const { return m_value == nullptr ? Kind::Missing : JsonTape::kindOf(*m_value); }
    bool isMissing() const { return m_value == nullptr; }
    /// Neither missing nor null.
    bool hasValue() const { return kind() > Kind::Null; }
    bool isString() const { return is('"'); }
    bool isArray() const { return is('['); }
    bool isObject() const { return is('{'); }
    bool isNumber() const { return kind() == Kind::Integer || kind() == Kind::Real; }

    /// The decoded text, UTF-8; empty for anything but a string.
    [[gnu::always_inline]] std::string_view string() const
    {
        return isString() ? m_tape->textOf(*m_value) : std::string_view();
    }
    std::optional<double> number() const;
    std::optional<bool> boolean() const;
    /// Elements of an array, members of an object, else 0.
    std::size_t size() const;

    /// The last member of that name, as in Python; Missing where there is none or this is no object.
    JsonView operator[](std::string_view key) const;
    /// Empty ranges for anything but an object or an array.
    JsonMembers members() const;
    JsonElements elements() const;

    /// The value on one line, as JSON.
    std::string toJson() const;

private:
    friend class JsonParser;
    friend class JsonMembers;
    friend class JsonElements;

    JsonView(const JsonTape* tape, const std::uint64_t* value) : m_tape(tape), m_value(value) {}
    bool is(char tapeType) const { return m_value != nullptr && JsonTape::typeOf(*m_value) == tapeType; }

    const JsonTape* m_tape = nullptr;
    const std::uint64_t* m_value = nullptr;
};

struct JsonMember {
    JsonKey key;
    JsonView value;
};

/// Members of an object in file order, duplicates included.
class JsonMembers {
public:
    struct Iterator {
        JsonMember operator*() const { return {{tape->textOf(*key)}, {tape, key + 1}}; }
        Iterator& operator++()
        {
            key = tape->behind(key + 1);
            return *this;
        }
        bool operator!=(const Iterator& other) const { return key != other.key; }

        const JsonTape* tape = nullptr;
        const std::uint64_t* key = nullptr;
    };

    Iterator begin() const { return m_begin; }
    Iterator end() const { return m_end; }

private:
    friend class JsonView;
    Iterator m_begin;
    Iterator m_end;
};

/// Elements of an array in order.
class JsonElements {
public:
    struct Iterator {
        JsonView operator*() const { return {tape, value}; }
        Iterator& operator++()
        {
            value = tape->behind(value);
            return *this;
        }
        bool operator!=(const Iterator& other) const { return value != other.value; }

        const JsonTape* tape = nullptr;
        const std::uint64_t* value = nullptr;
    };

    Iterator begin() const { return m_begin; }
    Iterator end() const { return m_end; }

private:
    friend class JsonView;
    Iterator m_begin;
    Iterator m_end;
};

/// Parses one record at a time, strictly, and owns what the views of it point to. Reused for many records;
/// one thread at a time.
class JsonParser {
public:
    JsonParser();
    ~JsonParser();
    JsonParser(JsonParser&& other) noexcept;
    JsonParser& operator=(JsonParser&& other) noexcept;

    /// `bytes` must stay readable for PaddedBytes::kPadding bytes behind its end; it is not kept. The problem
    /// of a refused record says only that it is refused: diagnoseJson() finds the place.
    Result<JsonView> parse(std::string_view bytes);

    /// Some object in a value that it made, at whatever depth, has two members of one name.
    bool findsDuplicateKeys(const JsonView& value);

    /// Whether parse() refuses halves of character pairs, as newer versions of the library do; if not,
    /// hasLoneSurrogate() has to look for them.
    static bool refusesLoneSurrogates();

private:
    struct Parser;
    std::unique_ptr<Parser> m_parser;
};

/// Name and version of the library behind it, for --version.
std::string jsonLibrary();

} // namespace duologue
