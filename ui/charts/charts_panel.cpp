// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/dataset_overview.h"
#include "ui/app/settings.h"
#include "ui/app/tasks.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/charts/chart_pane.h"
#include "ui/charts/report_controls.h"
#include "ui/widgets/actions.h"
#include "ui/widgets/making.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/theme.h"

#include <QActionGroup>
#include <QApplication>
#include <QCoreApplication>
#include <QGridLayout>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

namespace duologue::ui {

namespace {

constexpr int kMostCharts = 9;
/// The lowest heights of a chart with its controls, in lines of text.
constexpr int kLinesOfOne = 10;
constexpr int kLinesOfSeveral = 16;
const QString kStoredCharts = QStringLiteral("charts/shown");
const QString kStoredEnlarged = QStringLiteral("charts/enlarged");

/// Charts in a grid, at first one; each has its own choices and filters the others. Any of them can be
/// enlarged to the whole panel or opened in a window of its own. What is shown is stored and comes back.
class ChartsPanel final : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(ChartsPanel)

public:
    ChartsPanel(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
    {
        setObjectName(QStringLiteral("chartsPanel"));
        auto* area = new QScrollArea(this);
        area->setFrameShape(QFrame::NoFrame);
        area->setWidgetResizable(true);
        area->setFocusPolicy(Qt::NoFocus);
        auto* board = new QWidget(area);
        m_grid = new QGridLayout(board);
        m_grid->setContentsMargins(0, 0, 0, 0);
        m_grid->setSpacing(1);
        area->setWidget(board);
        makeColumn(this, {area});
        makeActions();
        restoreCharts();
        connect(&m_workspace, &Workspace::partsCollected, this, [this](SavedView& view) {
            for (const ChartPane* pane : m_panes)
                view.charts.push_back(pane->chart());
        });
        connect(&m_workspace, &Workspace::partsOpened, this, &ChartsPanel::showCharts);
        connect(&m_workspace, &Workspace::chartOpened, this,
                [this](const SavedView::Chart& chart) { m_active->showChart(chart); });
        connect(qApp, &QApplication::focusChanged, this,
                [this](QWidget*, QWidget* now) { followFocus(now); });
        connect(&m_workspace, &Workspace::viewChanged, this, &ChartsPanel::showTellingChart);
        connect(&m_workspace, &Workspace::loadingChanged, this, &ChartsPanel::showTellingChart);
    }

    ~ChartsPanel() override
    {
        // The focus leaves the charts when QWidget destroys them, and this is no ChartsPanel any more then.
        QObject::disconnect(qApp, nullptr, this, nullptr);
    }

    /// Independent of the charts, so that the window does not grow with them.
    QSize sizeHint() const override { return {letterWidth(fontMetrics()) * 60, fontMetrics().height() * 20}; }
    QSize minimumSizeHint() const override
    {
        return {letterWidth(fontMetrics()) * 40, fontMetrics().height() * kLinesOfOne};
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QWidget::resizeEvent(event);
        arrange();
    }

private:
    void makeActions()
    {
        auto* group = new QActionGroup(this);
        for (const ReportSpec& report : reports()) {
            auto* action = new QAction(reportTitle(report), this);
            action->setObjectName(QStringLiteral("chart:") + toQt(report.id));
            action->setStatusTip(reportSummary(report));
            action->setCheckable(true);
            setMenuSection(*action, MenuSection::Charts);
            group->addAction(action);
            addAction(action);
            connect(action, &QAction::triggered, this,
                    [this, &report] { m_active->controls().setReport(report); });
        }
        m_table = makeAction("chartTable", tr("Show the table next to the chart"),
                             [this] { m_active->setTableShown(!m_active->isTableShown()); });
        m_table->setCheckable(true);
        m_add = makeAction("addChart", tr("Add a chart"), [this] { addChart(m_active->state()); });
        m_enlarge = makeAction("enlargeChart", tr("Enlarge the chart"), [this] {
            m_enlarged = m_enlarged == nullptr ? m_active : nullptr;
            arrange();
            store();
        });
        m_enlarge->setCheckable(true);
        m_window = makeAction("chartWindow", tr("Open the chart in a window"), [this] { openWindow(); });
        m_close = makeAction("closeChart", tr("Close the chart"), [this] { closeChart(); });
        auto* share = named<QMenu>("chartShareMenu", tr("Export"), this);
        connect(share, &QMenu::aboutToShow, this, [this, share] { m_active->fillShareMenu(*share); });
        setMenuSection(*share->menuAction(), MenuSection::ChartExport);
        addAction(share->menuAction());
    }

    template<typename Slot>
    QAction* makeAction(const char* name, const QString& text, Slot&& slot)
    {
        auto* action = new QAction(text, this);
        action->setObjectName(QLatin1String(name));
        setMenuSection(*action, MenuSection::ChartExport);
        addAction(action);
        connect(action, &QAction::triggered, this, std::forward<Slot>(slot));
        return action;
    }

    ChartPane* addPane(const QJsonObject& state)
    {
        auto* pane = new ChartPane(m_workspace, m_grid->parentWidget());
        m_panes.push_back(pane);
        pane->restore(state);
        connect(pane, &ChartPane::stateChanged, this, [this, pane] {
            setActive(pane);
            if (m_restoring)
                return;
            m_isChosen = true;
            store();
        });
        addMoreMenu(*pane);
        return pane;
    }

    /// The menu of a pane acts on this pane, wherever the focus is.
    void addMoreMenu(ChartPane& pane)
    {
        QList<QAction*> actions;
        for (QAction* shared : {m_add, m_enlarge, m_window, m_close}) {
            auto* own = new QAction(shared->text(), &pane);
            own->setCheckable(shared->isCheckable());
            own->setProperty("shared", shared->objectName());
            connect(own, &QAction::triggered, this, [this, shared, target = &pane] {
                setActive(target);
                shared->trigger();
            });
            connect(shared, &QAction::changed, own, [own, shared] {
                own->setEnabled(shared->isEnabled());
                own->setChecked(shared->isChecked());
            });
            actions << own;
        }
        pane.addPaneActions(actions);
    }

    /// Until the reader chooses a chart: for a dataset without ratings, one of what tells its conversations
    /// apart.
    void showTellingChart()
    {
        const SnapshotPtr snapshot = m_workspace.view()->snapshot;
        // An engine counts all rows of a table by the chart that is there.
        if (m_isChosen || m_workspace.isLoading() || snapshot->recordCount() == 0 ||
            m_workspace.paths() == m_described || !m_workspace.origin().isEmpty())
            return;
        m_described = m_workspace.paths();
        const bool isRated = !keysWith(*snapshot, &FieldTraits::isRating).empty();
        m_telling.run(
            [snapshot, isRated](const Job& job) {
                return isRated ? std::string() : mostTellingField(*snapshot, job);
            },
            [this](const std::string& field) {
                if (m_isChosen)
                    return;
                m_restoring = true;
                if (field.empty())
                    m_panes.front()->showChart({"rating-by-turns", {}, {}, {}});
                else
                    m_panes.front()->showChart({"distribution", field, {}, {}});
                m_restoring = false;
            });
    }

    void addChart(const QJsonObject& state)
    {
        if (m_panes.size() >= kMostCharts)
            return;
        m_enlarged = nullptr;
        ChartPane* pane = addPane(state);
        pane->show();
        setActive(pane);
        arrange();
        store();
    }

    void closeChart()
    {
        if (m_panes.size() < 2)
            return;
        ChartPane* closed = m_active;
        m_panes.removeAll(closed);
        m_enlarged = nullptr;
        setActive(m_panes.front());
        // Its own menu may have asked for this.
        closed->hide();
        closed->deleteLater();
        arrange();
        store();
    }

    /// As many as the view has, each with its choices.
    void showCharts(const SavedView& view)
    {
        if (view.charts.empty())
            return;
        m_isChosen = true;
        while (m_panes.size() > static_cast<qsizetype>(view.charts.size()))
            closeChart();
        while (m_panes.size() < static_cast<qsizetype>(view.charts.size()) && m_panes.size() < kMostCharts)
            addChart(m_panes.front()->state());
        for (qsizetype i = 0; i < m_panes.size(); ++i)
            m_panes[i]->showChart(view.charts[static_cast<std::size_t>(i)]);
    }

    void openWindow()
    {
        auto* shown = named<QWidget>("chartWindow", window(), Qt::Window);
        shown->setAttribute(Qt::WA_DeleteOnClose);
        shown->setWindowTitle(reportTitle(m_active->controls().report()));
        auto* layout = new QVBoxLayout(shown);
        layout->setContentsMargins(0, 0, 0, 0);
        auto* pane = new ChartPane(m_workspace, shown);
        layout->addWidget(pane);
        pane->restore(m_active->state());
        connect(pane, &ChartPane::stateChanged, shown,
                [shown, pane] { shown->setWindowTitle(reportTitle(pane->controls().report())); });
        constexpr QSize kWindow(900, 600);
        shown->resize(kWindow);
        shown->show();
    }

    void setActive(ChartPane* pane)
    {
        m_active = pane;
        const QString id = QStringLiteral("chart:") + toQt(pane->controls().report().id);
        if (auto* action = findChild<QAction*>(id))
            action->setChecked(true);
        m_table->setChecked(pane->isTableShown());
    }

    void followFocus(QWidget* now)
    {
        for (ChartPane* pane : m_panes) {
            if (now != nullptr && pane->isAncestorOf(now))
                setActive(pane);
        }
    }

    /// As many columns as have room.
    void arrange()
    {
        const bool areSeveral = m_panes.size() > 1;
        if (m_enlarged != nullptr && !areSeveral)
            m_enlarged = nullptr;
        const int narrowest = letterWidth(fontMetrics()) * 44;
        const auto fitting = std::max(1, width() / narrowest);
        const auto shown = static_cast<int>(m_enlarged != nullptr ? 1 : m_panes.size());
        const int columns = std::min(fitting, shown);
        for (int i = 0; i < static_cast<int>(m_panes.size()); ++i) {
            ChartPane* pane = m_panes[i];
            m_grid->removeWidget(pane);
            if (m_enlarged == nullptr)
                m_grid->addWidget(pane, i / columns, i % columns);
            else if (pane == m_enlarged)
                m_grid->addWidget(pane, 0, 0);
            pane->setVisible(m_enlarged == nullptr || pane == m_enlarged);
            // Lines of charts scroll, a single line takes what there is.
            pane->setMinimumHeight(fontMetrics().height() *
                                   (shown > columns ? kLinesOfSeveral : kLinesOfOne));
        }
        for (int i = 0; i < kMostCharts; ++i) {
            m_grid->setColumnStretch(i, i < columns ? 1 : 0);
            m_grid->setRowStretch(i, i < (shown + columns - 1) / columns ? 1 : 0);
        }
        m_enlarge->setEnabled(areSeveral);
        m_enlarge->setChecked(m_enlarged != nullptr);
        m_close->setEnabled(areSeveral);
        m_add->setEnabled(m_panes.size() < kMostCharts);
    }

    void store() const
    {
        if (m_restoring)
            return;
        QStringList states;
        for (const ChartPane* pane : m_panes)
            states << QString::fromUtf8(QJsonDocument(pane->state()).toJson(QJsonDocument::Compact));
        storeSetting(kStoredCharts, states);
        storeSetting(kStoredEnlarged,
                     m_enlarged == nullptr ? QVariant() : QString::number(m_panes.indexOf(m_enlarged)));
    }

    void restoreCharts()
    {
        m_restoring = true;
        for (const QString& stored : storedSetting(kStoredCharts).toStringList()) {
            const QJsonObject state = QJsonDocument::fromJson(stored.toUtf8()).object();
            if (!state.isEmpty() && m_panes.size() < kMostCharts) {
                addPane(state);
                m_isChosen = true;
            }
        }
        if (m_panes.isEmpty())
            addPane({});
        m_enlarged = m_panes.value(
            storedSetting(kStoredEnlarged).isValid() ? storedSetting(kStoredEnlarged).toInt() : -1);
        setActive(m_panes.front());
        arrange();
        m_restoring = false;
    }

    Workspace& m_workspace;
    QGridLayout* m_grid = nullptr;
    /// At least one.
    QList<ChartPane*> m_panes;
    /// The one that menus act on: it had the focus last.
    ChartPane* m_active = nullptr;
    /// Null if all are shown.
    ChartPane* m_enlarged = nullptr;
    bool m_restoring = false;
    /// The reader has chosen a chart, now or earlier.
    bool m_isChosen = false;
    /// The paths of the dataset for which a chart was looked for.
    QStringList m_described;
    LatestTask<std::string> m_telling;
    QAction* m_table = nullptr;
    QAction* m_add = nullptr;
    QAction* m_enlarge = nullptr;
    QAction* m_window = nullptr;
    QAction* m_close = nullptr;
};

} // namespace

PanelSpec chartsPanel()
{
    return {QStringLiteral("charts"), QCoreApplication::translate("Panels", "Charts"), PanelArea::Bottom,
            makePanel<ChartsPanel>};
}

} // namespace duologue::ui
