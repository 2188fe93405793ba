// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_view.h"

#include <optional>
#include <string>
#include <string_view>

namespace duologue {

/// Rows of a file that are no conversations themselves, but messages and events of which conversations
/// consist: the events of a session, one a line, or the rows of a table of messages.

/// The message of a row: the row itself, or its "message" or "payload"; Missing if it has none.
JsonView messageOfRow(const JsonView& row);
/// The row's own id, that of the row it follows, and that of its conversation: texts or numbers; Missing if
/// it has none.
JsonView idOfRow(const JsonView& row);
JsonView parentOfRow(const JsonView& row);
JsonView conversationOfRow(const JsonView& row);

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
