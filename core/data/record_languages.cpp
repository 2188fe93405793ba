// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/record_languages.h"

#include "core/data/snapshot.h"
#include "core/util/language.h"

#include <chrono>
#include <utility>

namespace duologue {

RecordLanguages::Values RecordLanguages::known(const Snapshot& snapshot) const
{
    const std::scoped_lock lock(m_mutex);
    return m_values && m_values->size() >= snapshot.recordCount() ? m_values : nullptr;
}

RecordLanguages::Values RecordLanguages::of(const Snapshot& snapshot, const Job& job)
{
    if (Values values = known(snapshot))
        return values;
    // Whoever waits takes over if the other thread is stopped.
    constexpr std::chrono::milliseconds kPause{20};
    std::unique_lock looking(m_looking, std::defer_lock);
    while (!looking.try_lock_for(kPause)) {
        if (job.stopRequested())
            return nullptr;
    }
    Values values = known(snapshot);
    if (values)
        return values;
    values = lookAt(snapshot, job);
    if (values) {
        const std::scoped_lock lock(m_mutex);
        m_values = values;
    }
    return values;
}

RecordLanguages::Values RecordLanguages::lookAt(const Snapshot& snapshot, const Job& job) const
{
    std::vector<std::uint16_t> values;
    Store store;
    {
        const std::scoped_lock lock(m_mutex);
        if (m_values)
            values = *m_values;
        if (snapshot.complete)
            store = m_store;
    }
    if (store.read) {
        if (auto stored = store.read(snapshot); stored.size() == snapshot.recordCount())
            return std::make_shared<const std::vector<std::uint16_t>>(std::move(stored));
    }
    bool isTold = true;
    std::vector<Row> open;
    values.reserve(snapshot.recordCount());
    for (auto row = static_cast<Row>(values.size()); row < snapshot.endRow(); ++row) {
        const RecordFigures& figures = snapshot.records.entries.hot()[indexOf(row)];
        if (figures.areLanguagesOpen())
            open.push_back(row);
        values.push_back(figures.areLanguagesOpen() ? kUnknown : figures.languages());
    }
    if (!open.empty() && snapshot.values != nullptr) {
        const std::vector<std::uint16_t> found = snapshot.values->languages(snapshot, open, job);
        if (job.stopRequested())
            return nullptr;
        // Better none than a wrong one.
        isTold = languageMistake().empty();
        for (std::size_t i = 0; i < open.size() && isTold; ++i)
            values[indexOf(open[i])] = found[i];
    }
    if (store.write && isTold)
        store.write(snapshot, values);
    return std::make_shared<const std::vector<std::uint16_t>>(std::move(values));
}

} // namespace duologue
