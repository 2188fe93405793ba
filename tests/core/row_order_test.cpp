// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/row_order.h"

#include "core/analysis/tally.h"
#include "core/data/column.h"
#include "core/util/text.h"
#include "tests/support/load.h"
#include "tests/support/made_snapshot.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <cmath>
#include <optional>

using namespace duologue;
using namespace duologue::test;

namespace {

/// The sort key of one row; without number and name, the row has no value.
struct SortKey {
    std::optional<double> number;
    std::optional<std::string> name;
    bool isText = false;

    bool isThere() const { return number || name; }
};

SortKey keyOf(const FieldReader& field, Row row)
{
    if (field.info().kind == FieldKind::Text) {
        const std::string text = field.text(row);
        return text.empty() ? SortKey() : SortKey{{}, text, true};
    }
    if (field.isNumber()) {
        const double number = field.number(row);
        return std::isnan(number) ? SortKey() : SortKey{number, {}, false};
    }
    SortKey first;
    field.forEachCode(row, [&](CategoryCode code) {
        const std::string name = field.category(code).shown();
        if (!first.name || compareValues(name, *first.name) < 0)
            first.name = name;
    });
    return first;
}

bool isBefore(const SortKey& a, const SortKey& b)
{
    if (a.number)
        return *a.number < *b.number;
    return (a.isText ? compareNatural(*a.name, *b.name) : compareValues(*a.name, *b.name)) < 0;
}

RowOrder slowlySorted(RowOrder rows, const FieldReader& field, bool descending)
{
    std::vector<std::pair<SortKey, Row>> keyed;
    for (const Row row : rows)
        keyed.emplace_back(keyOf(field, row), row);
    std::stable_sort(keyed.begin(), keyed.end(), [&](const auto& a, const auto& b) {
        if (!a.first.isThere() || !b.first.isThere())
            return a.first.isThere() && !b.first.isThere();
        return descending ? isBefore(b.first, a.first) : isBefore(a.first, b.first);
    });
    std::transform(keyed.begin(), keyed.end(), rows.begin(), [](const auto& each) { return each.second; });
    return rows;
}

} // namespace

class RowOrderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreesWithSlowSort_data();
    void agreesWithSlowSort();
    void sortsOnSeveralThreads();
    void keepsOrderOfEqualRows();
    void keepsOrderOfRowsWithoutValue();
    void sortsNumbersAmongOtherValues();
    void stopsWhenAsked();

private:
    SnapshotPtr m_snapshot = madeSnapshot(3210, 7);
};

void RowOrderTest::agreesWithSlowSort_data()
{
    QTest::addColumn<std::string>("key");
    for (const FieldReader& field : allFields(*m_snapshot))
        QTest::newRow(field.info().key.c_str()) << field.info().key;
}

void RowOrderTest::agreesWithSlowSort()
{
    QFETCH(const std::string, key);
    const FieldReader field = *findField(*m_snapshot, key);
    Random random(3);
    RowSet some(m_snapshot->recordCount());
    for (Row row{0}; row < m_snapshot->endRow(); ++row) {
        if (random.oneIn(9))
            some.add(row);
    }
    for (const RowSet& rows : {RowSet(m_snapshot->recordCount(), true), some}) {
        const RowOrder order = orderOf(rows);
        RowOrder mixed = order;
        std::shuffle(mixed.begin(), mixed.end(), std::mt19937(9));
        for (const bool descending : {false, true}) {
            QVERIFY(sortedBy(order, field, descending) == slowlySorted(order, field, descending));
            QVERIFY(sortedBy(mixed, field, descending) == slowlySorted(mixed, field, descending));
            const RowOrder all = sortedBy(orderOf(RowSet(rows.size(), true)), field, descending);
            QVERIFY(orderWithin(all, rows) == sortedBy(order, field, descending));
        }
    }
}

void RowOrderTest::sortsOnSeveralThreads()
{
    const SnapshotPtr snapshot = madeSnapshot(150'000, 2);
    RowOrder mixed = orderOf(RowSet(snapshot->recordCount(), true));
    std::shuffle(mixed.begin(), mixed.end(), std::mt19937(4));
    mixed.resize(140'000);
    for (const char* key : {"tokens", "score", "task", "id"}) {
        const FieldReader field = *findField(*snapshot, key);
        const RowOrder falling = slowlySorted(mixed, field, true);
        QVERIFY2(sortedBy(mixed, field, true) == falling, key);
        const SortKeys keys(mixed, field, Job());
        QVERIFY2(sortedBy(mixed, keys, true) == falling, key);
        QVERIFY2(sortedBy(mixed, keys, false) == slowlySorted(mixed, field, false), key);
    }
}

void RowOrderTest::keepsOrderOfEqualRows()
{
    const FieldReader tokens = *findField(*m_snapshot, "tokens");
    const FieldReader task = *findField(*m_snapshot, "task");
    const RowOrder byTokens = sortedBy(orderOf(RowSet(m_snapshot->recordCount(), true)), tokens, true);
    const RowOrder byBoth = sortedBy(byTokens, task, false);
    for (std::size_t i = 1; i < byBoth.size(); ++i) {
        if (task.text(byBoth[i]) == task.text(byBoth[i - 1]) && tokens.has(byBoth[i - 1]) &&
            tokens.has(byBoth[i]))
            QVERIFY(tokens.number(byBoth[i - 1]) >= tokens.number(byBoth[i]));
    }
}

void RowOrderTest::keepsOrderOfRowsWithoutValue()
{
    const FieldReader task = *findField(*m_snapshot, "task");
    QCOMPARE(sortedBy({}, task, false), RowOrder());
    // Rows without a value keep their order.
    RowOrder without;
    for (Row end = m_snapshot->endRow(); end > Row{0}; end = end - 1) {
        if (!task.has(end - 1))
            without.push_back(end - 1);
    }
    QVERIFY(without.size() > 100);
    QVERIFY(sortedBy(without, task, true) == without);
}

/// One value of another kind does not change the order of the numbers.
void RowOrderTest::sortsNumbersAmongOtherValues()
{
    for (const char* other : {"true", "[1]", "\"n1\""}) {
        const TempFolder folder;
        std::string text;
        for (const char* value : {"0.9", "0.85", "0.125", "-3", "-20", "12", "2.5", other})
            text += "{\"score\": " + std::string(value) +
                    ", \"messages\": [{\"role\": \"user\", \"content\": \"q\"}]}\n";
        const SnapshotPtr snapshot = load({folder.write("a.jsonl", text)});
        const FieldReader score = *findField(*snapshot, "score");
        const RowSet all(snapshot->recordCount(), true);
        const bool isList = other == std::string_view("[1]");
        const RowOrder expected =
            isList ? rowsAt({4, 3, 2, 1, 0, 7, 6, 5}) : rowsAt({4, 3, 2, 1, 0, 6, 5, 7});
        QCOMPARE(sortedBy(orderOf(all), score, false), expected);
        QCOMPARE(sortedBy(orderOf(all), score, true), RowOrder(expected.rbegin(), expected.rend()));
        const Tally groups = tally(*snapshot, all, {{score}}, Job());
        QCOMPARE(groups.rows.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i)
            QCOMPARE(groups.rows[i].values.front().text, score.text(expected[i]));
    }
    QVERIFY(compareValues("9007199254740993", "9007199254740992") > 0);
    QVERIFY(compareValues("-1", "(none)") < 0);
    QVERIFY(compareValues("2", "+2") != 0);
    QCOMPARE(compareValues("x", "x"), 0);
}

void RowOrderTest::stopsWhenAsked()
{
    std::stop_source stop;
    stop.request_stop();
    const RowOrder all = orderOf(RowSet(m_snapshot->recordCount(), true));
    for (const FieldReader& field : allFields(*m_snapshot)) {
        // A stopped sort returns the rows in their original order.
        QVERIFY(sortedBy(all, field, true, Job(stop.get_token())) == all);
    }
}

DUOLOGUE_TEST(RowOrderTest)
#include "row_order_test.moc"
