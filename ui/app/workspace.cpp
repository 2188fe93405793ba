// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/workspace.h"
#include "core/data/record_keys.h"
#include "core/data/same_record.h"
#include "core/io/unpacked_file.h"
#include "core/load/loader.h"
#include "core/load/source_files.h"
#include "core/query/evaluate.h"
#include "ui/app/text.h"
#include "ui/app/words.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <QSet>
#include <QStandardPaths>
#include <QThreadPool>
#include <QTime>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <utility>

namespace duologue::ui {

namespace {

/// How long the window waits for requested rows: less than a frame of the screen.
constexpr std::chrono::milliseconds kWorkspacePatience{12};

std::vector<std::filesystem::path> rootsOf(const QStringList& paths)
{
    std::vector<std::filesystem::path> roots;
    for (const QString& path : paths)
        roots.emplace_back(QDir::toNativeSeparators(path).toStdString());
    return roots;
}

} // namespace

Workspace::Workspace(QObject* parent) : QObject(parent)
{
    // Loading blocks a thread of the pool while its own threads work; reading one record must not wait for
    // that.
    constexpr int kThreads = 8;
    auto* pool = QThreadPool::globalInstance();
    pool->setMaxThreadCount(std::max(kThreads, pool->maxThreadCount()));
    connect(&m_current, &CurrentRecord::changed, this, &Workspace::currentChanged);
    // After all others have the record.
    connect(&m_current, &CurrentRecord::changed, this, &Workspace::showMark);
    connect(&m_current, &CurrentRecord::messageChanged, this, &Workspace::currentMessageChanged);
    connect(&TaskFailures::ofThisThread(), &TaskFailures::happened, this,
            [this](const QString& why) { report(tr("Part of the window could not be computed:"), why); });
    connect(&m_checks, &DatasetChecks::changed, this, &Workspace::takeChecked);
    connect(&m_marks, &DatasetMarks::fieldsChanged, this, &Workspace::takeMarkFields);
    connect(&m_marks, &DatasetMarks::failed, this, &Workspace::report);
    connect(&m_watch, &SourceWatch::changed, this, [this] { refresh(false); });
    connect(&m_watch, &SourceWatch::returned, this, [this] {
        // Unpacking files to compare them is too expensive each time the user returns to the window.
        if (!hasUnknownPacked(*m_snapshot))
            refresh(false);
    });
}

Workspace::~Workspace()
{
    cancelUnpacking(*m_snapshot);
}

SavedView Workspace::shownView()
{
    SavedView view;
    if (!m_origin.isEmpty())
        view.paths.emplace_back(fromQt(m_origin));
    for (const QString& path : m_origin.isEmpty() ? m_paths : QStringList())
        view.paths.emplace_back(fromQt(QFileInfo(path).absoluteFilePath()));
    view.query = toText(m_query);
    view.sort = m_sort.field + (m_sort.descending && !m_sort.field.empty() ? ":desc" : "");
    const auto row = currentRow();
    if (row && *row < snapshot().endRow())
        view.record = nameOfRecord(snapshot(), *row);
    Q_EMIT partsCollected(view);
    return view;
}

void Workspace::introduce()
{
    if (m_paths.isEmpty())
        return;
    Q_EMIT pathsChanged();
    Q_EMIT queryChanged();
    Q_EMIT viewChanged();
    Q_EMIT currentChanged();
    Q_EMIT currentMessageChanged(currentMessage());
    Q_EMIT loadingChanged(isLoading());
    Q_EMIT m_checks.changed();
}

LoadOptions Workspace::loadOptions() const
{
    LoadOptions options;
    options.formatFolder = userFormatFolder().toStdString();
    if (m_cacheBytes > 0)
        options.cacheFolder = m_cacheFolder;
    options.cacheSizes.all = m_cacheBytes;
    options.followLinks = m_followLinks;
    return options;
}

void Workspace::openPaths(const QStringList& paths, const QString& origin)
{
    m_paths = paths;
    m_origin = origin;
    m_query = {};
    m_queryHistory = {Query()};
    m_queryIndex = 0;
    m_sort = {};
    stopRefreshing();
    m_viewTask.cancel();
    m_viewRequest = {};
    cancelUnpacking(*m_snapshot);
    m_loaded = m_checked = m_snapshot = std::make_shared<const Snapshot>();
    m_shownLoaded = m_viewLoaded = m_loaded;
    std::vector<std::filesystem::path> marked;
    for (const QString& path : origin.isEmpty() ? paths : QStringList())
        marked.emplace_back(fromQt(path));
    m_marks.open(std::move(marked));
    m_checks.clear();
    m_view = std::make_shared<const View>();
    m_textRanks.changeTo(m_snapshot);
    m_watch.watch({}, *m_snapshot);
    setCurrentRow(std::nullopt);
    Q_EMIT pathsChanged();
    Q_EMIT queryChanged();
    Q_EMIT viewChanged();
    load();
}

Coverage Workspace::coverage() const
{
    Coverage coverage = coverageOf(*m_view->snapshot, m_view->order.size(), toText(m_view->query));
    coverage.isReading = isLoading();
    return coverage;
}

void Workspace::setFollowLinks(bool follow)
{
    m_followLinks = follow ? FollowLinks::Everywhere : FollowLinks::Inside;
    // Not a refresh, which would report the files behind the links as deleted.
    load();
}

void Workspace::reload()
{
    // A refresh needs a dataset that was read to its end.
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
    if (!isLoading())
        return;
    m_loadTask.cancel();
    m_refreshTask.cancel();
    m_job.end();
    finishLoading();
}

void Workspace::startLoading()
{
    m_progress = std::make_shared<Progress>();
    m_loadState = LoadState::Reading;
    const auto amount = [progress = m_progress] {
        return JobAmount{progress->bytesDone, progress->bytesTotal, JobAmount::Unit::Bytes};
    };
    m_job.begin(tr("Reading"), amount, [this] { cancelLoading(); });
    Q_EMIT loadingChanged(true);
}

void Workspace::stopRefreshing()
{
    m_refreshTask.cancel();
    if (!isLoading())
        m_loadState = LoadState::Idle;
}

void Workspace::load()
{
    if (m_paths.isEmpty())
        return;
    stopRefreshing();
    startLoading();
    m_loadTask.stream(
        [roots = rootsOf(m_paths), options = loadOptions()](const Job& job, const auto& early) {
            return loadDataset(roots, options, job, early);
        },
        [this, least = m_snapshot->recordCount()](SnapshotPtr snapshot) {
            // What was read before reading was stopped stays until there is more.
            if (snapshot->recordCount() >= least)
                takeSnapshot(std::move(snapshot));
        },
        [this](SnapshotPtr snapshot) {
            // For the user, loading ends when the rows are shown.
            m_loadState = LoadState::Showing;
            takeSnapshot(std::move(snapshot));
            watchSources();
        },
        m_progress,
        [this](const TaskFailure& failure) {
            reportIncomplete(failure);
            finishLoading();
        });
}

void Workspace::reportIncomplete(const TaskFailure& failure)
{
    report(tr("The dataset could not be read completely:"), failure.why());
}

/// `shown`: the user requested it and sees its progress.
void Workspace::refresh(bool shown)
{
    if (m_paths.isEmpty() || isLoading() || !m_snapshot->complete)
        return;
    const bool isRefreshing = m_loadState != LoadState::Idle;
    if (shown)
        startLoading();
    else
        m_loadState = isRefreshing ? LoadState::RefreshingAgain : LoadState::Refreshing;
    if (isRefreshing && !shown)
        return;
    m_refreshTask.stream(
        [present = m_loaded, roots = rootsOf(m_paths), options = loadOptions()](const Job& job, const auto&) {
            return refreshDataset(present, roots, options, job);
        },
        {}, [this](SnapshotPtr snapshot) { takeRefreshed(std::move(snapshot)); },
        shown ? m_progress : std::make_shared<Progress>(),
        [this](const TaskFailure& failure) {
            reportIncomplete(failure);
            takeRefreshed(m_loaded);
        });
}

void Workspace::takeRefreshed(SnapshotPtr snapshot)
{
    const bool again = m_loadState == LoadState::RefreshingAgain;
    m_loadState = isLoading() ? LoadState::Showing : LoadState::Idle;
    if (snapshot != m_loaded) {
        takeSnapshot(std::move(snapshot));
    } else {
        finishLoading();
        m_checks.readSettingsAgain();
    }
    // Needed even if nothing has changed: the system no longer watches a file that was replaced.
    watchSources();
    if (again)
        refresh(false);
}

void Workspace::finishLoading()
{
    if (!isLoading())
        return;
    m_loadState = LoadState::Idle;
    m_marks.endReading();
    m_job.end(m_snapshot->complete
                  ? tr("%Ln conversation(s) read", nullptr, static_cast<int>(m_snapshot->recordCount()))
                  : QString());
    Q_EMIT loadingChanged(false);
}

void Workspace::takeSnapshot(SnapshotPtr snapshot)
{
    const CheckedSnapshotPtr checked = m_checks.checked();
    m_loaded = m_checked = m_snapshot = std::move(snapshot);
    m_marks.setBase(m_loaded, false);
    // Which conversations are shown is not known yet.
    m_checksShown = checked && m_loaded->complete && !checked->where.empty();
    if (checked && m_loaded->complete && !m_checksShown)
        startChecks();
    else
        m_checks.clear();
    refreshView();
}

void Workspace::startChecks(ChecksOf which)
{
    // Rows are the same with and without the fields of checks.
    const bool areShown = which == ChecksOf::Shown && m_view->query.kind != QueryKind::Everything &&
                          m_view->matched.size() == m_loaded->recordCount();
    m_checks.start(m_loaded, fromQt(m_paths.value(0)),
                   areShown ? m_view->matched : RowSet(m_loaded->recordCount(), true),
                   areShown ? toText(m_view->query) : std::string());
}

/// Rows are the same with and without the fields of checks.
void Workspace::takeChecked()
{
    const CheckedSnapshotPtr& checked = m_checks.checked();
    if (checked == nullptr && m_checksAsked && !m_checks.isRunning())
        refreshView();
    if (checked == nullptr || checked->snapshot != m_loaded || checked->withFields == m_checked)
        return;
    m_checksAsked = false;
    m_checked = m_snapshot = checked->withFields;
    m_marks.setBase(m_checked, true);
    refreshView();
}

void Workspace::takeMarkFields()
{
    if (m_marks.base() != m_checked || m_marks.withFields() == nullptr)
        return;
    m_snapshot = m_marks.withFields();
    refreshView();
}

void Workspace::refreshView()
{
    // While a dataset grows, the running task may finish first: if each snapshot restarted it, no rows would
    // ever be shown. takeView() then continues with the newest snapshot.
    if (m_viewTask.isRunning() && m_viewRequest.query == m_query && m_viewRequest.sort == m_sort)
        return;
    m_viewRequest = {m_snapshot, m_query, m_sort, m_textRanks.of(m_snapshot, m_sort.field)};
    m_viewLoaded = m_loaded;
    m_textRanks.pause();
    // The rows of a dataset that has changed stay until all new rows are known.
    const bool streams = m_view->snapshot == m_snapshot;
    m_viewTask.stream(
        [request = m_viewRequest, before = m_view, streams](const Job& job, const auto& early) {
            return makeView(request, *before, job, streams ? std::function<void(ViewPtr)>(early) : nullptr);
        },
        [this](Expected<ViewPtr, QueryMistake> made) {
            m_view = std::move(made).value();
            Q_EMIT viewChanged();
        },
        [this](Expected<ViewPtr, QueryMistake> made) { takeView(std::move(made)); }, {},
        [this](const TaskFailure& failure) {
            report(tr("The rows could not be computed:"), failure.why());
            if (m_loadState == LoadState::Showing)
                finishLoading();
        });
}

/// Starts to compute the rows before the signal, so that rows and signal are shown together if the rows take
/// no longer than a frame.
void Workspace::showQuery()
{
    refreshView();
    // Must come before the signal: charts react to it by painting the window at once.
    m_viewTask.await(kWorkspacePatience);
    Q_EMIT queryChanged();
}

/// A mark may end that the current record is listed.
void Workspace::noteLeft(const View& before)
{
    const auto placeIn = [row = currentRow()](const View& view) -> std::optional<std::size_t> {
        const auto found = row ? std::find(view.order.begin(), view.order.end(), *row) : view.order.end();
        return found == view.order.end() ? std::nullopt : std::optional(found - view.order.begin());
    };
    const bool isSameQuery =
        answers(before, m_view->query) && before.sort == m_view->sort && before.snapshot->complete;
    if (!isSameQuery || placeIn(*m_view))
        m_left.reset();
    else if (const auto place = placeIn(before))
        m_left = {*currentRow(), *place};
}

std::optional<std::size_t> Workspace::leftPosition() const
{
    return m_left && m_left->first == currentRow() ? std::optional(m_left->second) : std::nullopt;
}

void Workspace::takeView(Expected<ViewPtr, QueryMistake> made)
{
    const auto* mistake = made.error();
    if (mistake == nullptr) {
        const ViewPtr shown = std::exchange(m_view, std::move(made).value());
        noteLeft(*shown);
        const SnapshotPtr before = shown->snapshot;
        const bool hasSameRows = std::exchange(m_shownLoaded, m_viewLoaded) == m_viewLoaded;
        if (before != m_view->snapshot && before->complete && !hasSameRows)
            keepCurrent(*before);
        else
            Q_EMIT viewChanged();
    }
    if (m_viewRequest.snapshot != m_snapshot) {
        refreshView();
        return;
    }
    if (m_loadState == LoadState::Showing)
        finishLoading();
    if (std::exchange(m_checksShown, false))
        startChecks(ChecksOf::Shown);
    showFirstKnown();
    m_textRanks.keep(m_view->snapshot, m_view->texts);
    m_textRanks.precompute(m_view->snapshot);
    if (mistake != nullptr)
        refuseQuery(*mistake);
}

/// Goes back to the last query that could be answered. While the dataset is being read nothing happens: an
/// unknown field may still appear, and fields of checks do when the checks have run. The refused query itself
/// is not checked again, because only evaluating it shows that a pattern takes too long.
void Workspace::refuseQuery(const QueryMistake& mistake)
{
    const bool needsChecks = mistake.what.id == PhraseId::NotChecked;
    const bool needsMarks = mayNameMarkFields(toText(m_query)) && m_marks.withFields() == nullptr;
    if (needsMarks)
        m_marks.askForFields();
    if (isLoading() || (needsChecks && m_checks.isRunning()) || (needsMarks && m_marks.isPending()))
        return;
    if (needsChecks && !std::exchange(m_checksAsked, true)) {
        startChecks();
        return;
    }
    m_checksAsked = false;
    report(tr("The filter cannot be applied:"), translated(mistake.what));
    m_queryHistory.resize(m_queryIndex + 1);
    while (m_queryIndex > 0) {
        m_queryHistory.pop_back();
        if (!checkQuery(*m_snapshot, m_queryHistory[--m_queryIndex]))
            break;
    }
    m_query = m_queryHistory[m_queryIndex];
    showQuery();
}

bool Workspace::isTranslated() const
{
    const SnapshotPtr& snapshot = m_view->snapshot;
    if (m_isTranslated.first == snapshot)
        return m_isTranslated.second;
    bool found = false;
    for (Row row{0}; row < snapshot->endRow() && !found; ++row)
        found = snapshot->record(row).translation() != Translation::None;
    m_isTranslated = {snapshot, found};
    return found;
}

void Workspace::setQuery(Query query)
{
    if (query == m_query)
        return;
    m_queryHistory.resize(m_queryIndex + 1);
    m_queryHistory.push_back(query);
    ++m_queryIndex;
    m_query = std::move(query);
    m_firstWanted.reset();
    showQuery();
}

std::optional<QueryMistake> Workspace::setQueryText(const QString& text)
{
    auto parsed = parseQuery(fromQt(text));
    if (auto* mistake = parsed.error())
        return std::move(*mistake);
    // Checks that have not been run are, for a filter that needs them, and fields of marks are made.
    auto mistake = checkQuery(*m_snapshot, parsed.value());
    const bool namesMarks = mayNameMarkFields(fromQt(text));
    const bool needsMarks = namesMarks && m_marks.withFields() == nullptr;
    if (namesMarks)
        m_marks.askForFields();
    if (mistake && mistake->what.id != PhraseId::NotChecked && !needsMarks)
        return mistake;
    setQuery(withFieldKeys(*m_snapshot, std::move(parsed).value()));
    return std::nullopt;
}

void Workspace::undoQuery()
{
    if (!canUndoQuery())
        return;
    m_query = m_queryHistory[--m_queryIndex];
    showQuery();
}

void Workspace::redoQuery()
{
    if (!canRedoQuery())
        return;
    m_query = m_queryHistory[++m_queryIndex];
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
    if (row && *row < snapshot().endRow())
        m_current.read(m_view->snapshot, *row);
    else
        m_current.clear(row);
}

/// After a refresh, the current record is the same one, if it still exists.
void Workspace::keepCurrent(const Snapshot& before)
{
    const auto row = currentRow();
    const bool had = row && *row < before.endRow();
    const auto now = had ? SameRecords(before, *m_view->snapshot).find(*row) : std::nullopt;
    if (now)
        m_current.readAgain(m_view->snapshot, *now);
    else if (had)
        m_current.markDeleted();
    Q_EMIT viewChanged();
    // The table may have selected another row in response to viewChanged.
    if (had && !currentRow())
        m_current.clear();
}

void Workspace::showText(Row row, std::uint32_t text, std::size_t byte, int message)
{
    Q_EMIT textShown(row, text, byte, message);
    setCurrentRow(row);
}

void Workspace::showFinding(const Finding& finding)
{
    if (finding.part == FindingPart::Dataset)
        return;
    const int message = finding.part == FindingPart::Message ? static_cast<int>(finding.message) : -1;
    const auto marked = std::ranges::find_if(
        finding.marks, [](const FindingMark& mark) { return mark.text != FindingMark::kNoText; });
    const FindingMark mark = marked == finding.marks.end() ? FindingMark() : *marked;
    Q_EMIT placeShown(finding.row, mark.text, mark.begin, message);
    setCurrentRow(finding.row);
}

void Workspace::stepToMark(int by)
{
    const int count = current() ? static_cast<int>(current()->conversation.messages.size()) : 0;
    const int from = currentMessage();
    for (int i = from < 0 && by < 0 ? count - 1 : from + by; i >= 0 && i < count; i += by) {
        if (current()->conversation.messages[static_cast<std::size_t>(i)].hallucination == Mark::Yes) {
            setCurrentMessage(i);
            return;
        }
    }
    m_markTask.run([view = m_view, row = currentRow(),
                    by](const Job& job) { return nextMarkedRow(*view, row, by, job); },
                   [this](const std::optional<MarkedRow>& marked) { goToMark(marked); });
}

void Workspace::addStopSource(QObject& panel, StopSource source)
{
    m_stopSources.emplace_back(&panel, std::move(source));
    connect(&panel, &QObject::destroyed, this, [this](const QObject* gone) {
        std::erase_if(m_stopSources, [gone](const auto& each) { return each.first == gone; });
    });
}

const Workspace::StopSource* Workspace::stopSource() const
{
    const auto used = std::ranges::find_if(
        m_stopSources, [](const auto& each) { return each.second.position().second > 0; });
    return used == m_stopSources.end() ? nullptr : &used->second;
}

void Workspace::showFirst(bool isForReading)
{
    m_firstWanted = isForReading;
    showFirstKnown();
}

void Workspace::showFirstKnown()
{
    const RowOrder& order = m_view->order;
    if (!m_firstWanted || !answers(*m_view, m_query))
        return;
    const bool isForReading = *std::exchange(m_firstWanted, std::nullopt);
    if (order.empty())
        return;
    if (!currentRow() || std::find(order.begin(), order.end(), *currentRow()) == order.end())
        setCurrentRow(order.front());
    if (isForReading)
        Q_EMIT recordOpened();
}

void Workspace::goToMark(const std::optional<MarkedRow>& marked)
{
    if (!marked) {
        reportPassing(tr("No further hallucination:"),
                      tr("None of the conversations shown has a marked message."));
        return;
    }
    m_mark = marked;
    if (marked->row == currentRow())
        showMark();
    else
        setCurrentRow(marked->row);
    if (marked->isWrapped)
        reportPassing(tr("Wrapped around the end of the list:"),
                      tr("this marked message is in conversation %1 of %2.")
                          .arg(countText(marked->position), countText(m_view->order.size())));
}

void Workspace::showMark()
{
    if (!m_mark || !current() || current()->row != m_mark->row)
        return;
    setCurrentMessage(std::exchange(m_mark, std::nullopt)->message);
}

void Workspace::report(const QString& what, const QString& why)
{
    noteReport(what);
    Q_EMIT reported(what, why);
}

void Workspace::reportPassing(const QString& what, const QString& why)
{
    noteReport(what);
    Q_EMIT reported(what, why, true);
}

void Workspace::noteReport(const QString& what)
{
    constexpr qsizetype kKept = 20;
    m_lastReports << QTime::currentTime().toString(QStringLiteral("HH:mm:ss ")) + what;
    m_lastReports = m_lastReports.mid(std::max<qsizetype>(0, m_lastReports.size() - kKept));
}

namespace {

/// The limit of watched paths: they are a resource that all programs of a user share.
constexpr int kMostWatched = 400;
/// In milliseconds: files are usually written in many pieces.
constexpr int kRest = 400;
constexpr qsizetype kWatchedInATurn = 40;

/// The paths to watch, the most useful first, without duplicates.
class WatchList {
public:
    void add(const QString& path)
    {
        if (!isFull() && !m_known.contains(path)) {
            m_known.insert(path);
            m_paths << path;
        }
    }
    bool contains(const QString& path) const { return m_known.contains(path); }
    bool isFull() const { return m_paths.size() >= kMostWatched; }
    const QStringList& paths() const { return m_paths; }

private:
    QStringList m_paths;
    QSet<QString> m_known;
};

/// The path of the file or of its archive; empty for a file that is not read.
std::string_view pathOnDisk(const SourceFile& file)
{
    if (file.packed)
        return file.packed->path;
    return file.skipReason.empty() ? std::string_view(file.path) : std::string_view();
}

QString qtPath(std::string_view path)
{
    return QFile::decodeName(QByteArray(path.data(), static_cast<int>(path.size())));
}

void addFolders(WatchList& list, const Snapshot& snapshot)
{
    std::string_view before;
    for (std::size_t i = 0; i < snapshot.files.size() && !list.isFull(); ++i) {
        const std::string_view path = pathOnDisk(snapshot.files[i]);
        const std::string_view folder = path.substr(0, std::min(path.rfind('/'), path.size()));
        // The files of a folder are adjacent.
        if (folder != before && folder.size() < path.size())
            list.add(qtPath(folder));
        before = folder;
    }
}

void addFiles(WatchList& list, const Snapshot& snapshot)
{
    for (std::size_t i = 0; i < snapshot.files.size() && !list.isFull(); ++i) {
        if (const std::string_view path = pathOnDisk(snapshot.files[i]); !path.empty())
            list.add(qtPath(path));
    }
}

} // namespace

SourceWatch::SourceWatch(QObject* parent) : QObject(parent)
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(kRest);
    // Not restarted by each change: a file that grows all the time would never be read.
    const auto hear = [this] {
        if (!m_rest.isActive())
            m_rest.start();
    };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, hear);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, hear);
    connect(&m_rest, &QTimer::timeout, this, &SourceWatch::changed);
    m_more.setSingleShot(true);
    m_more.setInterval(0);
    connect(&m_more, &QTimer::timeout, this, &SourceWatch::watchMore);
    if (auto* application = qobject_cast<QGuiApplication*>(QCoreApplication::instance()))
        connect(application, &QGuiApplication::applicationStateChanged, this,
                [this](Qt::ApplicationState state) {
                    if (state == Qt::ApplicationActive)
                        Q_EMIT returned();
                });
}

void SourceWatch::watch(const QStringList& paths, const Snapshot& snapshot)
{
    WatchList list;
    for (const QString& path : paths)
        list.add(path);
    addFolders(list, snapshot);
    addFiles(list, snapshot);
    QStringList gone;
    QSet<QString> watched;
    for (const QString& path : m_watcher.directories() + m_watcher.files()) {
        watched.insert(path);
        if (!list.contains(path))
            gone << path;
    }
    QStringList fresh;
    for (const QString& path : list.paths()) {
        if (!watched.contains(path))
            fresh << path;
    }
    if (!gone.isEmpty())
        m_watcher.removePaths(gone);
    m_unwatched = fresh;
    // Deferred, so that the rows are painted first.
    m_more.start();
}

/// Watches a few paths per iteration of the event loop, because each needs a system call.
void SourceWatch::watchMore()
{
    if (m_unwatched.isEmpty())
        return;
    m_watcher.addPaths(m_unwatched.mid(0, kWatchedInATurn));
    m_unwatched = m_unwatched.mid(kWatchedInATurn);
    m_more.start();
}

QString userFormatFolder()
{
    const QString settings = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
    return QDir(settings).filePath(QStringLiteral("duologue/formats"));
}

} // namespace duologue::ui
