// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/panel_sizes.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QHeaderView>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QSplitter>
#include <QTableView>
#include <QTreeView>

namespace duologue::ui {

namespace {

constexpr int kStep = 4 * kGrid;

struct PanelSizeWords {
    Q_DECLARE_TR_FUNCTIONS(PanelSizes)
};

QHeaderView* headerOf(QWidget* list)
{
    if (const auto* table = qobject_cast<QTableView*>(list))
        return table->horizontalHeader();
    const auto* tree = qobject_cast<QTreeView*>(list);
    return tree != nullptr && !tree->isHeaderHidden() ? tree->header() : nullptr;
}

/// True if a splitter that contains the widget could be moved.
bool moveSplitter(QWidget& focus, Qt::Orientation orientation, int by)
{
    for (QWidget* child = &focus; child->parentWidget() != nullptr; child = child->parentWidget()) {
        auto* splitter = qobject_cast<QSplitter*>(child->parentWidget());
        if (splitter == nullptr || splitter->orientation() != orientation || splitter->count() < 2)
            continue;
        QList<int> sizes = splitter->sizes();
        const int index = splitter->indexOf(child);
        const int neighbour = index + 1 < sizes.size() ? index + 1 : index - 1;
        sizes[index] += by;
        sizes[neighbour] -= by;
        splitter->setSizes(sizes);
        return true;
    }
    return false;
}

/// Makes the panel with the keyboard larger. That in the middle gets what its neighbours lose.
void resizePanel(QMainWindow& docks, Qt::Orientation orientation, int by)
{
    QWidget* focus = QApplication::focusWidget();
    if (focus == nullptr || !docks.isAncestorOf(focus) || moveSplitter(*focus, orientation, by))
        return;
    const auto sizeOf = [orientation](const QWidget& widget) {
        return orientation == Qt::Horizontal ? widget.width() : widget.height();
    };
    const auto all = docks.findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly);
    for (QDockWidget* dock : all) {
        if (!dock->isHidden() && dock->isAncestorOf(focus)) {
            docks.resizeDocks({dock}, {sizeOf(*dock) + by}, orientation);
            return;
        }
    }
    for (QDockWidget* dock : all) {
        const Qt::DockWidgetArea area = docks.dockWidgetArea(dock);
        const bool isBeside = area == Qt::LeftDockWidgetArea || area == Qt::RightDockWidgetArea;
        if (!dock->isHidden() && isBeside == (orientation == Qt::Horizontal)) {
            docks.resizeDocks({dock}, {sizeOf(*dock) - by}, orientation);
            return;
        }
    }
}

void resizeColumn(int by)
{
    auto* list = qobject_cast<QAbstractItemView*>(QApplication::focusWidget());
    QHeaderView* header = headerOf(list);
    if (header == nullptr || !list->currentIndex().isValid())
        return;
    const int column = list->currentIndex().column();
    header->resizeSection(column, std::max(header->minimumSectionSize(), header->sectionSize(column) + by));
}

} // namespace

void addSizeMenu(QMenu& menu, QMainWindow& docks)
{
    QMenu* sizes = menu.addMenu(PanelSizeWords::tr("Si&zes"));
    QWidget* window = menu.parentWidget()->window();
    const auto add = [&](const char* name, const QString& text, const QKeySequence& key, auto&& slot) {
        auto* action = new QAction(text, window);
        action->setObjectName(QLatin1String(name));
        action->setShortcut(key);
        QObject::connect(action, &QAction::triggered, window, slot);
        sizes->addAction(action);
        return action;
    };
    constexpr auto kPanel = Qt::CTRL | Qt::ALT | Qt::SHIFT;
    add("widerPanel", PanelSizeWords::tr("&Wider panel"), kPanel | Qt::Key_Right,
        [&docks] { resizePanel(docks, Qt::Horizontal, kStep); });
    add("narrowerPanel", PanelSizeWords::tr("&Narrower panel"), kPanel | Qt::Key_Left,
        [&docks] { resizePanel(docks, Qt::Horizontal, -kStep); });
    add("tallerPanel", PanelSizeWords::tr("&Taller panel"), kPanel | Qt::Key_Down,
        [&docks] { resizePanel(docks, Qt::Vertical, kStep); });
    add("shorterPanel", PanelSizeWords::tr("&Shorter panel"), kPanel | Qt::Key_Up,
        [&docks] { resizePanel(docks, Qt::Vertical, -kStep); });
    sizes->addSeparator();
    constexpr auto kColumn = Qt::CTRL | Qt::ALT;
    const QList<QAction*> columns{add("widerTableColumn", PanelSizeWords::tr("Wi&der table column"),
                                      kColumn | Qt::Key_Equal, [] { resizeColumn(kStep); }),
                                  add("narrowerTableColumn", PanelSizeWords::tr("N&arrower table column"),
                                      kColumn | Qt::Key_Minus, [] { resizeColumn(-kStep); })};
    const auto enable = [columns](QWidget*, QWidget* focus) {
        // The menu itself.
        if (focus == nullptr || qobject_cast<const QMenu*>(focus) != nullptr ||
            qobject_cast<const QMenuBar*>(focus) != nullptr)
            return;
        for (QAction* action : columns)
            action->setEnabled(headerOf(focus) != nullptr);
    };
    enable(nullptr, QApplication::focusWidget());
    QObject::connect(qApp, &QApplication::focusChanged, window, enable);
}

} // namespace duologue::ui
