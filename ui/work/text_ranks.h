// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/snapshot.h"
#include "ui/work/latest_task.h"
#include "ui/work/view.h"

#include <QTimer>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace duologue::ui {

/// The ranks of a dataset's texts, kept for who sorts by them: of fields that were sorted by, and of all
/// others, made ahead while nobody waits for anything. Only of large datasets, where it takes longer than a
/// reader should wait, and only so many as memory should hold. GUI thread; the work runs elsewhere.
class TextRanks {
public:
    /// Datasets of fewer rows are sorted at once anyway.
    static constexpr Row kFewestRows = 100'000;

    explicit TextRanks(Row fewestRows = kFewestRows);

    /// Forgets what was kept for another dataset.
    void changeTo(const SnapshotPtr& snapshot);
    /// Null where they are not there.
    RankedTextsPtr of(const SnapshotPtr& snapshot, std::string_view field) const;
    /// Keeps what was made for a view; null is nothing.
    void keep(const SnapshotPtr& snapshot, RankedTextsPtr ranks);
    /// Begins with what is missing, a little later, in place of what it may be doing for another dataset.
    void makeAhead(const SnapshotPtr& snapshot);
    /// Somebody waits for the cores: what is being made is given up.
    void pause();

private:
    void makeNext();

    Row m_fewestRows;
    SnapshotPtr m_snapshot;
    std::vector<RankedTextsPtr> m_ranks;
    QTimer m_idle;
    LatestTask<RankedTextsPtr> m_task;
};

} // namespace duologue::ui
