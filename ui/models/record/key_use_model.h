// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/described/format_keys.h"

#include <QAbstractItemModel>
#include <memory>
#include <vector>

namespace duologue::ui {

/// "Who speaks", "What is said" … in the user's language.
QString useText(KeyUse use);

/// The keys of a sample record as a tree, and what each is taken for. Of a list, the keys of its first
/// element are shown. The use of a key can be edited. GUI thread.
class KeyUseModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { KeyColumn, ValueColumn, UseColumn, ColumnCount };
    /// A list of KeyUse as int: what the key can be used for.
    enum Role { UsesRole = Qt::UserRole };

    explicit KeyUseModel(QObject* parent = nullptr);
    ~KeyUseModel() override;

    /// Copies what it shows of the record.
    void setRecord(const JsonView& record, KeyChoices choices);
    const KeyChoices& choices() const { return m_choices; }
    /// The index of a key in the column of uses; invalid if there is none.
    QModelIndex indexOf(const KeyPlace& place) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    /// For Qt::EditRole in the column of uses: a KeyUse as int.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    /// The user chose another use.
    void choicesChanged();

private:
    struct Node;

    void addMembers(Node& parent, const JsonView& object, const KeyPlace& at, int level);
    void addInside(Node& node, const JsonView& value, int level);
    const Node& nodeOf(const QModelIndex& index) const;
    void announceUses(const QModelIndex& parent);
    QModelIndex indexIn(const Node& parent, const KeyPlace& place) const;

    std::unique_ptr<Node> m_root;
    KeyChoices m_choices;
};

} // namespace duologue::ui
