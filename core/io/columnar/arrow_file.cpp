// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/arrow_file.h"

#include "core/io/columnar/arrow_rows.h"
#include "core/io/columnar/json_text.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace duologue {

namespace {

constexpr std::string_view kArrowMagic = "ARROW1";
/// The magic and two bytes that fill it up.
constexpr std::uint64_t kArrowHead = 8;
/// Before a message.
constexpr std::uint32_t kContinuation = 0xFFFFFFFFU;
constexpr std::uint32_t kLongestMessage = std::uint32_t{64} << 20U;
constexpr std::uint64_t kMostArrowRows = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kArrowRowsPerByte = 1'000;
constexpr std::uint64_t kHarmlessArrowRows = 1'000'000;

enum class MessageKind : std::uint8_t { None, Schema, Dictionary, Batch };

} // namespace

/// Goes through the messages of a file from front to back.
class ArrowFile::Scan {
public:
    Scan(ArrowFile& file, const FileSource& source) : m_file(file), m_source(source), m_end(source.size()) {}

    /// Why the file cannot be read at all.
    Phrase run()
    {
        PaddedBytes head;
        if (m_source.read(0, kArrowHead, head) && head.view().starts_with(kArrowMagic)) {
            m_offset = kArrowHead;
            readFooter();
        }
        while (m_offset < m_end && m_file.m_damage.empty() && m_refusal.empty()) {
            if (!nextMessage())
                break;
        }
        if (!m_refusal.empty())
            return m_refusal;
        return m_file.m_schema == nullptr ? Phrase(PhraseId::ArrowSchemaDamaged) : Phrase();
    }

private:
    bool damaged()
    {
        m_file.m_damage = {PhraseId::ArrowEndsEarly, m_file.m_batches.size()};
        return false;
    }

    /// Takes the schema from the end of a file, because not every writer repeats it at the beginning. A file
    /// that is cut off has no end; then the beginning has to do.
    void readFooter()
    {
        constexpr std::uint64_t kTail = sizeof(std::uint32_t) + kArrowMagic.size();
        PaddedBytes bytes;
        if (m_end < kArrowHead + kTail || !m_source.read(m_end - kTail, kTail, bytes) ||
            bytes.size() != kTail || !bytes.view().ends_with(kArrowMagic))
            return;
        const auto length = loadNumber<std::uint32_t>(bytes.data());
        if (length > kLongestMessage || length > m_end - kTail - kArrowHead ||
            !m_source.read(m_end - kTail - length, length, bytes) || bytes.size() != length)
            return;
        const auto footer = FlatTable::rootOf(bytes.view());
        const auto schema = footer ? footer->table(1) : std::nullopt;
        if (!schema)
            return;
        m_end -= kTail + length;
        setSchema(*schema);
    }

    void setSchema(const FlatTable& table)
    {
        auto schema = std::make_shared<ArrowSchema>(readArrowSchema(table));
        m_refusal = schema->refusal;
        m_file.m_schema = std::move(schema);
    }

    /// False at the end.
    bool nextMessage()
    {
        PaddedBytes bytes;
        if (!m_source.read(m_offset, 2 * sizeof(std::uint32_t), bytes) ||
            bytes.size() < sizeof(std::uint32_t))
            return damaged();
        auto length = loadNumber<std::uint32_t>(bytes.data());
        std::uint64_t metadata = m_offset + sizeof(std::uint32_t);
        // Files from before 2019 have the length alone.
        if (length == kContinuation) {
            if (bytes.size() < 2 * sizeof(std::uint32_t))
                return damaged();
            length = loadNumber<std::uint32_t>(bytes.data() + sizeof(std::uint32_t));
            metadata += sizeof(std::uint32_t);
        }
        if (length == 0) {
            // The end of the messages. Zeros in the middle are what a broken download leaves: rows may be
            // missing.
            constexpr std::uint64_t kMostFilling = 8;
            return m_end - metadata > kMostFilling ? damaged() : false;
        }
        if (length > kLongestMessage || metadata > m_end || length > m_end - metadata ||
            !m_source.read(metadata, length, bytes) || bytes.size() != length)
            return damaged();
        const auto message = FlatTable::rootOf(bytes.view());
        const auto header = message ? message->table(2) : std::nullopt;
        if (!header)
            return damaged();
        const auto body = message->number<std::int64_t>(3);
        ArrowBatchPlace place{metadata, length, metadata + length, 0, 0};
        if (body < 0 || static_cast<std::uint64_t>(body) > m_end - place.body)
            return damaged();
        place.bodyLength = static_cast<std::uint64_t>(body);
        m_offset = place.body + place.bodyLength;
        return take(static_cast<MessageKind>(message->number<std::uint8_t>(1)), *header, place);
    }

    bool take(MessageKind kind, const FlatTable& header, ArrowBatchPlace& place)
    {
        if (kind == MessageKind::Schema && m_file.m_schema == nullptr) {
            setSchema(header);
            return true;
        }
        if (m_file.m_schema == nullptr)
            return false;
        if (kind == MessageKind::Dictionary) {
            const auto data = header.table(1);
            if (!data)
                return damaged();
            place.rows = data->number<std::int64_t>(0);
            m_file.m_dictionaries.push_back(
                {header.number<std::int64_t>(0), header.number<std::uint8_t>(2) != 0, place});
            return place.rows >= 0 || damaged();
        }
        if (kind != MessageKind::Batch)
            return true;
        place.rows = header.number<std::int64_t>(0);
        const std::uint64_t most =
            std::min(kMostArrowRows, std::max(kHarmlessArrowRows, m_end * kArrowRowsPerByte));
        if (place.rows < 0)
            return damaged();
        const auto rows = static_cast<std::uint64_t>(place.rows);
        if (rows > most - std::min(most, m_file.rows())) {
            m_refusal = PhraseId::TooManyRows;
            return false;
        }
        m_file.m_groups.push_back({m_file.rows(), rows, place.bodyLength});
        m_file.m_batches.push_back({place, m_file.m_dictionaries.size()});
        return true;
    }

    ArrowFile& m_file;
    const FileSource& m_source;
    /// The end of the messages.
    std::uint64_t m_end;
    std::uint64_t m_offset = 0;
    Phrase m_refusal;
};

/// Reads all columns of a record batch side by side.
class ArrowFile::Cursor final : public RowCursor {
public:
    Cursor(std::shared_ptr<const ArrowFile> file, FileId id, std::size_t group, std::uint64_t skip)
        : m_file(std::move(file)), m_id(id), m_group(group), m_row(skip)
    {
    }

    PhraseId open(const FileSource& source)
    {
        const PhraseId fault = m_file->dictionariesOf(source, m_group, m_dictionaries);
        if (fault != PhraseId{})
            return fault;
        std::vector<const ArrowField*> fields;
        for (const ArrowField& field : m_file->m_schema->fields)
            fields.push_back(&field);
        return m_batch.open(source, m_file->m_batches[m_group].place, false, fields, &m_dictionaries);
    }

    Result<std::unique_ptr<RowBlock>> next(std::size_t rows) override
    {
        const std::uint64_t all = m_file->m_groups[m_group].rows;
        const auto count =
            static_cast<std::size_t>(std::min<std::uint64_t>(rows, all - std::min(all, m_row)));
        if (count == 0)
            return std::unique_ptr<RowBlock>();
        const auto& fields = m_file->m_schema->fields;
        std::vector<ArrowSlice> columns(fields.size());
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (const PhraseId fault = m_batch.read(i, m_row, count, columns[i]); fault != PhraseId{})
                return problemOf(m_id, {PhraseId::InRowGroup, m_group + 1, fields[i].path, fault});
        }
        m_row += count;
        return std::unique_ptr<RowBlock>(
            std::make_unique<ArrowRows>(m_file->m_schema, std::move(columns), count));
    }

private:
    const std::shared_ptr<const ArrowFile> m_file;
    const FileId m_id;
    const std::size_t m_group;
    /// In the batch.
    std::uint64_t m_row;
    ArrowBatchReader::Dictionaries m_dictionaries;
    ArrowBatchReader m_batch;
};

bool ArrowFile::beginsLikeOne(std::string_view head)
{
    if (head.starts_with(kArrowMagic))
        return true;
    // A stream begins with the length of the schema, which is divisible by eight, and then with the place of
    // a table in it.
    constexpr std::size_t kLeast = 16;
    if (head.size() < kLeast || loadNumber<std::uint32_t>(head.data()) != kContinuation)
        return false;
    const auto length = loadNumber<std::uint32_t>(head.data() + 4);
    return length > 0 && length % 8 == 0 && length <= kLongestMessage &&
           loadNumber<std::uint32_t>(head.data() + 8) < length;
}

PhraseId ArrowFile::dictionariesOf(const FileSource& source, std::size_t group,
                                   ArrowBatchReader::Dictionaries& dictionaries) const
{
    const std::scoped_lock lock(m_mutex);
    for (std::size_t i = 0; i < m_batches[group].dictionaries; ++i) {
        const DictionaryPlace& each = m_dictionaries[i];
        const auto entries = m_schema->entries.find(each.id);
        if (entries == m_schema->entries.end())
            continue;
        auto& parts = dictionaries[each.id];
        if (!each.isDelta)
            parts.clear();
        auto& known = m_read[i];
        if (known == nullptr) {
            ArrowBatchReader reader;
            const auto slice = std::make_shared<ArrowSlice>();
            PhraseId fault = reader.open(source, each.place, true, {&entries->second}, &dictionaries);
            if (fault == PhraseId{})
                fault = reader.read(0, 0, static_cast<std::size_t>(each.place.rows), *slice);
            if (fault != PhraseId{})
                return fault;
            known = slice;
        }
        parts.push_back(known);
    }
    return PhraseId{};
}

Result<std::shared_ptr<const ColumnarFile>> ArrowFile::open(const FileSource& source)
{
    const std::shared_ptr<ArrowFile> file(new ArrowFile());
    if (Phrase refusal = Scan(*file, source).run(); !refusal.empty())
        return problemOf(source.id(), std::move(refusal));
    return std::shared_ptr<const ColumnarFile>(file);
}

std::vector<ColumnType> ArrowFile::columns() const
{
    std::vector<ColumnType> types;
    for (const ArrowField& field : m_schema->fields)
        types.push_back({nameOfKey(field.key), typeName(field)});
    return types;
}

Result<std::unique_ptr<RowCursor>> ArrowFile::rowsOf(const FileSource& source, std::size_t group,
                                                     std::uint64_t skip) const
{
    auto cursor = std::make_unique<Cursor>(std::static_pointer_cast<const ArrowFile>(shared_from_this()),
                                           source.id(), group, skip);
    if (const PhraseId fault = cursor->open(source); fault != PhraseId{})
        return problemOf(source.id(), {PhraseId::InBatch, group + 1, fault});
    return std::unique_ptr<RowCursor>(std::move(cursor));
}

} // namespace duologue
