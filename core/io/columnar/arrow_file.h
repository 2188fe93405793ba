// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/columnar/arrow_schema.h"
#include "core/io/columnar/codecs.h"
#include "core/io/columnar/columnar_file.h"
#include "core/io/file_source.h"
#include "core/util/expected.h"
#include "core/util/phrase_id.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// Some values of a column, read from the buffers of a record batch. All indices count within the slice.
struct ArrowSlice {
    const ArrowField* field = nullptr;
    std::size_t count = 0;
    /// Bits from the first one of the slice on, after `validityShift` others; empty if no value is null.
    std::string validity;
    unsigned validityShift = 0;
    /// Bits and Fixed: the values. Bytes: what the offsets divide. Views: the views. Dictionaries: the
    /// indices.
    std::string values;
    unsigned valuesShift = 0;
    /// Bytes, List and Map: where each value begins, and where the last one ends. ListView, FixedList and
    /// DenseUnion: where each value begins. All of them count from the first byte, or element, of the slice.
    std::vector<std::uint64_t> begins;
    /// ListView: how many elements each value has.
    std::vector<std::uint64_t> sizes;
    /// Views: the bytes of long values, one after another; `begins` says where each is.
    std::string views;
    /// Unions: which child each value is.
    std::vector<std::uint8_t> choices;
    std::vector<ArrowSlice> children;
    /// Dictionaries: their entries, in parts that follow each other.
    std::vector<std::shared_ptr<const ArrowSlice>> dictionary;

    bool isNull(std::size_t i) const
    {
        const std::size_t bit = i + validityShift;
        return !validity.empty() && (static_cast<unsigned char>(validity[bit / 8]) >> bit % 8 & 1U) == 0;
    }
};

/// Where a record batch, or the entries of a dictionary, are in the file.
struct ArrowBatchPlace {
    /// The message's metadata; the table of the batch is in it.
    std::uint64_t metadata = 0;
    std::uint32_t metadataLength = 0;
    std::uint64_t body = 0;
    std::uint64_t bodyLength = 0;
    std::int64_t rows = 0;
};

/// Reads values out of one record batch. One thread. The fields must outlive it and what it reads.
class ArrowBatchReader {
public:
    /// Entries of dictionaries, by the id in the schema.
    using Dictionaries = std::map<std::int64_t, std::vector<std::shared_ptr<const ArrowSlice>>>;

    /// Not Verbatim if the metadata contradicts the fields.
    PhraseId open(const FileSource& source, const ArrowBatchPlace& place, bool isDictionary,
                  const std::vector<const ArrowField*>& fields, const Dictionaries* dictionaries);

    /// Reads values [first, first + count) of a field.
    PhraseId read(std::size_t field, std::uint64_t first, std::size_t count, ArrowSlice& slice);

private:
    struct Buffer {
        std::uint64_t offset = 0;
        std::uint64_t length = 0;
        /// Set once the buffer is unpacked.
        std::shared_ptr<const std::string> unpacked;
    };

    /// A field with its part of the batch.
    struct Node {
        const ArrowField* field = nullptr;
        std::uint64_t length = 0;
        bool hasNulls = false;
        std::size_t firstBuffer = 0;
        std::size_t viewBuffers = 0;
        std::vector<Node> children;
    };

    struct Taken {
        std::size_t nodes = 0;
        std::size_t buffers = 0;
        std::size_t views = 0;
    };

    bool takeNode(const FlatTable& batch, const ArrowField& field, Taken& taken, Node& node);
    PhraseId load(const Node& node, std::uint64_t first, std::size_t count, ArrowSlice& slice);
    PhraseId loadByShape(const Node& node, std::uint64_t first, std::size_t count, ArrowSlice& slice);
    PhraseId loadDictionary(const Node& node, std::uint64_t first, std::size_t count, ArrowSlice& slice);
    PhraseId loadBytes(const Node& node, std::uint64_t first, std::size_t count, ArrowSlice& slice);
    PhraseId loadViews(const Node& node, std::uint64_t first, std::size_t count, ArrowSlice& slice);
    PhraseId loadList(const Node& node, std::uint64_t first, std::size_t count, ArrowSlice& slice);
    PhraseId loadListView(const Node& node, std::uint64_t first, std::size_t count, ArrowSlice& slice);
    PhraseId loadUnion(const Node& node, std::uint64_t first, std::size_t count, ArrowSlice& slice);
    /// The elements that values from `begins` on, of `sizes` each, have in the child.
    PhraseId loadElements(const Node& child, ArrowSlice& slice);
    /// Bits from the byte of the first one on.
    bool readBits(std::size_t buffer, std::uint64_t first, std::size_t count, std::string& bits,
                  unsigned& shift);
    /// False if the buffer does not have all of these bytes.
    bool readBytes(std::size_t buffer, std::uint64_t begin, std::uint64_t length, std::string& bytes);
    /// Offsets of 4 or 8 bytes, none of which may be negative.
    bool readOffsets(std::size_t buffer, std::uint64_t first, std::size_t count, std::size_t width,
                     std::vector<std::uint64_t>& offsets);
    bool unpack(Buffer& buffer);

    FileSource m_source{FileDescriptor(), kNoFile, 0, std::uint64_t{0}};
    std::uint64_t m_body = 0;
    std::vector<Buffer> m_buffers;
    Codec m_codec = Codec::None;
    std::vector<Node> m_nodes;
    const Dictionaries* m_dictionaries = nullptr;
};

/// A stream or a file of Arrow IPC. A file is read like the stream that it contains; what follows a damaged
/// message, or one that is cut off, is not read.
class ArrowFile final : public ColumnarFile {
public:
    static bool beginsLikeOne(std::string_view head);
    static Expected<std::shared_ptr<const ColumnarFile>> open(const FileSource& source);

    std::vector<ColumnType> columns() const override;
    Expected<std::unique_ptr<RowCursor>> rowsOf(const FileSource& source, std::size_t group,
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
