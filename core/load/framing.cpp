// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/framing.h"

#include "core/formats/chat_parts.h"
#include "core/formats/inferred/evidence.h"
#include "core/json/json_tokens.h"
#include "core/json/record_split.h"
#include "core/load/record_parser.h"
#include "core/util/checksum.h"
#include "core/util/phrase_id.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace duologue {

namespace {

/// An object may have millions of members. If they are records, they are alike, so the first are enough.
constexpr std::size_t kMembersLooked = 1000;
constexpr std::size_t kRecordsSampled = 16;
constexpr std::size_t kLongestOtherMembers = 200;

enum class MemberKind : std::uint8_t {
    /// A list of records.
    List,
    /// A record: an object, or a list of messages.
    Record,
    /// A part of a conversation, judged by its name: the object is one record.
    Part,
    /// What cannot be parsed may be anything.
    Broken,
    Other,
};

/// Whether a key names messages, a question, an answer or what else belongs to one conversation.
bool isPartOfConversation(std::string_view key)
{
    constexpr double kPlain = 2;
    const KeyWords words = keyWordsOf(key);
    constexpr WordClass kParts[] = {WordClass::List,  WordClass::History, WordClass::Good,
                                    WordClass::Bad,   WordClass::Context, WordClass::Candidate,
                                    WordClass::System};
    const std::string_view path[] = {key};
    const Sides sides = sidesOf(path);
    return std::max(sides.ask, sides.answer) >= kPlain ||
           std::any_of(std::begin(kParts), std::end(kParts),
                       [&](WordClass part) { return words.weight(part) >= kPlain; });
}

class ListSearch {
public:
    ListSearch(WorkerContext& worker, const ReadBytes& read) : m_worker(worker), m_read(read) {}

    MemberKind kindOf(const RecordRange& member, std::string& name, std::uint64_t& valueBegin)
    {
        const std::string_view bytes = m_read(member.begin, member.end);
        JsonScanner scanner(bytes, JsonScanner::Comments::Recognised);
        const JsonToken key = scanner.next();
        if (key.kind != JsonTokenKind::String || scanner.next().kind != JsonTokenKind::Colon)
            return MemberKind::Other;
        const JsonToken value = scanner.next();
        name = nameIn(key.in(bytes));
        valueBegin = member.begin + value.begin;
        const bool isWhole = bytes.size() == member.end - member.begin;
        const bool isNull = value.in(bytes) == "null";
        if (isPartOfConversation(name) && !isNull)
            return MemberKind::Part;
        if (value.kind == JsonTokenKind::ArrayBegin)
            return kindOfList(bytes.substr(value.begin));
        if (value.kind != JsonTokenKind::ObjectBegin || !isWhole)
            return MemberKind::Other;
        std::vector<Problem> ignored;
        const std::string_view object = bytes.substr(value.begin);
        if (parseRecord(m_worker.parser, object, {}, ignored).state == RecordState::Broken)
            return MemberKind::Broken;
        return isConversation(object) ? MemberKind::Record : MemberKind::Other;
    }

    /// Of a short member that is neither a list nor an object; valid until the next call.
    JsonView valueOf(const RecordRange& member)
    {
        constexpr std::size_t kLongest = 20'000;
        const std::string_view bytes = m_read(member.begin, member.end);
        if (bytes.size() > kLongest || bytes.size() < member.end - member.begin)
            return {};
        m_member = PaddedBytes("{" + std::string(bytes) + "}");
        const auto parsed = m_worker.parser.parse(m_member.view());
        if (!parsed || parsed.value().size() == 0)
            return {};
        return (*parsed.value().members().begin()).value;
    }

private:
    std::string nameIn(std::string_view quoted)
    {
        const PaddedBytes bytes(quoted);
        const auto parsed = m_worker.parser.parse(bytes.view());
        return std::string(parsed ? parsed.value().string() : quoted);
    }

    MemberKind kindOfList(std::string_view list)
    {
        std::vector<std::string_view> elements;
        ValueSplitter splitter(RecordLayout::Elements);
        splitter.feed(list, [&](std::uint64_t begin, std::uint64_t end) {
            if (elements.size() < kRecordsSampled)
                elements.push_back(list.substr(static_cast<std::size_t>(begin), end - begin));
        });
        if (elements.empty())
            return MemberKind::Other;
        std::vector<Problem> ignored;
        const JsonView first = parseRecord(m_worker.parser, elements.front(), {}, ignored).root;
        if (isMessage(first) || first.isString())
            return isConversation(list) ? MemberKind::Record : MemberKind::Other;
        const auto found = std::count_if(elements.begin(), elements.end(),
                                         [&](std::string_view each) { return isConversation(each); });
        return static_cast<std::size_t>(found) * 3 >= elements.size() ? MemberKind::List : MemberKind::Other;
    }

    bool isConversation(std::string_view bytes)
    {
        std::vector<Problem> ignored;
        const ParsedRecord parsed = parseRecord(m_worker.parser, bytes, {}, ignored);
        return parsed.state != RecordState::Broken &&
               m_worker.formats->recognise(parsed.root).score > kGenericScore;
    }

    WorkerContext& m_worker;
    const ReadBytes& m_read;
    PaddedBytes m_member;
};

/// The end of a list, given the end of its member. If the list is damaged, the member may seem to reach to
/// the end of the object.
std::uint64_t endOfList(std::uint64_t begin, std::uint64_t end, const ReadBytes& read)
{
    constexpr std::uint64_t kLast = 64;
    const std::uint64_t from = end - std::min(kLast, end - begin);
    const std::string_view last = read(from, end);
    const std::size_t bracket = last.rfind(']');
    const bool isEnd = bracket != std::string_view::npos &&
                       last.find_first_not_of(" \t\r\n}", bracket + 1) == std::string_view::npos;
    return isEnd ? from + bracket + 1 : end;
}

} // namespace

void RecordLists::addOther(std::string_view name, const JsonView& value)
{
    constexpr std::size_t kMostValues = 100;
    constexpr std::size_t kLongestValue = 10'000;
    if (otherMembers.size() < kLongestOtherMembers)
        otherMembers.append(otherMembers.empty() ? "" : ", ").append(name);
    if (!value.hasValue() || value.isArray() || value.isObject() || besideLists.size() >= kMostValues)
        return;
    std::string text = value.isString() ? std::string(value.string()) : value.toJson();
    if (!text.empty() && text.size() <= kLongestValue)
        besideLists.emplace_back(name, std::move(text));
}

std::optional<Problem> RecordLists::note(FileId file) const
{
    if (lists.empty() || otherMembers.empty())
        return std::nullopt;
    return Problem{ProblemCode::UnexpectedType,
                   Severity::Note,
                   {file, 0, 0},
                   {},
                   {PhraseId::BesideRecords, otherMembers}};
}

namespace {

/// Whether a character after the end of an object shows that the object goes on: a bracket too many closed
/// it.
bool goesOnInObject(char c)
{
    return c == ',' || c == '}' || c == '"';
}

/// The lists of records among these members of the object, which are given with their names.
RecordLists listsAmong(WorkerContext& worker, const std::vector<RecordRange>& members,
                       const RecordRange& whole, const ReadBytes& read)
{
    ListSearch search(worker, read);
    RecordLists found;
    std::size_t records = 0;
    std::size_t broken = 0;
    std::size_t seen = 0;
    for (const RecordRange& member : members) {
        if (seen == kMembersLooked || (records + broken == seen && records >= kRecordsSampled))
            break;
        std::string name;
        std::uint64_t begin = 0;
        const MemberKind kind = search.kindOf(member, name, begin);
        if (kind == MemberKind::Part)
            return {};
        if (kind == MemberKind::List)
            found.lists.push_back({std::move(name), begin, endOfList(begin, member.end, read), false});
        else
            found.addOther(name, kind == MemberKind::Other ? search.valueOf(member) : JsonView());
        records += kind == MemberKind::Record ? 1 : 0;
        broken += kind == MemberKind::Broken ? 1 : 0;
        ++seen;
    }
    if (!found.lists.empty())
        return found;
    if (records < 1 || records + broken < 2 || records + broken < seen)
        return {};
    return {{{{}, whole.begin, whole.end, true}}, {}};
}

} // namespace

RecordLists recordListsOf(WorkerContext& worker, std::uint64_t begin, const NextPiece& next,
                          const ReadBytes& read)
{
    std::vector<RecordRange> members;
    const auto add = [&](std::uint64_t from, std::uint64_t to) { members.push_back({from, to}); };
    ValueSplitter splitter(RecordLayout::Members, begin);
    std::uint64_t at = begin;
    for (std::string_view piece = next(at); !piece.empty(); piece = next(at)) {
        splitter.feed(piece, add);
        const auto after = splitter.afterEnd();
        // What follows may go on with the object, if a bracket too many has closed it.
        if (after && *after >= at && !goesOnInObject(piece[static_cast<std::size_t>(*after - at)]))
            return {};
        at += piece.size();
    }
    if (splitter.inRecord())
        add(splitter.openBegin(), at);
    return listsAmong(worker, members, {begin, at}, read);
}

std::vector<RecordList> traceListsOf(std::string_view text, std::uint64_t offset)
{
    constexpr std::size_t kBeginning = 64;
    std::vector<RecordList> lists;
    const std::string_view beginning = text.substr(0, kBeginning);
    if (beginning.find("\"resourceSpans\"") == std::string_view::npos &&
        beginning.find("\"resource_spans\"") == std::string_view::npos)
        return lists;
    JsonScanner scanner(text);
    std::string_view key;
    std::string_view trace;
    bool areSeveral = false;
    std::size_t depth = 0;
    std::size_t listDepth = 0;
    bool isValue = false;
    for (JsonToken token = scanner.next(); token.kind != JsonTokenKind::End; token = scanner.next()) {
        if (token.isOpening()) {
            ++depth;
            if (isValue && listDepth == 0 && key == "\"spans\"" && token.kind == JsonTokenKind::ArrayBegin) {
                listDepth = depth;
                lists.push_back({{}, offset + token.begin, 0, false});
            }
        } else if (token.isClosing()) {
            if (depth == listDepth) {
                lists.back().end = offset + token.end;
                listDepth = 0;
            }
            depth -= depth > 0 ? 1 : 0;
        } else if (token.kind == JsonTokenKind::String && isValue &&
                   (key == "\"traceId\"" || key == "\"trace_id\"")) {
            areSeveral = areSeveral || (!trace.empty() && trace != token.in(text));
            trace = token.in(text);
        } else if (token.kind == JsonTokenKind::String && !isValue) {
            key = token.in(text);
        }
        isValue = token.kind == JsonTokenKind::Colon;
    }
    if (!areSeveral || listDepth != 0)
        lists.clear();
    return lists;
}

namespace {

constexpr std::size_t kRowsToLook = 64;

/// Most helpers that work at a time: each of them may have all bytes of the others among its own.
constexpr std::size_t kMostSideGroups = 32;

/// A cheap look at a row that is not parsed.
bool mayBeSideRow(std::string_view row)
{
    constexpr std::string_view kKey = "\"isSidechain\"";
    for (std::size_t at = row.find(kKey); at != std::string_view::npos; at = row.find(kKey, at + 1)) {
        const std::size_t value = row.find_first_not_of(" \t:", at + kKey.size());
        if (value != std::string_view::npos && row[value] == 't')
            return true;
    }
    return false;
}

/// The id of the session that a row seems to name, which is not parsed; empty if it names none.
std::string_view sessionSeenIn(std::string_view row)
{
    constexpr std::string_view kKey = "\"sessionId\"";
    const std::size_t at = row.find(kKey);
    const std::size_t begin =
        at == std::string_view::npos ? at : row.find_first_not_of(" \t:", at + kKey.size());
    if (begin == std::string_view::npos || row[begin] != '"')
        return {};
    const std::size_t end = row.find('"', begin + 1);
    return end == std::string_view::npos ? std::string_view() : row.substr(begin + 1, end - begin - 1);
}

/// An id as people write it.
std::string textOfId(const JsonView& id)
{
    return id.isString() ? std::string(id.string()) : id.isMissing() ? std::string() : id.toJson();
}

} // namespace

void TornConversations::addRun(const JsonView& id, std::uint64_t offset)
{
    const std::uint64_t hash = checksum(id.toJson());
    const auto known = m_known.find(hash);
    if (known == m_known.end()) {
        if (m_known.size() < kMostIds)
            m_known.emplace(hash, Known());
        return;
    }
    if (!std::exchange(known->second.isTorn, true) && m_torn++ == 0) {
        m_first = textOfId(id);
        m_firstHash = hash;
        m_offset = offset;
    }
    m_runs += hash == m_firstHash ? 1 : 0;
}

void TornConversations::addRow(std::string_view id, std::string_view parent, std::uint32_t conversation,
                               std::uint64_t offset)
{
    const auto followed = parent.empty() ? m_known.end() : m_known.find(checksum(parent));
    if (followed != m_known.end() && followed->second.conversation != conversation && m_rows++ == 0) {
        m_first = parent;
        m_offset = offset;
    }
    if (id.empty())
        return;
    // Ids may begin anew in each conversation.
    const std::uint64_t hash = checksum(id);
    if (const auto known = m_known.find(hash); known != m_known.end())
        known->second.conversation = conversation;
    else if (m_known.size() < kMostIds)
        m_known.emplace(hash, Known{conversation, false});
}

std::optional<Problem> TornConversations::warning(FileId file) const
{
    if (m_torn == 0 && m_rows == 0)
        return std::nullopt;
    Phrase what = m_rows == 1   ? Phrase(PhraseId::RowFollowsOther, m_first)
                  : m_rows > 1  ? Phrase(PhraseId::RowsFollowOthers, m_rows, m_first)
                  : m_torn == 1 ? Phrase(PhraseId::RowsApart, m_first, m_runs)
                                : Phrase(PhraseId::RowsOfSeveralApart, m_torn, m_first, m_runs);
    return Problem{ProblemCode::RowsApart, Severity::Warning, {file, m_offset, 0}, {}, std::move(what)};
}

RowTie tieOfRows(WorkerContext& worker, const std::vector<RecordBytes>& rows)
{
    RowTies ties;
    std::vector<Problem> ignored;
    for (std::size_t i = 0; i < std::min(rows.size(), kRowsToLook); ++i) {
        const ParsedRecord parsed = parseRecord(worker.parser, rows[i].bytes, {}, ignored);
        if (parsed.state != RecordState::Broken)
            ties.learn(parsed.root);
    }
    return ties.tie();
}

std::string idOfGroup(const JsonView& row, std::string_view key)
{
    const JsonView id = row[key];
    return !id.hasValue() || (id.isString() && id.string().empty()) ? std::string() : id.toJson();
}

std::string conversationKeyOf(const std::vector<RecordBytes>& rows)
{
    constexpr std::size_t kMostLooked = 400;
    constexpr std::string_view kOfMessages[] = {"role", "content", "name"};
    std::vector<std::unique_ptr<JsonParser>> parsers;
    std::vector<JsonView> views;
    std::vector<Problem> ignored;
    for (const RecordBytes& row : rows) {
        if (views.size() == kMostLooked)
            break;
        auto& parser = parsers.emplace_back(std::make_unique<JsonParser>());
        const ParsedRecord parsed = parseRecord(*parser, row.bytes, {}, ignored);
        if (parsed.state == RecordState::Broken || !parsed.root.isObject())
            continue;
        // Most have nothing that could tie them; events do not stand alone.
        bool hasOther = false;
        for (const auto [key, value] : parsed.root.members()) {
            if (value.isObject() || key == "type" || key == "tool_calls")
                return {};
            hasOther = hasOther || std::find(std::begin(kOfMessages), std::end(kOfMessages), key) ==
                                       std::end(kOfMessages);
        }
        if (!hasOther)
            return {};
        views.push_back(parsed.root);
    }
    const auto found = messageRowsOf(views, rows.size());
    return found ? found->conversationKey : std::string();
}

bool RowGroups::beginsSession(JsonParser& parser, const RecordBytes& row)
{
    const std::string_view seen = sessionSeenIn(row.bytes);
    if (seen.empty() || seen == m_session)
        return false;
    std::vector<Problem> ignored;
    const ParsedRecord parsed = parseRecord(parser, row.bytes, {}, ignored);
    if (parsed.state == RecordState::Broken)
        return false;
    const JsonView named = conversationOfRow(parsed.root);
    const std::string_view id = named.string();
    if (id.empty() || id == m_session)
        return false;
    // A session that was resumed goes on under another id.
    const bool isRoot = !parentOfRow(parsed.root).hasValue() && !idOfRow(parsed.root).isMissing();
    const bool isOther = !m_session.empty();
    if (isOther && !isRoot)
        return false;
    m_session = id;
    m_torn.addRun(named, row.offset);
    return isOther;
}

bool RowGroups::beginsTree(const JsonView& row, std::uint64_t offset, bool isFirst)
{
    const JsonView parent = parentOfRow(row);
    const bool begins = isFirst || !parent.hasValue();
    m_trees += begins ? 1 : 0;
    m_torn.addRow(textOfId(idOfRow(row)), begins ? std::string() : textOfId(parent), m_trees, offset);
    return begins;
}

bool RowGroups::begins(JsonParser& parser, const RecordBytes& row)
{
    const bool isFirst = std::exchange(m_isFirst, false);
    if (m_tie == RowTie::File)
        return beginsSession(parser, row) || isFirst;
    std::vector<Problem> ignored;
    const ParsedRecord parsed = parseRecord(parser, row.bytes, {}, ignored);
    if (parsed.state == RecordState::Broken)
        return isFirst;
    if (m_tie == RowTie::Parent)
        return beginsTree(parsed.root, row.offset, isFirst);
    const JsonView id = m_tie == RowTie::Key ? parsed.root[m_key] : conversationOfRow(parsed.root);
    std::string named = m_tie == RowTie::Key ? idOfGroup(parsed.root, m_key)
                        : id.isMissing()     ? std::string()
                                             : id.toJson();
    if (m_tie == RowTie::Key && named.empty())
        return isFirst;
    const bool isOther = named != m_conversation;
    if (isOther && !named.empty())
        m_torn.addRun(id, row.offset);
    m_conversation = std::move(named);
    return isFirst || isOther;
}

std::size_t RowGroups::groupOf(JsonParser& parser, const RecordBytes& row)
{
    if (m_tie == RowTie::File && mayBeSideRow(row.bytes)) {
        std::vector<Problem> ignored;
        const ParsedRecord parsed = parseRecord(parser, row.bytes, {}, ignored);
        if (parsed.state != RecordState::Broken && isSideRow(parsed.root)) {
            const auto known = m_sideRows.find(std::string(parentOfRow(parsed.root).string()));
            const bool isOpen = known != m_sideRows.end() && known->second >= m_firstOpen;
            const std::size_t group = isOpen ? known->second : m_groups++;
            if (!isOpen) {
                m_sideGroups.push_back(group);
                if (m_sideGroups.size() > kMostSideGroups)
                    m_firstOpen = m_sideGroups[m_sideGroups.size() - kMostSideGroups];
            }
            if (const std::string_view id = idOfRow(parsed.root).string(); !id.empty())
                m_sideRows.insert_or_assign(std::string(id), group);
            return group;
        }
    }
    if (begins(parser, row) || !m_current)
        m_current = m_groups++;
    return *m_current;
}

std::vector<RecordBytes> groupRows(WorkerContext& worker, RowTie tie, const std::vector<RecordBytes>& rows,
                                   std::string_view text, std::uint64_t offset, bool isOfLines,
                                   const std::string& key, FileId file, std::vector<Problem>* problems)
{
    std::vector<RecordBytes> groups;
    RowGroups rowGroups(tie, key);
    for (const RecordBytes& row : rows) {
        const std::size_t index = isOfLines ? rowGroups.groupOf(worker.parser, row)
                                  : rowGroups.begins(worker.parser, row) ? groups.size()
                                                                         : groups.size() - 1;
        if (index == groups.size()) {
            groups.push_back(row);
            continue;
        }
        RecordBytes& group = groups[index];
        const std::uint64_t end = row.offset + row.bytes.size();
        group.bytes = text.substr(static_cast<std::size_t>(group.offset - offset),
                                  static_cast<std::size_t>(end - group.offset));
    }
    if (auto warning = problems == nullptr ? std::nullopt : rowGroups.warning(file))
        problems->push_back(std::move(*warning));
    return groups;
}

} // namespace duologue
