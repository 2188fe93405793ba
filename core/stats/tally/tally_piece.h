// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/tally/field_keys.h"
#include "core/stats/tally/tally.h"
#include "core/stats/tally/tally_groups.h"
#include "core/stats/tally/wanted_messages.h"
#include "core/table/row_set.h"

namespace duologue {

/// Of each field of `by`.
std::vector<FieldKeys> keysFor(const TallyRequest& request);

/// Counts the records or messages of one piece of a snapshot's rows: the share of a tally that one thread
/// computes. The arguments of the constructor must outlive it. One thread.
class TallyPiece {
public:
    TallyPiece(const Snapshot& snapshot, const TallyRequest& request);

    /// Counts the rows of [begin, end) that are in `rows`; `begin` is a multiple of 64.
    void count(const RowSet& rows, Row begin, Row end);

    bool isOfMessages() const { return m_ofMessages; }
    /// One for each field of `by`. The key of a single field is the second of each pair, and the first is 0.
    const std::vector<FieldKeys>& keys() const { return m_keys; }
    const TallyGroups& groups() const { return m_groups; }

private:
    /// Whether the key of a field is the first (0) or the second (1) of a pair.
    std::size_t sideOf(std::size_t field) const { return field + 2 - m_keys.size(); }
    void takeRowKeys(std::size_t field, Row begin, Row end);
    void takeMessageKeys(std::size_t field);
    void countPairs(const std::uint32_t* first, const std::uint32_t* second, std::size_t count);
    void countRecords(Row begin, Row end);
    void addRecordMean(std::size_t index, Row begin, Row end);
    void countMessages(Row begin, Row end);
    bool countMessageCells();
    void addMessageMean(std::size_t index, Row begin, Row end);
    void takeMessageNumbers(const FieldReader& field);
    void addMessageNumbers(std::size_t index, const std::vector<std::uint32_t>& groups);

    const Snapshot& m_snapshot;
    const std::vector<FieldReader>& m_means;
    bool m_ofMessages = false;
    std::vector<FieldKeys> m_keys;
    TallyGroups m_groups;
    std::vector<SlotMeans> m_slotMeans;
    // Of the current run of rows: offsets of the wanted rows, their messages, and for each wanted row or
    // message its keys and its group.
    std::array<std::uint16_t, FieldScan::kRun> m_placeList{};
    std::span<const std::uint16_t> m_places;
    WantedMessages m_messages;
    std::array<std::array<std::uint32_t, FieldScan::kRun>, 2> m_rowKeys{};
    std::array<std::vector<std::uint32_t>, 2> m_messageKeys;
    std::vector<std::uint32_t> m_groupsHere;
    std::vector<std::uint32_t> m_groupsOfMessages;
    std::vector<double> m_messageNumbers;
    // Scratch space for the whole run, from which the values of the wanted rows are picked.
    std::vector<std::uint32_t> m_allKeys;
    std::vector<double> m_allNumbers;
};

} // namespace duologue
