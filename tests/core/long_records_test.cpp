// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/record_reading.h"

#include "tests/support/test_class.h"

#include <QTest>
#include <atomic>
#include <future>
#include <optional>

using namespace duologue;

/// The total length of long records that are parsed at the same time is limited.
class LongRecordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void allowsSeveralWithinLimit()
    {
        LongRecords records;
        const LongRecords::Turn one(records, LongRecords::kMostAtOnce / 2);
        const LongRecords::Turn other(records, LongRecords::kMostAtOnce / 2);
    }

    void longestRunsAlone()
    {
        LongRecords records;
        std::atomic<bool> hasEnded = false;
        std::optional<LongRecords::Turn> first;
        first.emplace(records, 2 * LongRecords::kMostAtOnce);
        auto second = std::async(std::launch::async, [&] {
            const LongRecords::Turn turn(records, 1);
            return hasEnded.load();
        });
        hasEnded = true;
        first.reset();
        QVERIFY(second.get());
    }
};

DUOLOGUE_TEST(LongRecordsTest)
#include "long_records_test.moc"
