// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/sources.h"
#include "core/util/phrase_id.h"
#include "ui/app/intent_codes.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/value_menu.h"

#include <QApplication>
#include <QCoreApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPalette>
#include <QTreeView>
#include <algorithm>
#include <string>
#include <unordered_map>

namespace duologue::ui {

namespace {

constexpr std::string_view kFileField = "file";

/// Adds the paths that the terms name.
void addNamedPaths(const Query& query, QStringList& paths)
{
    if (query.kind == QueryKind::Term && query.term.kind == TermKind::Equals)
        paths << toQt(query.term.value);
    for (const Query& part : query.parts)
        addNamedPaths(part, paths);
}

bool liesIn(const QString& path, const QString& folder)
{
    return folder.endsWith(QLatin1Char('/')) && path.size() > folder.size() && path.startsWith(folder);
}

} // namespace

SourceFilter::SourceFilter(const Query& query)
{
    for (const Query& part : conjuncts(query)) {
        if (isAbout(part, kFileField))
            addNamedPaths(part, part.kind == QueryKind::Not ? m_excluded : m_chosen);
    }
}

SourceFilter::State SourceFilter::stateOf(const QString& path) const
{
    const auto names = [&](const QStringList& paths) { return paths.contains(path); };
    const auto surrounds = [&](const QStringList& paths) {
        return std::any_of(paths.begin(), paths.end(),
                           [&](const QString& each) { return liesIn(path, each); });
    };
    if (names(m_excluded) || surrounds(m_excluded))
        return State::Excluded;
    if (m_chosen.isEmpty())
        return State::Free;
    if (names(m_chosen))
        return State::Chosen;
    if (surrounds(m_chosen))
        return State::Within;
    const bool isAround = std::any_of(m_chosen.begin(), m_chosen.end(),
                                      [&](const QString& each) { return liesIn(each, path); });
    return isAround ? State::Free : State::Outside;
}

Query fileTerm(const QString& path)
{
    return equalsQuery(kFileField, fromQt(path));
}

namespace {

using Node = SourceTreeModel::Node;

Node* childFolder(Node& parent, const QString& name, std::unordered_map<std::string, Node*>& known)
{
    const QString path = parent.path + name + QLatin1Char('/');
    Node*& folder = known[path.toStdString()];
    if (folder == nullptr) {
        auto made = std::make_unique<Node>();
        made->name = name;
        made->path = path;
        made->parent = &parent;
        made->index = static_cast<int>(parent.children.size());
        folder = made.get();
        parent.children.push_back(std::move(made));
    }
    return folder;
}

Node* addFile(Node& root, const SourceFile& file, std::unordered_map<std::string, Node*>& known)
{
    Node* folder = &root;
    QStringList parts = toQt(file.shownPath).split(QLatin1Char('/'), Qt::SkipEmptyParts);
    if (parts.isEmpty())
        parts << toQt(file.shownPath);
    const QString name = parts.takeLast();
    for (const QString& part : parts)
        folder = childFolder(*folder, part, known);
    auto node = std::make_unique<Node>();
    node->name = asLabel(name);
    node->path = toQt(file.shownPath);
    // Most files are not skipped; this saves memory if there are very many.
    if (!file.skipReason.empty())
        node->detail = translated(file.skipReason);
    if (file.skipReason.id == PhraseId::CardSays) {
        node->isCard = true;
        node->name += QStringLiteral("  ") + asLabel(translated(file.skipReason.arguments.front()));
    }
    node->isFolder = false;
    node->parent = folder;
    node->index = static_cast<int>(folder->children.size());
    folder->children.push_back(std::move(node));
    return folder->children.back().get();
}

/// What was read of a packed file whose end cannot be read is listed under the same path as the packed file.
/// The index of the former by that of the latter.
std::unordered_map<std::size_t, std::size_t> partsOfCutFiles(const Snapshot& snapshot)
{
    const auto keyOf = [](const SourceFile& file) {
        return std::to_string(file.root) + '/' + file.shownPath;
    };
    std::unordered_map<std::string, std::size_t> cut;
    for (std::size_t i = 0; i < snapshot.files.size(); ++i) {
        if (const SourceFile& file = snapshot.files[i]; file.skipReason.id == PhraseId::CannotBeRead)
            cut.emplace(keyOf(file), i);
    }
    std::unordered_map<std::size_t, std::size_t> parts;
    for (std::size_t i = 0; i < snapshot.files.size() && !cut.empty(); ++i) {
        const SourceFile& file = snapshot.files[i];
        const auto whole = file.skipReason.empty() ? cut.find(keyOf(file)) : cut.end();
        if (whole != cut.end())
            parts.emplace(whole->second, i);
    }
    return parts;
}

void addUp(Node& node)
{
    for (const auto& child : node.children) {
        addUp(*child);
        node.records += child->records;
        node.errors += child->errors;
        node.warnings += child->warnings;
        node.notes += child->notes;
    }
}

} // namespace

SourceTreeModel::SourceTreeModel(QObject* parent) : QAbstractItemModel(parent) {}

std::shared_ptr<Node> SourceTreeModel::build(const Snapshot& snapshot)
{
    auto root = std::make_shared<Node>();
    std::vector<Node*> files;
    std::unordered_map<std::string, Node*> folders;
    const auto parts = partsOfCutFiles(snapshot);
    for (std::size_t i = 0; i < snapshot.files.size(); ++i) {
        const SourceFile& file = snapshot.files[i];
        const bool isListed = file.skipReason.id != PhraseId::HoldsCheckSettings && parts.count(i) == 0;
        files.push_back(isListed ? addFile(*root, file, folders) : nullptr);
    }
    for (const auto& [whole, part] : parts) {
        Node* const node = files[part];
        node->isCut = true;
        node->name += QStringLiteral("  ") + tr("end not read");
        node->detail = translated(snapshot.files[whole].skipReason);
        files[whole] = node;
    }
    for (Row row{0}; row < snapshot.endRow(); ++row)
        ++files[indexOf(snapshot.record(row).file)]->records;
    for (std::size_t i = 0; i < snapshot.problems.size(); ++i) {
        const Problem& problem = snapshot.problems[i];
        if (problem.where.file == kNoFile || files[indexOf(problem.where.file)] == nullptr)
            continue;
        Node& file = *files[indexOf(problem.where.file)];
        file.errors += problem.severity == Severity::Error ? 1 : 0;
        file.warnings += problem.severity == Severity::Warning ? 1 : 0;
        file.notes += problem.severity == Severity::Note ? 1 : 0;
    }
    addUp(*root);
    return root;
}

void SourceTreeModel::setTree(std::shared_ptr<Node> root)
{
    beginResetModel();
    m_root = std::move(root);
    endResetModel();
}

QModelIndex SourceTreeModel::indexOfFile(const QString& shownPath) const
{
    QModelIndex at;
    for (;;) {
        QModelIndex inside;
        for (int row = 0; row < rowCount(at) && !inside.isValid(); ++row) {
            const QModelIndex child = index(row, NameColumn, at);
            const QString path = nodeOf(child).path;
            if (path == shownPath)
                return child;
            if (nodeOf(child).isFolder && shownPath.startsWith(path))
                inside = child;
        }
        if (!inside.isValid())
            return {};
        at = inside;
    }
}

const Node& SourceTreeModel::nodeOf(const QModelIndex& index) const
{
    return index.isValid() ? *static_cast<const Node*>(index.constInternalPointer()) : *m_root;
}

QModelIndex SourceTreeModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, nodeOf(parent).children[static_cast<std::size_t>(row)].get());
}

QModelIndex SourceTreeModel::parent(const QModelIndex& child) const
{
    if (!child.isValid())
        return {};
    Node* above = nodeOf(child).parent;
    return above == nullptr || above == m_root.get() ? QModelIndex() : createIndex(above->index, 0, above);
}

int SourceTreeModel::rowCount(const QModelIndex& parent) const
{
    return parent.column() > 0 ? 0 : static_cast<int>(nodeOf(parent).children.size());
}

QVariant SourceTreeModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Node& node = nodeOf(index);
    const bool skipped = node.records == 0;
    const SourceFilter::State state = m_filter.stateOf(node.path);
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == NameColumn)
            return node.name;
        if (node.isCard)
            return tr("card");
        return skipped ? (node.isFolder ? QVariant() : QVariant(tr("skipped")))
                       : QVariant(countText(node.records));
    case Qt::TextAlignmentRole:
        return index.column() == RecordsColumn ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case Qt::DecorationRole:
        if (index.column() != NameColumn)
            return {};
        if (node.errors > 0)
            return standardIcon(QStyle::SP_MessageBoxCritical);
        if (node.warnings > 0)
            return standardIcon(QStyle::SP_MessageBoxWarning);
        return standardIcon(node.isFolder ? QStyle::SP_DirIcon : QStyle::SP_FileIcon);
    case Qt::ForegroundRole:
        return foreground(node);
    case Qt::FontRole: {
        QFont font = QApplication::font();
        font.setBold(state == SourceFilter::State::Chosen);
        font.setStrikeOut(state == SourceFilter::State::Excluded && !skipped);
        return font == QApplication::font() ? QVariant() : QVariant(font);
    }
    case Qt::BackgroundRole:
        return state == SourceFilter::State::Chosen
                   ? QVariant(blended(QApplication::palette().color(QPalette::Base),
                                      QApplication::palette().color(QPalette::Highlight), 0.22))
                   : QVariant();
    case Qt::ToolTipRole:
        return toolTip(node);
    case Qt::AccessibleTextRole:
        return spoken(node, index.column());
    case PathRole:
        return node.path;
    case SkippedRole:
        return skipped;
    case IsFolderRole:
        return node.isFolder;
    case FilterRole:
        return static_cast<int>(state);
    default:
        return {};
    }
}

/// Dim where there is nothing to read, or where the filter hides it.
QVariant SourceTreeModel::foreground(const Node& node) const
{
    const SourceFilter::State state = m_filter.stateOf(node.path);
    const bool isHidden = state == SourceFilter::State::Outside || state == SourceFilter::State::Excluded;
    if (node.records == 0)
        return QApplication::palette().color(QPalette::Disabled, QPalette::Text);
    return isHidden ? QVariant(QApplication::palette().color(QPalette::PlaceholderText)) : QVariant();
}

QString SourceTreeModel::toolTip(const Node& node) const
{
    QString text = asLabel(node.path).toHtmlEscaped();
    if (!node.detail.isEmpty())
        text += QStringLiteral("<br>") + (node.isCard  ? node.detail
                                          : node.isCut ? tr("The end was not read: %1").arg(node.detail)
                                                       : tr("Skipped: %1").arg(node.detail))
                                             .toHtmlEscaped();
    QStringList counts;
    if (node.errors > 0)
        counts << tr("%n error(s)", nullptr, static_cast<int>(node.errors));
    if (node.warnings > 0)
        counts << tr("%n warning(s)", nullptr, static_cast<int>(node.warnings));
    if (node.notes > 0)
        counts << tr("%n note(s)", nullptr, static_cast<int>(node.notes));
    if (!counts.isEmpty())
        text += QStringLiteral("<br>") + counts.join(tr(", "));
    return text;
}

/// The name with what the filter does to it, which others see by colours and fonts.
QString SourceTreeModel::spoken(const Node& node, int column) const
{
    if (column != NameColumn)
        return node.records == 0 ? QString() : countText(node.records);
    switch (m_filter.stateOf(node.path)) {
    case SourceFilter::State::Chosen:
        return tr("%1, shown by the filter").arg(node.name);
    case SourceFilter::State::Excluded:
        return tr("%1, excluded by the filter").arg(node.name);
    case SourceFilter::State::Outside:
        return tr("%1, hidden by the filter").arg(node.name);
    case SourceFilter::State::Free:
    case SourceFilter::State::Within:
        break;
    }
    return node.name;
}

void SourceTreeModel::setFilter(SourceFilter filter)
{
    if (filter == m_filter)
        return;
    m_filter = std::move(filter);
    announceFilter({});
}

void SourceTreeModel::announceFilter(const QModelIndex& parent)
{
    if (const int rows = rowCount(parent); rows > 0)
        Q_EMIT dataChanged(index(0, 0, parent), index(rows - 1, ColumnCount - 1, parent));
    for (int row = 0; row < rowCount(parent); ++row) {
        if (const QModelIndex child = index(row, 0, parent); nodeOf(child).isFolder)
            announceFilter(child);
    }
}

QVariant SourceTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == NameColumn ? tr("Name") : tr("Count");
}

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
        connect(&m_workspace, &Workspace::viewChanged, this, [this] { m_tree.refresh(); });
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
    /// Where the mouse was pressed.
    QPersistentModelIndex m_pressed;
    Computed<SnapshotPtr, std::shared_ptr<SourceTreeModel::Node>> m_tree{
        [this] { return m_workspace.view()->snapshot; },
        [](const SnapshotPtr& snapshot, const Job&, const auto&) {
            return SourceTreeModel::build(*snapshot);
        },
        [this](std::shared_ptr<SourceTreeModel::Node> root) {
            m_model->setTree(std::move(root));
            expandFoldersOfFolders({});
        }};
};

} // namespace

PanelSpec sourcesPanel()
{
    return {QStringLiteral("sources"), QCoreApplication::translate("Panels", "Sources"), PanelArea::Left,
            makePanel<SourcesPanel>};
}

} // namespace duologue::ui
