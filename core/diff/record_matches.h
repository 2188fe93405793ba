// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/diff/record_places.h"
#include "core/table/snapshot.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace duologue {

/// How it was found that two records are one.
enum class MatchedBy : std::uint8_t {
    /// Both have this id, and no other record has it, or no other one of their file.
    Id,
    /// All their values, or at least all their texts, are equal.
    Content,
    /// Their texts are the most alike.
    Text,
    /// They are the only records of files with the same path.
    File,
};

/// "id", "content", "text", "file"
std::string_view matchedByName(MatchedBy by);

/// Which record of the new snapshot each record of the old one has become. One thread.
class RecordMatches {
public:
    struct Partner {
        Row row{0};
        MatchedBy by = MatchedBy::Id;
        /// likenessOf() the texts, for MatchedBy::Text; 1 for the others.
        float likeness = 1;
    };

    RecordMatches(std::uint32_t oldCount, std::uint32_t newCount);

    void match(Row old, Row now, MatchedBy by, float likeness = 1);
    bool isFreeOld(Row row) const { return m_partners[indexOf(row)].row == kNone; }
    bool isFreeNew(Row row) const { return !m_isTaken[indexOf(row)]; }
    /// In rising order.
    std::vector<Row> freeOld() const;
    std::vector<Row> freeNew() const;
    /// Of a record that is not free.
    const Partner& partner(Row old) const { return m_partners[indexOf(old)]; }

private:
    static constexpr Row kNone{0xFFFF'FFFFU};

    std::vector<Partner> m_partners;
    std::vector<bool> m_isTaken;
};

/// A record with the hash of what it is matched by.
struct KeyedRow {
    std::uint64_t key = 0;
    Row row{0};
};

/// What two records must have in common to have the same contents. 0 for none.
struct Fingerprint {
    /// Of all values.
    std::uint64_t values = 0;
    /// Of all texts.
    std::uint64_t texts = 0;
};

/// Matches free records by their own ids: where no other free record of either side has the id, and then
/// where no other one in the same place has it, because each file may number its records. Returns how many
/// ids occur more than once in one place: those match nothing.
std::uint64_t matchIds(const Snapshot& old, const Snapshot& now, const RecordPlaces& places,
                       RecordMatches& matches, const Job& job);

/// Reads all free records again and matches those with equal values, then those with equal texts; of several
/// equal ones, those beside matched records first, then those in the same place, then in order. Returns how
/// many could not be read.
std::uint64_t matchContents(const Snapshot& old, const Snapshot& now, const RecordPlaces& places,
                            RecordMatches& matches, const Job& job);

/// Matches free records that are the only ones of files with the same path.
void matchFiles(const Snapshot& old, const Snapshot& now, const RecordPlaces& places, RecordMatches& matches,
                const Job& job);

} // namespace duologue
