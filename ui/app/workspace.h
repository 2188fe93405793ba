// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "core/io/folder.h"
#include "core/load/loader.h"
#include "core/query/query_parser.h"
#include "core/query/saved_view.h"
#include "core/util/expected.h"
#include "ui/app/current_record.h"
#include "ui/app/dataset_checks.h"
#include "ui/app/dataset_marks.h"
#include "ui/app/running_jobs.h"
#include "ui/app/tasks.h"
#include "ui/app/view.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace duologue::ui {

/// A field that can be chosen from a list.
struct FieldItem {
    /// Its dots divide it into folders of the tree: "strategy_v3.1.feedback".
    std::string key;
    /// In the language of the window.
    QString title;
    /// Its name in the other language, which finds it too; may be empty.
    QString otherTitle = {};
};

/// A request to let the user choose among fields. The window answers it with a dialog.
struct FieldChoice {
    /// The title of the dialog.
    QString title;
    /// In the order in which they are listed.
    std::vector<FieldItem> items;
    /// Keys.
    std::vector<std::string> chosen;
    /// What is chosen by the button "Usual fields"; no such button if it is empty.
    std::vector<std::string> usual = {};
    /// Exactly one is chosen, not any number.
    bool isOne = false;
    /// Called if the user accepts: those of `chosen` that are still chosen, in their order, then the new
    /// ones. The caller makes sure that it lives until then.
    std::function<void(std::vector<std::string>)> done;
};

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

/// The one controller: the open dataset, the query and the current record. Panels call it, read it and listen
/// to its few signals; they do not talk to each other. GUI thread only; slow work runs on workers, and its
/// results arrive by signal. ui/README.md has a diagram of its states.
class Workspace : public QObject {
    Q_OBJECT

public:
    explicit Workspace(QObject* parent = nullptr);
    ~Workspace() override;

    /// The folder for indexes of datasets (LoadOptions::cacheFolder). Empty, the default, for none.
    void setCacheFolder(std::filesystem::path folder) { m_cacheFolder = std::move(folder); }
    /// How large they may be, all together, from the next dataset on; 0 for none.
    void setCacheBytes(std::uint64_t bytes) { m_cacheBytes = bytes; }
    /// Whether links out of the opened folders are followed; by default they are not. Reads the dataset
    /// again.
    void setFollowLinks(bool follow);
    bool followsLinks() const { return m_followLinks == FollowLinks::Everywhere; }

    /// How this program reads datasets.
    LoadOptions loadOptions() const;

    /// Opens these files and folders, closes what was open, and clears the query and its history.
    void open(const QStringList& paths) { openPaths(paths, {}); }
    /// The same for a file that will not be there at the next start: what it holds was fetched from `origin`.
    void openFetched(const QString& file, const QString& origin) { openPaths({file}, origin); }
    /// The address of the table whose rows are open; empty for files of the user.
    const QString& origin() const { return m_origin; }
    /// Reads what has changed on disk, or what is left if reading was stopped. Query, order and current
    /// record stay if they can. The same happens without a call when the system reports a change or the user
    /// returns to the program.
    void reload();
    void close();
    /// Stops reading and keeps what has been read.
    void cancelLoading();

    const QStringList& paths() const { return m_paths; }
    /// True while something is read that the user has asked for, until its rows are shown.
    bool isLoading() const { return m_loadState == LoadState::Reading || m_loadState == LoadState::Showing; }
    /// Reading was stopped before the end, by the user or by a failure; what was read stays open.
    bool isReadingStopped() const { return !isLoading() && !m_paths.isEmpty() && isPartlyRead(); }
    /// What numbers about the conversations that are shown are of.
    Coverage coverage() const;
    const Progress& progress() const { return *m_progress; }

    /// Never null; empty while nothing is open.
    const ViewPtr& view() const { return m_view; }
    const Snapshot& snapshot() const { return *m_view->snapshot; }
    /// True if some conversation of the dataset has messages in two languages.
    bool isTranslated() const;

    /// The wanted query. The rows of view() answer view()->query, which may still be an older one.
    const Query& query() const { return m_query; }
    void setQuery(Query query);
    /// A text with a mistake does not change the query.
    std::optional<QueryMistake> setQueryText(const QString& text);
    bool canUndoQuery() const { return m_queryIndex > 0; }
    bool canRedoQuery() const { return m_queryIndex + 1 < m_queryHistory.size(); }
    void undoQuery();
    void redoQuery();

    void setSort(const SortKey& sort);
    const SortKey& sort() const { return m_sort; }

    /// The record that the reading panels show. Its contents arrive with currentChanged().
    void setCurrentRow(std::optional<Row> row);
    /// Where the current record was in the view before it left it, though the query is the same: there is the
    /// one after it now.
    std::optional<std::size_t> leftPosition() const;
    std::optional<Row> currentRow() const { return m_current.row(); }
    /// Null if there is none, if it is late, or if it could not be read (see currentProblem()).
    const DecodedRecordPtr& current() const { return m_current.record(); }
    const std::optional<Problem>& currentProblem() const { return m_current.problem(); }
    /// See CurrentRecord.
    bool isCurrentLate() const { return m_current.isLate(); }
    void setPatience(std::chrono::milliseconds patience) { m_current.setPatience(patience); }

    /// The first thousand rows that are selected in the table, in its order.
    void setSelectedRows(std::vector<Row> rows) { m_selectedRows = std::move(rows); }
    const std::vector<Row>& selectedRows() const { return m_selectedRows; }

    /// What is selected in the text of the current conversation; empty if it is nothing, or not within one
    /// text.
    std::optional<SelectedText> selectedText() const
    {
        return m_selectedText ? m_selectedText() : std::nullopt;
    }
    /// Who shows that text; null for nobody.
    void setTextSelection(std::function<std::optional<SelectedText>()> selected)
    {
        m_selectedText = std::move(selected);
    }

    /// The index of the highlighted message, -1 for none.
    void setCurrentMessage(int index) { m_current.setMessage(index); }
    int currentMessage() const { return m_current.message(); }

    /// Requests that the tree of sources shows a file, by its shown path.
    void showFile(const QString& shownPath) { Q_EMIT fileShown(shownPath); }
    /// Requests that the raw view shows the position of a problem, as soon as the current record is read.
    void showProblem(const Problem& problem) { Q_EMIT problemShown(problem); }

    /// Opens a record at a byte of one of its texts (an index into Conversation::texts), or at one of its
    /// messages if the text is none of those. -1 for no message.
    void showText(Row row, std::uint32_t text, std::size_t byte, int message);
    /// Opens the record of a finding at the words in question.
    void showFinding(const Finding& finding);
    /// Makes the record the current one and requests that the window shows it for reading.
    void openRecord(Row row)
    {
        setCurrentRow(row);
        Q_EMIT recordOpened();
    }

    /// Makes the first conversation that matches the query the current one, as soon as the rows are known,
    /// unless the current one matches.
    void showFirst() { showFirst(false); }
    /// The same, and requests that the window shows it for reading.
    void readShown() { showFirst(true); }

    /// What checks have found in the dataset.
    DatasetChecks& checks() { return m_checks; }
    /// What this reader and others say of the records.
    DatasetMarks& marks() { return m_marks; }
    const DatasetMarks& marks() const { return m_marks; }
    enum class ChecksOf { All, Shown };
    /// Lets all checks look at the dataset, or at the conversations that match the query. It must be read to
    /// its end, or as far as it was when reading was stopped. The records then have the fields of checks.
    void startChecks(ChecksOf which = ChecksOf::All);

    /// Goes to the next message (1), or the one before (-1), that is marked as a hallucination, in the
    /// current conversation or in another one of the list. Reports when it passes the end of the list.
    void stepToMark(int by);

    /// What F3 walks over while a panel shows it, in place of what the query asks for.
    struct StopSource {
        /// The place of the current stop and the number of stops, each from 1 on; 0 for no current stop.
        /// Without stops, the source is not in use.
        std::function<std::pair<std::size_t, std::size_t>()> position;
        /// Goes to the next stop (1) or the one before (-1).
        std::function<void(int)> step;
    };
    /// Until its panel is destroyed, which emits stopsChanged() when its stops change.
    void addStopSource(QObject& panel, StopSource source);
    /// The source that is in use; null if the stops are those of the query.
    const StopSource* stopSource() const;

    /// Requests that the window tells how records are read, and why, beginning with the current one.
    void showReading() { Q_EMIT readingShown(); }

    /// Requests that the window shows the report of the checks.
    void showCheckReport() { Q_EMIT checkReportShown(); }

    /// Requests that the window lets the user choose among fields.
    void chooseFields(const FieldChoice& choice) { Q_EMIT fieldChoiceRequested(choice); }

    /// What the window shows as a value: paths, query, order, current record, and what panels add to it.
    SavedView shownView();
    /// Requests that panels show the columns and charts of a view, whose dataset is open.
    void showParts(const SavedView& view) { Q_EMIT partsOpened(view); }
    /// Requests that the window shows this chart.
    void showChart(const SavedView::Chart& chart) { Q_EMIT chartOpened(chart); }

    /// Emits the signals with which a dataset is opened and read, for a window that is made while one is
    /// open.
    void introduce();

    /// Shows in a strip at the top of the window what failed and why, until the reader closes it.
    void report(const QString& what, const QString& why);
    /// The same of what is over with the next filter or conversation.
    void reportPassing(const QString& what, const QString& why);
    /// What was reported last, each with its time but without the reason, which may name data.
    const QStringList& lastReports() const { return m_lastReports; }

Q_SIGNALS:
    /// Other paths were opened, or the dataset was closed.
    void pathsChanged();
    void loadingChanged(bool loading);
    /// Rows, matches or order changed.
    void viewChanged();
    void queryChanged();
    /// The stops of a source, or which of them is the current one.
    void stopsChanged();
    /// The current record is read, or late, or there is none.
    void currentChanged();
    void currentMessageChanged(int index);
    void fileShown(const QString& shownPath);
    void problemShown(const duologue::Problem& problem);
    void textShown(duologue::Row row, std::uint32_t text, std::size_t byte, int message);
    /// The same for a place that no query asks for.
    void placeShown(duologue::Row row, std::uint32_t text, std::size_t byte, int message);
    void recordOpened();
    /// The window is to show the checks and problems.
    void checksShown();
    /// The list of problems is to be shown.
    void problemsShown();
    void readingShown();
    void checkReportShown();
    void fieldChoiceRequested(const duologue::ui::FieldChoice& choice);
    void reported(const QString& what, const QString& why, bool isPassing = false);
    /// A view is made: panels add what they show beside the rows.
    void partsCollected(duologue::SavedView& view);
    void partsOpened(const duologue::SavedView& view);
    void chartOpened(const duologue::SavedView::Chart& chart);

private:
    enum class LoadState {
        Idle,
        /// Reads the dataset; the window shows the progress.
        Reading,
        /// The dataset is read, its last rows are being computed.
        Showing,
        /// Files have changed: looks for the changes, without showing it.
        Refreshing,
        /// Files have changed again meanwhile: another refresh follows.
        RefreshingAgain,
    };

    bool isPartlyRead() const { return !m_snapshot->complete && m_snapshot->recordCount() > 0; }
    void load();
    void startLoading();
    void stopRefreshing();
    void noteReport(const QString& what);
    void refresh(bool shown);
    void takeRefreshed(SnapshotPtr snapshot);
    void reportIncomplete(const TaskFailure& failure);
    void watchSources() { m_watch.watch(m_paths, *m_snapshot); }
    void keepCurrent(const Snapshot& before);
    void takeSnapshot(SnapshotPtr snapshot);
    void takeChecked();
    void takeMarkFields();
    void refreshView();
    void showQuery();
    void noteLeft(const View& before);
    void takeView(Expected<ViewPtr, QueryMistake> made);
    void refuseQuery(const QueryMistake& mistake);
    void finishLoading();
    void showFirst(bool isForReading);
    void showFirstKnown();
    void goToMark(const std::optional<MarkedRow>& marked);
    void showMark();

    void openPaths(const QStringList& paths, const QString& origin);

    QStringList m_paths;
    QString m_origin;
    std::filesystem::path m_cacheFolder;
    std::uint64_t m_cacheBytes = CacheSizes().all;
    FollowLinks m_followLinks = FollowLinks::Inside;
    LoadState m_loadState = LoadState::Idle;
    std::shared_ptr<Progress> m_progress = std::make_shared<Progress>();
    /// What was read; m_checked has the fields of checks as well, if they have looked at it, and m_snapshot
    /// those of marks. Rows are the same in all three.
    SnapshotPtr m_loaded = std::make_shared<const Snapshot>();
    SnapshotPtr m_checked = m_loaded;
    SnapshotPtr m_snapshot = m_loaded;
    /// m_loaded of the rows that are shown, and of those that are computed.
    SnapshotPtr m_shownLoaded = m_loaded;
    SnapshotPtr m_viewLoaded = m_loaded;
    Query m_query;
    std::vector<Query> m_queryHistory{Query()};
    std::size_t m_queryIndex = 0;
    SortKey m_sort;
    /// The answer of isTranslated() for a snapshot.
    mutable std::pair<SnapshotPtr, bool> m_isTranslated;
    ViewPtr m_view = std::make_shared<const View>();
    TextRanks m_textRanks;

    std::vector<std::pair<QObject*, StopSource>> m_stopSources;
    CurrentRecord m_current;
    std::function<std::optional<SelectedText>()> m_selectedText;
    DatasetChecks m_checks;
    DatasetMarks m_marks;
    /// Checks are to look at the conversations that match, as soon as these are known.
    bool m_checksShown = false;
    /// The first row is to be shown, or to be read (true), as soon as it is known.
    std::optional<bool> m_firstWanted;
    JobEntry m_job;
    QStringList m_lastReports;
    std::vector<Row> m_selectedRows;
    /// Checks were started because the query needs what they find.
    bool m_checksAsked = false;
    SourceWatch m_watch;
    LatestTask<SnapshotPtr> m_loadTask{CallPriority::High};
    LatestTask<SnapshotPtr> m_refreshTask{CallPriority::High};
    std::optional<std::pair<Row, std::size_t>> m_left;
    LatestTask<Expected<ViewPtr, QueryMistake>> m_viewTask{CallPriority::High};
    LatestTask<std::optional<MarkedRow>> m_markTask;
    /// The marked message to show, until its record is read.
    std::optional<MarkedRow> m_mark;
    /// The request of the running view task.
    ViewRequest m_viewRequest;
};

/// The folder in which the user keeps descriptions of formats for all datasets. It need not exist.
QString userFormatFolder();

} // namespace duologue::ui
