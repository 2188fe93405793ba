// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/opened_paths.h"
#include "core/query/language/query_parser.h"
#include "ui/work/current_record.h"
#include "ui/work/latest_task.h"
#include "ui/work/memory_return.h"
#include "ui/work/source_watch.h"
#include "ui/work/text_ranks.h"
#include "ui/work/view.h"

#include <QObject>
#include <QStringList>
#include <filesystem>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace duologue::ui {

/// The one controller: what is open, what is asked, what is current. Panels read it, listen to its few
/// signals and call it; nothing else flows between them. GUI thread only; all slow work runs elsewhere and
/// arrives by signal.
class Workspace : public QObject {
    Q_OBJECT

public:
    explicit Workspace(QObject* parent = nullptr);
    ~Workspace() override;

    /// Where indexes of datasets are kept (LoadOptions::cacheFolder); empty, as at first, for nowhere.
    void setCacheFolder(std::filesystem::path folder) { m_cacheFolder = std::move(folder); }
    /// Links that lead out of the opened folders are followed; at first they are not. What is open is read
    /// anew.
    void setFollowLinks(bool follow);

    /// Reads these files and folders in place of what was open. The query goes, and with it its history.
    void open(const QStringList& paths);
    /// Reads what has changed on disk; query, order and current record stay where they can. It happens by
    /// itself when the system tells of a change, or the user comes back to the program.
    void reload();
    void close();
    /// Stops reading; what has been read stays.
    void cancelLoading();

    const QStringList& paths() const { return m_paths; }
    bool isLoading() const { return m_loading; }
    const Progress& progress() const { return *m_progress; }

    /// Never null; empty while nothing is open.
    const ViewPtr& view() const { return m_view; }
    const Snapshot& snapshot() const { return *m_view->snapshot; }

    /// The query that is asked; view()->query is the one that is answered.
    const Query& query() const { return m_query; }
    void setQuery(Query query);
    /// A mistake leaves the query that is in force as it is.
    std::optional<QueryMistake> setQueryText(const QString& text);
    bool canUndoQuery() const { return m_queryPlace > 0; }
    bool canRedoQuery() const { return m_queryPlace + 1 < m_queryHistory.size(); }
    void undoQuery();
    void redoQuery();

    void setSort(const SortKey& sort);
    const SortKey& sort() const { return m_sort; }

    /// The record that the reading panels show. Its contents arrive with currentChanged().
    void setCurrentRow(std::optional<Row> row);
    std::optional<Row> currentRow() const { return m_current.row(); }
    /// Null while there is none, or it is late, or it could not be read (then currentProblem()).
    const DecodedRecordPtr& current() const { return m_current.record(); }
    const std::optional<Problem>& currentProblem() const { return m_current.problem(); }
    /// See CurrentRecord.
    bool isCurrentLate() const { return m_current.isLate(); }
    void setPatience(std::chrono::milliseconds patience) { m_current.setPatience(patience); }

    /// Rows selected in the table, in its order, the first thousand: the current one and others beside it.
    void setSelectedRows(std::vector<Row> rows) { m_selectedRows = std::move(rows); }
    const std::vector<Row>& selectedRows() const { return m_selectedRows; }

    /// Index of the message that is highlighted and followed, -1 for none.
    void setCurrentMessage(int index) { m_current.setMessage(index); }
    int currentMessage() const { return m_current.message(); }

    /// Asks the tree of sources to show a file, by its shown path.
    void showFile(const QString& shownPath) { Q_EMIT fileShown(shownPath); }
    /// Asks the raw record to show where a problem of the current record is, now or once it is read.
    void showProblem(const Problem& problem) { Q_EMIT problemShown(problem); }

    /// In a line at the top of the window: what failed and why.
    void report(const QString& what, const QString& why);

Q_SIGNALS:
    /// Other paths are open (or none).
    void pathsChanged();
    void loadingChanged(bool loading);
    /// Rows, matches or order changed.
    void viewChanged();
    void queryChanged();
    /// The current record is there, or gone, or late.
    void currentChanged();
    void currentMessageChanged(int index);
    void fileShown(const QString& shownPath);
    void problemShown(const duologue::Problem& problem);
    void reported(const QString& what, const QString& why);

private:
    void load();
    void refresh(bool shown);
    void takeRefreshed(SnapshotPtr snapshot);
    void sayNotReadToTheEnd(const TaskFailure& failure);
    void watchSources();
    void followCurrent(const Snapshot& before);
    void takeSnapshot(SnapshotPtr snapshot);
    void refreshView();
    void showQuery();
    void takeView(std::variant<ViewPtr, QueryMistake> made);
    void refuseQuery(const QueryMistake& mistake);
    void finishLoading();

    QStringList m_paths;
    std::filesystem::path m_cacheFolder;
    FollowLinks m_followLinks = FollowLinks::Inside;
    bool m_loading = false;
    std::shared_ptr<Progress> m_progress = std::make_shared<Progress>();
    SnapshotPtr m_snapshot = std::make_shared<const Snapshot>();
    Query m_query;
    std::vector<Query> m_queryHistory{Query()};
    std::size_t m_queryPlace = 0;
    SortKey m_sort;
    ViewPtr m_view = std::make_shared<const View>();
    TextRanks m_textRanks;

    CurrentRecord m_current;
    std::vector<Row> m_selectedRows;
    SourceWatch m_watch;
    MemoryReturn m_memory;
    LatestTask<SnapshotPtr> m_loadTask{Turn::Soon};
    LatestTask<SnapshotPtr> m_refreshTask{Turn::Soon};
    /// Something has changed while the running refresh task was reading.
    bool m_refreshStale = false;
    LatestTask<std::variant<ViewPtr, QueryMistake>> m_viewTask{Turn::Soon};
    /// What the running view task answers.
    std::pair<Query, SortKey> m_asked;
    /// A newer snapshot waits for the running view task.
    bool m_viewStale = false;
    /// Reading has ended; what is left is to show it.
    bool m_snapshotIsLast = false;
};

} // namespace duologue::ui
