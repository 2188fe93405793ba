// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/bins.h"
#include "core/analysis/field_keys.h"
#include "core/analysis/statistics.h"
#include "core/data/field_reader.h"
#include "core/data/row_set.h"
#include "core/util/parallel.h"

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace duologue {

/// Builds a NumberSummary from numbers and from other pieces. Small whole numbers are counted until finish():
/// that is exact, and no addition has to wait for the previous one. One thread.
class SummaryPiece {
public:
    /// Adds the numbers at these places; `slots` has the slot of each, and whether there is any kOther.
    void add(std::span<const std::uint32_t> slots, std::span<const double> numbers, bool anyOther,
             std::span<const std::uint16_t> places);
    /// Adds the numbers [begin, end).
    void addAll(std::span<const std::uint32_t> slots, std::span<const double> numbers, std::size_t begin,
                std::size_t end);
    /// Adds a value that occurs `count` times.
    void add(double value, std::uint64_t count);
    void add(const SummaryPiece& other);
    /// Call it after the last number, before the piece is added to another one or taken.
    void finish();
    NumberSummary take() { return std::move(m_made); }

private:
    void addOther(double value);
    void widen(double low, double high);
    void countValue(double value, std::uint64_t count);
    void dropValues();

    /// Counters of each slot, used in turn: an increment need not wait for the previous one.
    static constexpr std::size_t kTurns = 4;

    std::array<std::uint32_t, NumberSlots::kCount * kTurns> m_small{};
    NumberSummary m_made;
    bool m_anyFinite = false;
    /// Index of the value counted last: consecutive values are often equal.
    std::size_t m_last = 0;
};

/// What to count.
struct CountRequest {
    /// At most two fields whose values are the groups. Without any, a set is one group.
    std::vector<FieldReader> by = {};
    /// Fields of numbers. Each group has a mean of them; without groups, each set has a summary.
    std::vector<FieldReader> means = {};
    /// One entry for each field of `by`, or none: numbers of a field with bins are grouped by them.
    std::vector<Bins> bins = {};
    /// Messages are counted, not records. A record counts once for each value of its messages.
    bool ofMessages = false;
};

/// The answer. Figures of a group and a set are at group * sets + set.
struct Counts {
    /// The value keys of each group; the first one is 0 unless there are two fields.
    std::vector<PairNumbers::Pair> groups;
    /// By field.
    std::vector<FieldKeys> keys;
    std::size_t sets = 1;
    /// Records or messages of each group; those with several values are in several groups.
    std::vector<std::uint64_t> n;
    /// By measure, then like n.
    std::vector<std::vector<Mean>> means;
    /// At measure * sets + set.
    std::vector<NumberSummary> summaries;
    /// By set: how many were counted, and how many of them are in no group.
    std::vector<std::uint64_t> of;
    std::vector<std::uint64_t> without;

    std::uint32_t keyAt(std::size_t group, std::size_t field) const
    {
        return field + 1 < keys.size() ? groups[group].first : groups[group].second;
    }
    GroupValue value(std::size_t group, std::size_t field) const
    {
        return keys[field].value(keyAt(group, field));
    }
    /// Makes value() give long values whole, which the columns have only the beginning of.
    void readLong(const Job& job);
};

/// Counts the records of each set, or their messages, by the values of fields, for several requests in one
/// pass. Sets may overlap and have the size of the snapshot. Runs on all cores, with the same result for any
/// number of them, to the last bit; groups are in the order of their first appearance. Incomplete if the job
/// was stopped, which it checks every 32 k rows.
std::vector<Counts> count(const Snapshot& snapshot, std::span<const RowSet* const> sets,
                          std::span<const CountRequest> requests, const Job& job);

/// The same for one request and one set.
Counts count(const Snapshot& snapshot, const RowSet& rows, const CountRequest& request, const Job& job);

/// The key of each row, so that counting reads no records or messages again. Immutable once made, any thread.
struct RowKinds {
    /// In one byte if that is enough, as it mostly is, else in four; the other list is empty.
    std::vector<std::uint8_t> narrow;
    std::vector<std::uint32_t> wide;
    /// One more than the largest key.
    std::size_t count = 0;
    /// The only one, or none if nothing was made.
    std::vector<FieldKeys> keys;
};

/// Reads every row, on all cores. Empty for lists of many values. Incomplete if the job was stopped.
RowKinds kindsOf(const Snapshot& snapshot, const FieldReader& field, const Bins& bins, const Job& job);

/// How many of `rows` have each value, like count() by that field. Incomplete if the job was stopped.
Counts count(const RowKinds& kinds, const RowSet& rows, const Job& job);

} // namespace duologue
