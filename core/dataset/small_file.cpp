// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/small_file.h"

#include "core/base/text.h"
#include "core/io/file_source.h"
#include "core/json/json_diagnose.h"
#include "core/json/json_layout.h"

namespace duologue {

namespace {

/// One file while it is read.
struct Reading {
    Workbench& bench;
    SourceFile& file;
    FileId id;
    RunOutcome& outcome;
};

void reportBreak(const Reading& reading, std::string_view text, std::uint64_t offset)
{
    const auto mistake = diagnoseJson(text);
    if (!mistake)
        return;
    reading.outcome.problems.push_back(
        {mistake->truncated ? ProblemCode::JsonTruncated : ProblemCode::JsonSyntax,
         Severity::Error,
         {reading.id, offset + mistake->offset, 0},
         {},
         mistake->what});
}

/// A file of one object: the usual case for a folder of conversations, parsed once.
bool readSingle(const Reading& reading, std::string_view text, std::uint64_t offset)
{
    const auto parsed = reading.bench.parser.parse(text);
    if (!parsed)
        return false;
    const Format* format = recogniseFormat(builtInFormats(), parsed.value());
    if (format == nullptr) {
        reading.file.skipReason = recogniseRecords(reading.bench, {{text, offset}}).skipReason;
        return true;
    }
    const ByteSpan span{reading.id, offset, static_cast<std::uint32_t>(text.size())};
    addParsedRecord(reading.bench, parsed.value(), RecordState::Read, span, 1, *format, reading.file.origin,
                    reading.outcome, reading.outcome.problems.size());
    return true;
}

/// Everything that is no object or array on top.
void readOther(const Reading& reading, std::string_view text, std::uint64_t offset)
{
    reading.file.skipReason = "no records in it";
    if (trimmed(text).empty())
        reading.outcome.problems.push_back(
            {ProblemCode::JsonTruncated, Severity::Error, {reading.id, 0, 0}, {}, "the file is empty"});
    else
        reportBreak(reading, text, offset);
}

void readSeveral(const Reading& reading, std::string_view text, std::uint64_t offset, RecordLayout layout)
{
    std::vector<RecordBytes> records;
    const auto add = [&](std::uint64_t begin, std::uint64_t end) {
        records.push_back({text.substr(begin - offset, end - begin), begin});
    };
    bool whole = true;
    if (layout == RecordLayout::Lines) {
        splitLines(text, offset, add);
    } else {
        ValueSplitter splitter(layout, offset);
        splitter.feed(text, add);
        splitter.finish(add);
        whole = !splitter.inRecord() && (splitter.closed() || layout != RecordLayout::Elements);
        if (splitter.inRecord())
            add(splitter.openBegin(), offset + text.size());
    }
    const Recognition recognition = recogniseRecords(reading.bench, records);
    if (recognition.format == nullptr && !recognition.skipReason.empty()) {
        reading.file.skipReason = recognition.skipReason;
        return;
    }
    if (records.empty())
        reading.file.skipReason = "no records in it";
    std::uint32_t ordinal = 0;
    const std::size_t problems = reading.outcome.problems.size();
    for (const RecordBytes& record : records)
        readRecordInto(reading.bench, record, reading.id, ++ordinal, recognition.format, reading.file.origin,
                       reading.outcome);
    // A break between two records belongs to none of them.
    if (!whole && reading.outcome.problems.size() == problems)
        reportBreak(reading, text, offset);
}

} // namespace

void refuseFile(SourceFile& file, FileId id, Problem problem, RunOutcome& outcome)
{
    file.skipReason = "cannot be read: " + problem.detail;
    problem.where.file = id;
    outcome.problems.push_back(std::move(problem));
}

void readSmallFile(Workbench& bench, SourceFile& file, FileId id, RunOutcome& outcome)
{
    const auto source = FileSource::open(file.path, id);
    if (!source) {
        refuseFile(file, id, source.problem(), outcome);
        return;
    }
    file.size = source.value().size();
    if (const auto count = source.value().read(0, static_cast<std::size_t>(file.size), bench.bytes); !count) {
        refuseFile(file, id, count.problem(), outcome);
        return;
    }
    const std::uint64_t offset = byteOrderMarkLength(bench.bytes.view());
    const std::string_view text = bench.bytes.view().substr(offset);
    const Reading reading{bench, file, id, outcome};
    const std::string_view value = trimmed(text);
    const auto valueOffset =
        offset + (value.empty() ? 0 : static_cast<std::uint64_t>(value.data() - text.data()));
    if (value.starts_with('{') && readSingle(reading, value, valueOffset))
        return;
    const auto layout = layoutOf(text, true);
    if (!layout)
        readOther(reading, text, offset);
    else if (*layout == RecordLayout::Single)
        readRecordInto(bench, {value, valueOffset}, id, 1, nullptr, file.origin, outcome);
    else
        readSeveral(reading, text, offset, *layout);
}

} // namespace duologue
