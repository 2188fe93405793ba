// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/columnar/columnar_file.h"
#include "core/util/expected.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace duologue {

struct CsvHeader;

/// A text file of cells (CSV, TSV), UTF-8, whose first row names the columns. It is read like a file of
/// columns: each row is an object. If the first row is data, the columns are column_1 and so on. Cells of a
/// column whose first cells are all numbers, all true or false, or all JSON objects or lists are such values;
/// all others are texts, and null if they are empty and not in quotation marks. The whole file is read once
/// to find its rows.
class CsvFile final : public ColumnarFile {
public:
    /// Whether a file of that name is one: .csv or .tsv, packed or not.
    static bool isNamedLikeOne(std::string_view name);
    /// A file whose name says .csv; one that is Parquet or Arrow IPC is opened as that.
    static Expected<std::shared_ptr<const ColumnarFile>> openCommas(const FileSource& source);
    /// The same for .tsv. The names only decide between delimiters that fit equally well.
    static Expected<std::shared_ptr<const ColumnarFile>> openTabs(const FileSource& source);
    /// One of the two above, by the file's name.
    static ColumnarFile::Open* openerFor(std::string_view name);

    std::vector<ColumnType> columns() const override;
    Expected<std::unique_ptr<RowCursor>> rowsOf(const FileSource& source, std::size_t group,
                                                std::uint64_t skip) const override;

private:
    class Cursor;
    class Rows;
    class Scan;

    CsvFile() = default;

    static Expected<std::shared_ptr<const ColumnarFile>> open(const FileSource& source, char usual);

    std::shared_ptr<const CsvHeader> m_header;
    /// Offsets at which the groups begin, and the end of the last one.
    std::vector<std::uint64_t> m_offsets;
};

} // namespace duologue
