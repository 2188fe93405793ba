// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/format_list.h"
#include "core/io/checked_stream.h"
#include "core/table/snapshot.h"

#include <filesystem>
#include <vector>

namespace duologue {

/// Of what encodeSnapshot() writes; another one for every change of it.
inline constexpr std::uint32_t kSnapshotLayout = 4;

/// Writes everything of a complete snapshot; of packed files what is to be known to unpack them again.
/// `roots` are the paths it was read from: its files are written as places below them.
void encodeSnapshot(const Snapshot& snapshot, const std::vector<std::filesystem::path>& roots,
                    CheckedWriter& out);

/// Reads it again, for files below `roots`. Nothing in it is believed: whatever points into something else
/// points inside of it, or the outcome is null. Null also where memory does not suffice for what it promises.
/// The checksum is for the caller to look at.
SnapshotPtr decodeSnapshot(CheckedReader& in, const std::vector<std::filesystem::path>& roots,
                           std::shared_ptr<const FormatList> formats);

} // namespace duologue
