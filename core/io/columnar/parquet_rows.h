// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/columnar/columnar_file.h"
#include "core/io/columnar/parquet_column_reader.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace duologue {

/// Puts the columns of some rows together again, and writes each row as JSON. Members of structs that are
/// null are left out; columns that are null are not.
class ParquetRows final : public RowBlock {
public:
    /// One slice for each column of the schema, all of `rows` rows.
    ParquetRows(std::shared_ptr<const ParquetSchema> schema, std::vector<ColumnSlice> slices,
                std::size_t rows);

    PhraseId appendNext(std::string& out, std::size_t limit) override;

private:
    /// Goes through the levels and values of one column.
    struct Walk {
        const std::vector<std::shared_ptr<const ParquetPage>>* pages = nullptr;
        std::size_t page = 0;
        std::size_t level = 0;
        std::size_t value = 0;

        bool isAtEnd() const { return page >= pages->size(); }
        std::uint8_t definition() const
        {
            const auto& levels = isAtEnd() ? kNoLevels : (*pages)[page]->definition;
            return levels.empty() ? 0 : levels[level];
        }
        std::uint8_t repetition() const
        {
            const auto& levels = isAtEnd() ? kNoLevels : (*pages)[page]->repetition;
            return levels.empty() ? 0 : levels[level];
        }
    };

    /// What a value must agree with: the list that goes on, and the definition level of what encloses it.
    struct Expected {
        std::uint8_t repetition = 0;
        std::uint8_t definition = 0;
    };

    static const std::vector<std::uint8_t> kNoLevels;

    void appendNode(std::string& out, const ParquetNode& node, Expected expected);
    void appendLeaf(std::string& out, const ParquetNode& node, Expected expected);
    void appendStruct(std::string& out, const ParquetNode& node, Expected expected);
    void appendList(std::string& out, const ParquetNode& node, Expected expected);
    void appendKey(std::string& out, const ParquetNode& key, Expected expected);
    /// Passes over the levels of a node that has no value.
    void pass(const ParquetNode& node, Expected expected);
    bool isNull(const ParquetNode& node) const { return definitionOf(node) < node.definition; }
    /// A column whose values cannot be missing has no levels.
    std::uint8_t definitionOf(const ParquetNode& node) const
    {
        return m_walks[node.firstColumn].definition();
    }
    /// Moves to the next level of a column.
    void advance(Walk& walk, bool hasValue);

    std::shared_ptr<const ParquetSchema> m_schema;
    std::vector<ColumnSlice> m_slices;
    std::vector<Walk> m_walks;
    PhraseId m_fault{};
    /// No text may become longer.
    std::size_t m_end = 0;
};

} // namespace duologue
