// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <memory>

namespace duologue::ui {

/// What a start of the program asks for.
struct StartRequest {
    /// Files and folders, or one saved view; absolute. Empty to leave open what is open.
    QStringList paths;
    /// A query; empty for none.
    QString where;
    /// The record to begin with, "FILE:N"; empty for the first.
    QString record;

    bool operator==(const StartRequest&) const = default;
};

/// The one program that a session runs: a second start hands what it asks for to the first, by the interface
/// org.freedesktop.Application. Without a session bus each start is a program of its own. GUI thread.
class RunningProgram : public QObject {
    Q_OBJECT

public:
    explicit RunningProgram(QObject* parent = nullptr);
    ~RunningProgram() override;

    /// Takes the name of the program on the bus; false if another process has it, or if there is no bus.
    /// Requests arrive once the event loop runs.
    bool claim();
    /// Asks the process that has the name; false if there is none, or if it does not accept: it may show a
    /// dialog that has to be answered first, or not answer at all.
    static bool handOver(const StartRequest& request);

Q_SIGNALS:
    void requested(const duologue::ui::StartRequest& request);

private:
    class Endpoint;

    std::unique_ptr<Endpoint> m_endpoint;
};

} // namespace duologue::ui
