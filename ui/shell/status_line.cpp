// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/status_line.h"

#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

namespace duologue::ui {

namespace {

constexpr int kPollInterval = 100;
/// Shorter loading is not shown: nobody could read the message.
constexpr int kShownAfter = 300;
constexpr int kProgressWidth = 160;

} // namespace

StatusLine::StatusLine(Workspace& workspace, QWidget* parent)
    : QStatusBar(parent),
      m_workspace(workspace),
      m_counts(new QLabel(this)),
      m_problems(new QPushButton(this)),
      m_translation(new QLabel(this)),
      m_progress(new QProgressBar(this)),
      m_cancel(new QPushButton(tr("Cancel"), this))
{
    m_counts->setObjectName(QStringLiteral("countsLabel"));
    m_problems->setFlat(true);
    m_problems->setObjectName(QStringLiteral("problemsButton"));
    m_progress->setMaximumWidth(kProgressWidth);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Loading"));
    m_cancel->setObjectName(QStringLiteral("cancelButton"));
    m_cancel->setFlat(true);
    addWidget(m_counts);
    addWidget(m_problems);
    addWidget(m_translation);
    addPermanentWidget(m_progress);
    addPermanentWidget(m_cancel);
    connect(&m_poll, &QTimer::timeout, this, &StatusLine::showProgress);
    connect(m_cancel, &QPushButton::clicked, &m_workspace, &Workspace::cancelLoading);
    connect(m_problems, &QPushButton::clicked, this, &StatusLine::problemsClicked);
    connect(&m_workspace, &Workspace::viewChanged, this, &StatusLine::showCounts);
    m_patience.setInterval(kShownAfter);
    m_patience.setSingleShot(true);
    connect(&m_workspace, &Workspace::queryChanged, &m_patience, qOverload<>(&QTimer::start));
    connect(&m_patience, &QTimer::timeout, this, &StatusLine::showSearching);
    connect(&m_workspace, &Workspace::loadingChanged, this, &StatusLine::showLoading);
    showCounts();
    showLoading(m_workspace.isLoading());
}

QString StatusLine::countsText(const View& view)
{
    return (view.isPartial ? tr("%1 of %2 conversations so far, searching…") : tr("%1 of %2 conversations"))
        .arg(countText(view.order.size()), countText(view.snapshot->recordCount()));
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
    const Snapshot& snapshot = *view.snapshot;
    const bool open = !m_workspace.paths().isEmpty();
    m_counts->setText(open ? countsText(view) : tr("No dataset open"));
    const QString problems = problemsText(snapshot.problemCounts);
    m_problems->setVisible(!problems.isEmpty());
    m_problems->setText(problems);
    m_problems->setAccessibleName(problems.isEmpty() ? tr("No problems") : problems);
    m_translation->setVisible(!view.order.empty());
    const TranslationCounts& translation = view.translation;
    if (translation.partial > 0)
        m_translation->setText(
            tr("%n translation(s) incomplete", nullptr, static_cast<int>(translation.partial)));
    else if (translation.complete == 0)
        m_translation->setText(tr("no translations"));
    else if (translation.none > 0)
        m_translation->setText(tr("%1 translated, %2 in one language")
                                   .arg(countText(translation.complete), countText(translation.none)));
    else
        m_translation->setText(tr("translation complete"));
}

void StatusLine::showLoading(bool loading)
{
    m_progress->hide();
    m_cancel->hide();
    if (loading) {
        m_poll.start(kShownAfter);
        return;
    }
    m_poll.stop();
    showCounts();
}

void StatusLine::showProgress()
{
    m_poll.start(kPollInterval);
    m_progress->show();
    m_cancel->show();
    const Progress& progress = m_workspace.progress();
    const auto total = progress.bytesTotal.load();
    constexpr int kSteps = 1000;
    m_progress->setRange(0, total == 0 ? 0 : kSteps);
    if (total > 0)
        m_progress->setValue(static_cast<int>(static_cast<double>(progress.bytesDone.load()) /
                                              static_cast<double>(total) * kSteps));
    m_progress->setToolTip(
        tr("%1 of %2 files")
            .arg(countText(progress.filesDone.load()), countText(progress.filesTotal.load())));
}

} // namespace duologue::ui
