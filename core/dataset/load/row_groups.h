// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dataset/load/record_reading.h"
#include "core/formats/session/row_parts.h"

#include <string>
#include <vector>

namespace duologue {

/// How rows of one message each belong together, judged by the first rows of a file.
RowTie tieOfRows(WorkerContext& worker, const std::vector<RecordBytes>& rows);

/// Groups the rows of a file into conversations, one row after another. Rows of one conversation that do not
/// follow each other make several conversations. One thread.
class RowGroups {
public:
    explicit RowGroups(RowTie tie) : m_tie(tie) {}

    /// Whether the next row begins a conversation. A broken row does so only if it is the first.
    bool begins(JsonParser& parser, std::string_view row);

private:
    RowTie m_tie;
    bool m_isFirst = true;
    /// Id of the last row's conversation, as JSON.
    std::string m_conversation;
};

/// Groups rows in `text`, which begins at `offset` in the file, into conversations.
std::vector<RecordBytes> groupRows(WorkerContext& worker, RowTie tie, const std::vector<RecordBytes>& rows,
                                   std::string_view text, std::uint64_t offset);

} // namespace duologue
