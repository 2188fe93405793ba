// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/record_reading.h"

#include "core/formats/chat_parts.h"
#include "core/formats/inferred/evidence.h"
#include "core/formats/inferred/learned_format.h"
#include "core/json/record_split.h"
#include "core/load/framing.h"
#include "core/load/record_parser.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace duologue {

namespace {

/// A file is recognised by so many records that can be parsed.
constexpr std::size_t kRecordsToRecognise = 16;
/// If many records are broken, no more than these are tried.
constexpr std::size_t kRecordsToTry = 1000;

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

Phrase whyNoRecord(const JsonView& record)
{
    if (!record.isObject())
        return PhraseId::NotObjects;
    if (record.size() == 0)
        return PhraseId::EmptyObject;
    return {PhraseId::NoConversation, keysOf(record)};
}

/// What a format shows of a record.
struct ShownOfRecord {
    /// Messages and candidate answers that have a text, and the bytes of all of these.
    std::size_t messages = 0;
    std::size_t bytes = 0;
};

ShownOfRecord shownBy(const Format& format, WorkerContext& worker, const ParsedRecord& parsed,
                      const RecordOrigin& origin)
{
    std::vector<Problem> ignored;
    RecordBuilder builder(worker.conversation, origin, ignored, Measuring::Nothing, Keeping::Columns);
    format.read(parsed.root, builder);
    ShownOfRecord shown;
    for (const auto* messages : {&worker.conversation.messages, &worker.conversation.candidateMessages}) {
        for (const Message& message : *messages) {
            shown.messages += message.texts.size() > 0 ? 1 : 0;
            for (const Text& text : worker.conversation.textsOf(message.texts))
                shown.bytes += text.text.size();
        }
    }
    return shown;
}

/// The format that reads the record. A faulty record of the file's usual format may look like another format;
/// the usual one reads it if it shows as much of it, and reports the fault.
const Format* formatOf(WorkerContext& worker, const ParsedRecord& parsed, const RecordSource& source)
{
    FormatList::ShapeScores* scores = nullptr;
    if (source.origin.learned != nullptr && source.origin.learned != worker.learned) {
        worker.scores.clear();
        worker.learned = source.origin.learned;
    }
    if (parsed.shape) {
        if (*parsed.shape >= worker.scores.size())
            worker.scores.resize(std::size_t{*parsed.shape} + 1);
        scores = &worker.scores[*parsed.shape];
    }
    const FormatList::Best best =
        worker.formats->formatFor(parsed.root, source.format, source.origin, scores);
    // The record has keys that only this format has, or no format knows it.
    const bool isPlain = best.score >= kOwnKeysScore || best.score <= kGenericScore;
    if (isPlain || best.format == source.format || source.format == nullptr || !parsed.root.isObject() ||
        source.format->highestScore() <= kInferredScore || source.format->recognise(parsed.root) > 0)
        return best.format;
    const ShownOfRecord usual = shownBy(*source.format, worker, parsed, source.origin);
    if (usual.messages == 0)
        return best.format;
    const ShownOfRecord other = shownBy(*best.format, worker, parsed, source.origin);
    return usual.messages >= other.messages && usual.bytes >= other.bytes ? source.format : best.format;
}

/// Whether the record may say something that is not read, because none of those by which it was decided how
/// the file is read was like it.
bool isNewToFile(const ParsedRecord& parsed, const RecordSource& source, const Format* format)
{
    const auto* const learned = dynamic_cast<const LearnedFormat*>(source.origin.learned.get());
    if (format != learned && format != nullptr && format->recognise(parsed.root) > kGenericScore)
        return false;
    // Of a file of nothing that is known, the first records have shown that there is nothing to be learned.
    const bool isOfOthers = source.format != nullptr && source.format->highestScore() > kGenericScore;
    return learned == nullptr ? isOfOthers : learned->isNew(parsed.root);
}

/// Which of the members of a record are empty texts, as a number of 32 bits.
std::uint64_t emptyMembers(const JsonView& record)
{
    std::uint32_t bits = 0;
    for (const auto [key, value] : record.members())
        bits = std::rotl(bits, 1) ^ (value.isString() && value.string().empty() ? 1U : 0U);
    return bits;
}

/// Keeps a few records of each such shape as LateRecords.
void noteIfLate(WorkerContext& worker, const ParsedRecord& parsed, const RecordBytes& record,
                const RecordSource& source, const Format* format, ReadOutcome& outcome)
{
    constexpr std::size_t kMostLookedAt = 1'000;
    constexpr std::size_t kMostShapes = 10'000;
    constexpr std::uint32_t kMostOfShape = 8;
    constexpr std::size_t kMostLate = 32;
    constexpr std::size_t kLongest = std::size_t{256} << 10U;
    if (source.origin.form != RecordForm::Value)
        return;
    if (!parsed.shape) {
        if (++outcome.lookedAt > kMostLookedAt || !isNewToFile(parsed, source, format))
            return;
    } else {
        if (worker.lateShapes.size() > kMostShapes)
            worker.lateShapes.clear();
        WorkerContext::Late& late =
            worker.lateShapes[*parsed.shape |
                              (source.origin.learned == nullptr ? 0 : emptyMembers(parsed.root) << 32U)];
        if (std::exchange(late.file, source.file) != source.file)
            late.wanted = isNewToFile(parsed, source, format) ? kMostOfShape : 0;
        if (late.wanted == 0)
            return;
        --late.wanted;
    }
    if (outcome.late.size() < kMostLate && record.bytes.size() <= kLongest)
        outcome.late.emplace_back(source.file, record.bytes);
}

std::uint32_t spanLength(std::uint64_t length)
{
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(length, std::numeric_limits<std::uint32_t>::max()));
}

} // namespace

bool isNamedJson(const SourceFile& file)
{
    return fieldKey(endingOf(fileNameOf(file.path))) == ".json";
}

void WorkerContext::giveBackMemory()
{
    parser = JsonParser();
    plainShapes.clear();
    scores.clear();
    lateShapes.clear();
    conversation = Conversation();
    bytes = PaddedBytes();
}

Recognition recogniseRecord(const FormatList& formats, const JsonView& root, const RecordOrigin& origin)
{
    const FormatList::Best best = formats.recognise(root, origin);
    // An empty object tells nothing about the other records.
    const bool nothing = best.score <= kGenericScore && root.size() == 0;
    return {nothing ? nullptr : best.format, nothing ? 0 : best.score, whyNoRecord(root)};
}

Recognition recogniseRecords(WorkerContext& worker, const std::vector<RecordBytes>& records,
                             const RecordOrigin& origin, RecordForm form)
{
    Recognition best;
    std::vector<Problem> ignored;
    std::size_t seen = 0;
    for (std::size_t i = 0; i < std::min(records.size(), kRecordsToTry) && seen < kRecordsToRecognise; ++i) {
        const ParsedRecord parsed = parseRecord(worker.parser, records[i].bytes, {}, ignored, form);
        if (parsed.state == RecordState::Broken)
            continue;
        ++seen;
        Recognition found = recogniseRecord(*worker.formats, parsed.root, origin);
        if (best.skipReason.empty() || found.score > best.score)
            best = std::move(found);
        if (best.score >= kSureScore)
            break;
    }
    return best;
}

bool areMessages(WorkerContext& worker, const std::vector<RecordBytes>& records)
{
    if (records.empty())
        return false;
    constexpr std::size_t kMostLooked = 16;
    std::vector<Problem> ignored;
    if (!isMessageElement(parseRecord(worker.parser, records.front().bytes, {}, ignored).root))
        return false;
    // Transfers have numbers where messages have texts, and lists of people nothing.
    const auto saysNothing = [](const JsonView& record) {
        for (const std::string_view key : {"content", "value", "text"}) {
            const JsonView said = record[key];
            if (!said.isMissing())
                return said.isNumber() || (said.isString() && trimmed(said.string()).empty());
        }
        return false;
    };
    const std::size_t looked = std::min(kMostLooked, records.size());
    const auto isOfPage = [&](const RecordBytes& record) {
        return isPartOfPage(parseRecord(worker.parser, record.bytes, {}, ignored).root["role"].string());
    };
    if (looked >= 3 &&
        2 * std::count_if(records.begin(), records.begin() + static_cast<std::ptrdiff_t>(looked), isOfPage) >
            static_cast<std::ptrdiff_t>(looked))
        return false;
    return looked < 3 ||
           !std::all_of(records.begin(), records.begin() + static_cast<std::ptrdiff_t>(looked),
                        [&](const RecordBytes& record) {
                            return saysNothing(parseRecord(worker.parser, record.bytes, {}, ignored).root);
                        });
}

bool isLoneObject(const SourceFile& file, const Recognition& recognition)
{
    // JSON Lines of one line are a short dataset, not a lone object.
    return recognition.isGeneric() && !file.namedByUser && isNamedJson(file);
}

void noteOneRecord(SourceFile& file)
{
    file.isOneRecord = isNamedJson(file);
}

std::optional<Problem> refusal(const Format& format, const JsonView& root, const ByteSpan& span)
{
    if (root.isObject() || format.recognise(root) > 0)
        return std::nullopt;
    return Problem{ProblemCode::UnexpectedType, Severity::Error, span, {}, PhraseId::ExpectedObject};
}

namespace {

/// Whether a list is of what two people say in turn: its first element has a text of one who asks and one of
/// one who answers, and they are named as such.
bool areExchanges(WorkerContext& worker, const std::vector<RecordBytes>& elements)
{
    constexpr double kIsSpeaker = 2;
    const PaddedBytes bytes(elements.front().bytes);
    const auto parsed = worker.parser.parse(bytes.view());
    bool hasAsker = false;
    bool hasAnswerer = false;
    const JsonView first = parsed ? parsed.value() : JsonView();
    for (const auto [key, value] : first.members()) {
        const KeyWords words = keyWordsOf(key);
        const bool isName = value.isString() && words.words == 1;
        hasAsker = hasAsker || (isName && words.weight(WordClass::Asker) >= kIsSpeaker);
        hasAnswerer = hasAnswerer || (isName && words.weight(WordClass::Answerer) >= kIsSpeaker);
    }
    return elements.size() > 1 && hasAsker && hasAnswerer;
}

/// Whether a list has several questions, each with its answer and nothing else. A file that is one such list
/// is a dataset; of several lists, each is a conversation.
bool areQuestions(WorkerContext& worker, const std::vector<RecordBytes>& elements)
{
    constexpr double kIsMeant = 2;
    const auto isOne = [&](const RecordBytes& element) {
        const PaddedBytes bytes(element.bytes);
        const auto parsed = worker.parser.parse(bytes.view());
        bool asks = false;
        bool answers = false;
        std::size_t others = 0;
        const JsonView object = parsed ? parsed.value() : JsonView();
        for (const auto [key, value] : object.members()) {
            const KeyWords words = keyWordsOf(key);
            const bool isText = value.isString() && words.words == 1;
            if (isText && words.weight(WordClass::Ask) >= kIsMeant)
                asks = true;
            else if (isText && words.weight(WordClass::Answer) >= kIsMeant)
                answers = true;
            else
                ++others;
        }
        return asks && answers && others == 0;
    };
    return elements.size() > 1 && std::all_of(elements.begin(), elements.end(), isOne);
}

} // namespace

RecordLayout layoutOfLists(WorkerContext& worker, std::string_view text, RecordLayout layout)
{
    if (layout == RecordLayout::Elements || !text.substr(skipBlank(text)).starts_with('['))
        return layout;
    // If the first line is a broken record, it tells nothing about the other lines.
    const std::string_view all = trimmed(text);
    const std::size_t lineEnd = all.find('\n');
    if (layout == RecordLayout::Lines && lineEnd != std::string_view::npos &&
        !worker.parser.parse(trimmed(all.substr(0, lineEnd))))
        return layout;
    constexpr std::size_t kMostRows = 400;
    std::vector<RecordBytes> elements;
    ValueSplitter splitter(RecordLayout::Elements);
    splitter.feed(text, [&](std::uint64_t begin, std::uint64_t end) {
        if (elements.size() < kMostRows && !splitter.nextList() && !splitter.closed())
            elements.push_back({text.substr(begin, end - begin), begin, 0});
    });
    const std::vector<RecordBytes> first(
        elements.begin(),
        elements.begin() + static_cast<std::ptrdiff_t>(std::min(elements.size(), kRecordsToRecognise)));
    const bool areRecords =
        !elements.empty() && elements.front().bytes.starts_with('{') &&
        ((!areMessages(worker, first) && !areExchanges(worker, first) &&
          !(splitter.nextList() && areQuestions(worker, first)) &&
          tieOfRows(worker, first) == RowTie::None) ||
         (!splitter.nextList() && !splitter.afterEnd() && !conversationKeyOf(elements).empty()));
    return areRecords ? RecordLayout::Elements : layout;
}

void readRecordInto(WorkerContext& worker, const RecordBytes& record, const RecordSource& source,
                    std::uint32_t& seen, ReadOutcome& outcome)
{
    if (worker.filter != nullptr && worker.filter->rulesOut(record.bytes)) {
        ++seen;
        ++outcome.passedOver;
        return;
    }
    readCandidateInto(worker, record, source, seen, outcome);
}

void readCandidateInto(WorkerContext& worker, const RecordBytes& record, const RecordSource& source,
                       std::uint32_t& seen, ReadOutcome& outcome)
{
    const std::uint64_t length = record.refusedLength > 0 ? record.refusedLength : record.bytes.size();
    const ByteSpan span{source.file, record.offset, spanLength(length)};
    const std::size_t firstProblem = outcome.problems.size();
    ParsedRecord parsed{{}, RecordState::Broken, {}, {}};
    if (record.refusedLength > 0)
        outcome.problems.push_back(tooLongProblem(span));
    else
        parsed = parseRecord(worker.parser, record.bytes, span, outcome.problems, source.origin.form,
                             &worker.plainShapes);
    if (parsed.state == RecordState::Broken && source.starts != nullptr &&
        source.origin.form == RecordForm::Value) {
        const auto parts = recoverRecords(record.bytes, source.starts->get(), source.layout);
        if (!parts.empty())
            outcome.problems.resize(firstProblem);
        const RecordSource alone{source.file, source.origin, source.format};
        for (const auto& [begin, end] : parts)
            readCandidateInto(
                worker, {record.bytes.substr(begin, end - begin), record.offset + begin, 0, record.remark},
                alone, seen, outcome);
        if (!parts.empty())
            return;
    }
    const std::uint32_t ordinal = ++seen;
    if (record.remark != nullptr)
        outcome.problems.push_back({ProblemCode::CellsUneven, Severity::Warning, span, {}, *record.remark});
    outcome.remarks |= parsed.remarks;
    const Format* format = source.format;
    if (parsed.state != RecordState::Broken) {
        format = formatOf(worker, parsed, source);
        noteIfLate(worker, parsed, record, source, format, outcome);
        if (format == nullptr)
            outcome.problems.push_back(noFormatProblem(span));
    }
    if (parsed.state != RecordState::Broken && format != nullptr) {
        if (auto problem = refusal(*format, parsed.root, span)) {
            outcome.problems.push_back(std::move(*problem));
            parsed.state = RecordState::Broken;
        }
    }
    if (parsed.state == RecordState::Broken || format == nullptr) {
        if (worker.filter != nullptr) {
            ++outcome.passedOver;
            ++outcome.brokenPassedOver;
            return;
        }
        outcome.batch.appendBroken({span, ordinal, worker.formats->indexOf(format), RecordState::Broken,
                                    outcome.problems.size() - firstProblem});
        return;
    }
    addParsedRecord(worker, {parsed, span, ordinal, firstProblem}, {source.file, source.origin, format},
                    outcome);
}

void addParsedRecord(WorkerContext& worker, const ParsedInFile& record, const RecordSource& source,
                     ReadOutcome& outcome)
{
    const bool makesRow = worker.filter == nullptr || worker.filter->wantsRows();
    const Measuring measuring = worker.filter != nullptr && worker.filter->readsLanguages()
                                    ? Measuring::Languages
                                : makesRow ? Measuring::Scripts
                                           : Measuring::Nothing;
    RecordBuilder builder(worker.conversation, source.origin, outcome.problems, measuring,
                          worker.filter != nullptr ? Keeping::ColumnsAndTexts : Keeping::Columns);
    const auto shape = record.parsed.shape;
    const Layout* const layout = shape && *shape < worker.scores.size()
                                     ? worker.scores[*shape].layoutOf(*source.format, record.parsed.root)
                                     : nullptr;
    readParsed(*source.format, record.parsed, record.span.offset, builder, layout);
    const std::size_t firstProblem = record.firstProblem;
    if (worker.filter != nullptr && !worker.filter->keeps(worker.conversation, *worker.first)) {
        outcome.problems.resize(firstProblem);
        ++outcome.passedOver;
        return;
    }
    dropRepeatedWarnings(outcome.problems, firstProblem);
    for (std::size_t i = firstProblem; i < outcome.problems.size(); ++i) {
        if (outcome.problems[i].where.file == kNoFile)
            outcome.problems[i].where = record.span;
    }
    if (!makesRow) {
        ++outcome.counted;
        return;
    }
    builder.noteKeys(record.parsed.root);
    outcome.batch.append(worker.conversation,
                         {record.span, record.ordinal, worker.formats->indexOf(source.format),
                          record.parsed.state, outcome.problems.size() - firstProblem});
}

} // namespace duologue
