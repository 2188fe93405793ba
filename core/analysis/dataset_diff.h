// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/value_diff.h"
#include "core/data/snapshot.h"
#include "core/util/parallel.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace duologue {

/// Where the records of two snapshots are: files with the same path below what was opened are the same place
/// in both, and so are lists of the same name in them. If a single file was opened, its own name does not
/// count. Both snapshots have one opened path each and must outlive it. Any thread.
class RecordPlaces {
public:
    RecordPlaces(const Snapshot& old, const Snapshot& now);

    /// The number of the place, the same in both snapshots.
    std::uint32_t oldPlace(Row row) const { return placeOf(m_old, m_oldFiles, row); }
    std::uint32_t newPlace(Row row) const { return placeOf(m_now, m_newFiles, row); }

    /// False if one of the two is a single file and the other is not: then their paths say nothing.
    bool areComparable() const { return m_areComparable; }

private:
    /// For each file of a snapshot, the place of its records, or those of its lists.
    using FilePlaces = std::vector<std::vector<std::uint32_t>>;

    FilePlaces placesOfFiles(const Snapshot& snapshot);
    std::uint32_t number(const std::string& path, const std::string& list);
    static std::uint32_t placeOf(const Snapshot& snapshot, const FilePlaces& places, Row row);

    const Snapshot& m_old;
    const Snapshot& m_now;
    std::unordered_map<std::string, std::uint32_t> m_numbers;
    FilePlaces m_oldFiles;
    FilePlaces m_newFiles;
    bool m_areComparable = true;
};

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

/// A record in the old and in the new dataset.
struct RecordPair {
    Row old{0};
    Row now{0};
    MatchedBy by = MatchedBy::Id;
    /// Some value is another one.
    bool isChanged = false;
    /// It is in another file, or in another list of its file.
    bool isMoved = false;
    /// See RecordMatches::Partner.
    float likeness = 1;
};

/// What has become of the records of a dataset. A value; rows are those of the two snapshots.
struct DatasetDiff {
    /// In rising order.
    std::vector<Row> removed;
    std::vector<Row> added;
    /// Records that are changed or moved, in the order of their old rows. What is changed in them tells
    /// forEachChangedRecord().
    std::vector<RecordPair> pairs;
    std::uint64_t changed = 0;
    std::uint64_t moved = 0;
    /// Records that are neither.
    std::uint64_t equal = 0;
    /// Records that have to be moved inside of their file to give the new order, beside those that are added,
    /// removed and moved.
    std::uint64_t reordered = 0;
    /// Ids that occur more than once in one file. Their records are matched by content and text.
    std::uint64_t repeatedIds = 0;
    /// Records that could not be compared, because their files are gone or have changed since they were
    /// loaded.
    std::uint64_t unread = 0;

    bool isEqual() const
    {
        return removed.empty() && added.empty() && pairs.empty() && reordered == 0 && unread == 0;
    }
};

struct DiffOptions {
    /// False if ids were given anew: records are matched by content and text alone.
    bool matchesIds = true;
};

/// Compares two datasets, each loaded from one path. Records are matched by id, then by content, then by the
/// nearest text, then by file (MatchedBy). The result depends on the data alone. Reads records again on all
/// cores; needs some hundred bytes of memory for each record at most. Blocks: call it on a worker. Incomplete
/// if the job was stopped.
DatasetDiff diffDatasets(const Snapshot& old, const Snapshot& now, const DiffOptions& options,
                         const Job& job);

/// The values in which one record of a pair differs from the other. A broken record is one text: its bytes.
/// Empty if a file is gone or has changed since it was loaded.
ValueDiff diffRecords(const Snapshot& old, Row oldRow, const Snapshot& now, Row newRow, const Job& job);

/// Calls handle() for each pair that is changed, in order, on the caller's thread, until it returns false.
/// Some of them are in memory at a time. Stops early with the job.
void forEachChangedRecord(const Snapshot& old, const Snapshot& now, const DatasetDiff& diff, const Job& job,
                          const std::function<bool(const RecordPair&, const ValueDiff&)>& handle);

} // namespace duologue
