// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dataset/load/record_run.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// Returns the bytes of a file from `begin` on, up to `end` or to as many as are read at once. They are valid
/// until the next call.
using ReadBytes = std::function<std::string_view(std::uint64_t begin, std::uint64_t end)>;

struct RecordLists {
    /// The values of "train" and "test", or of "data"; or the object itself if its members are the records.
    /// Empty if the object is one record.
    std::vector<RecordList> lists;
    /// The names of the other members, with commas between.
    std::string beside;

    /// A note about the other members; none if there are none.
    std::optional<Problem> note(FileId file) const;
};

/// The lists of a file of one object that hold its records. `members` are the ranges of the object's members
/// with their names, `whole` is that of the object.
RecordLists recordListsOf(WorkerContext& worker, const std::vector<RecordRange>& members,
                          const RecordRange& whole, const ReadBytes& read);

} // namespace duologue
