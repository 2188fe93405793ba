// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/load/record_lists.h"

#include "core/base/phrase_id.h"
#include "core/dataset/load/record_parser.h"
#include "core/formats/common/chat_parts.h"
#include "core/formats/inferred/evidence_parts.h"
#include "core/json/json_layout.h"
#include "core/json/json_scanner.h"

#include <algorithm>

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

RecordLists recordListsOf(WorkerContext& worker, const std::vector<RecordRange>& members,
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

} // namespace duologue
