// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

namespace duologue::ui::test {

/// A display, a session bus and a program on them, all of their own, with settings and cache in a temporary
/// folder; all of it ends with the object.
class Desktop {
public:
    ~Desktop();

    /// What is missing to have one, in words; empty where all is there.
    static QString missing();

    [[nodiscard]] bool start();
    [[nodiscard]] bool run(const QString& program, const QStringList& arguments);
    bool isRunning() const { return m_program.state() == QProcess::Running; }
    const QString& busAddress() const { return m_bus.address; }
    /// The display ends, as when a session is killed.
    void loseDisplay() { m_display.stop(); }
    bool waitForEnd(int ms) { return m_program.waitForFinished(ms); }
    /// The program called exit(), it was not ended by a signal.
    bool endedBySelf() const { return m_program.exitStatus() == QProcess::NormalExit; }
    /// What the program said.
    QByteArray output() { return m_program.readAll(); }

private:
    /// A process that prints one line when it can be used.
    struct Server {
        QProcess process;
        QString address;

        bool start(const QString& program, const QStringList& arguments, const QProcessEnvironment& how);
        void stop();
    };

    QProcessEnvironment environment() const;

    QTemporaryDir m_home;
    Server m_display;
    Server m_bus;
    QProcess m_program;
};

} // namespace duologue::ui::test
