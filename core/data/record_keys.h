// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/field_reader.h"
#include "core/data/snapshot.h"

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

/// The record that contains the first byte of `where`; if none does (for a problem of a whole file), the
/// file's first record, if it has any.
std::optional<Row> recordAt(const Snapshot& snapshot, const ByteSpan& where);

/// The records with this id, or whose id is shown like this on a terminal, in file order. Records without an
/// id are named by their path and number. How much of the path is shown depends on what is opened, so if
/// there are no other records, those whose path ends like `id` are returned.
std::vector<Row> recordsWithId(const Snapshot& snapshot, std::string_view id);

/// The records with this number in their file. `file` is a shown path or, if no file has it, the end of a
/// path; empty for any file.
std::vector<Row> recordsWithNumber(const Snapshot& snapshot, std::string_view file, std::uint32_t number);

/// "FILE:N", as the command line names a record: by the shown path, or by the path if several files are shown
/// alike.
std::string nameOfRecord(const Snapshot& snapshot, Row row);

} // namespace duologue
