// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/small_file.h"

#include "core/io/archive.h"
#include "core/io/folder_scan.h"
#include "core/json/json_repair.h"
#include "core/json/record_split.h"
#include "core/load/blocks.h"
#include "core/load/columnar_blocks.h"
#include "core/load/detect.h"
#include "core/load/framing.h"
#include "core/load/record_parser.h"
#include "core/load/recovering_splitter.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

namespace duologue {

namespace {

/// Of an object that is more than the whole file, little more than this is looked at.
constexpr std::size_t kPiece = std::size_t{64} << 10U;

/// What the functions below need to read one file. The worker's bytes are those of the file.
struct SmallFileReading {
    WorkerContext& worker;
    const FileSource& opened;
    SourceFile& file;
    FileId id;
    ReadOutcome& outcome;
    ReadBytes bytesOfFile = [&bytes = worker.bytes](std::uint64_t begin, std::uint64_t end) {
        const std::string_view all = bytes.view();
        const std::size_t from = std::min<std::size_t>(static_cast<std::size_t>(begin), all.size());
        return all.substr(from, static_cast<std::size_t>(end) - from);
    };

    RecordSource source(const Format* format) const { return {id, file.origin, format}; }
    /// What the blocks of the file share, whose records begin with `text`. Their format is not known yet.
    std::shared_ptr<FramedFile> shared(RecordLayout layout, std::string_view text) const
    {
        auto starts = std::make_shared<const FileStarts>(
            [text] { return std::string(text.substr(0, FileStarts::kBeginning)); }, layout);
        return std::make_shared<FramedFile>(FramedFile{.source = opened,
                                                       .id = id,
                                                       .origin = file.origin,
                                                       .layout = layout,
                                                       .sums = nullptr,
                                                       .columns = nullptr,
                                                       .starts = std::move(starts)});
    }
    FileHead head(std::string_view text) const { return {text, offsetOf(text), true, file, bytesOfFile}; }
    /// The offset in the file of a part of the worker's bytes.
    std::uint64_t offsetOf(std::string_view part) const
    {
        return static_cast<std::uint64_t>(part.data() - worker.bytes.data());
    }
};

/// Reports what is wrong with a text that is not read record by record.
void reportBreak(const SmallFileReading& reading, std::string_view text)
{
    const auto mistake = diagnoseJson(text);
    if (!mistake) {
        // The text is valid, or has a fault that is repaired in records, such as NaN.
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

void addNote(const SmallFileReading& reading, const Detected& found)
{
    if (!found.note)
        return;
    reading.outcome.problems.push_back(*found.note);
    reading.outcome.problems.back().where.file = reading.id;
}

bool readLists(const SmallFileReading& reading, std::string_view text);
void readFoundLists(const SmallFileReading& reading, std::vector<RecordList> lists, Recognition usual);

/// Whether any member could be a list of records, or a record.
bool mayHoldRecords(const JsonView& root)
{
    for (const auto [key, value] : root.members()) {
        if (value.size() > 0 && !value.isString())
            return true;
    }
    return false;
}

/// Reads a file of one object: the usual case in a folder of conversations, parsed only once. False if the
/// text is not exactly one valid object.
bool readOneObject(const SmallFileReading& reading, std::string_view text)
{
    const std::size_t firstProblem = reading.outcome.problems.size();
    const ByteSpan span{reading.id, reading.offsetOf(text), static_cast<std::uint32_t>(text.size())};
    auto parsed = parseIfOneRecord(reading.worker.parser, text, span, reading.outcome.problems);
    if (!parsed)
        return false;
    if (std::vector<RecordList> traces = traceListsOf(text, span.offset); !traces.empty()) {
        reading.outcome.problems.resize(firstProblem);
        reading.file.origin.form = RecordForm::Values;
        readFoundLists(reading, std::move(traces), {});
        return true;
    }
    Recognition recognition = recogniseRecord(*reading.worker.formats, parsed->root, reading.file.origin);
    if (recognition.score <= kInferredScore) {
        reading.outcome.problems.resize(firstProblem);
        if (mayHoldRecords(parsed->root) && readLists(reading, text))
            return true;
        const Detected found =
            detect(reading.worker, reading.head(text), RecordLayout::Single, {{text, span.offset, 0}});
        reading.file.origin.learned = found.learned;
        if (!found.lists.empty()) {
            addNote(reading, found);
            reading.file.origin.besideLists = found.besideLists;
            readFoundLists(reading, found.lists, found.recognition);
            return true;
        }
        if (found.areColumns) {
            reading.file.origin.areColumns = true;
            readSmallColumnar(reading.worker, reading.opened, reading.file, reading.outcome);
            return true;
        }
        recognition = found.recognition;
        // The parser was used again, so the value is no longer valid.
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

/// Reads the whole text as one record: one that needs repair, or that is a list.
void readAsOneRecord(const SmallFileReading& reading, std::string_view text)
{
    noteOneRecord(reading.file);
    const std::vector<RecordBytes> records{{text, reading.offsetOf(text), 0}};
    const Recognition recognition = recogniseRecords(reading.worker, records, reading.file.origin);
    if (!recognition.skipReason.empty() && skipsLoneObject(reading, recognition))
        return;
    std::uint32_t seen = 0;
    readRecordInto(reading.worker, records.front(), reading.source(recognition.format), seen,
                   reading.outcome);
}

/// Skips a text that begins neither with an object nor with a list.
void refuseText(const SmallFileReading& reading, std::string_view text)
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
        // A single number or string is valid JSON without records: reportBreak() adds nothing then.
        reportBreak(reading, text);
        return;
    }
    reading.outcome.problems.push_back(std::move(problem));
}

/// A text as a block that is cut into records.
Block blockOf(const SmallFileReading& reading, std::string_view text, RecordLayout layout,
              std::shared_ptr<const FramedFile> file)
{
    Block block;
    block.file = std::move(file);
    FileRemarks& remarks = reading.outcome.remarks;
    const std::uint64_t offset = reading.offsetOf(text);
    const auto add = [&](std::uint64_t begin, std::uint64_t end) {
        block.records.push_back({text.substr(begin - offset, end - begin), begin, 0});
    };
    if (layout == RecordLayout::Lines) {
        forEachLine(text, offset, remarks, add);
        return block;
    }
    RecoveringSplitter recovering(layout, offset, block.file->starts.get());
    recovering.feed(text, offset, text.size(), true, add);
    if (recovering.splitter().inRecord())
        add(recovering.openBegin(), offset + text.size());
    closeValues(recovering.splitter(), layout, {reading.id, offset + text.size(), 0}, remarks, block);
    if (layout == RecordLayout::Values && block.records.size() > 1)
        remarks.add(Deviation::Concatenated, block.records[1].offset);
    return block;
}

/// Reads the blocks of the file. Their ordinals count within the file.
void readBlocks(const SmallFileReading& reading, const std::vector<Block>& blocks)
{
    const std::uint32_t before = std::exchange(reading.outcome.seen, 0);
    for (const Block& block : blocks)
        readBlock(reading.worker, block, reading.outcome);
    reading.outcome.seen = before;
}

/// Reports the faults of lines in a file that is skipped.
void reportBrokenLines(const SmallFileReading& reading, const std::vector<RecordBytes>& lines)
{
    for (const RecordBytes& line : lines)
        parseRecord(reading.worker.parser, line.bytes,
                    {reading.id, line.offset, static_cast<std::uint32_t>(line.bytes.size())},
                    reading.outcome.problems);
}

/// Reads the records of lists within the file. `usual` is their format, if it is known.
void readFoundLists(const SmallFileReading& reading, std::vector<RecordList> lists, Recognition usual)
{
    const std::string_view file = reading.worker.bytes.view();
    reading.file.origin.lists = std::move(lists);
    reading.file.isOneRecord = false;
    const auto layoutOfList = [](const RecordList& list) {
        return list.isObject ? RecordLayout::Members : RecordLayout::Elements;
    };
    const RecordList& first = reading.file.origin.lists.front();
    const auto shared =
        reading.shared(layoutOfList(first), file.substr(static_cast<std::size_t>(first.begin)));
    std::vector<Block> blocks;
    std::vector<RecordBytes> records;
    for (const RecordList& list : shared->origin.lists) {
        const auto begin = static_cast<std::size_t>(list.begin);
        blocks.push_back(blockOf(reading, file.substr(begin, static_cast<std::size_t>(list.end) - begin),
                                 layoutOfList(list), shared));
        blocks.back().afterList = {};
        // Spans of one trace are one record.
        std::vector<RecordBytes>& own = blocks.back().records;
        if (reading.file.origin.form == RecordForm::Values)
            own = groupRows(reading.worker, RowTie::Conversation, own, file, reading.offsetOf(file), false,
                            {}, reading.id, &reading.outcome.problems);
        records.insert(records.end(), own.begin(), own.end());
    }
    if (usual.format == nullptr)
        usual = recogniseRecords(reading.worker, records, reading.file.origin);
    shared->format = usual.format;
    readBlocks(reading, blocks);
}

/// Reads a file of one object that holds its records in lists; false if it is not such a file.
bool readLists(const SmallFileReading& reading, std::string_view text)
{
    // In JSON Lines, each line is one record, even if it holds lists.
    if (!isNamedJson(reading.file))
        return false;
    const std::uint64_t begin = reading.offsetOf(text);
    const auto next = [&](std::uint64_t at) {
        return text.substr(static_cast<std::size_t>(at - begin), kPiece);
    };
    RecordLists found = recordListsOf(reading.worker, begin, next, reading.bytesOfFile);
    if (found.lists.empty())
        return false;
    if (auto note = found.note(reading.id))
        reading.outcome.problems.push_back(std::move(*note));
    reading.file.origin.besideLists = std::move(found.besideLists);
    readFoundLists(reading, std::move(found.lists), {});
    return true;
}

void readSeveral(const SmallFileReading& reading, std::string_view text, RecordLayout layout)
{
    if (layout != RecordLayout::Elements && text.starts_with('{') && readLists(reading, text))
        return;
    const auto shared = reading.shared(layout, text);
    std::vector<Block> blocks;
    Block& block = blocks.emplace_back(blockOf(reading, text, layout, shared));
    const Detected found = detect(reading.worker, reading.head(text), layout, block.records);
    reading.file.origin.learned = found.learned;
    if (!found.lists.empty()) {
        addNote(reading, found);
        reading.file.origin.besideLists = found.besideLists;
        readFoundLists(reading, found.lists, found.recognition);
        return;
    }
    if (found.isOneRecord) {
        reading.outcome.remarks = {};
        readAsOneRecord(reading, trimmed(text));
        return;
    }
    reading.file.origin.form = found.form;
    if (found.tie != RowTie::None)
        block.records =
            groupRows(reading.worker, found.tie, block.records, text, reading.offsetOf(text),
                      layout == RecordLayout::Lines, found.tieKey, reading.id, &reading.outcome.problems);
    const Recognition& recognition = found.recognition;
    if (recognition.format == nullptr && !recognition.skipReason.empty()) {
        reading.file.skipReason = recognition.skipReason;
        if (layout == RecordLayout::Lines)
            reportBrokenLines(reading, block.records);
        else
            reportBreak(reading, text);
        return;
    }
    if (block.records.empty()) {
        reading.file.skipReason = PhraseId::NoRecords;
        reportBreak(reading, text);
        return;
    }
    shared->origin = reading.file.origin;
    shared->format = recognition.format;
    readBlocks(reading, blocks);
}

/// Skips a file without data of its own: attributes that macOS keeps of another file, or a pointer to data
/// elsewhere (Git LFS). False for all others.
bool skipStandIn(const SmallFileReading& reading, std::string_view text)
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
    if (skipStandIn(reading, text))
        return;
    const std::string_view value = trimmed(text.substr(skipBlank(text)));
    if (value.starts_with('{') && readOneObject(reading, value)) {
        if (const std::string_view all = trimmed(text); value.size() < all.size())
            reading.outcome.remarks.add(Deviation::Comments, reading.offsetOf(all));
        reading.outcome.remarks.lookAtLines(text, reading.offsetOf(text));
        return;
    }
    const auto seen = layoutOf(text, true);
    if (!seen) {
        refuseText(reading, text);
        return;
    }
    const RecordLayout layout = layoutOfLists(reading.worker, text, *seen);
    if (layout == RecordLayout::Single && trimmed(text).starts_with('{') &&
        readLists(reading, trimmed(text.substr(skipBlank(text)))))
        return;
    if (layout == RecordLayout::Single)
        readAsOneRecord(reading, trimmed(text));
    else
        readSeveral(reading, text, layout);
    if (layout != RecordLayout::Lines)
        reading.outcome.remarks.lookAtLines(text, reading.offsetOf(text));
}

/// Reads a file that has to be unpacked or decoded first; false for all others. The worker's bytes are the
/// file's.
bool readDecoded(WorkerContext& worker, const FileSource& source, SourceFile& file, ReadOutcome& outcome)
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

void refuseFile(SourceFile& file, FileId id, Problem problem, ReadOutcome& outcome)
{
    if (file.skipReason.empty())
        file.skipReason = {PhraseId::CannotBeRead, problem.detail};
    problem.where.file = id;
    outcome.problems.push_back(std::move(problem));
}

void readSmallFile(WorkerContext& worker, const FileSource& source, SourceFile& file, ReadOutcome& outcome)
{
    const FileId id = source.id();
    file.size = source.size();
    if (const auto count = source.read(0, static_cast<std::size_t>(file.size), worker.bytes); !count) {
        refuseFile(file, id, count.problem(), outcome);
        return;
    }
    if (ColumnarFile::beginsLikeOne(worker.bytes.view())) {
        readSmallColumnar(worker, source, file, outcome);
        return;
    }
    if (readDecoded(worker, source, file, outcome))
        return;
    if (holdsCells(file, worker.bytes.view())) {
        readSmallColumnar(worker, source, file, outcome);
        return;
    }
    file.stamp = worker.keepsStamps ? stampOf(source, worker.bytes.view()) : stampOf(source);
    outcome.remarks = {};
    const std::uint64_t mark = byteOrderMarkLength(worker.bytes.view());
    readText({worker, source, file, id, outcome}, worker.bytes.view().substr(mark));
    if (mark > 0)
        outcome.remarks.add(Deviation::ByteOrderMark, 0);
    if (auto note = outcome.remarks.note(id); note && file.skipReason.empty())
        outcome.problems.push_back(std::move(*note));
}

} // namespace duologue
