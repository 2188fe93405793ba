// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/remote_table.h"
#include "core/remote/table_layout.h"
#include "ui/app/tables.h"
#include "ui/app/tasks.h"

#include <QDialog>
#include <QString>
#include <QTimer>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

class QCheckBox;
class QGroupBox;
class QLabel;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace duologue::ui {

/// Some rows of a table as they are read.
struct TableSample {
    std::size_t conversations = 0;
    std::size_t messages = 0;
    /// Rows that cannot be read as what they are.
    std::size_t broken = 0;
    /// The first conversations, as plain text.
    QString text;
};

/// Reads the first rows again: call it on a worker.
TableSample sampleOf(const TableFacts& facts);

class AddressForm;
class LayoutForm;
class QueryLine;

/// Asks for a table in an engine: where it is, how its rows are read, which of them are wanted. Shows some
/// conversations and the number of rows that match before anything is opened. The server is asked on workers.
/// GUI thread.
class OpenTableDialog : public QDialog {
    Q_OBJECT

public:
    explicit OpenTableDialog(QWidget* parent);

    /// Looks at the table of an address, with a query.
    void begin(const QString& address, const QString& query);
    /// Asks the server of the form for the table, or for its tables if none is named.
    void look();
    /// A table was looked at, and its rows can be opened.
    bool isReady() const { return m_request.table != nullptr && m_isAsked; }
    void accept() override;

Q_SIGNALS:
    void chosen(const duologue::ui::TableRequest& request);
    /// What the server said is shown.
    void answered();

private:
    struct Looked {
        std::shared_ptr<RemoteTable> table;
        TableSample sample;
        Phrase mistake;
    };
    struct Counted {
        Bounds bounds = Bounds::exactly("1");
        std::optional<QueryMistake> wrong;
        std::optional<MatchCounts> matching;
        Phrase mistake;
    };
    using Tables = std::variant<std::vector<TableAddress>, Phrase>;

    QWidget* makeForms();
    void listTables();
    void lookAgain();
    void showTables(const Tables& tables);
    void showTable(const Looked& looked);
    void forget();
    void count();
    void take(const Counted& counted);
    void showCount(const Counted& counted);
    void keepCredentials();
    void finish();
    void say(const QString& text);
    void setBusy(bool isBusy);
    void showState();

    AddressForm* m_address;
    QPushButton* m_look;
    QGroupBox* m_layoutBox;
    LayoutForm* m_layout;
    QGroupBox* m_rowsBox;
    QueryLine* m_query;
    QSpinBox* m_most;
    QCheckBox* m_random;
    QSpinBox* m_seed;
    QCheckBox* m_inOrder;
    QLabel* m_count;
    QLabel* m_sampleTitle;
    QPlainTextEdit* m_sample;
    QLabel* m_message;
    QProgressBar* m_bar;
    QPushButton* m_open = nullptr;
    TableRequest m_request;
    LayoutChoice m_choice;
    /// The columns of the table that is named are known: how it is read can be chosen, even if it cannot be
    /// read as it is chosen now.
    bool m_hasColumns = false;
    /// The condition of the query is known.
    bool m_isAsked = false;
    QTimer m_typing;
    LatestTask<Tables> m_tablesTask;
    LatestTask<Looked> m_lookTask;
    LatestTask<Counted> m_countTask;
    LatestTask<std::string> m_keepTask;
};

} // namespace duologue::ui
