// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/session.h"

#include "core/data/conversation.h"
#include "core/data/record_builder.h"
#include "core/formats/chat_parts.h"
#include "core/formats/format.h"
#include "core/formats/message_order.h"
#include "core/formats/plain_record.h"
#include "core/formats/tree_parts.h"
#include "core/util/phrase.h"
#include "core/util/phrase_id.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace duologue {

namespace {

using Names = std::span<const std::string_view>;

constexpr std::string_view kSpeakers[] = {"role", "speaker", "speaker_idx", "speaker_id"};
constexpr std::string_view kSenders[] = {"from", "sender"};
constexpr std::string_view kTexts[] = {"content", "text", "value", "message", "utterance", "parts"};
constexpr std::string_view kIds[] = {"uuid", "message_id", "messageId", "id"};
constexpr std::string_view kParents[] = {"parentUuid", "parent_id", "parentId", "parent_message_id",
                                         "parent"};
constexpr std::string_view kConversations[] = {"conversation_id", "conversationId", "message_tree_id",
                                               "dialogue_id",     "dialog_id",      "conv_id",
                                               "session_id",      "sessionId",      "thread_id"};
/// Types of a payload that is said by somebody without naming a role.
constexpr std::string_view kItemTypes[] = {
    "function_call",    "function_call_output",    "custom_tool_call",      "custom_tool_call_output",
    "local_shell_call", "local_shell_call_output", "web_search_call",       "file_search_call",
    "computer_call",    "computer_call_output",    "code_interpreter_call", "mcp_call",
    "reasoning"};

constexpr int kRowsToLearn = 64;

JsonView firstOf(const JsonView& object, Names names)
{
    for (const std::string_view name : names) {
        if (const JsonView value = object[name]; !value.isMissing())
            return value;
    }
    return {};
}

JsonView idAmong(const JsonView& row, Names names)
{
    for (const std::string_view name : names) {
        if (const JsonView value = row[name]; value.isString() || value.isNumber())
            return value;
    }
    return {};
}

/// Whether the object says who speaks. Logs and mails have a "from" and a "sender", too.
bool saysRole(const JsonView& object)
{
    const JsonView role = firstOf(object, kSpeakers);
    if (role.isString() || role.isNumber())
        return true;
    return !usualRole(firstOf(object, kSenders).string()).empty();
}

bool isMessageRow(const JsonView& row)
{
    const JsonView text = firstOf(row, kTexts);
    // A message that has its replies in it is a conversation of its own.
    const JsonView replies = row["replies"];
    const bool isTree = replies.isArray() && replies.size() > 0 && (*replies.elements().begin()).isObject();
    return row.isObject() && saysRole(row) && !isTree &&
           (text.isString() || text.isArray() || text.isObject());
}

/// A message among the items of what a model writes, one a line, as early versions of Codex wrote them.
bool isMessageItem(const JsonView& row)
{
    if (row["type"].string() != "message" || !row["role"].isString())
        return false;
    const JsonView content = row["content"];
    const std::string_view type = content.isArray() && content.size() > 0
                                      ? (*content.elements().begin())["type"].string()
                                      : std::string_view();
    return type == "input_text" || type == "output_text";
}

/// What an agent did, or what came of it, as OpenHands, AutoGen and "codex exec" write it.
bool isAgentEvent(const JsonView& row)
{
    if (row["source"].isString())
        return row["action"].isString() || row["observation"].isString() || isMessageOfTeam(row) ||
               row["kind"].string().ends_with("Event");
    return isCodexEvent(row) || isDumpedMessage(row) || isItem(row);
}

} // namespace

bool isItem(const JsonView& payload)
{
    const std::string_view type = payload["type"].string();
    return std::find(std::begin(kItemTypes), std::end(kItemTypes), type) != std::end(kItemTypes) ||
           isMessageItem(payload);
}

JsonView messageOfRow(const JsonView& row)
{
    for (const std::string_view name : {"message", "payload"}) {
        const JsonView inner = row[name];
        if (inner.isObject() && (saysRole(inner) || isItem(inner)))
            return inner;
    }
    return isMessageRow(row) || isItem(row) ? row : JsonView();
}

JsonView idOfRow(const JsonView& row)
{
    const JsonView id = idAmong(row, kIds);
    return id.isMissing() ? idAmong(row["message"], kIds) : id;
}

JsonView parentOfRow(const JsonView& row)
{
    const JsonView parent = firstOf(row, kParents);
    return parent.isMissing() ? firstOf(row["message"], kParents) : parent;
}

JsonView conversationOfRow(const JsonView& row)
{
    const JsonView conversation = idAmong(row, kConversations);
    if (!conversation.isMissing() || !isSpan(row))
        return conversation;
    constexpr std::string_view kTraces[] = {"traceId", "trace_id"};
    const JsonView trace = idAmong(row, kTraces);
    return trace.isMissing() ? idAmong(row["context"], kTraces) : trace;
}

bool isForeignRow(const JsonView& row)
{
    if (row.isArray() || row["type"].isString() || !messageOfRow(row).isMissing())
        return false;
    for (const auto [key, value] : row.members()) {
        if (value.isObject() || value.isArray())
            return false;
    }
    return true;
}

bool isSideRow(const JsonView& row)
{
    return row["isSidechain"].boolean() == true;
}

SideChain::SideChain(const JsonView& record, bool areLines)
    : m_areLines(areLines), m_isOne(areLines && record.size() > 0 && isSideRow(*record.elements().begin()))
{
}

bool SideChain::has(const JsonView& row)
{
    if (!m_areLines)
        return true;
    if (!m_isOne)
        return !isSideRow(row);
    if (!isSideRow(row))
        return false;
    const std::string_view parent = parentOfRow(row).string();
    if (!m_ids.empty() && (parent.empty() || !m_ids.contains(std::string(parent))))
        return false;
    m_ids.emplace(idOfRow(row).string());
    return true;
}

void RowTies::learn(const JsonView& row)
{
    if (m_rows >= kRowsToLearn)
        return;
    ++m_rows;
    const JsonView message = messageOfRow(row);
    const bool isAgents = isAgentEvent(row);
    const bool isEvent = isAgents || (row["type"].isString() && !isMessageRow(row)) ||
                         (row["record_type"].isString() && row.size() == 1);
    m_events += isEvent ? 1 : 0;
    m_eventMessages += isEvent && (isAgents || !message.isMissing()) ? 1 : 0;
    m_spans += isSpan(row) ? 1 : 0;
    if (isGeminiAnswer(row)) {
        ++m_pieces;
        m_ends += endsGeminiAnswer(row) ? 1 : 0;
    }
    m_foreign += !isEvent && isForeignRow(row) ? 1 : 0;
    m_messages += isMessageRow(row) ? 1 : 0;
    m_conversations += conversationOfRow(row).isMissing() ? 0 : 1;
    const JsonView parent = parentOfRow(row);
    m_parents += parent.isMissing() || idOfRow(row).isMissing() ? 0 : 1;
    m_roots += parent.isMissing() || parent.hasValue() ? 0 : 1;
    const JsonView speaker = firstOf(message, kSpeakers);
    const std::string_view role =
        speaker.isMissing() ? firstOf(message, kSenders).string() : speaker.string();
    m_known += usualRole(role).empty() ? 0 : 1;
    m_severalRoles = m_severalRoles || (!m_role.empty() && role != m_role);
    if (m_role.empty())
        m_role = role;
}

RowTie RowTies::tie() const
{
    if (m_rows < 2)
        return RowTie::None;
    if (m_spans == m_rows && m_conversations == m_rows)
        return RowTie::Conversation;
    // Whole answers each have an end.
    if (m_pieces == m_rows && m_ends <= 1)
        return RowTie::File;
    if (m_events == m_rows && m_eventMessages > 0)
        return RowTie::File;
    // Something else may have been written among the events of a session.
    constexpr int kEventsOfForeign = 3;
    if (m_events + m_foreign == m_rows && m_eventMessages > 1 && m_events >= kEventsOfForeign * m_foreign)
        return RowTie::File;
    if (m_messages < m_rows)
        return RowTie::None;
    if (m_conversations == m_rows)
        return RowTie::Conversation;
    if (m_parents == m_rows && m_roots > 0)
        return RowTie::Parent;
    return m_severalRoles && 2 * m_known > m_rows ? RowTie::File : RowTie::None;
}

bool areTiedRows(const JsonView& list)
{
    RowTies ties;
    bool arePlain = true;
    int looked = 0;
    for (const JsonView row : list.elements()) {
        if (looked++ == kRowsToLearn)
            break;
        ties.learn(row);
        arePlain = arePlain && isMessageRow(row) && parentOfRow(row).isMissing() &&
                   conversationOfRow(row).isMissing();
    }
    const bool isOne =
        list.size() == 1 && (isMessageRow(*list.elements().begin()) || isSideRow(*list.elements().begin()));
    return !arePlain && (isOne || ties.tie() != RowTie::None);
}

namespace {

std::string textOfId(const JsonView& id)
{
    return id.isString() ? std::string(id.string()) : id.isNumber() ? id.toJson() : std::string();
}

/// Rows whose order or parents make a conversation: the events of a session of a program (Claude Code, Codex,
/// llama.cpp), or rows of a table of messages (OASST).
class Session final : public Format {
public:
    std::string_view id() const override { return "session"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Formats", "Rows of one conversation"); }
    std::string_view rule() const override
    {
        return DUOLOGUE_TEXT(
            "Formats",
            "a list, or lines, of messages and events that name their conversation or the previous message");
    }

    int recognise(const JsonView& record) const override
    {
        return record.isArray() && areTiedRows(record) ? 77 : 0;
    }

    void read(const JsonView& record, RecordBuilder& builder) const override
    {
        std::vector<TreeNode> nodes;
        std::optional<std::size_t> last;
        bool isSession = false;
        std::set<std::string_view> types;
        std::vector<std::string_view> foreign;
        std::set<std::size_t> roots;
        std::vector<std::string_view> children;
        std::vector<std::string_view> helpers;
        bool areNamed = true;
        std::size_t index = 0;
        SideChain side(record, builder.origin().form == RecordForm::Lines);
        for (const JsonView row : record.elements()) {
            std::string_view pointer = pointerTo(builder, {}, index++);
            if (!side.has(row)) {
                if (!side.isOne() && !parentOfRow(row).hasValue())
                    children.push_back(sideId(row, builder));
                areNamed = areNamed && row["agentId"].hasValue();
                continue;
            }
            const JsonView message = messageOfRow(row);
            for (const std::string_view key : {"message", "payload"}) {
                if (row[key].isObject())
                    pointer = pointerTo(builder, pointer, key);
            }
            if (isSessionRow(row))
                isSession = true;
            if (isForeignRow(row))
                foreign.push_back(pointer);
            if (last && isSessionRow(row) && isOtherPrompt(row, message))
                roots.insert(nodes.size());
            // An event may name the message that it is about.
            const bool isNamed = !message.isMissing() || !row["uuid"].isMissing();
            nodes.push_back({isNamed ? textOfId(idOfRow(row)) : std::string(), textOfId(parentOfRow(row)),
                             message, pointer, messageIsRow(row) ? JsonView() : row});
            nodes.back().isItem = !message.isMissing() && (row["payload"].isObject() || isItem(row));
            nodes.back().isOfProgram = isOfProgram(row, message);
            if (const std::string_view helper = row["toolUseResult"]["agentId"].string(); !helper.empty())
                helpers.push_back(helper);
            if (isSessionRow(row) && message["role"].string() == "assistant")
                nodes.back().answer = message["id"].string();
            if (const JsonView parent = row["payload"]["parent_thread_id"]; parent.isString())
                builder.categoryField("parent", parent);
            if (message.isMissing())
                readEvent(row, index, types, builder);
            else
                last = nodes.size() - 1;
        }
        // A helper may have a file of its own, which the result of its call names.
        if (areNamed)
            children.insert(children.end(), helpers.begin(), helpers.end());
        std::set<std::string_view> named;
        for (const std::string_view child : children) {
            if (named.insert(child).second)
                builder.categoryOfMany("children", {child, {}});
        }
        if (side.isOne())
            readSideId(record, builder);
        else
            readConversationId(record, builder);
        if (isSession) {
            for (const std::string_view each : foreign)
                builder.problem(ProblemCode::UnexpectedType, each, PhraseId::NoEventOfSession);
            noteOtherSessions(nodes, builder);
        }
        putInOrder(nodes, builder);
        // Where no row names another, one without a parent is the next one, not another first prompt.
        if (std::all_of(nodes.begin(), nodes.end(), [](const TreeNode& node) { return node.parent.empty(); }))
            roots.clear();
        joinLooseNodes(nodes, roots);
        joinAnswers(nodes);
        joinResults(nodes);
        // A session goes on from its last message; the rows of a table may all be answers.
        readTree(nodes, isSession || !hasBranches(nodes) ? last : std::nullopt, builder);
    }

private:
    static bool isSessionRow(const JsonView& row) { return row["type"].isString() && !messageIsRow(row); }

    static bool messageIsRow(const JsonView& row)
    {
        return !row["message"].isObject() && !row["payload"].isObject();
    }

    /// Whether the first prompt of a session was changed: the row follows no other, and so is the root of a
    /// branch. What goes on after a summary says so.
    static bool isOtherPrompt(const JsonView& row, const JsonView& message)
    {
        const JsonView parent = parentOfRow(row);
        const bool isContinued = row["logicalParentUuid"].hasValue() ||
                                 row["isCompactSummary"].boolean() == true || row["isMeta"].boolean() == true;
        return !parent.isMissing() && !parent.hasValue() && !isContinued && !idOfRow(row).isMissing() &&
               message["role"].string() == "user" && !areResults(message["content"]);
    }

    /// What Claude Code writes as the user to tell the model of something: a note, a summary of what was said
    /// before, or what a command of the user printed.
    static bool isOfProgram(const JsonView& row, const JsonView& message)
    {
        if (message["role"].string() != "user" || areResults(message["content"]))
            return false;
        const JsonView content = message["content"];
        const JsonView first =
            content.size() > 0 && content.isArray() ? *content.elements().begin() : content;
        const std::string_view text = first.isString() ? first.string() : first["text"].string();
        return row["isMeta"].boolean() == true || row["isCompactSummary"].boolean() == true ||
               (isSessionRow(row) && text.starts_with("<local-command-std"));
    }

    /// Warns of the first message that names another session than the first one, unless it follows a message
    /// of the conversation: a session that was resumed has a new id.
    static void noteOtherSessions(const std::vector<TreeNode>& nodes, RecordBuilder& builder)
    {
        std::set<std::string_view> known;
        JsonView first;
        for (const TreeNode& node : nodes) {
            const JsonView id = conversationOfRow(node.around);
            if (first.isMissing())
                first = id;
            const bool isOther = !node.message.isMissing() && id.isString() && id.string() != first.string();
            if (isOther && !known.contains(node.parent)) {
                builder.problem(ProblemCode::UnexpectedType, node.pointer,
                                {PhraseId::EventOfOtherSession, id.string()});
                return;
            }
            if (!node.id.empty())
                known.insert(node.id);
        }
    }

    /// The first event of a type becomes fields; more of them are kept for the viewer.
    static void readEvent(const JsonView& event, std::size_t number, std::set<std::string_view>& types,
                          RecordBuilder& builder)
    {
        const std::string_view type = event["type"].string();
        const std::string_view key = type.empty() ? std::string_view("event") : type;
        if (types.insert(key).second)
            builder.field(key, event);
        else
            builder.treeField(builder.keep({key, ".", std::to_string(number)}), event);
    }

    static std::string_view sideId(const JsonView& first, RecordBuilder& builder)
    {
        return builder.keep({textOfId(first["agentId"].hasValue() ? first["agentId"] : idOfRow(first))});
    }

    /// A side chain is a record of its own, whose parent is the session, and which is one of its children.
    static void readSideId(const JsonView& record, RecordBuilder& builder)
    {
        const JsonView first = *record.elements().begin();
        builder.id(first["agentId"].hasValue() ? first["agentId"] : idOfRow(first));
        if (const JsonView parent = conversationOfRow(first); !parent.isMissing())
            builder.categoryField("parent", parent);
    }

    static void readConversationId(const JsonView& record, RecordBuilder& builder)
    {
        for (const JsonView row : record.elements()) {
            const JsonView id = conversationOfRow(row);
            if (!id.isMissing()) {
                builder.id(id);
                return;
            }
            const bool isHeader = row["type"].string() == "session" || row["type"].string() == "session_meta";
            const JsonView own = row["id"].isMissing() ? row["payload"]["id"] : row["id"];
            // Early versions of Codex gave it no type.
            const bool isBare = row["timestamp"].isString() && !row["instructions"].isMissing();
            if ((isHeader || isBare) && own.hasValue()) {
                builder.id(own);
                return;
            }
        }
    }

    /// Rows of a table of messages may be in any order, if a column tells which is meant.
    static void putInOrder(std::vector<TreeNode>& nodes, RecordBuilder& builder)
    {
        const auto isPlain = [](const TreeNode& node) {
            return !node.message.isMissing() && node.around.isMissing() && node.parent.empty();
        };
        if (nodes.size() < 2 || !std::all_of(nodes.begin(), nodes.end(), isPlain))
            return;
        const std::string_view key = orderKeyOf(nodes.front().message);
        if (key.empty())
            return;
        std::vector<JsonView> messages;
        for (const TreeNode& node : nodes)
            messages.push_back(node.message);
        const MessageOrder told = orderToRead(key, messages, {}, builder);
        if (!told.fits)
            return;
        std::vector<TreeNode> ordered;
        for (const std::size_t index : told.order)
            ordered.push_back(std::move(nodes[index]));
        nodes = std::move(ordered);
    }

    /// Rows without a parent follow the row before them, unless they are roots.
    static void joinLooseNodes(std::vector<TreeNode>& nodes, const std::set<std::size_t>& roots)
    {
        std::set<std::string_view> answers;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            // Where rows have no id, the pieces of an answer have that of their message.
            const bool isKnown = !nodes[i].answer.empty() && nodes[i].id == nodes[i].answer &&
                                 !answers.insert(nodes[i].answer).second;
            if (nodes[i].id.empty() || isKnown)
                nodes[i].id = "#" + std::to_string(i);
            if (nodes[i].parent.empty() && i > 0 && !roots.contains(i))
                nodes[i].parent = nodes[i - 1].id;
        }
    }

    /// The pieces of an answer and the results of its calls follow each other in the order of the rows,
    /// whatever parents they name: calls that run at the same time would be branches.
    static void joinAnswers(std::vector<TreeNode>& nodes)
    {
        std::unordered_map<std::string_view, std::size_t> byId;
        // By node, the answer that it belongs to; by answer, its last node.
        std::vector<std::string_view> answers(nodes.size());
        std::unordered_map<std::string_view, std::size_t> lastOf;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            TreeNode& node = nodes[i];
            const auto parent = byId.find(node.parent);
            const std::string_view before =
                parent == byId.end() ? std::string_view() : answers[parent->second];
            byId.emplace(node.id, i);
            const bool isResult = areResults(node.message["content"]);
            const std::string_view answer = !node.answer.empty() ? node.answer
                                            : isResult           ? before
                                                                 : std::string_view();
            const std::string_view after = lastOf.contains(answer) ? answer : before;
            if (const auto last = lastOf.find(after); last != lastOf.end())
                node.parent = nodes[last->second].id;
            answers[i] = node.message.isMissing() ? before : answer;
            if (!answer.empty())
                lastOf[answer] = i;
        }
    }

    /// A branch of nothing but what tools returned is no other answer: the session went on before they did.
    /// Its rows become part of what goes on, where they stand.
    static void joinResults(std::vector<TreeNode>& nodes)
    {
        bool isInLine = true;
        for (std::size_t i = 1; i < nodes.size(); ++i)
            isInLine = isInLine && nodes[i].parent == nodes[i - 1].id;
        if (isInLine)
            return;
        std::vector<std::size_t> parents = parentsOf(nodes);
        std::vector<std::vector<std::size_t>> children(nodes.size());
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (parents[i] != kNoNode)
                children[parents[i]].push_back(i);
        }
        std::vector<bool> areOnlyResults(nodes.size(), false);
        for (std::size_t i = nodes.size(); i-- > 0;) {
            areOnlyResults[i] = areResults(nodes[i].message["content"]) &&
                                std::all_of(children[i].begin(), children[i].end(),
                                            [&](std::size_t each) { return areOnlyResults[each]; });
        }
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (!areOnlyResults[i] || parents[i] == kNoNode || children[parents[i]].size() < 2)
                continue;
            std::size_t before = parents[i];
            std::erase(children[before], i);
            const auto nextIn = [&children, i](std::size_t at) {
                const auto& all = children[at];
                const auto next = std::find_if(all.rbegin(), all.rend(),
                                               [at, i](std::size_t each) { return at < each && each < i; });
                return next == all.rend() ? kNoNode : *next;
            };
            for (std::size_t next = nextIn(before); next != kNoNode; next = nextIn(before))
                before = next;
            std::vector<std::size_t> kept;
            for (const std::size_t each : children[before]) {
                if (each > i) {
                    nodes[each].parent = nodes[i].id;
                    parents[each] = i;
                }
                (each > i ? children[i] : kept).push_back(each);
            }
            kept.push_back(i);
            children[before] = std::move(kept);
            nodes[i].parent = nodes[before].id;
            parents[i] = before;
        }
    }

    static bool areResults(const JsonView& content)
    {
        bool are = content.isArray() && content.size() > 0;
        for (const JsonView part : content.elements())
            are = are && partKindOf(part) == PartKind::Result;
        return are;
    }

    static bool hasBranches(const std::vector<TreeNode>& nodes)
    {
        std::set<std::string_view> parents;
        for (const TreeNode& node : nodes) {
            if (!node.parent.empty() && !parents.insert(node.parent).second)
                return true;
        }
        return false;
    }
};

} // namespace

const Format& sessionFormat()
{
    static const Session format;
    return format;
}

} // namespace duologue
