// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"
#include "core/io/columnar/value_text.h"

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

} // namespace duologue
