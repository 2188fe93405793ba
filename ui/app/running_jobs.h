// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace duologue::ui {

/// How fast something goes now, from what was done of it at some moments. A value.
class RateMeter {
public:
    using Time = std::chrono::milliseconds;

    /// `at` is the time since any fixed moment, and never less than before. `done` that is less than before
    /// begins anew.
    void note(Time at, std::uint64_t done);

    /// In units of `done` per second; empty until enough is known.
    std::optional<double> perSecond() const;
    /// How long the rest takes; empty if that is not known.
    std::optional<Time> timeLeft(std::uint64_t total) const;

private:
    struct Sample {
        Time at;
        std::uint64_t done;
    };

    std::deque<Sample> m_samples;
};

/// How much of a job is done. A total of 0 is not known.
struct JobAmount {
    enum class Unit { Bytes, Conversations };

    std::uint64_t done = 0;
    std::uint64_t total = 0;
    Unit unit = Unit::Conversations;
};

/// A piece of work that the user waits for.
struct RunningJob {
    int id = 0;
    /// What is done, translated: "Reading".
    QString title;
    std::function<JobAmount()> amount;
    /// Asks it to stop; it may be empty.
    std::function<void()> cancel;
    QElapsedTimer since;
    RateMeter rate;

    /// From 0 to 1; -1 if it is not known.
    double share() const;
    /// "312 MB/s, 8 s left"; empty until something is known.
    QString speed() const;
};

/// The long work of the program, whichever part of it does it, so that the window and the desktop can show
/// how far it is. GUI thread.
class RunningJobs : public QObject {
    Q_OBJECT

public:
    /// The object of the calling thread; lives as long as the thread.
    static RunningJobs& ofThisThread();

    /// Returns a number for end(). `amount` and `cancel` are called on this thread, until then.
    int begin(const QString& title, std::function<JobAmount()> amount, std::function<void()> cancel = {});
    /// The job has ended. `outcome` is a sentence, translated; empty if it was cancelled or failed. A number
    /// that is not running is nothing.
    void end(int id, const QString& outcome = {});

    /// The one that began first comes first.
    const std::vector<RunningJob>& jobs() const { return m_jobs; }
    /// Of all jobs together, from 0 to 1; -1 if it is not known of any.
    double share() const;
    void cancelAll();

Q_SIGNALS:
    /// A job has begun or ended, or some time has passed while one runs.
    void changed();
    void ended(const QString& outcome, qint64 milliseconds);

private:
    RunningJobs();
    void look();

    std::vector<RunningJob> m_jobs;
    QTimer m_look;
    int m_last = 0;
};

/// A job that one part of the program does now and then, one at a time. It is in RunningJobs from begin() to
/// end(), or to the end of this object.
class JobEntry {
public:
    JobEntry() = default;
    JobEntry(const JobEntry&) = delete;
    JobEntry& operator=(const JobEntry&) = delete;
    ~JobEntry() { end(); }

    /// As in RunningJobs; ends the one before.
    void begin(const QString& title, std::function<JobAmount()> amount, std::function<void()> cancel = {});
    void end(const QString& outcome = {});

private:
    int m_id = 0;
};

} // namespace duologue::ui
