// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/columnar/arrow_slice.h"
#include "core/io/columnar/columnar_file.h"

#include <memory>
#include <string>
#include <vector>

namespace duologue {

/// Writes rows of an Arrow record batch as JSON, as ParquetRows does.
class ArrowRows final : public RowBlock {
public:
    /// `schema` owns the fields of the columns.
    ArrowRows(std::shared_ptr<const ArrowSchema> schema, std::vector<ArrowSlice> columns, std::size_t rows)
        : RowBlock(rows), m_schema(std::move(schema)), m_columns(std::move(columns))
    {
    }

    PhraseId appendNext(std::string& out, std::size_t limit) override;

private:
    void append(std::string& out, const ArrowSlice& slice, std::uint64_t i);
    void appendEntry(std::string& out, const ArrowSlice& slice, std::size_t i);
    void appendView(std::string& out, const ArrowSlice& slice, std::size_t i) const;
    void appendList(std::string& out, const ArrowSlice& slice, std::size_t i);
    void appendMap(std::string& out, const ArrowSlice& slice, std::size_t i);
    void appendStruct(std::string& out, const ArrowSlice& slice, std::size_t i);

    std::shared_ptr<const ArrowSchema> m_schema;
    std::vector<ArrowSlice> m_columns;
    std::size_t m_row = 0;
    PhraseId m_fault{};
    /// No text may become longer.
    std::size_t m_end = 0;
};

} // namespace duologue
