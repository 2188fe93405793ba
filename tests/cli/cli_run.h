// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QProcessEnvironment>
#include <QStringList>
#include <filesystem>

namespace duologue::test {

/// The result of one run of duologue-cli.
struct CliRun {
    int exitCode = -1;
    QByteArray out;
    QByteArray err;

    /// Standard output without the last line break.
    QList<QByteArray> lines() const;
};

/// The cache folder of every run in this test, instead of the user's own; removed at the end.
std::filesystem::path cliCacheFolder();
/// The environment of every run.
QProcessEnvironment cliEnvironment();

/// Runs the built program until it ends.
CliRun runCli(const QStringList& arguments);

/// The same with a terminal as standard output, which passes every byte unchanged.
CliRun runCliOnTerminal(const QStringList& arguments);

QString pathText(const std::filesystem::path& path);

/// The fields of the first line of a CSV text.
QList<QByteArray> headerOf(const QByteArray& csv);

} // namespace duologue::test
