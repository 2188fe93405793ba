// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/snapshot.h"

#include <optional>

namespace duologue {

/// The record that holds the byte at `where`; else (a problem of a file as such) the file's first record, if
/// it has any.
std::optional<Row> recordAt(const Snapshot& snapshot, const ByteSpan& where);

} // namespace duologue
