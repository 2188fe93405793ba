// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/snapshot.h"

#include <string>
#include <string_view>
#include <vector>

namespace duologue::test {

/// Loads to the end.
SnapshotPtr load(const std::vector<std::filesystem::path>& paths, int threads = 2);

/// The dataset that comes with the program.
std::filesystem::path sampleFolder();

/// Every value of every field, a line a record: equal for equal tables.
std::vector<std::string> tableLines(const Snapshot& snapshot);

/// The text of a field of one record; "<no field>" where the snapshot has no such field.
std::string fieldText(const Snapshot& snapshot, Row row, std::string_view field);

/// Everything that a snapshot says, a line a thing: files, fields, records, messages, problems and counts.
/// Equal for snapshots that nobody can tell apart.
std::vector<std::string> snapshotLines(const Snapshot& snapshot);

/// "code pointer" of each problem kept, in order.
std::vector<std::string> problemLines(const Snapshot& snapshot);

} // namespace duologue::test
