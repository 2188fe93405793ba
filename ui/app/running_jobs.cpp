// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/running_jobs.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <memory>
#include <utility>

namespace duologue::ui {

namespace {

using namespace std::chrono_literals;

/// Older moments do not count: a cache that is warm at first must not promise its speed for the rest.
constexpr RateMeter::Time kWindow = 4s;
/// Before that, a rate would jump about.
constexpr RateMeter::Time kLeast = 700ms;

} // namespace

void RateMeter::note(Time at, std::uint64_t done)
{
    if (!m_samples.empty() && done < m_samples.back().done)
        m_samples.clear();
    m_samples.push_back({at, done});
    while (m_samples.size() > 2 && at - m_samples[1].at >= kWindow)
        m_samples.pop_front();
}

std::optional<double> RateMeter::perSecond() const
{
    if (m_samples.empty())
        return std::nullopt;
    const Time took = m_samples.back().at - m_samples.front().at;
    if (took < kLeast)
        return std::nullopt;
    return static_cast<double>(m_samples.back().done - m_samples.front().done) /
           std::chrono::duration<double>(took).count();
}

std::optional<RateMeter::Time> RateMeter::timeLeft(std::uint64_t total) const
{
    const auto rate = perSecond();
    if (!rate || *rate <= 0)
        return std::nullopt;
    const std::uint64_t done = m_samples.back().done;
    const double left = done < total ? static_cast<double>(total - done) : 0;
    constexpr double kLongest = 1e6;
    const double seconds = left / *rate;
    if (seconds > kLongest)
        return std::nullopt;
    return Time(static_cast<Time::rep>(seconds * 1000));
}

namespace {

constexpr int kLookMs = 250;
constexpr int kSecondsInMinute = 60;
constexpr int kSecondsInHour = 3600;

struct JobWords {
    Q_DECLARE_TR_FUNCTIONS(RunningJobs)
};

QString rateText(double perSecond, JobAmount::Unit unit)
{
    const auto whole = static_cast<std::uint64_t>(perSecond);
    if (unit == JobAmount::Unit::Bytes)
        return JobWords::tr("%1/s").arg(
            QLocale().formattedDataSize(static_cast<qint64>(whole), 0, QLocale::DataSizeSIFormat));
    return JobWords::tr("%1 conversations/s").arg(QLocale().toString(static_cast<qulonglong>(whole)));
}

QString leftText(RateMeter::Time left)
{
    const auto seconds = static_cast<int>(left.count() / 1000) + 1;
    if (seconds < kSecondsInMinute)
        return JobWords::tr("%1 s left").arg(seconds);
    if (seconds < kSecondsInHour)
        return JobWords::tr("%1 min left").arg((seconds + kSecondsInMinute / 2) / kSecondsInMinute);
    return JobWords::tr("%1 h left").arg((seconds + kSecondsInHour / 2) / kSecondsInHour);
}

} // namespace

double RunningJob::share() const
{
    const JobAmount now = amount ? amount() : JobAmount();
    if (now.total == 0)
        return -1;
    return std::min(1.0, static_cast<double>(now.done) / static_cast<double>(now.total));
}

QString RunningJob::speed() const
{
    const JobAmount now = amount ? amount() : JobAmount();
    const auto perSecond = rate.perSecond();
    if (!perSecond || *perSecond < 1)
        return {};
    QString text = rateText(*perSecond, now.unit);
    if (const auto left = now.total == 0 ? std::nullopt : rate.timeLeft(now.total))
        text = JobWords::tr("%1, %2").arg(text, leftText(*left));
    return text;
}

RunningJobs& RunningJobs::ofThisThread()
{
    thread_local const auto jobs = std::unique_ptr<RunningJobs>(new RunningJobs);
    return *jobs;
}

RunningJobs::RunningJobs()
{
    m_look.setInterval(kLookMs);
    connect(&m_look, &QTimer::timeout, this, &RunningJobs::look);
}

int RunningJobs::begin(const QString& title, std::function<JobAmount()> amount, std::function<void()> cancel)
{
    RunningJob job;
    job.id = ++m_last;
    job.title = title;
    job.amount = std::move(amount);
    job.cancel = std::move(cancel);
    job.since.start();
    m_jobs.push_back(std::move(job));
    m_look.start();
    look();
    return m_last;
}

void RunningJobs::end(int id, const QString& outcome)
{
    const auto found =
        std::find_if(m_jobs.begin(), m_jobs.end(), [id](const RunningJob& job) { return job.id == id; });
    if (found == m_jobs.end())
        return;
    const qint64 took = found->since.elapsed();
    m_jobs.erase(found);
    if (m_jobs.empty())
        m_look.stop();
    Q_EMIT changed();
    if (!outcome.isEmpty())
        Q_EMIT ended(outcome, took);
}

double RunningJobs::share() const
{
    double sum = 0;
    int known = 0;
    for (const RunningJob& job : m_jobs) {
        const double share = job.share();
        if (share < 0)
            continue;
        sum += share;
        ++known;
    }
    return known == 0 ? -1 : sum / known;
}

void RunningJobs::cancelAll()
{
    // Cancelling may end a job at once.
    std::vector<std::function<void()>> calls;
    for (const RunningJob& job : m_jobs) {
        if (job.cancel)
            calls.push_back(job.cancel);
    }
    for (const auto& call : calls)
        call();
}

void JobEntry::begin(const QString& title, std::function<JobAmount()> amount, std::function<void()> cancel)
{
    end();
    m_id = RunningJobs::ofThisThread().begin(title, std::move(amount), std::move(cancel));
}

void JobEntry::end(const QString& outcome)
{
    if (m_id != 0)
        RunningJobs::ofThisThread().end(std::exchange(m_id, 0), outcome);
}

void RunningJobs::look()
{
    for (RunningJob& job : m_jobs) {
        if (job.amount)
            job.rate.note(std::chrono::milliseconds(job.since.elapsed()), job.amount().done);
    }
    Q_EMIT changed();
}

} // namespace duologue::ui
