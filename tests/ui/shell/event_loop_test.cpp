// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"

#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

/// How a program ends while background work hangs.
class EventLoopTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void endsAtOnceDespiteHangingWork_data()
    {
        QTest::addColumn<QString>("how");
        QTest::addColumn<int>("code");
        QTest::newRow("quit") << QStringLiteral("quit") << 3;
        // The way in which Qt ends the program when the display is gone.
        QTest::newRow("exit") << QStringLiteral("exit") << 1;
    }

    void endsAtOnceDespiteHangingWork()
    {
        QFETCH(const QString, how);
        QFETCH(const int, code);
        const QTemporaryDir home;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* place : {"HOME", "XDG_CONFIG_HOME"})
            environment.insert(QLatin1String(place), home.path());
        QProcess program;
        program.setProcessEnvironment(environment);
        program.setProcessChannelMode(QProcess::MergedChannels);
        program.start(QStringLiteral(DUOLOGUE_HANGING_PROGRAM), {how});
        if (!program.waitForFinished(20'000)) {
            program.kill();
            program.waitForFinished();
            QFAIL("it does not end");
        }
        const QByteArray said = program.readAll();
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QVERIFY2(program.exitCode() == code && said.isEmpty(), said.constData());
        // The settings were written.
        QFile settings(home.filePath(QStringLiteral("Duologue/hanging.conf")));
        QVERIFY(settings.open(QIODevice::ReadOnly));
        QVERIFY(settings.readAll().contains("ended=true"));
    }
};

DUOLOGUE_TEST(EventLoopTest)
#include "event_loop_test.moc"
