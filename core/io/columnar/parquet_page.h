// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/large_buffers.h"
#include "core/base/padded_bytes.h"
#include "core/io/columnar/codecs.h"
#include "core/io/columnar/parquet_page_header.h"
#include "core/io/columnar/parquet_schema.h"

#include <cstdint>
#include <memory>
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

} // namespace duologue
