// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QProcessEnvironment>
#include <QStringList>
#include <filesystem>

namespace duologue::test {

/// What one run of duologue-cli came to.
struct CliRun {
    int exitCode = -1;
    QByteArray out;
    QByteArray err;

    /// Of standard output, without the last line break.
    QList<QByteArray> lines() const;
};

/// The cache folder of every run of this test, which is not that of whoever runs it; gone at the end.
std::filesystem::path cliCacheFolder();
/// What each run of the program is started with.
QProcessEnvironment cliEnvironment();

/// Runs the built program to its end.
CliRun runCli(const QStringList& arguments);

/// The same with a terminal for its standard output, which changes no byte on the way.
CliRun runCliOnTerminal(const QStringList& arguments);

QString pathText(const std::filesystem::path& path);

/// The fields of the first line of a CSV text.
QList<QByteArray> headerOf(const QByteArray& csv);

} // namespace duologue::test
