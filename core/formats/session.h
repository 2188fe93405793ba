// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_view.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace duologue {

/// Rows of a file that are no conversations themselves, but messages and events of which conversations
/// consist: the events of a session, one a line, or the rows of a table of messages.

/// The message of a row: the row itself, or its "message" or "payload"; Missing if it has none.
JsonView messageOfRow(const JsonView& row);
/// Whether a row, or what is in one, is an item of what a model writes: a call, a result, a thought.
bool isItem(const JsonView& payload);
/// The row's own id, that of the row it follows, and that of its conversation: texts or numbers; Missing if
/// it has none.
JsonView idOfRow(const JsonView& row);
JsonView parentOfRow(const JsonView& row);
JsonView conversationOfRow(const JsonView& row);

/// Whether the row says neither what kind of event it is nor anything else that a session consists of.
bool isForeignRow(const JsonView& row);

/// Whether the row belongs to what a session's helper does on its own.
bool isSideRow(const JsonView& row);

/// In a file of lines, a session's record has rows of its helpers among its own, and a helper's record may
/// have rows of the session among its own: which are meant is told by the first row. Elsewhere all rows are
/// meant. One record, its rows in order.
class SideChain {
public:
    SideChain(const JsonView& record, bool areLines);

    bool isOne() const { return m_isOne; }
    bool has(const JsonView& row);

private:
    const bool m_areLines;
    bool m_isOne = false;
    /// Rows of the chain so far.
    std::set<std::string> m_ids;
};

/// How rows are tied into conversations.
enum class RowTie : std::uint8_t {
    /// They are not: each is a record.
    None,
    /// All rows of the file are one conversation.
    File,
    /// Rows that follow each other and name the same conversation.
    Conversation,
    /// A row without a parent begins a conversation.
    Parent,
    /// Rows that follow each other and have the same value under a key.
    Key,
};

/// Learns how the rows of a file are tied from the first ones. One thread.
class RowTies {
public:
    void learn(const JsonView& row);
    RowTie tie() const;

private:
    int m_rows = 0;
    int m_messages = 0;
    int m_events = 0;
    int m_eventMessages = 0;
    int m_foreign = 0;
    int m_spans = 0;
    int m_pieces = 0;
    int m_ends = 0;
    int m_conversations = 0;
    int m_parents = 0;
    int m_roots = 0;
    int m_known = 0;
    /// The role that was seen first, and whether there was another one.
    std::string m_role;
    bool m_severalRoles = false;
};

/// Whether the list is such rows, and not plain messages.
bool areTiedRows(const JsonView& list);

} // namespace duologue
