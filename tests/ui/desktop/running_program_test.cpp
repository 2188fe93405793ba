// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTest>
#include <memory>

using namespace duologue::ui::test;

namespace {

constexpr int kWindowMs = 60'000;
const QString kSample = QStringLiteral(DUOLOGUE_SAMPLE);

QByteArray contentsOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed() : QByteArray();
}

/// Why a program has no window: how it ended, or in what its threads wait; and what it said.
QByteArray stateOf(QProcess& program)
{
    QByteArray state = program.state() == QProcess::Running
                           ? QByteArrayLiteral("it runs")
                           : "it ended with " + QByteArray::number(program.exitCode());
    const QDir tasks(QStringLiteral("/proc/%1/task").arg(program.processId()));
    for (const QString& task : tasks.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        state += "\n" + contentsOf(tasks.filePath(task + QStringLiteral("/comm")));
        for (const char* what : {"wchan", "syscall"})
            state += ' ' + contentsOf(tasks.filePath(task + QLatin1Char('/') + QLatin1String(what)));
    }
    return state + "\n" + program.readAll();
}

} // namespace

/// A second start hands its paths to the window of the first one.
class RunningProgramTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        if (const QString missing = Desktop::missing(); !missing.isEmpty())
            QSKIP(qPrintable(QStringLiteral("not installed: ") + missing));
        m_desktop = std::make_unique<Desktop>();
        QVERIFY(m_desktop->start());
    }

    void cleanup() { m_desktop.reset(); }

    void aSecondStartOpensInTheFirstWindow()
    {
        QVERIFY(m_desktop->run(QStringLiteral(DUOLOGUE_PROGRAM), {kSample + QStringLiteral("/PrefEval")}));
        QTRY_VERIFY_WITH_TIMEOUT(windowTitles().contains(QStringLiteral("PrefEval – Duologue")), kWindowMs);
        QProcess second;
        startSecond(second, {kSample + QStringLiteral("/RecLLMSim"), QStringLiteral("--where"),
                             QStringLiteral("turns:3")});
        QVERIFY(second.waitForFinished(kWindowMs));
        QCOMPARE(second.exitCode(), 0);
        QTRY_COMPARE_WITH_TIMEOUT(windowTitles(), QStringList{QStringLiteral("RecLLMSim – Duologue")},
                                  kWindowMs);
        QVERIFY(m_desktop->isRunning());
    }

    /// A path of the second process means what it means there.
    void relativePathsAreThoseOfTheSecondStart()
    {
        QVERIFY(m_desktop->run(QStringLiteral(DUOLOGUE_PROGRAM), {kSample + QStringLiteral("/PrefEval")}));
        QTRY_VERIFY_WITH_TIMEOUT(!windowTitles().isEmpty(), kWindowMs);
        QProcess second;
        second.setWorkingDirectory(kSample);
        startSecond(second, {QStringLiteral("turbo-alignment")});
        QVERIFY(second.waitForFinished(kWindowMs));
        QTRY_COMPARE_WITH_TIMEOUT(windowTitles(), QStringList{QStringLiteral("turbo-alignment – Duologue")},
                                  kWindowMs);
    }

    void aWindowOfItsOwnCanBeAskedFor()
    {
        QVERIFY(m_desktop->run(QStringLiteral(DUOLOGUE_PROGRAM), {kSample + QStringLiteral("/PrefEval")}));
        QTRY_VERIFY_WITH_TIMEOUT(!windowTitles().isEmpty(), kWindowMs);
        QProcess second;
        startSecond(second, {QStringLiteral("--new-window"), kSample + QStringLiteral("/RecLLMSim")});
        QTRY_COMPARE_WITH_TIMEOUT(windowTitles().size(), 2, kWindowMs);
        QCOMPARE(second.state(), QProcess::Running);
        second.terminate();
        QVERIFY(second.waitForFinished(kWindowMs));
        QCOMPARE(second.exitStatus(), QProcess::NormalExit);
        QVERIFY(m_desktop->isRunning());
    }

    void withoutABusEachStartIsItsOwn()
    {
        QProcess only;
        QProcessEnvironment environment = m_desktop->environment();
        environment.remove(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"));
        environment.remove(QStringLiteral("QT_LINUX_ACCESSIBILITY_ALWAYS_ON"));
        only.setProcessEnvironment(environment);
        only.setProcessChannelMode(QProcess::MergedChannels);
        only.start(QStringLiteral(DUOLOGUE_PROGRAM), {kSample + QStringLiteral("/PrefEval")});
        QVERIFY(only.waitForStarted(kWindowMs));
        // Up to its window, it has had every occasion to complain. One that ended is not waited for.
        const bool isOver = QTest::qWaitFor(
            [&] { return only.state() != QProcess::Running || !windowTitles().isEmpty(); }, kWindowMs);
        QVERIFY2(isOver && only.state() == QProcess::Running, stateOf(only).constData());
        only.terminate();
        QVERIFY(only.waitForFinished(kWindowMs));
        QCOMPARE(only.exitStatus(), QProcess::NormalExit);
        const QByteArray said = only.readAll();
        QVERIFY2(!said.contains("dbus") && !said.contains("DBus") && !said.contains("D-Bus"),
                 said.constData());
    }

private:
    QStringList windowTitles() const { return m_desktop->windowTitles(); }

    void startSecond(QProcess& second, const QStringList& arguments) const
    {
        second.setProcessEnvironment(m_desktop->environment());
        second.start(QStringLiteral(DUOLOGUE_PROGRAM), arguments);
        QVERIFY(second.waitForStarted(kWindowMs));
    }

    std::unique_ptr<Desktop> m_desktop;
};

DUOLOGUE_TEST(RunningProgramTest)
#include "running_program_test.moc"
