// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dataset/load/record_run.h"
#include "core/formats/session/row_parts.h"

#include <string>
#include <vector>

namespace duologue {

/// How the first rows of a file are tied into conversations.
RowTie tieOfRows(WorkerContext& worker, const std::vector<RecordBytes>& rows);

/// Ties the rows of a file, one after another. Rows of one conversation that do not follow each other make
/// several conversations. One thread.
class RowGroups {
public:
    explicit RowGroups(RowTie tie) : m_tie(tie) {}

    /// Whether the next row begins another conversation than the row before. A broken row never does.
    bool begins(JsonParser& parser, std::string_view row);

private:
    RowTie m_tie;
    bool m_isFirst = true;
    /// What the last row names, as JSON.
    std::string m_conversation;
};

/// The conversations of rows that follow each other in `text`, which begins at `offset` in the file.
std::vector<RecordBytes> groupRows(WorkerContext& worker, RowTie tie, const std::vector<RecordBytes>& rows,
                                   std::string_view text, std::uint64_t offset);

} // namespace duologue
