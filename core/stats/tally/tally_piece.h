// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/tally/field_keys.h"
#include "core/stats/tally/tally.h"
#include "core/stats/tally/tally_groups.h"
#include "core/stats/tally/wanted_messages.h"
#include "core/table/row_set.h"

namespace duologue {

/// Counts the records, or the messages, of one piece of a snapshot's rows: what one thread does of a tally.
/// Everything that is passed to it must outlive it. One thread.
class TallyPiece {
public:
    TallyPiece(const Snapshot& snapshot, const std::vector<FieldReader>& by,
               const std::vector<FieldReader>& means, const std::vector<Bins>& bins = {});

    /// Adds those of [begin, end) that are in `rows`; `begin` is a multiple of 64.
    void count(const RowSet& rows, Row begin, Row end);

    bool isOfMessages() const { return m_ofMessages; }
    /// One for each field of `by`. Where there is one field it is the second of a pair, and the first is 0.
    const std::vector<FieldKeys>& keys() const { return m_keys; }
    const TallyGroups& groups() const { return m_groups; }

private:
    /// Of a pair, where the keys of a field stand.
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
    // Of the run of rows that is being counted: places of the wanted ones, their messages, and for each row
    // or message the keys for each side of a pair and the group.
    std::array<std::uint16_t, FieldScan::kRun> m_placeList{};
    std::span<const std::uint16_t> m_places;
    WantedMessages m_messages;
    std::array<std::array<std::uint32_t, FieldScan::kRun>, 2> m_rowKeys{};
    std::array<std::vector<std::uint32_t>, 2> m_messageKeys;
    std::vector<std::uint32_t> m_groupsHere;
    std::vector<std::uint32_t> m_groupsOfMessages;
    std::vector<double> m_messageNumbers;
    // What is there before the wanted ones are picked.
    std::vector<std::uint32_t> m_allKeys;
    std::vector<double> m_allNumbers;
};

} // namespace duologue
