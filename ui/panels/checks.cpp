// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/check/finding_model.h"
#include "ui/panels/panel.h"
#include "ui/views/record/spread_delegate.h"
#include "ui/views/widgets/clear_button.h"
#include "ui/views/widgets/menu_section.h"
#include "ui/views/widgets/metrics.h"
#include "ui/work/phrase_words.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QAction>
#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

namespace duologue::ui {

namespace {

constexpr int kChecksRefresh = 100;

/// What checks find in the dataset: a button that runs them, their findings by check, and what a check looked
/// at. Enter or a click goes to the words in question; F8 and Shift+F8 go from finding to finding.
class ChecksPanel final : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(ChecksPanel)

public:
    ChecksPanel(Workspace& workspace, QWidget* parent)
        : QWidget(parent),
          m_workspace(workspace),
          m_checks(workspace.checks()),
          m_model(new FindingModel(this)),
          m_start(new QPushButton(this)),
          m_bar(new QProgressBar(this)),
          m_summary(new QLabel(this)),
          m_report(new QPushButton(tr("&Report…"), this)),
          m_filter(new QLineEdit(this)),
          m_tree(new QTreeView(this)),
          m_about(new QLabel(this))
    {
        m_start->setObjectName(QStringLiteral("checkStart"));
        m_bar->setAccessibleName(tr("Progress of the checks"));
        m_bar->setTextVisible(false);
        m_summary->setObjectName(QStringLiteral("checkSummary"));
        m_summary->setTextFormat(Qt::PlainText);
        m_summary->setWordWrap(true);
        m_about->setObjectName(QStringLiteral("checkAbout"));
        m_about->setTextFormat(Qt::PlainText);
        m_about->setWordWrap(true);
        m_about->setForegroundRole(QPalette::PlaceholderText);
        m_report->setObjectName(QStringLiteral("checkReportButton"));
        m_report->setToolTip(tr("What was found as a document, to read, copy and save"));
        connect(m_report, &QPushButton::clicked, &m_workspace, &Workspace::showCheckReport);
        m_filter->setPlaceholderText(tr("Search checks"));
        m_filter->setAccessibleName(tr("Search checks"));
        addClearButton(*m_filter);
        makeTree();
        layOut();
        makeActions();
        m_refresh.setInterval(kChecksRefresh);
        connect(&m_refresh, &QTimer::timeout, this, [this] { showProgress(); });
        connect(m_start, &QPushButton::clicked, this, [this] {
            if (m_checks.isRunning())
                m_checks.cancel();
            else
                m_workspace.startChecks();
        });
        connect(m_filter, &QLineEdit::textChanged, this, [this] { showFindings(); });
        connect(&m_checks, &DatasetChecks::changed, this, [this] {
            showState();
            showFindings();
        });
        connect(&m_workspace, &Workspace::viewChanged, this, [this] { showState(); });
        connect(&m_workspace, &Workspace::loadingChanged, this, [this] { showState(); });
        showState();
        showFindings();
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QWidget::resizeEvent(event);
        fitColumns();
    }

private:
    void makeTree()
    {
        m_tree->setObjectName(QStringLiteral("findingTree"));
        m_tree->setAccessibleName(tr("Findings"));
        m_tree->setModel(m_model);
        m_tree->setUniformRowHeights(true);
        m_tree->setItemDelegateForColumn(FindingModel::SpreadColumn, new SpreadDelegate(m_tree));
        m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
        m_tree->header()->setStretchLastSection(false);
        m_tree->header()->setSectionResizeMode(FindingModel::WhatColumn, QHeaderView::Stretch);
        connect(m_tree, &QTreeView::activated, this, [this](const QModelIndex& index) { goTo(index); });
        connect(m_tree, &QTreeView::clicked, this, [this](const QModelIndex& index) { goTo(index); });
        connect(m_tree, &QWidget::customContextMenuRequested, this,
                [this](const QPoint& point) { showMenu(point); });
        connect(m_tree->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
                [this](const QModelIndex& index) { showAbout(index); });
    }

    void layOut()
    {
        auto* top = new QHBoxLayout;
        top->addWidget(m_start);
        top->addWidget(m_bar);
        top->addWidget(m_summary, 1);
        top->addWidget(m_report);
        top->addWidget(m_filter);
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(kHalfGrid);
        top->setContentsMargins(kGrid, kHalfGrid, kGrid, 0);
        top->setSpacing(kGrid);
        m_about->setContentsMargins(kGrid, 0, kGrid, kHalfGrid);
        layout->addLayout(top);
        layout->addWidget(m_tree, 1);
        layout->addWidget(m_about);
        layout->addStretch(0);
    }

    void makeActions()
    {
        const auto add = [this](const char* name, const QString& text, const QKeySequence& keys, auto slot) {
            auto* action = new QAction(text, this);
            action->setObjectName(QLatin1String(name));
            action->setShortcut(keys);
            setMenuSection(*action, MenuSection::Messages);
            addAction(action);
            connect(action, &QAction::triggered, this, slot);
            m_actions << action;
        };
        add("findingPrevious", tr("Previous finding"), QKeySequence(Qt::SHIFT | Qt::Key_F8),
            [this] { step(-1); });
        add("findingNext", tr("Next finding"), QKeySequence(Qt::Key_F8), [this] { step(1); });
        add("acceptFinding", tr("Accept this finding…"), {}, [this] { accept(m_tree->currentIndex()); });
    }

    void showState()
    {
        const bool isRunning = m_checks.isRunning();
        m_start->setText(isRunning                       ? tr("&Cancel checks")
                         : m_checks.checked() == nullptr ? tr("&Check the dataset")
                                                         : tr("&Check again"));
        m_start->setEnabled(isRunning ||
                            (m_workspace.snapshot().recordCount() > 0 && m_workspace.snapshot().complete));
        m_bar->setVisible(isRunning);
        if (isRunning)
            m_refresh.start();
        else
            m_refresh.stop();
        showProgress();
        for (QAction* action : m_actions)
            action->setEnabled(m_model->rowCount() > 0);
    }

    void showProgress()
    {
        if (m_checks.isRunning()) {
            m_bar->setRange(0, static_cast<int>(m_workspace.snapshot().recordCount()));
            m_bar->setValue(static_cast<int>(m_checks.progress().recordsDone));
            m_summary->setText(
                tr("%1 conversations checked").arg(countText(m_checks.progress().recordsDone)));
            return;
        }
        m_summary->setText(summary());
    }

    QString summary() const
    {
        const CheckedSnapshotPtr& checked = m_checks.checked();
        QString text;
        if (checked == nullptr)
            text = tr("Looks for cut translations, empty answers, repeats, personal data and more.");
        else if (checked->run.findings.empty())
            text = tr("Nothing was found in %1 conversations.").arg(countText(checked->run.records));
        else
            text = tr("%1 errors, %2 warnings, %3 notes in %4 conversations")
                       .arg(countText(checked->run.count(Severity::Error)),
                            countText(checked->run.count(Severity::Warning)),
                            countText(checked->run.count(Severity::Note)), countText(conversationsFound()));
        if (!m_checks.settingsMistake().empty())
            text += QLatin1Char(' ') + tr("The settings beside the dataset are not used: %1")
                                           .arg(translated(m_checks.settingsMistake()));
        return text;
    }

    std::uint64_t conversationsFound() const
    {
        const CheckedSnapshot& checked = *m_checks.checked();
        std::uint64_t count = 0;
        std::optional<Row> last;
        for (const std::uint32_t finding : checked.byRow) {
            const Row row = checked.run.findings[finding].row;
            count += last == row ? 0 : 1;
            last = row;
        }
        return count;
    }

    void showFindings()
    {
        m_model->setChecked(m_checks.checked(), m_filter->text().trimmed());
        const bool some = m_model->rowCount() > 0;
        m_tree->setVisible(some);
        m_filter->setVisible(m_checks.checked() != nullptr);
        m_report->setVisible(m_checks.checked() != nullptr);
        m_about->clear();
        m_about->setVisible(some);
        for (QAction* action : m_actions)
            action->setEnabled(some);
        fitColumns();
    }

    void fitColumns()
    {
        constexpr double kWidestPlace = 0.35;
        constexpr double kSpread = 0.15;
        m_tree->resizeColumnToContents(FindingModel::CountColumn);
        m_tree->setColumnWidth(FindingModel::SpreadColumn, static_cast<int>(m_tree->width() * kSpread));
        m_tree->setColumnWidth(FindingModel::RecordColumn, static_cast<int>(m_tree->width() * kWidestPlace));
    }

    void showAbout(const QModelIndex& index)
    {
        const QVariant number = index.data(FindingModel::CheckRole);
        if (!number.isValid() || m_checks.checked() == nullptr)
            return;
        const Check& check = *checks()[number.toUInt()];
        QString text = checkReason(check);
        if (const CheckResult* result = m_checks.checked()->resultOf(check))
            text += QLatin1Char(' ') + checkScope(*result);
        m_about->setText(text);
    }

    void step(int by)
    {
        const QModelIndex next = m_model->step(m_tree->currentIndex(), by);
        if (!next.isValid())
            return;
        m_tree->setCurrentIndex(next);
        goTo(next);
    }

    /// To the words in question.
    void goTo(const QModelIndex& index)
    {
        if (const QVariant number = index.data(FindingModel::FindingRole); number.isValid())
            m_workspace.showFinding(m_checks.checked()->run.findings[number.toUInt()]);
    }

    void showMenu(const QPoint& point)
    {
        const QModelIndex index = m_tree->indexAt(point);
        if (!index.isValid())
            return;
        QMenu menu(this);
        const Check& check = *checks()[index.data(FindingModel::CheckRole).toUInt()];
        if (index.data(FindingModel::FindingRole).isValid()) {
            menu.addAction(tr("Go to the conversation"), this, [this, index] { goTo(index); });
            menu.addAction(tr("Accept this finding…"), this, [this, index] { accept(index); });
        }
        menu.addAction(
            tr("Show only conversations with “%1”").arg(asMenuText(checkTitle(check))), this, [this, &check] {
                (void)m_workspace.setQueryText(QStringLiteral("check:") + toQt(std::string(check.id)));
            });
        menu.addAction(tr("Chart of all checks"), this, [this] { showChart(); });
        menu.addAction(tr("Copy"), this, [index] {
            QStringList cells;
            for (int column = 0; column < FindingModel::ColumnCount; ++column)
                cells << index.siblingAtColumn(column).data().toString();
            QGuiApplication::clipboard()->setText(cells.join(QLatin1Char('\t')).trimmed());
        });
        menu.exec(m_tree->viewport()->mapToGlobal(point));
    }

    /// In the charts, whose bars filter: how many conversations each check has found something in.
    void showChart() { m_workspace.showChart({"distribution", "check", {}, {}}); }

    void accept(const QModelIndex& index)
    {
        const QVariant finding = index.data(FindingModel::FindingRole);
        if (!finding.isValid())
            return;
        bool isChosen = false;
        const QString reason = QInputDialog::getText(this, tr("Accept this finding"),
                                                     tr("It is kept beside the dataset, with the reason, and "
                                                        "not shown again. Why is it right as it is?"),
                                                     QLineEdit::Normal, {}, &isChosen);
        if (!isChosen)
            return;
        if (const Phrase mistake = m_checks.accept(finding.toUInt(), fromQt(reason.trimmed()));
            !mistake.empty())
            m_workspace.report(tr("The finding was not accepted:"), translated(mistake));
    }

    Workspace& m_workspace;
    DatasetChecks& m_checks;
    FindingModel* m_model;
    QPushButton* m_start;
    QProgressBar* m_bar;
    QLabel* m_summary;
    QPushButton* m_report;
    QLineEdit* m_filter;
    QTreeView* m_tree;
    QLabel* m_about;
    QList<QAction*> m_actions;
    QTimer m_refresh;
};

} // namespace

PanelSpec checksPanel()
{
    return {
        QStringLiteral("checks"), QCoreApplication::translate("Panels", "Checks"), PanelArea::Bottom,
        [](Workspace& workspace, QWidget* parent) -> QWidget* { return new ChecksPanel(workspace, parent); }};
}

} // namespace duologue::ui
