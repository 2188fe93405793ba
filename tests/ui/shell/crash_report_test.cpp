// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/app/crash_report.h"
#include "ui/dialogs/about_dialog.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace duologue::ui;

namespace {

constexpr int kLongestMs = 60 * 1000;

void runProgram(const QString& folder, const QString& way)
{
    QProcess program;
    program.start(QStringLiteral(DUOLOGUE_CRASHING_PROGRAM), {folder, way});
    QVERIFY(program.waitForFinished(kLongestMs));
    QCOMPARE(program.exitStatus() == QProcess::NormalExit, way == QLatin1String("well"));
}

QString textOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

/// What is left of a program that did not end as it should.
class CrashReportTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aGoodEndLeavesNothing()
    {
        const QTemporaryDir folder;
        runProgram(folder.path(), QStringLiteral("well"));
        QVERIFY(!CrashReport::takeLast(folder.path()));
        QVERIFY(QDir(folder.path()).isEmpty());
    }

    void aFaultLeavesTheCalls_data()
    {
        QTest::addColumn<QString>("way");
        QTest::addColumn<QString>("signal");
        QTest::newRow("fault") << QStringLiteral("fault") << QStringLiteral("SIGSEGV");
        QTest::newRow("abort") << QStringLiteral("abort") << QStringLiteral("SIGABRT");
    }

    void aFaultLeavesTheCalls()
    {
        QFETCH(const QString, way);
        QFETCH(const QString, signal);
        const QTemporaryDir folder;
        runProgram(folder.path(), way);
        const auto last = CrashReport::takeLast(folder.path());
        QVERIFY(last && !last->path.isEmpty());
        const QString text = textOf(last->path);
        QVERIFY2(text.contains(QStringLiteral("Duologue 1.2.3")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("ended by ") + signal), qPrintable(text));
        QVERIFY2(text.count(QLatin1Char('\n')) > 3, qPrintable(text));
        QCOMPARE(CrashReport::newestReport(folder.path()), last->path);
        // It is told once.
        QVERIFY(!CrashReport::takeLast(folder.path()));
        // What people copy names the program's files, not their folders.
        const QString copied = diagnostics({}, text);
        QVERIFY2(copied.contains(signal) && !copied.contains(QDir::homePath() + QLatin1Char('/')),
                 qPrintable(copied));
    }

    void aKilledProgramLeavesNoReport()
    {
        const QTemporaryDir folder;
        runProgram(folder.path(), QStringLiteral("killed"));
        const auto last = CrashReport::takeLast(folder.path());
        QVERIFY(last && last->path.isEmpty());
        QVERIFY(QDir(folder.path()).isEmpty());
    }

    void fewReportsAreKept()
    {
        const QTemporaryDir folder;
        for (int i = 0; i < 7; ++i) {
            runProgram(folder.path(), QStringLiteral("fault"));
            QVERIFY(CrashReport::takeLast(folder.path()));
        }
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 5);
    }
};

DUOLOGUE_TEST(CrashReportTest)
#include "crash_report_test.moc"
