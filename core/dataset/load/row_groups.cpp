// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/load/row_groups.h"

#include "core/dataset/load/record_parser.h"

#include <algorithm>
#include <utility>

namespace duologue {

namespace {

constexpr std::size_t kRowsToLook = 64;

} // namespace

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

bool RowGroups::begins(JsonParser& parser, std::string_view row)
{
    const bool isFirst = std::exchange(m_isFirst, false);
    if (m_tie == RowTie::File)
        return isFirst;
    std::vector<Problem> ignored;
    const ParsedRecord parsed = parseRecord(parser, row, {}, ignored);
    if (parsed.state == RecordState::Broken)
        return isFirst;
    if (m_tie == RowTie::Parent)
        return isFirst || !parentOfRow(parsed.root).hasValue();
    const JsonView id = conversationOfRow(parsed.root);
    std::string named = id.isMissing() ? std::string() : id.toJson();
    const bool isOther = named != m_conversation;
    m_conversation = std::move(named);
    return isFirst || isOther;
}

std::vector<RecordBytes> groupRows(WorkerContext& worker, RowTie tie, const std::vector<RecordBytes>& rows,
                                   std::string_view text, std::uint64_t offset)
{
    std::vector<RecordBytes> groups;
    RowGroups rowGroups(tie);
    for (const RecordBytes& row : rows) {
        if (rowGroups.begins(worker.parser, row.bytes)) {
            groups.push_back(row);
            continue;
        }
        RecordBytes& group = groups.back();
        const std::uint64_t end = row.offset + row.bytes.size();
        group.bytes = text.substr(static_cast<std::size_t>(group.offset - offset),
                                  static_cast<std::size_t>(end - group.offset));
    }
    return groups;
}

} // namespace duologue
