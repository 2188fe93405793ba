// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <memory>

namespace duologue::ui {

namespace Ui {
class QueryHelpDialog;
class SavedQueriesDialog;
} // namespace Ui

/// The reference of the query language, with examples.
class QueryHelpDialog : public QDialog {
    Q_OBJECT

public:
    explicit QueryHelpDialog(QWidget* parent);
    ~QueryHelpDialog() override;

Q_SIGNALS:
    /// The user wants to run an example.
    void exampleChosen(const QString& text);

private:
    const std::unique_ptr<Ui::QueryHelpDialog> m_ui;
};

class QueryMemory;

/// The saved queries, which can be renamed and deleted.
class SavedQueriesDialog : public QDialog {
    Q_OBJECT

public:
    SavedQueriesDialog(QueryMemory& memory, QWidget* parent);
    ~SavedQueriesDialog() override;

private:
    void list();
    void removeChosen();

    QueryMemory& m_memory;
    const std::unique_ptr<Ui::SavedQueriesDialog> m_ui;
};

} // namespace duologue::ui
