// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/format_list.h"
#include "core/io/checked_stream.h"
#include "core/table/snapshot.h"

#include <filesystem>
#include <vector>

namespace duologue {

/// The version of what encodeSnapshot() writes. Raise it with every change.
inline constexpr std::uint32_t kSnapshotLayout = 12;

/// Writes a complete snapshot; for packed files, what is needed to unpack them again. `roots` are the paths
/// that it was read from: paths of files are written relative to them.
void encodeSnapshot(const Snapshot& snapshot, const std::vector<std::filesystem::path>& roots,
                    CheckedWriter& out);

/// Reads it again, for files below `roots`. Trusts nothing in the input: the result is null if an index is
/// out of range, or if there is not enough memory for the announced sizes. The caller checks the checksum.
SnapshotPtr decodeSnapshot(CheckedReader& in, const std::vector<std::filesystem::path>& roots,
                           std::shared_ptr<const FormatList> formats);

/// What every snapshot of records reads its long values with, run by run. Implemented next to RecordVisitor,
/// which knows how records are parsed.
const ValueReader& valuesOfRecords();

} // namespace duologue
