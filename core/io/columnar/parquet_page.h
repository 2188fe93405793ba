// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/columnar/codecs.h"
#include "core/io/columnar/parquet_metadata.h"
#include "core/io/file_source.h"
#include "core/util/buffers.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace duologue {

/// How much one page may hold. What is announced beyond that is not read.
struct PageLimits {
    std::size_t bytes = std::size_t{1} << 30U;
    std::size_t values = std::size_t{16} << 20U;
};

/// The values of a page, without those that are null. Owns their bytes.
class PageValues {
public:
    /// `memory`, which may be null, is where the bytes come from and go to.
    explicit PageValues(std::shared_ptr<LargeBuffers> memory = {}) : m_memory(std::move(memory)) {}
    /// It points into itself.
    PageValues(const PageValues&) = delete;
    PageValues& operator=(const PageValues&) = delete;
    ~PageValues()
    {
        if (m_memory)
            m_memory->give(std::move(m_page));
    }

    /// A buffer of this size, to unpack a page into.
    PaddedBytes bufferFor(std::size_t size) const
    {
        if (m_memory)
            return m_memory->take(size);
        PaddedBytes buffer;
        buffer.resizeUninitialised(size);
        return buffer;
    }

    std::size_t size() const { return m_count; }
    /// The bytes of a value as the type says: numbers with the lowest byte first, true and false as one byte.
    std::string_view at(std::size_t i) const
    {
        if (m_dictionary != nullptr)
            return m_dictionary->at(m_indices[i]);
        return m_width > 0 ? std::string_view(m_fixed + i * m_width, m_width) : m_texts[i];
    }

    /// Reads `count` values from the end of `page`, from `begin` on. `dictionary` may be null. Not Verbatim
    /// if they are damaged.
    PhraseId read(PaddedBytes page, std::size_t begin, std::int64_t encoding, const ParquetColumn& column,
                  std::size_t count, std::shared_ptr<const PageValues> dictionary, const PageLimits& limits);

private:
    bool readPlain(std::string_view bytes, const ParquetColumn& column);
    bool readIndices(std::string_view bytes);
    bool readBooleans(std::string_view bytes);
    bool readSplitStreams(std::string_view bytes);
    bool readNumbers(std::string_view bytes);

    std::size_t m_count = 0;
    /// Bytes of each value; 0 if they differ.
    std::size_t m_width = 0;
    const char* m_fixed = nullptr;
    std::vector<std::string_view> m_texts;
    std::vector<std::uint32_t> m_indices;
    std::shared_ptr<const PageValues> m_dictionary;
    std::shared_ptr<LargeBuffers> m_memory;
    PaddedBytes m_page;
    std::string m_made;
};

/// A page of a column, unpacked. The levels are empty if they are all 0.
struct ParquetPage {
    explicit ParquetPage(std::shared_ptr<LargeBuffers> memory = {}) : values(std::move(memory)) {}

    std::size_t levels = 0;
    std::vector<std::uint8_t> definition;
    std::vector<std::uint8_t> repetition;
    PageValues values;
};

/// The codec of a column; none if it is not known.
std::optional<Codec> codecOfParquet(std::int32_t number);

/// Unpacks a dictionary page. `bytes` are those after its header.
PhraseId readDictionaryPage(const ParquetPageHeader& header, std::string_view bytes, Codec codec,
                            const ParquetColumn& column, const PageLimits& limits, PageValues& values);

/// Unpacks a data page.
PhraseId readDataPage(const ParquetPageHeader& header, std::string_view bytes, Codec codec,
                      const ParquetColumn& column, const std::shared_ptr<const PageValues>& dictionary,
                      const PageLimits& limits, ParquetPage& page);

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
