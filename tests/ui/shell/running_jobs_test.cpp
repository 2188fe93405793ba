// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/app/running_jobs.h"

#include <QLocale>
#include <QSignalSpy>
#include <QTest>

using namespace duologue::ui;
using namespace std::chrono_literals;

/// Rate, remaining time, and the list of long work.
class RunningJobsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void nothingIsSaidAtOnce()
    {
        RateMeter meter;
        QVERIFY(!meter.perSecond() && !meter.timeLeft(100));
        meter.note(0ms, 0);
        meter.note(100ms, 1000);
        QVERIFY(!meter.perSecond());
    }

    void aSteadyRateIsFound()
    {
        RateMeter meter;
        for (int i = 0; i <= 10; ++i)
            meter.note(i * 250ms, static_cast<std::uint64_t>(i) * 50);
        QCOMPARE(meter.perSecond().value(), 200.0);
        QCOMPARE(meter.timeLeft(1500).value(), RateMeter::Time(5000));
        QCOMPARE(meter.timeLeft(500).value(), RateMeter::Time(0));
    }

    /// The fast beginning does not count for ever.
    void theRateIsThatOfNow()
    {
        RateMeter meter;
        meter.note(0ms, 0);
        meter.note(1000ms, 100'000);
        for (int i = 1; i <= 40; ++i)
            meter.note(1000ms + i * 250ms, 100'000 + static_cast<std::uint64_t>(i) * 10);
        QVERIFY(std::abs(meter.perSecond().value() - 40) < 1);
    }

    void workThatStandsStillHasNoEnd()
    {
        RateMeter meter;
        for (int i = 0; i <= 40; ++i)
            meter.note(i * 250ms, 7);
        QCOMPARE(meter.perSecond().value(), 0.0);
        QVERIFY(!meter.timeLeft(100));
    }

    void jobsBeginAndEnd()
    {
        RunningJobs& jobs = RunningJobs::ofThisThread();
        const QSignalSpy ended(&jobs, &RunningJobs::ended);
        std::uint64_t done = 25;
        bool isCancelled = false;
        const int first = jobs.begin(
            QStringLiteral("Reading"),
            [&done] {
                return JobAmount{done, 100, JobAmount::Unit::Bytes};
            },
            [&isCancelled] { isCancelled = true; });
        const int second = jobs.begin(QStringLiteral("Checking"), [] { return JobAmount{0, 0, {}}; });
        QCOMPARE(jobs.jobs().size(), std::size_t{2});
        QCOMPARE(jobs.jobs().front().title, QStringLiteral("Reading"));
        QCOMPARE(jobs.share(), 0.25);
        done = 50;
        QCOMPARE(jobs.share(), 0.5);
        jobs.cancelAll();
        QVERIFY(isCancelled);
        jobs.end(first);
        QCOMPARE(ended.count(), 0);
        QCOMPARE(jobs.share(), -1.0);
        jobs.end(second, QStringLiteral("Checked."));
        QCOMPARE(ended.count(), 1);
        QVERIFY(jobs.jobs().empty());
        jobs.end(second, QStringLiteral("Checked."));
        QCOMPARE(ended.count(), 1);
    }

    void anEntryEndsWithItsOwner()
    {
        RunningJobs& jobs = RunningJobs::ofThisThread();
        {
            JobEntry entry;
            entry.begin(QStringLiteral("One"), [] { return JobAmount{1, 2, {}}; });
            entry.begin(QStringLiteral("Two"), [] { return JobAmount{1, 2, {}}; });
            QCOMPARE(jobs.jobs().size(), std::size_t{1});
            QCOMPARE(jobs.jobs().front().title, QStringLiteral("Two"));
        }
        QVERIFY(jobs.jobs().empty());
    }

    void speedIsSaidInWords()
    {
        RunningJob job;
        job.amount = [] { return JobAmount{100'000'000, 300'000'000, JobAmount::Unit::Bytes}; };
        QCOMPARE(job.speed(), QString());
        job.rate.note(0ms, 0);
        job.rate.note(2000ms, 100'000'000);
        QCOMPARE(job.speed(), QStringLiteral("50 MB/s, 5 s left"));
        job.amount = [] { return JobAmount{200, 0, JobAmount::Unit::Conversations}; };
        QCOMPARE(job.speed().section(QLatin1Char(' '), 1), QStringLiteral("conversations/s"));
    }
};

DUOLOGUE_TEST(RunningJobsTest)
#include "running_jobs_test.moc"
