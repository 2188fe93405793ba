// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/row_set.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/test_class.h"

#include <set>

using namespace duologue;
using duologue::test::Random;

class RowSetTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void holdsRows();
    void fullSetHoldsExactlyItsRows_data();
    void fullSetHoldsExactlyItsRows();
    void behavesLikeASet();
};

void RowSetTest::holdsRows()
{
    RowSet rows(130);
    QCOMPARE(rows.count(), std::size_t{0});
    rows.add(Row{0});
    rows.add(Row{64});
    rows.add(Row{129});
    rows.add(Row{129});
    QVERIFY(rows.contains(Row{129}));
    QVERIFY(!rows.contains(Row{128}));
    QCOMPARE(rows.count(), std::size_t{3});
    rows.remove(Row{64});
    RowOrder seen;
    rows.forEach([&](Row row) { seen.push_back(row); });
    QCOMPARE(seen, (RowOrder{Row{0}, Row{129}}));
}

void RowSetTest::fullSetHoldsExactlyItsRows_data()
{
    QTest::addColumn<int>("size");
    for (const int size : {0, 1, 63, 64, 65, 127, 128, 1000})
        QTest::newRow(std::to_string(size).c_str()) << size;
}

void RowSetTest::fullSetHoldsExactlyItsRows()
{
    QFETCH(const int, size);
    const auto rows = static_cast<std::size_t>(size);
    RowSet all(rows, true);
    QCOMPARE(all.count(), rows);
    RowSet none(rows);
    none.invert();
    QVERIFY(none == all);
    all.invert();
    QCOMPARE(all.count(), std::size_t{0});
    QVERIFY(all == RowSet(rows));
}

void RowSetTest::behavesLikeASet()
{
    constexpr std::uint32_t kRows = 200;
    Random random(11);
    for (int round = 0; round < 50; ++round) {
        std::set<Row> a;
        std::set<Row> b;
        RowSet left(kRows);
        RowSet right(kRows);
        for (int i = 0; i < 80; ++i) {
            const Row inLeft{random.below(kRows)};
            const Row inRight{random.below(kRows)};
            a.insert(inLeft);
            left.add(inLeft);
            b.insert(inRight);
            right.add(inRight);
        }
        RowSet both = left;
        both &= right;
        RowSet either = left;
        either |= right;
        RowSet notLeft = left;
        notLeft.invert();
        for (Row row{0}; row < Row{kRows}; ++row) {
            QCOMPARE(both.contains(row), a.contains(row) && b.contains(row));
            QCOMPARE(either.contains(row), a.contains(row) || b.contains(row));
            QCOMPARE(notLeft.contains(row), !a.contains(row));
        }
    }
}

DUOLOGUE_TEST(RowSetTest)
#include "row_set_test.moc"
