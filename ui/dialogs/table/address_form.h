// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/table_address.h"

#include <QWidget>
#include <vector>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLineEdit;
class QSpinBox;

namespace duologue::ui {

/// The fields of the address of a table, and who asks for it. It keeps neither the name nor the password. GUI
/// thread.
class AddressForm : public QWidget {
    Q_OBJECT

public:
    explicit AddressForm(QWidget* parent);

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

    QFormLayout* m_rows;
    QComboBox* m_engine;
    QLineEdit* m_host;
    QSpinBox* m_port;
    QLineEdit* m_database;
    QComboBox* m_table;
    QLineEdit* m_user;
    QLineEdit* m_password;
    QCheckBox* m_keep;
};

} // namespace duologue::ui
