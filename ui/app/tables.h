// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/source.h"
#include "core/remote/remote_table.h"
#include "core/remote/table_layout.h"
#include "core/util/expected.h"
#include "ui/app/running_jobs.h"
#include "ui/app/tasks.h"

#include <QObject>
#include <QString>
#include <memory>
#include <optional>

namespace duologue::ui {

/// How the user has said that a table is read; nothing if it is read as found. Kept in the settings under its
/// address, which has no user in it. GUI thread.
LayoutChoice keptLayout(const QString& address);
void keepLayout(const QString& address, const LayoutChoice& choice);

class Workspace;

/// Which rows of a table in an engine are to be read here.
struct TableRequest {
    std::shared_ptr<const RemoteTable> table;
    /// In the query language; empty for all rows.
    QString query;
    /// The condition of the query about rows.
    Bounds bounds = Bounds::exactly("1");
    RowsWanted wanted;
    /// How many rows of the table match, by the engine; nothing if it was not asked.
    std::optional<MatchCounts> matching;
    /// Of rows in order: how many were on the pages before.
    std::uint64_t before = 0;
};

/// Fetches rows of a table and opens them as a dataset, which grows while they come. It lives in a file of
/// its own until another dataset is opened. GUI thread.
class TableRows : public QObject {
    Q_OBJECT

public:
    /// Those of a workspace, with which they live.
    static TableRows& of(Workspace& workspace);

    /// Stops what is fetched. What is open stays until the first of the new rows are there.
    void fetch(TableRequest request);
    /// Keeps the rows that are there.
    void cancel();
    bool isFetching() const { return m_task.isRunning(); }

    /// The rows of this request are the open dataset.
    bool isOpen() const { return m_open.table != nullptr; }
    /// What was asked for the rows that are open.
    const TableRequest& request() const { return m_open; }

    /// More rows can be fetched that follow those that are open.
    bool hasNext() const;
    void fetchNext();

    /// The engine counts for charts and facets what is not here: by default, if not all rows are.
    void setCountsAll(bool countsAll);
    bool countsAll() const { return m_countsAll; }
    bool isPart() const;
    /// Null to count the rows that are here.
    std::shared_ptr<const Source> counts() const { return m_countsAll && isPart() ? m_counts : nullptr; }

    /// "logs.chats: the first 200,000 of 1,214,338,002 conversations that match “score:5”", for a line that
    /// says what is here and what is at the engine.
    QString summary() const;
    /// The parts of it: "logs.chats", and without what the engine counts.
    QString tableName() const;
    QString rowsText() const;
    /// What the engine counts: "logs.chats: all conversations that match “score:5”, by the engine".
    QString wholeText() const;

Q_SIGNALS:
    /// Another table is open, or none, or fetching has begun or ended.
    void changed();

private:
    explicit TableRows(Workspace& workspace);

    void countMatching();
    void forgetComing();
    void take(const FetchedRows& fetched, bool isLast);
    void takeNothing();
    void fail(const TaskFailure& failure);
    void followPaths();

    Workspace& m_workspace;
    /// Its table keeps the file that is open.
    TableRequest m_open;
    QString m_openFile;
    std::shared_ptr<const Source> m_counts;
    bool m_countsAll = true;
    /// All rows that were asked for are here.
    bool m_isWhole = false;
    /// The id of the last row, if others may follow it.
    std::optional<std::string> m_last;
    /// What is fetched, until its first rows are open.
    TableRequest m_coming;
    std::shared_ptr<Progress> m_progress;
    LatestTask<FetchedRows> m_task;
    /// Counts what matches, if nobody has.
    LatestTask<Expected<MatchCounts, Phrase>> m_countTask;
    JobEntry m_job;
};

} // namespace duologue::ui
