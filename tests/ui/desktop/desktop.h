// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

namespace duologue::ui::test {

/// A display, a session bus and a program on them, with settings and cache in a temporary folder. All end
/// with the object.
class Desktop {
public:
    ~Desktop();

    /// What is missing for a display, in words; empty if nothing is.
    static QString missing();

    [[nodiscard]] bool start();
    [[nodiscard]] bool run(const QString& program, const QStringList& arguments);
    bool isRunning() const { return m_program.state() == QProcess::Running; }
    /// For other processes on the same display and bus, with the same home.
    QProcessEnvironment environment() const;
    /// The titles of Duologue's windows on the display.
    QStringList windowTitles() const;
    const QString& busAddress() const { return m_bus.address; }
    /// Ends the display, like a killed session.
    void loseDisplay() { m_display.stop(); }
    bool waitForEnd(int ms) { return m_program.waitForFinished(ms); }
    /// True if the program called exit(); false if a signal ended it.
    bool endedBySelf() const { return m_program.exitStatus() == QProcess::NormalExit; }
    /// The output of the program.
    QByteArray output() { return m_program.readAll(); }

private:
    /// A process that prints one line when it is ready.
    struct Server {
        QProcess process;
        QString address;

        bool start(const QString& program, const QStringList& arguments, const QProcessEnvironment& how);
        void stop();
    };

    QTemporaryDir m_home;
    Server m_display;
    Server m_bus;
    QProcess m_program;
};

} // namespace duologue::ui::test
