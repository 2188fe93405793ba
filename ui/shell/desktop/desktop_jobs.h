// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>

namespace duologue::ui {

class RunningJobs;

/// Tells the desktop how long work goes on: its share in the program's entry of the task bar, where the
/// desktop shows that, and a notification if work of more than ten seconds ends while the user is in another
/// program. Nothing happens without a session bus. GUI thread.
class DesktopJobs : public QObject {
    Q_OBJECT

public:
    /// Shorter work is over before anybody has gone away.
    static constexpr qint64 kLongMs = 10'000;

    /// `mayNotify` is asked before each notification.
    DesktopJobs(RunningJobs& jobs, std::function<bool()> mayNotify, QObject* parent);

    /// Takes the share out of the task bar, when the program ends.
    void clear();

private:
    void showShare();
    void sendShare(double share);
    void notify(const QString& outcome, qint64 milliseconds);

    RunningJobs& m_jobs;
    std::function<bool()> m_mayNotify;
    /// What the task bar shows, in percent; -1 for nothing.
    int m_shown = -1;
    /// The notification that is shown, which a new one replaces.
    unsigned m_notification = 0;
};

} // namespace duologue::ui
