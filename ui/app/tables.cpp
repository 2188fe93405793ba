// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/tables.h"
#include "core/query/query_parser.h"
#include "core/remote/table_counts.h"
#include "ui/app/settings.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"

#include <QStringList>
#include <algorithm>
#include <array>
#include <utility>

namespace duologue::ui {

namespace {

struct NamedKind {
    const char* name;
    TableKind kind;
};

constexpr std::array<NamedKind, 3> kKinds{
    {{"rows", TableKind::Rows}, {"lists", TableKind::Lists}, {"messages", TableKind::Messages}}};

QString keyOfLayout(const QString& address)
{
    return QStringLiteral("tables/") +
           QString::fromLatin1(address.toUtf8().toBase64(QByteArray::Base64UrlEncoding));
}

} // namespace

LayoutChoice keptLayout(const QString& address)
{
    constexpr qsizetype kParts = 5;
    LayoutChoice choice;
    const QStringList parts = storedSetting(keyOfLayout(address)).toStringList();
    if (parts.size() != kParts)
        return choice;
    const auto kind = std::ranges::find(kKinds, parts[0],
                                        [](const NamedKind& each) { return QString::fromLatin1(each.name); });
    if (kind == kKinds.end())
        return choice;
    return {kind->kind, fromQt(parts[1]), fromQt(parts[2]), fromQt(parts[3]), fromQt(parts[4])};
}

void keepLayout(const QString& address, const LayoutChoice& choice)
{
    if (!choice.kind) {
        storeSetting(keyOfLayout(address), {});
        return;
    }
    const auto kind = std::ranges::find(kKinds, *choice.kind, &NamedKind::kind);
    storeSetting(keyOfLayout(address),
                 QStringList{QString::fromLatin1(kind->name), toQt(choice.role), toQt(choice.text),
                             toQt(choice.conversation), toQt(choice.position)});
}

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
            const WaitsElsewhere waits;
            return asked.table->fetch(asked.bounds.upper, asked.wanted, job, early);
        },
        [this](const FetchedRows& fetched) { take(fetched, false); },
        [this](const FetchedRows& fetched) { take(fetched, true); }, m_progress,
        [this](const TaskFailure& failure) { fail(failure); });
    countMatching();
    Q_EMIT changed();
}

void TableRows::countMatching()
{
    m_countTask.cancel();
    if (m_coming.matching)
        return;
    m_countTask.run(
        [table = m_coming.table, bounds = m_coming.bounds](const Job& job) {
            const WaitsElsewhere waits;
            return table->count(bounds, job);
        },
        [this](const Expected<MatchCounts, Phrase>& counted) {
            if (const auto* matching = counted.get())
                (m_coming.table != nullptr ? m_coming : m_open).matching = *matching;
            Q_EMIT changed();
        });
}

void TableRows::forgetComing()
{
    if (m_coming.table != nullptr)
        m_countTask.cancel();
    m_coming = {};
}

void TableRows::cancel()
{
    if (!m_task.isRunning())
        return;
    m_task.cancel();
    m_job.end();
    forgetComing();
    Q_EMIT changed();
}

void TableRows::fail(const TaskFailure& failure)
{
    m_job.end();
    forgetComing();
    TaskFailures::ofThisThread().report(failure);
    Q_EMIT changed();
}

/// What is open stays.
void TableRows::takeNothing()
{
    const TableRequest asked = std::exchange(m_coming, {});
    const QString text = asked.wanted.after ? tr("No further conversations")
                         : asked.query.isEmpty()
                             ? tr("The table has no conversations")
                             : tr("No conversation matches “%1”").arg(asLabel(asked.query));
    if (asked.wanted.after)
        m_last.reset();
    m_job.end(text);
    m_workspace.report(asLabel(toQt(asked.table->address().shownName())), text);
    Q_EMIT changed();
}

/// The workspace looks by itself for what is added to an open file.
void TableRows::take(const FetchedRows& fetched, bool isLast)
{
    const bool isNew = m_coming.table != nullptr;
    if (isNew && isLast && fetched.rows == 0 && fetched.mistake.empty()) {
        takeNothing();
        return;
    }
    const QString name = asLabel(toQt((isNew ? m_coming : m_open).table->address().shownName()));
    if (isLast)
        m_job.end(tr("%1 conversations fetched").arg(countText(fetched.rows)));
    if (isNew && fetched.rows > 0) {
        m_open = std::exchange(m_coming, {});
        m_openFile = toQt(fetched.file.string());
        const auto base = parseQuery(fromQt(m_open.query));
        const auto* query = base.get();
        m_counts = std::make_shared<TableCounts>(m_open.table, query == nullptr ? Query() : *query);
        m_isWhole = false;
        m_last.reset();
        m_workspace.openFetched(m_openFile, toQt(m_open.table->address().text()));
        // Rows that only may match are among them.
        if (!m_open.query.isEmpty())
            (void)m_workspace.setQueryText(m_open.query);
    } else if (!isNew && isLast) {
        m_workspace.reload();
    }
    // Without any row, the ones before are still open.
    if (isLast && m_coming.table == nullptr) {
        m_last = fetched.last;
        m_isWhole =
            fetched.mistake.empty() && !m_open.wanted.after && !m_last && fetched.rows < m_open.wanted.limit;
    }
    if (isLast)
        m_coming = {};
    // After the dataset, which takes away what was reported before.
    if (isLast && !fetched.mistake.empty())
        m_workspace.report(fetched.rows == 0 ? tr("No rows of %1 were fetched:").arg(name)
                                             : tr("Only some rows of %1 were fetched:").arg(name),
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
    m_counts.reset();
    m_countTask.cancel();
    m_last.reset();
    Q_EMIT changed();
}

bool TableRows::hasNext() const
{
    if (!isOpen() || isFetching() || !m_last)
        return false;
    const auto& matching = m_open.matching;
    return !matching || m_open.before + m_workspace.snapshot().recordCount() < matching->upper;
}

void TableRows::fetchNext()
{
    if (!hasNext())
        return;
    TableRequest next = m_open;
    next.wanted.after = m_last;
    next.before += m_workspace.snapshot().recordCount();
    fetch(std::move(next));
}

void TableRows::setCountsAll(bool countsAll)
{
    if (std::exchange(m_countsAll, countsAll) != countsAll)
        Q_EMIT changed();
}

bool TableRows::isPart() const
{
    if (!isOpen() || m_isWhole)
        return false;
    return !m_open.matching || m_workspace.snapshot().recordCount() < m_open.matching->upper;
}

QString TableRows::tableName() const
{
    return isOpen() ? asLabel(toQt(m_open.table->address().shownName())) : QString();
}

QString TableRows::rowsText() const
{
    if (!isOpen())
        return {};
    const QString name = tableName();
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
        if (m_open.before > 0)
            text = tr("%1: %2 to %3 of %4 conversations, sorted by id")
                       .arg(name, countText(m_open.before + 1), countText(m_open.before + rows), all);
        else
            text = (m_open.wanted.seed ? tr("%1: %2 of %3 conversations, chosen at random")
                                       : tr("%1: the first %2 of %3 conversations"))
                       .arg(name, here, all);
    }
    if (!m_open.query.isEmpty())
        text += tr(" that match “%1”").arg(asLabel(m_open.query));
    return text;
}

QString TableRows::wholeText() const
{
    return m_open.query.isEmpty() ? tr("%1: all conversations, counted by the engine").arg(tableName())
                                  : tr("%1: all conversations that match “%2”, counted by the engine")
                                        .arg(tableName(), asLabel(m_open.query));
}

QString TableRows::summary() const
{
    if (!isPart())
        return rowsText();
    return rowsText() + QStringLiteral(" · ") +
           (counts() != nullptr ? tr("charts and facets: all, counted by the engine")
                                : tr("charts and facets: these only"));
}

} // namespace duologue::ui
