// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/status_line.h"

#include "ui/models/words/count_words.h"
#include "ui/views/widgets/elided_label.h"
#include "ui/work/program/running_jobs.h"
#include "ui/work/qt_text.h"
#include "ui/work/tables/table_rows.h"
#include "ui/work/workspace.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <algorithm>

namespace duologue::ui {

namespace {

/// Shorter work is not shown: nobody could read the message.
constexpr int kShownAfter = 300;
constexpr int kProgressWidth = 160;

} // namespace

StatusLine::StatusLine(Workspace& workspace, QWidget* parent)
    : QStatusBar(parent),
      m_workspace(workspace),
      m_rows(TableRows::of(workspace)),
      m_jobs(RunningJobs::ofThisThread()),
      m_counts(new QLabel(this)),
      m_problemsGap(new QLabel(QStringLiteral("·"), this)),
      m_problems(new QPushButton(this)),
      m_translationGap(new QLabel(QStringLiteral("·"), this)),
      m_translation(new QLabel(this)),
      m_table(new QPushButton(this)),
      m_keys(new ElidedLabel(this)),
      m_job(new QLabel(this)),
      m_progress(new QProgressBar(this)),
      m_cancel(new QPushButton(tr("Cancel"), this))
{
    m_counts->setObjectName(QStringLiteral("countsLabel"));
    m_problems->setFlat(true);
    m_problems->setObjectName(QStringLiteral("problemsButton"));
    m_progress->setMaximumWidth(kProgressWidth);
    m_progress->setTextVisible(false);
    m_job->setObjectName(QStringLiteral("jobLabel"));
    m_progress->setObjectName(QStringLiteral("jobProgress"));
    m_cancel->setObjectName(QStringLiteral("cancelButton"));
    m_cancel->setFlat(true);
    for (QWidget* part : std::initializer_list<QWidget*>{m_counts, m_problemsGap, m_problems,
                                                         m_translationGap, m_translation})
        addWidget(part);
    m_table->setFlat(true);
    m_table->setObjectName(QStringLiteral("tableRowsButton"));
    m_table->setToolTip(tr("The list is about the conversations here. Opens others of the table."));
    addWidget(m_table);
    m_keys->setObjectName(QStringLiteral("keyLine"));
    m_keys->setForegroundRole(QPalette::PlaceholderText);
    m_keys->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    addWidget(m_keys, 1);
    addPermanentWidget(m_job);
    addPermanentWidget(m_progress);
    addPermanentWidget(m_cancel);
    connect(&m_jobs, &RunningJobs::changed, this, &StatusLine::showJobs);
    connect(m_cancel, &QPushButton::clicked, &m_jobs, &RunningJobs::cancelAll);
    connect(m_problems, &QPushButton::clicked, this, &StatusLine::problemsClicked);
    connect(m_table, &QPushButton::clicked, this, &StatusLine::tableClicked);
    connect(&m_rows, &TableRows::changed, this, &StatusLine::showTable);
    connect(&m_workspace, &Workspace::viewChanged, this, &StatusLine::showTable);
    connect(&m_workspace, &Workspace::viewChanged, this, &StatusLine::showCounts);
    m_patience.setInterval(kShownAfter);
    m_patience.setSingleShot(true);
    connect(&m_workspace, &Workspace::queryChanged, &m_patience, qOverload<>(&QTimer::start));
    connect(&m_patience, &QTimer::timeout, this, &StatusLine::showSearching);
    connect(&m_workspace, &Workspace::loadingChanged, this, &StatusLine::showCounts);
    showCounts();
    showJobs();
    showTable();
}

QString StatusLine::countsText(const View& view)
{
    return view.isPartial ? tr("%1 of %2 conversations so far, searching…")
                                .arg(countText(view.order.size()), countText(view.snapshot->recordCount()))
                          : conversationsOfText(view.order.size(), *view.snapshot);
}

/// The same numbers as in `duologue-cli validate`; empty if all are 0.
QString StatusLine::problemsText(const ProblemCounts& counts)
{
    QStringList parts;
    if (counts.errors() > 0)
        parts << tr("%n error(s)", nullptr, static_cast<int>(counts.errors()));
    if (counts.warnings() > 0)
        parts << tr("%n warning(s)", nullptr, static_cast<int>(counts.warnings()));
    if (counts.notes() > 0)
        parts << tr("%n note(s)", nullptr, static_cast<int>(counts.notes()));
    //: Stands between the parts of "2 errors, 1 warning, 3 notes".
    return parts.join(tr(", "));
}

/// Next to the number of the conversations that are shown, it says of how many the problems are.
QString StatusLine::problemsOfText(const View& view)
{
    const Snapshot& snapshot = *view.snapshot;
    const QString problems = problemsText(snapshot.problemCounts);
    if (problems.isEmpty() || view.order.size() == snapshot.recordCount())
        return problems;
    return (snapshot.complete ? tr("%1 in all %2") : tr("%1 in the %2 read"))
        .arg(problems, countText(snapshot.recordCount()));
}

/// Short searches are not shown: nobody could read the message.
void StatusLine::showSearching()
{
    const View& view = *m_workspace.view();
    if (view.query != m_workspace.query() && view.snapshot->recordCount() > 0)
        m_counts->setText(tr("Searching…"));
}

void StatusLine::showCounts()
{
    const View& view = *m_workspace.view();
    const bool open = !m_workspace.paths().isEmpty();
    m_counts->setText(open ? countsText(view) : tr("No dataset open"));
    const QString problems = problemsOfText(view);
    m_problems->setVisible(!problems.isEmpty());
    m_problemsGap->setVisible(!problems.isEmpty());
    m_problems->setText(problems);
    m_problems->setAccessibleName(problems.isEmpty() ? tr("No problems") : problems);
    const TranslationCounts& translation = view.translation;
    const bool isTranslated = translation.partial > 0 || translation.complete > 0;
    m_translation->setVisible(isTranslated);
    m_translationGap->setVisible(isTranslated);
    if (translation.partial > 0)
        m_translation->setText(
            tr("%n translation(s) incomplete", nullptr, static_cast<int>(translation.partial)));
    else if (translation.none > 0)
        m_translation->setText(tr("%1 translated, %2 in one language")
                                   .arg(countText(translation.complete), countText(translation.none)));
    else
        m_translation->setText(tr("translation complete"));
}

void StatusLine::showTable()
{
    m_table->setVisible(m_rows.isOpen());
    m_table->setText(asMenuText(m_rows.summary()));
    m_table->setAccessibleName(m_rows.isOpen() ? m_rows.summary() : tr("No table open"));
}

/// The job that began first; how many others there are is said with it.
void StatusLine::showJobs()
{
    const auto& jobs = m_jobs.jobs();
    const bool isShown = !jobs.empty() && jobs.front().since.elapsed() >= kShownAfter;
    for (QWidget* part : std::initializer_list<QWidget*>{m_job, m_progress, m_cancel})
        part->setVisible(isShown);
    if (!isShown)
        return;
    const RunningJob& job = jobs.front();
    const QString speed = job.speed();
    QString text = speed.isEmpty() ? job.title : tr("%1: %2").arg(job.title, speed);
    if (jobs.size() > 1)
        text = tr("%1 (and %2 more)").arg(text, countText(jobs.size() - 1));
    m_job->setText(text);
    m_progress->setAccessibleName(job.title);
    constexpr int kSteps = 1000;
    const double share = job.share();
    m_progress->setRange(0, share < 0 ? 0 : kSteps);
    if (share >= 0)
        m_progress->setValue(static_cast<int>(share * kSteps));
    m_cancel->setVisible(
        std::any_of(jobs.begin(), jobs.end(), [](const RunningJob& each) { return each.cancel != nullptr; }));
}

} // namespace duologue::ui
