// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/record_reader.h"

#include "core/data/batch_columns.h"
#include "core/data/record_builder.h"
#include "core/data/row_set.h"
#include "core/data/table_writer.h"
#include "core/formats/format.h"
#include "core/io/file_stamp.h"
#include "core/json/json_view.h"
#include "core/load/index_cache.h"
#include "core/load/loader.h"
#include "core/load/record_parser.h"
#include "core/load/record_reading.h"
#include "core/load/source_files.h"
#include "core/util/parallel.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <numeric>

namespace duologue {

namespace {

std::shared_ptr<const FormatList> formatsOf(const Snapshot& snapshot)
{
    return snapshot.formatList ? snapshot.formatList : FormatList::builtIn();
}

} // namespace

std::optional<Problem> SnapshotFile::read(const ByteSpan& span, char* target)
{
    const SourceFile& file = m_snapshot.file(span.file);
    if (m_id != span.file) {
        m_id = span.file;
        m_source.emplace(openSource(file, span.file));
    }
    if (!*m_source)
        return m_source->problem();
    if (auto change = changeSince(source(), file.stamp, span.offset, span.length))
        return change;
    const auto count = source().readInto(span.offset, span.length, target);
    if (!count)
        return count.problem();
    if (count.value() != span.length)
        return Problem{ProblemCode::FileVanished, Severity::Error, span, {}, PhraseId::FileChanged};
    return std::nullopt;
}

namespace {

std::string fromBase64(std::string_view text)
{
    std::string bytes;
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : text) {
        const std::uint32_t digit = c >= 'A' && c <= 'Z'   ? static_cast<std::uint32_t>(c - 'A')
                                    : c >= 'a' && c <= 'z' ? static_cast<std::uint32_t>(c - 'a' + 26)
                                    : isDigit(c)           ? static_cast<std::uint32_t>(c - '0' + 52)
                                    : c == '+'             ? 62U
                                    : c == '/'             ? 63U
                                                           : 64U;
        if (digit == 64)
            break;
        bits = bits << 6U | digit;
        if ((count += 6) >= 8) {
            count -= 8;
            bytes += static_cast<char>(bits >> static_cast<unsigned>(count) & 0xFFU);
        }
    }
    return bytes;
}

/// Fills the conversation of a record that is parsed.
void fillConversation(DecodedRecord& record, const ParsedRecord& parsed, const Format& format)
{
    RecordBuilder builder(record.conversation, record.origin, record.problems);
    readParsed(format, parsed, record.span.offset, builder);
    dropRepeatedWarnings(record.problems, 0);
    for (Problem& problem : record.problems) {
        if (problem.where.file == kNoFile)
            problem.where = record.span;
    }
}

} // namespace

Expected<DecodedRecordPtr> readRecord(const Snapshot& snapshot, Row row)
{
    const RecordEntry& entry = snapshot.record(row);
    const SourceFile& file = snapshot.file(entry.file);
    auto record = std::make_shared<DecodedRecord>();
    record->row = row;
    record->span = entry.span();
    record->formatId = snapshot.formats.at(entry.format);
    record->bytes.resizeUninitialised(entry.length);
    SnapshotFile opened(snapshot);
    if (auto problem = opened.read(record->span, record->bytes.data()))
        return *std::move(problem);

    // A record of several rows is a list of them.
    if (file.columns && file.origin.form == RecordForm::Value)
        record->columns = file.columns->columnsOf(opened.source());
    const ParsedRecord parsed =
        parseRecord(record->parser, record->bytes.view(), entry.span(), record->problems, file.origin.form);
    record->state = parsed.state;
    record->root = parsed.root;
    if (parsed.state == RecordState::Broken)
        return DecodedRecordPtr(std::move(record));

    const auto formats = formatsOf(snapshot);
    const Format* format = formats->find(record->formatId, file.origin);
    auto refused = format == nullptr ? std::optional(noFormatProblem(entry.span()))
                                     : refusal(*format, record->root, entry.span());
    if (refused) {
        record->state = RecordState::Broken;
        record->root = {};
        record->problems.push_back(std::move(*refused));
        return DecodedRecordPtr(std::move(record));
    }
    record->origin = file.origin;
    record->formats = formats;
    fillConversation(*record, parsed, *format);
    return DecodedRecordPtr(std::move(record));
}

Expected<std::string> readBytes(const Snapshot& snapshot, Row row, std::string_view pointer)
{
    const RecordEntry& entry = snapshot.record(row);
    const SourceFile& file = snapshot.file(entry.file);
    const Problem noBytes{ProblemCode::UnexpectedType, Severity::Error, entry.span(), std::string(pointer),
                          PhraseId::NoBytesHere};
    if (file.columns == nullptr || file.origin.form != RecordForm::Value)
        return noBytes;
    PaddedBytes shown;
    shown.resizeUninitialised(entry.length);
    SnapshotFile opened(snapshot);
    if (auto problem = opened.read(entry.span(), shown.data()))
        return *std::move(problem);
    const auto text = file.columns->withBytes(opened.source(), entry.offset);
    if (!text)
        return text.problem();
    const JsonPointer path(pointer);
    JsonParser parser;
    const PaddedBytes bytes(text.value());
    const auto root = parser.parse(bytes.view());
    JsonParser shownParser;
    const auto shownRoot = shownParser.parse(shown.view());
    if (!root || !shownRoot)
        return noBytes;
    const std::string_view encoded = path.in(root.value()).string();
    // A text is the same in both.
    if (encoded.empty() || encoded == path.in(shownRoot.value()).string())
        return noBytes;
    return fromBase64(encoded);
}

DecodedRecordPtr readAs(const DecodedRecord& record, std::shared_ptr<const Format> format)
{
    auto made = std::make_shared<DecodedRecord>();
    made->row = record.row;
    made->span = record.span;
    made->formatId = format->id();
    made->bytes = PaddedBytes(record.bytes.view());
    made->origin = record.origin;
    made->columns = record.columns;
    const ParsedRecord parsed =
        parseRecord(made->parser, made->bytes.view(), made->span, made->problems, made->origin.form);
    made->state = parsed.state;
    made->root = parsed.root;
    made->formats = std::make_shared<const FormatList>(std::vector{std::move(format)});
    if (parsed.state != RecordState::Broken)
        fillConversation(*made, parsed, *made->formats->find(made->formatId));
    return made;
}

namespace {

/// Records that are no farther from each other are read at once.
constexpr std::uint64_t kGap = std::uint64_t{64} << 10U;
/// What is read at once: enough that neighbours are read together, little enough to stay in a core's cache,
/// unless it is one long record.
constexpr std::uint64_t kPartBytes = std::uint64_t{1} << 20U;
constexpr std::size_t kPartRows = 8192;
constexpr std::size_t kPartReads = 128;

/// How much lies between a span and a record that may be read with it.
std::optional<std::uint64_t> gapBefore(const RecordEntry& record, const ByteSpan& span)
{
    const std::uint64_t end = span.offset + span.length;
    if (record.file != span.file || record.offset < end || record.offset - end > kGap)
        return std::nullopt;
    return record.offset - end;
}

} // namespace

RecordReader::RecordReader(const Snapshot& snapshot, const Reread& how)
    : m_snapshot(snapshot), m_how(how), m_formats(formatsOf(snapshot)), m_file(snapshot)
{
}

void RecordReader::read(std::span<const Row> rows)
{
    m_rows.assign(rows.begin(), rows.end());
    m_places.resize(rows.size());
    m_order.resize(rows.size());
    std::iota(m_order.begin(), m_order.end(), 0U);
    if (!std::is_sorted(rows.begin(), rows.end()))
        std::sort(m_order.begin(), m_order.end(), [&](auto a, auto b) { return rows[a] < rows[b]; });
    m_runs.clear();
    std::size_t size = 0;
    std::uint64_t gaps = 0;
    for (std::uint32_t i = 0; i < m_order.size(); ++i) {
        const RecordEntry record = m_snapshot.record(rows[m_order[i]]);
        const auto gap = m_runs.empty() ? std::nullopt : gapBefore(record, m_runs.back().span);
        if (gap && gaps + *gap <= kPartBytes) {
            gaps += *gap;
            size += *gap;
            m_runs.back().span.length += static_cast<std::uint32_t>(*gap + record.length);
        } else {
            m_runs.push_back({record.span(), i});
        }
        m_places[m_order[i]] = {size, record.length};
        size += record.length;
    }
    m_bytes.resizeUninitialised(size);
    size = 0;
    for (std::size_t i = 0; i < m_runs.size(); ++i) {
        const ByteSpan& span = m_runs[i].span;
        if (m_file.read(span, m_bytes.data() + size)) {
            // What the filter looks at.
            std::memset(m_bytes.data() + size, 0, span.length);
            const std::size_t end = i + 1 < m_runs.size() ? m_runs[i + 1].first : m_order.size();
            for (std::size_t at = m_runs[i].first; at < end; ++at)
                m_places[m_order[at]].begin = kUnread;
        }
        size += span.length;
    }
    m_lookedFrom = kUnread;
}

void RecordReader::read(Row row)
{
    read(std::span(&row, 1));
    select(0);
}

bool RecordReader::select(std::size_t index)
{
    m_row = m_rows[index];
    m_place = m_places[index];
    m_isParsed = false;
    m_hasConversation = false;
    return m_how.filter == nullptr || mayMatch();
}

bool RecordReader::mayMatch()
{
    if (isBroken() || m_place.begin == kUnread)
        return !isBroken();
    if (m_place.begin < m_lookedFrom || m_nextMatch < m_place.begin) {
        m_lookedFrom = m_place.begin;
        m_nextMatch = std::min(m_how.filter->nextCandidate(m_bytes.view(), m_lookedFrom), m_bytes.size());
    }
    return m_nextMatch < m_place.begin + m_place.length;
}

bool RecordReader::isBroken() const
{
    return m_snapshot.record(m_row).state == RecordState::Broken;
}

std::optional<std::string_view> RecordReader::bytes() const
{
    if (m_place.begin == kUnread)
        return std::nullopt;
    return m_bytes.view().substr(m_place.begin, m_place.length);
}

const Format* RecordReader::format() const
{
    const RecordEntry record = m_snapshot.record(m_row);
    return m_formats->find(m_snapshot.formats.at(record.format), m_snapshot.file(record.file).origin);
}

const ParsedRecord& RecordReader::parsed()
{
    if (m_isParsed)
        return m_parsed;
    m_isParsed = true;
    m_parsed = {};
    m_parsed.state = RecordState::Broken;
    m_problems.clear();
    const RecordEntry record = m_snapshot.record(m_row);
    if (const auto bytes = this->bytes())
        m_parsed = parseRecord(m_parser, *bytes, record.span(), m_problems,
                               m_snapshot.file(record.file).origin.form);
    return m_parsed;
}

Conversation* RecordReader::conversation()
{
    if (m_hasConversation)
        return &m_conversation;
    const Format* const format = this->format();
    if (isBroken() || format == nullptr || parsed().state == RecordState::Broken)
        return nullptr;
    const RecordEntry record = m_snapshot.record(m_row);
    RecordBuilder builder(m_conversation, m_snapshot.file(record.file).origin, m_problems, m_how.measuring,
                          m_how.keeping);
    readParsed(*format, m_parsed, record.offset, builder);
    m_hasConversation = true;
    return &m_conversation;
}

namespace {

/// Rows of one snapshot, or of two that are read side by side.
struct Sides {
    Sides(const Snapshot& snapshot, std::span<const Row> rows) : old(snapshot), oldRows(rows) {}

    const Snapshot& old;
    std::span<const Row> oldRows;
    /// Null for rows of one snapshot.
    const Snapshot* now = nullptr;
    std::span<const Row> nowRows = {};
};

/// Adds up what it takes to read rows.
class ReadSize {
public:
    explicit ReadSize(const Snapshot& snapshot) : m_snapshot(snapshot) {}

    void add(Row row)
    {
        const RecordEntry record = m_snapshot.record(row);
        const auto gap = gapBefore(record, m_last);
        bytes += gap.value_or(0) + record.length;
        reads += gap ? 0 : 1;
        m_last = record.span();
    }

    std::uint64_t bytes = 0;
    std::size_t reads = 0;

private:
    const Snapshot& m_snapshot;
    ByteSpan m_last;
};

/// Some rows that are read at once.
struct RowPart {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::uint64_t bytes = 0;
};

/// Those from `begin` on; none at the end.
RowPart nextPart(const Sides& sides, std::size_t begin)
{
    RowPart part{begin, begin, 0};
    ReadSize old(sides.old);
    ReadSize now(sides.now != nullptr ? *sides.now : sides.old);
    const std::size_t most = std::min(begin + kPartRows, sides.oldRows.size());
    while (part.end < most) {
        old.add(sides.oldRows[part.end]);
        if (sides.now != nullptr)
            now.add(sides.nowRows[part.end]);
        // A long record is a part of its own.
        if (part.end > begin && (old.bytes + now.bytes > kPartBytes || old.reads + now.reads > kPartReads))
            break;
        part.bytes = old.bytes + now.bytes;
        ++part.end;
    }
    return part;
}

struct Readers {
    Readers(const Sides& sides, const Reread& how) : old(sides.old, how)
    {
        if (sides.now != nullptr)
            now.emplace(*sides.now, how);
    }

    RecordReader old;
    std::optional<RecordReader> now;
};

/// Reads parts of rows on several threads, with readers that are used again and again.
class PartReader {
public:
    using Visit = std::function<void(std::size_t index, RecordReader& old, RecordReader* now)>;

    PartReader(const Sides& sides, const Reread& how, const Job& job) : m_sides(sides), m_how(how), m_job(job)
    {
    }

    /// Any thread.
    void read(const RowPart& part, const Visit& visit)
    {
        std::unique_ptr<Readers> readers = take();
        const std::size_t count = part.end - part.begin;
        readers->old.read(m_sides.oldRows.subspan(part.begin, count));
        RecordReader* const now = readers->now ? &*readers->now : nullptr;
        if (now != nullptr)
            now->read(m_sides.nowRows.subspan(part.begin, count));
        for (std::size_t i = 0; i < count && !m_job.stopRequested(); ++i) {
            const bool isWanted = readers->old.select(i);
            if (now != nullptr)
                now->select(i);
            if (isWanted)
                visit(part.begin + i, readers->old, now);
        }
        const std::scoped_lock lock(m_mutex);
        m_idle.push_back(std::move(readers));
    }

private:
    std::unique_ptr<Readers> take()
    {
        const std::scoped_lock lock(m_mutex);
        if (m_idle.empty())
            return std::make_unique<Readers>(m_sides, m_how);
        std::unique_ptr<Readers> readers = std::move(m_idle.back());
        m_idle.pop_back();
        return readers;
    }

    const Sides& m_sides;
    const Reread& m_how;
    const Job& m_job;
    std::mutex m_mutex;
    std::vector<std::unique_ptr<Readers>> m_idle;
};

void forEachOf(const Sides& sides, const Reread& how, const Job& job, const PartReader::Visit& visit)
{
    PartReader reader(sides, how, job);
    std::vector<RowPart> parts;
    for (std::size_t next = 0; next < sides.oldRows.size() && !job.stopRequested();) {
        parts.push_back(nextPart(sides, next));
        next = parts.back().end;
        if (how.threads != 1)
            continue;
        reader.read(parts.back(), visit);
        parts.clear();
    }
    parallelFor(parts.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end && !job.stopRequested(); ++i)
            reader.read(parts[i], visit);
    });
}

struct MappedPart final : PipelineItem {
    RowPart rows;
    std::unique_ptr<PipelineItem> made;
};

void mapParts(const Sides& sides, const Reread& how, const Job& job, const PartSteps& steps)
{
    PartReader reader(sides, how, job);
    std::size_t next = 0;
    std::atomic<bool> isWanted = true;
    PipelineSteps pipeline;
    pipeline.next = [&]() -> std::unique_ptr<PipelineItem> {
        if (next == sides.oldRows.size() || job.stopRequested() || !isWanted)
            return nullptr;
        auto part = std::make_unique<MappedPart>();
        part->rows = nextPart(sides, next);
        next = part->rows.end;
        return part;
    };
    pipeline.work = [&](PipelineItem& item) {
        auto& part = static_cast<MappedPart&>(item);
        part.made = steps.begin(part.rows.bytes);
        reader.read(part.rows, [&](std::size_t index, RecordReader& old, RecordReader* now) {
            steps.visit(*part.made, index, old, now);
        });
    };
    pipeline.commit = [&](std::unique_ptr<PipelineItem> item) {
        isWanted = isWanted && steps.commit(*static_cast<MappedPart&>(*item).made);
    };
    constexpr std::size_t kPartsInFlight = 8;
    orderedPipeline(pipeline, how.threads, kPartsInFlight);
}

/// The rows of both sides of pairs.
class PairSides {
public:
    PairSides(const Snapshot& old, const Snapshot& now, std::span<const RowPair> pairs) : m_sides(old, {})
    {
        m_old.reserve(pairs.size());
        m_now.reserve(pairs.size());
        for (const RowPair& pair : pairs) {
            m_old.push_back(pair.old);
            m_now.push_back(pair.now);
        }
        m_sides.oldRows = m_old;
        m_sides.now = &now;
        m_sides.nowRows = m_now;
    }

    const Sides& sides() const { return m_sides; }

private:
    Sides m_sides;
    std::vector<Row> m_old;
    std::vector<Row> m_now;
};

} // namespace

void forEachRecord(const Snapshot& snapshot, std::span<const Row> rows, const Reread& how, const Job& job,
                   const RecordVisit& visit)
{
    forEachOf(Sides(snapshot, rows), how, job,
              [&](std::size_t index, RecordReader& record, RecordReader*) { visit(index, record); });
}

void forEachPair(const Snapshot& old, const Snapshot& now, std::span<const RowPair> pairs, const Reread& how,
                 const Job& job, const PairVisit& visit)
{
    const PairSides both(old, now, pairs);
    forEachOf(both.sides(), how, job, [&](std::size_t index, RecordReader& left, RecordReader* right) {
        visit(index, left, *right);
    });
}

void mapRecordParts(const Snapshot& snapshot, std::span<const Row> rows, const Reread& how, const Job& job,
                    const PartSteps& steps)
{
    mapParts(Sides(snapshot, rows), how, job, steps);
}

void mapPairParts(const Snapshot& old, const Snapshot& now, std::span<const RowPair> pairs, const Reread& how,
                  const Job& job, const PartSteps& steps)
{
    mapParts(PairSides(old, now, pairs).sides(), how, job, steps);
}

namespace {

class ValuesOfRecords final : public ValueReader {
public:
    std::vector<std::string> read(const Snapshot& snapshot, std::span<const Wanted> wanted,
                                  const Job& job) const override
    {
        std::vector<std::string> values;
        values.reserve(wanted.size());
        for (const Wanted& each : wanted)
            values.emplace_back(ValueKey::shown(each.key));
        std::vector<std::size_t> order(wanted.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
            return wanted[left].row < wanted[right].row;
        });
        RowOrder rows;
        for (const std::size_t i : order) {
            if (rows.empty() || rows.back() != wanted[i].row)
                rows.push_back(wanted[i].row);
        }
        forEachRecord(snapshot, rows, {}, job, [&](std::size_t, RecordReader& record) {
            const Conversation* const conversation = record.conversation();
            auto at = std::lower_bound(order.begin(), order.end(), record.row(),
                                       [&](std::size_t i, Row asked) { return wanted[i].row < asked; });
            for (; conversation != nullptr && at != order.end() && wanted[*at].row == record.row(); ++at) {
                if (const auto value = valueOfKey(*conversation, *wanted[*at].column, wanted[*at].key))
                    values[*at] = *value;
            }
        });
        return values;
    }

    std::vector<std::uint16_t> languages(const Snapshot& snapshot, std::span<const Row> rows,
                                         const Job& job) const override
    {
        std::vector<std::uint16_t> values(rows.size(), RecordLanguages::kUnknown);
        forEachRecord(snapshot, rows, {}, job, [&](std::size_t index, RecordReader& record) {
            const Conversation* const conversation = record.conversation();
            if (conversation == nullptr)
                return;
            RecordFigures figures;
            addLanguages(*conversation, Measuring::Languages, figures);
            values[index] = figures.languages();
        });
        return values;
    }
};

} // namespace

const ValueReader& valuesOfRecords()
{
    static const ValuesOfRecords values;
    return values;
}

const TextKeys& textKeysOf(const Snapshot& snapshot)
{
    return snapshot.textKeys->get([&snapshot] {
        TextKeys keys;
        std::vector<Row> rows;
        for (Row row{0}; row < endOfFirstRecords(snapshot); ++row)
            rows.push_back(row);
        forEachRecord(snapshot, rows, {.threads = 1}, Job(), [&keys](std::size_t, RecordReader& record) {
            if (const Conversation* const conversation = record.conversation())
                keys.look(*conversation);
        });
        return keys;
    });
}

} // namespace duologue
