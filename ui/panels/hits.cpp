// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/stops.h"
#include "ui/models/reading/stop_list_model.h"
#include "ui/panels/panel.h"
#include "ui/views/find/hit_delegate.h"
#include "ui/work/latest_task.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QLabel>
#include <QShowEvent>
#include <QTreeView>
#include <QVBoxLayout>

namespace duologue::ui {

namespace {

struct HitsWords {
    Q_DECLARE_TR_FUNCTIONS(HitsPanel)
};

/// Lists the stops of the query, in the order of the table. A worker finds them
/// while the panel is visible; a new query, or a change of the rows, begins again.
class HitsPanel final : public QWidget {
public:
    HitsPanel(Workspace& workspace, QWidget* parent)
        : QWidget(parent),
          m_workspace(workspace),
          m_model(new StopListModel(this)),
          m_list(new QTreeView(this)),
          m_status(new QLabel(this))
    {
        setObjectName(QStringLiteral("hitsPanel"));
        m_list->setObjectName(QStringLiteral("hitList"));
        m_list->setAccessibleName(HitsWords::tr("Stops of the query"));
        m_list->setModel(m_model);
        m_list->setItemDelegateForColumn(StopListModel::Words,
                                         new HitDelegate(StopListModel::kExcerptRole, this));
        m_list->setRootIsDecorated(false);
        m_list->setUniformRowHeights(true);
        m_list->setAlternatingRowColors(true);
        m_list->setAllColumnsShowFocus(true);
        m_list->setFrameShape(QFrame::NoFrame);
        m_list->setFont(withChinese(m_list->font()));
        sizeColumns();
        m_status->setObjectName(QStringLiteral("hitStatus"));
        m_status->setTextFormat(Qt::PlainText);
        m_status->setWordWrap(true);
        m_status->setContentsMargins(10, 4, 10, 4);
        setFocusProxy(m_list);
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        layout->addWidget(m_status);
        layout->addWidget(m_list, 1);
        connect(m_list, &QTreeView::clicked, this, &HitsPanel::goTo);
        connect(m_list, &QTreeView::activated, this, &HitsPanel::goTo);
        connect(&m_workspace, &Workspace::viewChanged, this, &HitsPanel::startAgain);
        connect(&m_workspace, &Workspace::queryChanged, this, &HitsPanel::startAgain);
        startAgain();
    }

protected:
    void showEvent(QShowEvent* event) override
    {
        QWidget::showEvent(event);
        if (m_isOutdated)
            startAgain();
    }

private:
    void sizeColumns()
    {
        constexpr int kId = 14;
        constexpr int kSpeaker = 12;
        const int letter = m_list->fontMetrics().averageCharWidth();
        QHeaderView& header = *m_list->header();
        header.setStretchLastSection(false);
        header.resizeSection(StopListModel::Conversation, kId * letter);
        header.resizeSection(StopListModel::Speaker, kSpeaker * letter);
        header.setSectionResizeMode(StopListModel::Words, QHeaderView::Stretch);
        header.setSectionResizeMode(StopListModel::OtherLanguage, QHeaderView::Stretch);
    }

    void startAgain()
    {
        m_task.cancel();
        const ViewPtr view = m_workspace.view();
        m_isOutdated = !isVisible();
        m_model->begin(view->snapshot);
        const auto rules = stopRulesOf(*view->snapshot, m_workspace.query());
        m_list->setVisible(!rules.empty());
        if (rules.empty()) {
            m_status->setText(
                HitsWords::tr("Search for words or for messages, such as message(role:tool): each "
                              "place is listed here. F3 goes from one to the next."));
            return;
        }
        m_status->setText(HitsWords::tr("Searching…"));
        // The rows of another query would be searched in vain.
        if (m_isOutdated || !answers(*view, m_workspace.query()))
            return;
        m_delivered = 0;
        m_task.stream(
            [view, rules](const Job& job, const LatestTask<StopList>::Done& early) {
                StopList sofar;
                return findStops(*view->snapshot, view->order, rules, StopLimits(), job,
                                 [&](std::vector<Stop> more) {
                                     sofar.stops.insert(sofar.stops.end(), more.begin(), more.end());
                                     early(sofar);
                                 });
            },
            [this](StopList list) { take(std::move(list), false); },
            [this](StopList list) { take(std::move(list), true); });
    }

    void take(StopList list, bool isAll)
    {
        const std::size_t all = list.stops.size();
        m_model->add({std::make_move_iterator(list.stops.begin() + static_cast<std::ptrdiff_t>(m_delivered)),
                      std::make_move_iterator(list.stops.end())});
        m_delivered = all;
        const QString count = HitsWords::tr("%Ln stop(s)", nullptr, static_cast<int>(all));
        m_status->setText(!isAll ? HitsWords::tr("%1 so far…").arg(count)
                          : list.isCut
                              ? HitsWords::tr("The first %1; narrow the query to see others").arg(count)
                              : count);
    }

    void goTo(const QModelIndex& index)
    {
        if (!index.isValid())
            return;
        const Stop& stop = m_model->stop(index.row());
        const bool isMessage = stop.part != TextPart::Candidate && stop.message != RecordText::kNoMessage;
        m_workspace.showText(stop.row, stop.text, stop.begin,
                             isMessage ? static_cast<int>(stop.message) : -1);
    }

    Workspace& m_workspace;
    StopListModel* m_model;
    QTreeView* m_list;
    QLabel* m_status;
    LatestTask<StopList> m_task;
    /// Stops that the model has.
    std::size_t m_delivered = 0;
    bool m_isOutdated = false;
};

} // namespace

PanelSpec hitsPanel()
{
    return {
        QStringLiteral("hits"), QCoreApplication::translate("Panels", "Stops"), PanelArea::Bottom,
        [](Workspace& workspace, QWidget* parent) -> QWidget* { return new HitsPanel(workspace, parent); }};
}

} // namespace duologue::ui
