// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/record_keys.h"
#include "ui/models/record/problem_model.h"
#include "ui/panels/panel.h"
#include "ui/views/widgets/clear_button.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>
#include <initializer_list>
#include <utility>

namespace duologue::ui {

namespace {

/// The translation context of this file.
struct ProblemsText {
    Q_DECLARE_TR_FUNCTIONS(ProblemsText)
};

/// The ends of paths tell files apart.
class PathDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->textElideMode = Qt::ElideLeft;
    }
};

/// The problems of the dataset by kind. A double click or Enter goes to the record or else to the file.
class ProblemsPanel final : public QWidget {
public:
    ProblemsPanel(Workspace& workspace, QWidget* parent)
        : QWidget(parent),
          m_workspace(workspace),
          m_model(new ProblemModel(this)),
          m_filter(new QLineEdit(this)),
          m_tree(new QTreeView(this)),
          m_note(new QLabel(this))
    {
        m_filter->setPlaceholderText(ProblemsText::tr("Search problems"));
        m_filter->setAccessibleName(ProblemsText::tr("Search problems"));
        addClearButton(*m_filter);
        m_tree->setObjectName(QStringLiteral("problemsTree"));
        m_tree->setAccessibleName(ProblemsText::tr("Problems"));
        m_tree->setModel(m_model);
        m_tree->setUniformRowHeights(true);
        m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
        m_tree->header()->setStretchLastSection(false);
        m_tree->header()->setSectionResizeMode(ProblemModel::WhatColumn, QHeaderView::Stretch);
        m_tree->setItemDelegateForColumn(ProblemModel::FileColumn, new PathDelegate(m_tree));
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(2);
        layout->addWidget(m_filter);
        layout->addWidget(m_tree, 1);
        layout->addWidget(m_note, 1);
        m_note->setObjectName(QStringLiteral("problemsNote"));
        m_note->setTextFormat(Qt::PlainText);
        m_note->setAlignment(Qt::AlignCenter);
        m_note->setWordWrap(true);
        showEmptyText();
        connect(&m_workspace, &Workspace::viewChanged, this, [this] { rebuild(); });
        connect(m_filter, &QLineEdit::textChanged, this, [this] {
            m_shown.reset();
            rebuild();
        });
        connect(m_tree, &QTreeView::activated, this, [this](const QModelIndex& index) { goTo(index); });
        connect(m_tree, &QWidget::customContextMenuRequested, this,
                [this](const QPoint& point) { showMenu(point); });
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QWidget::resizeEvent(event);
        fitColumns();
    }

private:
    /// Leaves half of the width to the words of the problems.
    void fitColumns()
    {
        const std::initializer_list<std::pair<int, double>> kShares{{ProblemModel::FileColumn, 0.3},
                                                                    {ProblemModel::PositionColumn, 0.2}};
        // Of a hundred thousand problems, it looks at some.
        constexpr int kRowsLookedAt = 100;
        m_tree->header()->setResizeContentsPrecision(kRowsLookedAt);
        for (const auto& [column, share] : kShares) {
            m_tree->resizeColumnToContents(column);
            m_tree->setColumnWidth(
                column, std::min(m_tree->columnWidth(column), static_cast<int>(m_tree->width() * share)));
        }
    }

    void rebuild()
    {
        const SnapshotPtr snapshot = m_workspace.view()->snapshot;
        if (snapshot == m_shown)
            return;
        m_shown = snapshot;
        m_group.run(
            [snapshot, words = m_filter->text()](const Job& job) {
                auto kinds = ProblemModel::group(*snapshot, words);
                if (snapshot->complete)
                    ProblemModel::locate(*snapshot, kinds, job);
                return kinds;
            },
            [this, snapshot](std::vector<ProblemModel::Kind> kinds) {
                m_model->setKinds(snapshot, std::move(kinds));
                m_tree->expandAll();
                // The titles of kinds have nothing beside them.
                for (int kind = 0; kind < m_model->rowCount(); ++kind)
                    m_tree->setFirstColumnSpanned(kind, {}, true);
                fitColumns();
                showEmptyText();
            });
    }

    /// Shows why the list is empty.
    void showEmptyText()
    {
        const bool some = m_model->rowCount() > 0;
        const bool isSearched = !m_filter->text().isEmpty();
        m_filter->setVisible(some || isSearched);
        m_tree->setVisible(some);
        m_note->setVisible(!some);
        if (isSearched)
            m_note->setText(ProblemsText::tr("No problem contains these words."));
        else if (!m_shown || m_shown->files.empty())
            m_note->setText(ProblemsText::tr("Problems of the dataset appear here."));
        else
            m_note->setText(m_shown->complete         ? ProblemsText::tr("No problems")
                            : m_workspace.isLoading() ? ProblemsText::tr("No problems so far.")
                                                      : ProblemsText::tr("No problems in what was read."));
    }

    const Problem* problemAt(const QModelIndex& index) const
    {
        const QVariant number = index.data(ProblemModel::ProblemRole);
        return number.isValid() && m_shown ? &m_shown->problems[number.toUInt()] : nullptr;
    }

    void goTo(const QModelIndex& index)
    {
        const Problem* problem = problemAt(index);
        if (problem == nullptr)
            return;
        const auto row = recordAt(*m_shown, problem->where);
        if (!row && problem->where.file != kNoFile)
            m_workspace.showFile(toQt(m_shown->file(problem->where.file).shownPath));
        if (!row)
            return;
        // The filter may hide the row; it is shown anyway and the filter stays.
        m_workspace.setCurrentRow(row);
    }

    void showMenu(const QPoint& point)
    {
        const QModelIndex index = m_tree->indexAt(point);
        if (!index.isValid())
            return;
        QMenu menu(this);
        if (const Problem* problem = problemAt(index); problem != nullptr && problem->where.file != kNoFile)
            menu.addAction(recordAt(*m_shown, problem->where) ? ProblemsText::tr("Go to record")
                                                              : ProblemsText::tr("Go to the file"),
                           this, [this, index] { goTo(index); });
        if (const Problem* problem = problemAt(index);
            problem != nullptr && recordAt(*m_shown, problem->where))
            menu.addAction(ProblemsText::tr("Show in the raw record"), this, [this, index] {
                goTo(index);
                m_workspace.showProblem(*problemAt(index));
            });
        menu.addAction(ProblemsText::tr("Copy"), this, [index] {
            QStringList cells;
            for (int column = 0; column < ProblemModel::ColumnCount; ++column)
                cells << index.siblingAtColumn(column).data().toString();
            QGuiApplication::clipboard()->setText(cells.join(QLatin1Char('\t')));
        });
        menu.exec(m_tree->viewport()->mapToGlobal(point));
    }

    Workspace& m_workspace;
    ProblemModel* m_model;
    QLineEdit* m_filter;
    QTreeView* m_tree;
    QLabel* m_note;
    SnapshotPtr m_shown;
    LatestTask<std::vector<ProblemModel::Kind>> m_group;
};

} // namespace

PanelSpec problemsPanel()
{
    return {QStringLiteral("problems"), QCoreApplication::translate("Panels", "Problems"), PanelArea::Bottom,
            [](Workspace& workspace, QWidget* parent) -> QWidget* {
                return new ProblemsPanel(workspace, parent);
            }};
}

} // namespace duologue::ui
