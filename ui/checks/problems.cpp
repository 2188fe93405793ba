// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checks/problems.h"
#include "core/data/record_keys.h"
#include "core/load/problem_place.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/making.h"
#include "ui/widgets/panel.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace duologue::ui {

namespace {

constexpr std::size_t kShownOfAKind = 1000;
constexpr std::size_t kLocatedOfAKind = 200;

QIcon iconOf(Severity severity)
{
    switch (severity) {
    case Severity::Error:
        return standardIcon(QStyle::SP_MessageBoxCritical);
    case Severity::Warning:
        return standardIcon(QStyle::SP_MessageBoxWarning);
    case Severity::Note:
        break;
    }
    return standardIcon(QStyle::SP_MessageBoxInformation);
}

QString fileOf(const Snapshot& snapshot, const Problem& problem)
{
    return problem.where.file == kNoFile ? QString() : asLabel(snapshot.file(problem.where.file).shownPath);
}

} // namespace

QString problemTitle(ProblemCode code)
{
    return QCoreApplication::translate("ProblemCode", std::string(codeTitle(code)).c_str());
}

std::vector<ProblemModel::Kind> ProblemModel::group(const Snapshot& snapshot, const QString& words)
{
    std::vector<Kind> kinds;
    for (std::size_t i = 0; i < snapshot.problems.size(); ++i) {
        const Problem& problem = snapshot.problems[i];
        if (!words.isEmpty()) {
            const QString text = problemTitle(problem.code) + QLatin1Char(' ') + translated(problem.detail) +
                                 QLatin1Char(' ') + fileOf(snapshot, problem) + QLatin1Char(' ') +
                                 toQt(problem.pointer);
            if (!text.contains(words, Qt::CaseInsensitive))
                continue;
        }
        auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const Kind& known) {
            return known.code == problem.code && known.severity == problem.severity;
        });
        if (kind == kinds.end())
            kind = kinds.insert(kinds.end(), {problem.code, problem.severity, 0, {}, {}});
        ++kind->count;
        if (kind->problems.size() < kShownOfAKind)
            kind->problems.push_back(static_cast<std::uint32_t>(i));
    }
    std::stable_sort(kinds.begin(), kinds.end(), [](const Kind& a, const Kind& b) {
        return a.severity != b.severity ? a.severity > b.severity : a.code < b.code;
    });
    return kinds;
}

void ProblemModel::locate(const Snapshot& snapshot, std::vector<Kind>& kinds, const Job& job)
{
    for (Kind& kind : kinds) {
        std::vector<Problem> first;
        for (std::size_t i = 0; i < std::min(kind.problems.size(), kLocatedOfAKind); ++i)
            first.push_back(snapshot.problems[kind.problems[i]]);
        kind.positions = placesOf(snapshot, first, job);
    }
}

void ProblemModel::setKinds(SnapshotPtr snapshot, std::vector<Kind> kinds)
{
    beginResetModel();
    m_snapshot = std::move(snapshot);
    m_kinds = std::move(kinds);
    endResetModel();
}

QVariant ProblemModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Kind& kind = m_kinds[groupOf(index)];
    return isGroup(index) ? kindData(kind, index.column(), role)
                          : problemData(kind, static_cast<std::size_t>(index.row()), index.column(), role);
}

QVariant ProblemModel::kindData(const Kind& kind, int column, int role) const
{
    if (role == Qt::DecorationRole && column == WhatColumn)
        return iconOf(kind.severity);
    if (role == SeverityRole)
        return static_cast<int>(kind.severity);
    if (role != Qt::DisplayRole || column != WhatColumn)
        return {};
    const QString title = QStringLiteral("%1 (%2)").arg(problemTitle(kind.code), countText(kind.count));
    return kind.count > kind.problems.size()
               ? tr("%1 (the first %2 are listed)").arg(title, countText(kind.problems.size()))
               : title;
}

QVariant ProblemModel::problemData(const Kind& kind, std::size_t index, int column, int role) const
{
    const std::uint32_t number = kind.problems[index];
    const Problem& problem = m_snapshot->problems[number];
    if (role == ProblemRole)
        return number;
    if (role == SeverityRole)
        return static_cast<int>(problem.severity);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    QString text;
    switch (column) {
    case WhatColumn:
        text = translated(problem.detail);
        break;
    case FileColumn:
        text = fileOf(*m_snapshot, problem);
        break;
    default:
        if (index < kind.positions.size() && kind.positions[index])
            text =
                tr("line %1, column %2").arg(kind.positions[index]->line).arg(kind.positions[index]->column);
        if (!problem.pointer.empty())
            text += (text.isEmpty() ? QString() : QStringLiteral(" · ")) + asLabel(problem.pointer);
        break;
    }
    return role == Qt::ToolTipRole ? asToolTip(text) : text;
}

QVariant ProblemModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columnTitle({tr("Problem"), tr("File"), tr("Position")}, section, orientation, role);
}

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
          m_tree(named<QTreeView>("problemsTree", this)),
          m_note(named<WrappedLabel>("problemsNote", this))
    {
        m_filter->setPlaceholderText(ProblemsText::tr("Search problems"));
        m_filter->setAccessibleName(ProblemsText::tr("Search problems"));
        addClearButton(*m_filter);
        m_tree->setAccessibleName(ProblemsText::tr("Problems"));
        m_tree->setModel(m_model);
        m_tree->setUniformRowHeights(true);
        m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
        m_tree->header()->setStretchLastSection(false);
        m_tree->header()->setSectionResizeMode(ProblemModel::WhatColumn, QHeaderView::Stretch);
        m_tree->setItemDelegateForColumn(ProblemModel::FileColumn, new PathDelegate(m_tree));
        makeColumn(this, {m_filter, {m_tree, 1}, {m_note, 1}}, 2);
        m_note->setAlignment(Qt::AlignCenter);
        showEmptyText();
        connect(&m_workspace, &Workspace::viewChanged, this, [this] { m_kinds.refresh(); });
        connect(m_filter, &QLineEdit::textChanged, this, [this] { m_kinds.refresh(); });
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

    void showKinds(std::vector<ProblemModel::Kind> kinds)
    {
        m_shown = m_kinds.asked()->first;
        m_model->setKinds(m_shown, std::move(kinds));
        m_tree->expandAll();
        // The titles of kinds have nothing beside them.
        for (int kind = 0; kind < m_model->rowCount(); ++kind)
            m_tree->setFirstColumnSpanned(kind, {}, true);
        fitColumns();
        showEmptyText();
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
            m_note->setText(ProblemsText::tr("Problems in the dataset appear here."));
        else
            m_note->setText(m_shown->complete ? ProblemsText::tr("No problems")
                            : m_workspace.isLoading()
                                ? ProblemsText::tr("No problems so far.")
                                : ProblemsText::tr("No problems in the data that was read."));
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
    Computed<std::pair<SnapshotPtr, QString>, std::vector<ProblemModel::Kind>> m_kinds{
        [this] { return std::pair(m_workspace.view()->snapshot, m_filter->text()); },
        [](const auto& wanted, const Job& job, const auto&) {
            const auto& [snapshot, words] = wanted;
            auto kinds = ProblemModel::group(*snapshot, words);
            if (snapshot->complete)
                ProblemModel::locate(*snapshot, kinds, job);
            return kinds;
        },
        [this](std::vector<ProblemModel::Kind> kinds) { showKinds(std::move(kinds)); }};
};

} // namespace

PanelSpec problemsPanel()
{
    return {QStringLiteral("problems"), QCoreApplication::translate("Panels", "Problems"), PanelArea::Bottom,
            makePanel<ProblemsPanel>};
}

} // namespace duologue::ui
