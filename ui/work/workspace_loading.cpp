// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/load/loader.h"
#include "core/dataset/source/source_files.h"
#include "ui/work/turn_queue.h"
#include "ui/work/workspace.h"

#include <QDir>
#include <QStandardPaths>
#include <chrono>

namespace duologue::ui {

namespace {

/// Most datasets are read in less: what is told about their rows is then told once.
constexpr std::chrono::milliseconds kHold{100};

std::vector<std::filesystem::path> rootsOf(const QStringList& paths)
{
    std::vector<std::filesystem::path> roots;
    for (const QString& path : paths)
        roots.emplace_back(QDir::toNativeSeparators(path).toStdString());
    return roots;
}

LoadOptions loadOptions(const std::filesystem::path& cacheFolder, FollowLinks followLinks)
{
    LoadOptions options;
    const QString settings = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
    options.formatFolder = QDir(settings).filePath(QStringLiteral("duologue/formats")).toStdString();
    options.cacheFolder = cacheFolder;
    options.followLinks = followLinks;
    return options;
}

} // namespace

void Workspace::open(const QStringList& paths)
{
    m_paths = paths;
    m_query = {};
    m_queryHistory = {Query()};
    m_queryPlace = 0;
    m_sort = {};
    m_refreshTask.cancel();
    m_viewTask.cancel();
    giveUpUnpacking(*m_snapshot);
    m_memory.giveBackAfter(m_snapshot);
    m_snapshot = std::make_shared<const Snapshot>();
    m_view = std::make_shared<const View>();
    m_textRanks.changeTo(m_snapshot);
    m_watch.watch({}, *m_snapshot);
    setCurrentRow(std::nullopt);
    Q_EMIT pathsChanged();
    Q_EMIT queryChanged();
    Q_EMIT viewChanged();
    load();
}

void Workspace::setFollowLinks(bool follow)
{
    m_followLinks = follow ? FollowLinks::Everywhere : FollowLinks::Inside;
    // Not refreshed: what is behind the links has not vanished, it is no longer asked for.
    load();
}

void Workspace::reload()
{
    // A dataset that was not read to its end is not known well enough.
    if (m_snapshot->complete)
        refresh(true);
    else if (!m_paths.isEmpty())
        load();
}

void Workspace::close()
{
    m_loadTask.cancel();
    m_viewTask.cancel();
    finishLoading();
    open({});
}

void Workspace::cancelLoading()
{
    if (!m_loading)
        return;
    m_loadTask.cancel();
    m_refreshTask.cancel();
    finishLoading();
}

void Workspace::load()
{
    m_progress = std::make_shared<Progress>();
    if (m_paths.isEmpty())
        return;
    m_refreshTask.cancel();
    m_loading = true;
    m_snapshotIsLast = false;
    TurnQueue::ofThisThread().holdLast(kHold);
    Q_EMIT loadingChanged(true);
    m_loadTask.stream(
        [roots = rootsOf(m_paths), options = loadOptions(m_cacheFolder, m_followLinks)](
            const Job& job, const auto& early) { return loadDataset(roots, options, job, early); },
        [this](SnapshotPtr snapshot) { takeSnapshot(std::move(snapshot)); },
        [this](SnapshotPtr snapshot) {
            // Loading has ended for the user when what was loaded is seen.
            m_snapshotIsLast = true;
            takeSnapshot(std::move(snapshot));
            watchSources();
        },
        m_progress,
        [this](const TaskFailure& failure) {
            sayNotReadToTheEnd(failure);
            finishLoading();
        });
}

void Workspace::sayNotReadToTheEnd(const TaskFailure& failure)
{
    report(tr("The dataset could not be read to the end:"), failure.why());
}

/// `shown`: the user has asked for it, and sees that something is read.
void Workspace::refresh(bool shown)
{
    if (m_paths.isEmpty() || m_loading || !m_snapshot->complete)
        return;
    if (m_refreshTask.isRunning() && !shown) {
        m_refreshStale = true;
        return;
    }
    m_refreshStale = false;
    if (shown) {
        m_progress = std::make_shared<Progress>();
        m_loading = true;
        m_snapshotIsLast = false;
        Q_EMIT loadingChanged(true);
    }
    m_refreshTask.stream(
        [present = m_snapshot, roots = rootsOf(m_paths), options = loadOptions(m_cacheFolder, m_followLinks)](
            const Job& job, const auto&) { return refreshDataset(present, roots, options, job); },
        {}, [this](SnapshotPtr snapshot) { takeRefreshed(std::move(snapshot)); },
        shown ? m_progress : std::make_shared<Progress>(),
        [this](const TaskFailure& failure) {
            sayNotReadToTheEnd(failure);
            takeRefreshed(m_snapshot);
        });
}

void Workspace::takeRefreshed(SnapshotPtr snapshot)
{
    m_snapshotIsLast = true;
    if (snapshot != m_snapshot)
        takeSnapshot(std::move(snapshot));
    else
        finishLoading();
    // Also where nothing has changed: a file that was replaced is no longer heard of.
    watchSources();
    if (m_refreshStale)
        refresh(false);
}

void Workspace::watchSources()
{
    m_watch.watch(m_paths, *m_snapshot);
}

void Workspace::finishLoading()
{
    if (!m_loading)
        return;
    m_loading = false;
    TurnQueue::ofThisThread().release();
    Q_EMIT loadingChanged(false);
}

} // namespace duologue::ui
