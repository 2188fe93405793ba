// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/app/tasks.h"

#include <QEventLoop>
#include <QSemaphore>
#include <QTest>
#include <QThread>
#include <QThreadPool>
#include <QTimer>
#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <string>

using duologue::Job;
using duologue::ui::CallPriority;
using duologue::ui::CallQueue;
using duologue::ui::DeferredCall;
using duologue::ui::LatestTask;

class LatestTaskTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QThreadPool::globalInstance()->setMaxThreadCount(4); }

    void resultsArriveOnTheOwnersThread()
    {
        LatestTask<int> task;
        int result = 0;
        QThread* thread = nullptr;
        task.run([](const Job&) { return 7; },
                 [&](int value) {
                     result = value;
                     thread = QThread::currentThread();
                 });
        QVERIFY(task.isRunning());
        QTRY_COMPARE(result, 7);
        QCOMPARE(thread, QThread::currentThread());
        QVERIFY(!task.isRunning());
    }

    void aDeferredCallRunsOnceForManyRequests()
    {
        int done = 0;
        DeferredCall call([&done] { ++done; });
        call.request();
        call.request();
        QVERIFY(call.isPending());
        QCOMPARE(done, 0);
        QTRY_COMPARE(done, 1);
        QVERIFY(!call.isPending());
        {
            DeferredCall destroyed([&done] { done = 100; });
            destroyed.request();
        }
        // Calls run in the order of their requests, so the destroyed one would have run before this one.
        call.request();
        QTRY_VERIFY(!call.isPending());
        QCOMPARE(done, 2);
    }

    void callsWithHighPriorityRunFirst()
    {
        std::string order;
        const auto append = [&order](char what) { return [&order, what](int) { order += what; }; };
        const auto nothing = [](const Job&) { return 0; };
        LatestTask<int> first;
        LatestTask<int> second;
        LatestTask<int> high(CallPriority::High);
        first.run(nothing, append('1'));
        QThreadPool::globalInstance()->waitForDone();
        second.run(nothing, append('2'));
        QThreadPool::globalInstance()->waitForDone();
        high.run(nothing, append('h'));
        QThreadPool::globalInstance()->waitForDone();
        CallQueue::ofThisThread().add([&order] { order += 'c'; }, CallPriority::High);
        QTRY_COMPARE(order, std::string("ch12"));
    }

    void callsRunInNestedLoopsToo()
    {
        QEventLoop dialog;
        QTimer timeout;
        timeout.setSingleShot(true);
        connect(&timeout, &QTimer::timeout, &dialog, [&dialog] { dialog.exit(1); });
        timeout.start(20'000);
        int ended = -1;
        CallQueue& queue = CallQueue::ofThisThread();
        queue.add([&] { ended = dialog.exec(); });
        queue.add([&] { dialog.exit(0); });
        QTRY_VERIFY_WITH_TIMEOUT(ended >= 0, 30'000);
        QCOMPARE(ended, 0);
    }

    void theNewestRunWins()
    {
        LatestTask<int> task;
        QSemaphore firstStarted;
        QSemaphore firstMayEnd;
        std::vector<int> results;
        bool stopSeen = false;
        task.run(
            [&](const Job& job) {
                firstStarted.release();
                firstMayEnd.acquire();
                stopSeen = job.stopRequested();
                firstStarted.release();
                return 1;
            },
            [&](int value) { results.push_back(value); });
        firstStarted.acquire();
        task.run([](const Job&) { return 2; }, [&](int value) { results.push_back(value); });
        firstMayEnd.release();
        firstStarted.acquire();
        QTRY_COMPARE(results.size(), std::size_t{1});
        QCOMPARE(results.front(), 2);
        QVERIFY(stopSeen);
    }

    /// So that keys and clicks are handled between results that are ready at the same time.
    void eachIterationDeliversOneResult()
    {
        std::array<LatestTask<int>, 5> tasks;
        std::vector<int> results;
        for (int i = 0; i < 5; ++i)
            tasks[static_cast<std::size_t>(i)].run([i](const Job&) { return i; },
                                                   [&](int value) { results.push_back(value); });
        QThreadPool::globalInstance()->waitForDone();
        std::size_t iterations = 0;
        while (results.size() < tasks.size()) {
            const std::size_t before = results.size();
            QCoreApplication::processEvents();
            QVERIFY(results.size() <= before + 1);
            QVERIFY(++iterations < 1000);
        }
    }

    void anAwaitedResultArrivesBeforePainting()
    {
        // Receives the event with which Qt makes a window paint itself.
        class Painted : public QObject {
        public:
            explicit Painted(std::vector<std::string>& order) : m_order(order)
            {
                QCoreApplication::postEvent(this, new QEvent(QEvent::UpdateRequest), Qt::LowEventPriority);
            }
            bool event(QEvent* event) override
            {
                if (event->type() == QEvent::UpdateRequest)
                    m_order.push_back("painted");
                return QObject::event(event);
            }

        private:
            std::vector<std::string>& m_order;
        };
        std::vector<std::string> order;
        LatestTask<int> task;
        task.run([](const Job&) { return 1; }, [&](int) { order.push_back("result"); });
        const Painted painted(order);
        task.await(std::chrono::minutes(1));
        QTRY_COMPARE(order.size(), std::size_t{2});
        QCOMPARE(order, (std::vector<std::string>{"result", "painted"}));
        QVERIFY(!task.isRunning());
        // The result is also in the call queue, and must not arrive twice.
        bool ran = false;
        DeferredCall call([&ran] { ran = true; });
        call.request();
        QTRY_VERIFY(ran);
        QCOMPARE(order.size(), std::size_t{2});
    }

    void awaitGivesUpOnASlowResult()
    {
        LatestTask<int> task;
        QSemaphore mayEnd;
        int results = 0;
        task.run(
            [&](const Job&) {
                mayEnd.acquire();
                return 1;
            },
            [&](int) { ++results; });
        task.await(std::chrono::milliseconds(1));
        bool ran = false;
        DeferredCall call([&ran] { ran = true; });
        call.request();
        QTRY_VERIFY(ran);
        QCOMPARE(results, 0);
        QVERIFY(task.isRunning());
        mayEnd.release();
        QTRY_COMPARE(results, 1);
        QVERIFY(!task.isRunning());
    }

    void anAwaitedTaskMayBeRestarted()
    {
        LatestTask<int> task;
        std::vector<int> results;
        const auto take = [&](int value) { results.push_back(value); };
        task.run([](const Job&) { return 1; }, take);
        task.await(std::chrono::minutes(1));
        task.run([](const Job&) { return 2; }, take);
        QTRY_COMPARE(results, std::vector<int>{2});
        task.run([](const Job&) { return 3; },
                 [&](int value) {
                     take(value);
                     task.run([](const Job&) { return 4; }, take);
                     task.await(std::chrono::minutes(1));
                 });
        task.await(std::chrono::minutes(1));
        QTRY_COMPARE(results, (std::vector<int>{2, 3, 4}));
    }

    void aCancelledTaskIsNotAwaited()
    {
        LatestTask<int> task;
        bool delivered = false;
        task.run([](const Job&) { return 1; }, [&](int) { delivered = true; });
        task.await(std::chrono::minutes(1));
        task.cancel();
        QVERIFY(QThreadPool::globalInstance()->waitForDone());
        bool ran = false;
        DeferredCall call([&ran] { ran = true; });
        call.request();
        QTRY_VERIFY(ran);
        QVERIFY(!delivered);
    }

    void anAwaitedResultMayDestroyItsTask()
    {
        auto task = std::make_unique<LatestTask<int>>();
        bool delivered = false;
        task->run([](const Job&) { return 1; },
                  [&](int) {
                      delivered = true;
                      task.reset();
                  });
        task->await(std::chrono::minutes(1));
        QTRY_VERIFY(delivered);
        QVERIFY(!task);
    }

    void anEarlyResultIsAwaitedForItself()
    {
        LatestTask<int> task;
        QSemaphore mayEnd;
        std::vector<int> results;
        const auto take = [&](int value) { results.push_back(value); };
        task.stream(
            [&](const Job&, const auto& early) {
                early(1);
                mayEnd.acquire();
                return 2;
            },
            take, take);
        // Ends with the early result; otherwise the test would take an hour.
        task.await(std::chrono::hours(1));
        QTRY_COMPARE(results, std::vector<int>{1});
        mayEnd.release();
        QTRY_COMPARE(results, (std::vector<int>{1, 2}));
    }

    void earlyResultsArriveBeforeTheLast()
    {
        LatestTask<int> task;
        std::vector<int> results;
        bool done = false;
        task.stream(
            [](const Job&, const auto& early) {
                early(1);
                early(2);
                return 3;
            },
            [&](int value) { results.push_back(value); },
            [&](int value) {
                results.push_back(value);
                done = true;
            });
        QTRY_VERIFY(done);
        QCOMPARE(results.back(), 3);
        QVERIFY(std::is_sorted(results.begin(), results.end()));
    }

    void newerResultsReplaceEarlyOnes()
    {
        LatestTask<int> task;
        std::vector<int> results;
        QSemaphore handedOut;
        QSemaphore mayEnd;
        const auto take = [&](int value) { results.push_back(value); };
        task.stream(
            [&](const Job&, const auto& early) {
                early(1);
                early(2);
                handedOut.release();
                mayEnd.acquire();
                return 3;
            },
            take, take);
        // No result is delivered before the event loop runs; by then the second has arrived.
        handedOut.acquire();
        QTRY_COMPARE(results, std::vector<int>{2});
        mayEnd.release();
        QTRY_COMPARE(results, (std::vector<int>{2, 3}));
    }

    void aDestroyedTaskDeliversNothing()
    {
        QSemaphore started;
        QSemaphore mayEnd;
        bool delivered = false;
        {
            LatestTask<int> task;
            task.run(
                [&](const Job&) {
                    started.release();
                    mayEnd.acquire();
                    return 1;
                },
                [&](int) { delivered = true; });
            started.acquire();
        }
        mayEnd.release();
        QVERIFY(QThreadPool::globalInstance()->waitForDone());
        QCoreApplication::processEvents();
        QVERIFY(!delivered);
    }

    void cancelDropsAnUndeliveredResult()
    {
        LatestTask<int> task;
        bool delivered = false;
        task.run([](const Job&) { return 1; }, [&](int) { delivered = true; });
        QVERIFY(QThreadPool::globalInstance()->waitForDone());
        task.cancel();
        QCoreApplication::processEvents();
        QVERIFY(!delivered);
    }
};

DUOLOGUE_TEST(LatestTaskTest)
#include "latest_task_test.moc"
