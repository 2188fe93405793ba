// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/work/latest_task.h"

#include <QObject>
#include <QStringList>
#include <vector>

namespace duologue::ui {

/// A file or folder that was opened.
struct RecentDataset {
    QString path;
    bool isPinned = false;
    /// There is nothing at the path now, as far as is known.
    bool isMissing = false;

    bool operator==(const RecentDataset&) const = default;
};

/// The datasets that were opened last, and those that the user has pinned, kept in the settings. A worker
/// looks which are there, because asking a disk that does not answer takes forever. GUI thread.
class RecentDatasets : public QObject {
    Q_OBJECT

public:
    /// Of each kind, so many are kept.
    static constexpr int kMost = 10;

    explicit RecentDatasets(QObject* parent = nullptr);

    /// The pinned ones, then the others, each with the latest first.
    const std::vector<RecentDataset>& entries() const { return m_entries; }
    /// Puts it first and removes the oldest.
    void add(const QString& path);
    void setPinned(const QString& path, bool pinned);
    /// Whether it is there or not, pinned or not.
    void remove(const QString& path);
    /// Pinned ones stay.
    void clear();
    /// Looks again which are missing; changed() follows if that is not what is known.
    void look();

Q_SIGNALS:
    void changed();

private:
    void load();
    void store(const QStringList& paths, const QStringList& pinned);

    std::vector<RecentDataset> m_entries;
    QStringList m_missing;
    LatestTask<QStringList> m_look;
};

} // namespace duologue::ui
