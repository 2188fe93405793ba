// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/table/row_set.h"
#include "core/table/snapshot.h"

#include <functional>
#include <memory>
#include <mutex>

namespace duologue {

struct Conversation;
struct TextDigests;

/// A dataset as checks of the whole dataset look at it. What several of them need is made once, for the first
/// that asks. The snapshot and the rows must outlive it. Checks ask one after the other, on one thread.
class CheckedDataset {
public:
    CheckedDataset(const Snapshot& snapshot, const RowSet& rows, int threads);
    ~CheckedDataset();
    CheckedDataset(const CheckedDataset&) = delete;
    CheckedDataset& operator=(const CheckedDataset&) = delete;

    const Snapshot& snapshot() const { return m_snapshot; }
    const RowSet& rows() const { return m_rows; }

    /// Reads the records again and hands each out, on all cores and in any order.
    void forEachRecord(const Job& job, const std::function<void(Row, const Conversation&)>& visit) const;

    /// Prompts and answers of all records. Incomplete if the job was stopped.
    const TextDigests& digests(const Job& job) const;

private:
    const Snapshot& m_snapshot;
    const RowSet& m_rows;
    const int m_threads;
    mutable std::unique_ptr<TextDigests> m_digests;
};

} // namespace duologue
