// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/field_tree_view.h"

#include "core/record/field_reader.h"
#include "ui/models/message_words.h"
#include "ui/views/value_menu.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>
#include <QSet>
#include <algorithm>

namespace duologue::ui {

namespace {

constexpr std::string_view kProfilePrefix = "profile.";
constexpr std::string_view kStrategyPrefix = "strategy";
/// More elements of one list are counted, not listed.
constexpr std::size_t kMostChildren = 500;

enum Role { FieldKeyRole = Qt::UserRole, ValueRole };

bool isProfile(const Field& field)
{
    return field.key.starts_with(kProfilePrefix);
}

bool isStrategy(const Field& field)
{
    return field.key.starts_with(kStrategyPrefix);
}

/// A tool tip that shows the text as it stands.
QString asToolTip(const QString& text)
{
    return text.isEmpty() ? text : QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped());
}

QString shownTitle(std::string_view key)
{
    QString title = toQt(key);
    return title.replace(QLatin1Char('_'), QLatin1Char(' '));
}

} // namespace

FieldTreeView::FieldTreeView(Workspace& workspace, QWidget* parent)
    : QTreeWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("profileTree"));
    setAccessibleName(tr("Profile and other fields"));
    setHeaderLabels({tr("Field"), tr("Value"), tr("Chinese")});
    setFrameShape(QFrame::NoFrame);
    setAlternatingRowColors(false);
    setIndentation(14);
    setVerticalScrollMode(ScrollPerPixel);
    setUniformRowHeights(false);
    setSelectionMode(SingleSelection);
    setTextElideMode(Qt::ElideRight);
    header()->setSectionResizeMode(QHeaderView::Stretch);
    connect(this, &QTreeWidget::itemExpanded, this, &FieldTreeView::fillJson);
    connect(&m_workspace, &Workspace::currentChanged, this, &FieldTreeView::rebuild);
    rebuild();
}

void FieldTreeView::rebuild()
{
    m_folded.clear();
    clear();
    m_record = m_workspace.current();
    if (!m_record)
        return;
    const auto& fields = m_record->conversation.fields;
    std::vector<Field> profile;
    std::vector<Field> strategies;
    std::vector<Field> others;
    for (const Field& field : fields)
        (isProfile(field) ? profile : isStrategy(field) ? strategies : others).push_back(field);
    if (!profile.empty())
        addFields(*addSection(tr("Profile")), profile, kProfilePrefix);
    if (!strategies.empty())
        addFields(*addSection(tr("Strategies")), strategies, {});
    QTreeWidgetItem* rest = addSection(tr("Other fields"));
    addFields(*rest, others, {});
    addMessageFields(*rest);
    if (rest->childCount() == 0)
        delete rest;
    for (int i = 0; i < topLevelItemCount(); ++i)
        topLevelItem(i)->setExpanded(true);
}

QTreeWidgetItem* FieldTreeView::addSection(const QString& title)
{
    auto* section = new QTreeWidgetItem(this, {title});
    QFont font = section->font(NameColumn);
    font.setBold(true);
    section->setFont(NameColumn, font);
    section->setFirstColumnSpanned(true);
    return section;
}

QTreeWidgetItem& FieldTreeView::pathItem(QTreeWidgetItem& section, std::string_view path)
{
    QTreeWidgetItem* at = &section;
    while (!path.empty()) {
        const std::size_t dot = path.find('.');
        const QString title = shownTitle(path.substr(0, dot));
        QTreeWidgetItem* found = nullptr;
        // The path met last is the last child, as files keep what belongs together in one place.
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
            // One more of several values: a line below the first, without repeating the name.
            auto* more = new QTreeWidgetItem(item->parent(), {QString()});
            setValue(*more, field, true);
            continue;
        }
        if (field.title.empty())
            item = &pathItem(section, field.key.substr(std::min(prefix.size(), field.key.size())));
        else
            item = new QTreeWidgetItem(&section, {toQt(field.title)});
        before = field.key;
        setValue(*item, field, true);
    }
}

void FieldTreeView::addMessageFields(QTreeWidgetItem& section)
{
    const Conversation& conversation = m_record->conversation;
    for (std::size_t i = 0; i < conversation.messages.size(); ++i) {
        const auto fields = conversation.fieldsOf(conversation.messages[i].fields);
        if (fields.empty())
            continue;
        auto* message = new QTreeWidgetItem(
            &section, {tr("Message %1").arg(i + 1), roleWord(conversation.messages[i].role)});
        for (const Field& field : fields)
            setValue(pathItem(*message, field.key), field, false);
    }
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
        item.setText(EnglishColumn, toQt(field.name.en));
        item.setText(ChineseColumn, toQt(field.name.zh));
        item.setFont(ChineseColumn, withChinese(font(), Language::Chinese));
    }
    for (const int column : {EnglishColumn, ChineseColumn})
        item.setToolTip(column, asToolTip(item.text(column)));
    if (!isColumn)
        return;
    item.setData(NameColumn, FieldKeyRole, toQt(fieldKey(field.key)));
    item.setData(NameColumn, ValueRole, toQt(value));
}

void FieldTreeView::setJson(QTreeWidgetItem& item, const JsonView& value)
{
    if (value.size() == 0) {
        const std::string text = value.isString() ? std::string(value.string()) : value.toJson();
        const int column = languageOf(text) == Language::Chinese ? ChineseColumn : EnglishColumn;
        item.setText(column, toQt(text));
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
            setJson(*new QTreeWidgetItem(item, {toQt(key)}), member);
    }
    for (const JsonView element : value.elements()) {
        if (made++ < kMostChildren)
            setJson(*new QTreeWidgetItem(item, {QString::number(made)}), element);
    }
    if (made > kMostChildren)
        new QTreeWidgetItem(item, {tr("and %n more", nullptr, static_cast<int>(made - kMostChildren))});
}

void FieldTreeView::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    const QTreeWidgetItem* item = byMouse ? itemAt(event->pos()) : currentItem();
    if (item == nullptr)
        return;
    const std::string key = fromQt(item->data(NameColumn, FieldKeyRole).toString());
    const std::string value = fromQt(item->data(NameColumn, ValueRole).toString());
    if (key.empty() || value.empty() || !findField(m_workspace.snapshot(), key))
        return;
    QMenu menu(this);
    addValueActions(menu, m_workspace, key, value);
    menu.exec(byMouse ? event->globalPos() : viewport()->mapToGlobal(visualItemRect(item).center()));
}

} // namespace duologue::ui
