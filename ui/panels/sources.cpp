// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/record/source_tree_model.h"
#include "ui/panels/panel.h"
#include "ui/views/query/value_menu.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QTreeView>

namespace duologue::ui {

namespace {

/// Folders and files with their counts. A click, Enter or Space shows only the records of a folder or file,
/// or all again; with Ctrl it adds them to what is shown or takes them away. The menu excludes them, too. The
/// tree marks what is shown.
class SourcesPanel final : public QTreeView {
public:
    SourcesPanel(Workspace& workspace, QWidget* parent)
        : QTreeView(parent), m_workspace(workspace), m_model(new SourceTreeModel(this))
    {
        setObjectName(QStringLiteral("sourcesTree"));
        setAccessibleName(QCoreApplication::translate("Panels", "Sources"));
        setModel(m_model);
        setUniformRowHeights(true);
        setIndentation(14);
        setContextMenuPolicy(Qt::CustomContextMenu);
        header()->setStretchLastSection(false);
        header()->setSectionResizeMode(SourceTreeModel::NameColumn, QHeaderView::Stretch);
        header()->setSectionResizeMode(SourceTreeModel::RecordsColumn, QHeaderView::ResizeToContents);
        connect(&m_workspace, &Workspace::viewChanged, this, [this] { rebuild(); });
        connect(&m_workspace, &Workspace::fileShown, this, [this](const QString& path) {
            if (const QModelIndex index = m_model->indexOfFile(path); index.isValid()) {
                setCurrentIndex(index);
                scrollTo(index, QAbstractItemView::PositionAtCenter);
            }
        });
        connect(&m_workspace, &Workspace::queryChanged, this,
                [this] { m_model->setFilter(SourceFilter(m_workspace.query())); });
        connect(this, &QWidget::customContextMenuRequested, this,
                [this](const QPoint& point) { showMenu(point); });
    }

protected:
    void mousePressEvent(QMouseEvent* event) override
    {
        const QModelIndex index = indexAt(event->pos());
        // The arrow of a folder opens it and does not choose it.
        m_pressed = event->button() == Qt::LeftButton && visualRect(index).contains(event->pos())
                        ? QPersistentModelIndex(index.siblingAtColumn(0))
                        : QPersistentModelIndex();
        QTreeView::mousePressEvent(event);
    }

    void mouseReleaseEvent(QMouseEvent* event) override
    {
        QTreeView::mouseReleaseEvent(event);
        const QPersistentModelIndex pressed = std::exchange(m_pressed, {});
        if (pressed.isValid() && indexAt(event->pos()).siblingAtColumn(0) == pressed)
            choose(pressed, event->modifiers().testFlag(Qt::ControlModifier));
    }

    /// Opens a folder; its first click has chosen it.
    void mouseDoubleClickEvent(QMouseEvent* event) override
    {
        m_pressed = QPersistentModelIndex();
        QTreeView::mouseDoubleClickEvent(event);
    }

    void keyPressEvent(QKeyEvent* event) override
    {
        const int key = event->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space) {
            choose(currentIndex().siblingAtColumn(0), event->modifiers().testFlag(Qt::ControlModifier));
            return;
        }
        QTreeView::keyPressEvent(event);
    }

private:
    void rebuild()
    {
        const SnapshotPtr snapshot = m_workspace.view()->snapshot;
        if (snapshot == m_shown)
            return;
        m_shown = snapshot;
        m_build.run([snapshot](const Job&) { return SourceTreeModel::build(*snapshot); },
                    [this](std::shared_ptr<SourceTreeModel::Node> root) {
                        m_model->setTree(std::move(root));
                        expandFoldersOfFolders({});
                    });
    }

    /// Expands top-level folders that contain folders; a folder of a thousand files stays closed.
    void expandFoldersOfFolders(const QModelIndex& parent)
    {
        constexpr int kMostRowsLookedAt = 60;
        for (int row = 0; row < qMin(m_model->rowCount(parent), kMostRowsLookedAt); ++row) {
            const QModelIndex child = m_model->index(row, 0, parent);
            const QModelIndex first = m_model->index(0, 0, child);
            if (!first.data(SourceTreeModel::IsFolderRole).toBool())
                continue;
            if (!parent.isValid())
                expand(child);
            if (m_model->rowCount(parent) == 1)
                expandFoldersOfFolders(child);
        }
    }

    static bool isChoosable(const QModelIndex& index)
    {
        return index.isValid() && !index.data(SourceTreeModel::SkippedRole).toBool();
    }

    /// Like the values of a facet.
    void choose(const QModelIndex& index, bool adds)
    {
        if (!isChoosable(index))
            return;
        const QString path = index.data(SourceTreeModel::PathRole).toString();
        const Query& query = m_workspace.query();
        if (!adds) {
            m_workspace.setQuery(m_model->filter().isOnly(path) ? withoutField(query, "file")
                                                                : withField(query, "file", fileTerm(path)));
            return;
        }
        QStringList paths = m_model->filter().chosen();
        if (!paths.removeOne(path))
            paths << path;
        std::vector<Query> terms;
        for (const QString& each : paths)
            terms.push_back(fileTerm(each));
        m_workspace.setQuery(
            withField(query, "file", terms.empty() ? Query() : Query::any(std::move(terms))));
    }

    void showMenu(const QPoint& point)
    {
        const QModelIndex index = indexAt(point);
        if (!isChoosable(index))
            return;
        QMenu menu(this);
        addValueActions(menu, m_workspace, "file", fromQt(index.data(SourceTreeModel::PathRole).toString()));
        menu.exec(viewport()->mapToGlobal(point));
    }

    Workspace& m_workspace;
    SourceTreeModel* m_model;
    SnapshotPtr m_shown;
    /// Where the mouse was pressed.
    QPersistentModelIndex m_pressed;
    LatestTask<std::shared_ptr<SourceTreeModel::Node>> m_build;
};

} // namespace

PanelSpec sourcesPanel()
{
    return {QStringLiteral("sources"), QCoreApplication::translate("Panels", "Sources"), PanelArea::Left,
            [](Workspace& workspace, QWidget* parent) -> QWidget* {
                return new SourcesPanel(workspace, parent);
            }};
}

} // namespace duologue::ui
