// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/open_table_dialog.h"
#include "core/export/conversation_text.h"
#include "core/load/record_reader.h"
#include "core/query/query_parser.h"
#include "core/remote/keyring.h"
#include "core/remote/query_push.h"
#include "core/remote/table_address.h"
#include "core/remote/table_layout.h"
#include "ui/app/tables.h"
#include "ui/app/tasks.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/dialogs/manual_window.h"
#include "ui/query/query_edit.h"
#include "ui/widgets/making.h"
#include "ui/widgets/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>
#include <QWidget>
#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

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
    bool keepsCredentials() const { return m_keep->isEnabled() && m_keep->isChecked(); }
    void setKeepsCredentials(bool keeps) { m_keep->setChecked(keeps); }
    /// A server is named; a table may not be.
    bool hasServer() const { return !m_host->text().trimmed().isEmpty(); }
    bool hasTable() const { return !m_table->currentText().trimmed().isEmpty(); }

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

/// How the rows of a table are conversations: as found, or as the user says. GUI thread.
class LayoutForm : public QWidget {
    Q_OBJECT

public:
    explicit LayoutForm(QWidget* parent);

    /// Offers the columns. `found` is how the table is read with this choice.
    void show(const LayoutOptions& options, const TableLayout& found, const LayoutChoice& choice);
    LayoutChoice choice() const;

Q_SIGNALS:
    /// By the user.
    void changed();

private:
    void showKind();
    void fill(QComboBox& box, const std::vector<std::string>& names, const std::string& chosen) const;

    QFormLayout* m_rows;
    QComboBox* m_kind;
    QComboBox* m_role;
    QComboBox* m_text;
    QComboBox* m_conversation;
    QComboBox* m_position;
    LayoutOptions m_options;
};

/// "one row per conversation, with lists of messages"
QString titleOfKind(TableKind kind);

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
      m_engine(named<QComboBox>("tableEngine", this)),
      m_host(named<QLineEdit>("tableHost", this)),
      m_port(named<QSpinBox>("tablePort", this)),
      m_database(named<QLineEdit>("tableDatabase", this)),
      m_table(named<QComboBox>("tableName", this)),
      m_user(named<QLineEdit>("tableUser", this)),
      m_password(named<QLineEdit>("tablePassword", this)),
      m_keep(named<QCheckBox>("tableKeep", tr("Save both in the desktop &keyring"), this))
{
    m_engine->addItems({tr("ClickHouse"), tr("ClickHouse, encrypted (https)"), tr("PostgreSQL")});
    m_host->setText(QStringLiteral("localhost"));
    m_host->setMinimumWidth(letterWidth(fontMetrics()) * kLettersOfLine);
    m_port->setRange(0, std::numeric_limits<std::uint16_t>::max());
    m_port->setSpecialValueText(tr("Default port"));
    m_table->setEditable(true);
    m_table->setInsertPolicy(QComboBox::NoInsert);
    m_table->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_table->completer()->setCompletionMode(QCompleter::PopupCompletion);
    m_table->completer()->setFilterMode(Qt::MatchContains);
    m_table->completer()->setCaseSensitivity(Qt::CaseInsensitive);
    m_user->setPlaceholderText(tr("From the keyring, DUOLOGUE_USER or ~/.netrc"));
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setToolTip(tr("Not stored unless you save it in the keyring"));
    m_keep->setVisible(hasKeyring());
    m_keep->setToolTip(tr("Next time, leave both empty: they are read from the keyring"));
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

constexpr std::array<TableKind, 3> kTableKinds{TableKind::Lists, TableKind::Messages, TableKind::Rows};

QString titleOfKind(TableKind kind)
{
    switch (kind) {
    case TableKind::Lists:
        return LayoutForm::tr("one row per conversation, with lists of messages");
    case TableKind::Messages:
        return LayoutForm::tr("one row per message");
    case TableKind::Rows:
        break;
    }
    return LayoutForm::tr("one row per record, read like a file");
}

LayoutForm::LayoutForm(QWidget* parent)
    : QWidget(parent),
      m_rows(new QFormLayout(this)),
      m_kind(named<QComboBox>("layoutKind", this)),
      m_role(named<QComboBox>("layoutRole", this)),
      m_text(named<QComboBox>("layoutText", this)),
      m_conversation(named<QComboBox>("layoutConversation", this)),
      m_position(named<QComboBox>("layoutPosition", this))
{
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->addRow(tr("The ta&ble has"), m_kind);
    m_rows->addRow(tr("&Role:"), m_role);
    m_rows->addRow(tr("Te&xt:"), m_text);
    m_rows->addRow(tr("C&onversation:"), m_conversation);
    m_rows->addRow(tr("Pos&ition:"), m_position);
    for (QComboBox* box : {m_kind, m_role, m_text, m_conversation, m_position})
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(m_kind, &QComboBox::activated, this, [this] {
        showKind();
        Q_EMIT changed();
    });
    for (const QComboBox* box : {m_role, m_text, m_conversation, m_position})
        connect(box, &QComboBox::activated, this, &LayoutForm::changed);
    showKind();
}

void LayoutForm::fill(QComboBox& box, const std::vector<std::string>& names, const std::string& chosen) const
{
    box.clear();
    box.addItem(tr("By name"), QString());
    for (const std::string& name : names)
        box.addItem(asLabel(toQt(name)), toQt(name));
    box.setCurrentIndex(std::max(0, box.findData(toQt(chosen))));
}

void LayoutForm::show(const LayoutOptions& options, const TableLayout& found, const LayoutChoice& choice)
{
    m_options = options;
    m_kind->clear();
    m_kind->addItem(choice.kind ? tr("Automatic") : tr("Automatic: %1").arg(titleOfKind(found.kind)), -1);
    for (const TableKind kind : kTableKinds)
        m_kind->addItem(titleOfKind(kind), static_cast<int>(kind));
    m_kind->setCurrentIndex(choice.kind ? m_kind->findData(static_cast<int>(*choice.kind)) : 0);
    showKind();
    const auto choose = [](QComboBox& box, const std::string& name) {
        box.setCurrentIndex(std::max(0, box.findData(toQt(name))));
    };
    choose(*m_role, choice.role);
    choose(*m_text, choice.text);
    choose(*m_conversation, choice.conversation);
    choose(*m_position, choice.position);
}

/// The columns that a kind of table needs.
void LayoutForm::showKind()
{
    const int kind = m_kind->currentData().isValid() ? m_kind->currentData().toInt() : -1;
    const bool areLists = kind == static_cast<int>(TableKind::Lists);
    const bool areMessages = kind == static_cast<int>(TableKind::Messages);
    const auto& names = areLists ? m_options.textLists : m_options.texts;
    fill(*m_role, names, {});
    fill(*m_text, names, {});
    fill(*m_conversation, m_options.singles, {});
    fill(*m_position, m_options.singles, {});
    const auto setShown = [this](QWidget* field, bool isShown) {
        field->setVisible(isShown);
        m_rows->labelForField(field)->setVisible(isShown);
    };
    setShown(m_role, areLists || areMessages);
    setShown(m_text, areLists || areMessages);
    setShown(m_conversation, areMessages);
    setShown(m_position, areMessages);
}

LayoutChoice LayoutForm::choice() const
{
    const int kind = m_kind->currentData().isValid() ? m_kind->currentData().toInt() : -1;
    if (kind < 0)
        return {};
    LayoutChoice choice;
    choice.kind = static_cast<TableKind>(kind);
    if (*choice.kind == TableKind::Rows)
        return choice;
    choice.role = fromQt(m_role->currentData().toString());
    choice.text = fromQt(m_text->currentData().toString());
    if (*choice.kind == TableKind::Messages) {
        choice.conversation = fromQt(m_conversation->currentData().toString());
        choice.position = fromQt(m_position->currentData().toString());
    }
    return choice;
}

TableSample sampleOf(const TableFacts& facts)
{
    constexpr std::uint32_t kShown = 3;
    constexpr qsizetype kLettersOfEach = 4000;
    const Snapshot& snapshot = *facts.sample;
    TableSample sample;
    sample.conversations = snapshot.recordCount();
    sample.broken = snapshot.problemCounts.errors();
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        const auto [begin, end] = snapshot.messageRange(row);
        sample.messages += end - begin;
    }
    const auto shown = std::min<std::size_t>(kShown, snapshot.recordCount());
    for (std::uint32_t i = 0; i < shown; ++i) {
        const auto record = readRecord(snapshot, Row{i});
        if (!record)
            continue;
        const QString text = toQt(conversationText(record.value()->conversation, std::nullopt));
        sample.text += text.left(kLettersOfEach);
        sample.text += text.size() > kLettersOfEach ? QStringLiteral("…\n\n\n") : QStringLiteral("\n\n");
    }
    sample.text = asLines(sample.text);
    return sample;
}

constexpr QSize kTableDialogSize(1000, 640);
/// After the last key, before the engine counts again.
constexpr int kTypingMs = 600;

OpenTableDialog::OpenTableDialog(QWidget* parent)
    : QDialog(parent),
      m_address(new AddressForm(this)),
      m_look(named<QPushButton>("tableLook", tr("Pre&view"), this)),
      m_layoutBox(new QGroupBox(tr("Table layout"), this)),
      m_layout(new LayoutForm(this)),
      m_rowsBox(new QGroupBox(tr("Conversations to open"), this)),
      m_query(named<QueryLine>("tableQuery", this)),
      m_most(named<QSpinBox>("tableMost", this)),
      m_random(named<QCheckBox>("tableRandom", tr("Ra&ndom sample, seed"), this)),
      m_seed(named<QSpinBox>("tableSeed", this)),
      m_inOrder(named<QCheckBox>("tableInOrder", tr("&Sorted by id"), this)),
      m_count(named<WrappedLabel>("tableCount", this)),
      m_sampleTitle(new QLabel(this)),
      m_sample(named<QPlainTextEdit>("tableSample", this)),
      m_message(named<WrappedLabel>("tableMessage", this)),
      m_bar(new QProgressBar(this))
{
    setObjectName(QStringLiteral("openTableDialog"));
    setWindowTitle(tr("Open table"));
    showManualOnHelp(*this);
    m_look->setAutoDefault(false);
    m_sample->setAccessibleName(tr("First conversations"));
    m_sample->setReadOnly(true);
    m_sample->setFont(withChinese(font()));
    m_sample->setPlaceholderText(tr("The first conversations of the table appear here before it is opened."));
    m_sampleTitle->setTextFormat(Qt::PlainText);
    m_bar->setRange(0, 0);
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("Querying the server"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel, this);
    m_open = buttons->button(QDialogButtonBox::Open);
    m_open->setObjectName(QStringLiteral("tableOpen"));
    connect(buttons, &QDialogButtonBox::accepted, this, &OpenTableDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &OpenTableDialog::reject);

    auto* right = makeColumn(nullptr, {m_sampleTitle, {m_sample, 1}});
    auto* both = makeRow(nullptr, {makeForms(), {right, 1}});
    auto* foot = makeRow(nullptr, {m_bar, {m_message, 1}, buttons});
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(both, 1);
    layout->addLayout(foot);
    resize(kTableDialogSize);

    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingMs);
    connect(&m_typing, &QTimer::timeout, this, &OpenTableDialog::count);
    connect(m_address, &AddressForm::changed, this, &OpenTableDialog::forget);
    connect(m_address, &AddressForm::entered, this, &OpenTableDialog::look);
    connect(m_look, &QPushButton::clicked, this, &OpenTableDialog::look);
    connect(m_layout, &LayoutForm::changed, this, [this] {
        m_choice = m_layout->choice();
        lookAgain();
    });
    connect(m_query, &QLineEdit::textChanged, this, [this] {
        m_isAsked = false;
        m_typing.start();
        showState();
    });
    setBusy(false);
    showState();
}

QWidget* OpenTableDialog::makeForms()
{
    auto* serverBox = new QGroupBox(tr("Table"), this);
    auto* server = new QVBoxLayout(serverBox);
    server->addWidget(m_address);
    server->addWidget(m_look, 0, Qt::AlignRight);
    auto* reading = new QVBoxLayout(m_layoutBox);
    reading->addWidget(m_layout);

    m_query->setPlaceholderText(tr("All; or a query, such as turns:>4 text:ferry"));
    m_most->setRange(1, std::numeric_limits<int>::max());
    m_most->setGroupSeparatorShown(true);
    m_most->setValue(static_cast<int>(RowsWanted().limit));
    m_seed->setRange(0, std::numeric_limits<int>::max());
    m_seed->setValue(1);
    m_seed->setAccessibleName(tr("Seed"));
    m_seed->setToolTip(tr("The same seed selects the same conversations"));
    m_seed->setEnabled(false);
    connect(m_random, &QCheckBox::toggled, m_seed, &QWidget::setEnabled);
    m_inOrder->setToolTip(tr("File > Fetch next conversations then continues after the last one"));
    connect(m_inOrder, &QCheckBox::toggled, m_random, [this](bool isOn) {
        if (isOn)
            m_random->setChecked(false);
    });
    connect(m_random, &QCheckBox::toggled, m_inOrder, [this](bool isOn) {
        if (isOn)
            m_inOrder->setChecked(false);
    });
    auto* random = makeRow(nullptr, {m_random, m_seed});
    random->addStretch(1);
    auto* rows = new QFormLayout(m_rowsBox);
    rows->addRow(tr("&Query:"), m_query);
    rows->addRow(tr("At &most:"), m_most);
    rows->addRow(random);
    rows->addRow(m_inOrder);
    rows->addRow(m_count);

    auto* forms = new QWidget(this);
    auto* column = makeColumn(forms, {serverBox, m_layoutBox, m_rowsBox});
    column->addStretch(1);
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(forms);
    scroll->setMinimumWidth(forms->sizeHint().width() + 3 * kGrid);
    return scroll;
}

void OpenTableDialog::begin(const QString& address, const QString& query)
{
    const auto read = readTableAddress(fromQt(address));
    m_query->setText(query);
    if (const Phrase* mistake = std::get_if<Phrase>(&read)) {
        say(translated(*mistake));
        return;
    }
    m_address->setAddress(std::get<TableAddress>(read));
    look();
}

void OpenTableDialog::look()
{
    forget();
    if (!m_address->hasServer())
        return;
    if (!m_address->hasTable()) {
        listTables();
        return;
    }
    m_choice = keptLayout(toQt(m_address->address().text()));
    lookAgain();
}

void OpenTableDialog::listTables()
{
    setBusy(true);
    m_tablesTask.run(
        [address = m_address->address(), credentials = m_address->credentials()](const Job& job) {
            return tablesOf(address, completed(credentials, address, job), {}, job);
        },
        [this](const Tables& tables) { showTables(tables); });
}

void OpenTableDialog::showTables(const Tables& tables)
{
    setBusy(false);
    if (const Phrase* mistake = std::get_if<Phrase>(&tables)) {
        say(translated(*mistake));
    } else {
        const auto& found = std::get<std::vector<TableAddress>>(tables);
        m_address->offerTables(found);
        say(found.empty() ? tr("The server shows no tables to this user.")
                          : tr("%n table(s). Choose one.", nullptr, static_cast<int>(found.size())));
        m_address->focusTable();
    }
    Q_EMIT answered();
}

/// With the layout that is chosen.
void OpenTableDialog::lookAgain()
{
    m_request.table.reset();
    m_isAsked = false;
    m_countTask.cancel();
    setBusy(true);
    showState();
    m_lookTask.run(
        [address = m_address->address(), credentials = m_address->credentials(),
         choice = m_choice](const Job& job) {
            Looked looked;
            auto opened = RemoteTable::open(address, completed(credentials, address, job), {}, job, choice);
            if (Phrase* mistake = std::get_if<Phrase>(&opened)) {
                looked.mistake = std::move(*mistake);
            } else {
                looked.table = std::get<std::shared_ptr<RemoteTable>>(std::move(opened));
                looked.sample = sampleOf(looked.table->facts());
            }
            return looked;
        },
        [this](const Looked& looked) { showTable(looked); });
}

void OpenTableDialog::showTable(const Looked& looked)
{
    setBusy(false);
    if (!looked.mistake.empty()) {
        // The layout that was kept may be of other columns.
        if (!m_hasColumns && std::exchange(m_choice, {}) != LayoutChoice()) {
            lookAgain();
            return;
        }
        say(translated(looked.mistake));
        showState();
        Q_EMIT answered();
        return;
    }
    say({});
    m_request.table = looked.table;
    m_hasColumns = true;
    const RemoteTable& table = *looked.table;
    m_layout->show(layoutOptions(table.address(), table.columns()), table.facts().layout, m_choice);
    const TableSample& sample = looked.sample;
    m_sampleTitle->setText(
        sample.broken > 0
            ? tr("The first %1 conversations have %2 messages; %3 rows cannot be read this way")
                  .arg(countText(sample.conversations), countText(sample.messages), countText(sample.broken))
            : tr("The first %1 conversations have %2 messages")
                  .arg(countText(sample.conversations), countText(sample.messages)));
    m_sample->setPlainText(sample.text);
    m_random->setEnabled(table.facts().id.has_value());
    if (!m_random->isEnabled())
        m_random->setChecked(false);
    m_inOrder->setEnabled(table.hasOrder());
    if (!m_inOrder->isEnabled())
        m_inOrder->setChecked(false);
    m_random->setToolTip(m_random->isEnabled() ? QString()
                                               : tr("The table has no column with conversation ids"));
    showState();
    count();
}

/// The form names another table, or another server.
void OpenTableDialog::forget()
{
    m_tablesTask.cancel();
    m_lookTask.cancel();
    m_countTask.cancel();
    m_keepTask.cancel();
    m_typing.stop();
    m_request = {};
    m_isAsked = false;
    m_hasColumns = false;
    m_sampleTitle->clear();
    m_sample->clear();
    say({});
    setBusy(false);
    showState();
}

void OpenTableDialog::count()
{
    m_typing.stop();
    m_isAsked = false;
    if (m_request.table == nullptr)
        return;
    m_count->setText(tr("Counting…"));
    m_countTask.stream(
        [table = m_request.table, text = fromQt(m_query->text().trimmed())](const Job& job,
                                                                            const auto& early) {
            Counted counted;
            if (!text.empty()) {
                const auto parsed = parseQuery(text);
                if (const auto* mistake = std::get_if<QueryMistake>(&parsed)) {
                    counted.wrong = *mistake;
                    return counted;
                }
                auto pushed = pushQuery(table->factsFor(job), std::get<Query>(parsed));
                if (const auto* mistake = std::get_if<QueryMistake>(&pushed)) {
                    counted.wrong = *mistake;
                    return counted;
                }
                counted.bounds = std::get<Bounds>(std::move(pushed));
            }
            early(counted);
            const WaitsElsewhere waits;
            const auto matching = table->count(counted.bounds, job);
            if (const auto* mistake = std::get_if<Phrase>(&matching))
                counted.mistake = *mistake;
            else
                counted.matching = std::get<MatchCounts>(matching);
            return counted;
        },
        [this](const Counted& counted) { take(counted); },
        [this](const Counted& counted) { showCount(counted); });
}

/// The condition is known: the rows can be opened, whether they are counted or not.
void OpenTableDialog::take(const Counted& counted)
{
    m_isAsked = !counted.wrong;
    m_request.query = m_query->text().trimmed();
    m_request.bounds = counted.bounds;
    m_request.matching = counted.matching;
    showState();
}

void OpenTableDialog::showCount(const Counted& counted)
{
    m_query->markMistake(counted.wrong);
    take(counted);
    if (counted.wrong)
        m_count->setText(translated(counted.wrong->what));
    else if (!counted.matching)
        m_count->setText(tr("The engine could not count: %1").arg(translated(counted.mistake)));
    else if (counted.matching->isExact())
        m_count->setText(
            tr("According to the engine, %1 conversations match.").arg(countText(counted.matching->upper)));
    else
        m_count->setText(tr("Between %1 and %2 conversations match. The engine cannot tell exactly, so "
                            "fetched rows are filtered again locally.")
                             .arg(countText(counted.matching->lower), countText(counted.matching->upper)));
    Q_EMIT answered();
}

void OpenTableDialog::accept()
{
    if (!isReady())
        return;
    m_request.wanted.limit = static_cast<std::uint64_t>(m_most->value());
    m_request.wanted.seed.reset();
    if (m_random->isChecked())
        m_request.wanted.seed = static_cast<std::uint64_t>(m_seed->value());
    m_request.wanted.inOrder = m_inOrder->isChecked();
    keepLayout(toQt(m_request.table->address().text()), m_choice);
    if (m_address->keepsCredentials())
        keepCredentials();
    else
        finish();
}

/// The dialog stays until the keyring has them: the desktop may ask for its password. If it does not take
/// them, the user reads why, and opens the table without.
void OpenTableDialog::keepCredentials()
{
    setBusy(true);
    say(tr("Waiting for the keyring…"));
    m_keepTask.run([server = m_address->address(), credentials = m_address->credentials()](
                       const Job& job) { return duologue::keepCredentials(server, credentials, job); },
                   [this](const std::string& mistake) {
                       setBusy(false);
                       if (mistake.empty()) {
                           finish();
                           return;
                       }
                       m_address->setKeepsCredentials(false);
                       say(tr("The keyring did not store the password: %1").arg(toQt(mistake)));
                       Q_EMIT answered();
                   });
}

void OpenTableDialog::finish()
{
    Q_EMIT chosen(m_request);
    QDialog::accept();
}

void OpenTableDialog::say(const QString& text)
{
    m_message->setText(text);
}

void OpenTableDialog::setBusy(bool isBusy)
{
    m_bar->setVisible(isBusy);
}

void OpenTableDialog::showState()
{
    const bool hasTable = m_request.table != nullptr;
    m_layoutBox->setVisible(m_hasColumns);
    m_rowsBox->setVisible(hasTable);
    m_look->setEnabled(m_address->hasServer());
    m_look->setText(m_address->hasTable() ? tr("Pre&view") : tr("&List tables"));
    m_open->setEnabled(isReady());
    m_open->setDefault(isReady());
}

} // namespace duologue::ui

#include "open_table_dialog.moc"
