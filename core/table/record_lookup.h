// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/snapshot.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// The record that holds the byte at `where`; else (a problem of a file as such) the file's first record, if
/// it has any.
std::optional<Row> recordAt(const Snapshot& snapshot, const ByteSpan& where);

/// The records that are called so, or shown so on a terminal, in their order. Where none is, those without an
/// id of their own whose file's path ends so: they are called by more or less of it when more or less is
/// opened.
std::vector<Row> recordsWithId(const Snapshot& snapshot, std::string_view id);

/// The records with this number in their file. `file` is a shown path, or where there is none, one that ends
/// so; empty for any file.
std::vector<Row> recordsWithNumber(const Snapshot& snapshot, std::string_view file, std::uint32_t number);

/// "FILE:N", as the command line names a record: by the shown path, or by the path where several are shown
/// alike.
std::string nameOfRecord(const Snapshot& snapshot, Row row);

} // namespace duologue
