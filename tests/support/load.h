// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue::test {

/// Loads until all files are read.
SnapshotPtr load(const std::vector<std::filesystem::path>& paths, int threads = 2);

/// The dataset that comes with the program.
std::filesystem::path sampleFolder();

/// Every value of every field, one line for each record: equal for equal tables.
std::vector<std::string> tableLines(const Snapshot& snapshot);

/// The rows with these indexes.
std::vector<Row> rowsAt(std::initializer_list<std::uint32_t> indexes);

/// The text of a field of one record; "<no field>" if the snapshot does not have the field.
std::string fieldText(const Snapshot& snapshot, Row row, std::string_view field);
/// The ids of the records that a query finds, in order.
std::vector<std::string> idsFound(const Snapshot& snapshot, const std::string& query);

/// Everything in a snapshot, one line for each thing: files, fields, records, messages, problems and counts.
/// Equal if no user of the snapshots can see a difference.
std::vector<std::string> snapshotLines(const Snapshot& snapshot);

/// What the columns that every dataset has say of a message.
struct KeptMessage {
    std::string role;
    std::vector<Category> intents;
    Mark mark = Mark::NotAnnotated;
    /// 0 for none.
    std::uint32_t satisfaction = 0;
    std::optional<std::uint32_t> english;
    std::optional<std::uint32_t> chinese;
    bool isEarlier = false;
};
KeptMessage keptMessage(const Snapshot& snapshot, MessageIndex message);

/// "code pointer" of each problem, in order.
std::vector<std::string> problemLines(const Snapshot& snapshot);

} // namespace duologue::test
