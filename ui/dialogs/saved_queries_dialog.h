// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QTableWidget;

namespace duologue::ui {

class QueryMemory;

/// The queries that were saved: rename them in place, delete them.
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
