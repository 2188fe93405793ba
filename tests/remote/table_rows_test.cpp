// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/query_push.h"
#include "core/remote/remote_table.h"
#include "tests/cli/cli_run.h"
#include "tests/remote/clickhouse_nodes.h"
#include "tests/remote/postgres_node.h"
#include "tests/support/make_query.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

using namespace duologue;
using namespace duologue::test;

namespace {

using Json = nlohmann::json;

/// 30 conversations of 20 messages, whose contents say where they stand; the table has them in random order.
constexpr const char* kShuffledMessages =
    "SELECT intDiv(number, 20) AS c, number % 20 AS p FROM numbers(600) ORDER BY sipHash64(number)";

std::vector<std::string> linesIn(const FetchedRows& rows)
{
    std::ifstream file(rows.file);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);)
        lines.push_back(line);
    return lines;
}

} // namespace

/// What the rows of a table become, whatever the servers make of orders, numbers and types.
class TableRowsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void shardsAreAllRowsOnce();
    void shardsNeedIds();
    void messagesKeepTheirOrder_data();
    void messagesKeepTheirOrder();
    void messagesOfOneSecondStayInTheirOrder();
    void randomIdsAreNoOrder();
    void messagesWithoutConversationStandAlone();
    void listsAreNotEqualBeyondTheSample();
    void digitsStay();
    void tuplesAreMessages();
    void textsThatLookLikeErrors();
    void postgresMessages();
    void postgresDigits();
    void postgresShards();

private:
    std::shared_ptr<RemoteTable> opened(const TableAddress& address,
                                        const Credentials& credentials = {}) const
    {
        auto made = RemoteTable::open(address, credentials, {}, Job());
        auto* const table = made.get();
        if (table == nullptr)
            qWarning("%s", inEnglish(*made.error()).c_str());
        return table == nullptr ? nullptr : *table;
    }
    /// The lines of all rows; none if the table cannot be read.
    std::vector<std::string> linesOfTable(const char* name) const
    {
        return linesOf(opened(m_nodes->table(name)));
    }
    std::vector<std::string> linesOfPostgres(const char* name) const
    {
        return linesOf(opened(m_postgres->table(name), m_postgres->credentials()));
    }
    static std::vector<std::string> linesOf(const std::shared_ptr<RemoteTable>& table)
    {
        return table ? linesIn(table->fetch("1", {}, Job())) : std::vector<std::string>();
    }
    static void checkOrder(const std::vector<std::string>& lines, std::size_t conversations);

    std::unique_ptr<ClickHouseNodes> m_nodes;
    std::unique_ptr<PostgresNode> m_postgres;
};

void TableRowsTest::initTestCase()
{
    m_nodes = ClickHouseNodes::start();
    if (!m_nodes)
        QSKIP(ClickHouseNodes::kNotFound);
    m_nodes->run(0, "CREATE DATABASE IF NOT EXISTS logs");
    m_postgres = PostgresNode::start();
}

/// The contents of each conversation are the numbers from 0.
void TableRowsTest::checkOrder(const std::vector<std::string>& lines, std::size_t conversations)
{
    QCOMPARE(lines.size(), conversations);
    for (const std::string& line : lines) {
        int next = 0;
        const Json row = Json::parse(line);
        for (const Json& message : row["messages"])
            QVERIFY2(message["content"] == std::to_string(next++), line.c_str());
    }
}

/// Whatever order the threads of the server give, and in several parts.
void TableRowsTest::shardsAreAllRowsOnce()
{
    m_nodes->run(0,
                 "CREATE TABLE logs.many (id UInt64, messages Nested(role String, content String)) ENGINE = "
                 "MergeTree ORDER BY id");
    for (int part = 0; part < 4; ++part)
        m_nodes->run(0, "INSERT INTO logs.many SELECT number * 4 + " + std::to_string(part) +
                            ", ['user'], [concat('q', toString(number))] FROM numbers(5000)");
    m_nodes->run(0, "CREATE TABLE logs.spread (conversation_id String, position UInt32, role String, content "
                    "String) ENGINE = MergeTree ORDER BY position");
    m_nodes->run(0, std::string("INSERT INTO logs.spread SELECT concat('c', toString(c)), p, 'user', "
                                "toString(p) FROM (") +
                        kShuffledMessages + ")");
    const auto check = [&](const char* name, const char* id, std::size_t all) {
        std::set<std::string> ids;
        std::size_t rows = 0;
        for (int i = 1; i <= 3; ++i) {
            const CliRun run = runCli({"export", QString::fromStdString(m_nodes->table(name).text()), "--to",
                                       "raw", "-o", "-", "--shard", QStringLiteral("%1/3").arg(i)});
            QCOMPARE(run.exitCode, 0);
            for (const QByteArray& line : run.lines()) {
                ids.insert(Json::parse(line.toStdString())[id].dump());
                ++rows;
            }
        }
        QCOMPARE(rows, all);
        QCOMPARE(ids.size(), all);
    };
    check("many", "id", 20'000);
    check("spread", "conversation_id", 30);
}

void TableRowsTest::shardsNeedIds()
{
    m_nodes->run(0, "CREATE TABLE logs.nameless (messages String) ENGINE = Memory");
    m_nodes->run(0, "INSERT INTO logs.nameless SELECT '[{\"role\":\"user\",\"content\":\"q\"}]'");
    const auto table = opened(m_nodes->table("nameless"));
    QVERIFY(table && !table->hasShards());
    RowsWanted wanted;
    wanted.shard = Shard{1, 2};
    QVERIFY(!table->fetch("1", wanted, Job()).mistake.empty());
    const CliRun run = runCli({"export", QString::fromStdString(m_nodes->table("nameless").text()), "--to",
                               "raw", "-o", "-", "--shard", "1/2"});
    QCOMPARE(run.exitCode, 2);
    QVERIFY2(run.err.contains("needs a column of conversation ids"), run.err.constData());
}

void TableRowsTest::messagesKeepTheirOrder_data()
{
    QTest::addColumn<QByteArray>("columns");
    QTest::addColumn<QByteArray>("values");
    const auto add = [](const char* name, const char* columns, const char* values) {
        QTest::addRow("%s", name) << QByteArray(columns) << QByteArray(values);
    };
    add("random ids beside times", "message_id String, created_at DateTime",
        "hex(sipHash64(p, c)), toDateTime(1700000000 + p)");
    add("texts of numbers", "position String", "toString(p)");
    add("texts of numbers, some none", "position Nullable(String)", "toString(p)");
    add("numbers decide between times", "created_at DateTime, message_id UInt64",
        "toDateTime(1700000000 + intDiv(p, 4)), c * 100 + p");
    add("turns of two messages", "turn UInt32, id UInt64", "intDiv(p, 2), c * 100 + p");
    add("ids that grow", "message_id UInt64", "c * 100 + p");
    add("times as texts", "created_at String", "toString(toDateTime(1700000000 + p))");
}

void TableRowsTest::messagesKeepTheirOrder()
{
    QFETCH(QByteArray, columns);
    QFETCH(QByteArray, values);
    m_nodes->run(0, "DROP TABLE IF EXISTS logs.ordered");
    m_nodes->run(0, "CREATE TABLE logs.ordered (session_id UInt32, role String, content String, " +
                        columns.toStdString() + ") ENGINE = MergeTree ORDER BY session_id");
    m_nodes->run(0, "INSERT INTO logs.ordered SELECT c, 'user', toString(p), " + values.toStdString() +
                        " FROM (" + kShuffledMessages + ")");
    checkOrder(linesOfTable("ordered"), 30);
}

/// Nothing but the order in which they were written tells them apart.
void TableRowsTest::messagesOfOneSecondStayInTheirOrder()
{
    m_nodes->run(
        0, "CREATE TABLE logs.ties (session_id UInt32, role String, content String, created_at DateTime) "
           "ENGINE = MergeTree ORDER BY session_id");
    m_nodes->run(0, "INSERT INTO logs.ties SELECT intDiv(number, 60), 'user', toString(number % 60), "
                    "toDateTime(1700000000 + intDiv(number % 60, 30)) FROM numbers(600)");
    checkOrder(linesOfTable("ties"), 10);
}

void TableRowsTest::randomIdsAreNoOrder()
{
    const auto kindOf = [](const std::vector<ServerColumn>& more) {
        std::vector<ServerColumn> columns{
            {"conversation_id", "String"}, {"role", "String"}, {"content", "String"}};
        columns.insert(columns.end(), more.begin(), more.end());
        return layoutOfTable(TableAddress{Engine::ClickHouse, false, "h", 1, "d", {}, "t"}, columns)
            .value()
            .kind;
    };
    QCOMPARE(kindOf({{"message_id", "String"}}), TableKind::Rows);
    QCOMPARE(kindOf({{"message_id", "UUID"}}), TableKind::Rows);
    QCOMPARE(kindOf({{"message_id", "UInt64"}}), TableKind::Messages);
    QCOMPARE(kindOf({{"created_at", "DateTime64(3)"}}), TableKind::Messages);
}

void TableRowsTest::messagesWithoutConversationStandAlone()
{
    m_nodes->run(0, "CREATE TABLE logs.lost (conversation_id Nullable(String), position UInt8, role String, "
                    "content String) ENGINE = MergeTree ORDER BY position");
    m_nodes->run(
        0, "INSERT INTO logs.lost SELECT if(number % 3 = 0, NULL, toString(intDiv(number, 30))), number % "
           "30, 'user', 'q' FROM numbers(90)");
    std::size_t alone = 0;
    std::size_t messages = 0;
    const auto lines = linesOfTable("lost");
    for (const std::string& line : lines) {
        const Json row = Json::parse(line);
        messages += row["messages"].size();
        if (row["conversation_id"].is_null()) {
            QCOMPARE(row["messages"].size(), std::size_t{1});
            ++alone;
        }
    }
    QCOMPARE(alone, std::size_t{30});
    QCOMPARE(lines.size(), std::size_t{33});
    QCOMPARE(messages, std::size_t{90});
}

void TableRowsTest::listsAreNotEqualBeyondTheSample()
{
    m_nodes->run(0,
                 "CREATE TABLE logs.uneven (id UInt32, roles Array(String), contents Array(String)) ENGINE = "
                 "MergeTree ORDER BY id");
    m_nodes->run(
        0, "INSERT INTO logs.uneven SELECT number, ['user', 'assistant'], if(number = 700, ['hi', 'hi', "
           "'hi'], ['hi', 'hi']) FROM numbers(1000)");
    const auto table = opened(m_nodes->table("uneven"));
    QVERIFY(table && !table->facts().areMessagesSure);
    for (const char* text : {"messages:3", "hi", "text.user:hi", "count(role:user):1"}) {
        const auto pushed = pushQuery(table->facts(), parsed(text));
        QVERIFY(pushed.ok());
        const FetchedRows rows = table->fetch(pushed.value().upper, {}, Job());
        QVERIFY2(rows.mistake.empty(), inEnglish(rows.mistake).c_str());
        QVERIFY(rows.rows >= 1);
    }
}

void TableRowsTest::digitsStay()
{
    m_nodes->run(0,
                 "CREATE TABLE logs.digits (id String, price Decimal(38, 4), score Float64, big UInt64, code "
                 "FixedString(4), meta String) ENGINE = Memory");
    m_nodes->run(0, "INSERT INTO logs.digits FORMAT JSONEachRow",
                 R"({"id":"a","price":123456790123456789.1200,"score":1e20,"big":"18446744073709551615",)"
                 R"("code":"ab","meta":"{\"n\": 1.10, \"n\": 100000000000000000000, \"x\": NaN}"})"
                 "\n");
    const auto lines = linesOfTable("digits");
    QCOMPARE(lines,
             (std::vector<std::string>{
                 R"({"id":"a","price":123456790123456789.1200,"score":100000000000000000000.0,)"
                 R"("big":18446744073709551615,"code":"ab","meta":{"n":1.10,"n":100000000000000000000,)"
                 R"("x":NaN}})"}));
    const auto table = opened(m_nodes->table("digits"));
    const auto pushed = pushQuery(table->facts(), parsed("code:ab"));
    QCOMPARE(table->fetch(pushed.value().lower, {}, Job()).rows, std::uint64_t{1});
}

/// As old servers keep them, and as views and newer ones show them.
void TableRowsTest::tuplesAreMessages()
{
    const std::string expected =
        R"({"id":"a","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":"yo"}]})";
    m_nodes->run(
        0, "CREATE VIEW logs.pairs AS SELECT 'a' AS id, [('user', 'hi'), ('assistant', 'yo')] AS messages");
    QCOMPARE(linesOfTable("pairs"), std::vector<std::string>{expected});
    m_nodes->run(0, "CREATE VIEW logs.nobody AS SELECT 'a' AS id, [('q', 'hi'), ('r', 'yo')] AS messages");
    QCOMPARE(linesOfTable("nobody"),
             std::vector<std::string>{R"({"id":"a","messages":[["q","hi"],["r","yo"]]})"});
    if (m_nodes->isOne())
        return;
    m_nodes->run(
        0, "CREATE TABLE logs.parts (id String, messages Array(Tuple(String, String))) ENGINE = Memory");
    m_nodes->run(0, "INSERT INTO logs.parts SELECT 'a', ['user', 'assistant'], ['hi', 'yo']");
    QCOMPARE(linesOfTable("parts"), std::vector<std::string>{expected});
}

void TableRowsTest::textsThatLookLikeErrors()
{
    m_nodes->run(0, "CREATE TABLE logs.errors (exception String) ENGINE = Memory");
    m_nodes->run(0, "INSERT INTO logs.errors SELECT 'Code: 1. DB::Exception: x'");
    QCOMPARE(linesOfTable("errors"),
             std::vector<std::string>{R"({"exception":"Code: 1. DB::Exception: x"})"});
}

void TableRowsTest::postgresMessages()
{
    if (!m_postgres)
        QSKIP(PostgresNode::kNotFound);
    m_postgres->run(
        "CREATE TYPE speaker_role AS ENUM ('user', 'assistant'); "
        "CREATE TABLE spoken (session_id uuid, created_at timestamptz, role speaker_role, content text, mark "
        "char(6)); "
        "INSERT INTO spoken SELECT ('00000000-0000-4000-8000-' || lpad(c::text, 12, '0'))::uuid, "
        "to_timestamp(1700000000 + p / 5), 'user', p::text, 'ab' FROM generate_series(0, 29) AS c, "
        "generate_series(0, 19) AS p; "
        "CREATE TABLE numbered (conversation_id int, position text, role text, content text); "
        "INSERT INTO numbered SELECT c, p, 'user', p FROM generate_series(0, 29) AS c, generate_series(0, "
        "19) AS p "
        "ORDER BY md5(p::text || c); "
        "CREATE TABLE lost (conversation_id int, created_at timestamp(3), role text, content text); "
        "INSERT INTO lost SELECT NULL, now(), 'user', '0' FROM generate_series(1, 9);");
    const auto spoken = linesOfPostgres("spoken");
    checkOrder(spoken, 30);
    QCOMPARE(Json::parse(spoken.front())["messages"][0]["mark"].get<std::string>(), std::string("ab"));
    checkOrder(linesOfPostgres("numbered"), 30);
    checkOrder(linesOfPostgres("lost"), 9);
}

void TableRowsTest::postgresDigits()
{
    if (!m_postgres)
        QSKIP(PostgresNode::kNotFound);
    m_postgres->run(
        "CREATE TABLE digits (id text, n numeric, code char(6), j json, messages jsonb); INSERT INTO digits "
        "VALUES ('a', 100000000000000000000.10, 'ab', E'{\"b\": 1.10,\\n \"b\": \"\\\\ud83d\"}', "
        "'[{\"role\": \"user\", \"content\": \"q\", \"n\": 123456789012345678901234567890}]')");
    QCOMPARE(linesOfPostgres("digits"),
             std::vector<std::string>{
                 R"({"id":"a","n":100000000000000000000.10,"code":"ab","j":{"b":1.10,"b":"\ud83d"},)"
                 R"("messages":[{"n":123456789012345678901234567890,"role":"user","content":"q"}]})"});
}

void TableRowsTest::postgresShards()
{
    if (!m_postgres)
        QSKIP(PostgresNode::kNotFound);
    m_postgres->run(
        "CREATE TABLE cut (conversation_id int, position int, role text, content text); INSERT INTO cut "
        "SELECT c, p, 'user', p FROM generate_series(0, 299) AS c, generate_series(0, 3) AS p");
    const auto table = opened(m_postgres->table("cut"), m_postgres->credentials());
    std::set<std::string> all;
    std::size_t rows = 0;
    for (std::uint64_t i = 1; i <= 7; ++i) {
        RowsWanted wanted;
        wanted.shard = Shard{i, 7};
        for (const std::string& line : linesIn(table->fetch("1", wanted, Job()))) {
            QCOMPARE(Json::parse(line)["messages"].size(), std::size_t{4});
            all.insert(line);
            ++rows;
        }
    }
    QCOMPARE(rows, std::size_t{300});
    QCOMPARE(all.size(), std::size_t{300});
}

DUOLOGUE_TEST(TableRowsTest)
#include "table_rows_test.moc"
