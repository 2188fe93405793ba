// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/field_reader.h"
#include "core/util/parallel.h"

#include <map>
#include <string>
#include <vector>

namespace duologue::ui {

/// Which columns the table of records shows until the user chooses, and how it draws ratings.
struct ColumnChoice {
    std::vector<std::string> keys;
    /// The highest value of each rating that is a short scale of whole steps, by key.
    std::map<std::string, int> ratingSteps;

    bool operator==(const ColumnChoice&) const = default;
};

/// For a worker: looks at all rows. Incomplete if the job was stopped.
ColumnChoice chooseColumns(const Snapshot& snapshot, const Job& job);

/// False if no record has a value, or if it is 0 for all of them: then neither a column nor a facet says
/// anything. For a worker.
bool saysSomething(const Snapshot& snapshot, const FieldReader& field, const Job& job);

} // namespace duologue::ui
