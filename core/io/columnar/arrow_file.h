// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/columnar/arrow_slice.h"
#include "core/io/columnar/columnar_file.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

namespace duologue {

/// A stream or a file of Arrow IPC. A file is read like the stream that it contains; what follows a damaged
/// message, or one that is cut off, is not read.
class ArrowFile final : public ColumnarFile {
public:
    static bool beginsLikeOne(std::string_view head);
    static Result<std::shared_ptr<const ColumnarFile>> open(const FileSource& source);

    std::vector<ColumnType> columns() const override;
    Result<std::unique_ptr<RowCursor>> rowsOf(const FileSource& source, std::size_t group,
                                              std::uint64_t skip) const override;

private:
    class Cursor;
    class Scan;

    struct DictionaryPlace {
        std::int64_t id = 0;
        /// It adds to the entries before it; otherwise it replaces them.
        bool isDelta = false;
        ArrowBatchPlace place;
    };
    struct Batch {
        ArrowBatchPlace place;
        /// So many dictionaries come before it.
        std::size_t dictionaries = 0;
    };

    ArrowFile() = default;

    /// The dictionaries that are valid for a batch.
    PhraseId dictionariesOf(const FileSource& source, std::size_t group,
                            ArrowBatchReader::Dictionaries& dictionaries) const;

    std::shared_ptr<const ArrowSchema> m_schema;
    std::vector<DictionaryPlace> m_dictionaries;
    std::vector<Batch> m_batches;
    mutable std::mutex m_mutex;
    /// The dictionaries that have been read, by their index.
    mutable std::map<std::size_t, std::shared_ptr<const ArrowSlice>> m_read;
};

} // namespace duologue
