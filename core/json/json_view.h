// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/padded_bytes.h"
#include "core/base/result.h"

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
    enum class Kind : std::uint8_t { Missing, Null, Bool, Integer, Real, String, Array, Object };

    JsonView() = default;

    Kind kind() const;
    bool isMissing() const { return m_document == nullptr; }
    /// Neither missing nor null.
    bool hasValue() const;
    bool isString() const { return kind() == Kind::String; }
    bool isArray() const { return kind() == Kind::Array; }
    bool isObject() const { return kind() == Kind::Object; }
    bool isNumber() const;

    /// The decoded text, UTF-8; empty for anything but a string.
    std::string_view string() const;
    std::optional<double> number() const;
    std::optional<bool> boolean() const;
    /// Elements of an array, members of an object, else 0.
    std::size_t size() const;

    /// The last member of that name, as in Python; Missing where there is none or this is no object.
    JsonView operator[](std::string_view key) const;
    /// Empty ranges for anything but an object or an array.
    JsonMembers members() const;
    JsonElements elements() const;

    /// Some object in it, at whatever depth, has two members of one name.
    bool hasDuplicateKeys() const;

    /// The value on one line, as JSON.
    std::string toJson() const;

private:
    friend class JsonParser;
    friend class JsonMembers;
    friend class JsonElements;

    JsonView(const void* document, std::size_t place) : m_document(document), m_place(place) {}

    const void* m_document = nullptr;
    std::size_t m_place = 0;
};

struct JsonMember {
    std::string_view key;
    JsonView value;
};

/// Members of an object in file order, duplicates included.
class JsonMembers {
public:
    class Iterator {
    public:
        JsonMember operator*() const;
        Iterator& operator++();
        bool operator!=(const Iterator& other) const { return m_place != other.m_place; }

    private:
        friend class JsonView;
        friend class JsonMembers;
        const void* m_document = nullptr;
        std::size_t m_place = 0;
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
    class Iterator {
    public:
        JsonView operator*() const;
        Iterator& operator++();
        bool operator!=(const Iterator& other) const { return m_place != other.m_place; }

    private:
        friend class JsonView;
        friend class JsonElements;
        const void* m_document = nullptr;
        std::size_t m_place = 0;
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
