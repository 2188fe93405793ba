// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/snapshot.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QStringList>
#include <QTimer>

namespace duologue::ui {

/// Hears when files of the dataset change on disk, as far as the system tells: it is asked about folders
/// first, then about files, and about no more of both than it can be asked without harm. What it does not
/// hear shows when the user comes back to the program. GUI thread.
class SourceWatch : public QObject {
    Q_OBJECT

public:
    explicit SourceWatch(QObject* parent = nullptr);

    /// In place of what was watched before. `paths` are what was opened.
    void watch(const QStringList& paths, const Snapshot& snapshot);

Q_SIGNALS:
    /// Something may have changed; many changes in a short time are one.
    void changed();
    /// The user is back, and may have changed something elsewhere.
    void returned();

private:
    void watchMore();

    QFileSystemWatcher m_watcher;
    /// Those that are still to be watched, a few in each turn.
    QStringList m_unwatched;
    QTimer m_more;
    QTimer m_rest;
};

} // namespace duologue::ui
