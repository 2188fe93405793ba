// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/parallel.h"

#include "tests/support/test_class.h"

#include <QTest>

#include <atomic>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>

using namespace duologue;

namespace {

/// How many threads a loop of many long pieces runs on.
std::size_t threadsOfALoop()
{
    std::mutex mutex;
    std::set<std::thread::id> threads;
    std::atomic<std::uint64_t> sum = 0;
    parallelFor(400, 1, [&](std::size_t begin, std::size_t) {
        for (std::size_t i = 0; i < 20'000; ++i)
            sum += begin * i % 7;
        const std::scoped_lock lock(mutex);
        threads.insert(std::this_thread::get_id());
    });
    return threads.size();
}

} // namespace

/// Loops run on as many threads as they may.
class ParallelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { limitThreads(0); }

    void aLimitHoldsUntilItIsTakenBack()
    {
        const int usual = startThreads(0);
        QCOMPARE(usual, availableCores());
        limitThreads(1);
        QCOMPARE(startThreads(0), 1);
        QCOMPARE(startThreads(usual + 2), 1);
        QCOMPARE(threadsOfALoop(), std::size_t{1});
        limitThreads(0);
        QCOMPARE(startThreads(0), usual);
        // The machine may be too busy for all of them at once, but not each time.
        if (usual > 1)
            QTRY_VERIFY(threadsOfALoop() > 1);
    }

    void aLimitAboveTheCoresChangesNothing()
    {
        limitThreads(10'000);
        QCOMPARE(startThreads(0), availableCores());
    }

    /// Whichever step throws: the caller gets it, every item is deleted, and no step goes on.
    void anExceptionEndsAPipeline()
    {
        static std::atomic<int> items;
        struct Item final : PipelineItem {
            Item() { ++items; }
            ~Item() override { --items; }
        };
        for (const int threads : {1, 4}) {
            for (const std::string failing : {"next", "work", "commit"}) {
                std::atomic<int> made = 0;
                std::atomic<int> committed = 0;
                const auto fail = [&](const char* step) {
                    if (failing == step && made >= 10)
                        throw std::runtime_error(step);
                };
                const PipelineSteps steps{[&]() -> std::unique_ptr<PipelineItem> {
                                              fail("next");
                                              return ++made > 1000 ? nullptr : std::make_unique<Item>();
                                          },
                                          [&](PipelineItem&) { fail("work"); },
                                          [&](std::unique_ptr<PipelineItem>) {
                                              fail("commit");
                                              ++committed;
                                          }};
                std::string caught;
                try {
                    orderedPipeline(steps, threads, 8);
                } catch (const std::runtime_error& error) {
                    caught = error.what();
                }
                QCOMPARE(caught, failing);
                QCOMPARE(items.load(), 0);
                QVERIFY(committed < 1000 && made < 1000);
            }
        }
    }

    void everyPieceIsDoneOnce()
    {
        for (const int most : {0, 1, 2}) {
            limitThreads(most);
            std::vector<std::atomic<int>> times(1000);
            parallelFor(times.size(), 7, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i)
                    ++times[i];
            });
            QVERIFY(std::all_of(times.begin(), times.end(), [](const auto& each) { return each == 1; }));
        }
    }
};

DUOLOGUE_TEST(ParallelTest)
#include "parallel_test.moc"
