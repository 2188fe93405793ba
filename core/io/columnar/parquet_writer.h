// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/atomic_file.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// A column of a Parquet file as people see it. Any value may be null.
struct ParquetField {
    enum class Kind : std::uint8_t {
        Text,
        /// A whole number of 64 bits.
        Whole,
        Real,
        Flag,
        /// Of ParquetField::scale digits after the point, ParquetField::precision in all.
        Decimal,
        /// Days since 1970.
        Date,
        /// Microseconds since 1970: the clock of an unknown place, or a point in time.
        Clock,
        Moment,
        /// Lists of some of the same.
        Texts,
        Wholes,
        Reals,
        Flags,
        Decimals,
        /// list<struct<role, content>>
        Messages,
    };

    std::string name;
    Kind kind = Kind::Text;
    /// Decimals: digits at most, and of them after the point.
    std::int32_t precision = 0;
    std::int32_t scale = 0;

    bool isList() const { return kind >= Kind::Texts && kind <= Kind::Decimals; }
};

/// The values of one leaf column in one row group, in pages. A value comes with two levels: how much of the
/// path to it is there, and which list on the path goes on.
class ParquetLeaf {
public:
    enum class Type : std::uint8_t { Flag = 0, Day = 1, Whole = 2, Real = 5, Text = 6, Fixed = 7 };

    /// `path`: the names from the top of the schema. `definition` and `repetition` are the highest levels.
    ParquetLeaf(Type type, std::vector<std::string> path, std::uint8_t definition, std::uint8_t repetition);

    /// There is no value, because the path ends at that level.
    void addNothing(std::uint8_t definition, std::uint8_t repetition) { addLevels(definition, repetition); }
    void addText(std::string_view text, std::uint8_t repetition = 0);
    void addWhole(std::int64_t number, std::uint8_t repetition = 0);
    void addDay(std::int32_t days);
    /// As many bytes as widthOfDecimal() says.
    void addFixed(std::string_view bytes, std::uint8_t repetition = 0);
    void addReal(double number, std::uint8_t repetition = 0);
    void addFlag(bool flag, std::uint8_t repetition = 0);

private:
    friend class ParquetWriter;

    struct Page {
        std::size_t values = 0;
        std::size_t unpackedSize = 0;
        std::string packed;
    };

    void addLevels(std::uint8_t definition, std::uint8_t repetition);
    void endPage();

    Type m_type;
    std::vector<std::string> m_path;
    std::uint8_t m_definition;
    std::uint8_t m_repetition;
    /// Of the page that is being filled.
    std::vector<std::uint8_t> m_definitions;
    std::vector<std::uint8_t> m_repetitions;
    std::string m_values;
    std::size_t m_flags = 0;
    std::vector<Page> m_pages;
};

/// Digits of the widest decimals that readers of Parquet know.
inline constexpr std::int32_t kMostDigits = 38;

/// How many bytes a decimal takes that has so many digits.
std::size_t widthOfDecimal(std::int32_t precision);

/// A whole number of any length, after a sign or none, in so many bytes, the highest first.
std::string decimalBytes(std::string_view whole, std::size_t width);

/// Writes a Parquet file with pages that are packed by zstd. One thread.
class ParquetWriter {
public:
    /// `sink` must outlive it.
    ParquetWriter(std::vector<ParquetField> fields, ByteSink& sink);

    const std::vector<ParquetField>& fields() const { return m_fields; }
    /// The leaf of a field; of messages, `second` is their content.
    ParquetLeaf& leaf(std::size_t field, bool second = false)
    {
        return m_leaves[m_first[field] + (second ? 1 : 0)];
    }
    /// Every leaf has been given its values of the row. False if the file could not be written.
    bool endRow();
    /// Writes what is left and the end of the file. Does not finish the sink.
    bool finish();

private:
    struct Chunk {
        std::uint64_t offset = 0;
        std::uint64_t values = 0;
        std::uint64_t unpackedSize = 0;
        std::uint64_t packedSize = 0;
    };
    struct Group {
        std::uint64_t rows = 0;
        std::vector<Chunk> chunks;
    };

    bool put(std::string_view bytes);
    void endGroup();
    Chunk writeChunk(ParquetLeaf& leaf);
    std::string footer() const;

    const std::vector<ParquetField> m_fields;
    ByteSink& m_sink;
    std::vector<ParquetLeaf> m_leaves;
    /// The first leaf of each field.
    std::vector<std::size_t> m_first;
    std::vector<Group> m_groups;
    std::uint64_t m_rows = 0;
    std::uint64_t m_offset = 0;
    bool m_isGood = true;
};

} // namespace duologue
