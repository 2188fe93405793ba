// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/columnar/value_text.h"
#include "core/io/file_source.h"
#include "core/util/phrase.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// How a column's values are stored, numbered as in the file.
enum class ParquetType : std::uint8_t { Boolean, Int32, Int64, Int96, Float, Double, ByteArray, FixedBytes };

enum class ParquetRepetition : std::uint8_t { Required, Optional, Repeated };

/// What a group of columns means beside being a struct.
enum class ParquetGroup : std::uint8_t { Struct, List, Map };

/// A column or a group of columns, as the footer lists them: parents before their children.
struct ParquetElement {
    std::string name;
    /// None for a group.
    std::optional<ParquetType> type;
    /// Of FixedBytes.
    std::int32_t typeLength = 0;
    ParquetRepetition repetition = ParquetRepetition::Required;
    std::int32_t childCount = 0;
    ParquetGroup group = ParquetGroup::Struct;
    ValueType valueType;
};

/// Where a column of one row group is in the file.
struct ParquetChunk {
    ParquetType type = ParquetType::ByteArray;
    std::int32_t codec = 0;
    std::int64_t values = 0;
    std::int64_t size = 0;
    std::int64_t unpackedSize = 0;
    std::int64_t dataOffset = 0;
    std::optional<std::int64_t> dictionaryOffset;
    bool isEncrypted = false;
    bool isInOtherFile = false;

    std::int64_t begin() const
    {
        return dictionaryOffset && *dictionaryOffset > 0 && *dictionaryOffset < dataOffset ? *dictionaryOffset
                                                                                           : dataOffset;
    }
};

struct ParquetRowGroup {
    std::int64_t rows = 0;
    /// One for each column, in the order of the schema.
    std::vector<ParquetChunk> chunks;
};

/// The footer of a Parquet file as it is written. Nothing in it has been compared with the file.
struct ParquetMetadata {
    std::vector<ParquetElement> elements;
    std::vector<ParquetRowGroup> groups;
    bool isEncrypted = false;
    /// What the datasets library says of the columns (kFeaturesKey); mostly empty.
    std::string features;
};

/// None if the footer is damaged.
std::optional<ParquetMetadata> readParquetMetadata(std::string_view footer);

enum class ParquetPageKind : std::uint8_t { Data, Index, Dictionary, DataV2 };

/// What stands before the bytes of a page.
struct ParquetPageHeader {
    ParquetPageKind kind = ParquetPageKind::Data;
    std::int64_t unpackedSize = 0;
    std::int64_t size = 0;
    std::optional<std::uint32_t> checksum;
    std::int64_t values = 0;
    /// Only DataV2 says it.
    std::int64_t rows = 0;
    std::int64_t encoding = 0;
    std::int64_t definitionEncoding = 3;
    std::int64_t repetitionEncoding = 3;
    /// DataV2: levels are not packed, and their lengths are here.
    std::int64_t definitionBytes = 0;
    std::int64_t repetitionBytes = 0;
    bool isPacked = true;
    /// Bytes of the header itself.
    std::size_t length = 0;
};

/// None if the bytes are no page header, or do not hold all of it. All numbers of the result but `encoding`
/// are at least 0.
std::optional<ParquetPageHeader> readParquetPageHeader(std::string_view bytes);

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
