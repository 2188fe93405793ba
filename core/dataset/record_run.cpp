// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/record_run.h"

#include "core/dataset/record_parser.h"

#include <algorithm>

namespace duologue {

namespace {

/// More records than this need not be looked at to know what a file holds.
constexpr std::size_t kRecordsToRecognise = 16;

std::string keysOf(const JsonView& record)
{
    constexpr std::size_t kKeysNamed = 6;
    std::string keys;
    std::size_t count = 0;
    for (const auto [key, value] : record.members()) {
        if (count++ == kKeysNamed) {
            keys += ", …";
            break;
        }
        keys.append(keys.empty() ? "" : ", ").append(key);
    }
    return keys;
}

std::string reasonToSkip(const JsonView& record)
{
    if (!record.isObject())
        return "its records are no JSON objects";
    if (record.size() == 0)
        return "no conversation in it: an empty object";
    return "no conversation in it (keys: " + keysOf(record) + ")";
}

} // namespace

std::uint8_t formatIndexOf(const Format* format)
{
    const auto formats = builtInFormats();
    return static_cast<std::uint8_t>(std::find(formats.begin(), formats.end(), format) - formats.begin());
}

std::vector<std::string> formatIdList()
{
    std::vector<std::string> ids;
    for (const Format* format : builtInFormats())
        ids.emplace_back(format->id());
    ids.emplace_back("unknown");
    return ids;
}

Recognition recogniseRecords(Workbench& bench, const std::vector<RecordBytes>& records)
{
    Recognition recognition;
    std::vector<Problem> ignored;
    for (std::size_t i = 0; i < std::min(records.size(), kRecordsToRecognise); ++i) {
        const ParsedRecord parsed = parseRecord(bench.parser, records[i].bytes, {}, ignored);
        if (parsed.state == RecordState::Broken)
            continue;
        recognition.format = recogniseFormat(builtInFormats(), parsed.root);
        if (recognition.format != nullptr)
            return {recognition.format, {}};
        if (recognition.skipReason.empty())
            recognition.skipReason = reasonToSkip(parsed.root);
    }
    return recognition;
}

void readRecordInto(Workbench& bench, const RecordBytes& record, FileId file, std::uint32_t ordinal,
                    const Format* format, const RecordOrigin& origin, RunOutcome& outcome)
{
    const ByteSpan span{file, record.offset, static_cast<std::uint32_t>(record.bytes.size())};
    const std::size_t firstProblem = outcome.problems.size();
    const ParsedRecord parsed = parseRecord(bench.parser, record.bytes, span, outcome.problems);
    if (parsed.state == RecordState::Broken || format == nullptr) {
        outcome.batch.appendBroken({span, ordinal, formatIndexOf(format), RecordState::Broken,
                                    outcome.problems.size() - firstProblem});
        return;
    }
    addParsedRecord(bench, parsed.root, parsed.state, span, ordinal, *format, origin, outcome, firstProblem);
}

void addParsedRecord(Workbench& bench, const JsonView& root, RecordState state, const ByteSpan& span,
                     std::uint32_t ordinal, const Format& format, const RecordOrigin& origin,
                     RunOutcome& outcome, std::size_t firstProblem)
{
    RecordBuilder builder(bench.conversation, origin, outcome.problems);
    format.read(root, builder);
    builder.finish();
    for (std::size_t i = firstProblem; i < outcome.problems.size(); ++i) {
        if (outcome.problems[i].where.file == kNoFile)
            outcome.problems[i].where = span;
    }
    outcome.batch.append(bench.conversation, {span, ordinal, formatIndexOf(&format), state,
                                              outcome.problems.size() - firstProblem});
}

} // namespace duologue
