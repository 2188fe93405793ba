// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/field_reader.h"
#include "tests/support/fake_keyring.h"
#include "tests/support/scripted_server.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/settings.h"
#include "ui/app/tables.h"
#include "ui/app/text.h"
#include "ui/app/workspace.h"
#include "ui/dialogs/open_table_dialog.h"
#include "ui/query/facet_section.h"
#include "ui/window/main_window.h"
#include "ui/window/session.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTest>
#include <mutex>

using namespace duologue;
using namespace duologue::ui;
using duologue::test::Connection;
using duologue::test::FakeKeyring;
using duologue::test::fileBytes;
using duologue::test::ScriptedServer;
using duologue::test::TempFolder;

namespace {

/// A row of the table, in the columns of its server.
std::string rowOf(const char* id, const char* answer)
{
    return std::string(R"({"id":")") + id + R"(","who":["user","bot"],"said":["Where is the pier?",")" +
           answer + "\"]}\n";
}

/// What a server says that has one table: conversations in lists whose names say nothing.
class TinyServer {
public:
    TinyServer() : m_server([this](Connection& connection) { answer(connection); }) {}

    TableAddress address() const { return m_server.address(); }
    QString addressText() const { return toQt(address().text()); }

    std::string rows =
        rowOf("a", "At the harbour.") + rowOf("b", "Ask at the harbour.") + rowOf("c", "Far away.");
    /// The rows are not all: the connection breaks after them.
    bool breaks = false;

    /// The user and the password of the last request, as HTTP has them; empty if it had none.
    std::string userOf() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_user;
    }

private:
    static std::string column(const std::string& name, const std::string& type)
    {
        return R"({"name":")" + name + R"(","type":")" + type + "\",\"default_type\":\"\"}\n";
    }

    std::string bodyFor(const std::string& sql) const
    {
        const auto has = [&sql](const char* text) { return sql.find(text) != std::string::npos; };
        // It has no settings of its own, and the lists of each row are equally long.
        if (has("system.settings") || has("!= length("))
            return {};
        if (has("system.tables"))
            return "{\"place\":\"d\",\"name\":\"t\"}\n{\"place\":\"logs\",\"name\":\"chats\"}\n";
        if (has("DESCRIBE"))
            return column("id", "String") + column("who", "Array(String)") + column("said", "Array(String)");
        if (has("duologue l"))
            return has("> 'b'") ? "{\"duologue l\":\"63\",\"duologue n\":1}\n"
                                : "{\"duologue l\":\"62\",\"duologue n\":2}\n";
        if (has("ORDER BY `id`"))
            return has("> 'b'") ? rowOf("c", "Far away.") : rowOf("a", "Here.") + rowOf("b", "There.");
        if (has("duologue v"))
            return "{\"duologue v\":1,\"duologue n\":900}\n";
        if (has("duologue g0"))
            return "{\"duologue g0\":1,\"duologue n\":900}\n";
        if (has("LIMIT 2"))
            return has("LIMIT 200") ? rows : rowOf("a", "Here.") + rowOf("b", "There.");
        if (has("count(*)"))
            return has("WHERE") ? "{\"duologue n\":2}\n" : "{\"duologue n\":3}\n";
        return rows;
    }

    void answer(Connection& connection)
    {
        connection.readRequest();
        const std::string& request = connection.request();
        {
            constexpr std::string_view kHead = "Authorization: Basic ";
            const std::size_t start = request.find(kHead);
            const std::scoped_lock lock(m_mutex);
            m_user.clear();
            if (start != std::string::npos)
                m_user =
                    request.substr(start + kHead.size(), request.find('\r', start) - start - kHead.size());
        }
        const std::string sql = request.substr(request.find("\r\n\r\n") + 4);
        const bool isFetch = sql.find("LIMIT 200000") != std::string::npos;
        if (breaks && isFetch)
            connection.write(ScriptedServer::chunkedHead() + ScriptedServer::chunk(rows));
        else
            connection.write(ScriptedServer::answer(200, bodyFor(sql)));
    }

    mutable std::mutex m_mutex;
    std::string m_user;
    ScriptedServer m_server;
};

/// As HTTP writes a user and a password.
std::string basic(const char* userAndPassword)
{
    return QByteArray(userAndPassword).toBase64().toStdString();
}

} // namespace

/// A table in an engine, from its address to the conversations in the window.
class OpenTableTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Duologue"));
        QCoreApplication::setApplicationName(QStringLiteral("duologue-open-table"));
    }

    void init()
    {
        writeSettings();
        changeSettings([](QSettings& settings) { settings.clear(); });
        m_server = std::make_unique<TinyServer>();
        m_workspace = std::make_unique<Workspace>();
        m_window = std::make_unique<MainWindow>(*m_workspace);
        m_window->show();
    }

    void cleanup()
    {
        m_window.reset();
        m_workspace.reset();
        m_server.reset();
    }

    void offersTheTablesOfAServer()
    {
        OpenTableDialog dialog(nullptr);
        dialog.findChild<QLineEdit*>(QStringLiteral("tableHost"))->setText(QStringLiteral("127.0.0.1"));
        dialog.findChild<QSpinBox*>(QStringLiteral("tablePort"))->setValue(m_server->address().port);
        QSignalSpy answered(&dialog, &OpenTableDialog::answered);
        dialog.look();
        QVERIFY(answered.wait());
        auto& tables = *dialog.findChild<QComboBox*>(QStringLiteral("tableName"));
        QCOMPARE(tables.count(), 2);
        QCOMPARE(tables.itemText(1), QStringLiteral("logs.chats"));
        QVERIFY(tables.currentText().isEmpty());
        QVERIFY(!dialog.isReady());
    }

    void opensRowsAsADataset()
    {
        auto* dialog = lookedAt({}, {});
        QVERIFY(dialog->isReady());
        QVERIFY(count(*dialog).contains(QStringLiteral(" 3 ")));
        dialog->accept();
        QTRY_COMPARE(m_workspace->snapshot().recordCount(), 3U);
        QCOMPARE(m_workspace->origin(), m_server->addressText());
        QTRY_VERIFY(!TableRows::of(*m_workspace).isFetching());
        auto& line = *m_window->findChild<QPushButton*>(QStringLiteral("tableRowsButton"));
        QTRY_VERIFY(line.isVisible());
        QCOMPARE(line.text(), QStringLiteral("d.t: all 3 conversations"));
        QCOMPARE(m_window->recentDatasets().entries().front().path, m_server->addressText());
        // The file is gone at the next start, and a command must not name it.
        m_window->keep();
        QVERIFY(Session::keptPaths().isEmpty());
        QCOMPARE(m_workspace->shownView().paths.front().string(), m_server->address().text());

        const QString file = m_workspace->paths().front();
        QVERIFY(QFileInfo::exists(file));
        const TempFolder other;
        other.write("a.jsonl", "{\"messages\": [{\"role\": \"user\", \"content\": \"q\"}]}\n");
        m_workspace->open({toQt(other.path().string())});
        QTRY_COMPARE(m_workspace->snapshot().recordCount(), 1U);
        QVERIFY(m_workspace->origin().isEmpty());
        QVERIFY(!TableRows::of(*m_workspace).isOpen() && !line.isVisible());
        QTRY_VERIFY(!QFileInfo::exists(file));
    }

    /// What was typed is asked with, kept if it is wanted, and found the next time.
    void thePasswordIsKeptInTheKeyring()
    {
        const FakeKeyring keyring("#!/bin/sh\n"
                                  "case $1 in\n"
                                  "store) cat >\"$0.secret\" ;;\n"
                                  "lookup) cat \"$0.secret\" ;;\n"
                                  "esac\n");
        {
            OpenTableDialog dialog(nullptr);
            auto& keep = *dialog.findChild<QCheckBox*>(QStringLiteral("tableKeep"));
            QVERIFY(!keep.isHidden() && !keep.isEnabled());
            dialog.findChild<QLineEdit*>(QStringLiteral("tableUser"))->setText(QStringLiteral("reader"));
            dialog.findChild<QLineEdit*>(QStringLiteral("tablePassword"))->setText(QStringLiteral("key"));
            QVERIFY(keep.isEnabled());
            keep.setChecked(true);
            lookAt(dialog);
            QCOMPARE(m_server->userOf(), basic("reader:key"));
            QVERIFY(!std::filesystem::exists(keyring.secret()));
            QSignalSpy chosen(&dialog, &OpenTableDialog::chosen);
            dialog.accept();
            QVERIFY(chosen.wait());
            QCOMPARE(fileBytes(keyring.secret()), std::string("reader\nkey"));
        }
        OpenTableDialog again(nullptr);
        lookAt(again);
        QCOMPARE(m_server->userOf(), basic("reader:key"));
    }

    /// Then the table can be opened without.
    void aKeyringThatTakesNothingIsTold()
    {
        const FakeKeyring keyring("#!/bin/sh\necho 'It is locked.' >&2\nexit 1\n");
        OpenTableDialog dialog(nullptr);
        dialog.findChild<QLineEdit*>(QStringLiteral("tablePassword"))->setText(QStringLiteral("key"));
        dialog.findChild<QCheckBox*>(QStringLiteral("tableKeep"))->setChecked(true);
        lookAt(dialog);
        QSignalSpy chosen(&dialog, &OpenTableDialog::chosen);
        dialog.accept();
        const auto& message = *dialog.findChild<QLabel*>(QStringLiteral("tableMessage"));
        QTRY_VERIFY(message.text().endsWith(QStringLiteral("It is locked.")));
        QCOMPARE(chosen.count(), 0);
        dialog.accept();
        QCOMPARE(chosen.count(), 1);
    }

    void goesOnAfterTheLastRow()
    {
        auto* dialog = lookedAt({}, {});
        dialog->findChild<QSpinBox*>(QStringLiteral("tableMost"))->setValue(2);
        dialog->findChild<QCheckBox*>(QStringLiteral("tableInOrder"))->setChecked(true);
        dialog->accept();
        TableRows& rows = TableRows::of(*m_workspace);
        auto& next = *m_window->findChild<QAction*>(QStringLiteral("nextTableRows"));
        QTRY_VERIFY(rows.hasNext());
        QVERIFY(next.isEnabled() && next.isVisible());
        QTRY_COMPARE(m_workspace->snapshot().recordCount(), 2U);
        QCOMPARE(rows.rowsText(), QStringLiteral("d.t: the first 2 of 3 conversations"));
        next.trigger();
        QTRY_COMPARE(m_workspace->snapshot().recordCount(), 1U);
        QTRY_VERIFY(!rows.isFetching());
        QCOMPARE(rows.rowsText(), QStringLiteral("d.t: 3 to 3 of 3 conversations, sorted by id"));
        QVERIFY(!rows.hasNext() && !next.isEnabled());
    }

    /// Of three rows, two are here; the engine counts 900.
    void theEngineCountsTheWholeTable()
    {
        auto* dialog = lookedAt({}, listsOfWho());
        dialog->findChild<QSpinBox*>(QStringLiteral("tableMost"))->setValue(2);
        dialog->accept();
        TableRows& rows = TableRows::of(*m_workspace);
        QTRY_COMPARE(m_workspace->snapshot().recordCount(), 2U);
        QTRY_VERIFY(!rows.isFetching());
        QVERIFY(rows.isPart());
        QVERIFY(rows.summary().endsWith(QStringLiteral("charts and facets: all, counted by the engine")));
        const auto text = [this](const char* name) {
            return m_window->findChild<QLabel*>(QLatin1String(name))->text();
        };
        QTRY_COMPARE(text("chartNote"),
                     QStringLiteral(
                         "d.t: all conversations, counted by the engine · No ratings: bars show conversation "
                         "counts"));
        QTRY_COMPARE(text("chartStatus"), QStringLiteral("3 of 3 conversations"));
        FacetSection facet(*m_workspace, findField(m_workspace->snapshot(), "turns")->info(), nullptr);
        facet.show();
        facet.setOpen(true);
        QTRY_VERIFY(facet.model().counts() != nullptr && facet.model().counts()->engine != nullptr);
        QCOMPARE(facet.model().counts()->counts, std::vector<std::uint64_t>{900});

        m_window->findChild<QAction*>(QStringLiteral("countAllRows"))->trigger();
        QVERIFY(!rows.countsAll());
        QVERIFY(rows.summary().endsWith(QStringLiteral("charts and facets: these only")));
        QTRY_VERIFY(facet.model().counts()->engine == nullptr);
        QCOMPARE(facet.model().counts()->counts, std::vector<std::uint64_t>{2});
    }

    /// What is open stays readable while others are asked for, and if none come.
    void rowsStayUntilOthersCome()
    {
        lookedAt({}, {})->accept();
        QTRY_COMPARE(m_workspace->snapshot().recordCount(), 3U);
        QTRY_VERIFY(!TableRows::of(*m_workspace).isFetching());
        const QString file = m_workspace->paths().front();
        auto* dialog = lookedAt({}, {});
        // Half a row, and the connection breaks.
        m_server->rows = "{\"id\":";
        m_server->breaks = true;
        QSignalSpy reported(m_workspace.get(), &Workspace::reported);
        dialog->accept();
        QTRY_COMPARE(reported.size(), 1);
        QVERIFY(
            reported.front().front().toString().startsWith(QStringLiteral("No rows of d.t were fetched")));
        QCOMPARE(m_workspace->paths(), QStringList(file));
        QVERIFY(QFileInfo::exists(file));
        QVERIFY(TableRows::of(*m_workspace).isOpen());
    }

    void whatMatchesNothingOpensNothing()
    {
        auto* dialog = lookedAt(QStringLiteral("id:nobody"), {});
        m_server->rows.clear();
        QSignalSpy reported(m_workspace.get(), &Workspace::reported);
        dialog->accept();
        QTRY_COMPARE(reported.size(), 1);
        QCOMPARE(reported.front().at(1).toString(), QStringLiteral("No conversation matches “id:nobody”"));
        QVERIFY(m_workspace->paths().isEmpty());
    }

    /// The engine sends rows that may match; what does not is left out here.
    void theQueryIsFinishedHere()
    {
        auto* dialog = lookedAt(QStringLiteral("text:harbour"), listsOfWho());
        QVERIFY(dialog->isReady());
        QVERIFY(count(*dialog).contains(QStringLiteral(" 2 ")));
        dialog->accept();
        QTRY_COMPARE(m_workspace->snapshot().recordCount(), 3U);
        QTRY_COMPARE(m_workspace->view()->order.size(), std::size_t{2});
        QCOMPARE(toQt(toText(m_workspace->query())), QStringLiteral("harbour"));
    }

    void aWrongQueryIsNotOpened()
    {
        auto* dialog = lookedAt(QStringLiteral("turns:many"), {});
        QVERIFY(!dialog->isReady());
        QVERIFY(!dialog->findChild<QPushButton*>(QStringLiteral("tableOpen"))->isEnabled());
        QVERIFY(!count(*dialog).isEmpty());
    }

    void aLayoutIsCorrectedAndKept()
    {
        auto* dialog = lookedAt({}, {});
        auto& sample = *dialog->findChild<QPlainTextEdit*>(QStringLiteral("tableSample"));
        QVERIFY(!dialog->findChild<QComboBox*>(QStringLiteral("layoutRole"))->isVisibleTo(dialog));
        choose(*dialog, "layoutKind", static_cast<int>(TableKind::Lists));
        QSignalSpy answered(dialog, &OpenTableDialog::answered);
        QVERIFY(answered.wait());
        auto& message = *dialog->findChild<QLabel*>(QStringLiteral("tableMessage"));
        QVERIFY2(message.text().contains(QStringLiteral("choose both columns")), qPrintable(message.text()));
        QVERIFY(dialog->findChild<QComboBox*>(QStringLiteral("layoutRole"))->isVisibleTo(dialog));
        choose(*dialog, "layoutRole", QStringLiteral("who"));
        QVERIFY(answered.wait());
        choose(*dialog, "layoutText", QStringLiteral("said"));
        QTRY_VERIFY(dialog->isReady());
        QVERIFY(sample.toPlainText().contains(QStringLiteral("Where is the pier?")));
        dialog->accept();
        QTRY_COMPARE(m_workspace->snapshot().recordCount(), 3U);
        QCOMPARE(m_workspace->snapshot().messageRange(Row{0}).second -
                     m_workspace->snapshot().messageRange(Row{0}).first,
                 2U);
        QCOMPARE(keptLayout(m_server->addressText()), listsOfWho());
    }

    void whatCameBeforeAFaultStays()
    {
        m_server->breaks = true;
        auto* dialog = lookedAt({}, {});
        QSignalSpy reported(m_workspace.get(), &Workspace::reported);
        dialog->accept();
        QTRY_COMPARE(m_workspace->snapshot().recordCount(), 3U);
        QCOMPARE(reported.size(), 1);
        QVERIFY(reported.front().front().toString().startsWith(
            QStringLiteral("Only some rows of d.t were fetched")));
    }

    void aServerThatIsNotThereIsNamed()
    {
        const QString address = m_server->addressText();
        m_server.reset();
        m_window->askForTable(address);
        auto* dialog = m_window->findChild<OpenTableDialog*>();
        QSignalSpy answered(dialog, &OpenTableDialog::answered);
        QVERIFY(answered.wait());
        QVERIFY(dialog->findChild<QLabel*>(QStringLiteral("tableMessage"))
                    ->text()
                    .contains(QStringLiteral("127.0.0.1")));
        QVERIFY(!dialog->isReady());
        dialog->reject();
    }

    /// Paths of the start page, the command line and recent datasets lead to the same question.
    void anAddressAsksFirst()
    {
        m_window->openPaths({m_server->addressText()});
        auto* dialog = m_window->findChild<OpenTableDialog*>();
        QVERIFY(dialog != nullptr);
        QTRY_VERIFY(dialog->isReady());
        QVERIFY(m_workspace->paths().isEmpty());
        dialog->reject();
    }

private:
    static LayoutChoice listsOfWho()
    {
        LayoutChoice choice;
        choice.kind = TableKind::Lists;
        choice.role = "who";
        choice.text = "said";
        return choice;
    }

    static QString count(const OpenTableDialog& dialog)
    {
        return dialog.findChild<QLabel*>(QStringLiteral("tableCount"))->text();
    }

    static void choose(const OpenTableDialog& dialog, const char* name, const QVariant& data)
    {
        auto* box = dialog.findChild<QComboBox*>(QLatin1String(name));
        const int index = box->findData(data);
        QVERIFY(index >= 0);
        box->setCurrentIndex(index);
        Q_EMIT box->activated(index);
    }

    /// The dialog after the server has answered all it was asked.
    OpenTableDialog* lookedAt(const QString& query, const LayoutChoice& layout)
    {
        keepLayout(m_server->addressText(), layout);
        m_window->askForTable(m_server->addressText(), query);
        auto* dialog = m_window->findChild<OpenTableDialog*>();
        QSignalSpy answered(dialog, &OpenTableDialog::answered);
        answered.wait();
        return dialog;
    }

    void lookAt(OpenTableDialog& dialog)
    {
        dialog.begin(m_server->addressText(), {});
        QTRY_VERIFY(dialog.isReady());
    }

    std::unique_ptr<TinyServer> m_server;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
};

DUOLOGUE_TEST(OpenTableTest)
#include "open_table_test.moc"
