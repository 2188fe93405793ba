// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/field_reader.h"
#include "core/data/snapshot.h"
#include "core/load/record_reader.h"
#include "ui/app/tasks.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/record/strategy.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/value_menu.h"

#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QHeaderView>
#include <QMenu>
#include <QSet>
#include <QTreeWidget>
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace duologue::ui {

class Workspace;

/// The fields of the current record except texts, ratings and strategies: the user's attributes in both
/// languages, or all other fields, with nested values. Values have the value menu; a double click shows only
/// records with a value. GUI thread.
class FieldTreeView : public QTreeWidget {
    Q_OBJECT

public:
    enum Column { NameColumn, EnglishColumn, ChineseColumn };

    enum class Shows { Profile, Others };

    FieldTreeView(Workspace& workspace, Shows shows, QWidget* parent);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void rebuild();
    bool isBlind() const;
    void lookForContent();
    void showOnly(const QTreeWidgetItem& item);
    void addFields(QTreeWidgetItem& section, std::span<const Field> fields, std::string_view prefix);
    static void addMore(QTreeWidgetItem& section, std::size_t left);
    void addMessageFields(QTreeWidgetItem& section);
    /// Makes the item of "a.b" a child of that of "a".
    QTreeWidgetItem& pathItem(QTreeWidgetItem& section, std::string_view path);
    void setValue(QTreeWidgetItem& item, const Field& field, bool isColumn);
    void setJson(QTreeWidgetItem& item, const JsonView& value);
    void fillJson(QTreeWidgetItem* item);

    Workspace& m_workspace;
    /// Deferred, so that the conversation is shown first.
    bool m_isBlind = false;
    DeferredCall m_deferred{[this] { rebuild(); }};
    Shows m_shows;
    DecodedRecordPtr m_record;
    /// The snapshot in which profiles were looked for.
    SnapshotPtr m_looked;
    /// Nested values that are not expanded yet.
    std::unordered_map<QTreeWidgetItem*, JsonView> m_folded;
};

namespace {

constexpr std::string_view kProfilePrefix = "profile.";
/// Further elements of a list, fields of a record and messages with fields are only counted.
constexpr std::size_t kMostChildren = 500;

enum Role { FieldKeyRole = Qt::UserRole, FieldValueRole };

bool isProfile(const Field& field)
{
    return field.key.starts_with(kProfilePrefix);
}

/// The texts that the conversation already shows: a preference, an option, an answer.
class ReadTexts {
public:
    explicit ReadTexts(const Conversation& conversation) : m_conversation(conversation) {}

    bool contains(const Field& field)
    {
        if (field.kind != FieldKind::Text || !field.value.isString())
            return false;
        if (m_texts.empty()) {
            for (const Text& text : m_conversation.texts)
                m_texts.insert(trimmed(text.text));
        }
        return m_texts.contains(trimmed(field.value.string()));
    }

private:
    const Conversation& m_conversation;
    std::unordered_set<std::string_view> m_texts;
};

QString shownTitle(std::string_view key)
{
    QString title = asLabel(key);
    return title.replace(QLatin1Char('_'), QLatin1Char(' '));
}

} // namespace

FieldTreeView::FieldTreeView(Workspace& workspace, Shows shows, QWidget* parent)
    : QTreeWidget(parent), m_workspace(workspace), m_shows(shows)
{
    const bool profile = shows == Shows::Profile;
    setObjectName(profile ? QStringLiteral("profileTree") : QStringLiteral("fieldsTree"));
    setAccessibleName(profile ? tr("Profile") : tr("Other fields"));
    setHeaderLabels({tr("Field"), profile ? tr("English") : tr("Value"), tr("Chinese")});
    setFrameShape(QFrame::NoFrame);
    setAlternatingRowColors(false);
    setIndentation(14);
    setVerticalScrollMode(ScrollPerPixel);
    setUniformRowHeights(false);
    setSelectionMode(SingleSelection);
    setTextElideMode(Qt::ElideRight);
    header()->setSectionResizeMode(QHeaderView::Stretch);
    // The columns share the width, so there is nothing to scroll to.
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(this, &QTreeWidget::itemDoubleClicked, this,
            [this](const QTreeWidgetItem* item) { showOnly(*item); });
    connect(this, &QTreeWidget::itemExpanded, this, &FieldTreeView::fillJson);
    connect(&m_workspace, &Workspace::currentChanged, this, [this] { m_deferred.request(); });
    connect(&m_workspace, &Workspace::viewChanged, this, [this] { lookForContent(); });
    connect(&m_workspace.marks(), &DatasetMarks::changed, this, [this] {
        if (m_isBlind != isBlind())
            m_deferred.request();
    });
    lookForContent();
    rebuild();
}

/// A dataset with profiles may have records without one.
void FieldTreeView::lookForContent()
{
    if (m_shows != Shows::Profile || m_workspace.view()->snapshot == m_looked)
        return;
    m_looked = m_workspace.view()->snapshot;
    const auto& columns = m_looked->records.columns;
    setHasContent(*this, std::any_of(columns.begin(), columns.end(), [](const duologue::Column& column) {
        return column.info.key.starts_with(kProfilePrefix);
    }));
}

/// Scores and names of models are among the fields.
bool FieldTreeView::isBlind() const
{
    const auto row = m_workspace.currentRow();
    return m_shows == Shows::Others && row && m_workspace.marks().isBlindFor(*row);
}

void FieldTreeView::rebuild()
{
    m_folded.clear();
    clear();
    m_record = m_workspace.current();
    m_isBlind = isBlind();
    if (m_record && m_isBlind) {
        setHasContent(*this, true);
        new QTreeWidgetItem(this, {tr("Hidden until you have judged the conversation.")});
        return;
    }
    if (!m_record) {
        if (m_shows == Shows::Others)
            setHasContent(*this, false);
        return;
    }
    const Conversation& conversation = m_record->conversation;
    std::vector<Field> shown;
    std::size_t left = 0;
    ReadTexts read(conversation);
    for (const Field& field : conversation.fields) {
        const bool others = !isProfile(field) && !isStrategyField(field.key) && !read.contains(field);
        if (!(m_shows == Shows::Profile ? isProfile(field) : others))
            continue;
        if (shown.size() < kMostChildren)
            shown.push_back(field);
        else
            ++left;
    }
    addFields(*invisibleRootItem(), shown, m_shows == Shows::Profile ? kProfilePrefix : std::string_view());
    addMore(*invisibleRootItem(), left);
    if (m_shows == Shows::Others)
        addMessageFields(*invisibleRootItem());
    expandToDepth(0);
    if (m_shows == Shows::Others)
        setHasContent(*this, topLevelItemCount() > 0);
    if (topLevelItemCount() == 0)
        new QTreeWidgetItem(this, {m_shows == Shows::Profile ? tr("No profile") : tr("No other fields")});
}

QTreeWidgetItem& FieldTreeView::pathItem(QTreeWidgetItem& section, std::string_view path)
{
    QTreeWidgetItem* at = &section;
    while (!path.empty()) {
        const std::size_t dot = path.find('.');
        const QString title = shownTitle(path.substr(0, dot));
        QTreeWidgetItem* found = nullptr;
        // Checks only the last child, because files keep related paths together.
        if (const int last = at->childCount() - 1; last >= 0 && at->child(last)->text(NameColumn) == title)
            found = at->child(last);
        at = found != nullptr ? found : new QTreeWidgetItem(at, {title});
        path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
    }
    return *at;
}

void FieldTreeView::addFields(QTreeWidgetItem& section, std::span<const Field> fields,
                              std::string_view prefix)
{
    QTreeWidgetItem* item = nullptr;
    std::string_view before;
    for (const Field& field : fields) {
        const bool again = item != nullptr && field.key == before && field.kind == FieldKind::Categories;
        if (again) {
            // Adds a further value below the first one, without repeating the name.
            auto* parent = item->parent() != nullptr ? item->parent() : &section;
            auto* more = new QTreeWidgetItem(parent, {QString()});
            setValue(*more, field, true);
            continue;
        }
        if (field.title.empty())
            item = &pathItem(section, field.key.substr(std::min(prefix.size(), field.key.size())));
        else
            item = new QTreeWidgetItem(&section, {fieldTitle(std::string(field.title))});
        before = field.key;
        setValue(*item, field, true);
    }
}

/// A row that says how many are not shown.
void FieldTreeView::addMore(QTreeWidgetItem& section, std::size_t left)
{
    if (left > 0)
        new QTreeWidgetItem(&section, {tr("and %n more", nullptr, static_cast<int>(left))});
}

void FieldTreeView::addMessageFields(QTreeWidgetItem& section)
{
    const Conversation& conversation = m_record->conversation;
    std::size_t made = 0;
    for (std::size_t i = 0; i < conversation.messages.size(); ++i) {
        const auto fields = conversation.fieldsOf(conversation.messages[i].fields);
        if (fields.empty() || made++ >= kMostChildren)
            continue;
        auto* message =
            new QTreeWidgetItem(&section, {tr("Message %1").arg(i + 1), roleWord(conversation.messages[i])});
        for (const Field& field : fields.first(std::min(fields.size(), kMostChildren)))
            setValue(pathItem(*message, field.key), field, false);
        addMore(*message, fields.size() - std::min(fields.size(), kMostChildren));
    }
    addMore(section, made - std::min(made, kMostChildren));
}

void FieldTreeView::setValue(QTreeWidgetItem& item, const Field& field, bool isColumn)
{
    std::string value;
    switch (field.kind) {
    case FieldKind::Number:
        value = numberText(field.number);
        item.setText(EnglishColumn, toQt(value));
        break;
    case FieldKind::Flag:
        value = field.number != 0 ? "true" : "false";
        item.setText(EnglishColumn, toQt(value));
        break;
    case FieldKind::Tree:
        setJson(item, field.value);
        return;
    default:
        value = field.name.shown();
        item.setText(EnglishColumn, asLines(field.name.en));
        item.setText(ChineseColumn, asLines(field.name.zh));
        item.setFont(ChineseColumn, withChinese(font(), Language::Chinese));
    }
    for (const int column : {EnglishColumn, ChineseColumn})
        item.setToolTip(column, asToolTip(item.text(column)));
    if (!isColumn)
        return;
    item.setData(NameColumn, FieldKeyRole, toQt(fieldKey(field.key)));
    item.setData(NameColumn, FieldValueRole, toQt(value));
}

void FieldTreeView::setJson(QTreeWidgetItem& item, const JsonView& value)
{
    if (value.size() == 0) {
        const std::string text = value.isString() ? std::string(value.string()) : value.toJson();
        const int column = scriptOf(text) == Script::Han ? ChineseColumn : EnglishColumn;
        item.setText(column, asLines(text));
        item.setToolTip(column, asToolTip(toQt(text)));
        return;
    }
    item.setText(EnglishColumn, value.isArray() ? tr("%n value(s)", nullptr, static_cast<int>(value.size()))
                                                : tr("%n key(s)", nullptr, static_cast<int>(value.size())));
    item.setChildIndicatorPolicy(QTreeWidgetItem::ShowIndicator);
    m_folded.emplace(&item, value);
}

void FieldTreeView::fillJson(QTreeWidgetItem* item)
{
    const auto found = m_folded.find(item);
    if (found == m_folded.end())
        return;
    const JsonView value = found->second;
    m_folded.erase(found);
    std::size_t made = 0;
    for (const auto [key, member] : value.members()) {
        if (made++ < kMostChildren)
            setJson(*new QTreeWidgetItem(item, {asLabel(key)}), member);
    }
    for (const JsonView element : value.elements()) {
        if (made++ < kMostChildren)
            setJson(*new QTreeWidgetItem(item, {QString::number(made)}), element);
    }
    addMore(*item, made - std::min(made, kMostChildren));
}

void FieldTreeView::showOnly(const QTreeWidgetItem& item)
{
    const std::string key = fromQt(item.data(NameColumn, FieldKeyRole).toString());
    const std::string value = fromQt(item.data(NameColumn, FieldValueRole).toString());
    if (!key.empty() && !value.empty() && findField(m_workspace.snapshot(), key))
        showOnlyValue(m_workspace, key, value);
}

void FieldTreeView::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    const QTreeWidgetItem* item = byMouse ? itemAt(event->pos()) : currentItem();
    if (item == nullptr)
        return;
    const std::string key = fromQt(item->data(NameColumn, FieldKeyRole).toString());
    const std::string value = fromQt(item->data(NameColumn, FieldValueRole).toString());
    if (key.empty() || value.empty() || !findField(m_workspace.snapshot(), key))
        return;
    QMenu menu(this);
    addValueActions(menu, m_workspace, key, value);
    menu.exec(byMouse ? event->globalPos() : viewport()->mapToGlobal(visualItemRect(item).center()));
}

PanelSpec profilePanel()
{
    return {QStringLiteral("profile"), QCoreApplication::translate("Panels", "Profile"), PanelArea::Inspector,
            makePanel<FieldTreeView, FieldTreeView::Shows::Profile>};
}

PanelSpec fieldsPanel()
{
    return {QStringLiteral("fields"), QCoreApplication::translate("Panels", "Fields"), PanelArea::Inspector,
            makePanel<FieldTreeView, FieldTreeView::Shows::Others>};
}

} // namespace duologue::ui

#include "fields.moc"
