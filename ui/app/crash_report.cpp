// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/crash_report.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <array>
#include <csignal>
#include <cstring>
#include <execinfo.h>
#include <fcntl.h>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace duologue::ui {

namespace {

constexpr std::array kFaults{SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};
constexpr int kMostCalls = 128;
constexpr qsizetype kKeptReports = 5;
constexpr std::size_t kLongestPath = 4096;
constexpr std::size_t kStack = std::size_t{64} << 10U;

/// What a signal handler needs: it may call nothing that takes memory or locks.
struct FaultState {
    int file = -1;
    std::array<char, kLongestPath> path{};
    alignas(16) std::array<char, kStack> stack{};
};

/// Null until reports begin. A handler cannot call a function with a static variable, which takes a lock.
FaultState* theFaultState = nullptr;

void writeText(int file, std::string_view text)
{
    // Nothing can be done if it fails.
    [[maybe_unused]] const auto written = ::write(file, text.data(), text.size());
}

std::string_view nameOfFault(int signal)
{
    switch (signal) {
    case SIGSEGV:
        return "SIGSEGV";
    case SIGABRT:
        return "SIGABRT";
    case SIGBUS:
        return "SIGBUS";
    case SIGFPE:
        return "SIGFPE";
    case SIGILL:
        return "SIGILL";
    default:
        return "a signal";
    }
}

/// The handler is gone when it runs, so that a fault in it ends the program.
void noteFault(int signal)
{
    if (theFaultState != nullptr && theFaultState->file >= 0) {
        const int file = theFaultState->file;
        writeText(file, "ended by ");
        writeText(file, nameOfFault(signal));
        writeText(file, "\n");
        std::array<void*, kMostCalls> calls{};
        const int count = ::backtrace(calls.data(), static_cast<int>(calls.size()));
        ::backtrace_symbols_fd(calls.data(), count, file);
        ::fsync(file);
    }
    ::raise(signal);
}

constexpr QLatin1String kRunningPattern("running-*.txt");
constexpr QLatin1String kReportPattern("crash-*.txt");

/// Opens the file if no process that runs holds its lock; -1 otherwise.
int lockIfAbandoned(const QString& path)
{
    const int file = ::open(QFile::encodeName(path).constData(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (file >= 0 && ::flock(file, LOCK_EX | LOCK_NB) == 0)
        return file;
    if (file >= 0)
        ::close(file);
    return -1;
}

/// Newest first.
QFileInfoList reportsIn(const QString& folder)
{
    return QDir(folder).entryInfoList({kReportPattern}, QDir::Files, QDir::Name | QDir::Reversed);
}

} // namespace

QString CrashReport::newestReport(const QString& folder)
{
    const QFileInfoList reports = reportsIn(folder);
    return reports.isEmpty() ? QString() : reports.front().absoluteFilePath();
}

std::optional<CrashReport::Last> CrashReport::takeLast(const QString& folder)
{
    std::optional<Last> last;
    const QDir here(folder);
    for (const QFileInfo& left : here.entryInfoList({kRunningPattern}, QDir::Files, QDir::Time)) {
        const QString path = left.absoluteFilePath();
        const int file = lockIfAbandoned(path);
        if (file < 0)
            continue;
        if (!last)
            last = Last();
        // A program that was killed has written nothing after its version.
        QFile text(path);
        const bool hasCalls = text.open(QIODevice::ReadOnly) && text.readAll().contains("ended by ");
        const QString kept =
            here.filePath(QStringLiteral("crash-%1.txt")
                              .arg(left.lastModified().toString(QStringLiteral("yyyyMMdd-HHmmss-zzz"))));
        if (hasCalls && QFile::rename(path, kept)) {
            if (last->path.isEmpty())
                last->path = kept;
        } else {
            QFile::remove(path);
        }
        ::close(file);
    }
    for (const QFileInfo& old : reportsIn(folder).mid(kKeptReports))
        QFile::remove(old.absoluteFilePath());
    return last;
}

void CrashReport::end()
{
    if (theFaultState == nullptr || theFaultState->file < 0)
        return;
    ::unlink(theFaultState->path.data());
    ::close(std::exchange(theFaultState->file, -1));
}

void CrashReport::begin(const QString& folder, const QString& version)
{
    if (folder.isEmpty() || !QDir().mkpath(folder))
        return;
    static FaultState state;
    const QByteArray name = QFile::encodeName(
        QDir(folder).filePath(QStringLiteral("running-%1.txt").arg(QCoreApplication::applicationPid())));
    if (static_cast<std::size_t>(name.size()) >= state.path.size())
        return;
    // Another start must not find it before it is locked.
    const QByteArray unlocked = name + ".new";
    state.file =
        ::open(unlocked.constData(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
    if (state.file < 0)
        return;
    ::flock(state.file, LOCK_EX | LOCK_NB);
    if (::rename(unlocked.constData(), name.constData()) != 0) {
        ::unlink(unlocked.constData());
        ::close(std::exchange(state.file, -1));
        return;
    }
    std::memcpy(state.path.data(), name.constData(), static_cast<std::size_t>(name.size()) + 1);
    theFaultState = &state;
    const QString head =
        QStringLiteral("Duologue %1, Qt %2, %3\n")
            .arg(version, QLatin1String(qVersion()), QDateTime::currentDateTimeUtc().toString(Qt::ISODate));
    writeText(state.file, head.toStdString());
    // The first call loads a library, which a handler must not do.
    std::array<void*, 1> calls{};
    ::backtrace(calls.data(), 1);
    // A stack that has overflown cannot hold the handler.
    stack_t stack{};
    stack.ss_sp = state.stack.data();
    stack.ss_size = state.stack.size();
    ::sigaltstack(&stack, nullptr);
    struct sigaction action {};
    action.sa_handler = &noteFault;
    action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_ONSTACK;
    for (const int fault : kFaults)
        ::sigaction(fault, &action, nullptr);
}

} // namespace duologue::ui
