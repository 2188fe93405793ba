// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/count.h"
#include "core/data/field_reader.h"
#include "tests/support/made_snapshot.h"
#include "tests/support/test_class.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

using namespace duologue;
using namespace duologue::test;

/// Two ways to count give the same: reading a field, and keys of rows that were read before.
class CountTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsKeysOfRowsLikeTheField_data()
    {
        QTest::addColumn<unsigned>("every");
        // Which rows are counted: all, some, one in a run, none.
        for (const unsigned every : {1U, 3U, 700U, 0U})
            QTest::addRow("%u", every) << every;
    }

    void countsKeysOfRowsLikeTheField()
    {
        QFETCH(const unsigned, every);
        const auto snapshot = madeSnapshot(3000, 4);
        RowSet rows(snapshot->recordCount());
        for (Row row{0}; row < snapshot->endRow(); row += 1) {
            if (every != 0 && indexOf(row) % every == 0)
                rows.add(row);
        }
        std::size_t compared = 0;
        for (const FieldReader& field : allFields(*snapshot)) {
            for (const Bins& bins : {Bins(), binsFor(*snapshot, field, Job())}) {
                const RowKinds kinds = kindsOf(*snapshot, field, bins, Job());
                if (kinds.keys.empty())
                    continue;
                const Counts byKinds = count(kinds, rows, Job());
                const Counts byField =
                    count(*snapshot, rows, CountRequest{.by = {field}, .bins = {bins}}, Job());
                QCOMPARE(valuesOf(byKinds), valuesOf(byField));
                QCOMPARE(byKinds.of, byField.of);
                QCOMPARE(byKinds.without, byField.without);
                ++compared;
            }
        }
        QVERIFY(compared > 20);
    }

private:
    static std::map<std::string, std::uint64_t> valuesOf(const Counts& counts)
    {
        std::map<std::string, std::uint64_t> values;
        for (std::size_t group = 0; group < counts.groups.size(); ++group)
            values[counts.value(group, 0).text] += counts.n[group];
        return values;
    }
};

DUOLOGUE_TEST(CountTest)
#include "count_test.moc"
