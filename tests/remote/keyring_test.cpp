// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/keyring.h"
#include "tests/cli/cli_run.h"
#include "tests/support/fake_keyring.h"
#include "tests/support/print.h"
#include "tests/support/scripted_server.h"
#include "tests/support/test_class.h"

#include <QProcess>
#include <QStandardPaths>
#include <chrono>
#include <memory>
#include <thread>

using namespace duologue;
using namespace duologue::test;

namespace {

constexpr int kStartMilliseconds = 20'000;

const TableAddress kServer{Engine::ClickHouse, false, "engine.example", 8123, "d", {}, "t"};

/// A bus of its own, with the keyring of GNOME, unlocked.
class KeyringSession {
public:
    explicit KeyringSession(const TempFolder& home)
    {
        const QString path = QString::fromStdString(home.path().string());
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"HOME", "XDG_RUNTIME_DIR", "XDG_DATA_HOME"})
            environment.insert(QString::fromLatin1(name), path);
        m_bus.setProcessEnvironment(environment);
        m_bus.start("dbus-daemon", {"--session", "--nofork", "--print-address"});
        if (!m_bus.waitForReadyRead(kStartMilliseconds))
            return;
        m_address = m_bus.readAllStandardOutput().trimmed();
        environment.insert("DBUS_SESSION_BUS_ADDRESS", QString::fromLatin1(m_address));
        // It goes on in the background when it listens, until the bus is gone.
        QProcess keyring;
        keyring.setProcessEnvironment(environment);
        keyring.start("gnome-keyring-daemon", {"--unlock", "--components=secrets"});
        keyring.write("of the test");
        keyring.closeWriteChannel();
        m_isReady = keyring.waitForFinished(kStartMilliseconds) && keyring.exitCode() == 0;
    }
    ~KeyringSession()
    {
        m_bus.terminate();
        m_bus.waitForFinished();
    }
    KeyringSession(const KeyringSession&) = delete;
    KeyringSession& operator=(const KeyringSession&) = delete;

    bool isReady() const { return m_isReady; }
    const QByteArray& address() const { return m_address; }

private:
    QProcess m_bus;
    QByteArray m_address;
    bool m_isReady = false;
};

} // namespace

/// Users and passwords of servers in the keyring of the desktop.
class KeyringTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void toolsAreRunWithoutAShell();
    void aStoppedToolEndsAtOnce();
    void withoutASessionNothingIsAsked();
    void whatIsNotTakenIsSaid();
    void whatIsGivenComesFirst();
    void keepsAndFinds();
};

void KeyringTest::toolsAreRunWithoutAShell()
{
    const auto printed = runTool(findTool("cat"), {"-", "no such file; echo"}, "a $HOME\nb", Job());
    QVERIFY(printed);
    QCOMPARE(printed->out, std::string("a $HOME\nb"));
    QVERIFY(printed->error.find("no such file; echo") != std::string::npos);
    QVERIFY(printed->exitCode != 0);
    QVERIFY(!runTool("/nowhere/tool", {}, {}, Job()));
    QCOMPARE(findTool("no-such-tool-anywhere"), std::string());
    // It ends before it has read: no signal ends this program.
    const auto deaf = runTool(findTool("true"), {}, std::string(1'000'000, 'x'), Job());
    QVERIFY(deaf && deaf->exitCode == 0);
}

void KeyringTest::aStoppedToolEndsAtOnce()
{
    std::stop_source stop;
    stop.request_stop();
    const auto start = std::chrono::steady_clock::now();
    QVERIFY(!runTool(findTool("sleep"), {"60"}, {}, Job(stop.get_token())));
    QVERIFY(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
}

void KeyringTest::withoutASessionNothingIsAsked()
{
    const FakeKeyring keyring("#!/bin/sh\ntouch \"$0.secret\"\nprintf 'u\\np'\n");
    const Environment bus("DBUS_SESSION_BUS_ADDRESS", "");
    const Environment runtime("XDG_RUNTIME_DIR", "/nowhere");
    QVERIFY(!hasKeyring());
    QVERIFY(!keptCredentials(kServer, Job()));
    QVERIFY(!std::filesystem::exists(keyring.secret()));
    QVERIFY(!keepCredentials(kServer, {"u", "p"}, Job()).empty());
}

void KeyringTest::whatIsNotTakenIsSaid()
{
    const FakeKeyring keyring("#!/bin/sh\necho 'The keyring is locked.' >&2\nexit 1\n");
    QCOMPARE(keepCredentials(kServer, {"u", "p"}, Job()), std::string("The keyring is locked."));
    QVERIFY(!keptCredentials(kServer, Job()));
}

void KeyringTest::whatIsGivenComesFirst()
{
    const FakeKeyring keyring("#!/bin/sh\nprintf 'reader\\npass\\nword'\n");
    const auto asked = [](const Credentials& given) {
        const Credentials found = completed(given, kServer, Job());
        return found.user + " " + found.password;
    };
    QCOMPARE(asked({}), std::string("reader pass\nword"));
    QCOMPARE(asked({"reader", {}}), std::string("reader pass\nword"));
    // A password belongs to its user.
    QCOMPARE(asked({"other", {}}), std::string("other "));
    QCOMPARE(asked({"reader", "typed"}), std::string("reader typed"));
    keyring.setScript("#!/bin/sh\nprintf 'of somebody else'\n");
    QCOMPARE(asked({}), std::string(" "));
}

void KeyringTest::keepsAndFinds()
{
    if (findTool("secret-tool").empty() || findTool("gnome-keyring-daemon").empty() ||
        findTool("dbus-daemon").empty())
        QSKIP("KEYRING NOT FOUND: install libsecret-tools and gnome-keyring to run this test");
    const TempFolder home;
    const KeyringSession session(home);
    QVERIFY(session.isReady());
    const Environment bus("DBUS_SESSION_BUS_ADDRESS", session.address());
    const Environment folder("HOME", QByteArray::fromStdString(home.path().string()));
    QVERIFY(!keptCredentials(kServer, Job()));
    QCOMPARE(keepCredentials(kServer, {"reader", "old"}, Job()), std::string());
    QCOMPARE(keepCredentials(kServer, {"reader", "päss word"}, Job()), std::string());
    const auto kept = keptCredentials(kServer, Job());
    QVERIFY(kept);
    QCOMPARE(kept->user, std::string("reader"));
    QCOMPARE(kept->password, std::string("päss word"));
    TableAddress other = kServer;
    other.port = 9999;
    QVERIFY(!keptCredentials(other, Job()));

    std::string request;
    ScriptedServer server([&request](Connection& connection) {
        connection.readRequest();
        if (request.empty())
            request = connection.request();
        connection.write(ScriptedServer::answer(403, "no"));
    });
    QCOMPARE(keepCredentials(server.address(), {"teller", "key"}, Job()), std::string());
    const CliRun said = runCli({"info", QString::fromStdString(server.address().text())});
    QCOMPARE(said.exitCode, 3);
    QVERIFY2(request.find("Authorization: Basic " + QByteArray("teller:key").toBase64().toStdString()) !=
                 std::string::npos,
             request.c_str());
    QVERIFY(!(said.out + said.err).contains("key"));
}

DUOLOGUE_TEST(KeyringTest)
#include "keyring_test.moc"
