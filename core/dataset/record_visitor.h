// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/base/problem.h"
#include "core/dataset/row_runs.h"
#include "core/json/json_view.h"
#include "core/record/conversation.h"
#include "core/record/record_texts.h"
#include "core/table/snapshot.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace duologue {

class FormatList;

/// Reads records again, run by run, and hands each out. Keeps the parser and buffers of one worker between
/// runs. One thread at a time; the snapshot must outlive it.
class RecordVisitor {
public:
    /// Gets one record, valid during the call.
    using Visit = std::function<void(Row, std::string_view bytes, Conversation&)>;
    /// Gets a record that cannot be given: its file has changed, or it cannot be parsed.
    using Refuse = std::function<void(Row, bool hasChanged)>;

    /// `parses`: conversations are read; otherwise they are empty, and broken records are given, too.
    RecordVisitor(const Snapshot& snapshot, bool parses);
    ~RecordVisitor();
    RecordVisitor(const RecordVisitor&) = delete;
    RecordVisitor& operator=(const RecordVisitor&) = delete;

    /// `rows` are those that the run counts in.
    void visit(const RowRun& run, std::span<const Row> rows, const Job& job, const Visit& visit,
               const Refuse& refuse);

private:
    bool parse(Row row, std::string_view bytes);

    const Snapshot& m_snapshot;
    const bool m_parses;
    RowRunReader m_reader;
    const std::shared_ptr<const FormatList> m_formats;
    JsonParser m_parser;
    Conversation m_conversation;
    std::vector<Problem> m_problems;
};

/// What the first records show about keys (TextKeys). The first call for a snapshot reads these records, at
/// most some MiB. Valid as long as the snapshot. Any thread.
const TextKeys& textKeysOf(const Snapshot& snapshot);

} // namespace duologue
