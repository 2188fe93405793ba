// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QTableWidget;

namespace duologue::ui {

/// The reference of the query language, with examples.
class QueryHelpDialog : public QDialog {
    Q_OBJECT

public:
    explicit QueryHelpDialog(QWidget* parent);

Q_SIGNALS:
    /// The user wants to run an example.
    void exampleChosen(const QString& text);
};

class QueryMemory;

/// The saved queries, which can be renamed and deleted.
class SavedQueriesDialog : public QDialog {
    Q_OBJECT

public:
    SavedQueriesDialog(QueryMemory& memory, QWidget* parent);

private:
    void list();
    void removeChosen();

    QueryMemory& m_memory;
    QTableWidget* m_table;
};

} // namespace duologue::ui
