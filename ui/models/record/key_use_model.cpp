// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/record/key_use_model.h"

#include "core/json/json_pointer.h"
#include "ui/work/qt_text.h"

#include <QCoreApplication>
#include <algorithm>

namespace duologue::ui {

namespace {

/// A record may be a table of millions of keys.
constexpr std::size_t kMostKeysShown = 500;
constexpr int kMostLevels = 5;
constexpr std::size_t kLongestValue = 120;

struct KeyUses {
    Q_DECLARE_TR_FUNCTIONS(KeyUses)
};

QString shortValue(std::string_view text)
{
    if (text.size() <= kLongestValue)
        return asLabel(text);
    return asLabel(text.substr(0, wholeCharacters(text, kLongestValue))) + QStringLiteral("…");
}

QString valueText(const JsonView& value)
{
    const int size = static_cast<int>(value.size());
    if (value.isArray())
        return KeyUses::tr("list of %Ln", nullptr, size);
    if (value.isObject())
        return KeyUses::tr("%Ln key(s)", nullptr, size);
    return shortValue(value.isString() ? value.string() : value.toJson());
}

} // namespace

QString useText(KeyUse use)
{
    switch (use) {
    case KeyUse::Nothing:
        break;
    case KeyUse::Messages:
        return KeyUses::tr("List of messages");
    case KeyUse::Role:
        return KeyUses::tr("Who speaks");
    case KeyUse::Text:
        return KeyUses::tr("What is said");
    case KeyUse::Translation:
        return KeyUses::tr("Translation");
    case KeyUse::System:
        return KeyUses::tr("System prompt");
    case KeyUse::History:
        return KeyUses::tr("Earlier messages");
    case KeyUse::Question:
        return KeyUses::tr("Question");
    case KeyUse::Answer:
        return KeyUses::tr("Answer");
    case KeyUse::Candidates:
        return KeyUses::tr("Candidate answers");
    case KeyUse::Chosen:
        return KeyUses::tr("Chosen answer");
    case KeyUse::Rejected:
        return KeyUses::tr("Rejected answer");
    case KeyUse::Rating:
        return KeyUses::tr("Rating");
    case KeyUse::Ratings:
        return KeyUses::tr("Ratings by name");
    case KeyUse::Label:
        return KeyUses::tr("Label");
    case KeyUse::RecordId:
        return KeyUses::tr("Id");
    }
    return KeyUses::tr("Field");
}

struct KeyUseModel::Node {
    QString key;
    QString value;
    KeyPlace place;
    std::vector<KeyUse> uses;
    Node* parent = nullptr;
    int row = 0;
    std::vector<std::unique_ptr<Node>> children;
};

KeyUseModel::KeyUseModel(QObject* parent) : QAbstractItemModel(parent), m_root(std::make_unique<Node>()) {}

KeyUseModel::~KeyUseModel() = default;

void KeyUseModel::setRecord(const JsonView& record, KeyChoices choices)
{
    beginResetModel();
    m_root = std::make_unique<Node>();
    m_choices = std::move(choices);
    addInside(*m_root, record, 0);
    endResetModel();
}

/// The members of an object; `at` is its own place.
void KeyUseModel::addMembers(Node& parent, const JsonView& object, const KeyPlace& at, int level)
{
    for (const auto [key, value] : object.members()) {
        if (parent.children.size() == kMostKeysShown)
            return;
        auto node = std::make_unique<Node>();
        node->key = shortValue(key);
        node->value = valueText(value);
        node->place = at;
        appendPointerPart(node->place.key, key);
        node->parent = &parent;
        node->row = static_cast<int>(parent.children.size());
        node->uses = usesFor(node->place, value.kind());
        addInside(*node, value, level + 1);
        parent.children.push_back(std::move(node));
    }
}

void KeyUseModel::addInside(Node& node, const JsonView& value, int level)
{
    if (level >= kMostLevels)
        return;
    if (value.isObject()) {
        addMembers(node, value, node.place, level);
        return;
    }
    // A description cannot reach into a list inside a list.
    const bool isReachable = node.place.list.empty() && !node.place.key.empty();
    if (value.size() > 0 && isReachable)
        addMembers(node, *value.elements().begin(), {node.place.key, {}}, level);
}

const KeyUseModel::Node& KeyUseModel::nodeOf(const QModelIndex& index) const
{
    return index.isValid() ? *static_cast<const Node*>(index.constInternalPointer()) : *m_root;
}

QModelIndex KeyUseModel::indexIn(const Node& parent, const KeyPlace& place) const
{
    for (const auto& child : parent.children) {
        if (child->place == place)
            return createIndex(child->row, UseColumn, child.get());
        if (const QModelIndex inside = indexIn(*child, place); inside.isValid())
            return inside;
    }
    return {};
}

QModelIndex KeyUseModel::indexOf(const KeyPlace& place) const
{
    return indexIn(*m_root, place);
}

QModelIndex KeyUseModel::index(int row, int column, const QModelIndex& parent) const
{
    const Node& node = nodeOf(parent);
    if (row < 0 || row >= static_cast<int>(node.children.size()) || column < 0 || column >= ColumnCount)
        return {};
    return createIndex(row, column, node.children[static_cast<std::size_t>(row)].get());
}

QModelIndex KeyUseModel::parent(const QModelIndex& child) const
{
    Node* parent = nodeOf(child).parent;
    return parent == nullptr || parent == m_root.get() ? QModelIndex() : createIndex(parent->row, 0, parent);
}

int KeyUseModel::rowCount(const QModelIndex& parent) const
{
    return parent.column() > 0 ? 0 : static_cast<int>(nodeOf(parent).children.size());
}

int KeyUseModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

Qt::ItemFlags KeyUseModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractItemModel::flags(index);
    const bool isEditable = index.column() == UseColumn && !nodeOf(index).uses.empty();
    return isEditable ? flags | Qt::ItemIsEditable : flags;
}

QVariant KeyUseModel::data(const QModelIndex& index, int role) const
{
    const Node& node = nodeOf(index);
    if (role == UsesRole) {
        QVariantList uses;
        for (const KeyUse use : node.uses)
            uses << static_cast<int>(use);
        return uses;
    }
    if (index.column() == UseColumn && role == Qt::EditRole)
        return static_cast<int>(m_choices.useOf(node.place));
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case KeyColumn:
        return node.key;
    case ValueColumn:
        return node.value;
    default:
        return node.uses.empty() ? QString() : useText(m_choices.useOf(node.place));
    }
}

bool KeyUseModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || index.column() != UseColumn)
        return false;
    const Node& node = nodeOf(index);
    const auto use = static_cast<KeyUse>(value.toInt());
    if (std::find(node.uses.begin(), node.uses.end(), use) == node.uses.end() ||
        use == m_choices.useOf(node.place))
        return false;
    m_choices.choose(node.place, use);
    // A use may have been taken from another key.
    announceUses({});
    Q_EMIT choicesChanged();
    return true;
}

void KeyUseModel::announceUses(const QModelIndex& parent)
{
    const int rows = rowCount(parent);
    if (rows == 0)
        return;
    Q_EMIT dataChanged(index(0, UseColumn, parent), index(rows - 1, UseColumn, parent));
    for (int row = 0; row < rows; ++row)
        announceUses(index(row, 0, parent));
}

QVariant KeyUseModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case KeyColumn:
        return KeyUses::tr("Key");
    case ValueColumn:
        return KeyUses::tr("Value in this record");
    default:
        return KeyUses::tr("Taken for");
    }
}

} // namespace duologue::ui
