// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QStringList>
#include <QTimer>

namespace duologue::ui {

/// Watches the files of the dataset for changes, as far as the system reports them: first folders, then
/// files, up to a limit. Other changes are noticed when the user returns to the program. GUI thread.
class SourceWatch : public QObject {
    Q_OBJECT

public:
    explicit SourceWatch(QObject* parent = nullptr);

    /// Replaces the watched paths. `paths` are the opened ones.
    void watch(const QStringList& paths, const Snapshot& snapshot);

Q_SIGNALS:
    /// Files may have changed; several changes within a short time are reported once.
    void changed();
    /// The user has returned to the program, and files may have changed meanwhile.
    void returned();

private:
    void watchMore();

    QFileSystemWatcher m_watcher;
    /// The paths that are not watched yet.
    QStringList m_unwatched;
    QTimer m_more;
    QTimer m_rest;
};

} // namespace duologue::ui
