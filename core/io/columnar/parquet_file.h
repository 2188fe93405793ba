// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/columnar/columnar_file.h"
#include "core/io/columnar/parquet_page.h"
#include "core/util/expected.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace duologue {

inline constexpr std::string_view kParquetMagic = "PAR1";
inline constexpr std::string_view kEncryptedParquetMagic = "PARE";

/// A Parquet file. Keeps its footer, and notes where pages begin while rows are read.
class ParquetFile final : public ColumnarFile {
public:
    static Expected<std::shared_ptr<const ColumnarFile>> open(const FileSource& source,
                                                              const PageLimits& limits = {});

    std::vector<ColumnType> columns() const override { return columnTypesOf(*m_schema); }
    Expected<std::unique_ptr<RowCursor>> rowsOf(const FileSource& source, std::size_t group,
                                                std::uint64_t skip) const override;

private:
    class Cursor;

    ParquetFile(ParquetSchema schema, std::vector<ParquetRowGroup> groups, const PageLimits& limits);

    /// Why the file cannot be read; empty if it can.
    Phrase refusal(std::uint64_t size) const;

    std::shared_ptr<const ParquetSchema> m_schema;
    std::vector<ParquetRowGroup> m_stored;
    PageLimits m_limits;
    mutable ParquetPageNotes m_notes;
    std::shared_ptr<LargeBuffers> m_memory = std::make_shared<LargeBuffers>();
};

} // namespace duologue
