// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"
#include "core/io/columnar/flat_table.h"
#include "core/io/columnar/value_text.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace duologue {

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
