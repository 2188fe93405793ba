// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work/workspace.h"

#include "core/dataset/load/loader.h"
#include "core/dataset/source/source_files.h"
#include "core/query/search/evaluate.h"
#include "core/table/record_lookup.h"
#include "ui/work/make_view.h"
#include "ui/work/mistake_words.h"
#include "ui/work/qt_text.h"
#include "ui/work/turn_queue.h"

#include <QDir>
#include <QStandardPaths>
#include <QThreadPool>
#include <algorithm>
#include <chrono>

namespace duologue::ui {

namespace {

/// Of the window for rows that were asked for: shorter than a frame of the screen.
constexpr std::chrono::milliseconds kWorkspacePatience{12};

/// The record of `to` that begins where that of `from` does.
std::optional<Row> rowAtPlaceOf(const Snapshot& from, Row row, const Snapshot& to)
{
    const RecordEntry& entry = from.record(row);
    const SourceFile& file = from.file(entry.file);
    std::size_t id = 0;
    while (id < to.files.size() &&
           (to.files[id].path != file.path || to.files[id].shownPath != file.shownPath))
        ++id;
    if (id == to.files.size())
        return std::nullopt;
    auto found = recordAt(to, {FileId{static_cast<std::uint32_t>(id)}, entry.offset, 0});
    // Where nothing stands between two records, the one before reaches up to the place.
    if (found && to.record(*found).offset < entry.offset && *found + 1 < to.recordCount())
        ++*found;
    const bool same =
        found && indexOf(to.record(*found).file) == id && to.record(*found).offset == entry.offset;
    return same ? found : std::nullopt;
}

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

Workspace::Workspace(QObject* parent) : QObject(parent)
{
    // Loading blocks a thread of the pool while its own threads work; reading a record must not wait for it.
    constexpr int kThreads = 8;
    auto* pool = QThreadPool::globalInstance();
    pool->setMaxThreadCount(std::max(kThreads, pool->maxThreadCount()));
    connect(&m_current, &CurrentRecord::changed, this, &Workspace::currentChanged);
    connect(&m_current, &CurrentRecord::messageChanged, this, &Workspace::currentMessageChanged);
    connect(&TaskFailures::ofThisThread(), &TaskFailures::happened, this,
            [this](const QString& why) { report(tr("A part of the window could not be computed:"), why); });
    connect(&m_watch, &SourceWatch::changed, this, [this] { refresh(false); });
    connect(&m_watch, &SourceWatch::returned, this, [this] {
        // To unpack something in order to look at it is too much for nothing but a glance.
        if (!hasUnknownPacked(*m_snapshot))
            refresh(false);
    });
}

Workspace::~Workspace()
{
    cancelUnpacking(*m_snapshot);
}

void Workspace::open(const QStringList& paths)
{
    m_paths = paths;
    m_query = {};
    m_queryHistory = {Query()};
    m_queryPlace = 0;
    m_sort = {};
    m_refreshTask.cancel();
    m_viewTask.cancel();
    cancelUnpacking(*m_snapshot);
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

void Workspace::takeSnapshot(SnapshotPtr snapshot)
{
    m_snapshot = std::move(snapshot);
    refreshView();
}

void Workspace::refreshView()
{
    // While a view is being made for a growing dataset the next one waits: restarting at every
    // snapshot would never show anything.
    if (m_viewTask.isRunning() && m_asked == std::pair(m_query, m_sort)) {
        m_viewStale = true;
        return;
    }
    m_viewStale = false;
    m_asked = {m_query, m_sort};
    m_textRanks.pause();
    // Rows of a dataset that has changed stay until all of the new ones are known.
    const bool streams = m_view->snapshot == m_snapshot;
    m_viewTask.stream(
        [request = ViewRequest{m_snapshot, m_query, m_sort, m_textRanks.of(m_snapshot, m_sort.field)},
         before = m_view, streams](const Job& job, const auto& early) {
            return makeView(request, *before, job, streams ? std::function<void(ViewPtr)>(early) : nullptr);
        },
        [this](std::variant<ViewPtr, QueryMistake> made) {
            m_view = std::get<ViewPtr>(std::move(made));
            Q_EMIT viewChanged();
        },
        [this](std::variant<ViewPtr, QueryMistake> made) { takeView(std::move(made)); }, {},
        [this](const TaskFailure& failure) {
            report(tr("The rows could not be computed:"), failure.why());
            if (m_snapshotIsLast)
                finishLoading();
        });
}

/// The rows are looked for while other things learn of the query, and both are shown at once if it takes no
/// longer than a frame.
void Workspace::showQuery()
{
    refreshView();
    // Asked first: charts, once they know of the query, paint the window at once.
    m_viewTask.await(kWorkspacePatience);
    Q_EMIT queryChanged();
}

void Workspace::takeView(std::variant<ViewPtr, QueryMistake> made)
{
    const auto* mistake = std::get_if<QueryMistake>(&made);
    if (mistake == nullptr) {
        const SnapshotPtr before = std::exchange(m_view, std::get<ViewPtr>(std::move(made)))->snapshot;
        if (before != m_view->snapshot && before->complete)
            followCurrent(*before);
        else
            Q_EMIT viewChanged();
    }
    if (m_viewStale) {
        refreshView();
        return;
    }
    if (m_snapshotIsLast)
        finishLoading();
    m_textRanks.keep(m_view->snapshot, m_view->texts);
    m_textRanks.makeAhead(m_view->snapshot);
    if (mistake != nullptr)
        refuseQuery(*mistake);
}

/// A field that nobody knows may still come while the dataset is being read; afterwards the last query that
/// could be answered is in force again. The refused one is not checked: nothing but asking it shows that a
/// pattern takes too long.
void Workspace::refuseQuery(const QueryMistake& mistake)
{
    if (m_loading)
        return;
    report(tr("The filter cannot be applied:"), mistakeText(mistake));
    m_queryHistory.resize(m_queryPlace + 1);
    while (m_queryPlace > 0) {
        m_queryHistory.pop_back();
        if (!checkQuery(*m_snapshot, m_queryHistory[--m_queryPlace]))
            break;
    }
    m_query = m_queryHistory[m_queryPlace];
    showQuery();
}

void Workspace::setQuery(Query query)
{
    if (query == m_query)
        return;
    m_queryHistory.resize(m_queryPlace + 1);
    m_queryHistory.push_back(query);
    ++m_queryPlace;
    m_query = std::move(query);
    showQuery();
}

std::optional<QueryMistake> Workspace::setQueryText(const QString& text)
{
    auto parsed = parseQuery(fromQt(text));
    if (auto* mistake = std::get_if<QueryMistake>(&parsed))
        return std::move(*mistake);
    if (auto mistake = checkQuery(*m_snapshot, std::get<Query>(parsed)))
        return mistake;
    setQuery(withFieldKeys(*m_snapshot, std::get<Query>(std::move(parsed))));
    return std::nullopt;
}

void Workspace::undoQuery()
{
    if (!canUndoQuery())
        return;
    m_query = m_queryHistory[--m_queryPlace];
    showQuery();
}

void Workspace::redoQuery()
{
    if (!canRedoQuery())
        return;
    m_query = m_queryHistory[++m_queryPlace];
    showQuery();
}

void Workspace::setSort(const SortKey& sort)
{
    if (sort == m_sort)
        return;
    m_sort = sort;
    refreshView();
    m_viewTask.await(kWorkspacePatience);
}

void Workspace::setCurrentRow(std::optional<Row> row)
{
    if (row == currentRow())
        return;
    if (row && *row < snapshot().recordCount())
        m_current.read(m_view->snapshot, *row);
    else
        m_current.forget(row);
}

/// The rows are others now: the current record is the one at the same place of the same file, if it is there.
void Workspace::followCurrent(const Snapshot& before)
{
    const auto row = currentRow();
    const bool had = row && *row < before.recordCount();
    const auto now = had ? rowAtPlaceOf(before, *row, *m_view->snapshot) : std::nullopt;
    if (now)
        m_current.readAgain(m_view->snapshot, *now);
    else if (had)
        m_current.loseRow();
    Q_EMIT viewChanged();
    // Who lists the rows may have chosen another.
    if (had && !currentRow())
        m_current.forget();
}

void Workspace::report(const QString& what, const QString& why)
{
    Q_EMIT reported(what, why);
}

} // namespace duologue::ui
