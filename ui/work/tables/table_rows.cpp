// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work/tables/table_rows.h"

#include "ui/work/phrase_words.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <algorithm>
#include <utility>

namespace duologue::ui {

TableRows& TableRows::of(Workspace& workspace)
{
    if (auto* known = workspace.findChild<TableRows*>(QString(), Qt::FindDirectChildrenOnly))
        return *known;
    return *new TableRows(workspace);
}

TableRows::TableRows(Workspace& workspace) : QObject(&workspace), m_workspace(workspace)
{
    connect(&m_workspace, &Workspace::pathsChanged, this, &TableRows::followPaths);
}

void TableRows::fetch(TableRequest request)
{
    m_task.cancel();
    m_coming = std::move(request);
    m_progress = std::make_shared<Progress>();
    const std::uint64_t most =
        m_coming.matching ? std::min(m_coming.wanted.limit, m_coming.matching->upper) : m_coming.wanted.limit;
    m_job.begin(
        tr("Fetching"),
        [progress = m_progress, most] {
            return JobAmount{progress->recordsDone, most, JobAmount::Unit::Conversations};
        },
        [this] { cancel(); });
    m_task.stream(
        [asked = m_coming](const Job& job, const auto& early) {
            return asked.table->fetch(asked.bounds.upper, asked.wanted, job, early);
        },
        [this](const FetchedRows& fetched) { take(fetched, false); },
        [this](const FetchedRows& fetched) { take(fetched, true); }, m_progress,
        [this](const TaskFailure& failure) { fail(failure); });
    Q_EMIT changed();
}

void TableRows::cancel()
{
    if (!m_task.isRunning())
        return;
    m_task.cancel();
    m_job.end();
    m_coming = {};
    Q_EMIT changed();
}

void TableRows::fail(const TaskFailure& failure)
{
    m_job.end();
    m_coming = {};
    TaskFailures::ofThisThread().report(failure);
    Q_EMIT changed();
}

/// The workspace looks by itself for what is added to an open file.
void TableRows::take(const FetchedRows& fetched, bool isLast)
{
    const bool isNew = m_coming.table != nullptr;
    const QString name = asLabel(toQt((isNew ? m_coming : m_open).table->address().shownName()));
    if (isLast)
        m_job.end(tr("%1 conversations fetched").arg(countText(fetched.rows)));
    if (isNew && (fetched.rows > 0 || (isLast && fetched.mistake.empty()))) {
        m_open = std::exchange(m_coming, {});
        m_openFile = toQt(fetched.file.string());
        m_workspace.openFetched(m_openFile, toQt(m_open.table->address().text()));
        // Rows that only may match are among them.
        if (!m_open.query.isEmpty())
            (void)m_workspace.setQueryText(m_open.query);
    } else if (!isNew && isLast) {
        m_workspace.reload();
    }
    if (isLast)
        m_coming = {};
    // After the dataset, which takes away what was reported before.
    if (isLast && !fetched.mistake.empty())
        m_workspace.report(fetched.rows == 0 ? tr("No rows of %1 came:").arg(name)
                                             : tr("Only some rows of %1 came:").arg(name),
                           translated(fetched.mistake));
    Q_EMIT changed();
}

/// Another dataset is open: its rows are not those of a table.
void TableRows::followPaths()
{
    if (isOpen() && m_workspace.paths() == QStringList(m_openFile))
        return;
    m_task.cancel();
    m_job.end();
    m_coming = {};
    m_open = {};
    Q_EMIT changed();
}

QString TableRows::summary() const
{
    if (!isOpen())
        return {};
    const QString name = asLabel(toQt(m_open.table->address().shownName()));
    const std::size_t rows = m_workspace.snapshot().recordCount();
    const QString here = countText(rows);
    QString text;
    const auto& matching = m_open.matching;
    if (!matching)
        text = tr("%1: %2 conversations").arg(name, here);
    else if (rows >= matching->upper)
        text = tr("%1: all %2 conversations").arg(name, here);
    else {
        const QString all = matching->isExact() ? countText(matching->upper)
                                                : tr("at most %1").arg(countText(matching->upper));
        text = (m_open.wanted.seed ? tr("%1: %2 of %3 conversations, chosen at random")
                                   : tr("%1: the first %2 of %3 conversations"))
                   .arg(name, here, all);
    }
    if (!m_open.query.isEmpty())
        text += tr(" that match “%1”").arg(asLabel(m_open.query));
    return text;
}

} // namespace duologue::ui
