// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/evaluate.h"
#include "core/util/parallel.h"
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace duologue;
using namespace duologue::test;

/// Text queries deliver rows before all texts are searched.
class StreamedSearchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void deliversRowsDuringSearch_data();
    void deliversRowsDuringSearch();
};

void StreamedSearchTest::deliversRowsDuringSearch_data()
{
    QTest::addColumn<QByteArray>("query");
    for (const char* query :
         {"needle", "-needle", "needle OR turns:2", "turns:1 needle -hay99", "-(needle OR straw)",
          "message(role:user needle)", "count(straw):0", "needle message(straw role:assistant)"})
        QTest::newRow(query) << QByteArray(query);
}

void StreamedSearchTest::deliversRowsDuringSearch()
{
    QFETCH(const QByteArray, query);
    static const TempFolder folder;
    static const SnapshotPtr snapshot = [&] {
        // Much more text than is searched at once.
        const std::string padding(20'000, 'x');
        const auto bytes = static_cast<std::size_t>(availableCores()) * 14U << 20U;
        std::string lines;
        for (std::size_t i = 0; lines.size() < bytes; ++i) {
            AgentRecord record = AgentRecord::ofTurns(i % 7 == 0 ? 2 : 1, padding);
            record.messages[0].content += i % 3 == 0 ? " needle" : " hay" + std::to_string(i);
            record.messages[1].content = i % 2 == 0 ? "straw" : "grass";
            lines += record.json() + "\n";
        }
        folder.write("list.jsonl", lines);
        return load({folder.path()});
    }();
    const Query asked = parseQuery(query.toStdString()).value();
    const RowSet all = evaluate(*snapshot, asked, Job()).value();
    std::vector<RowSet> early;
    const auto last =
        evaluate(*snapshot, asked, Job(), [&early](const RowSet& found) { early.push_back(found); });
    QVERIFY(last.value() == all);
    QVERIFY(!early.empty() && all.count() > 0);
    std::vector<Row> order;
    all.forEach([&order](Row row) { order.push_back(row); });
    std::size_t before = 0;
    for (const RowSet& found : early) {
        // Each result is a longer prefix of the final one.
        std::vector<Row> rows;
        found.forEach([&rows](Row row) { rows.push_back(row); });
        QVERIFY(rows.size() > before && rows.size() < order.size());
        QVERIFY(std::equal(rows.begin(), rows.end(), order.begin()));
        before = rows.size();
    }
    // Column queries deliver no intermediate results, and after a stop there are no more calls.
    const auto columns = evaluate(*snapshot, parseQuery("turns:2").value(), Job(),
                                  [](const RowSet&) { QFAIL("nothing is searched"); });
    QVERIFY(columns.value().count() > 0);
    std::stop_source stop;
    int calls = 0;
    const auto stopped = evaluate(*snapshot, asked, Job(stop.get_token()), [&](const RowSet&) {
        ++calls;
        stop.request_stop();
    });
    QCOMPARE(calls, 1);
}

DUOLOGUE_TEST(StreamedSearchTest)
#include "streamed_search_test.moc"
