// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work/text_ranks.h"

#include "core/data/field_reader.h"
#include "core/data/row_order.h"

#include <algorithm>
#include <utility>

namespace duologue::ui {

namespace {

/// The maximum number of keys of all fields together; a key has eight bytes.
constexpr std::size_t kMostKeys = std::size_t{16} << 20U;

/// Null if the job was stopped.
RankedTextsPtr rankedTexts(const Snapshot& snapshot, const std::string& field, const Job& job)
{
    const auto reader = findField(snapshot, field);
    if (!reader)
        return nullptr;
    const RowOrder all = orderOf(RowSet(snapshot.recordCount(), true));
    auto ranks = std::make_shared<const RankedTexts>(field, SortKeys(all, *reader, job));
    return job.stopRequested() ? nullptr : ranks;
}

} // namespace

TextRanks::TextRanks(std::uint32_t fewestRows) : m_fewestRows(fewestRows)
{
    // A new view is still being painted and its charts are being computed.
    constexpr int kIdleMs = 300;
    m_idle.setSingleShot(true);
    m_idle.setInterval(kIdleMs);
    m_idle.callOnTimeout([this] { makeNext(); });
}

RankedTextsPtr TextRanks::of(const SnapshotPtr& snapshot, std::string_view field) const
{
    const auto known = std::find_if(m_ranks.begin(), m_ranks.end(),
                                    [field](const RankedTextsPtr& ranks) { return ranks->field == field; });
    return snapshot == m_snapshot && known != m_ranks.end() ? *known : nullptr;
}

void TextRanks::keep(const SnapshotPtr& snapshot, RankedTextsPtr ranks)
{
    changeTo(snapshot);
    if (ranks && !of(snapshot, ranks->field))
        m_ranks.push_back(std::move(ranks));
}

void TextRanks::precompute(const SnapshotPtr& snapshot)
{
    changeTo(snapshot);
    if (!m_task.isRunning())
        m_idle.start();
}

void TextRanks::pause()
{
    m_idle.stop();
    m_task.cancel();
}

void TextRanks::changeTo(const SnapshotPtr& snapshot)
{
    if (snapshot == m_snapshot)
        return;
    pause();
    m_ranks.clear();
    m_snapshot = snapshot;
}

void TextRanks::makeNext()
{
    const std::size_t rows = m_snapshot->recordCount();
    if (rows < m_fewestRows || !m_snapshot->complete || (m_ranks.size() + 1) * rows > kMostKeys)
        return;
    for (const FieldReader& field : allFields(*m_snapshot)) {
        if (field.info().kind != FieldKind::Text || field.info().ofMessages ||
            of(m_snapshot, field.info().key))
            continue;
        m_task.run([snapshot = m_snapshot,
                    key = field.info().key](const Job& job) { return rankedTexts(*snapshot, key, job); },
                   [this](RankedTextsPtr ranks) {
                       if (!ranks)
                           return;
                       m_ranks.push_back(std::move(ranks));
                       makeNext();
                   },
                   // Without memory for this field there is none for the others. No error: nobody requested
                   // them.
                   [](const TaskFailure&) {});
        return;
    }
}

} // namespace duologue::ui
