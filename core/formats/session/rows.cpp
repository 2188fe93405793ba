// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/session/row_parts.h"

#include "core/formats/common/plain_record_parts.h"
#include "core/record/roles.h"

#include <algorithm>
#include <array>
#include <span>

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

} // namespace duologue
