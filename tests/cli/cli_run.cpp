// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"

#include "tests/support/temp_folder.h"

#include <QElapsedTimer>
#include <QProcess>
#include <array>
#include <fcntl.h>
#include <pty.h>
#include <termios.h>
#include <unistd.h>

namespace duologue::test {

QList<QByteArray> CliRun::lines() const
{
    QByteArray text = out;
    if (text.endsWith('\n'))
        text.chop(1);
    return text.isEmpty() ? QList<QByteArray>() : text.split('\n');
}

std::filesystem::path cliCacheFolder()
{
    static const TempFolder cache;
    return cache.path();
}

QProcessEnvironment cliEnvironment()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_CACHE_HOME"), pathText(cliCacheFolder()));
    return environment;
}

CliRun runCli(const QStringList& arguments)
{
    constexpr int kLongest = 120'000;
    QProcess process;
    process.setProcessEnvironment(cliEnvironment());
    process.start(QStringLiteral(DUOLOGUE_CLI), arguments);
    CliRun run;
    if (!process.waitForFinished(kLongest) || process.exitStatus() != QProcess::NormalExit) {
        process.kill();
        process.waitForFinished();
        run.err = "did not end normally: " + process.readAllStandardError();
        return run;
    }
    run.exitCode = process.exitCode();
    run.out = process.readAllStandardOutput();
    run.err = process.readAllStandardError();
    return run;
}

CliRun runCliOnTerminal(const QStringList& arguments)
{
    constexpr int kLongest = 120'000;
    constexpr int kBetween = 10;
    CliRun run;
    int master = -1;
    int slave = -1;
    std::array<char, 256> name{};
    if (::openpty(&master, &slave, name.data(), nullptr, nullptr) != 0) {
        run.err = "there is no terminal to be had";
        return run;
    }
    termios mode{};
    ::tcgetattr(slave, &mode);
    ::cfmakeraw(&mode);
    ::tcsetattr(slave, TCSANOW, &mode);
    ::fcntl(master, F_SETFL, O_NONBLOCK);
    // A terminal buffers little: the program waits until its output is read.
    const auto drain = [&] {
        std::array<char, 4096> bytes{};
        for (ssize_t count = 0; (count = ::read(master, bytes.data(), bytes.size())) > 0;)
            run.out.append(bytes.data(), count);
    };
    QProcess process;
    process.setProcessEnvironment(cliEnvironment());
    process.setStandardOutputFile(QString::fromLocal8Bit(name.data()), QIODevice::Append);
    process.start(QStringLiteral(DUOLOGUE_CLI), arguments);
    QElapsedTimer timer;
    timer.start();
    while (!process.waitForFinished(kBetween) && process.state() != QProcess::NotRunning &&
           timer.elapsed() < kLongest)
        drain();
    drain();
    ::close(slave);
    ::close(master);
    if (process.state() == QProcess::NotRunning && process.exitStatus() == QProcess::NormalExit)
        run.exitCode = process.exitCode();
    process.kill();
    process.waitForFinished();
    run.err = process.readAllStandardError();
    return run;
}

QString pathText(const std::filesystem::path& path)
{
    return QString::fromStdString(path.string());
}

QList<QByteArray> headerOf(const QByteArray& csv)
{
    return csv.left(csv.indexOf('\n')).split(',');
}

} // namespace duologue::test
