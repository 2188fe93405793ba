// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/snapshot.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

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
