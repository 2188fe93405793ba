// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/checked_dataset.h"

#include "core/base/parallel.h"
#include "core/checks/text_digests.h"
#include "core/dataset/record_visitor.h"

#include <vector>

namespace duologue {

CheckedDataset::CheckedDataset(const Snapshot& snapshot, const RowSet& rows, int threads)
    : m_snapshot(snapshot), m_rows(rows), m_threads(threads)
{
}

CheckedDataset::~CheckedDataset() = default;

void CheckedDataset::forEachRecord(const Job& job,
                                   const std::function<void(Row, const Conversation&)>& visit) const
{
    std::vector<Row> rows;
    m_rows.forEach([&](Row row) { rows.push_back(row); });
    const std::vector<RowRun> runs = runsOf(m_snapshot, rows);
    constexpr std::size_t kRunsAtOnce = 16;
    startThreads(m_threads);
    std::mutex mutex;
    std::vector<std::unique_ptr<RecordVisitor>> idle;
    parallelFor(runs.size(), kRunsAtOnce, [&](std::size_t begin, std::size_t end) {
        std::unique_ptr<RecordVisitor> visitor;
        {
            const std::scoped_lock lock(mutex);
            if (!idle.empty()) {
                visitor = std::move(idle.back());
                idle.pop_back();
            }
        }
        if (!visitor)
            visitor = std::make_unique<RecordVisitor>(m_snapshot, true);
        const auto visitOne = [&](Row row, std::string_view, Conversation& conversation) {
            visit(row, conversation);
        };
        for (std::size_t i = begin; i < end && !job.stopRequested(); ++i)
            visitor->visit(runs[i], rows, job, visitOne, [](Row, bool) {});
        const std::scoped_lock lock(mutex);
        idle.push_back(std::move(visitor));
    });
}

const TextDigests& CheckedDataset::digests(const Job& job) const
{
    if (!m_digests)
        m_digests = std::make_unique<TextDigests>(digestsOf(*this, job));
    return *m_digests;
}

} // namespace duologue
