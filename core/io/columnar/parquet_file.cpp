// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/parquet_file.h"

#include "core/base/phrase_id.h"
#include "core/io/columnar/byte_reader.h"
#include "core/io/columnar/parquet_rows.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace duologue {

namespace {

/// The length of the footer and "PAR1".
constexpr std::size_t kParquetTail = 8;
constexpr std::uint64_t kLongestFooter = std::uint64_t{256} << 20U;
/// Rows are numbered by 32 bits. A file that is all nulls or repetitions can announce any number of rows.
constexpr std::int64_t kMostRows = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kMostRowsPerByte = 1'000;
constexpr std::uint64_t kHarmlessRows = 1'000'000;

Result<ParquetMetadata> readFooter(const FileSource& source, Problem damaged)
{
    const std::uint64_t size = source.size();
    PaddedBytes bytes;
    if (size < kParquetMagic.size() + kParquetTail ||
        !source.read(size - kParquetTail, kParquetTail, bytes) || bytes.size() != kParquetTail)
        return damaged;
    if (bytes.view().ends_with(kEncryptedParquetMagic)) {
        damaged.detail = PhraseId::ParquetEncrypted;
        return damaged;
    }
    const std::uint64_t length = loadNumber<std::uint32_t>(bytes.data());
    if (!bytes.view().ends_with(kParquetMagic) || length > size - kParquetTail - kParquetMagic.size() ||
        length > kLongestFooter)
        return damaged;
    if (!source.read(size - kParquetTail - length, static_cast<std::size_t>(length), bytes) ||
        bytes.size() != length)
        return damaged;
    auto metadata = readParquetMetadata(bytes.view());
    if (!metadata)
        return damaged;
    return std::move(*metadata);
}

} // namespace

/// Reads all columns of a row group side by side.
class ParquetFile::Cursor final : public RowCursor {
public:
    Cursor(std::shared_ptr<const ParquetFile> file, FileSource source, std::size_t group)
        : m_file(std::move(file)),
          m_source(std::move(source)),
          m_group(group),
          m_left(m_file->m_groups[group].rows),
          m_user(*m_file->m_memory)
    {
        const auto& columns = m_file->m_schema->columns;
        const auto& chunks = m_file->m_stored[group].chunks;
        m_readers.reserve(columns.size());
        for (std::size_t i = 0; i < columns.size(); ++i)
            m_readers.emplace_back(
                m_source, m_packed, *codecOfParquet(chunks[i].codec),
                ParquetColumnPlace{columns[i], chunks[i], group, i, m_file->m_notes, m_file->m_memory},
                m_file->m_limits);
    }

    std::optional<Problem> skip(std::uint64_t rows)
    {
        m_left -= std::min(rows, m_left);
        for (std::size_t i = 0; i < m_readers.size(); ++i) {
            if (const PhraseId fault = m_readers[i].skip(static_cast<std::int64_t>(rows));
                fault != PhraseId{})
                return problem(i, fault);
        }
        return std::nullopt;
    }

    Result<std::unique_ptr<RowBlock>> next(std::size_t rows) override
    {
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(rows, m_left));
        if (count == 0)
            return std::unique_ptr<RowBlock>();
        std::vector<ColumnSlice> slices(m_readers.size());
        for (std::size_t i = 0; i < m_readers.size(); ++i) {
            if (const PhraseId fault = m_readers[i].take(count, slices[i]); fault != PhraseId{})
                return problem(i, fault);
        }
        m_left -= count;
        return std::unique_ptr<RowBlock>(
            std::make_unique<ParquetRows>(m_file->m_schema, std::move(slices), count));
    }

private:
    Problem problem(std::size_t column, PhraseId fault) const
    {
        return problemOf(m_source.id(),
                         {PhraseId::InRowGroup, m_group + 1, m_file->m_schema->columns[column].path, fault});
    }

    const std::shared_ptr<const ParquetFile> m_file;
    const FileSource m_source;
    const std::size_t m_group;
    std::uint64_t m_left;
    const LargeBuffers::User m_user;
    PaddedBytes m_packed;
    std::vector<ParquetColumnReader> m_readers;
};

ParquetFile::ParquetFile(ParquetSchema schema, std::vector<ParquetRowGroup> groups, const PageLimits& limits)
    : m_schema(std::make_shared<const ParquetSchema>(std::move(schema))),
      m_stored(std::move(groups)),
      m_limits(limits)
{
    std::uint64_t first = 0;
    for (const ParquetRowGroup& group : m_stored) {
        std::uint64_t bytes = 0;
        for (const ParquetChunk& chunk : group.chunks)
            bytes += static_cast<std::uint64_t>(std::max<std::int64_t>(chunk.unpackedSize, 0));
        const auto rows = static_cast<std::uint64_t>(std::clamp<std::int64_t>(group.rows, 0, kMostRows));
        m_groups.push_back({first, rows, bytes});
        first += rows;
    }
}

Phrase ParquetFile::refusal(std::uint64_t size) const
{
    const std::uint64_t most = std::max(kHarmlessRows, size * kMostRowsPerByte);
    if (rows() > std::min(most, static_cast<std::uint64_t>(kMostRows)))
        return PhraseId::TooManyRows;
    for (const ParquetRowGroup& group : m_stored) {
        if (group.rows < 0 || group.chunks.size() != m_schema->columns.size())
            return PhraseId::ParquetFooterDamaged;
        for (std::size_t i = 0; i < group.chunks.size(); ++i) {
            const ParquetChunk& chunk = group.chunks[i];
            const std::string& column = m_schema->columns[i].path;
            if (chunk.isEncrypted)
                return {PhraseId::ColumnEncrypted, column};
            if (chunk.isInOtherFile)
                return {PhraseId::ColumnInOtherFile, column};
            if (!codecOfParquet(chunk.codec))
                return {PhraseId::ColumnUnknownCodec, column, chunk.codec};
            if (chunk.type != m_schema->columns[i].type || chunk.values < 0 || chunk.begin() < 0)
                return PhraseId::ParquetFooterDamaged;
        }
    }
    return {};
}

Result<std::shared_ptr<const ColumnarFile>> ParquetFile::open(const FileSource& source,
                                                              const PageLimits& limits)
{
    const Problem damaged = problemOf(source.id(), PhraseId::ParquetFooterDamaged);
    auto footer = readFooter(source, damaged);
    if (!footer)
        return footer.problem();
    ParquetMetadata& metadata = footer.value();
    if (metadata.isEncrypted)
        return problemOf(source.id(), PhraseId::ParquetEncrypted);
    auto schema = parquetSchemaOf(metadata.elements);
    if (!schema)
        return damaged;
    nameLabels(*schema, metadata.features);
    const std::shared_ptr<ParquetFile> file(
        new ParquetFile(std::move(*schema), std::move(metadata.groups), limits));
    if (Phrase refusal = file->refusal(source.size()); !refusal.empty())
        return problemOf(source.id(), std::move(refusal));
    return std::shared_ptr<const ColumnarFile>(file);
}

Result<std::unique_ptr<RowCursor>> ParquetFile::rowsOf(const FileSource& source, std::size_t group,
                                                       std::uint64_t skip) const
{
    auto cursor = std::make_unique<Cursor>(std::static_pointer_cast<const ParquetFile>(shared_from_this()),
                                           source, group);
    if (auto fault = cursor->skip(skip))
        return std::move(*fault);
    return std::unique_ptr<RowCursor>(std::move(cursor));
}

} // namespace duologue
