// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/app/workspace.h"

#include <QDialog>
#include <memory>

class QModelIndex;
class QSortFilterProxyModel;
class QStandardItem;
class QStandardItemModel;

namespace duologue::ui {

namespace Ui {
class FieldTreeDialog;
}

/// Lets the user choose fields from a tree by the parts of their keys ("strategy_v3 ▸ 1 ▸ feedback"), which a
/// line of text searches. Any number of fields by check marks, or exactly one. Calls FieldChoice::done when
/// accepted. GUI thread.
class FieldTreeDialog : public QDialog {
    Q_OBJECT

public:
    FieldTreeDialog(FieldChoice choice, QWidget* parent);
    ~FieldTreeDialog() override;

    /// The keys that are chosen now: the earlier ones in their order, then the new ones.
    std::vector<std::string> chosen() const;
    void accept() override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    void addItem(QStandardItem& parent, const FieldItem& field, const QString& label);
    void showChosen(const std::vector<std::string>& keys);
    void search(const QString& text);
    void follow(QStandardItem& changed);
    void describe();
    void toggle(const QModelIndex& index);
    QStandardItem* itemOf(const std::string& key) const;

    FieldChoice m_choice;
    const std::unique_ptr<Ui::FieldTreeDialog> m_ui;
    QStandardItemModel* m_model;
    QSortFilterProxyModel* m_found;
    /// Check marks change because another one did.
    bool m_following = false;
};

} // namespace duologue::ui
