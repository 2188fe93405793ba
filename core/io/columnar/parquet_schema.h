// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/columnar/parquet_metadata.h"
#include "core/io/file_source.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// A column of a Parquet file: a leaf of the schema. Its values come with levels: the definition level says
/// how much of the path to the value is there, the repetition level which list on the path goes on.
struct ParquetColumn {
    /// The names on the path to it, with dots.
    std::string path;
    ParquetType type = ParquetType::ByteArray;
    std::int32_t typeLength = 0;
    ValueType valueType;
    std::uint8_t definition = 0;
    std::uint8_t repetition = 0;
};

/// A value as people see it. The helper groups by which Parquet writes lists and maps are no nodes.
struct ParquetNode {
    enum class Kind : std::uint8_t { Value, Struct, List, Map };

    /// Its name as a key of JSON, with the colon.
    std::string key;
    Kind kind = Kind::Value;
    /// It is null where a definition level is below this.
    std::uint8_t definition = 0;
    /// List and Map: it has an element where the definition level is at least this.
    std::uint8_t elementDefinition = 0;
    /// List and Map: an element that is not the first has this repetition level.
    std::uint8_t elementRepetition = 0;
    /// The columns in it: [firstColumn, endColumn).
    std::size_t firstColumn = 0;
    std::size_t endColumn = 0;
    /// Members of a struct; the element of a list; key and value of a map.
    std::vector<ParquetNode> children;
};

struct ParquetSchema {
    /// A struct.
    ParquetNode root;
    std::vector<ParquetColumn> columns;
};

/// The types of the root's members.
std::vector<ColumnType> columnTypesOf(const ParquetSchema& schema);

/// Columns of labels have the names that the datasets library gives them (ParquetMetadata::features).
void nameLabels(ParquetSchema& schema, std::string_view features);

/// None if the list of elements is no tree, or one that is nested too deeply.
std::optional<ParquetSchema> parquetSchemaOf(const std::vector<ParquetElement>& elements);

} // namespace duologue
