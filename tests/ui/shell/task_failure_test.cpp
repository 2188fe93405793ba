// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/app/tasks.h"
#include "ui/app/workspace.h"

#include <QScopeGuard>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>
#include <QThreadPool>
#include <new>
#include <stdexcept>

using namespace duologue;
using namespace duologue::ui;

namespace {

[[noreturn]] int throwsMemory(const Job&)
{
    throw std::bad_alloc();
}

[[noreturn]] int throwsError(const Job&)
{
    throw std::runtime_error("the file has no end");
}

[[noreturn]] int throwsNumber(const Job&)
{
    throw 7;
}

} // namespace

/// Work that throws or hangs does not affect other work.
class TaskFailureTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void exceptionsEndTheRunAndAreReported_data()
    {
        QTest::addColumn<int (*)(const Job&)>("work");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* name, int (*work)(const Job&), const char* why) {
            QTest::newRow(name) << work << QString::fromLatin1(why);
        };
        row("memory", throwsMemory, "There is not enough memory.");
        row("error", throwsError, "the file has no end");
        row("anything", throwsNumber, "The reason is unknown.");
    }

    void exceptionsEndTheRunAndAreReported()
    {
        using Work = int (*)(const Job&);
        QFETCH(const Work, work);
        QFETCH(const QString, why);
        const Workspace workspace;
        QSignalSpy told(&workspace, &Workspace::reported);
        LatestTask<int> task;
        bool done = false;
        task.run(work, [&done](int) { done = true; });
        QTRY_COMPARE(told.count(), 1);
        QCOMPARE(told.first().at(1).toString(), why);
        QVERIFY(!task.isRunning());
        QVERIFY(!done);
        // The task still works.
        task.run([](const Job&) { return 1; }, [&done](int) { done = true; });
        QTRY_VERIFY(done);
        QCOMPARE(told.count(), 1);
    }

    void handledFailuresAreNotReported()
    {
        const Workspace workspace;
        QSignalSpy told(&workspace, &Workspace::reported);
        LatestTask<int> task;
        bool isOutOfMemory = false;
        task.run(throwsMemory, {},
                 [&](const TaskFailure& failure) { isOutOfMemory = failure.isOutOfMemory; });
        QTRY_VERIFY(isOutOfMemory);
        QCOMPARE(told.count(), 0);
    }

    void failuresOfDroppedRunsAreNotReported()
    {
        const Workspace workspace;
        QSignalSpy told(&workspace, &Workspace::reported);
        QSemaphore go;
        LatestTask<int> task;
        task.run(
            [&go](const Job& job) -> int {
                go.acquire();
                return throwsError(job);
            },
            {});
        task.cancel();
        go.release();
        QVERIFY(QThreadPool::globalInstance()->waitForDone());
        QCoreApplication::processEvents();
        QCOMPARE(told.count(), 0);
    }

    void hangingRunsDoNotBlockOthers()
    {
        QThreadPool* pool = QThreadPool::globalInstance();
        const int threads = pool->maxThreadCount();
        pool->setMaxThreadCount(2);
        QSemaphore never;
        QSemaphore begun;
        constexpr int kHanging = 5;
        const auto restored = qScopeGuard([&] {
            never.release(kHanging);
            pool->waitForDone();
            pool->setMaxThreadCount(threads);
        });
        LatestTask<int> task;
        for (int i = 0; i < kHanging; ++i) {
            task.run(
                [&](const Job&) {
                    begun.release();
                    never.acquire();
                    return 0;
                },
                [](int) {});
            QVERIFY(begun.tryAcquire(1, 20'000));
        }
        bool done = false;
        task.run([](const Job&) { return 1; }, [&done](int) { done = true; });
        QTRY_VERIFY(done);
        never.release(kHanging);
        QVERIFY(pool->waitForDone());
        never.acquire(never.available());
        // Both threads are available again.
        QSemaphore all;
        LatestTask<int> tasks[3];
        for (LatestTask<int>& each : tasks)
            each.run(
                [&](const Job&) {
                    begun.release();
                    all.acquire();
                    return 0;
                },
                [](int) {});
        QVERIFY(begun.tryAcquire(2, 20'000));
        QCOMPARE(pool->activeThreadCount(), 2);
        QCOMPARE(begun.available(), 0);
        all.release(3);
        QVERIFY(pool->waitForDone());
    }
};

DUOLOGUE_TEST(TaskFailureTest)
#include "task_failure_test.moc"
