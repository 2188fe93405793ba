// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"
#include "core/data/same_record.h"
#include "core/data/snapshot.h"
#include "core/marks/mark_set.h"
#include "core/util/parallel.h"

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace duologue {

/// The hash of what a conversation says: "xxh3:" and XXH3-128 in hexadecimal over the role, U+001F and the
/// text of each message, with U+001E between messages, in NFC without white space at the ends of a text;
/// then the same of the messages of each candidate, after U+001D. Of a record without any of these, over its
/// fields as JSON. The text is the one that was written first, so that translations do not matter. The same
/// in every format, layout and order of keys.
std::string conversationHash(const Conversation& conversation);

/// What names a record in marks: its place, its id, and its hash if the conversation is given.
MarkTarget targetOfRecord(const Snapshot& snapshot, Row row, const std::filesystem::path& root,
                          const Conversation* conversation);

/// How a record that a mark names was found.
enum class MarkMatch : std::uint8_t {
    /// Its id, its place or its hash say so, and nothing says otherwise.
    Same,
    /// Its id or its place say so, but what it says has another hash.
    Changed,
    /// Nothing in the dataset has its id, its hash or its place.
    Gone,
    /// Several records may be meant, such as copies; none is taken.
    Ambiguous,
};

struct MarkedRecord {
    MarkMatch match = MarkMatch::Gone;
    /// Only of Same and Changed.
    Row row{};
};

/// Finds the records of a snapshot that marks name: by an id that is unique in its file, by the hash, by the
/// place. The snapshot must outlive it. Calls of one thread at a time.
class MarkedRecords {
public:
    /// `root` is the folder of MarkPlace.
    MarkedRecords(const Snapshot& snapshot, std::filesystem::path root);

    /// By id and place alone: quick, for the first view. What has changed since is not seen.
    MarkedRecord quick(const MarkTarget& target) const;

    /// Reads the records that quick() finds for these targets, and all records if some are found by neither
    /// id nor place or do not say what they said. Then find() knows all. On all cores; of no use if the job
    /// was stopped.
    void lookAt(const std::vector<const MarkTarget*>& targets, const Job& job);

    MarkedRecord find(const MarkTarget& target) const;

private:
    /// Whether more than one record has the id: then it says less than the hash and the place.
    bool isRepeated(const std::string& id) const;
    std::optional<Row> byId(const MarkTarget& target) const;
    std::optional<Row> byPlace(const MarkTarget& target) const;
    void hash(const std::vector<Row>& rows, const Job& job);

    const Snapshot& m_snapshot;
    std::filesystem::path m_root;
    OwnIds m_own;
    /// The files by their paths relative to the root.
    std::unordered_map<std::string, FileId> m_files;
    /// By id: the row, or none for an id that occurs more than once.
    std::unordered_map<std::string, std::optional<Row>> m_ids;
    /// The same for each file of those that occur more than once, by inFile().
    std::unordered_map<std::string, std::optional<Row>> m_idsOfFiles;
    /// Empty for rows that were not looked at.
    std::vector<std::string> m_hashes;
    std::unordered_map<std::string, std::optional<Row>> m_byHash;
    /// Names of files in which a record is not at its place any more.
    std::set<std::string> m_reordered;
    bool m_hasAll = false;
};

/// Joins what readers say under several names of one record (MarkSet::join()): after an edit, a mark has
/// another hash, and after records were moved, another place. The records must have been looked at.
void joinNames(MarkSet& marks, const MarkedRecords& records);

} // namespace duologue
