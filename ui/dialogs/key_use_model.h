// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/format_keys.h"
#include "core/formats/inferred/format_guess.h"

#include <QAbstractItemModel>
#include <memory>
#include <vector>

namespace duologue::ui {

/// "Speaker", "Text" … in the user's language.
QString useText(KeyUse use);

/// "Questions with answers", "Turns separated by \"</s>\"" … in the user's language.
QString formText(const LayoutPart& part);

/// What can be edited from a list of choices, as KeyUseDelegate does it.
enum ChoiceRole {
    /// Lists as long: each choice as an int, for Qt::EditRole, and in words.
    ChoicesRole = Qt::UserRole,
    ChoiceTextsRole,
    /// Nothing is chosen: the text is of less importance.
    IsUnchosenRole,
};

/// The keys of a sample record as a tree, what each is taken for, and how its value is written. Of a list,
/// the keys of its first element are shown. Uses and forms can be edited. GUI thread.
class KeyUseModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { KeyColumn, ValueColumn, UseColumn, FormColumn, ColumnCount };

    explicit KeyUseModel(QObject* parent = nullptr);
    ~KeyUseModel() override;

    /// The record must live as long as it is shown.
    void setRecord(const JsonView& record, KeyChoices choices);
    /// Other choices for the same keys.
    void setChoices(KeyChoices choices);
    /// Gives a name in the records a role; an empty one takes it as it is written.
    void setRole(const std::string& name, std::string_view role);
    const KeyChoices& choices() const { return m_choices; }
    /// The index of a key in the column of uses; invalid if there is none.
    QModelIndex indexOf(const KeyPlace& place) const { return indexIn(*m_root, place); }

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    /// For Qt::EditRole in the column of uses: a KeyUse as int; in that of forms, an index of the choices.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    /// The user chose another use, form or role.
    void choicesChanged();

private:
    struct Node;

    void addMember(Node& parent, std::string_view key, const JsonView& value, const KeyPlace& at, int level);
    void addMembers(Node& parent, const JsonView& object, const KeyPlace& at, int level);
    void addInside(Node& node, const JsonView& value, int level);
    const Node& nodeOf(const QModelIndex& index) const;
    std::vector<LayoutPart> formsOf(const Node& node) const;
    QVariant choiceData(const Node& node, int column, int role) const;
    bool chooseUse(const Node& node, KeyUse use);
    bool chooseForm(const Node& node, int index);
    void announceUses(const QModelIndex& parent);
    QModelIndex indexIn(const Node& parent, const KeyPlace& place) const;

    std::unique_ptr<Node> m_root;
    KeyChoices m_choices;
};

/// Who speaks in the sample, how often, and the role that each is taken for, which can be edited. GUI thread.
class SpeakerModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { NameColumn, MessagesColumn, RoleColumn, ColumnCount };

    explicit SpeakerModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    /// `choices` say what the names stand for.
    void setSpeakers(std::vector<Speaker> speakers, const KeyChoices& choices);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    /// For Qt::EditRole in the column of roles: one of the choices.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    /// The user chose a role; an empty one means the name as it is written.
    void roleChosen(const std::string& name, const std::string& role);

private:
    struct Shown {
        Speaker speaker;
        /// "user", "assistant", "system", "tool", or empty.
        std::string role;
        /// The name alone says a role, so it cannot be taken as it is written.
        bool isUsual = false;
    };

    std::vector<Shown> m_speakers;
};

} // namespace duologue::ui
