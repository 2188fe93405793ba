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
#include "ui/widgets/theme.h"
#include "ui_address_form.h"
#include "ui_layout_form.h"
#include "ui_open_table_dialog.h"

#include <QCompleter>
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace duologue::ui {

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

AddressForm::AddressForm(QWidget* parent) : QWidget(parent), m_ui(std::make_unique<Ui::AddressForm>())
{
    m_ui->setupUi(this);
    setFocusProxy(m_ui->tableEngine);
    m_ui->tableHost->setMinimumWidth(letterWidth(fontMetrics()) * kLettersOfLine);
    m_ui->tableName->completer()->setCompletionMode(QCompleter::PopupCompletion);
    m_ui->tableName->completer()->setFilterMode(Qt::MatchContains);
    m_ui->tableName->completer()->setCaseSensitivity(Qt::CaseInsensitive);
    m_ui->tableKeep->setVisible(hasKeyring());
    showEngine();
    showKeep();
    connect(m_ui->tableEngine, &QComboBox::currentIndexChanged, this, [this] {
        showEngine();
        Q_EMIT changed();
    });
    connect(m_ui->tablePort, &QSpinBox::valueChanged, this, &AddressForm::changed);
    connect(m_ui->tableName, &QComboBox::currentTextChanged, this, &AddressForm::changed);
    connect(m_ui->tableName->lineEdit(), &QLineEdit::returnPressed, this, &AddressForm::entered);
    for (const QLineEdit* line :
         {m_ui->tableHost, m_ui->tableDatabase, m_ui->tableUser, m_ui->tablePassword}) {
        connect(line, &QLineEdit::textChanged, this, &AddressForm::changed);
        connect(line, &QLineEdit::returnPressed, this, &AddressForm::entered);
    }
    connect(m_ui->tablePassword, &QLineEdit::textChanged, this, &AddressForm::showKeep);
}

AddressForm::~AddressForm() = default;

bool AddressForm::keepsCredentials() const
{
    return m_ui->tableKeep->isEnabled() && m_ui->tableKeep->isChecked();
}

void AddressForm::setKeepsCredentials(bool keeps)
{
    m_ui->tableKeep->setChecked(keeps);
}

bool AddressForm::hasServer() const
{
    return !m_ui->tableHost->text().trimmed().isEmpty();
}

bool AddressForm::hasTable() const
{
    return !m_ui->tableName->currentText().trimmed().isEmpty();
}

void AddressForm::showEngine()
{
    const bool isPostgres =
        kEngines.at(static_cast<std::size_t>(m_ui->tableEngine->currentIndex())).engine == Engine::PostgreSql;
    m_ui->tableDatabase->setVisible(isPostgres);
    m_ui->rows->labelForField(m_ui->tableDatabase)->setVisible(isPostgres);
    m_ui->tableName->lineEdit()->setPlaceholderText(isPostgres ? tr("schema.table") : tr("database.table"));
}

/// Only what was typed can be kept.
void AddressForm::showKeep()
{
    m_ui->tableKeep->setEnabled(!m_ui->tablePassword->text().isEmpty());
}

void AddressForm::setAddress(const TableAddress& address)
{
    for (std::size_t i = 0; i < kEngines.size(); ++i) {
        if (kEngines.at(i).engine == address.engine && kEngines.at(i).isEncrypted == address.isEncrypted) {
            m_ui->tableEngine->setCurrentIndex(static_cast<int>(i));
            m_ui->tablePort->setValue(
                address.port == usualPort(address.engine, address.isEncrypted) ? 0 : address.port);
        }
    }
    m_ui->tableHost->setText(toQt(address.host));
    m_ui->tableDatabase->setText(address.engine == Engine::PostgreSql ? toQt(address.database) : QString());
    m_ui->tableName->setEditText(nameOfTable(address));
}

TableAddress AddressForm::address() const
{
    const EngineChoice& engine = kEngines.at(static_cast<std::size_t>(m_ui->tableEngine->currentIndex()));
    TableAddress address;
    address.engine = engine.engine;
    address.isEncrypted = engine.isEncrypted;
    address.host = fromQt(m_ui->tableHost->text().trimmed());
    address.port = m_ui->tablePort->value() == 0 ? usualPort(engine.engine, engine.isEncrypted)
                                                 : static_cast<std::uint16_t>(m_ui->tablePort->value());
    const QString name = m_ui->tableName->currentText().trimmed();
    const qsizetype dot = name.indexOf(QLatin1Char('.'));
    const std::string place = fromQt(name.left(std::max<qsizetype>(dot, 0)));
    address.table = fromQt(name.mid(dot + 1));
    if (engine.engine == Engine::PostgreSql) {
        address.database = fromQt(m_ui->tableDatabase->text().trimmed());
        address.schema = place;
    } else {
        address.database = place;
    }
    return address;
}

Credentials AddressForm::credentials() const
{
    // A password belongs to its user.
    const Credentials typed{fromQt(m_ui->tableUser->text()), fromQt(m_ui->tablePassword->text())};
    return typed.user.empty() && typed.password.empty() ? credentialsOfEnvironment() : typed;
}

void AddressForm::offerTables(const std::vector<TableAddress>& tables)
{
    const QString typed = m_ui->tableName->currentText();
    const QSignalBlocker quiet(m_ui->tableName);
    m_ui->tableName->clear();
    for (const TableAddress& table : tables)
        m_ui->tableName->addItem(nameOfTable(table));
    m_ui->tableName->setEditText(typed);
}

void AddressForm::focusTable()
{
    m_ui->tableName->setFocus();
    if (m_ui->tableName->count() > 0)
        m_ui->tableName->showPopup();
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

LayoutForm::LayoutForm(QWidget* parent) : QWidget(parent), m_ui(std::make_unique<Ui::LayoutForm>())
{
    m_ui->setupUi(this);
    connect(m_ui->layoutKind, &QComboBox::activated, this, [this] {
        showKind();
        Q_EMIT changed();
    });
    for (const QComboBox* box :
         {m_ui->layoutRole, m_ui->layoutText, m_ui->layoutConversation, m_ui->layoutPosition})
        connect(box, &QComboBox::activated, this, &LayoutForm::changed);
    showKind();
}

LayoutForm::~LayoutForm() = default;

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
    m_ui->layoutKind->clear();
    m_ui->layoutKind->addItem(
        choice.kind ? tr("Automatic") : tr("Automatic: %1").arg(titleOfKind(found.kind)), -1);
    for (const TableKind kind : kTableKinds)
        m_ui->layoutKind->addItem(titleOfKind(kind), static_cast<int>(kind));
    m_ui->layoutKind->setCurrentIndex(choice.kind ? m_ui->layoutKind->findData(static_cast<int>(*choice.kind))
                                                  : 0);
    showKind();
    const auto choose = [](QComboBox& box, const std::string& name) {
        box.setCurrentIndex(std::max(0, box.findData(toQt(name))));
    };
    choose(*m_ui->layoutRole, choice.role);
    choose(*m_ui->layoutText, choice.text);
    choose(*m_ui->layoutConversation, choice.conversation);
    choose(*m_ui->layoutPosition, choice.position);
}

/// The columns that a kind of table needs.
void LayoutForm::showKind()
{
    const int kind = m_ui->layoutKind->currentData().isValid() ? m_ui->layoutKind->currentData().toInt() : -1;
    const bool areLists = kind == static_cast<int>(TableKind::Lists);
    const bool areMessages = kind == static_cast<int>(TableKind::Messages);
    const auto& names = areLists ? m_options.textLists : m_options.texts;
    fill(*m_ui->layoutRole, names, {});
    fill(*m_ui->layoutText, names, {});
    fill(*m_ui->layoutConversation, m_options.singles, {});
    fill(*m_ui->layoutPosition, m_options.singles, {});
    const auto setShown = [this](QWidget* field, bool isShown) {
        field->setVisible(isShown);
        m_ui->rows->labelForField(field)->setVisible(isShown);
    };
    setShown(m_ui->layoutRole, areLists || areMessages);
    setShown(m_ui->layoutText, areLists || areMessages);
    setShown(m_ui->layoutConversation, areMessages);
    setShown(m_ui->layoutPosition, areMessages);
}

LayoutChoice LayoutForm::choice() const
{
    const int kind = m_ui->layoutKind->currentData().isValid() ? m_ui->layoutKind->currentData().toInt() : -1;
    if (kind < 0)
        return {};
    LayoutChoice choice;
    choice.kind = static_cast<TableKind>(kind);
    if (*choice.kind == TableKind::Rows)
        return choice;
    choice.role = fromQt(m_ui->layoutRole->currentData().toString());
    choice.text = fromQt(m_ui->layoutText->currentData().toString());
    if (*choice.kind == TableKind::Messages) {
        choice.conversation = fromQt(m_ui->layoutConversation->currentData().toString());
        choice.position = fromQt(m_ui->layoutPosition->currentData().toString());
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

/// After the last key, before the engine counts again.
constexpr int kTypingMs = 600;

OpenTableDialog::OpenTableDialog(QWidget* parent)
    : QDialog(parent), m_ui(std::make_unique<Ui::OpenTableDialog>())
{
    m_ui->setupUi(this);
    showManualOnHelp(*this);
    m_ui->scroll->setMinimumWidth(m_ui->forms->sizeHint().width() + 3 * kGrid);
    m_ui->tableMost->setValue(static_cast<int>(RowsWanted().limit));
    m_ui->tableSample->setFont(withChinese(font()));
    m_open = m_ui->buttons->button(QDialogButtonBox::Open);
    m_open->setObjectName(QStringLiteral("tableOpen"));
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingMs);
    connect(&m_typing, &QTimer::timeout, this, &OpenTableDialog::count);
    connect(m_ui->address, &AddressForm::changed, this, &OpenTableDialog::forget);
    connect(m_ui->address, &AddressForm::entered, this, &OpenTableDialog::look);
    connect(m_ui->tableLook, &QPushButton::clicked, this, &OpenTableDialog::look);
    connect(m_ui->layoutForm, &LayoutForm::changed, this, [this] {
        m_choice = m_ui->layoutForm->choice();
        lookAgain();
    });
    connect(m_ui->tableQuery, &QLineEdit::textChanged, this, [this] {
        m_isAsked = false;
        m_typing.start();
        showState();
    });
    const auto excludes = [](QCheckBox* one, QCheckBox* other) {
        connect(one, &QCheckBox::toggled, other, [other](bool isOn) {
            if (isOn)
                other->setChecked(false);
        });
    };
    excludes(m_ui->tableInOrder, m_ui->tableRandom);
    excludes(m_ui->tableRandom, m_ui->tableInOrder);
    setBusy(false);
    showState();
    m_ui->address->setFocus();
}

OpenTableDialog::~OpenTableDialog() = default;

void OpenTableDialog::begin(const QString& address, const QString& query)
{
    const auto read = readTableAddress(fromQt(address));
    m_ui->tableQuery->setText(query);
    if (const Phrase* mistake = read.error()) {
        say(translated(*mistake));
        return;
    }
    m_ui->address->setAddress(read.value());
    look();
}

void OpenTableDialog::look()
{
    forget();
    if (!m_ui->address->hasServer())
        return;
    if (!m_ui->address->hasTable()) {
        listTables();
        return;
    }
    m_choice = keptLayout(toQt(m_ui->address->address().text()));
    lookAgain();
}

void OpenTableDialog::listTables()
{
    setBusy(true);
    m_tablesTask.run(
        [address = m_ui->address->address(), credentials = m_ui->address->credentials()](const Job& job) {
            return tablesOf(address, completed(credentials, address, job), {}, job);
        },
        [this](const Tables& tables) { showTables(tables); });
}

void OpenTableDialog::showTables(const Tables& tables)
{
    setBusy(false);
    if (const Phrase* mistake = tables.error()) {
        say(translated(*mistake));
    } else {
        const auto& found = tables.value();
        m_ui->address->offerTables(found);
        say(found.empty() ? tr("The server shows no tables to this user.")
                          : tr("%n table(s). Choose one.", nullptr, static_cast<int>(found.size())));
        m_ui->address->focusTable();
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
        [address = m_ui->address->address(), credentials = m_ui->address->credentials(),
         choice = m_choice](const Job& job) {
            Looked looked;
            auto opened = RemoteTable::open(address, completed(credentials, address, job), {}, job, choice);
            if (Phrase* mistake = opened.error()) {
                looked.mistake = std::move(*mistake);
            } else {
                looked.table = std::move(opened).value();
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
    m_ui->layoutForm->show(layoutOptions(table.address(), table.columns()), table.facts().layout, m_choice);
    const TableSample& sample = looked.sample;
    m_ui->sampleTitle->setText(
        sample.broken > 0
            ? tr("The first %1 conversations have %2 messages; %3 rows cannot be read this way")
                  .arg(countText(sample.conversations), countText(sample.messages), countText(sample.broken))
            : tr("The first %1 conversations have %2 messages")
                  .arg(countText(sample.conversations), countText(sample.messages)));
    m_ui->tableSample->setPlainText(sample.text);
    m_ui->tableRandom->setEnabled(table.facts().id.has_value());
    if (!m_ui->tableRandom->isEnabled())
        m_ui->tableRandom->setChecked(false);
    m_ui->tableInOrder->setEnabled(table.hasOrder());
    if (!m_ui->tableInOrder->isEnabled())
        m_ui->tableInOrder->setChecked(false);
    m_ui->tableRandom->setToolTip(
        m_ui->tableRandom->isEnabled() ? QString() : tr("The table has no column with conversation ids"));
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
    m_ui->sampleTitle->clear();
    m_ui->tableSample->clear();
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
    m_ui->tableCount->setText(tr("Counting…"));
    m_countTask.stream(
        [table = m_request.table, text = fromQt(m_ui->tableQuery->text().trimmed())](const Job& job,
                                                                                     const auto& early) {
            Counted counted;
            if (!text.empty()) {
                const auto parsed = parseQuery(text);
                if (const auto* mistake = parsed.error()) {
                    counted.wrong = *mistake;
                    return counted;
                }
                auto pushed = pushQuery(table->factsFor(job), parsed.value());
                if (const auto* mistake = pushed.error()) {
                    counted.wrong = *mistake;
                    return counted;
                }
                counted.bounds = std::move(pushed).value();
            }
            early(counted);
            const WaitsElsewhere waits;
            const auto matching = table->count(counted.bounds, job);
            if (const auto* mistake = matching.error())
                counted.mistake = *mistake;
            else
                counted.matching = matching.value();
            return counted;
        },
        [this](const Counted& counted) { take(counted); },
        [this](const Counted& counted) { showCount(counted); });
}

/// The condition is known: the rows can be opened, whether they are counted or not.
void OpenTableDialog::take(const Counted& counted)
{
    m_isAsked = !counted.wrong;
    m_request.query = m_ui->tableQuery->text().trimmed();
    m_request.bounds = counted.bounds;
    m_request.matching = counted.matching;
    showState();
}

void OpenTableDialog::showCount(const Counted& counted)
{
    m_ui->tableQuery->markMistake(counted.wrong);
    take(counted);
    if (counted.wrong)
        m_ui->tableCount->setText(translated(counted.wrong->what));
    else if (!counted.matching)
        m_ui->tableCount->setText(tr("The engine could not count: %1").arg(translated(counted.mistake)));
    else if (counted.matching->isExact())
        m_ui->tableCount->setText(
            tr("According to the engine, %1 conversations match.").arg(countText(counted.matching->upper)));
    else
        m_ui->tableCount->setText(
            tr("Between %1 and %2 conversations match. The engine cannot tell exactly, so "
               "fetched rows are filtered again locally.")
                .arg(countText(counted.matching->lower), countText(counted.matching->upper)));
    Q_EMIT answered();
}

void OpenTableDialog::accept()
{
    if (!isReady())
        return;
    m_request.wanted.limit = static_cast<std::uint64_t>(m_ui->tableMost->value());
    m_request.wanted.seed.reset();
    if (m_ui->tableRandom->isChecked())
        m_request.wanted.seed = static_cast<std::uint64_t>(m_ui->tableSeed->value());
    m_request.wanted.inOrder = m_ui->tableInOrder->isChecked();
    keepLayout(toQt(m_request.table->address().text()), m_choice);
    if (m_ui->address->keepsCredentials())
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
    m_keepTask.run([server = m_ui->address->address(), credentials = m_ui->address->credentials()](
                       const Job& job) { return duologue::keepCredentials(server, credentials, job); },
                   [this](const std::string& mistake) {
                       setBusy(false);
                       if (mistake.empty()) {
                           finish();
                           return;
                       }
                       m_ui->address->setKeepsCredentials(false);
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
    m_ui->tableMessage->setText(text);
}

void OpenTableDialog::setBusy(bool isBusy)
{
    m_ui->bar->setVisible(isBusy);
}

void OpenTableDialog::showState()
{
    const bool hasTable = m_request.table != nullptr;
    m_ui->layoutBox->setVisible(m_hasColumns);
    m_ui->rowsBox->setVisible(hasTable);
    m_ui->tableLook->setEnabled(m_ui->address->hasServer());
    m_ui->tableLook->setText(m_ui->address->hasTable() ? tr("Pre&view") : tr("&List tables"));
    m_open->setEnabled(isReady());
    m_open->setDefault(isReady());
}

} // namespace duologue::ui
