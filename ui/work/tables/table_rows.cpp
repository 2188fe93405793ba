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
    m_isOpen = false;
    m_request = std::move(request);
    m_fetched = {};
    m_progress = std::make_shared<Progress>();
    const std::uint64_t most = m_request.matching
                                   ? std::min(m_request.wanted.limit, m_request.matching->upper)
                                   : m_request.wanted.limit;
    m_job.begin(
        tr("Fetching"),
        [progress = m_progress, most] {
            return JobAmount{progress->recordsDone, most, JobAmount::Unit::Conversations};
        },
        [this] { cancel(); });
    m_task.stream(
        [asked = m_request](const Job& job, const auto& early) {
            return asked.table->fetch(asked.bounds.upper, asked.wanted, job, early);
        },
        [this](const FetchedRows& fetched) { take(fetched, false); },
        [this](const FetchedRows& fetched) { take(fetched, true); }, m_progress);
    Q_EMIT changed();
}

void TableRows::cancel()
{
    if (!m_task.isRunning())
        return;
    m_task.cancel();
    m_job.end();
    Q_EMIT changed();
}

/// The workspace looks by itself for what is added to an open file.
void TableRows::take(const FetchedRows& fetched, bool isLast)
{
    const bool hasMore = fetched.rows > m_fetched.rows;
    m_fetched = fetched;
    if (isLast)
        m_job.end(tr("%1 conversations fetched").arg(countText(fetched.rows)));
    const QString name = toQt(m_request.table->address().shownName());
    if (isLast && !fetched.mistake.empty())
        m_workspace.report(fetched.rows == 0 ? tr("No rows of %1 came:").arg(asLabel(name))
                                             : tr("Only some rows of %1 came:").arg(asLabel(name)),
                           translated(fetched.mistake));
    if (!m_isOpen && (fetched.rows > 0 || (isLast && fetched.mistake.empty()))) {
        m_isOpen = true;
        m_workspace.openFetched(toQt(fetched.file.string()), toQt(m_request.table->address().text()));
        // Rows that only may match are among them.
        if (!m_request.query.isEmpty())
            (void)m_workspace.setQueryText(m_request.query);
    } else if (m_isOpen && isLast && hasMore) {
        m_workspace.reload();
    }
    Q_EMIT changed();
}

/// Another dataset is open: its rows are not those of a table.
void TableRows::followPaths()
{
    const bool isOurs = m_isOpen && m_workspace.paths() == QStringList(toQt(m_fetched.file.string()));
    if (isOurs || (!m_isOpen && !m_task.isRunning() && m_request.table == nullptr))
        return;
    m_task.cancel();
    m_job.end();
    m_isOpen = false;
    m_request = {};
    m_fetched = {};
    Q_EMIT changed();
}

QString TableRows::summary() const
{
    if (!m_isOpen)
        return {};
    const QString name = asLabel(toQt(m_request.table->address().shownName()));
    const QString here = countText(m_fetched.rows);
    QString text;
    const auto& matching = m_request.matching;
    if (!matching)
        text = tr("%1: %2 conversations").arg(name, here);
    else if (m_fetched.rows >= matching->upper)
        text = tr("%1: all %2 conversations").arg(name, here);
    else {
        const QString all = matching->isExact() ? countText(matching->upper)
                                                : tr("at most %1").arg(countText(matching->upper));
        text = (m_request.wanted.seed ? tr("%1: %2 of %3 conversations, chosen at random")
                                      : tr("%1: the first %2 of %3 conversations"))
                   .arg(name, here, all);
    }
    if (!m_request.query.isEmpty())
        text += tr(" that match “%1”").arg(asLabel(m_request.query));
    return text;
}

} // namespace duologue::ui
