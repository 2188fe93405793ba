// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QHash>
#include <QKeySequence>

class QAction;
class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace duologue::ui {

class KeyBindings;

/// All actions of the menus with their keys, which can be changed, and the keys of single views, which
/// cannot. GUI thread.
class KeysDialog : public QDialog {
    Q_OBJECT

public:
    /// The bindings must outlive the dialog.
    KeysDialog(KeyBindings& bindings, QWidget* parent);
    ~KeysDialog() override;

private:
    void fill();
    void addFixed();
    QWidget* makeEditor();
    QAction* currentAction() const;
    void showCurrent();
    void showKeys();
    void find(const QString& words);
    void tryKey();
    void choose(const QKeySequence& key);

    KeyBindings& m_bindings;
    QLineEdit* m_words;
    QTreeWidget* m_tree;
    QLabel* m_editTitle;
    QKeySequenceEdit* m_edit;
    QPushButton* m_set;
    QPushButton* m_none;
    QPushButton* m_usual;
    QLabel* m_conflict;
    QHash<QTreeWidgetItem*, QAction*> m_actions;
};

} // namespace duologue::ui
