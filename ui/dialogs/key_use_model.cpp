// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/key_use_model.h"
#include "core/data/conversation.h"
#include "core/json/json_view.h"
#include "ui/app/text.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>

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

/// Lists of texts or numbers may be columns; who speaks and what is said is in no other list of a record.
std::vector<KeyUse> usesOf(const KeyPlace& place, const JsonView& value)
{
    std::vector<KeyUse> uses = usesFor(place, value.kind());
    const JsonView first = *value.elements().begin();
    if (value.isArray() && place.list.empty() && !first.isString() && !first.isNumber())
        std::erase_if(uses, [](KeyUse use) { return use == KeyUse::Role || use == KeyUse::Text; });
    return uses;
}

/// In the order of the choices; the last takes the name as it is written.
constexpr std::array<std::string_view, 5> kRoles{"user", "assistant", "system", "tool", ""};

QString roleText(std::string_view role)
{
    if (role == "user")
        return KeyUses::tr("User");
    if (role == "assistant")
        return KeyUses::tr("Assistant");
    if (role == "system")
        return KeyUses::tr("System");
    return role == "tool" ? KeyUses::tr("Tool") : KeyUses::tr("As written");
}

/// Line ends as they are typed.
QString markText(const std::string& mark)
{
    QString text = toQt(mark);
    text.replace(QLatin1Char('\n'), QStringLiteral("\\n"));
    return asLabel(text);
}

} // namespace

QString formText(const LayoutPart& part)
{
    switch (part.form) {
    case PartForm::Objects:
        return part.role.text() == "/0" ? KeyUses::tr("Speaker and text pairs")
                                        : KeyUses::tr("One object per message");
    case PartForm::Chat:
    case PartForm::Answered:
        return KeyUses::tr("Messages with the usual keys");
    case PartForm::Items:
        return KeyUses::tr("Steps of an agent");
    case PartForm::Exchanges:
        return KeyUses::tr("Questions with their answers");
    case PartForm::QuestionLists:
        return KeyUses::tr("Columns of questions and answers");
    case PartForm::Columns:
        return KeyUses::tr("Columns of speakers and texts");
    case PartForm::NestedLists:
        return KeyUses::tr("Lists of messages");
    case PartForm::NumberedTurns:
        return KeyUses::tr("Numbered turns");
    case PartForm::Texts:
        return part.isAnswerFirst ? KeyUses::tr("Alternating texts, assistant first")
                                  : KeyUses::tr("Alternating texts, user first");
    case PartForm::LabelledTexts:
        return KeyUses::tr("Texts that begin with a name");
    case PartForm::Separated:
        return part.marks.empty() ? KeyUses::tr("Turns with a separator between them")
                                  : KeyUses::tr("Turns separated by %1").arg(markText(part.marks.front()));
    case PartForm::Transcript:
        return KeyUses::tr("Transcript");
    case PartForm::NamedLines:
        return KeyUses::tr("Lines that begin with a name");
    case PartForm::Instruction:
        return KeyUses::tr("Transcript that ends with a question");
    case PartForm::Object:
        return KeyUses::tr("One message");
    case PartForm::Conversation:
        return KeyUses::tr("Messages, or questions with their answers");
    case PartForm::Dialogue:
        return KeyUses::tr("A whole dialogue in one text");
    case PartForm::Answer:
        return KeyUses::tr("An answer");
    case PartForm::List:
        return KeyUses::tr("A list of answers");
    case PartForm::Text:
    case PartForm::System:
    case PartForm::Any:
        break;
    }
    return KeyUses::tr("A text");
}

QString useText(KeyUse use)
{
    switch (use) {
    case KeyUse::Nothing:
        break;
    case KeyUse::Messages:
        return KeyUses::tr("Messages");
    case KeyUse::Role:
        return KeyUses::tr("Speaker");
    case KeyUse::Text:
        return KeyUses::tr("Text");
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
    JsonView json;
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

void KeyUseModel::setChoices(KeyChoices choices)
{
    m_choices = std::move(choices);
    announceUses({});
}

void KeyUseModel::setRole(const std::string& name, std::string_view role)
{
    m_choices.setRole(name, role);
    Q_EMIT choicesChanged();
}

void KeyUseModel::addMember(Node& parent, std::string_view key, const JsonView& value, const KeyPlace& at,
                            int level)
{
    auto node = std::make_unique<Node>();
    node->key = shortValue(key);
    node->value = valueText(value);
    node->place = at;
    appendPointerPart(node->place.key, key);
    node->json = value;
    node->parent = &parent;
    node->row = static_cast<int>(parent.children.size());
    node->uses = usesOf(node->place, value);
    addInside(*node, value, level + 1);
    parent.children.push_back(std::move(node));
}

/// The members of an object, or the elements of a list that stands for one; `at` is its own place.
void KeyUseModel::addMembers(Node& parent, const JsonView& object, const KeyPlace& at, int level)
{
    std::size_t index = 0;
    for (const JsonView value : object.elements()) {
        if (parent.children.size() == kMostKeysShown)
            return;
        addMember(parent, std::to_string(index++), value, at, level);
    }
    for (const auto [key, value] : object.members()) {
        if (parent.children.size() == kMostKeysShown)
            return;
        addMember(parent, key, value, at, level);
    }
}

std::vector<LayoutPart> KeyUseModel::formsOf(const Node& node) const
{
    const LayoutPart* const part = m_choices.formOf(node.place);
    if (part == nullptr)
        return {};
    std::vector<LayoutPart> forms = formsFor(part->slot, node.json, node.place.key);
    const QString now = formText(*part);
    const bool isKnown = std::any_of(forms.begin(), forms.end(),
                                     [&now](const LayoutPart& form) { return formText(form) == now; });
    if (!isKnown)
        forms.insert(forms.begin(), *part);
    return forms;
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
    const Node& node = nodeOf(index);
    const bool isEditable = (index.column() == UseColumn && !node.uses.empty()) ||
                            (index.column() == FormColumn && formsOf(node).size() > 1);
    return isEditable ? flags | Qt::ItemIsEditable : flags;
}

QVariant KeyUseModel::data(const QModelIndex& index, int role) const
{
    const Node& node = nodeOf(index);
    if (role != Qt::DisplayRole)
        return choiceData(node, index.column(), role);
    switch (index.column()) {
    case KeyColumn:
        return node.key;
    case ValueColumn:
        return node.value;
    case UseColumn:
        return node.uses.empty() ? QString() : useText(m_choices.useOf(node.place));
    default: {
        const LayoutPart* const part = m_choices.formOf(node.place);
        return part == nullptr ? QString() : formText(*part);
    }
    }
}

/// What a list of choices has to know.
QVariant KeyUseModel::choiceData(const Node& node, int column, int role) const
{
    if (column == UseColumn && role == Qt::EditRole)
        return static_cast<int>(m_choices.useOf(node.place));
    if (column == UseColumn && role == IsUnchosenRole)
        return m_choices.useOf(node.place) == KeyUse::Nothing;
    const bool isList = role == ChoicesRole || role == ChoiceTextsRole;
    if ((column != UseColumn && column != FormColumn) || (!isList && role != Qt::EditRole))
        return {};
    QVariantList choices;
    QStringList texts;
    if (column == UseColumn) {
        for (const KeyUse use : node.uses) {
            choices << static_cast<int>(use);
            texts << useText(use);
        }
    } else {
        for (const LayoutPart& form : formsOf(node)) {
            choices << static_cast<int>(choices.size());
            texts << formText(form);
        }
    }
    if (role == Qt::EditRole) {
        const LayoutPart* const part = m_choices.formOf(node.place);
        return part == nullptr ? -1 : static_cast<int>(texts.indexOf(formText(*part)));
    }
    return role == ChoicesRole ? QVariant(choices) : QVariant(texts);
}

bool KeyUseModel::chooseUse(const Node& node, KeyUse use)
{
    if (std::find(node.uses.begin(), node.uses.end(), use) == node.uses.end() ||
        use == m_choices.useOf(node.place))
        return false;
    m_choices.choose(node.place, use);
    // The value tells how it is written.
    if (m_choices.formOf(node.place) != nullptr) {
        if (std::vector<LayoutPart> forms = formsFor(*slotOf(use), node.json, node.place.key); !forms.empty())
            m_choices.setForm(node.place, std::move(forms.front()));
    }
    return true;
}

bool KeyUseModel::chooseForm(const Node& node, int index)
{
    std::vector<LayoutPart> forms = formsOf(node);
    const LayoutPart* const part = m_choices.formOf(node.place);
    if (part == nullptr || index < 0 || index >= static_cast<int>(forms.size()))
        return false;
    LayoutPart& form = forms[static_cast<std::size_t>(index)];
    if (formText(form) == formText(*part))
        return false;
    m_choices.setForm(node.place, std::move(form));
    return true;
}

bool KeyUseModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole)
        return false;
    const Node& node = nodeOf(index);
    const bool isChanged =
        (index.column() == UseColumn && chooseUse(node, static_cast<KeyUse>(value.toInt()))) ||
        (index.column() == FormColumn && chooseForm(node, value.toInt()));
    if (!isChanged)
        return false;
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
    Q_EMIT dataChanged(index(0, UseColumn, parent), index(rows - 1, FormColumn, parent));
    for (int row = 0; row < rows; ++row)
        announceUses(index(row, 0, parent));
}

QVariant KeyUseModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columnTitle({KeyUses::tr("Key"), KeyUses::tr("Value in this record"), KeyUses::tr("Use as"),
                        KeyUses::tr("Written as")},
                       section, orientation, role);
}

void SpeakerModel::setSpeakers(std::vector<Speaker> speakers, const KeyChoices& choices)
{
    beginResetModel();
    m_speakers.clear();
    for (Speaker& speaker : speakers) {
        const std::string_view usual = usualRole(speaker.name);
        const std::string_view chosen = choices.roleOf(speaker.name);
        const std::string_view role = chosen.empty() ? usual : usualRole(chosen);
        m_speakers.push_back({std::move(speaker), std::string(role), !usual.empty()});
    }
    endResetModel();
}

int SpeakerModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_speakers.size());
}

int SpeakerModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

Qt::ItemFlags SpeakerModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.column() == RoleColumn ? flags | Qt::ItemIsEditable : flags;
}

QVariant SpeakerModel::data(const QModelIndex& index, int role) const
{
    const Shown& shown = m_speakers[static_cast<std::size_t>(index.row())];
    const auto at = std::find(kRoles.begin(), kRoles.end(), shown.role) - kRoles.begin();
    if (index.column() == MessagesColumn && role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (index.column() == NameColumn && role == Qt::ToolTipRole)
        return asToolTip(toQt(shown.speaker.name));
    if (role == Qt::DisplayRole) {
        switch (index.column()) {
        case NameColumn:
            return shortValue(shown.speaker.name);
        case MessagesColumn:
            return countText(shown.speaker.messages);
        default:
            return roleText(shown.role);
        }
    }
    if (index.column() != RoleColumn)
        return {};
    if (role == Qt::EditRole)
        return static_cast<int>(at);
    if (role == IsUnchosenRole)
        return shown.role.empty();
    QVariantList choices;
    QStringList texts;
    for (std::size_t i = 0; i < kRoles.size(); ++i) {
        if (kRoles[i].empty() && shown.isUsual)
            continue;
        choices << static_cast<int>(i);
        texts << roleText(kRoles[i]);
    }
    return role == ChoicesRole ? QVariant(choices) : role == ChoiceTextsRole ? QVariant(texts) : QVariant();
}

bool SpeakerModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const int choice = value.toInt();
    if (role != Qt::EditRole || index.column() != RoleColumn || choice < 0 ||
        choice >= static_cast<int>(kRoles.size()))
        return false;
    Shown& shown = m_speakers[static_cast<std::size_t>(index.row())];
    const std::string_view chosen = kRoles[static_cast<std::size_t>(choice)];
    if (shown.role == chosen)
        return false;
    shown.role = chosen;
    Q_EMIT dataChanged(index, index);
    // A name that says its role by itself needs no words.
    Q_EMIT roleChosen(shown.speaker.name,
                      usualRole(shown.speaker.name) == chosen ? std::string() : shown.role);
    return true;
}

QVariant SpeakerModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columnTitle({KeyUses::tr("Name"), KeyUses::tr("Messages"), KeyUses::tr("Speaks as")}, section,
                       orientation, role);
}

} // namespace duologue::ui
