// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/facet.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/test_class.h"

#include <map>

using namespace duologue;
using namespace duologue::test;

class RowKindsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreesWithSlowCount_data();
    void agreesWithSlowCount();
};

void RowKindsTest::agreesWithSlowCount_data()
{
    QTest::addColumn<std::size_t>("kinds");
    // A few kinds are compared with many rows at once; up to 256 fit into a byte.
    for (const std::size_t kinds : {1U, 2U, 32U, 33U, 256U, 257U, 5000U})
        QTest::addRow("%zu kinds", kinds) << kinds;
}

void RowKindsTest::agreesWithSlowCount()
{
    QFETCH(const std::size_t, kinds);
    // More than one piece, and not a multiple of 64 rows.
    constexpr std::size_t kRows = 70'001;
    Random random(5);
    std::vector<std::uint64_t> valuesOf(kRows);
    for (std::uint64_t& values : valuesOf)
        values = std::uint64_t{random.below(kinds)} * 0x1'0000'0001U;
    const RowKinds made = makeKinds(
        kRows,
        [&](Row begin, Row end, std::uint64_t* out) {
            std::copy(valuesOf.data() + indexOf(begin), valuesOf.data() + indexOf(end), out);
        },
        Job());
    QVERIFY(made.isBuilt());
    QCOMPARE(made.values.size(), kinds);

    RowSet some(kRows);
    for (Row row{0}; row < Row{kRows}; ++row) {
        // No rows up to 20,000, then all, and from 40,000 a random third.
        if (row >= Row{20'000} && (row < Row{40'000} || random.oneIn(3)))
            some.add(row);
    }
    for (const RowSet& rows : {RowSet(kRows, true), some, RowSet(kRows)}) {
        std::map<std::uint64_t, std::uint64_t> expected;
        for (const std::uint64_t values : made.values)
            expected[values] = 0;
        rows.forEach([&](Row row) { ++expected[valuesOf[indexOf(row)]]; });
        const std::vector<std::uint64_t> counts = countKinds(made, rows, Job());
        QCOMPARE(counts.size(), kinds);
        for (std::size_t i = 0; i < kinds; ++i)
            QCOMPARE(counts[i], expected.at(made.values[i]));
    }
}

DUOLOGUE_TEST(RowKindsTest)
#include "row_kinds_test.moc"
