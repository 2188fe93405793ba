// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/field_reader.h"
#include "core/query/stops.h"
#include "ui/app/tasks.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/widgets/find_bar.h"
#include "ui/widgets/making.h"
#include "ui/widgets/panel.h"

#include <QAbstractTableModel>
#include <QApplication>
#include <QCoreApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QShowEvent>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <vector>

namespace duologue::ui {

/// The stops of a query, one a row: matches with the words around each and what is said there in the other
/// language, and messages with their beginning. GUI thread.
class StopListModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Conversation, Speaker, Words, OtherLanguage, kColumns };
    /// A QStringList: the words before the match, the match, the words after it.
    static constexpr int kExcerptRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    /// Begins again, without stops.
    void begin(SnapshotPtr snapshot);
    void add(std::vector<Stop> stops);
    const Stop& stop(int row) const { return m_stops.at(static_cast<std::size_t>(row)); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : kColumns; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const Stop& stop, int column) const;

    SnapshotPtr m_snapshot;
    std::vector<Stop> m_stops;
};

/// Draws the words around a match with the match itself marked and in sight, however narrow the cell is.
/// `role` gives a QStringList: words before, match, words after.
class HitDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    HitDelegate(int role, QObject* parent) : QStyledItemDelegate(parent), m_role(role) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

private:
    int m_role;
};

namespace {

QString excerptText(const Excerpt& excerpt)
{
    return toQt(excerpt.before + excerpt.hit + excerpt.after);
}

} // namespace

void StopListModel::begin(SnapshotPtr snapshot)
{
    beginResetModel();
    m_snapshot = std::move(snapshot);
    m_stops.clear();
    endResetModel();
}

void StopListModel::add(std::vector<Stop> stops)
{
    if (stops.empty())
        return;
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(stops.size()) - 1);
    for (Stop& stop : stops)
        m_stops.push_back(std::move(stop));
    endInsertRows();
}

int StopListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_stops.size());
}

QString StopListModel::text(const Stop& stop, int column) const
{
    switch (column) {
    case Conversation: {
        const auto id = m_snapshot ? findField(*m_snapshot, "id") : std::nullopt;
        return id && stop.row < m_snapshot->endRow() ? asLabel(id->text(stop.row)) : QString();
    }
    case Speaker:
        if (stop.part == TextPart::Context)
            return tr("Context");
        if (stop.part == TextPart::Candidate)
            return tr("Candidate");
        return stop.message == RecordText::kNoMessage
                   ? asLabel(stop.field)
                   : QStringLiteral("#%1 %2").arg(stop.message + 1).arg(roleWord(stop.role));
    case Words:
        return asLabel(stop.excerpt.before + stop.excerpt.hit + stop.excerpt.after);
    default:
        return asLabel(stop.counterpart);
    }
}

QVariant StopListModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Stop& shown = stop(index.row());
    if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
        return text(shown, index.column());
    if (role == Qt::ToolTipRole) {
        const QString whole =
            index.column() == Words ? excerptText(shown.excerpt) : text(shown, index.column());
        return asToolTip(whole);
    }
    if (role == kExcerptRole && index.column() == Words)
        return QStringList{asLabel(shown.excerpt.before), asLabel(shown.excerpt.hit),
                           asLabel(shown.excerpt.after)};
    return {};
}

QVariant StopListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columnTitle({tr("Conversation"), tr("Message"), tr("Context"), tr("Other language")}, section,
                       orientation, role);
}

void HitDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QStringList parts = index.data(m_role).toStringList();
    if (parts.size() != 3) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    cell.text.clear();
    const QStyle* style = cell.widget != nullptr ? cell.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
    constexpr int kEdge = 4;
    paintHit(*painter, cell.rect.adjusted(kEdge, 0, -kEdge, 0), cell, readingColors(cell.palette), parts);
}

namespace {

/// Lists the stops of the query, in the order of the table. A worker finds them
/// while the panel is visible; a new query, or a change of the rows, begins again.
class HitsPanel final : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(HitsPanel)

public:
    HitsPanel(Workspace& workspace, QWidget* parent)
        : QWidget(parent),
          m_workspace(workspace),
          m_model(new StopListModel(this)),
          m_list(named<QTreeView>("hitList", this)),
          m_status(named<WrappedLabel>("hitStatus", this))
    {
        setObjectName(QStringLiteral("hitsPanel"));
        m_list->setAccessibleName(tr("Stops of the query"));
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
        m_status->setContentsMargins(10, 4, 10, 4);
        setFocusProxy(m_list);
        makeColumn(this, {m_status, {m_list, 1}}, 0);
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
        constexpr int kId = 30;
        constexpr int kSpeaker = 14;
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
            m_status->setText(tr("Search for words or messages, such as message(role:tool), to "
                                 "list each stop here. F3 goes to the next stop."));
            return;
        }
        m_status->setText(tr("Searching…"));
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
        const QString count = tr("%Ln stop(s)", nullptr, static_cast<int>(all));
        m_status->setText(!isAll       ? tr("%1 so far…").arg(count)
                          : list.isCut ? tr("First %1 shown; narrow the query to see others").arg(count)
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
    return {QStringLiteral("hits"),
            QCoreApplication::translate("Panels", "Stops"),
            PanelArea::Bottom,
            makePanel<HitsPanel>,
            false,
            Qt::CTRL | Qt::SHIFT | Qt::Key_F};
}

} // namespace duologue::ui

#include "hits_panel.moc"
