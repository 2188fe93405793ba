// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dataset/load/record_reading.h"
#include "core/formats/session/row_parts.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace duologue {

/// How rows of one message each belong together, judged by the first rows of a file.
RowTie tieOfRows(WorkerContext& worker, const std::vector<RecordBytes>& rows);

/// Groups the rows of a file into conversations, one row after another. Rows of one conversation that do not
/// follow each other make several conversations. One thread.
class RowGroups {
public:
    /// `key` is that of RowTie::Key.
    explicit RowGroups(RowTie tie, std::string key = {}) : m_tie(tie), m_key(std::move(key)) {}

    /// Whether the next row begins a conversation. A broken row does so only if it is the first. In a file of
    /// events, a row does so that names another session than those before and follows none of them.
    bool begins(JsonParser& parser, std::string_view row);

    /// The same for the lines of a file, among which a session's helpers have conversations of their own: the
    /// index of the conversation that the next row belongs to, which is a new one if it is the count of those
    /// before.
    std::size_t groupOf(JsonParser& parser, std::string_view row);
    /// Whether rows of earlier conversations may follow.
    bool areMixed() const { return m_tie == RowTie::File; }

private:
    bool beginsSession(JsonParser& parser, std::string_view row);

    RowTie m_tie;
    std::string m_key;
    bool m_isFirst = true;
    /// Id of the last row's conversation, as JSON.
    std::string m_conversation;
    /// That of the session, as text; empty until a row names it.
    std::string m_session;
    std::size_t m_groups = 0;
    /// The conversation of the last row that is not a helper's.
    std::optional<std::size_t> m_current;
    /// By the id of a helper's row, its conversation.
    std::unordered_map<std::string, std::size_t> m_sideRows;
    std::vector<std::size_t> m_sideGroups;
    /// Conversations of helpers before this one are over.
    std::size_t m_firstOpen = 0;
};

/// Groups rows in `text`, which begins at `offset` in the file, into conversations. Those of a session's
/// helpers have bytes of the session among their own, if the rows are lines.
std::vector<RecordBytes> groupRows(WorkerContext& worker, RowTie tie, const std::vector<RecordBytes>& rows,
                                   std::string_view text, std::uint64_t offset, bool isOfLines = false,
                                   const std::string& key = {});

} // namespace duologue
