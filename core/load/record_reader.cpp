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
#include <numeric>

namespace duologue {

namespace {

constexpr std::uint64_t kRunBytes = std::uint64_t{1} << 20U;
constexpr std::uint64_t kGap = std::uint64_t{64} << 10U;

} // namespace

std::vector<RowRun> runsOf(const Snapshot& snapshot, std::span<const Row> rows)
{
    std::vector<RowRun> runs;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const RecordEntry& entry = snapshot.record(rows[i]);
        const std::uint64_t end = entry.offset + entry.length;
        if (!runs.empty() && runs.back().file == entry.file && entry.offset >= runs.back().end &&
            entry.offset - runs.back().end <= kGap && end - runs.back().begin <= kRunBytes) {
            runs.back().end = end;
            runs.back().last = i + 1;
        } else {
            runs.push_back({entry.file, entry.offset, end, i, i + 1});
        }
    }
    return runs;
}

bool RowRunReader::read(const RowRun& run)
{
    const auto length = static_cast<std::size_t>(run.end - run.begin);
    if (!open(run.file) ||
        changeSince(*m_source, m_snapshot.file(run.file).stamp, run.begin, length).has_value())
        return false;
    const auto count = m_source->read(run.begin, length, m_bytes);
    return count && count.value() == length;
}

bool RowRunReader::open(FileId file)
{
    if (m_file == file)
        return m_source.has_value();
    m_file = file;
    m_source.reset();
    auto opened = openSource(m_snapshot.file(file), file);
    if (opened)
        m_source = std::move(opened).value();
    return m_source.has_value();
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

Result<DecodedRecordPtr> readRecord(const Snapshot& snapshot, Row row)
{
    const RecordEntry& entry = snapshot.record(row);
    const SourceFile& file = snapshot.file(entry.file);
    const auto source = openSource(file, entry.file);
    if (!source)
        return source.problem();
    auto record = std::make_shared<DecodedRecord>();
    record->row = row;
    record->span = entry.span();
    record->formatId = snapshot.formats.at(entry.format);
    if (auto change = changeSince(source.value(), file.stamp, entry.offset, entry.length))
        return *std::move(change);
    const auto count = source.value().read(entry.offset, entry.length, record->bytes);
    if (!count)
        return count.problem();
    if (count.value() != entry.length) {
        return Problem{ProblemCode::FileVanished, Severity::Error, entry.span(), {}, PhraseId::FileChanged};
    }

    // A record of several rows is a list of them.
    if (file.columns && file.origin.form == RecordForm::Value)
        record->columns = file.columns->columnsOf(source.value());
    const ParsedRecord parsed =
        parseRecord(record->parser, record->bytes.view(), entry.span(), record->problems, file.origin.form);
    record->state = parsed.state;
    record->root = parsed.root;
    if (parsed.state == RecordState::Broken)
        return DecodedRecordPtr(std::move(record));

    const auto formats = snapshot.formatList ? snapshot.formatList : FormatList::builtIn();
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

Result<std::string> readBytes(const Snapshot& snapshot, Row row, std::string_view pointer)
{
    const RecordEntry& entry = snapshot.record(row);
    const SourceFile& file = snapshot.file(entry.file);
    const Problem noBytes{ProblemCode::UnexpectedType, Severity::Error, entry.span(), std::string(pointer),
                          PhraseId::NoBytesHere};
    const auto source = openSource(file, entry.file);
    if (!source)
        return source.problem();
    if (file.columns == nullptr || file.origin.form != RecordForm::Value)
        return noBytes;
    if (auto change = changeSince(source.value(), file.stamp, entry.offset, entry.length))
        return *std::move(change);
    const auto text = file.columns->withBytes(source.value(), entry.offset);
    if (!text)
        return text.problem();
    PaddedBytes shown;
    if (const auto count = source.value().read(entry.offset, entry.length, shown); !count)
        return count.problem();
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

RecordVisitor::RecordVisitor(const Snapshot& snapshot, bool parses, Measuring measuring)
    : m_snapshot(snapshot),
      m_parses(parses),
      m_measuring(measuring),
      m_reader(snapshot),
      m_formats(snapshot.formatList ? snapshot.formatList : FormatList::builtIn())
{
}

RecordVisitor::~RecordVisitor() = default;

void RecordVisitor::visit(const RowRun& run, std::span<const Row> rows, const Job& job, const Visit& visit,
                          const Refuse& refuse)
{
    const bool isRead = m_reader.read(run);
    const std::string_view bytes = isRead ? m_reader.bytes() : std::string_view();
    for (std::size_t i = run.first; i < run.last && !job.stopRequested(); ++i) {
        const Row row = rows[i];
        if (!isRead) {
            refuse(row, true);
            continue;
        }
        const RecordEntry entry = m_snapshot.record(row);
        const std::string_view record =
            bytes.substr(static_cast<std::size_t>(entry.offset - run.begin), entry.length);
        if (parse(row, record))
            visit(row, record, m_conversation);
        else
            refuse(row, false);
    }
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
        const auto take = [&](Row row, std::string_view, const Conversation& record) {
            auto at = std::lower_bound(order.begin(), order.end(), row,
                                       [&](std::size_t i, Row asked) { return wanted[i].row < asked; });
            for (; at != order.end() && wanted[*at].row == row; ++at) {
                if (const auto value = valueOfKey(record, *wanted[*at].column, wanted[*at].key))
                    values[*at] = *value;
            }
        };
        const std::vector<RowRun> runs = runsOf(snapshot, rows);
        parallelFor(runs.size(), kRunsAtOnce, [&](std::size_t begin, std::size_t end) {
            RecordVisitor visitor(snapshot, true);
            for (std::size_t run = begin; run < end && !job.stopRequested(); ++run)
                visitor.visit(runs[run], rows, job, take, [](Row, bool) {});
        });
        return values;
    }

    std::vector<std::uint16_t> languages(const Snapshot& snapshot, std::span<const Row> rows,
                                         const Job& job) const override
    {
        std::vector<std::uint16_t> values(rows.size(), RecordLanguages::kUnknown);
        const std::vector<RowRun> runs = runsOf(snapshot, rows);
        const auto take = [&](Row row, std::string_view, const Conversation& record) {
            RecordFigures figures;
            addLanguages(record, Measuring::Languages, figures);
            const auto at = std::lower_bound(rows.begin(), rows.end(), row);
            values[static_cast<std::size_t>(at - rows.begin())] = figures.languages();
        };
        parallelFor(runs.size(), kRunsAtOnce, [&](std::size_t begin, std::size_t end) {
            RecordVisitor visitor(snapshot, true);
            for (std::size_t run = begin; run < end && !job.stopRequested(); ++run)
                visitor.visit(runs[run], rows, job, take, [](Row, bool) {});
        });
        return values;
    }

private:
    static constexpr std::size_t kRunsAtOnce = 8;
};

} // namespace

const ValueReader& valuesOfRecords()
{
    static const ValuesOfRecords values;
    return values;
}

bool RecordVisitor::parse(Row row, std::string_view bytes)
{
    m_conversation.clear();
    if (!m_parses)
        return true;
    const RecordEntry entry = m_snapshot.record(row);
    const RecordOrigin& origin = m_snapshot.file(entry.file).origin;
    const Format* format = m_formats->find(m_snapshot.formats.at(entry.format), origin);
    if (entry.state == RecordState::Broken || format == nullptr)
        return false;
    m_problems.clear();
    const ParsedRecord parsed = parseRecord(m_parser, bytes, entry.span(), m_problems, origin.form);
    if (parsed.state == RecordState::Broken)
        return false;
    RecordBuilder builder(m_conversation, origin, m_problems, m_measuring);
    readParsed(*format, parsed, entry.offset, builder);
    return true;
}

const TextKeys& textKeysOf(const Snapshot& snapshot)
{
    return snapshot.textKeys->get([&snapshot] {
        TextKeys keys;
        std::vector<Row> rows;
        for (Row row{0}; row < endOfFirstRecords(snapshot); ++row)
            rows.push_back(row);
        RecordVisitor visitor(snapshot, true);
        for (const RowRun& run : runsOf(snapshot, rows))
            visitor.visit(
                run, rows, Job(),
                [&keys](Row, std::string_view, const Conversation& conversation) { keys.look(conversation); },
                [](Row, bool) {});
        return keys;
    });
}

} // namespace duologue
