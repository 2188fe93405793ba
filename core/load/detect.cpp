// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/detect.h"

#include "core/formats/inferred/evidence.h"
#include "core/formats/transcript_parts.h"
#include "core/io/file_source.h"
#include "core/io/folder_scan.h"
#include "core/json/json_repair.h"
#include "core/json/json_tokens.h"
#include "core/json/json_writer.h"
#include "core/json/record_split.h"
#include "core/load/hub_folders.h"
#include "core/load/record_parser.h"
#include "core/util/text.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace duologue {

namespace {

/// So many records at the beginning of a file are looked at, and so many from all over the rest; of each
/// shape, kMostSampleRecords of them.
constexpr std::size_t kMostLooked = 400;
constexpr std::size_t kMostFurther = 128;
/// Of rows that follow each other, so many conversations are read as a sample.
constexpr std::size_t kMostConversations = 64;
/// A value below the top of a file is taken for its records only if that shows more than the value itself
/// does.
constexpr double kDeeperFraming = 0.12;
/// A list of lists of messages is rarely one conversation.
constexpr double kListOfLists = 0.6;
/// An object of columns is rarely one record.
constexpr double kObjectOfColumns = 0.6;
/// Rows that name their conversation are rarely records.
constexpr double kTiedRows = 0.35;
/// Questions with their answers are good records as well.
constexpr double kTiedPairs = 1.0;
/// Rows whose speakers are names that nobody knows may be anything.
constexpr double kUnknownSpeakers = 0.25;
constexpr double kFewKnown = 0.5;
/// What the parts of a file that a framing leaves out take away, as coverage does within a record.
constexpr double kCoverageWeight = 1.1;
constexpr std::size_t kDeepestList = 3;
constexpr std::size_t kElementsLooked = 30;

/// Parsed records that are valid together.
class SampleRecords {
public:
    void add(std::string_view bytes, RecordForm form = RecordForm::Value)
    {
        auto parser = std::make_unique<JsonParser>();
        std::vector<Problem> ignored;
        // What is made for the sample has no padding.
        const PaddedBytes padded(bytes);
        const ParsedRecord parsed = parseRecord(*parser, padded.view(), {}, ignored, form);
        if (parsed.state == RecordState::Broken)
            return;
        m_parsers.push_back(std::move(parser));
        m_views.push_back(parsed.root);
    }
    std::span<const JsonView> views() const { return m_views; }

private:
    std::vector<std::unique_ptr<JsonParser>> m_parsers;
    std::vector<JsonView> m_views;
};

/// Values one after another as the text of one list.
std::string joined(std::span<const JsonView> values)
{
    std::string text = "[";
    for (const JsonView& value : values)
        text.append(text.size() > 1 ? "," : "").append(value.toJson());
    return text += ']';
}

/// Rows of a file as conversations: how they are tied, and how the conversations are read.
struct LearnedRows {
    RowTie tie = RowTie::None;
    std::string key;
    LearnedRecords records;
};

/// Whether the rows are texts that begin with the name of who speaks, of which some come again.
bool areLabelledTexts(std::span<const JsonView> rows)
{
    constexpr std::size_t kFewest = 3;
    std::map<std::string_view, std::size_t> names;
    std::size_t changes = 0;
    std::string_view last;
    for (const JsonView& row : rows) {
        const auto label = row.isString() ? labelOf(row.string()) : std::nullopt;
        if (!label)
            return false;
        changes += label->name != last ? 1 : 0;
        last = label->name;
        ++names[last];
    }
    return rows.size() >= kFewest && names.size() > 1 && changes > 2 && 3 * names.size() <= 2 * rows.size();
}

std::optional<LearnedRows> learnRows(std::span<const JsonView> rows, std::uint64_t rowsInFile)
{
    if (rows.size() == rowsInFile && areLabelledTexts(rows)) {
        SampleRecords whole;
        whole.add(joined(rows));
        return LearnedRows{RowTie::File, {}, learnRecords(whole.views())};
    }
    const auto found = messageRowsOf(rows, rowsInFile);
    if (!found || (found->conversationKey.empty() && !found->canBeWhole))
        return std::nullopt;
    LearnedRows learned;
    SampleRecords conversations;
    if (found->conversationKey.empty()) {
        learned.tie = RowTie::File;
        conversations.add(joined(rows));
    } else {
        learned.tie = RowTie::Key;
        learned.key = found->conversationKey;
        const auto idOf = [&](const JsonView& row) { return idOfGroup(row, found->conversationKey); };
        std::string next;
        for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
            const std::string id = idOf(rows[begin]);
            for (end = begin + 1; end < rows.size() && ((next = idOf(rows[end])).empty() || next == id);)
                ++end;
            // The last one may go on.
            if (conversations.views().size() < kMostConversations &&
                (end < rows.size() || conversations.views().empty()))
                conversations.add(joined(rows.subspan(begin, end - begin)));
        }
    }
    learned.records = learnRecords(conversations.views());
    // Rows that have lists of messages are conversations themselves.
    const bool areMessages = std::any_of(
        learned.records.shapes.begin(), learned.records.shapes.end(), [](const LearnedShape& each) {
            return each.layout != nullptr && !each.layout->messages.empty() &&
                   each.layout->messages.front().at.empty();
        });
    if (!areMessages)
        return std::nullopt;
    if (!found->conversationKey.empty())
        learned.records.score += found->arePairs ? kTiedPairs : kTiedRows;
    else if (found->known < kFewKnown)
        learned.records.score -= kUnknownSpeakers;
    return learned;
}

/// "turn_#" of "turn_12" and "answer #" of "answer B"; empty for a name without a counter.
std::string withoutCounter(std::string_view name)
{
    const auto isNumber = [](char c) { return isDigit(c); };
    if (const auto digit = std::find_if(name.rbegin(), name.rend(), isNumber); digit != name.rend()) {
        const auto end = static_cast<std::size_t>(name.rend() - digit);
        std::size_t begin = end;
        while (begin > 0 && isDigit(name[begin - 1]))
            --begin;
        return std::string(name.substr(0, begin)) + '#' + std::string(name.substr(end));
    }
    if (name.empty())
        return {};
    const bool isLetter = std::string_view("ABCDabcd").find(name.back()) != std::string_view::npos;
    const bool isApart =
        name.size() == 1 || std::string_view("_- ").find(name[name.size() - 2]) != std::string_view::npos;
    return isLetter && isApart ? std::string(name.substr(0, name.size() - 1)) + '#' : std::string();
}

/// The members' names that differ from another one of the same kind by a counter alone.
std::set<std::string_view> countedNames(const JsonView& object)
{
    std::map<std::pair<std::string, JsonKind>, std::vector<std::string_view>> groups;
    for (const auto [name, value] : object.members()) {
        if (std::string stem = withoutCounter(name); !stem.empty())
            groups[{std::move(stem), value.kind()}].push_back(name);
    }
    std::set<std::string_view> counted;
    for (const auto& [stem, names] : groups) {
        if (names.size() > 1)
            counted.insert(names.begin(), names.end());
    }
    return counted;
}

/// The elements of a list, or the values of an object whose names are data.
std::vector<JsonView> recordsIn(const JsonView& value, std::size_t most)
{
    std::vector<JsonView> records;
    for (const JsonView element : value.elements()) {
        if (records.size() == most)
            return records;
        records.push_back(element);
    }
    for (const auto [name, member] : value.members()) {
        if (records.size() == most)
            return records;
        records.push_back(member);
    }
    return records;
}

bool canBeRecords(const JsonView& value)
{
    if (!value.isArray() && !(value.isObject() && isKeyedByData(value)))
        return false;
    const std::vector<JsonView> first = recordsIn(value, kElementsLooked);
    return !first.empty() && std::all_of(first.begin(), first.end(), [](const JsonView& each) {
        return each.isArray() || each.isObject();
    });
}

/// One way to take values apart, with the first records that it gives.
struct Frame {
    ObjectFraming::Kind kind = ObjectFraming::Kind::One;
    std::vector<std::vector<std::string>> paths = {};
    std::vector<JsonView> records = {};
    /// The prose in all that it shows.
    std::uint64_t prose = 0;
    double penalty = 0;
};

void addRecords(Frame& frame, const JsonView& list)
{
    for (const JsonView& record : recordsIn(list, kMostSampleRecords)) {
        if (frame.records.size() < kMostSampleRecords)
            frame.records.push_back(record);
    }
    frame.prose += proseIn(list);
}

/// Adds the lists that could be records, at most kDeepestList keys below the value.
void findLists(const JsonView& object, std::vector<std::string>& path,
               std::vector<std::pair<std::vector<std::string>, JsonView>>& lists)
{
    const std::set<std::string_view> counted = countedNames(object);
    for (const auto [name, value] : object.members()) {
        path.emplace_back(name);
        if (canBeRecords(value)) {
            if (!counted.contains(std::string_view(name)))
                lists.emplace_back(path, value);
        } else if (value.isObject() && path.size() < kDeepestList) {
            findLists(value, path, lists);
        }
        path.pop_back();
    }
}

/// The lists of an object that are its columns: nearly all members are lists of one length, and not all of
/// objects, as lists of messages are. Zero if it has none.
std::size_t columnLength(const JsonView& object, bool& areAll)
{
    std::map<std::size_t, std::size_t> lengths;
    std::size_t lists = 0;
    bool hasValues = false;
    for (const auto [name, value] : object.members()) {
        const bool isList = value.isArray() || (value.isObject() && value.size() > 0 && isKeyedByData(value));
        if (isList && value.size() > 1)
            ++lengths[value.size()];
        const std::vector<JsonView> first = isList ? recordsIn(value, 1) : std::vector<JsonView>();
        hasValues = hasValues || (!first.empty() && !first.front().isObject());
        ++lists;
    }
    const auto most = std::max_element(lengths.begin(), lengths.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    constexpr double kNearlyAll = 0.7;
    if (!hasValues || most == lengths.end() || most->second < 2 ||
        static_cast<double>(most->second) < kNearlyAll * static_cast<double>(lists))
        return 0;
    areAll = most->second == lists;
    return most->first;
}

/// The first rows of an object of columns, as JSON.
std::string rowsOfColumns(const JsonView& object, std::size_t length)
{
    std::vector<std::pair<std::string_view, std::vector<JsonView>>> columns;
    for (const auto [name, value] : object.members()) {
        if (value.size() == length && (value.isArray() || value.isObject()))
            columns.emplace_back(name, recordsIn(value, kMostSampleRecords));
    }
    std::string text;
    JsonWriter out(text);
    out.beginArray();
    for (std::size_t row = 0; row < std::min(length, kMostSampleRecords); ++row) {
        out.beginObject();
        for (const auto& [name, values] : columns) {
            out.key(name);
            out.json(values[row].toJson());
        }
        out.endObject();
    }
    out.endArray();
    return text;
}

/// The ways to take one value apart.
class Frames {
public:
    void add(const JsonView& value)
    {
        m_prose += proseIn(value);
        if (value.isObject() && isKeyedByData(value) && canBeRecords(value)) {
            addRecords(frame(ObjectFraming::Kind::Lists, {{}}), value);
            return;
        }
        Frame& one = frame(ObjectFraming::Kind::One, {});
        one.records.push_back(value);
        one.prose = m_prose;
        std::vector<std::pair<std::vector<std::string>, JsonView>> lists;
        std::vector<std::string> path;
        findLists(value, path, lists);
        struct Alike {
            std::size_t depth = 0;
            std::vector<std::uint64_t> keys;
            std::vector<std::size_t> lists;
        };
        std::vector<Alike> alike;
        for (std::size_t i = 0; i < lists.size(); ++i) {
            addRecords(frame(ObjectFraming::Kind::Lists, {lists[i].first}), lists[i].second);
            const std::vector<JsonView> first = recordsIn(lists[i].second, 1);
            if (first.empty())
                continue;
            std::vector<std::uint64_t> keys = shapeKeys(first.front());
            const auto same = std::find_if(alike.begin(), alike.end(), [&](const Alike& each) {
                return each.depth == lists[i].first.size() && overlap(each.keys, keys) >= kSameShapeInFile;
            });
            if (same == alike.end())
                alike.push_back({lists[i].first.size(), std::move(keys), {i}});
            else
                same->lists.push_back(i);
        }
        for (const auto& [depth, keys, same] : alike) {
            if (same.size() < 2)
                continue;
            std::vector<std::vector<std::string>> paths;
            for (const std::size_t i : same)
                paths.push_back(lists[i].first);
            Frame& all = frame(ObjectFraming::Kind::Lists, paths);
            for (const std::size_t i : same)
                addRecords(all, lists[i].second);
        }
        bool areAll = false;
        if (const std::size_t length = columnLength(value, areAll); length > 0) {
            if (areAll)
                frame(ObjectFraming::Kind::One, {}).penalty = kObjectOfColumns;
            Frame& columns = frame(ObjectFraming::Kind::Columns, {});
            m_rows.add(rowsOfColumns(value, length));
            for (const JsonView row : m_rows.views().back().elements())
                columns.records.push_back(row);
            columns.prose = m_prose;
        }
    }

    /// How much the name of a list says that its elements are conversations: "dialogues", or "train", which
    /// says that they are data.
    static double listName(const Frame& frame)
    {
        constexpr double kSplit = 2.6;
        if (frame.kind != ObjectFraming::Kind::Lists || frame.paths.front().empty())
            return 0;
        const std::string& name = frame.paths.front().back();
        const bool isSplit = !splitInName(name).empty() && wordsIn(name).size() == 1;
        return isSplit ? kSplit : weightOf(name, WordClass::List);
    }

    /// Lists of messages in a list whose name says that it has several conversations ("dialogues").
    static bool areConversations(const Frame& frame)
    {
        const std::string& name = frame.paths.front().back();
        const KeyWords words = keyWordsOf(name);
        const std::string last = wordsIn(name).empty() ? std::string() : wordsIn(name).back();
        return words.isPlural && words.lastWeight(WordClass::List) >= 3 && last != "session" &&
               last != "sessions" && last != "rounds" && last != "turns" && frame.records.size() > 1 &&
               std::all_of(frame.records.begin(), frame.records.end(),
                           [](const JsonView& each) { return each.isArray(); });
    }

    ObjectFraming best() const
    {
        ObjectFraming best;
        double most = 0;
        for (const Frame& each : m_frames) {
            LearnedRecords learned = learnRecords(each.records, listName(each));
            if (!learned.hasConversations())
                continue;
            // What is guessed from columns is a column.
            const bool isGuess = learned.shapes.front().isUnsure;
            if (isGuess && each.penalty > 0)
                continue;
            double score = learned.score - each.penalty;
            if (each.kind == ObjectFraming::Kind::Lists && !each.paths.front().empty()) {
                const double inside =
                    m_prose == 0
                        ? 1
                        : std::min(1.0, static_cast<double>(each.prose) / static_cast<double>(m_prose));
                score -= kDeeperFraming + kCoverageWeight * learned.coverage * (1 - inside);
                if (areConversations(each))
                    score += kListOfLists;
            }
            // Of lists that say equally much, all are read.
            if (score < most || (score == most && each.paths.size() <= best.paths.size()))
                continue;
            most = score;
            best = {each.kind, each.paths, learnedFormat(std::move(learned))};
        }
        return best;
    }

private:
    Frame& frame(ObjectFraming::Kind kind, std::vector<std::vector<std::string>> paths)
    {
        for (Frame& each : m_frames) {
            if (each.kind == kind && each.paths == paths)
                return each;
        }
        return m_frames.emplace_back(Frame{kind, std::move(paths)});
    }

    std::vector<Frame> m_frames;
    SampleRecords m_rows;
    std::uint64_t m_prose = 0;
};

/// The range of the member's value; none if the object has no such member.
std::optional<RecordRange> memberOf(const RecordRange& object, std::string_view name, const ReadBytes& read)
{
    constexpr std::uint64_t kPiece = std::uint64_t{4} << 20U;
    constexpr std::uint64_t kLongestName = 4096;
    std::vector<RecordRange> members;
    ValueSplitter splitter(RecordLayout::Members, object.begin);
    const auto add = [&](std::uint64_t begin, std::uint64_t end) { members.push_back({begin, end}); };
    for (std::uint64_t at = object.begin; at < object.end;) {
        const std::string_view piece = read(at, std::min(object.end, at + kPiece));
        if (piece.empty())
            break;
        splitter.feed(piece, add);
        at += piece.size();
    }
    if (splitter.inRecord())
        add(splitter.openBegin(), object.end);
    for (const RecordRange& member : members) {
        const std::string_view bytes = read(member.begin, std::min(member.end, member.begin + kLongestName));
        JsonScanner scanner(bytes);
        const JsonToken key = scanner.next();
        if (key.kind != JsonTokenKind::String || scanner.next().kind != JsonTokenKind::Colon)
            continue;
        JsonParser parser;
        const PaddedBytes quoted(key.in(bytes));
        const auto parsed = parser.parse(quoted.view());
        if (!parsed || parsed.value().string() != name)
            continue;
        return RecordRange{member.begin + scanner.next().begin, member.end};
    }
    return std::nullopt;
}

} // namespace

ObjectFraming framingOf(std::span<const JsonView> values)
{
    Frames frames;
    for (const JsonView& value : values)
        frames.add(value);
    return frames.best();
}

std::vector<RecordList> listsAt(const std::vector<std::vector<std::string>>& paths, const RecordRange& object,
                                const ReadBytes& read)
{
    std::vector<RecordList> lists;
    for (const std::vector<std::string>& path : paths) {
        std::optional<RecordRange> at = object;
        RecordList list;
        for (const std::string& name : path) {
            at = at ? memberOf(*at, name, read) : std::nullopt;
            list.name.append(list.name.empty() ? "" : "/").append(name);
        }
        if (!at)
            return {};
        list.begin = at->begin;
        list.end = at->end;
        list.isObject = read(at->begin, at->begin + 1).starts_with('{');
        lists.push_back(std::move(list));
    }
    std::sort(lists.begin(), lists.end(),
              [](const RecordList& a, const RecordList& b) { return a.begin < b.begin; });
    return lists;
}

bool beginsBroken(std::string_view text)
{
    constexpr std::size_t kLooked = 4096;
    const auto mistake = diagnoseJson(text.substr(skipBlank(text), kLooked));
    return mistake && !mistake->truncated && !mistake->tooDeep;
}

std::string closedBeginning(std::string_view text)
{
    constexpr std::size_t kDeepestCut = 16;
    JsonScanner scanner(text);
    std::string open;
    std::string closing;
    std::size_t end = 0;
    for (JsonToken token = scanner.next(); token.kind != JsonTokenKind::End && token.isClosed;
         token = scanner.next()) {
        if (token.isOpening()) {
            if (open.size() == kDeepestJson)
                break;
            open += token.kind == JsonTokenKind::ObjectBegin ? '}' : ']';
        } else if (token.isClosing()) {
            if (open.empty())
                break;
            open.pop_back();
        } else if (token.kind == JsonTokenKind::Comma && open.size() <= kDeepestCut) {
            // What is before a comma is whole.
            end = token.begin;
            closing = open;
        }
        if (open.empty())
            return std::string(text.substr(0, token.end));
    }
    if (end == 0)
        return {};
    std::reverse(closing.begin(), closing.end());
    return std::string(text.substr(0, end)) + closing;
}

namespace {

/// Calls visit(bytes) for records from all over the file after the first kMostLooked of those in its text.
template<typename Visit>
void forEachFurther(const FileHead& head, RecordLayout layout, std::span<const RecordBytes> records,
                    const Visit& visit)
{
    const auto rest = records.subspan(std::min(records.size(), kMostLooked));
    const std::size_t some = std::min(rest.size(), kMostFurther);
    for (std::size_t i = 0; i < some; ++i)
        visit(rest[i * rest.size() / some].bytes);
    // Long elements of a list would be taken for what is inside of them.
    constexpr std::size_t kLongestElement = std::size_t{16} << 10U;
    if (!head.further ||
        (layout == RecordLayout::Elements && head.text.size() > kLongestElement * records.size()))
        return;
    for (const PaddedBytes& record : head.further(layout))
        visit(record.view());
}

/// The LateRecords of the file.
std::span<const std::string> lateOf(const WorkerContext& worker, const FileHead& head)
{
    if (worker.late == nullptr)
        return {};
    const auto found = worker.late->find(head.file.path);
    return found == worker.late->end() ? std::span<const std::string>() : found->second;
}

/// As learnRecords() of the sample, of which the records after the first `before` are late. What can be read
/// of none of these is not learned, so that reading them is a warning.
LearnedRecords learnWithLate(const SampleRecords& sample, std::size_t before)
{
    LearnedRecords learned = learnRecords(sample.views());
    if (before == sample.views().size())
        return learned;
    std::vector<std::vector<std::uint64_t>> known;
    for (const JsonView& record : sample.views().first(before))
        known.push_back(shapeKeys(record));
    std::erase_if(learned.shapes, [&](const LearnedShape& shape) {
        return shape.layout == nullptr &&
               std::none_of(known.begin(), known.end(), [&shape](const std::vector<std::uint64_t>& keys) {
                   return overlap(shape.keys, keys) >= kSameShapeInFile;
               });
    });
    return learned;
}

/// Learns how records are read that no known format reads, and whether rows make them together.
void learnFromRecords(const WorkerContext& worker, const FileHead& head, RecordLayout layout,
                      std::span<const RecordBytes> records, Detected& found)
{
    SampleRecords sample;
    for (const RecordBytes& record : records.first(std::min(records.size(), kMostLooked)))
        sample.add(record.bytes);
    const std::size_t first = sample.views().size();
    if (first == 0)
        return;
    forEachFurther(head, layout, records, [&](std::string_view record) { sample.add(record); });
    const std::size_t before = sample.views().size();
    for (const std::string& record : lateOf(worker, head))
        sample.add(record);
    LearnedRecords each = learnWithLate(sample, before);
    // What is not read yet counts as many rows.
    const std::uint64_t rowsInFile =
        head.isWhole ? records.size() : std::numeric_limits<std::uint64_t>::max();
    auto rows = learnRows(sample.views().first(first), rowsInFile);
    if (rows && rows->records.score > each.score) {
        found.tie = rows->tie;
        found.tieKey = std::move(rows->key);
        found.learned = learnedFormat(std::move(rows->records));
    } else {
        found.learned = learnedFormat(std::move(each));
    }
}

/// Learns how the records are read that no known format reads, in a file in which one is usual.
void learnFromOthers(WorkerContext& worker, const FileHead& head, std::span<const RecordBytes> records,
                     Detected& found)
{
    SampleRecords sample;
    std::vector<Problem> ignored;
    std::vector<std::uint64_t> usual;
    std::vector<std::uint64_t> usuallySaid;
    // One of the usual shape lacks something, and is to say so, unless it says something else instead.
    const auto isUsual = [&](const JsonView& record) {
        const std::vector<std::uint64_t> said = tellingKeys(record);
        return overlap(shapeKeys(record), usual) >= kSameShapeInFile &&
               (said.empty() || overlap(said, usuallySaid) > 0);
    };
    const auto look = [&](std::string_view record) {
        const ParsedRecord parsed = parseRecord(worker.parser, record, {}, ignored);
        if (parsed.state == RecordState::Broken)
            return;
        if (found.recognition.format->recognise(parsed.root) > kInferredScore) {
            if (usual.empty()) {
                usual = shapeKeys(parsed.root);
                usuallySaid = tellingKeys(parsed.root);
            }
        } else if (!isUsual(parsed.root) &&
                   worker.formats->recognise(parsed.root, head.file.origin).score <= kInferredScore) {
            sample.add(record);
        }
    };
    for (const RecordBytes& record : records.first(std::min(records.size(), kMostLooked)))
        look(record.bytes);
    forEachFurther(head, found.layout, records, look);
    const std::size_t before = sample.views().size();
    for (const std::string& record : lateOf(worker, head))
        look(PaddedBytes(record).view());
    if (sample.views().empty())
        return;
    LearnedRecords learned = learnWithLate(sample, before);
    std::erase_if(learned.shapes, [&usual](const LearnedShape& shape) {
        return shape.layout == nullptr && overlap(shape.keys, usual) >= kSameShapeInFile;
    });
    found.learned = learnedFormat(std::move(learned));
}

/// A note that names the members of the object that are not, and do not have, lists of records.
std::optional<Problem> noteOfOthers(const JsonView& object,
                                    const std::vector<std::vector<std::string>>& paths,
                                    std::vector<std::pair<std::string, std::string>>& besideLists)
{
    RecordLists found;
    for (const std::vector<std::string>& path : paths) {
        if (!path.empty())
            found.lists.push_back({path.front(), 0, 0, false});
    }
    for (const auto [key, value] : object.members()) {
        const std::string_view name = key;
        if (found.lists.empty())
            break;
        if (std::none_of(found.lists.begin(), found.lists.end(),
                         [name](const RecordList& list) { return list.name == name; }))
            found.addOther(name, value);
    }
    besideLists = std::move(found.besideLists);
    return found.note({});
}

/// Learns how a file of one object is read, of which the text may be the beginning.
void learnFromObject(const WorkerContext& worker, const FileHead& head, Detected& found)
{
    // What the first MiB does not show is not looked for in more and more of a long object.
    constexpr std::size_t kMostOfBeginning = std::size_t{1} << 20U;
    if (!head.isWhole && (head.text.size() > kMostOfBeginning || beginsBroken(head.text)))
        return;
    SampleRecords sample;
    sample.add(head.isWhole ? std::string(head.text) : closedBeginning(head.text));
    if (sample.views().empty() || !sample.views().front().isObject())
        return;
    ObjectFraming framing =
        worker.folders == nullptr
            ? framingOf(sample.views())
            : worker.folders->framingFor(head.file, sample.views().front(), *worker.formats);
    if (framing.learned == nullptr)
        return;
    if (framing.kind == ObjectFraming::Kind::Lists) {
        const std::uint64_t end = head.isWhole ? head.offset + head.text.size() : head.file.size;
        found.lists = listsAt(framing.paths, {head.offset, end}, head.read);
        if (found.lists.empty())
            return;
        found.isOneRecord = false;
        found.note = noteOfOthers(sample.views().front(), framing.paths, found.besideLists);
        found.layout = found.lists.front().isObject ? RecordLayout::Members : RecordLayout::Elements;
    }
    found.areColumns = framing.kind == ObjectFraming::Kind::Columns;
    found.learned = std::move(framing.learned);
}

} // namespace

std::optional<RecordLayout> recordLayoutOf(WorkerContext& worker, const FileHead& head)
{
    const auto seen = layoutOf(head.text, head.isWhole);
    return seen ? std::optional(layoutOfLists(worker, head.text, *seen)) : std::nullopt;
}

Detected detect(WorkerContext& worker, const FileHead& head, RecordLayout layout,
                std::vector<RecordBytes> records)
{
    Detected found;
    found.layout = layout;
    found.isOneRecord = layout == RecordLayout::Single;
    const bool areLines = layout == RecordLayout::Lines;
    const auto tieRecords = [&] {
        found.form = areLines ? RecordForm::Lines : RecordForm::Values;
        found.layout = areLines ? RecordLayout::Values : layout;
        records = groupRows(worker, found.tie, records, head.text, head.offset, areLines, found.tieKey);
    };
    const auto takeAsOne = [&] {
        found.tie = RowTie::None;
        // The list of messages is one record, so it has to be read whole.
        found.layout = RecordLayout::Values;
        found.isOneRecord = true;
        found.isTooLong = !head.isWhole;
        records = {{trimmed(head.text), head.offset, 0}};
    };
    found.isTooLong = records.empty();
    std::vector<RecordBytes> rows;
    if (areLines || layout == RecordLayout::Elements) {
        found.tie = tieOfRows(worker, records);
        const bool isOne = found.tie == RowTie::File ||
                           (found.tie == RowTie::None && !areLines && areMessages(worker, records));
        if (isOne && !(found.tieKey = conversationKeyOf(records)).empty())
            found.tie = RowTie::Key;
    }
    if (found.tie == RowTie::File && !areLines)
        takeAsOne();
    else if (found.tie != RowTie::None) {
        rows = records;
        tieRecords();
    } else if (layout == RecordLayout::Elements && areMessages(worker, records))
        takeAsOne();
    found.recognition = recogniseRecords(worker, records, head.file.origin, found.form);
    if (found.recognition.score > kInferredScore) {
        if (!found.isOneRecord && found.form == RecordForm::Value)
            learnFromOthers(worker, head, records, found);
        return found;
    }
    if (found.form != RecordForm::Value) {
        // No known format reads such rows together.
        found.tie = RowTie::None;
        found.form = RecordForm::Value;
        found.layout = layout;
        records = std::move(rows);
        found.recognition = recogniseRecords(worker, records, head.file.origin);
    }
    const bool isObject = trimmed(head.text).starts_with('{') && (found.isOneRecord || found.isTooLong);
    if (isObject)
        learnFromObject(worker, head, found);
    else
        learnFromRecords(worker, head, layout, records, found);
    if (found.learned == nullptr || !found.lists.empty() || found.areColumns)
        return found;
    if (found.tie == RowTie::File && !areLines)
        takeAsOne();
    else if (found.tie != RowTie::None)
        tieRecords();
    RecordOrigin origin = head.file.origin;
    origin.learned = found.learned;
    found.recognition = recogniseRecords(worker, records, origin, found.form);
    return found;
}

namespace {

/// The first files of a folder in natural order, and as many as these spread over the others, are its sample.
constexpr std::size_t kFirstFiles = 4;
constexpr std::size_t kSpreadFiles = 12;
/// Of each, if there are many; few share what may be read of all files together.
constexpr std::size_t kHeadOfFile = std::size_t{1} << 20U;
constexpr std::size_t kMostSampleBytes = std::size_t{8} << 20U;

/// Names of the sample's files.
std::vector<std::string> sampleNames(const std::string& folder, std::string_view ending)
{
    std::vector<FolderEntry> entries;
    if (Folder(folder).list(entries))
        return {};
    std::vector<std::string> names;
    for (FolderEntry& entry : entries) {
        // What a link leads to may be none of the opened files.
        if (!entry.isFolder && !entry.isLink && !entry.isSpecial && endingOf(entry.name) == ending &&
            reasonToSkip(entry.name).empty())
            names.push_back(std::move(entry.name));
    }
    std::sort(names.begin(), names.end(),
              [](const std::string& a, const std::string& b) { return compareNatural(a, b) < 0; });
    if (names.size() <= kFirstFiles + kSpreadFiles)
        return names;
    std::vector<std::string> sample(names.begin(), names.begin() + kFirstFiles);
    const std::size_t others = names.size() - kFirstFiles;
    for (std::size_t i = 0; i < kSpreadFiles; ++i)
        sample.push_back(std::move(names[kFirstFiles + i * others / kSpreadFiles]));
    return sample;
}

std::string headOf(const std::string& path, std::size_t most)
{
    PaddedBytes bytes;
    const auto source = FileSource::open(path, kNoFile);
    if (!source || !source.value().read(0, most, bytes))
        return {};
    const std::string_view text = bytes.view().substr(byteOrderMarkLength(bytes.view()));
    return source.value().reaches(bytes.size() + 1) ? closedBeginning(text) : std::string(text);
}

} // namespace

/// What is known of one folder; made by the thread that asks first.
struct FolderEvidence::Known {
    struct Shape {
        std::vector<std::uint64_t> keys;
        ObjectFraming framing;
    };
    std::once_flag isMade;
    std::vector<Shape> shapes;
};

FolderEvidence::FolderEvidence() = default;
FolderEvidence::~FolderEvidence() = default;

ObjectFraming FolderEvidence::framingFor(const SourceFile& file, const JsonView& root,
                                         const FormatList& formats)
{
    const auto slash = file.path.rfind('/');
    // The files beside one that was opened alone, or within an archive, are not asked.
    if (file.namedByUser || file.packed != nullptr || slash == std::string::npos)
        return framingOf({&root, 1});
    const std::string folder = file.path.substr(0, slash);
    const std::string ending(endingOf(fileNameOf(file.path)));
    std::shared_ptr<Known> known;
    {
        const std::scoped_lock lock(m_mutex);
        auto& place = m_known[folder + '/' + ending];
        if (place == nullptr)
            place = std::make_shared<Known>();
        known = place;
    }
    std::call_once(known->isMade, [&] { learn(*known, folder, ending, formats); });
    const std::vector<std::uint64_t> keys = shapeKeys(root);
    const Known::Shape* best = nullptr;
    double most = kSameShapeInFolder;
    for (const Known::Shape& shape : known->shapes) {
        if (const double shared = overlap(shape.keys, keys);
            shared >= most && (best == nullptr || shared > most)) {
            most = shared;
            best = &shape;
        }
    }
    return best == nullptr ? framingOf({&root, 1}) : best->framing;
}

void FolderEvidence::learn(Known& known, const std::string& folder, const std::string& ending,
                           const FormatList& formats)
{
    struct Group {
        std::vector<std::uint64_t> keys;
        std::vector<JsonView> values;
    };
    std::vector<std::unique_ptr<JsonParser>> parsers;
    std::vector<PaddedBytes> texts;
    std::vector<Group> groups;
    std::size_t bytes = 0;
    const std::vector<std::string> names = sampleNames(folder, ending);
    // The texts stay where they are: the values refer to them.
    texts.reserve(names.size());
    const std::size_t most = std::max(kHeadOfFile, kMostSampleBytes / std::max<std::size_t>(1, names.size()));
    for (const std::string& name : names) {
        const PaddedBytes& text = texts.emplace_back(headOf(pathIn(folder, name), most));
        bytes += text.size();
        if (bytes > kMostSampleBytes)
            break;
        auto parser = std::make_unique<JsonParser>();
        const auto root = parser->parse(text.view());
        if (!root || !root.value().isObject() || formats.recognise(root.value()).score > kInferredScore)
            continue;
        std::vector<std::uint64_t> keys = shapeKeys(root.value());
        const auto same = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
            return overlap(group.keys, keys) >= kSameShapeInFolder;
        });
        Group& group = same == groups.end() ? groups.emplace_back(Group{std::move(keys), {}}) : *same;
        group.values.push_back(root.value());
        parsers.push_back(std::move(parser));
    }
    for (Group& group : groups)
        known.shapes.push_back({std::move(group.keys), framingOf(group.values)});
}

} // namespace duologue
