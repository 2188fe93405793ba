// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/value_diff.h"
#include "core/data/snapshot.h"
#include "core/util/parallel.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace duologue {

/// Two fields of one object that differ: of a record, of a message, or of anything else in a record.
struct FieldDifference {
    Row row{0};
    /// The object, for people ("history[3]") and as a JSON pointer; empty for the record itself.
    std::string name;
    std::string pointer;
    /// In what the second value differs from the first; names and pointers are relative to the values. One
    /// change without a name if they are texts or numbers.
    ValueDiff diff;
};

/// How often two fields are alike. "Objects" are records, messages and whatever else has a field.
struct FieldDiffCounts {
    std::uint64_t equal = 0;
    std::uint64_t different = 0;
    /// Objects that have only one of the two.
    std::uint64_t onlyFirst = 0;
    std::uint64_t onlySecond = 0;
    /// The first records that have such an object.
    std::optional<Row> firstAlone;
    std::optional<Row> secondAlone;
    /// Records with a difference; records that are broken; those whose file is gone or has changed.
    std::uint64_t recordsWithDifference = 0;
    std::uint64_t broken = 0;
    std::uint64_t unread = 0;

    bool areEqual() const { return different == 0 && onlyFirst == 0 && onlySecond == 0 && unread == 0; }
    bool hasFirst() const { return equal + different + onlyFirst > 0; }
    bool hasSecond() const { return equal + different + onlySecond > 0; }
};

/// Compares two fields wherever an object of a record has one of them, record by record and message by
/// message. A name is a key as the file writes it, or as queries write it ("strategy_v3" for "strategy_V3");
/// "profile.gender" is the member of a member. A value that is null counts as none. Calls handle() for each
/// difference, in the order of the records, on the caller's thread, until it returns false. Reads all records
/// again on all cores, some of them in memory at a time. Incomplete if the job was stopped.
FieldDiffCounts diffFields(const Snapshot& snapshot, const std::string& first, const std::string& second,
                           const Job& job, const std::function<bool(const FieldDifference&)>& handle);

} // namespace duologue
