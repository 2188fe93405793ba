// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop.h"

#include <QFileInfo>
#include <QStandardPaths>

namespace duologue::ui::test {

namespace {

constexpr int kStartMs = 20'000;

} // namespace

QString Desktop::missing()
{
    QStringList wanted;
    for (const char* program : {"Xvfb", "dbus-daemon", "xdotool"}) {
        if (QStandardPaths::findExecutable(QLatin1String(program)).isEmpty())
            wanted << QLatin1String(program);
    }
    if (!QFileInfo::exists(QStringLiteral("/usr/share/dbus-1/services/org.a11y.Bus.service")))
        wanted << QStringLiteral("at-spi2-core");
    return wanted.join(QStringLiteral(", "));
}

Desktop::~Desktop()
{
    if (isRunning()) {
        m_program.terminate();
        if (!m_program.waitForFinished(kStartMs))
            m_program.kill();
        m_program.waitForFinished(kStartMs);
    }
    m_bus.stop();
    m_display.stop();
}

bool Desktop::start()
{
    // The display prints its number to standard output, the bus its address. The display must not reset when
    // its only client is gone: it would disconnect a program that connects just then.
    if (!m_home.isValid() ||
        !m_display.start(QStringLiteral("Xvfb"),
                         {QStringLiteral("-displayfd"), QStringLiteral("1"), QStringLiteral("-nolisten"),
                          QStringLiteral("tcp"), QStringLiteral("-noreset"), QStringLiteral("-screen"),
                          QStringLiteral("0"), QStringLiteral("1440x900x24")},
                         environment()))
        return false;
    m_display.address.prepend(QLatin1Char(':'));
    return m_bus.start(
        QStringLiteral("dbus-daemon"),
        {QStringLiteral("--session"), QStringLiteral("--nofork"), QStringLiteral("--print-address=1")},
        environment());
}

bool Desktop::run(const QString& program, const QStringList& arguments)
{
    m_program.setProcessEnvironment(environment());
    m_program.setProcessChannelMode(QProcess::MergedChannels);
    m_program.start(program, arguments);
    return m_program.waitForStarted(kStartMs);
}

QProcessEnvironment Desktop::environment() const
{
    QProcessEnvironment made = QProcessEnvironment::systemEnvironment();
    made.remove(QStringLiteral("AT_SPI_BUS_ADDRESS"));
    made.insert(QStringLiteral("HOME"), m_home.path());
    for (const char* place : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"})
        made.insert(QLatin1String(place), m_home.path());
    made.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("xcb"));
    made.insert(QStringLiteral("QT_LINUX_ACCESSIBILITY_ALWAYS_ON"), QStringLiteral("1"));
    made.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
    made.remove(QStringLiteral("LANGUAGE"));
    if (!m_display.address.isEmpty())
        made.insert(QStringLiteral("DISPLAY"), m_display.address);
    if (!m_bus.address.isEmpty())
        made.insert(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"), m_bus.address);
    return made;
}

QStringList Desktop::windowTitles() const
{
    QProcess search;
    search.setProcessEnvironment(environment());
    search.start(QStringLiteral("xdotool"),
                 {QStringLiteral("search"), QStringLiteral("--onlyvisible"), QStringLiteral("--class"),
                  QStringLiteral("duologue"), QStringLiteral("getwindowname"), QStringLiteral("%@")});
    if (!search.waitForFinished(kStartMs))
        return {};
    return QString::fromUtf8(search.readAllStandardOutput()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
}

bool Desktop::Server::start(const QString& program, const QStringList& arguments,
                            const QProcessEnvironment& how)
{
    process.setProcessEnvironment(how);
    process.setStandardErrorFile(QProcess::nullDevice());
    process.start(program, arguments);
    while (!process.canReadLine()) {
        if (!process.waitForReadyRead(kStartMs))
            return false;
    }
    address = QString::fromUtf8(process.readLine()).trimmed();
    return !address.isEmpty();
}

void Desktop::Server::stop()
{
    if (process.state() == QProcess::NotRunning)
        return;
    process.terminate();
    if (!process.waitForFinished(kStartMs))
        process.kill();
    process.waitForFinished(kStartMs);
}

} // namespace duologue::ui::test
