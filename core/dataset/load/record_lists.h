// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dataset/load/record_reading.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// Returns bytes of a file: [begin, end), or only the first of them if those are many. They are valid until
/// the next call.
using ReadBytes = std::function<std::string_view(std::uint64_t begin, std::uint64_t end)>;

/// The lists of records in a file of one object, such as {"train": […], "test": […]}.
struct RecordLists {
    /// The members that are lists of records, or the object itself if its members are records. Empty if the
    /// object is one record.
    std::vector<RecordList> lists;
    /// Names of the members that are no lists of records, separated by commas.
    std::string otherMembers;
    /// As RecordOrigin::besideLists.
    std::vector<std::pair<std::string, std::string>> besideLists = {};

    /// Notes a member that is no list of records.
    void addOther(std::string_view name, const JsonView& value);

    /// A note that names the other members; none if there are none.
    std::optional<Problem> note(FileId file) const;
};

/// Finds the lists of records in a file of one object. `members` are the ranges of the object's members with
/// their names, `whole` is the range of the object.
RecordLists recordListsOf(WorkerContext& worker, const std::vector<RecordRange>& members,
                          const RecordRange& whole, const ReadBytes& read);

/// The lists of spans of a file of OTLP JSON that has several traces, without names: the spans of a trace are
/// one record. Empty for all other files. `text` begins at `offset` in the file.
std::vector<RecordList> traceListsOf(std::string_view text, std::uint64_t offset);

/// Whether a character after the end of an object shows that the object goes on: a bracket too many closed
/// it.
inline bool goesOnInObject(char c)
{
    return c == ',' || c == '}' || c == '"';
}

} // namespace duologue
