// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/remote/invented_tables.h"
#include "tests/support/print.h"
#include "tests/support/scripted_server.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <set>

using namespace duologue;
using namespace duologue::test;

/// Commands take tables in engines as paths.
class CommandLineTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void countsOverAllRows();
    void tellsHowManyMatch();
    void goesOnInOrder();
    void findsNothing();
    void reportsOverAllRows();
    void refusesFiguresOfAPart();
    void listsSearchesShowsExportsChecks();
    void saysWhenACutDecides();
    void countsTheRowsThatAreChosen();
    void findsNumbersAsIds();
    void anEmptyTableHasNoConversations();
    void searchesAreCountedByTheEngine();
    void fieldsThatTheFirstRowsLack();
    void exitCodes();
    void keepsRowsBeforeAFault();

private:
    QString address(const char* table) const { return QString::fromStdString(m_nodes->table(table).text()); }

    std::unique_ptr<ClickHouseNodes> m_nodes;
};

void CommandLineTest::initTestCase()
{
    m_nodes = ClickHouseNodes::start();
    if (!m_nodes)
        QSKIP(ClickHouseNodes::kNotFound);
    makeInventedTables(*m_nodes, 300);
}

/// The engine's table is the one of an exported file.
void CommandLineTest::countsOverAllRows()
{
    const TempFolder folder;
    const QString file = pathText(folder.path() / "all.jsonl");
    for (const char* table : {"lists", "turns"}) {
        QCOMPARE(runCli({"export", address(table), "--to", "raw", "-o", file, "--force"}).exitCode, 0);
        for (const QStringList& more :
             {QStringList{"--by", "turns"}, QStringList{"--by", "messages", "--where", "text.user:visa"},
              QStringList{"--by", "turns", "--mean", "messages", "--where", "message(role:user budget)"}}) {
            const QStringList options = more + QStringList{"--format", "csv"};
            const CliRun local = runCli(QStringList{"stats", file} + options);
            // Nothing is fetched: one row would be too few.
            const CliRun pushed = runCli(QStringList{"stats", address(table), "--rows", "1"} + options);
            QCOMPARE(pushed.exitCode, 0);
            // What is said of the numbers is the same, but for how many rows the engine looked at.
            QVERIFY2(!pushed.err.contains("fetched"), pushed.err.constData());
            const auto left = [](const CliRun& run) {
                return run.err.contains("have no value") ? run.err.split('\n').at(run.err.count('\n') - 1)
                                                         : QByteArray();
            };
            QCOMPARE(left(pushed), left(local));
            QCOMPARE(pushed.out, local.out);
        }
    }
    const CliRun partial = runCli({"stats", address("lists"), "--by", "model", "--mean", "n", "--partial"});
    folder.write("part.json", partial.out.toStdString());
    const CliRun merged =
        runCli({"stats", "--merge", pathText(folder.path() / "part.json"), "--format", "csv"});
    QCOMPARE(merged.out,
             runCli({"stats", address("lists"), "--by", "model", "--mean", "n", "--format", "csv"}).out);
}

void CommandLineTest::tellsHowManyMatch()
{
    const CliRun run =
        runCli({"list", address("lists"), "--rows", "20", "--columns", "id", "--format", "csv"});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.lines().size(), 21);
    QVERIFY2(run.err.contains("the first 20 of 300 matching rows were fetched"), run.err.constData());
    const CliRun whole = runCli({"list", address("lists"), "--columns", "id", "--format", "csv"});
    QCOMPARE(whole.lines().size(), 301);
    QCOMPARE(whole.err, QByteArray());
    // A list of ten is all that was asked for.
    const CliRun ten = runCli(
        {"list", address("lists"), "--sort", "n:desc", "--limit", "10", "--columns", "n", "--format", "csv"});
    QCOMPARE(ten.lines().size(), 11);
    QCOMPARE(ten.lines().at(1), QByteArray("8"));
    QCOMPARE(ten.err, QByteArray());
}

/// Each page says how the next one is called.
void CommandLineTest::goesOnInOrder()
{
    QByteArrayList ids;
    QStringList after{"--in-order"};
    for (int page = 0; page < 10; ++page) {
        const CliRun run = runCli(
            QStringList{"list", address("lists"), "--rows", "70", "--columns", "id", "--format", "csv"} +
            after);
        QCOMPARE(run.exitCode, 0);
        ids += run.lines().mid(1);
        const auto at = run.err.indexOf("--after ");
        if (at < 0)
            break;
        const QByteArray last = run.err.mid(at + 8).trimmed();
        after = {"--after", QString::fromUtf8(last).remove(QLatin1Char('\''))};
    }
    QCOMPARE(ids.size(), 300);
    QVERIFY(std::is_sorted(ids.begin(), ids.end()));
    QCOMPARE(std::set<QByteArray>(ids.begin(), ids.end()).size(), std::size_t{300});
    QCOMPARE(runCli({"list", address("lists"), "--in-order", "--random-rows", "1"}).exitCode, 2);
}

/// As in a file in which nothing matches.
void CommandLineTest::findsNothing()
{
    for (const char* table : {"lists", "turns", "json"}) {
        const CliRun list =
            runCli({"list", address(table), "--where", "turns:>900", "--columns", "id", "--format", "csv"});
        QCOMPARE(list.exitCode, 0);
        QCOMPARE(list.out, QByteArray("id\n"));
        QVERIFY2(!list.err.contains("JSON"), list.err.constData());
        const CliRun search = runCli({"search", address(table), "nobody-says-this", "--count"});
        QVERIFY2(search.out.startsWith("0 of "), search.out.constData());
        QVERIFY2(!search.err.contains("JSON"), search.err.constData());
    }
    const CliRun after = runCli({"list", address("lists"), "--after", QStringLiteral("龘")});
    QCOMPARE(after.exitCode, 3);
    QVERIFY2(after.err.contains("no conversations follow") && !after.err.contains("JSON"),
             after.err.constData());
}

void CommandLineTest::reportsOverAllRows()
{
    const TempFolder folder;
    const QString file = pathText(folder.path() / "all.jsonl");
    QCOMPARE(runCli({"export", address("lists"), "--to", "raw", "-o", file, "--force"}).exitCode, 0);
    for (const QStringList& options :
         {QStringList{"--report", "distribution", "--by", "wide"},
          QStringList{"--report", "mean-by-field", "--by", "turns", "--mean", "n", "--where", "kind:x"}}) {
        const QStringList more = options + QStringList{"--format", "csv"};
        const CliRun pushed = runCli(QStringList{"stats", address("lists"), "--rows", "1"} + more);
        QCOMPARE(pushed.exitCode, 0);
        QCOMPARE(pushed.out, runCli(QStringList{"stats", file} + more).out);
    }
    // What the engine cannot make is made of the rows, if all come.
    const CliRun lengths =
        runCli({"stats", address("lists"), "--report", "length-by-role", "--format", "csv"});
    QCOMPARE(lengths.exitCode, 0);
    QVERIFY2(lengths.err.contains("cannot make this chart"), lengths.err.constData());
    QCOMPARE(runCli({"stats", address("lists"), "--report", "length-by-role", "--rows", "9"}).exitCode, 2);
}

void CommandLineTest::refusesFiguresOfAPart()
{
    const CliRun run = runCli({"stats", address("lists"), "--by", "tags", "--rows", "20"});
    QCOMPARE(run.exitCode, 2);
    QCOMPARE(run.out, QByteArray());
    QVERIFY2(run.err.contains("cannot count by tags") && run.err.contains("fetch all with --rows"),
             run.err.constData());
    QCOMPARE(runCli({"stats", address("lists"), "--by", "tags"}).exitCode, 0);
}

/// The engine has not chosen the rows that are listed or counted.
void CommandLineTest::saysWhenACutDecides()
{
    for (const QStringList& more : {QStringList{"--sort", "id:desc"}, QStringList{"--where", "language:zh"},
                                    QStringList{"--sort", "length:desc"}}) {
        const CliRun run =
            runCli(QStringList{"list", address("lists"), "--limit", "2", "--rows", "20"} + more);
        QVERIFY2(run.err.contains("only the first 20 of "), more.join(u' ').toUtf8() + run.err);
    }
    const CliRun search =
        runCli({"search", address("lists"), "budget", "--count", "--case-sensitive", "--rows", "5"});
    QVERIFY2(search.out.endsWith(" of 5 that were fetched\n"), search.out.constData());
}

void CommandLineTest::countsTheRowsThatAreChosen()
{
    for (const QStringList& more : {QStringList{"--random-rows", "3"}, QStringList{"--in-order"}}) {
        const CliRun run = runCli(
            QStringList{"stats", address("lists"), "--by", "model", "--rows", "10", "--format", "csv"} +
            more);
        QCOMPARE(run.exitCode, 0);
        int sum = 0;
        for (const QByteArray& line : run.lines().mid(1))
            sum += line.split(',').at(1).toInt();
        QVERIFY2(sum == 10, run.out.constData());
    }
}

void CommandLineTest::findsNumbersAsIds()
{
    m_nodes->run(0, "CREATE TABLE logs.numbered (id UInt64, role Array(String), content Array(String)) "
                    "ENGINE = MergeTree ORDER BY id");
    m_nodes->run(0, "INSERT INTO logs.numbered SELECT number, ['user'], ['Hi'] FROM numbers(500)");
    const CliRun list = runCli({"list", address("numbered"), "--where", "id:499", "--rows", "10", "--columns",
                                "id", "--format", "csv"});
    QCOMPARE(list.out, QByteArray("id\n499\n"));
    QCOMPARE(runCli({"show", address("numbered"), "--id", "498", "--rows", "10"}).exitCode, 0);
    QVERIFY(runCli({"show", address("numbered"), "--id", "500", "--rows", "10"}).exitCode != 0);
}

void CommandLineTest::anEmptyTableHasNoConversations()
{
    m_nodes->run(0, "CREATE TABLE logs.nothing (id UInt64, role Array(String), content Array(String)) "
                    "ENGINE = MergeTree ORDER BY id");
    const CliRun run = runCli({"info", address("nothing")});
    QCOMPARE(run.exitCode, 3);
    QVERIFY2(run.err.contains("the table has no conversations") && !run.err.contains("JSON") &&
                 !run.err.contains("files"),
             run.err.constData());
}

void CommandLineTest::searchesAreCountedByTheEngine()
{
    const CliRun run = runCli({"search", address("numbered"), "hi", "--count", "--rows", "5"});
    QCOMPARE(run.out, QByteArray("500 of 500\n"));
    QCOMPARE(run.err, QByteArray());
}

void CommandLineTest::fieldsThatTheFirstRowsLack()
{
    m_nodes->run(0,
                 "CREATE TABLE logs.drift (id String, score Nullable(Float64), meta String, messages String) "
                 "ENGINE = MergeTree ORDER BY id");
    m_nodes->run(0,
                 "INSERT INTO logs.drift SELECT concat('e', toString(1000 + number)), if(number < 300, NULL, "
                 "number % 5), if(number < 300, '{\"k\":1}', '{\"k\":1,\"rare\":2}'), "
                 "'[{\"role\":\"user\",\"content\":\"Hi\"}]' FROM numbers(400)");
    const auto count = [this](const char* where) {
        const CliRun run =
            runCli({"list", address("drift"), "--where", where, "--columns", "id", "--format", "csv"});
        return run.exitCode == 0 ? static_cast<int>(run.lines().size()) - 1 : -1;
    };
    QCOMPARE(count("score:3"), 20);
    QCOMPARE(count("score:77"), 0);
    QCOMPARE(count("meta.rare:2"), 100);
    QCOMPARE(count("checks:0") + count("checks:>0"), 400);
    const CliRun other = runCli({"list", address("drift"), "--where", "missing:score", "--limit", "2",
                                 "--columns", "id", "--format", "csv"});
    QCOMPARE(other.lines().size(), 3);
    for (const char* field : {"score", "meta.rare"}) {
        const CliRun stats = runCli({"stats", address("drift"), "--by", field, "--format", "csv"});
        QVERIFY2(stats.exitCode == 0 && stats.lines().size() > 1, stats.err.constData());
    }
    const CliRun unknown = runCli({"list", address("drift"), "--where", "rare:2"});
    QCOMPARE(unknown.exitCode, 2);
    QVERIFY2(unknown.err.contains("of its first 200 rows"), unknown.err.constData());
}

void CommandLineTest::listsSearchesShowsExportsChecks()
{
    QCOMPARE(runCli({"info", address("turns"), "--format", "csv"}).exitCode, 0);
    const CliRun search = runCli({"search", address("lists"), "budget", "--count"});
    QCOMPARE(search.exitCode, 0);
    QVERIFY2(search.out.endsWith(" of 300\n"), search.out.constData());
    const CliRun ids =
        runCli({"list", address("turns"), "--columns", "id", "--format", "csv", "--rows", "1"});
    QVERIFY(ids.lines().size() > 1);
    const CliRun shown = runCli({"show", address("turns"), "--id", QString::fromUtf8(ids.lines()[1])});
    QVERIFY2(shown.exitCode == 0, shown.err.constData());
    // A conversation that nobody has is no reason to say more than that.
    QVERIFY(runCli({"show", address("turns"), "--id", "nobody-has-this"}).exitCode != 0);
    const CliRun exported =
        runCli({"export", address("lists"), "--where", "turns:>=2", "--to", "openai", "-o", "-"});
    QCOMPARE(exported.exitCode, 0);
    QVERIFY(exported.lines().size() > 10);
    const CliRun checked = runCli({"check", address("lists"), "--where", "turns:>=2", "--format", "csv"});
    QVERIFY(checked.lines().size() > 1);
    QCOMPARE(runCli({"show", address("lists"), "--record", "1"}).exitCode, 2);
}

void CommandLineTest::exitCodes()
{
    QCOMPARE(runCli({"list", address("lists"), "--where", "record:1"}).exitCode, 2);
    QCOMPARE(runCli({"list", address("lists"), "--where", "nosuch:1"}).exitCode, 2);
    const CliRun unknown = runCli({"list", address("nosuch")});
    QCOMPARE(unknown.exitCode, 3);
    QVERIFY(unknown.err.contains("nosuch"));
    const CliRun named = runCli({"list", "clickhouse://me:secret@127.0.0.1/a.b"});
    QCOMPARE(named.exitCode, 2);
    QVERIFY(named.err.contains("DUOLOGUE_PASSWORD") && !named.err.contains("secret"));
}

void CommandLineTest::keepsRowsBeforeAFault()
{
    int query = 0;
    ScriptedServer server([&query](Connection& connection) {
        connection.readRequest();
        switch (query++) {
        case 0:
            connection.write(ScriptedServer::answer(200, "readonly\n"));
            return;
        case 1:
            connection.write(ScriptedServer::answer(
                200, "{\"name\":\"id\",\"type\":\"String\",\"default_type\":\"\"}\n"
                     "{\"name\":\"messages\",\"type\":\"String\",\"default_type\":\"\"}\n"));
            return;
        default:
            break;
        }
        const std::string row =
            "{\"id\":\"1\",\"messages\":\"[{\\\"role\\\":\\\"user\\\",\\\"content\\\":\\\"x\\\"}]\"}\n";
        if (query == 3)
            connection.write(ScriptedServer::answer(200, row));
        else
            connection.write(ScriptedServer::chunkedHead() + ScriptedServer::chunk(row));
    });
    const CliRun run = runCli({"list", QString::fromStdString(server.address().text()), "--columns",
                               "id,messages", "--format", "csv"});
    QCOMPARE(run.exitCode, 1);
    QCOMPARE(run.out, QByteArray("id,messages\n1,1\n"));
    QVERIFY2(run.err.contains("ended prematurely") && run.err.contains("1 row came before"),
             run.err.constData());
}

DUOLOGUE_TEST(CommandLineTest)
#include "command_line_test.moc"
