// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/report.h"
#include "core/data/field_reader.h"
#include "core/query/evaluate.h"
#include "core/remote/query_push.h"
#include "core/remote/remote_table.h"
#include "core/remote/table_counts.h"
#include "core/util/text.h"
#include "tests/remote/clickhouse_nodes.h"
#include "tests/remote/postgres_node.h"
#include "tests/support/make_query.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

#include <chrono>
#include <cmath>
#include <map>
#include <set>

using namespace duologue;
using namespace duologue::test;

namespace {

using Ids = std::set<std::string>;

/// 300 conversations as JSON, as lists and as one row a message.
constexpr const char* kTables =
    "CREATE TABLE chats (id text PRIMARY KEY, model text, score double precision, n integer NOT NULL, day "
    "date, \"it's\" text, messages jsonb, meta jsonb, wide integer); "
    "INSERT INTO chats SELECT 'c' || i, (ARRAY['gpt-4', 'Claude', 'ＱＷＥＮ', NULL, 'it''s', 'a\\b'])[i % 6 "
    "+ 1], "
    "  CASE WHEN i % 50 = 0 THEN 'NaN'::float8 WHEN i % 7 = 0 THEN NULL ELSE i % 11 / 2.0 END, i % 9, "
    "  date '2026-01-01' + i % 100, E'x''; DROP TABLE chats; --' || i % 3, "
    "  (SELECT jsonb_agg(jsonb_build_object('role', CASE k % 2 WHEN 0 THEN 'user' ELSE 'assistant' END, "
    "'content', "
    "    (ARRAY['A visa for 杭州', 'Hello', 'budget'])[(i + k) % 3 + 1])) FROM generate_series(0, i % 5) AS "
    "k), "
    // Members of one type, of several, inside others, and with names that are no names.
    "  jsonb_strip_nulls(jsonb_build_object('lang', (ARRAY['en', 'ZH', 'zh', NULL])[i % 4 + 1], 'size', i % "
    "13, "
    "'mixed', CASE i % 3 WHEN 0 THEN to_jsonb(i % 4) WHEN 1 THEN to_jsonb('x' || i % 4) ELSE "
    "'[\"x1\", \"b\"]'::jsonb END, 'it''s', 'a''b' || i % 2, 'deep', jsonb_build_object('place', "
    "(ARRAY['pier', 'Pier', '杭州'])[i % 3 + 1]), 'note', CASE WHEN i % 9 = 0 THEN '[\"en\"]' ELSE 'en' "
    "END)), i * 7 % 200 "
    "  FROM generate_series(1, 300) AS i; "
    "CREATE TABLE turns AS SELECT id AS conversation_id, k AS position, m->>'role' AS role, m->>'content' AS "
    "content, k * 2 AS tokens "
    "  FROM chats, jsonb_array_elements(messages) WITH ORDINALITY AS e(m, k); "
    "CREATE TABLE lists AS SELECT conversation_id AS id, array_agg(role ORDER BY position) AS roles, "
    "array_agg(content ORDER BY position) AS contents "
    "  FROM turns GROUP BY 1; ";

Ids idsOfRows(const Snapshot& snapshot, const RowSet& rows)
{
    Ids ids;
    const auto field = findField(snapshot, "id");
    rows.forEach([&](Row row) { ids.insert(field->text(row)); });
    return ids;
}

} // namespace

/// Tables of PostgreSQL: what is asked there, and what is finished here.
class PostgresTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void readsTables_data();
    void readsTables();
    void findsTheSame_data();
    void findsTheSame();
    void countsTheSame();
    void reportsTheSame();
    void goesOnInOrder();
    void faults();
    void cancelsAtOnce();

private:
    std::shared_ptr<RemoteTable> open(const std::string& name) const
    {
        auto made = RemoteTable::open(m_node->table(name), m_node->credentials(), {}, Job());
        if (const Phrase* mistake = made.error())
            qFatal("%s", inEnglish(*mistake).c_str());
        return std::move(made).value();
    }

    std::unique_ptr<PostgresNode> m_node;
};

void PostgresTest::initTestCase()
{
    m_node = PostgresNode::start();
    if (!m_node)
        QSKIP(PostgresNode::kNotFound);
    m_node->run(kTables);
}

void PostgresTest::readsTables_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const char* name : {"chats", "turns", "lists"})
        QTest::addRow("%s", name) << QByteArray(name);
}

void PostgresTest::readsTables()
{
    QFETCH(QByteArray, name);
    const auto table = open(name.toStdString());
    const SnapshotPtr all = loadRows(table->fetch("1", {}, Job()).file, Job());
    QCOMPARE(all->recordCount(), std::uint32_t{300});
    QCOMPARE(all->messages.count, std::uint32_t{900});
    QVERIFY(table->facts().id.has_value());
    QCOMPARE(all->problemCounts.errors(), std::uint64_t{0});
    // The last message of the tenth conversation, in its order.
    const auto first = findField(*all, "first_role");
    QCOMPARE(first->text(Row{9}), std::string("user"));
}

void PostgresTest::findsTheSame_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isDecided");
    const auto add = [](const char* text, bool isDecided) {
        QTest::addRow("%s", text) << QByteArray(text) << isDecided;
    };
    for (const char* text : {"model:claude",
                             "model:qwen",
                             "model:\"it's\"",
                             "model:\"a\\\\b\"",
                             "missing:model",
                             "has:model",
                             "n:4",
                             "n:>=4",
                             "n:2..5",
                             "missing:n",
                             "-n:3",
                             "(n:3 OR model:gpt-4) -missing:model",
                             "day:2026-02",
                             "day:>=2026-03-01",
                             "it_s:\"x'; DROP TABLE chats; --1\"",
                             "id:C7",
                             "has:id",
                             "meta.lang:zh",
                             "missing:meta.lang",
                             "has:meta.lang -meta.lang:EN",
                             "meta.size:>=7",
                             "meta.size:3 n:4",
                             "missing:meta.size",
                             "meta.deep.place:pier",
                             "meta.it_s:\"a'b1\" OR meta.lang:en"})
        add(text, true);
    for (const char* text : {"visa", "text.user:杭州", "turns:2", "score:>=3", "has:score",
                             "first(role:user)", "message(role:assistant visa)", "n:4 visa", "meta.mixed:x1",
                             "meta.mixed:2", "meta.note:en", "missing:meta.mixed"})
        add(text, false);
}

void PostgresTest::findsTheSame()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, isDecided);
    const auto table = open("chats");
    const SnapshotPtr all = loadRows(table->fetch("1", {}, Job()).file, Job());
    const Query query = parsed(text.toStdString());
    const auto truth = evaluate(*all, query, Job());
    QVERIFY2(truth.ok(), text.constData());
    const Ids wanted = idsOfRows(*all, truth.value());
    const auto pushed = pushQuery(table->facts(), query);
    QVERIFY(pushed.ok());
    const Bounds& bounds = pushed.value();
    const auto counted = table->count(bounds, Job());
    QVERIFY2(counted.ok(), inEnglish(!counted.ok() ? *counted.error() : Phrase()).c_str());
    const MatchCounts counts = counted.value();
    QVERIFY(counts.lower <= wanted.size() && wanted.size() <= counts.upper);
    if (isDecided)
        QVERIFY(counts.isExact());
    const FetchedRows rows = table->fetch(bounds.upper, {}, Job());
    QVERIFY2(rows.mistake.empty(), inEnglish(rows.mistake).c_str());
    const SnapshotPtr some = loadRows(rows.file, Job());
    if (some->recordCount() == 0) {
        QVERIFY(wanted.empty());
        return;
    }
    const auto found = isDecided ? Expected<RowSet, QueryMistake>(RowSet(some->recordCount(), true))
                                 : evaluate(*some, query, Job());
    QCOMPARE(idsOfRows(*some, found.value()), wanted);
}

void PostgresTest::countsTheSame()
{
    const auto table = open("chats");
    const SnapshotPtr all = loadRows(table->fetch("1", {}, Job()).file, Job());
    const RowSet rows(all->recordCount(), true);
    const TableCounts counts(table, {});
    for (const char* by : {"model", "n", "day"}) {
        const CountRequest request{{*findField(*all, by)}, {*findField(*all, "n")}};
        const Tally expected = tally(*all, rows, request, Job());
        const Tally made = counts.tally(request, {}, Job());
        QCOMPARE(made.rows.size(), expected.rows.size());
        QCOMPARE(made.withoutValue, expected.withoutValue);
        for (std::size_t i = 0; i < made.rows.size(); ++i) {
            QCOMPARE(made.rows[i].values.front().text, expected.rows[i].values.front().text);
            QCOMPARE(made.rows[i].n, expected.rows[i].n);
            QCOMPARE(made.rows[i].means.front().sum, expected.rows[i].means.front().sum);
            QCOMPARE(made.rows[i].means.front().sumOfSquares, expected.rows[i].means.front().sumOfSquares);
        }
    }
}

/// In bins, and with others chosen by a filter.
void PostgresTest::reportsTheSame()
{
    const auto table = open("chats");
    const SnapshotPtr all = loadRows(table->fetch("1", {}, Job()).file, Job());
    const TableCounts counts(table, {});
    const ReportSpec& distribution = *findReport("distribution");
    for (const char* field : {"wide", "n", "model"}) {
        ReportOptions asked;
        asked.field = field;
        const ReportOptions options = complete(distribution, *all, counts, asked, Job());
        QVERIFY(options == complete(distribution, *all, asked, Job()));
        const Query query = parsed("n:>3");
        const auto rows = evaluate(*all, query, Job()).value();
        const Tally expected = reportOf(distribution, *all, rows, options, Job()).tally;
        const Tally made =
            distribution.compute({*all, counts, counts.where(query, Job()), options, Job()}).tally;
        std::map<std::string, std::uint64_t> one;
        std::map<std::string, std::uint64_t> other;
        for (const TallyRow& row : made.rows)
            one[row.values.front().text] = row.n;
        for (const TallyRow& row : expected.rows)
            other[row.values.front().text] = row.n;
        QCOMPARE(one, other);
        QCOMPARE(made.withoutValue, expected.withoutValue);
    }
}

void PostgresTest::goesOnInOrder()
{
    const auto table = open("chats");
    QVERIFY(table->hasOrder());
    RowsWanted wanted;
    wanted.limit = 70;
    wanted.inOrder = true;
    Ids ids;
    std::uint64_t rows = 0;
    for (;;) {
        const FetchedRows page = table->fetch("1", wanted, Job());
        QVERIFY2(page.mistake.empty(), inEnglish(page.mistake).c_str());
        const SnapshotPtr some = loadRows(page.file, Job());
        ids.merge(idsOfRows(*some, RowSet(some->recordCount(), true)));
        rows += page.rows;
        if (!page.last)
            break;
        wanted.after = page.last;
    }
    QCOMPARE(rows, std::uint64_t{300});
    QCOMPARE(ids.size(), std::size_t{300});
}

void PostgresTest::faults()
{
    const auto said = [&](const TableAddress& address, const Credentials& credentials) {
        const auto made = RemoteTable::open(address, credentials, {}, Job());
        return !made.ok() ? inEnglish(*made.error()) : std::string("it opens");
    };
    const std::string wrong = said(m_node->table("chats"), {"tester", "hush-hush"});
    QVERIFY2(wrong.find("password authentication failed") != std::string::npos &&
                 wrong.find("hush-hush") == std::string::npos,
             wrong.c_str());
    QVERIFY(said(m_node->table("nosuch"), m_node->credentials()).find("does not exist") != std::string::npos);
    TableAddress nobody = m_node->table("chats");
    nobody.port = freePort();
    QVERIFY(said(nobody, m_node->credentials()).find("cannot reach") != std::string::npos);
    const auto table = open("chats");
    const Phrase written = table->ask("WITH gone AS (DELETE FROM chats RETURNING id) SELECT id FROM gone",
                                      Job(), [](const JsonView&) { return true; });
    QVERIFY(!written.empty());
    // Rows before an error stay.
    int rows = 0;
    const Phrase divided = table->ask("SELECT 1 / (100000 - i) AS x FROM generate_series(1, 200000) AS i",
                                      Job(), [&rows](const JsonView&) { return ++rows > 0; });
    QVERIFY2(inEnglish(divided).find("division by zero") != std::string::npos, inEnglish(divided).c_str());
    QVERIFY(rows > 1000);
}

void PostgresTest::cancelsAtOnce()
{
    const auto table = open("chats");
    std::stop_source stop;
    std::chrono::steady_clock::time_point stopped;
    const Phrase mistake = table->ask("SELECT i AS x, CASE WHEN i > 20000 THEN pg_sleep(20)::text END AS y "
                                      "FROM generate_series(1, 100000) AS i",
                                      Job(stop.get_token()), [&](const JsonView&) {
                                          stopped = std::chrono::steady_clock::now();
                                          stop.request_stop();
                                          return true;
                                      });
    QVERIFY(mistake.empty());
    QVERIFY(std::chrono::steady_clock::now() - stopped < std::chrono::milliseconds(100));
}

DUOLOGUE_TEST(PostgresTest)
#include "postgres_test.moc"
