// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/columnar/parquet_page.h"
#include "core/io/file_source.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace duologue {

/// Where pages begin whose first row is known, so that a row can be read again without what stands before it.
/// Any thread.
class ParquetPageNotes {
public:
    struct Note {
        std::uint64_t offset = 0;
        std::int64_t firstRow = 0;
        std::int64_t firstLevel = 0;
    };

    void add(std::size_t group, std::size_t column, const Note& note);
    /// The last page that begins at the row or before it; an empty note if none is known.
    Note find(std::size_t group, std::size_t column, std::int64_t row) const;

private:
    mutable std::mutex m_mutex;
    /// By group and column; in the order of the file.
    std::map<std::pair<std::size_t, std::size_t>, std::vector<Note>> m_notes;
};

/// The levels and values of some rows of one column.
struct ColumnSlice {
    std::vector<std::shared_ptr<const ParquetPage>> pages;
    /// Where they begin in the first page.
    std::size_t level = 0;
    std::size_t value = 0;
};

/// A column of one row group, and who is told where its pages are.
struct ParquetColumnPlace {
    const ParquetColumn& column;
    const ParquetChunk& chunk;
    std::size_t group = 0;
    std::size_t index = 0;
    ParquetPageNotes& notes;
    std::shared_ptr<LargeBuffers> memory;
};

/// Reads one column of one row group, page by page. Only the pages of the rows that are taken are in memory.
/// `packed` is where it reads bytes to, which several readers may share. One thread; what it refers to must
/// outlive it.
class ParquetColumnReader {
public:
    ParquetColumnReader(const FileSource& source, PaddedBytes& packed, Codec codec,
                        const ParquetColumnPlace& place, const PageLimits& limits);

    /// Passes over the first rows. Must be the first call.
    PhraseId skip(std::int64_t rows);
    /// Takes exactly so many rows.
    PhraseId take(std::size_t rows, ColumnSlice& slice);

private:
    bool isAtEnd() const { return m_levelsRead >= m_place.chunk.values; }
    /// Reads the header at m_offset.
    PhraseId readHeader(ParquetPageHeader& header);
    PhraseId readBytes(const ParquetPageHeader& header, std::string_view& bytes);
    /// Goes to the next page with data; m_page is null at the end. Pages of `skipped` rows or fewer are
    /// passed over, as far as that is known without unpacking them; `skipped` then becomes less.
    PhraseId nextPage(std::int64_t& skipped);
    /// Goes to the last page that is known to begin before the row that is wanted.
    bool jump(std::int64_t& skipped);
    PhraseId readDictionary(const ParquetPageHeader& header);
    PhraseId readDataPage(const ParquetPageHeader& header, std::int64_t& skipped);
    PhraseId enterPage(const ParquetPageHeader& header);
    void takeFlat(std::size_t& rows, ColumnSlice& slice);
    /// True where the rows are complete.
    bool takeNested(std::size_t rows, std::size_t& begun, ColumnSlice& slice, PhraseId& fault);

    const FileSource& m_source;
    const Codec m_codec;
    const ParquetColumnPlace m_place;
    const PageLimits m_limits;
    std::uint64_t m_offset;
    /// Of whole pages that were entered or passed over.
    std::int64_t m_levelsRead = 0;
    /// The row that the next level begins, in the group.
    std::int64_t m_row = 0;
    PaddedBytes& m_bytes;
    std::shared_ptr<const PageValues> m_dictionary;
    std::shared_ptr<const ParquetPage> m_page;
    std::size_t m_level = 0;
    std::size_t m_value = 0;
};

} // namespace duologue
