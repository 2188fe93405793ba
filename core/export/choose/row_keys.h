// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/base/phrase.h"
#include "core/table/row_set.h"
#include "core/table/snapshot.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace duologue {

/// For each row, in order, a checksum of its values under the names: rows with equal values have equal
/// numbers. A name is that of a field; "context" for the texts that frame the conversation, "prompt" for the
/// first text of the user, "answer" for the last one of the assistant, "conversation" for all messages. A
/// phrase says which name means nothing. Texts are read again, on all cores. Incomplete if the job was
/// stopped.
std::variant<std::vector<std::uint64_t>, Phrase> rowKeys(const Snapshot& snapshot, const RowOrder& rows,
                                                         const std::vector<std::string>& names,
                                                         const Job& job);

/// The rows without those whose values under the names are those of a row before. Rows with equal keys are
/// read again and compared by their texts, so that no other row is left out.
std::variant<RowOrder, Phrase> withoutRepeats(const Snapshot& snapshot, const RowOrder& rows,
                                              const std::vector<std::string>& names, const Job& job);

} // namespace duologue
