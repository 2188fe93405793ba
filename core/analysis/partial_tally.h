// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tally.h"
#include "core/data/snapshot.h"
#include "core/util/expected.h"
#include "core/util/phrase.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// One of several equal parts of some records, so that several machines share the work.
struct Shard {
    static constexpr std::uint64_t kMost = 1'000'000;

    /// From 1 to `count`, which is at most kMost.
    std::uint64_t index = 1;
    std::uint64_t count = 1;

    bool operator==(const Shard&) const = default;
    /// "3/7"
    std::string text() const;
};

/// Reads "3/7". Nothing if it is no shard.
std::optional<Shard> shardNamed(std::string_view text);

/// The rows of a shard. Each shard has rows that follow each other, so the shards one after another are all
/// rows in their order.
RowSet rowsOfShard(const RowSet& rows, const Shard& shard);

/// A tally of some of the records, which is added to those of the others.
struct PartialTally {
    Tally tally;
    /// If the records are one.
    std::optional<Shard> shard;
    /// What the figures are of: only the filter, how many records were read, and how much of the files. None
    /// if an earlier version of the program printed them.
    std::optional<Coverage> coverage = {};
};

/// Counts, sums and sums of squares as JSON on one line, from which readPartial() makes the same value.
std::string partialText(const PartialTally& partial);

/// Reads one line; a phrase if it is something else.
Expected<PartialTally, Phrase> readPartial(std::string_view text);

/// Adds up tallies of different records that one filter chose, without bins. Counts are exact, and so are
/// sums of whole numbers; in sums of fractions the last digit of a double may depend on the order.
class PartialSum {
public:
    /// Why it cannot be added: it counts something else, or it was added before. Empty if it was added.
    Phrase add(PartialTally partial);
    /// The sum so far.
    Tally tally() const;
    /// The filter of all figures, if one of them knows it. Says so if some do not.
    Coverage coverage() const;
    /// The shards that have not been added, if one has.
    std::vector<Shard> missing() const;

private:
    Phrase mistakeIn(const PartialTally& partial) const;

    std::optional<Tally> m_sum;
    std::vector<Shard> m_shards;
    std::optional<std::string> m_where;
    std::uint64_t m_added = 0;
    std::uint64_t m_withoutFilter = 0;
    std::uint64_t m_broken = 0;
};

} // namespace duologue
