// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/work/memory_trimmer.h"

#include <QTest>
#include <atomic>

using namespace duologue;
using namespace duologue::ui;

/// The memory of a closed dataset returns to the system.
class MemoryTrimmerTest : public QObject {
    Q_OBJECT

private:
    static SnapshotPtr loaded(int records)
    {
        const test::TempFolder folder;
        const std::string line = test::AgentRecord::ofTurns(1).json() + "\n";
        std::string text;
        for (int i = 0; i < records; ++i)
            text += line;
        return test::load({folder.write("a.jsonl", text)});
    }

private Q_SLOTS:
    void waitsForTheLastReference()
    {
        std::atomic<int> times = 0;
        MemoryTrimmer memory([&times] { ++times; });
        SnapshotPtr snapshot = loaded(10'000);
        memory.trimAfter(snapshot);
        QVERIFY(memory.isWaiting());
        snapshot.reset();
        QCOMPARE(times.load(), 0);
        QTRY_COMPARE(times.load(), 1);
        QVERIFY(!memory.isWaiting());
    }

    void ignoresSmallDatasets()
    {
        std::atomic<int> times = 0;
        MemoryTrimmer memory([&times] { ++times; });
        memory.trimAfter(loaded(10));
        QVERIFY(!memory.isWaiting());
        QCOMPARE(times.load(), 0);
    }
};

DUOLOGUE_TEST(MemoryTrimmerTest)
#include "memory_trimmer_test.moc"
