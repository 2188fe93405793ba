// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/columnar/byte_reader.h"
#include "core/io/columnar/value_text.h"
#include "core/util/phrase.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// A table in a FlatBuffer, in which Arrow writes its metadata. What lies outside of the buffer is missing,
/// like a field that was left out. A view: the bytes must outlive it.
class FlatTable {
public:
    /// The table at the root of a buffer.
    static std::optional<FlatTable> rootOf(std::string_view buffer)
    {
        const auto offset = numberAt<std::uint32_t>(buffer, 0);
        return offset ? tableAt(buffer, *offset) : std::nullopt;
    }

    template<typename T>
    T number(std::size_t field, T usual = {}) const
    {
        const std::size_t at = placeOf(field);
        return at == 0 ? usual : numberAt<T>(m_buffer, at).value_or(usual);
    }

    std::optional<FlatTable> table(std::size_t field) const
    {
        const std::size_t at = targetOf(field);
        return at == 0 ? std::nullopt : tableAt(m_buffer, at);
    }

    std::string_view text(std::size_t field) const
    {
        const Vector vector = vectorOf(field, 1);
        return m_buffer.substr(vector.begin, vector.count);
    }

    /// The number of elements, each of which takes `width` bytes.
    std::size_t count(std::size_t field, std::size_t width) const { return vectorOf(field, width).count; }

    /// An element of a vector of numbers, or a number in an element that is a struct.
    template<typename T>
    T element(std::size_t field, std::size_t i, std::size_t width = sizeof(T), std::size_t within = 0) const
    {
        const Vector vector = vectorOf(field, width);
        return i < vector.count ? numberAt<T>(m_buffer, vector.begin + i * width + within).value_or(T{})
                                : T{};
    }

    /// An element of a vector of tables.
    std::optional<FlatTable> tableElement(std::size_t field, std::size_t i) const
    {
        const Vector vector = vectorOf(field, sizeof(std::uint32_t));
        if (i >= vector.count)
            return std::nullopt;
        const std::size_t at = vector.begin + i * sizeof(std::uint32_t);
        const auto offset = numberAt<std::uint32_t>(m_buffer, at);
        return offset ? tableAt(m_buffer, at + *offset) : std::nullopt;
    }

private:
    struct Vector {
        std::size_t begin = 0;
        std::size_t count = 0;
    };

    FlatTable(std::string_view buffer, std::size_t at, std::size_t fields)
        : m_buffer(buffer), m_at(at), m_fields(fields)
    {
    }

    template<typename T>
    static std::optional<T> numberAt(std::string_view buffer, std::size_t at)
    {
        if (at > buffer.size() || buffer.size() - at < sizeof(T))
            return std::nullopt;
        return loadNumber<T>(buffer.data() + at);
    }

    static std::optional<FlatTable> tableAt(std::string_view buffer, std::size_t at)
    {
        const auto back = numberAt<std::int32_t>(buffer, at);
        if (!back)
            return std::nullopt;
        const auto fields = static_cast<std::int64_t>(at) - *back;
        if (fields < 0 || !numberAt<std::uint32_t>(buffer, static_cast<std::size_t>(fields)))
            return std::nullopt;
        return FlatTable(buffer, at, static_cast<std::size_t>(fields));
    }

    /// Where the field is; 0 if it was left out.
    std::size_t placeOf(std::size_t field) const
    {
        const std::size_t entry = 4 + 2 * field;
        const auto length = numberAt<std::uint16_t>(m_buffer, m_fields);
        if (!length || entry + 2 > *length)
            return 0;
        const auto offset = numberAt<std::uint16_t>(m_buffer, m_fields + entry).value_or(0);
        return offset == 0 ? 0 : m_at + offset;
    }

    /// Where the table or vector of the field is; 0 if there is none.
    std::size_t targetOf(std::size_t field) const
    {
        const std::size_t at = placeOf(field);
        const auto offset = at == 0 ? std::nullopt : numberAt<std::uint32_t>(m_buffer, at);
        return offset ? at + *offset : 0;
    }

    Vector vectorOf(std::size_t field, std::size_t width) const
    {
        const std::size_t at = targetOf(field);
        const auto count = at == 0 ? std::nullopt : numberAt<std::uint32_t>(m_buffer, at);
        if (!count || *count > (m_buffer.size() - at - sizeof(std::uint32_t)) / width)
            return {};
        return {at + sizeof(std::uint32_t), *count};
    }

    std::string_view m_buffer;
    std::size_t m_at;
    std::size_t m_fields;
};

/// How the values of an Arrow column lie in its buffers.
enum class ArrowShape : std::uint8_t {
    /// No buffers: all values are null.
    Null,
    /// Bits.
    Bits,
    /// Values of `width` bytes.
    Fixed,
    /// Bytes with offsets of 4 or 8 bytes (`width`).
    Bytes,
    /// Bytes of which short ones are in the view itself.
    Views,
    /// A child with offsets of 4 or 8 bytes (`width`).
    List,
    /// A child with offsets and sizes.
    ListView,
    /// A child with `listSize` elements for each value.
    FixedList,
    Struct,
    /// A list of structs of a key and a value.
    Map,
    /// One of the children; the others have a value as well.
    SparseUnion,
    /// One of the children, with an offset.
    DenseUnion,
};

/// A column, or a part of one.
struct ArrowField {
    /// Its name as a key of JSON, with the colon.
    std::string key;
    std::string path;
    ArrowShape shape = ArrowShape::Null;
    ValueType valueType;
    std::size_t width = 0;
    std::int64_t listSize = 0;
    std::vector<ArrowField> children;
    /// Unions: the type ids of the children.
    std::vector<std::int32_t> typeIds;
    /// Set if the values are numbers of entries in a dictionary; everything else is then about its entries.
    std::optional<std::int64_t> dictionary;
    std::size_t indexWidth = 4;
    bool isIndexSigned = true;
};

/// The columns that a schema describes, or why they cannot be read.
struct ArrowSchema {
    std::vector<ArrowField> fields;
    /// The entries of each dictionary, by its id, as a field of their own.
    std::map<std::int64_t, ArrowField> entries;
    Phrase refusal;
};

/// What people call the type of the field.
std::string typeName(const ArrowField& field);

ArrowSchema readArrowSchema(const FlatTable& schema);

} // namespace duologue
