// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/field_reader.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// The column that lists, for each record, its keys without a column of their own: keys of trees and of what
/// became messages, context or candidates (kRecordKeys). It is not a field. Null if no record has such a
/// key.
const Column* recordKeys(const Snapshot& snapshot);

/// Which records have a value under a name: those with a value in `field`, and those with one of `keys`.
struct Presence {
    std::optional<FieldReader> field;
    /// By code of recordKeys(): 1 if the key has that name and a value. Empty if no such key has the name.
    std::vector<std::uint8_t> keys;

    /// False if no record has the name, not even without a value.
    bool isKnown() const { return field.has_value() || !keys.empty(); }
};

/// Finds what has: and missing: ask about. A name that is spelled exactly as in the records is preferred to
/// names that only have the same key. Valid as long as the snapshot.
Presence presenceOf(const Snapshot& snapshot, std::string_view name);

/// The names in recordKeys(), each once or twice.
std::vector<std::string> namesWithoutColumn(const Snapshot& snapshot);

} // namespace duologue
