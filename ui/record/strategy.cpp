// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/record/strategy.h"
#include "core/data/field_reader.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/making.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/value_menu.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QHeaderView>
#include <QMenu>
#include <algorithm>
#include <map>

namespace duologue::ui {

namespace {

enum StrategyViewRole { KeyRole = Qt::UserRole, CellValueRole };

/// A value of one version.
struct Cell {
    QString shown;
    std::string key;
    std::string value;
};

struct Attribute {
    QString name;
    /// By index of the version; several values of one attribute are joined.
    std::map<int, Cell> cells;
};

struct Part {
    std::string key;
    std::vector<Attribute> attributes;
};

struct Strategies {
    QStringList versions;
    std::vector<Part> parts;
};

template<typename List, typename Name, typename Is>
auto& entryOf(List& list, const Name& name, const Is& is)
{
    const auto found = std::find_if(list.begin(), list.end(), [&](const auto& one) { return is(one, name); });
    if (found != list.end())
        return *found;
    return list.emplace_back();
}

Cell cellOf(const Field& field)
{
    switch (field.kind) {
    case FieldKind::Number:
        return {toQt(numberText(field.number)), fieldKey(field.key), numberText(field.number)};
    case FieldKind::Flag:
        return {field.number != 0 ? QStringLiteral("true") : QStringLiteral("false"), fieldKey(field.key),
                field.number != 0 ? "true" : "false"};
    case FieldKind::Tree:
        return {field.value.isString() ? toQt(field.value.string()) : toQt(field.value.toJson()), {}, {}};
    default:
        return {nameInBoth(field.name), fieldKey(field.key), std::string(field.name.shown())};
    }
}

/// Turns in order, then the whole conversation.
bool comesBefore(const Part& left, const Part& right)
{
    const bool leftWhole = left.key == "final";
    const bool rightWhole = right.key == "final";
    return leftWhole != rightWhole ? rightWhole : compareNatural(left.key, right.key) < 0;
}

Strategies strategiesOf(const Conversation& conversation)
{
    Strategies found;
    // Each is looked for among those before.
    constexpr std::size_t kMostShown = 2'000;
    std::size_t seen = 0;
    for (const Field& field : conversation.fields) {
        if (!isStrategyField(field.key) || ++seen > kMostShown)
            continue;
        std::string_view rest = field.key;
        const auto next = [&rest] {
            const std::size_t dot = std::min(rest.find('.'), rest.size());
            const std::string_view part = rest.substr(0, dot);
            rest.remove_prefix(std::min(dot + 1, rest.size()));
            return part;
        };
        const QString version = toQt(next());
        if (!found.versions.contains(version))
            found.versions << version;
        const std::string part(next());
        Part& within = entryOf(found.parts, part,
                               [](const Part& one, const std::string& key) { return one.key == key; });
        within.key = part;
        const QString name = toQt(rest.empty() ? std::string_view("value") : rest);
        Attribute& attribute =
            entryOf(within.attributes, name,
                    [](const Attribute& one, const QString& wanted) { return one.name == wanted; });
        attribute.name = name;
        Cell cell = cellOf(field);
        Cell& place = attribute.cells[static_cast<int>(found.versions.indexOf(version))];
        if (!place.shown.isEmpty())
            cell.shown = place.shown + QStringLiteral(", ") + cell.shown;
        place = std::move(cell);
    }
    std::stable_sort(found.parts.begin(), found.parts.end(), comesBefore);
    return found;
}

} // namespace

bool isStrategyField(std::string_view key)
{
    return key.starts_with("strategy");
}

StrategyView::StrategyView(Workspace& workspace, QWidget* parent)
    : QTreeWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("strategyTree"));
    setAccessibleName(tr("Strategies"));
    setFrameShape(QFrame::NoFrame);
    setIndentation(14);
    setSelectionBehavior(SelectItems);
    setFont(withChinese(font()));
    connect(&m_workspace, &Workspace::currentChanged, this, [this] { m_deferred.request(); });
    rebuild();
}

void StrategyView::setVersion(const QString& version)
{
    m_showsAll = version.isEmpty();
    m_wanted = version;
    rebuild();
}

void StrategyView::rebuild()
{
    clear();
    const DecodedRecordPtr& record = m_workspace.current();
    const Strategies found = record ? strategiesOf(record->conversation) : Strategies();
    m_version = m_showsAll || found.versions.isEmpty() ? QString()
                : found.versions.contains(m_wanted)    ? m_wanted
                                                       : found.versions.last();
    if (std::exchange(m_versions, found.versions) != m_versions)
        Q_EMIT versionsChanged();
    QStringList headers{found.parts.empty() ? tr("No strategy is annotated here.") : tr("Attribute")};
    for (QString version : found.versions)
        headers << asLabel(version.replace(QLatin1Char('_'), QLatin1Char(' ')));
    setColumnCount(static_cast<int>(headers.size()));
    setHeaderLabels(headers);
    const auto one = static_cast<int>(found.versions.indexOf(m_version));
    for (int column = 0; column < found.versions.size(); ++column)
        setColumnHidden(column + 1, one >= 0 && column != one);
    for (const Part& part : found.parts) {
        bool isNumber = false;
        const int turn = toQt(part.key).toInt(&isNumber);
        auto* section = new QTreeWidgetItem(this, {part.key == "final" ? tr("Whole conversation")
                                                   : isNumber          ? tr("Turn %1").arg(turn)
                                                                       : asLabel(part.key)});
        section->setFirstColumnSpanned(true);
        QFont bold = font();
        bold.setBold(true);
        section->setFont(0, bold);
        for (const Attribute& attribute : part.attributes) {
            QString name = attribute.name;
            auto* item =
                new QTreeWidgetItem(section, {asLabel(name.replace(QLatin1Char('_'), QLatin1Char(' ')))});
            const bool differ =
                std::any_of(attribute.cells.begin(), attribute.cells.end(), [&](const auto& cell) {
                    return cell.second.shown != attribute.cells.begin()->second.shown;
                });
            for (const auto& [version, cell] : attribute.cells) {
                item->setText(version + 1, asLines(cell.shown));
                item->setToolTip(version + 1, asToolTip(cell.shown));
                item->setData(version + 1, KeyRole, toQt(cell.key));
                item->setData(version + 1, CellValueRole, toQt(cell.value));
                if (differ)
                    item->setFont(version + 1, bold);
            }
        }
        section->setExpanded(true);
    }
    for (int column = 0; column + 1 < columnCount(); ++column)
        resizeColumnToContents(column);
}

void StrategyView::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    const QModelIndex index = byMouse ? indexAt(event->pos()) : currentIndex();
    const std::string key = fromQt(index.data(KeyRole).toString());
    const std::string value = fromQt(index.data(CellValueRole).toString());
    if (key.empty() || value.empty() || !findField(m_workspace.snapshot(), key))
        return;
    QMenu menu(this);
    addValueActions(menu, m_workspace, key, value);
    menu.exec(byMouse ? event->globalPos() : viewport()->mapToGlobal(visualRect(index).center()));
}

namespace {

/// The annotated strategies in the version that is chosen above them.
class StrategyPanel final : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(Panels)

public:
    StrategyPanel(Workspace& workspace, QWidget* parent)
        : QWidget(parent),
          m_workspace(workspace),
          m_versions(named<QComboBox>("strategyVersion", this)),
          m_tree(new StrategyView(workspace, this))
    {
        setObjectName(QStringLiteral("strategyPanel"));
        m_versions->setAccessibleName(tr("Annotation version"));
        // The list opens as a window of its own.
        m_versions->view()->setAccessibleName(m_versions->accessibleName());
        makeColumn(this, {m_versions, {m_tree, 1}}, kHalfGrid);
        connect(m_tree, &StrategyView::versionsChanged, this, [this] { listVersions(); });
        connect(m_versions, &QComboBox::activated, this,
                [this] { m_tree->setVersion(m_versions->currentData().toString()); });
        connect(&m_workspace, &Workspace::viewChanged, this, [this] { lookForContent(); });
        listVersions();
        lookForContent();
    }

private:
    void listVersions()
    {
        m_versions->clear();
        for (const QString& version : m_tree->versions()) {
            QString words = version;
            m_versions->addItem(asLabel(words.replace(QLatin1Char('_'), QLatin1Char(' '))), version);
        }
        m_versions->addItem(tr("All versions"), QString());
        m_versions->setCurrentIndex(std::max(m_versions->findData(m_tree->version()), 0));
        m_versions->setVisible(m_tree->versions().size() > 1);
    }

    void lookForContent()
    {
        if (m_workspace.view()->snapshot == m_looked)
            return;
        m_looked = m_workspace.view()->snapshot;
        const auto& columns = m_looked->records.columns;
        setHasContent(*this, std::any_of(columns.begin(), columns.end(), [](const Column& column) {
            return isStrategyField(column.info.key);
        }));
    }

    Workspace& m_workspace;
    QComboBox* m_versions;
    StrategyView* m_tree;
    SnapshotPtr m_looked;
};

} // namespace

PanelSpec strategyPanel()
{
    return {QStringLiteral("strategy"), StrategyPanel::tr("Strategy"), PanelArea::Inspector,
            makePanel<StrategyPanel>};
}

} // namespace duologue::ui
