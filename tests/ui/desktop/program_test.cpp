// SPDX-License-Identifier: GPL-3.0-or-later
#include "at_spi.h"
#include "desktop.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace duologue::ui::test;

namespace {

constexpr int kLongestMs = 60 * 1000;

} // namespace

/// Start and end of the running program.
class ProgramTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void printsItsOptionsWithoutADisplay_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("help") << QStringList{QStringLiteral("--help")} << QByteArray("--where <QUERY>");
        QTest::newRow("short help") << QStringList{QStringLiteral("-h")} << QByteArray("--where <QUERY>");
        QTest::newRow("version") << QStringList{QStringLiteral("--version")} << QByteArray("duologue ");
        QTest::newRow("behind others") << QStringList{QStringLiteral("--where"), QStringLiteral("x"),
                                                      QStringLiteral("a"), QStringLiteral("-v")}
                                       << QByteArray("duologue ");
    }

    void printsItsOptionsWithoutADisplay()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const QByteArray, says);
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
            environment.remove(QLatin1String(name));
        QProcess program;
        program.setProcessEnvironment(environment);
        program.start(QStringLiteral(DUOLOGUE_PROGRAM), arguments);
        QVERIFY(program.waitForFinished(kLongestMs));
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QVERIFY2(program.exitCode() == 0, program.readAllStandardError().constData());
        const QByteArray said = program.readAllStandardOutput();
        QVERIFY2(said.contains(says), said.constData());
    }

    void endsCleanlyWhenTheDisplayGoes()
    {
        if (const QString missing = Desktop::missing(); !missing.isEmpty())
            QSKIP(qPrintable(QStringLiteral("not installed: ") + missing));
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("a.jsonl")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QByteArray line = R"({"messages": [{"role": "user", "content": "x"}, {"role": "user"}]})";
        line.replace("\"x\"", '"' + QByteArray(200, 'x') + '"');
        line += '\n';
        // Still being read when the window appears.
        constexpr qint64 kSize = qint64{192} << 20U;
        const QByteArray lines = line.repeated(10'000);
        while (file.size() < kSize)
            QVERIFY(file.write(lines) == lines.size());
        file.close();
        Desktop desktop;
        QVERIFY(desktop.start());
        QVERIFY(desktop.run(QStringLiteral(DUOLOGUE_PROGRAM), {folder.path()}));
        QTRY_VERIFY_WITH_TIMEOUT(!atSpiPrograms(desktop.busAddress()).isEmpty(), kLongestMs);
        desktop.loseDisplay();
        QVERIFY(desktop.waitForEnd(kLongestMs));
        const QByteArray said = desktop.output();
        QVERIFY2(desktop.endedBySelf() && !said.contains("pure virtual") && !said.contains("ERROR"),
                 said.constData());
    }
};

DUOLOGUE_TEST(ProgramTest)
#include "program_test.moc"
