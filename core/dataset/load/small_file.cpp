// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/load/small_file.h"

#include "core/base/phrase_id.h"
#include "core/base/text.h"
#include "core/dataset/load/decoded_file.h"
#include "core/dataset/load/record_lists.h"
#include "core/dataset/load/record_parser.h"
#include "core/dataset/load/recovering_splitter.h"
#include "core/dataset/load/row_groups.h"
#include "core/io/archive.h"
#include "core/io/stand_in.h"
#include "core/json/json_diagnose.h"
#include "core/json/json_layout.h"

namespace duologue {

namespace {

/// A broken record is looked for so often.
constexpr std::size_t kPiece = std::size_t{64} << 10U;

/// One file while it is read.
struct SmallFileReading {
    WorkerContext& worker;
    SourceFile& file;
    FileId id;
    RunOutcome& outcome;

    RecordSource source(const Format* format) const { return {id, file.origin, format}; }
    /// The offset in the file of a part of its bytes.
    std::uint64_t offsetOf(std::string_view part) const
    {
        return static_cast<std::uint64_t>(part.data() - worker.bytes.data());
    }
};

/// What is wrong with a text that is not read record by record.
void reportBreak(const SmallFileReading& reading, std::string_view text)
{
    const auto mistake = diagnoseJson(text);
    if (!mistake) {
        // Nothing is wrong, or something that records are allowed (NaN).
        std::vector<Problem>& problems = reading.outcome.problems;
        const ByteSpan span{reading.id, reading.offsetOf(text), static_cast<std::uint32_t>(text.size())};
        parseRecord(reading.worker.parser, text, span, problems);
        return;
    }
    reading.outcome.problems.push_back(
        {mistake->truncated ? ProblemCode::JsonTruncated : ProblemCode::JsonSyntax,
         Severity::Error,
         {reading.id, reading.offsetOf(text) + mistake->offset, 0},
         {},
         mistake->what});
}

bool skipsLoneObject(const SmallFileReading& reading, const Recognition& recognition)
{
    if (recognition.format != nullptr &&
        (reading.worker.readsLoneObjects || !isLoneObject(reading.file, recognition)))
        return false;
    reading.file.skipReason = recognition.skipReason;
    reading.outcome.loneObjects += recognition.format != nullptr ? 1 : 0;
    return true;
}

bool readLists(const SmallFileReading& reading, std::string_view text);

/// Whether some member could be a list of records, or a record.
bool mayHoldRecords(const JsonView& root)
{
    for (const auto [key, value] : root.members()) {
        if (value.size() > 0 && !value.isString())
            return true;
    }
    return false;
}

/// A file of one object: the usual case for a folder of conversations, parsed once.
bool readSingle(const SmallFileReading& reading, std::string_view text)
{
    const std::size_t firstProblem = reading.outcome.problems.size();
    const ByteSpan span{reading.id, reading.offsetOf(text), static_cast<std::uint32_t>(text.size())};
    auto parsed = parseIfOneRecord(reading.worker.parser, text, span, reading.outcome.problems);
    if (!parsed)
        return false;
    const Recognition recognition =
        recogniseRecord(*reading.worker.formats, parsed->root, reading.file.origin.describedAs);
    if (recognition.score <= kInferredScore && mayHoldRecords(parsed->root)) {
        reading.outcome.problems.resize(firstProblem);
        if (readLists(reading, text))
            return true;
        // Looking for lists has used the parser.
        parsed = parseIfOneRecord(reading.worker.parser, text, span, reading.outcome.problems);
    }
    noteOneRecord(reading.file);
    if (skipsLoneObject(reading, recognition))
        reading.outcome.problems.resize(firstProblem);
    else if (reading.worker.filter != nullptr && reading.worker.filter->rulesOut(text))
        ++reading.outcome.passedOver;
    else
        addParsedRecord(reading.worker, {*parsed, span, 1, firstProblem}, reading.source(recognition.format),
                        reading.outcome);
    return true;
}

/// One record that strict parsing refuses, or that is a list.
void readOnly(const SmallFileReading& reading, std::string_view text)
{
    noteOneRecord(reading.file);
    const std::vector<RecordBytes> records{{text, reading.offsetOf(text), 0}};
    const Recognition recognition =
        recogniseRecords(reading.worker, records, reading.file.origin.describedAs);
    if (!recognition.skipReason.empty() && skipsLoneObject(reading, recognition))
        return;
    readRecordInto(reading.worker, records.front(), reading.source(recognition.format), 1, reading.outcome);
}

/// Everything that is no object or list on top.
void readOther(const SmallFileReading& reading, std::string_view text)
{
    reading.file.skipReason = PhraseId::NoRecords;
    Problem problem{ProblemCode::JsonSyntax, Severity::Error, {reading.id, 0, 0}, {}, {}};
    if (skipBlank(text) == text.size()) {
        problem.code = ProblemCode::JsonTruncated;
        problem.detail = PhraseId::FileEmpty;
    } else if (text.front() == '\0') {
        problem.detail = PhraseId::ZeroBytes;
    } else if (Phrase markup = markupInPlaceOfData(text); !markup.empty()) {
        reading.file.skipReason = markup;
        problem.code = ProblemCode::FileUnreadable;
        problem.detail = std::move(markup);
    } else {
        // A lone number or text is sound, there is just nothing in it.
        reportBreak(reading, text);
        return;
    }
    reading.outcome.problems.push_back(std::move(problem));
}

struct SplitText {
    std::vector<RecordBytes> records;
    /// The list that holds them does not end, and no record in it is cut short.
    bool listOpen = false;
    BehindList behind;
};

SplitText split(const SmallFileReading& reading, std::string_view text, RecordLayout layout)
{
    SplitText result;
    FileRemarks& remarks = reading.outcome.remarks;
    const std::uint64_t offset = reading.offsetOf(text);
    const auto add = [&](std::uint64_t begin, std::uint64_t end) {
        result.records.push_back({text.substr(begin - offset, end - begin), begin, 0});
    };
    if (layout == RecordLayout::Lines) {
        splitLines(text, offset, [&](std::uint64_t begin, std::uint64_t end) {
            if (skipBlank(text.substr(begin - offset, end - begin)) == end - begin)
                remarks.add(Liberty::Comments, begin);
            else
                add(begin, end);
        });
        return result;
    }
    RecoveringSplitter recovering(layout, offset);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = std::min(kPiece, text.size() - at);
        at += length;
        recovering.feed(text.substr(0, at), offset, length, at == text.size(), add);
    }
    const ValueSplitter& splitter = recovering.splitter();
    result.behind = {splitter.nextList(), splitter.afterEnd()};
    if (splitter.inRecord())
        add(splitter.openBegin(), offset + text.size());
    else
        result.listOpen = layout == RecordLayout::Elements && !splitter.closed();
    remarks.add(Liberty::StrayCommas, splitter.strayComma());
    remarks.add(Liberty::MissingCommas, splitter.missingComma());
    remarks.add(Liberty::Comments, splitter.comment());
    if (layout == RecordLayout::Values && result.records.size() > 1)
        remarks.add(Liberty::Concatenated, result.records[1].offset);
    return result;
}

/// What is wrong with lines of a file that is skipped.
void reportBrokenLines(const SmallFileReading& reading, const std::vector<RecordBytes>& lines)
{
    for (const RecordBytes& line : lines)
        parseRecord(reading.worker.parser, line.bytes,
                    {reading.id, line.offset, static_cast<std::uint32_t>(line.bytes.size())},
                    reading.outcome.problems);
}

Problem listNotClosed(const SmallFileReading& reading, std::uint64_t offset)
{
    return {
        ProblemCode::JsonTruncated, Severity::Error, {reading.id, offset, 0}, {}, PhraseId::ListNotClosed};
}

/// The records of a file of one object that holds them in lists; false if it is none.
bool readLists(const SmallFileReading& reading, std::string_view text)
{
    // A line of JSON Lines is a record, whatever it holds.
    if (!isNamedJson(reading.file))
        return false;
    const std::string_view file = reading.worker.bytes.view();
    const std::uint64_t begin = reading.offsetOf(text);
    std::vector<RecordRange> members;
    const auto add = [&](std::uint64_t from, std::uint64_t to) { members.push_back({from, to}); };
    ValueSplitter splitter(RecordLayout::Members, begin);
    for (std::size_t at = 0; at < text.size(); at += kPiece) {
        splitter.feed(text.substr(at, kPiece), add);
        // Something follows the object, so it is not the whole file.
        if (splitter.afterEnd())
            return false;
    }
    if (splitter.inRecord())
        add(splitter.openBegin(), begin + text.size());
    const auto bytesAt = [&](std::uint64_t from, std::uint64_t to) {
        return file.substr(static_cast<std::size_t>(from), static_cast<std::size_t>(to - from));
    };
    RecordLists found = recordListsOf(reading.worker, members, {begin, begin + text.size()}, bytesAt);
    if (found.lists.empty())
        return false;
    if (auto note = found.note(reading.id))
        reading.outcome.problems.push_back(std::move(*note));
    reading.file.origin.lists = std::move(found.lists);
    const auto& lists = reading.file.origin.lists;
    reading.file.isOneRecord = false;
    std::vector<SplitText> parts;
    std::vector<RecordBytes> records;
    for (const RecordList& list : lists) {
        parts.push_back(split(reading, bytesAt(list.begin, list.end),
                              list.isObject ? RecordLayout::Members : RecordLayout::Elements));
        records.insert(records.end(), parts.back().records.begin(), parts.back().records.end());
    }
    const Recognition recognition =
        recogniseRecords(reading.worker, records, reading.file.origin.describedAs);
    std::uint32_t ordinal = 0;
    for (const RecordBytes& record : records)
        readRecordInto(reading.worker, record, reading.source(recognition.format), ++ordinal,
                       reading.outcome);
    if (parts.back().listOpen)
        reading.outcome.problems.push_back(listNotClosed(reading, begin + text.size()));
    return true;
}

/// The records if they are rows that are tied into conversations; none otherwise.
std::vector<RecordBytes> tiedRows(const SmallFileReading& reading, const SplitText& parts,
                                  std::string_view text, RecordLayout layout)
{
    if (layout != RecordLayout::Lines && layout != RecordLayout::Elements)
        return {};
    const RowTie tie = tieOfRows(reading.worker, parts.records);
    // A list of messages is one record as it is.
    if (tie == RowTie::None || (tie == RowTie::File && layout == RecordLayout::Elements))
        return {};
    reading.file.origin.form = layout == RecordLayout::Lines ? RecordForm::Lines : RecordForm::Values;
    return groupRows(reading.worker, tie, parts.records, text, reading.offsetOf(text));
}

void readSeveral(const SmallFileReading& reading, std::string_view text, RecordLayout layout)
{
    if (layout != RecordLayout::Elements && text.starts_with('{') && readLists(reading, text))
        return;
    SplitText parts = split(reading, text, layout);
    if (std::vector<RecordBytes> groups = tiedRows(reading, parts, text, layout); !groups.empty()) {
        parts.records = std::move(groups);
    } else if (layout == RecordLayout::Elements &&
               (areMessages(reading.worker, parts.records) ||
                tieOfRows(reading.worker, parts.records) == RowTie::File)) {
        reading.outcome.remarks = {};
        readOnly(reading, trimmed(text));
        return;
    }
    const Recognition recognition = recogniseRecords(
        reading.worker, parts.records, reading.file.origin.describedAs, reading.file.origin.form);
    if (recognition.format == nullptr && !recognition.skipReason.empty()) {
        reading.file.skipReason = recognition.skipReason;
        if (layout == RecordLayout::Lines)
            reportBrokenLines(reading, parts.records);
        else
            reportBreak(reading, text);
        return;
    }
    if (parts.records.empty()) {
        reading.file.skipReason = PhraseId::NoRecords;
        reportBreak(reading, text);
        return;
    }
    std::uint32_t ordinal = 0;
    for (const RecordBytes& record : parts.records)
        readRecordInto(reading.worker, record, reading.source(recognition.format), ++ordinal,
                       reading.outcome);
    // Damage between two records belongs to neither of them.
    if (parts.listOpen)
        reading.outcome.problems.push_back(listNotClosed(reading, reading.offsetOf(text) + text.size()));
    reportBehindList(reading.id, parts.behind, reading.outcome);
}

/// Skips a file that is there for another one.
bool isStandIn(const SmallFileReading& reading, std::string_view text)
{
    if (isMacAttributes(text)) {
        reading.file.skipReason = PhraseId::MacCompanion;
        return true;
    }
    Phrase pointer = pointerInPlaceOfData(text);
    if (pointer.empty())
        return false;
    reading.file.skipReason = pointer;
    reading.outcome.problems.push_back(
        {ProblemCode::FileUnreadable, Severity::Warning, {reading.id, 0, 0}, {}, std::move(pointer)});
    return true;
}

void readText(const SmallFileReading& reading, std::string_view text)
{
    if (isStandIn(reading, text))
        return;
    const std::string_view value = trimmed(text.substr(skipBlank(text)));
    if (value.starts_with('{') && readSingle(reading, value)) {
        if (const std::string_view all = trimmed(text); value.size() < all.size())
            reading.outcome.remarks.add(Liberty::Comments, reading.offsetOf(all));
        reading.outcome.remarks.lookAtLines(text, reading.offsetOf(text), false);
        return;
    }
    const auto seen = layoutOf(text, true);
    if (!seen) {
        readOther(reading, text);
        return;
    }
    const RecordLayout layout = layoutOfLists(reading.worker, text, *seen);
    if (layout == RecordLayout::Single && trimmed(text).starts_with('{') &&
        readLists(reading, trimmed(text.substr(skipBlank(text)))))
        return;
    if (layout == RecordLayout::Single)
        readOnly(reading, trimmed(text));
    else
        readSeveral(reading, text, layout);
    reading.outcome.remarks.lookAtLines(text, reading.offsetOf(text), layout == RecordLayout::Lines);
}

/// Reads a file that has to be unpacked or decoded first; false for all others. Its bytes are the worker's.
bool isReadUnpacked(WorkerContext& worker, const FileSource& source, SourceFile& file, RunOutcome& outcome)
{
    const std::string_view bytes = worker.bytes.view();
    const bool isPacked = beginsPacked(bytes);
    const TextEncoding encoding = isPacked ? TextEncoding::Utf8 : encodingOf(bytes);
    if (!isPacked && encoding == TextEncoding::Utf8)
        return false;
    const auto text = isPacked ? unpackFile(source, file, worker, outcome.problems)
                               : decodeFile(source, encoding, file, worker, outcome.problems);
    if (text)
        readSmallFile(worker, text.value(), file, outcome);
    else
        refuseFile(file, source.id(), text.problem(), outcome);
    return true;
}

} // namespace

void refuseFile(SourceFile& file, FileId id, Problem problem, RunOutcome& outcome)
{
    if (file.skipReason.empty())
        file.skipReason = {PhraseId::CannotBeRead, problem.detail};
    problem.where.file = id;
    outcome.problems.push_back(std::move(problem));
}

void readSmallFile(WorkerContext& worker, const FileSource& source, SourceFile& file, RunOutcome& outcome)
{
    const FileId id = source.id();
    file.size = source.size();
    if (const auto count = source.read(0, static_cast<std::size_t>(file.size), worker.bytes); !count) {
        refuseFile(file, id, count.problem(), outcome);
        return;
    }
    if (isReadUnpacked(worker, source, file, outcome))
        return;
    file.stamp = worker.keepsStamps ? stampOf(source, worker.bytes.view()) : stampOf(source);
    outcome.remarks = {};
    const std::uint64_t mark = byteOrderMarkLength(worker.bytes.view());
    readText({worker, file, id, outcome}, worker.bytes.view().substr(mark));
    if (mark > 0)
        outcome.remarks.add(Liberty::ByteOrderMark, 0);
    if (auto note = outcome.remarks.note(id); note && file.skipReason.empty())
        outcome.problems.push_back(std::move(*note));
}

} // namespace duologue
