// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/clickhouse_http.h"
#include "core/remote/remote_table.h"
#include "core/remote/row_stream.h"
#include "core/util/phrase_id.h"
#include "tests/remote/clickhouse_nodes.h"
#include "tests/support/print.h"
#include "tests/support/scripted_server.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <chrono>
#include <fcntl.h>
#include <stdexcept>
#include <sys/file.h>
#include <unistd.h>

using namespace duologue;
using namespace duologue::test;

namespace {

using Clock = std::chrono::steady_clock;

ServerLimits quickLimits()
{
    ServerLimits limits;
    limits.connectTime = std::chrono::seconds(2);
    limits.queryTime = std::chrono::seconds(20);
    return limits;
}

/// The rows that came, and what went wrong, in English.
std::string asked(const TableAddress& address, const Credentials& credentials = {}, const Job& job = Job())
{
    std::string out;
    RowStream rows([&out](const JsonView& row) {
        out += row.toJson() + '\n';
        return true;
    });
    const ClickHouseHttp server(address, credentials, quickLimits());
    const Phrase mistake =
        server.ask("SELECT 1", job, [&rows](std::string_view bytes) { return rows.add(bytes); });
    return out + inEnglish(rows.finish(mistake));
}

} // namespace

class ServerFaultsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void asksForReadingAlone();
    void saysWhatTheServerSays();
    void serverIsNotThere();
    void triesAgainBeforeTheFirstByte();
    void neverTriesAgainAfterIt();
    void keepsRowsBeforeAnErrorInTheStream();
    void passwordIsInNoAddress();
    void cancelsAtOnce_data();
    void cancelsAtOnce();
    void passesOnWhatItsCallerThrows();
    void leavesRowsOfLivingPrograms();
};

/// Not through the library, which is written in C.
void ServerFaultsTest::passesOnWhatItsCallerThrows()
{
    ScriptedServer server([](Connection& connection) {
        connection.readRequest();
        connection.write(ScriptedServer::answer(200, "{\"a\":1}\n"));
    });
    const ClickHouseHttp http(server.address(), {}, quickLimits());
    bool isThrown = false;
    try {
        http.ask("SELECT 1", Job(), [](std::string_view) -> bool { throw std::runtime_error("full"); });
    } catch (const std::runtime_error& error) {
        isThrown = std::string_view(error.what()) == "full";
    }
    QVERIFY(isThrown);
}

/// Numbers of processes say nothing: those of another container are others.
void ServerFaultsTest::leavesRowsOfLivingPrograms()
{
    const TempFolder temporary;
    const QByteArray before = qgetenv("TMPDIR");
    qputenv("TMPDIR", QByteArray::fromStdString(temporary.path().native()));
    const auto made = temporary.write("duologue-rows-4000001-made/0/rows.jsonl", "{}\n").parent_path();
    const auto killed = temporary.write("duologue-rows-4000002-gone/in-use", "").parent_path();
    const auto living = temporary.write("duologue-rows-4000003-used/in-use", "");
    const int lock = ::open(living.c_str(), O_RDWR | O_CLOEXEC);
    QCOMPARE(::flock(lock, LOCK_EX | LOCK_NB), 0);
    std::filesystem::path own;
    {
        const PrivateFolder first;
        own = first.path();
        const PrivateFolder second;
        QVERIFY(std::filesystem::exists(own) && std::filesystem::exists(second.path()));
    }
    ::close(lock);
    before.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before);
    QVERIFY(std::filesystem::exists(made) && std::filesystem::exists(living));
    QVERIFY(!std::filesystem::exists(killed) && !std::filesystem::exists(own));
}

void ServerFaultsTest::asksForReadingAlone()
{
    std::string request;
    ScriptedServer server([&](Connection& connection) {
        connection.readRequest();
        request = connection.request();
        connection.write(ScriptedServer::answer(200, "{\"a\":1}\n"));
    });
    QCOMPARE(asked(server.address()), std::string("{\"a\":1}\n"));
    const std::string first = request.substr(0, request.find("\r\n"));
    QVERIFY2(first.starts_with("POST /?") && first.ends_with("&readonly=1 HTTP/1.1"), first.c_str());
    for (const char* setting : {"max_execution_time=20", "max_result_bytes="})
        QVERIFY2(first.find(setting) != std::string::npos, setting);
    QVERIFY(request.ends_with("SELECT 1"));
}

void ServerFaultsTest::saysWhatTheServerSays()
{
    ScriptedServer server([](Connection& connection) {
        connection.readRequest();
        connection.write(
            ScriptedServer::answer(500, "Code: 60, e.displayText() = DB::Exception: Table d.t doesn't "
                                        "exist., e.what() = DB::Exception\n"));
    });
    QCOMPARE(asked(server.address()), std::string("the server says: Table d.t doesn't exist."));
    QCOMPARE(server.connections(), 1);
    ScriptedServer empty([](Connection& connection) {
        connection.readRequest();
        connection.write(ScriptedServer::answer(503, ""));
    });
    QCOMPARE(asked(empty.address()), std::string("the server answered with HTTP status 503"));
}

void ServerFaultsTest::serverIsNotThere()
{
    TableAddress address = ScriptedServer([](Connection&) {}).address();
    address.port = freePort();
    const auto begin = Clock::now();
    const std::string said = asked(address);
    QVERIFY2(said.find("cannot reach") != std::string::npos, said.c_str());
    QVERIFY(Clock::now() - begin < std::chrono::seconds(2));
}

void ServerFaultsTest::triesAgainBeforeTheFirstByte()
{
    int count = 0;
    ScriptedServer server([&count](Connection& connection) {
        connection.readRequest();
        if (++count < 3)
            return;
        connection.write(ScriptedServer::answer(200, "{\"a\":1}\n"));
    });
    QCOMPARE(asked(server.address()), std::string("{\"a\":1}\n"));
    QCOMPARE(server.connections(), 3);
    ScriptedServer never([](Connection& connection) { connection.readRequest(); });
    QVERIFY(asked(never.address()).find("cannot reach") != std::string::npos);
    QCOMPARE(never.connections(), 3);
}

void ServerFaultsTest::neverTriesAgainAfterIt()
{
    ScriptedServer server([](Connection& connection) {
        connection.readRequest();
        connection.write(ScriptedServer::chunkedHead() + ScriptedServer::chunk("{\"a\":1}\n{\"a\":2}\n"));
    });
    const std::string said = asked(server.address());
    QVERIFY2(said.starts_with("{\"a\":1}\n{\"a\":2}\nthe server's response ended prematurely: "),
             said.c_str());
    QCOMPARE(server.connections(), 1);
}

void ServerFaultsTest::keepsRowsBeforeAnErrorInTheStream()
{
    ScriptedServer server([](Connection& connection) {
        connection.readRequest();
        connection.write(
            ScriptedServer::chunkedHead() + ScriptedServer::chunk("{\"a\":1}\n{\"a\":\"x") +
            ScriptedServer::chunk("Code: 241, e.displayText() = DB::Exception: Memory limit exceeded, "
                                  "e.what() = DB::Exception\n") +
            "0\r\n\r\n");
    });
    QCOMPARE(asked(server.address()), std::string("{\"a\":1}\nthe server says: Memory limit exceeded"));
}

void ServerFaultsTest::passwordIsInNoAddress()
{
    std::string request;
    ScriptedServer server([&](Connection& connection) {
        connection.readRequest();
        request = connection.request();
        connection.write(ScriptedServer::answer(401, "Code: 193, e.displayText() = DB::Exception: Wrong "
                                                     "password for user me, e.what() = DB::Exception"));
    });
    QCOMPARE(asked(server.address(), {"me", "hush-hush"}),
             std::string("the server says: Wrong password for user me"));
    QVERIFY(request.find("hush-hush") == std::string::npos);
    QVERIFY(request.find("Authorization: Basic bWU6aHVzaC1odXNo\r\n") != std::string::npos);
}

void ServerFaultsTest::cancelsAtOnce_data()
{
    QTest::addColumn<bool>("hasBegun");
    QTest::addRow("before the answer") << false;
    QTest::addRow("in the middle of the answer") << true;
}

void ServerFaultsTest::cancelsAtOnce()
{
    QFETCH(bool, hasBegun);
    std::stop_source stop;
    std::atomic<bool> isClosed = false;
    Clock::time_point stopped;
    {
        ScriptedServer server([&](Connection& connection) {
            connection.readRequest();
            if (hasBegun)
                connection.write(ScriptedServer::chunkedHead() + ScriptedServer::chunk("{\"a\":1}\n"));
            stopped = Clock::now();
            stop.request_stop();
            isClosed = connection.waitUntilClosed(5000);
        });
        asked(server.address(), {}, Job(stop.get_token()));
        QVERIFY(Clock::now() - stopped < std::chrono::milliseconds(100));
    }
    QVERIFY(isClosed);
}

DUOLOGUE_TEST(ServerFaultsTest)
#include "server_faults_test.moc"
