// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/record/source_tree_model.h"
#include "ui/panels/panel.h"
#include "ui/views/query/value_menu.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QMenu>
#include <QTreeView>

namespace duologue::ui {

namespace {

/// Folders and files with their counts. A double click, Enter or the menu shows only the records of one file.
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
        connect(this, &QTreeView::activated, this, [this](const QModelIndex& index) { showOnly(index); });
        connect(this, &QWidget::customContextMenuRequested, this,
                [this](const QPoint& point) { showMenu(point); });
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

    void showOnly(const QModelIndex& index)
    {
        if (!index.data(SourceTreeModel::IsFolderRole).toBool() &&
            !index.data(SourceTreeModel::SkippedRole).toBool())
            m_workspace.setQuery(withField(m_workspace.query(), "file", fileTerm(index)));
    }

    static Query fileTerm(const QModelIndex& index)
    {
        QueryTerm term;
        term.kind = TermKind::Equals;
        term.field = "file";
        term.value = fromQt(index.data(SourceTreeModel::PathRole).toString());
        return Query::of(std::move(term));
    }

    void showMenu(const QPoint& point)
    {
        const QModelIndex index = indexAt(point);
        if (!index.isValid() || index.data(SourceTreeModel::SkippedRole).toBool() ||
            index.data(SourceTreeModel::IsFolderRole).toBool())
            return;
        QMenu menu(this);
        addValueActions(menu, m_workspace, "file", fromQt(index.data(SourceTreeModel::PathRole).toString()));
        menu.exec(viewport()->mapToGlobal(point));
    }

    Workspace& m_workspace;
    SourceTreeModel* m_model;
    SnapshotPtr m_shown;
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
