// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/remote_table.h"
#include "core/remote/table_layout.h"
#include "core/util/expected.h"
#include "ui/app/tables.h"
#include "ui/app/tasks.h"

#include <QDialog>
#include <QString>
#include <QTimer>
#include <QWidget>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QComboBox;
class QPushButton;

namespace duologue::ui {

namespace Ui {
class AddressForm;
class LayoutForm;
class OpenTableDialog;
} // namespace Ui

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

/// The fields of the address of a table, and who asks for it. It keeps neither the name nor the password. GUI
/// thread.
class AddressForm : public QWidget {
    Q_OBJECT

public:
    explicit AddressForm(QWidget* parent);
    ~AddressForm() override;

    void setAddress(const TableAddress& address);
    /// The database of ClickHouse, or the schema of PostgreSQL, stands before a dot in the name of the table.
    TableAddress address() const;
    Credentials credentials() const;
    /// The user wants them in the desktop's keyring.
    bool keepsCredentials() const;
    void setKeepsCredentials(bool keeps);
    /// A server is named; a table may not be.
    bool hasServer() const;
    bool hasTable() const;

    /// What is offered for the name of the table.
    void offerTables(const std::vector<TableAddress>& tables);
    void focusTable();

Q_SIGNALS:
    void changed();
    /// Enter in one of its lines.
    void entered();

private:
    void showEngine();
    void showKeep();

    const std::unique_ptr<Ui::AddressForm> m_ui;
};

/// How the rows of a table are conversations: as found, or as the user says. GUI thread.
class LayoutForm : public QWidget {
    Q_OBJECT

public:
    explicit LayoutForm(QWidget* parent);
    ~LayoutForm() override;

    /// Offers the columns. `found` is how the table is read with this choice.
    void show(const LayoutOptions& options, const TableLayout& found, const LayoutChoice& choice);
    LayoutChoice choice() const;

Q_SIGNALS:
    /// By the user.
    void changed();

private:
    void showKind();
    void fill(QComboBox& box, const std::vector<std::string>& names, const std::string& chosen) const;

    const std::unique_ptr<Ui::LayoutForm> m_ui;
    LayoutOptions m_options;
};

/// Asks for a table in an engine: where it is, how its rows are read, which of them are wanted. Shows some
/// conversations and the number of rows that match before anything is opened. The server is asked on workers.
/// GUI thread.
class OpenTableDialog : public QDialog {
    Q_OBJECT

public:
    explicit OpenTableDialog(QWidget* parent);
    ~OpenTableDialog() override;

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
    using Tables = Expected<std::vector<TableAddress>, Phrase>;

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

    const std::unique_ptr<Ui::OpenTableDialog> m_ui;
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
