// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/query_push.h"
#include "core/remote/remote_table.h"
#include "tests/remote/clickhouse_nodes.h"
#include "tests/remote/postgres_node.h"
#include "tests/support/make_query.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

using namespace duologue;
using namespace duologue::test;

/// Terms about columns that a sample does not tell all of: ids, of which each row has another one, and
/// columns that are NULL in the first rows.
class PushedTermsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void idsThatAreNumbers();
    void ordersByIdsThatAreNumbers();
    void columnsThatTheSampleLacks();
    void fieldsOfChecks();
    void manyTextsOfPostgres();

private:
    static std::shared_ptr<RemoteTable> opened(const TableAddress& address, const Credentials& credentials);
    std::shared_ptr<RemoteTable> opened(const char* name) const { return opened(m_nodes->table(name), {}); }

    std::unique_ptr<ClickHouseNodes> m_nodes;
};

namespace {

Bounds pushedBounds(const RemoteTable& table, const char* text)
{
    auto pushed = pushQuery(table.facts(), parsed(text));
    if (const auto* mistake = pushed.error())
        QTest::qFail((std::string(text) + ": " + inEnglish(mistake->what)).c_str(), __FILE__, __LINE__);
    return pushed.ok() ? pushed.value() : Bounds();
}

/// How many rows match if the engine decides the term, and else -1.
int decided(const RemoteTable& table, const char* text)
{
    const auto counted = table.count(pushedBounds(table, text), Job());
    const auto* const counts = counted.get();
    return counts != nullptr && counts->isExact() ? static_cast<int>(counts->upper) : -1;
}

} // namespace

std::shared_ptr<RemoteTable> PushedTermsTest::opened(const TableAddress& address,
                                                     const Credentials& credentials)
{
    auto made = RemoteTable::open(address, credentials, {}, Job());
    if (const Phrase* mistake = made.error())
        qFatal("%s", inEnglish(*mistake).c_str());
    return made.value();
}

void PushedTermsTest::initTestCase()
{
    m_nodes = ClickHouseNodes::start();
    if (!m_nodes)
        return;
    m_nodes->run(0, "CREATE DATABASE IF NOT EXISTS logs");
    m_nodes->run(0, "CREATE TABLE logs.numbers_as_ids (id UInt64, role Array(String), content Array(String)) "
                    "ENGINE = MergeTree ORDER BY id");
    m_nodes->run(0, "INSERT INTO logs.numbers_as_ids SELECT number, ['user'], ['Hi'] FROM numbers(20000)");
    m_nodes->run(0, "CREATE TABLE logs.late (id String, score Nullable(Float64), note Nullable(String), meta "
                    "String, messages String) ENGINE = MergeTree ORDER BY id");
    m_nodes->run(0,
                 "INSERT INTO logs.late SELECT concat('e', toString(1000 + number)), if(number < 300, NULL, "
                 "number % 5), if(number < 300, NULL, 'late'), if(number < 300, '{\"k\":1}', "
                 "'{\"k\":1,\"rare\":2}'), '[{\"role\":\"user\",\"content\":\"Hi\"}]' FROM numbers(400)");
}

void PushedTermsTest::idsThatAreNumbers()
{
    if (!m_nodes)
        QSKIP(ClickHouseNodes::kNotFound);
    const auto table = opened("numbers_as_ids");
    QVERIFY(pushedBounds(*table, "id:19999").isExact());
    QCOMPARE(decided(*table, "id:19999"), 1);
    QCOMPARE(decided(*table, "-id:19999"), 19999);
    QCOMPARE(decided(*table, "id:20000"), 0);
    // Names are compared as texts: the reader decides.
    QCOMPARE(pushedBounds(*table, "id:019999").lower, std::string("0"));
}

void PushedTermsTest::ordersByIdsThatAreNumbers()
{
    if (!m_nodes)
        QSKIP(ClickHouseNodes::kNotFound);
    QVERIFY(pushedOrder(opened("numbers_as_ids")->facts(), "id").has_value());
    QVERIFY(!pushedOrder(opened("late")->facts(), "id").has_value());
}

void PushedTermsTest::columnsThatTheSampleLacks()
{
    if (!m_nodes)
        QSKIP(ClickHouseNodes::kNotFound);
    const auto table = opened("late");
    QCOMPARE(decided(*table, "score:3"), 20);
    QCOMPARE(decided(*table, "missing:score"), 300);
    QCOMPARE(decided(*table, "note:late"), 100);
    QCOMPARE(pushedBounds(*table, "meta.rare:2"), Bounds::unknown());
    QVERIFY(!pushQuery(table->facts(), parsed("rare:2")).ok());

    // Of rows that lack the column, too, the terms mean something.
    const SnapshotPtr rows = loadRows(table->fetch("id < 'e1100'", {}, Job()).file, Job());
    const auto replaced = [&](const char* text) {
        return withoutAbsentColumns(table->facts(), *rows, parsed(text));
    };
    QCOMPARE(replaced("missing:score").kind, QueryKind::Everything);
    QCOMPARE(replaced("score:3").kind, QueryKind::Not);
    QVERIFY(replaced("id:e1000 nosuch:3") == parsed("id:e1000 nosuch:3"));
}

void PushedTermsTest::fieldsOfChecks()
{
    if (!m_nodes)
        QSKIP(ClickHouseNodes::kNotFound);
    const auto table = opened("late");
    QCOMPARE(pushedBounds(*table, "checks:>0"), Bounds::unknown());
    QCOMPARE(pushedBounds(*table, "check:translation_short"), Bounds::unknown());
}

/// More than are listed.
void PushedTermsTest::manyTextsOfPostgres()
{
    const auto node = PostgresNode::start();
    if (!node)
        QSKIP(PostgresNode::kNotFound);
    node->run(
        "CREATE TABLE many AS SELECT 'c' || n AS id, n::bigint AS number, md5(n::text)::uuid AS key, "
        "'[{\"role\":\"user\",\"content\":\"Hi\"}]'::jsonb AS messages FROM generate_series(1, 12000) n");
    const auto table = opened(node->table("many"), node->credentials());
    QCOMPARE(decided(*table, "id:c11999"), 1);
    QCOMPARE(decided(*table, "id:C11999"), 1);
    QCOMPARE(decided(*table, "id:c12001"), 0);
    QCOMPARE(decided(*table, "number:11999"), 1);
    QCOMPARE(decided(*table, "key:c81e728d-9d4c-2f63-6f06-7f89cc14862c"), 1);
}

DUOLOGUE_TEST(PushedTermsTest)
#include "pushed_terms_test.moc"
