// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/push/table_facts.h"

#include <optional>
#include <string>

namespace duologue {

/// A member of the objects in a column of JSON, as a column: "meta.lang" of `meta`.
struct JsonPlace {
    /// Its value where it is of the type that it mostly has, else NULL.
    TableColumn column;
    /// The condition for rows where it has another value, which only the reader knows.
    std::string isOdd;
};

/// The member that a field's key means. Asks the server for the names of members (TableFacts::findValues).
/// None if there is no such member, or more than one; and none of columns that are not JSON to the engine.
std::optional<JsonPlace> jsonPlace(const TableFacts& facts, const std::string& key);

} // namespace duologue
