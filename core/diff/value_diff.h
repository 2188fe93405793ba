// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/json/json_view.h"

#include <cstdint>
#include <string>
#include <vector>

namespace duologue {

enum class ChangeKind : std::uint8_t { Added, Removed, Changed };

/// "added", "removed", "changed"
std::string_view changeKindName(ChangeKind kind);

/// A value of a record as a value of its own.
struct KeptValue {
    /// The decoded text if it is one, else JSON on one line; empty if there is no value.
    std::string text;
    bool isText = false;
};

/// A value that one record has and the other one has not, or has differently.
struct ValueChange {
    ChangeKind kind = ChangeKind::Changed;
    /// For people: "history[3].content", with indices from 0, where the new record has it; of a removed
    /// value, where the old one had it. Empty for the whole value.
    std::string name;
    /// JSON pointers (RFC 6901). Elements of lists may have other indices in the old and in the new record.
    /// That of the side that has no such value is empty.
    std::string oldPointer;
    std::string newPointer;
    KeptValue old;
    KeptValue now;
};

struct ValueDiff {
    /// In the order of the old record, what was added after what was before it.
    std::vector<ValueChange> changes;
    /// How many more there are than are kept.
    std::uint64_t leftOut = 0;
};

/// How many changes of one record are kept.
inline constexpr std::size_t kMostChanges = 10'000;

/// The values in which two values differ. Members of objects are compared by name. Elements of lists are
/// compared with their counterparts: equal ones first (Myers, 1986), then those between them, the most
/// similar texts together. Comparing takes time in proportion to the lengths of the two: lists in hostile
/// data are compared element by element from the front when the effort for them is used up. Incomplete if the
/// job was stopped. Any thread.
ValueDiff diffValues(const JsonView& old, const JsonView& now, const Job& job);

/// The value as a value of its own.
KeptValue keptValue(const JsonView& value);

} // namespace duologue
