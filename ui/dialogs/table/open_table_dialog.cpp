// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/table/open_table_dialog.h"

#include "core/query/query_parser.h"
#include "core/remote/keyring.h"
#include "core/remote/query_push.h"
#include "ui/dialogs/manual/manual_window.h"
#include "ui/dialogs/table/address_form.h"
#include "ui/dialogs/table/layout_form.h"
#include "ui/views/query/query_line.h"
#include "ui/views/widgets/letter_width.h"
#include "ui/views/widgets/metrics.h"
#include "ui/work/phrase_words.h"
#include "ui/work/qt_text.h"
#include "ui/work/tables/known_tables.h"
#include "ui/work/task_run.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>
#include <limits>
#include <utility>

namespace duologue::ui {

namespace {

constexpr QSize kTableDialogSize(1000, 640);
/// After the last key, before the engine counts again.
constexpr int kTypingMs = 600;

} // namespace

OpenTableDialog::OpenTableDialog(QWidget* parent)
    : QDialog(parent),
      m_address(new AddressForm(this)),
      m_look(new QPushButton(tr("&Preview"), this)),
      m_layoutBox(new QGroupBox(tr("How it is read"), this)),
      m_layout(new LayoutForm(this)),
      m_rowsBox(new QGroupBox(tr("Conversations to open"), this)),
      m_query(new QueryLine(this)),
      m_most(new QSpinBox(this)),
      m_random(new QCheckBox(tr("Ra&ndom choice, seed"), this)),
      m_seed(new QSpinBox(this)),
      m_inOrder(new QCheckBox(tr("In the &order of their ids"), this)),
      m_count(new QLabel(this)),
      m_sampleTitle(new QLabel(this)),
      m_sample(new QPlainTextEdit(this)),
      m_message(new QLabel(this)),
      m_bar(new QProgressBar(this))
{
    setObjectName(QStringLiteral("openTableDialog"));
    setWindowTitle(tr("Open table"));
    showManualOnHelp(*this);
    m_look->setObjectName(QStringLiteral("tableLook"));
    m_look->setAutoDefault(false);
    m_sample->setObjectName(QStringLiteral("tableSample"));
    m_sample->setAccessibleName(tr("The first conversations"));
    m_sample->setReadOnly(true);
    m_sample->setFont(withChinese(font()));
    m_sample->setPlaceholderText(tr("The first conversations of the table appear here before it is opened."));
    m_sampleTitle->setTextFormat(Qt::PlainText);
    m_message->setObjectName(QStringLiteral("tableMessage"));
    m_message->setTextFormat(Qt::PlainText);
    m_message->setWordWrap(true);
    m_bar->setRange(0, 0);
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("The server is asked"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel, this);
    m_open = buttons->button(QDialogButtonBox::Open);
    m_open->setObjectName(QStringLiteral("tableOpen"));
    connect(buttons, &QDialogButtonBox::accepted, this, &OpenTableDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &OpenTableDialog::reject);

    auto* right = new QVBoxLayout;
    right->addWidget(m_sampleTitle);
    right->addWidget(m_sample, 1);
    auto* both = new QHBoxLayout;
    both->addWidget(makeForms());
    both->addLayout(right, 1);
    auto* foot = new QHBoxLayout;
    foot->addWidget(m_bar);
    foot->addWidget(m_message, 1);
    foot->addWidget(buttons);
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

    m_query->setObjectName(QStringLiteral("tableQuery"));
    m_query->setPlaceholderText(tr("All; or a query, such as turns:>4 text:ferry"));
    m_most->setObjectName(QStringLiteral("tableMost"));
    m_most->setRange(1, std::numeric_limits<int>::max());
    m_most->setGroupSeparatorShown(true);
    m_most->setValue(static_cast<int>(RowsWanted().limit));
    m_random->setObjectName(QStringLiteral("tableRandom"));
    m_seed->setObjectName(QStringLiteral("tableSeed"));
    m_seed->setRange(0, std::numeric_limits<int>::max());
    m_seed->setValue(1);
    m_seed->setAccessibleName(tr("Seed"));
    m_seed->setToolTip(tr("The same number chooses the same conversations"));
    m_seed->setEnabled(false);
    connect(m_random, &QCheckBox::toggled, m_seed, &QWidget::setEnabled);
    m_inOrder->setObjectName(QStringLiteral("tableInOrder"));
    m_inOrder->setToolTip(tr("Then File > Next conversations of the table goes on after the last one"));
    connect(m_inOrder, &QCheckBox::toggled, m_random, [this](bool isOn) {
        if (isOn)
            m_random->setChecked(false);
    });
    connect(m_random, &QCheckBox::toggled, m_inOrder, [this](bool isOn) {
        if (isOn)
            m_inOrder->setChecked(false);
    });
    m_count->setObjectName(QStringLiteral("tableCount"));
    m_count->setTextFormat(Qt::PlainText);
    m_count->setWordWrap(true);
    auto* random = new QHBoxLayout;
    random->addWidget(m_random);
    random->addWidget(m_seed);
    random->addStretch(1);
    auto* rows = new QFormLayout(m_rowsBox);
    rows->addRow(tr("&Query:"), m_query);
    rows->addRow(tr("At &most:"), m_most);
    rows->addRow(random);
    rows->addRow(m_inOrder);
    rows->addRow(m_count);

    auto* forms = new QWidget(this);
    auto* column = new QVBoxLayout(forms);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(serverBox);
    column->addWidget(m_layoutBox);
    column->addWidget(m_rowsBox);
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
            ? tr("The first %1 conversations have %2 messages; %3 rows cannot be read like this")
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
                                               : tr("The table has no column with ids of conversations"));
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
        m_count->setText(tr("The engine did not count: %1").arg(translated(counted.mistake)));
    else if (counted.matching->isExact())
        m_count->setText(
            tr("%1 conversations match, by the engine.").arg(countText(counted.matching->upper)));
    else
        m_count->setText(tr("Between %1 and %2 conversations match. The engine cannot tell exactly: what "
                            "comes is decided here.")
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
                       say(tr("The keyring did not take the password: %1").arg(toQt(mistake)));
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
    m_look->setText(m_address->hasTable() ? tr("&Preview") : tr("&List tables"));
    m_open->setEnabled(isReady());
    m_open->setDefault(isReady());
}

} // namespace duologue::ui
