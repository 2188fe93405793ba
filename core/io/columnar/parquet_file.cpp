// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/parquet_file.h"

#include "core/io/columnar/byte_reader.h"
#include "core/io/columnar/columnar_file.h"
#include "core/io/columnar/parquet_page.h"
#include "core/io/columnar/value_text.h"
#include "core/util/phrase_id.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
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

const std::vector<std::uint8_t> ParquetRows::kNoLevels;

ParquetRows::ParquetRows(std::shared_ptr<const ParquetSchema> schema, std::vector<ColumnSlice> slices,
                         std::size_t rows)
    : RowBlock(rows), m_schema(std::move(schema)), m_slices(std::move(slices))
{
    for (const ColumnSlice& slice : m_slices)
        m_walks.push_back({&slice.pages, 0, slice.level, slice.value});
}

PhraseId ParquetRows::appendNext(std::string& out, std::size_t limit)
{
    m_end = out.size() + limit;
    out += '{';
    for (const ParquetNode& column : m_schema->root.children) {
        out += column.key;
        appendNode(out, column, {0, 0});
        out += ',';
    }
    out.back() = '}';
    for (const Walk& walk : m_walks) {
        if (walk.repetition() != 0 && m_fault == PhraseId{})
            m_fault = PhraseId::ColumnsDisagree;
    }
    if (out.size() > m_end && m_fault == PhraseId{})
        m_fault = PhraseId::RowTooLong;
    m_rows = m_fault == PhraseId{} ? m_rows - 1 : 0;
    return m_fault;
}

void ParquetRows::advance(Walk& walk, bool hasValue)
{
    walk.value += hasValue ? 1 : 0;
    if (++walk.level < (*walk.pages)[walk.page]->levels)
        return;
    walk.level = walk.value = 0;
    ++walk.page;
}

void ParquetRows::pass(const ParquetNode& node, Expected expected)
{
    for (std::size_t column = node.firstColumn; column < node.endColumn; ++column) {
        Walk& walk = m_walks[column];
        // A column in something that is null has a level below its own.
        const bool hasValue = walk.definition() == m_schema->columns[column].definition;
        if (walk.isAtEnd() || walk.repetition() != expected.repetition || hasValue) {
            m_fault = PhraseId::ColumnsDisagree;
            return;
        }
        advance(walk, false);
    }
}

void ParquetRows::appendLeaf(std::string& out, const ParquetNode& node, Expected expected)
{
    Walk& walk = m_walks[node.firstColumn];
    const ParquetColumn& column = m_schema->columns[node.firstColumn];
    const std::uint8_t definition = walk.definition();
    if (walk.isAtEnd() || walk.repetition() != expected.repetition || definition < expected.definition) {
        m_fault = PhraseId::ColumnsDisagree;
        return;
    }
    const bool hasValue = definition == column.definition;
    if (hasValue)
        appendValue(out, column.valueType, (*walk.pages)[walk.page]->values.at(walk.value), m_bytesAs);
    else
        out += "null";
    advance(walk, hasValue);
}

void ParquetRows::appendNode(std::string& out, const ParquetNode& node, Expected expected)
{
    if (m_fault != PhraseId{})
        return;
    if (out.size() > m_end) {
        m_fault = PhraseId::RowTooLong;
        return;
    }
    if (node.kind == ParquetNode::Kind::Value) {
        appendLeaf(out, node, expected);
    } else if (definitionOf(node) < expected.definition) {
        m_fault = PhraseId::ColumnsDisagree;
    } else if (isNull(node)) {
        out += "null";
        pass(node, expected);
    } else if (node.kind == ParquetNode::Kind::Struct) {
        appendStruct(out, node, expected);
    } else {
        appendList(out, node, expected);
    }
}

void ParquetRows::appendStruct(std::string& out, const ParquetNode& node, Expected expected)
{
    const Expected inside{expected.repetition, node.definition};
    out += '{';
    const std::size_t first = out.size();
    for (const ParquetNode& member : node.children) {
        const std::size_t before = out.size();
        const bool isLeftOut = isNull(member);
        out += member.key;
        appendNode(out, member, inside);
        out += ',';
        if (isLeftOut)
            out.resize(before);
    }
    if (out.size() > first)
        out.back() = '}';
    else
        out += '}';
}

void ParquetRows::appendKey(std::string& out, const ParquetNode& key, Expected expected)
{
    const std::size_t begin = out.size();
    appendNode(out, key, expected);
    if (m_fault == PhraseId{} && out[begin] != '"') {
        // The keys of an object are strings.
        out.insert(begin, 1, '"');
        out += '"';
    }
    out += ':';
}

void ParquetRows::appendList(std::string& out, const ParquetNode& node, Expected expected)
{
    const bool isMap = node.kind == ParquetNode::Kind::Map;
    const bool isObject = isMap && node.children.front().kind == ParquetNode::Kind::Value &&
                          m_schema->columns[node.firstColumn].valueType.kind != ValueKind::Json;
    out += isObject ? '{' : '[';
    const std::size_t first = out.size();
    if (definitionOf(node) < node.elementDefinition) {
        pass(node, expected);
    } else {
        Expected inside{expected.repetition, node.elementDefinition};
        do {
            if (isObject) {
                appendKey(out, node.children.front(), inside);
                appendNode(out, node.children.back(), inside);
            } else if (isMap) {
                out += R"({"key":)";
                appendNode(out, node.children.front(), inside);
                out += R"(,"value":)";
                appendNode(out, node.children.back(), inside);
                out += '}';
            } else {
                appendNode(out, node.children.front(), inside);
            }
            out += ',';
            inside.repetition = node.elementRepetition;
        } while (m_fault == PhraseId{} && m_walks[node.firstColumn].repetition() == node.elementRepetition);
    }
    if (out.size() > first)
        out.pop_back();
    out += isObject ? '}' : ']';
}

namespace {

/// The length of the footer and "PAR1".
constexpr std::size_t kParquetTail = 8;
constexpr std::uint64_t kLongestFooter = std::uint64_t{256} << 20U;
/// Rows are numbered by 32 bits. A file that is all nulls or repetitions can announce any number of rows.
constexpr std::int64_t kMostRows = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kMostRowsPerByte = 1'000;
constexpr std::uint64_t kHarmlessRows = 1'000'000;

Expected<ParquetMetadata> readFooter(const FileSource& source, Problem damaged)
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

    Expected<std::unique_ptr<RowBlock>> next(std::size_t rows) override
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

Expected<std::shared_ptr<const ColumnarFile>> ParquetFile::open(const FileSource& source,
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

Expected<std::unique_ptr<RowCursor>> ParquetFile::rowsOf(const FileSource& source, std::size_t group,
                                                         std::uint64_t skip) const
{
    auto cursor = std::make_unique<Cursor>(std::static_pointer_cast<const ParquetFile>(shared_from_this()),
                                           source, group);
    if (auto fault = cursor->skip(skip))
        return std::move(*fault);
    return std::unique_ptr<RowCursor>(std::move(cursor));
}

} // namespace duologue
