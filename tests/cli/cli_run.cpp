// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"

#include "tests/support/temp_folder.h"

#include <QProcess>

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

QString pathText(const std::filesystem::path& path)
{
    return QString::fromStdString(path.string());
}

QList<QByteArray> headerOf(const QByteArray& csv)
{
    return csv.left(csv.indexOf('\n')).split(',');
}

} // namespace duologue::test
