// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/facet/facet.h"
#include "core/stats/tally/tally.h"
#include "tests/support/load.h"
#include "tests/support/make_query.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <cmath>

using namespace duologue;
using namespace duologue::test;

/// Keys of messages, besides their role and text.
class MessageKeysTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void answers_data();
    void answers();
    void countsMessages();
    void averagesNumbers();
    void makesFacets();
    void takesNoMemoryWithoutKeys();

private:
    /// "value messages" of each group.
    std::string counted(const char* key) const
    {
        const Tally made = tally(*m_snapshot, RowSet(m_snapshot->recordCount(), true),
                                 {{*findField(*m_snapshot, key)}}, Job());
        std::string text = made.ofMessages ? "messages:" : "records:";
        for (const TallyRow& row : made.rows)
            text += " " + row.values[0].text + " " + std::to_string(row.n);
        return text;
    }

    TempFolder m_folder;
    SnapshotPtr m_snapshot;
};

void MessageKeysTest::initTestCase()
{
    const std::string essay(300, 'x');
    m_folder.write("chat.jsonl", R"({"id": "a", "messages": [
        {"role": "user", "content": "q", "name": "Ann", "length": 7},
        {"role": "assistant", "content": "x", "weight": 0, "masked": true, "info": {"lang": "de", "tries": [1]}},
        {"role": "assistant", "content": "y", "weight": 1.5, "masked": false, "sent": "2026-02-03 10:00"}]}
{"id": "b", "source": "web", "messages": [
        {"role": "user", "content": "q", "source": "phone"},
        {"role": "assistant", "content": "z", "weight": 10, "thoughts": ")" +
                                     essay + R"("}]}
{"id": "c", "messages": [{"role": "user", "content": "q", "weight": null}, {"role": "assistant", "content": "a"}]}
)");
    m_snapshot = load({m_folder.path()});
    QCOMPARE(m_snapshot->recordCount(), 3U);
}

void MessageKeysTest::answers_data()
{
    QTest::addColumn<QString>("query");
    QTest::addColumn<QString>("rows");
    const auto row = [](const char* query, const char* rows) { QTest::newRow(query) << query << rows; };
    row("message(weight:0)", "0");
    row("message(weight:>1)", "0 1");
    row("message(weight:1..2 role:assistant)", "0");
    row("message(weight:0 masked:true)", "0");
    row("message(weight:0 masked:false)", "");
    row("masked:yes", "0");
    row("weight:10", "1");
    row("has:weight", "0 1");
    row("missing:weight", "2");
    row("last(has:weight)", "0 1");
    row("all(missing:weight)", "2");
    row("count(has:weight):2", "0");
    row("message(name:ann)", "0");
    row("message(info.lang:de)", "0");
    row("message(has:info.tries)", "0");
    row("message(has:thoughts)", "1");
    row("message(thoughts:x)",
        "thoughts has no short values; only has:thoughts and missing:thoughts can be asked");
    row("message(sent:>=2026-02)", "0");
    row("message(sent:2026-03)", "");
    // The record has a key of the same name.
    row("source:web", "1");
    row("message(source:phone)", "1");
    row("message(source:web)", "");
    // Every message has a length of its own.
    row("message(length:7)", "");
    row("message(message.length:7)", "0");
    row("message(wieght:0)", "unknown field wieght, did you mean weight?");
    row("message(missing:wieght)", "unknown field wieght, did you mean weight?");
}

void MessageKeysTest::answers()
{
    QFETCH(QString, query);
    QFETCH(QString, rows);
    QCOMPARE(rowsOf(*m_snapshot, query.toStdString()), rows.toStdString());
}

void MessageKeysTest::countsMessages()
{
    QCOMPARE(counted("masked"), std::string("messages: false 1 true 1"));
    QCOMPARE(counted("weight"), std::string("messages: 0 1 1.5 1 10 1"));
    QCOMPARE(counted("sent.month"), std::string("messages: 2026-02 1"));
    QCOMPARE(fieldText(*m_snapshot, Row{0}, "weight"), std::string("0, 1.5"));
}

void MessageKeysTest::averagesNumbers()
{
    const Tally made = tally(*m_snapshot, RowSet(m_snapshot->recordCount(), true),
                             {{*findField(*m_snapshot, "role")}, {*findField(*m_snapshot, "weight")}}, Job());
    QCOMPARE(made.rows.size(), std::size_t{2});
    QCOMPARE(made.rows[0].means[0].n, std::uint64_t{3});
    QVERIFY(std::abs(made.rows[0].means[0].mean() - 11.5 / 3) < 1e-12);
}

void MessageKeysTest::makesFacets()
{
    const FieldFacetPtr facet = makeFacet(m_snapshot, "masked", Job());
    QVERIFY(facet);
    QCOMPARE(facet->values.size(), std::size_t{2});
    QCOMPARE(facet->missing, std::uint64_t{2});
}

void MessageKeysTest::takesNoMemoryWithoutKeys()
{
    const TempFolder folder;
    folder.write(
        "plain.jsonl",
        R"({"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}]})");
    QVERIFY(load({folder.path()})->messages.columns.empty());
}

DUOLOGUE_TEST(MessageKeysTest)
#include "message_keys_test.moc"
