// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/row_set.h"
#include "core/data/snapshot.h"
#include "core/util/expected.h"
#include "core/util/parallel.h"
#include "core/util/phrase.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace duologue {

/// For each row, in order, a checksum of its values under the names: rows with equal values have equal
/// numbers. A name is that of a field, of which lists are equal if they have equal values in the same order;
/// "context" for the texts that frame the conversation, "prompt" for the first message of the user, "answer"
/// for the last one of the assistant, "conversation" for all messages and the answers to choose from.
/// Messages are equal if their texts are, and what is thought, called, returned and shown in them; ids of
/// calls do not count. The media of the record belong to the prompt. Rows without a value have equal numbers.
/// A phrase says which name means nothing. Texts are read again, on all cores. Incomplete if the job was
/// stopped.
Expected<std::vector<std::uint64_t>, Phrase> rowKeys(const Snapshot& snapshot, const RowOrder& rows,
                                                     const std::vector<std::string>& names, const Job& job);

/// For each row, in order, the number of its group under one name: rows that share a value have equal
/// numbers, and so have those between which others share values with both. A field of lists or of messages
/// has several values in a row; under any other name, the groups are those of rowKeys(). A row without a
/// value is a group of its own. A phrase says that the name means nothing. Incomplete if the job was stopped.
Expected<std::vector<std::uint64_t>, Phrase> rowGroups(const Snapshot& snapshot, const RowOrder& rows,
                                                       const std::string& name, const Job& job);

/// The indexes of the rows with each value of a field of which a row may have several, and, first, of those
/// with none. None for all other fields. Incomplete if the job was stopped.
std::optional<std::vector<std::vector<std::size_t>>>
rowsOfEachValue(const Snapshot& snapshot, const RowOrder& rows, const std::string& name, const Job& job);

/// The rows without those whose values under the names are those of a row before. A row that has no value
/// under one of the names is no repeat. Rows with equal keys are read again and compared by their values, so
/// that no other row is left out.
Expected<RowOrder, Phrase> withoutRepeats(const Snapshot& snapshot, const RowOrder& rows,
                                          const std::vector<std::string>& names, const Job& job);

} // namespace duologue
