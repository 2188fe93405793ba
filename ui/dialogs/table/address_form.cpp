// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/table/address_form.h"

#include "core/remote/keyring.h"
#include "ui/views/widgets/letter_width.h"
#include "ui/work/qt_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QFormLayout>
#include <QLineEdit>
#include <QSpinBox>
#include <array>
#include <limits>

namespace duologue::ui {

namespace {

struct EngineChoice {
    Engine engine;
    bool isEncrypted;
};

/// In the order of the list.
constexpr std::array<EngineChoice, 3> kEngines{
    {{Engine::ClickHouse, false}, {Engine::ClickHouse, true}, {Engine::PostgreSql, false}}};

constexpr int kLettersOfLine = 36;

QString nameOfTable(const TableAddress& address)
{
    const std::string& place = address.engine == Engine::PostgreSql ? address.schema : address.database;
    return toQt(place.empty() ? address.table : place + '.' + address.table);
}

} // namespace

AddressForm::AddressForm(QWidget* parent)
    : QWidget(parent),
      m_rows(new QFormLayout(this)),
      m_engine(new QComboBox(this)),
      m_host(new QLineEdit(this)),
      m_port(new QSpinBox(this)),
      m_database(new QLineEdit(this)),
      m_table(new QComboBox(this)),
      m_user(new QLineEdit(this)),
      m_password(new QLineEdit(this)),
      m_keep(new QCheckBox(tr("&Keep both in the keyring of the desktop"), this))
{
    m_engine->setObjectName(QStringLiteral("tableEngine"));
    m_engine->addItems({tr("ClickHouse"), tr("ClickHouse, encrypted (https)"), tr("PostgreSQL")});
    m_host->setObjectName(QStringLiteral("tableHost"));
    m_host->setText(QStringLiteral("localhost"));
    m_host->setMinimumWidth(letterWidth(fontMetrics()) * kLettersOfLine);
    m_port->setObjectName(QStringLiteral("tablePort"));
    m_port->setRange(0, std::numeric_limits<std::uint16_t>::max());
    m_port->setSpecialValueText(tr("Default port"));
    m_database->setObjectName(QStringLiteral("tableDatabase"));
    m_table->setObjectName(QStringLiteral("tableName"));
    m_table->setEditable(true);
    m_table->setInsertPolicy(QComboBox::NoInsert);
    m_table->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_table->completer()->setCompletionMode(QCompleter::PopupCompletion);
    m_table->completer()->setFilterMode(Qt::MatchContains);
    m_table->completer()->setCaseSensitivity(Qt::CaseInsensitive);
    m_user->setObjectName(QStringLiteral("tableUser"));
    m_user->setPlaceholderText(tr("From the keyring, DUOLOGUE_USER or ~/.netrc"));
    m_password->setObjectName(QStringLiteral("tablePassword"));
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setToolTip(tr("Kept nowhere, unless you want it in the keyring"));
    m_keep->setObjectName(QStringLiteral("tableKeep"));
    m_keep->setVisible(hasKeyring());
    m_keep->setToolTip(tr("The next time, leave both empty: they are found there"));
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->addRow(tr("En&gine:"), m_engine);
    m_rows->addRow(tr("&Host:"), m_host);
    m_rows->addRow(tr("&Port:"), m_port);
    m_rows->addRow(tr("&Database:"), m_database);
    m_rows->addRow(tr("&Table:"), m_table);
    m_rows->addRow(tr("&User:"), m_user);
    m_rows->addRow(tr("Pass&word:"), m_password);
    m_rows->addRow(QString(), m_keep);
    showEngine();
    showKeep();
    connect(m_engine, &QComboBox::currentIndexChanged, this, [this] {
        showEngine();
        Q_EMIT changed();
    });
    connect(m_port, &QSpinBox::valueChanged, this, &AddressForm::changed);
    connect(m_table, &QComboBox::currentTextChanged, this, &AddressForm::changed);
    connect(m_table->lineEdit(), &QLineEdit::returnPressed, this, &AddressForm::entered);
    for (const QLineEdit* line : {m_host, m_database, m_user, m_password}) {
        connect(line, &QLineEdit::textChanged, this, &AddressForm::changed);
        connect(line, &QLineEdit::returnPressed, this, &AddressForm::entered);
    }
    connect(m_password, &QLineEdit::textChanged, this, &AddressForm::showKeep);
}

void AddressForm::showEngine()
{
    const bool isPostgres =
        kEngines.at(static_cast<std::size_t>(m_engine->currentIndex())).engine == Engine::PostgreSql;
    m_database->setVisible(isPostgres);
    m_rows->labelForField(m_database)->setVisible(isPostgres);
    m_table->lineEdit()->setPlaceholderText(isPostgres ? tr("schema.table") : tr("database.table"));
}

/// Only what was typed can be kept.
void AddressForm::showKeep()
{
    m_keep->setEnabled(!m_password->text().isEmpty());
}

void AddressForm::setAddress(const TableAddress& address)
{
    for (std::size_t i = 0; i < kEngines.size(); ++i) {
        if (kEngines.at(i).engine == address.engine && kEngines.at(i).isEncrypted == address.isEncrypted) {
            m_engine->setCurrentIndex(static_cast<int>(i));
            m_port->setValue(address.port == usualPort(address.engine, address.isEncrypted) ? 0
                                                                                            : address.port);
        }
    }
    m_host->setText(toQt(address.host));
    m_database->setText(address.engine == Engine::PostgreSql ? toQt(address.database) : QString());
    m_table->setEditText(nameOfTable(address));
}

TableAddress AddressForm::address() const
{
    const EngineChoice& engine = kEngines.at(static_cast<std::size_t>(m_engine->currentIndex()));
    TableAddress address;
    address.engine = engine.engine;
    address.isEncrypted = engine.isEncrypted;
    address.host = fromQt(m_host->text().trimmed());
    address.port = m_port->value() == 0 ? usualPort(engine.engine, engine.isEncrypted)
                                        : static_cast<std::uint16_t>(m_port->value());
    const QString name = m_table->currentText().trimmed();
    const qsizetype dot = name.indexOf(QLatin1Char('.'));
    const std::string place = fromQt(name.left(std::max<qsizetype>(dot, 0)));
    address.table = fromQt(name.mid(dot + 1));
    if (engine.engine == Engine::PostgreSql) {
        address.database = fromQt(m_database->text().trimmed());
        address.schema = place;
    } else {
        address.database = place;
    }
    return address;
}

Credentials AddressForm::credentials() const
{
    // A password belongs to its user.
    const Credentials typed{fromQt(m_user->text()), fromQt(m_password->text())};
    return typed.user.empty() && typed.password.empty() ? credentialsOfEnvironment() : typed;
}

bool AddressForm::keepsCredentials() const
{
    return m_keep->isEnabled() && m_keep->isChecked();
}

void AddressForm::setKeepsCredentials(bool keeps)
{
    m_keep->setChecked(keeps);
}

bool AddressForm::hasServer() const
{
    return !m_host->text().trimmed().isEmpty();
}

bool AddressForm::hasTable() const
{
    return !m_table->currentText().trimmed().isEmpty();
}

void AddressForm::offerTables(const std::vector<TableAddress>& tables)
{
    const QString typed = m_table->currentText();
    const QSignalBlocker quiet(m_table);
    m_table->clear();
    for (const TableAddress& table : tables)
        m_table->addItem(nameOfTable(table));
    m_table->setEditText(typed);
}

void AddressForm::focusTable()
{
    m_table->setFocus();
    if (m_table->count() > 0)
        m_table->showPopup();
}

} // namespace duologue::ui
