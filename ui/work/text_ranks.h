// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "ui/work/latest_task.h"
#include "ui/work/view.h"

#include <QTimer>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace duologue::ui {

/// The precomputed sort order of text fields: of fields that were sorted by, and, computed while the program
/// is idle, of all others. Only for large datasets, and within a limit of memory. GUI thread; a worker
/// computes.
class TextRanks {
public:
    /// Smaller datasets are sorted fast enough without it.
    static constexpr std::uint32_t kFewestRows = 100'000;

    explicit TextRanks(std::uint32_t fewestRows = kFewestRows);

    /// Clears the orders of another dataset.
    void changeTo(const SnapshotPtr& snapshot);
    /// Null if it is not known.
    RankedTextsPtr of(const SnapshotPtr& snapshot, std::string_view field) const;
    /// Keeps the order of a view; null is ignored.
    void keep(const SnapshotPtr& snapshot, RankedTextsPtr ranks);
    /// Starts, after a short time, to compute the missing orders; stops computing for another dataset.
    void precompute(const SnapshotPtr& snapshot);
    /// Stops computing, because the cores are needed for a request of the user.
    void pause();

private:
    void makeNext();

    std::uint32_t m_fewestRows;
    SnapshotPtr m_snapshot;
    std::vector<RankedTextsPtr> m_ranks;
    QTimer m_idle;
    LatestTask<RankedTextsPtr> m_task;
};

} // namespace duologue::ui
