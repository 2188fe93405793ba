// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/work/memory_return.h"

#include <QTest>
#include <atomic>

using namespace duologue;
using namespace duologue::ui;

/// What a closed dataset took goes back to the system.
class MemoryReturnTest : public QObject {
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
    void waitsForTheLastWhoHoldsIt()
    {
        std::atomic<int> times = 0;
        MemoryReturn memory([&times] { ++times; });
        SnapshotPtr snapshot = loaded(10'000);
        memory.giveBackAfter(snapshot);
        QVERIFY(memory.isWaiting());
        snapshot.reset();
        QCOMPARE(times.load(), 0);
        QTRY_COMPARE(times.load(), 1);
        QVERIFY(!memory.isWaiting());
    }

    void smallDatasetsAreNotWorthIt()
    {
        std::atomic<int> times = 0;
        MemoryReturn memory([&times] { ++times; });
        memory.giveBackAfter(loaded(10));
        QVERIFY(!memory.isWaiting());
        QCOMPARE(times.load(), 0);
    }
};

DUOLOGUE_TEST(MemoryReturnTest)
#include "memory_return_test.moc"
