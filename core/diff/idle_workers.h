// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace duologue {

/// Lends each thread a worker of its own and keeps them for the next chunks.
template<typename Worker>
class IdleWorkers {
public:
    template<typename Make, typename Use>
    void with(const Make& make, const Use& use)
    {
        std::unique_ptr<Worker> worker;
        {
            const std::scoped_lock lock(m_mutex);
            if (!m_idle.empty()) {
                worker = std::move(m_idle.back());
                m_idle.pop_back();
            }
        }
        if (!worker)
            worker = make();
        use(*worker);
        const std::scoped_lock lock(m_mutex);
        m_idle.push_back(std::move(worker));
    }

private:
    std::mutex m_mutex;
    std::vector<std::unique_ptr<Worker>> m_idle;
};

} // namespace duologue
