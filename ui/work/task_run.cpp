// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work/task_run.h"

#include <QThreadPool>
#include <utility>

namespace duologue::ui {

void TaskRun::drop()
{
    const std::scoped_lock lock(m_mutex);
    if (m_phase != Phase::Working)
        return;
    m_phase = Phase::Dropped;
    QThreadPool::globalInstance()->releaseThread();
}

void TaskRun::begin()
{
    const std::scoped_lock lock(m_mutex);
    m_phase = Phase::Working;
}

void TaskRun::end()
{
    const std::scoped_lock lock(m_mutex);
    if (std::exchange(m_phase, Phase::Ended) == Phase::Dropped)
        QThreadPool::globalInstance()->reserveThread();
}

WaitsElsewhere::WaitsElsewhere()
{
    QThreadPool::globalInstance()->releaseThread();
}

WaitsElsewhere::~WaitsElsewhere()
{
    QThreadPool::globalInstance()->reserveThread();
}

void startOnWorker(std::shared_ptr<TaskRun> run, std::stop_token stop, std::function<void()> work,
                   std::function<void(const TaskFailure&)> failed)
{
    QThreadPool::globalInstance()->start(
        [run = std::move(run), stop = std::move(stop), work = std::move(work), failed = std::move(failed)] {
            run->begin();
            try {
                if (!stop.stop_requested())
                    work();
            } catch (...) {
                try {
                    failed(TaskFailure::current());
                } catch (...) {
                    // There is not even enough memory to report it.
                }
            }
            run->end();
        });
}

} // namespace duologue::ui
