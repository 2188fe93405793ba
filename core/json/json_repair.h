// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/padded_bytes.h"
#include "core/base/problem.h"
#include "core/json/json_diagnose.h"

#include <optional>
#include <string_view>
#include <vector>

namespace duologue {

/// The repair of a record that strict parsing refuses.
struct JsonRepair {
    /// The record as strict JSON; empty if there is a mistake.
    PaddedBytes text;
    /// The repairs of values, as warnings with their pointers; offsets count from the record's start.
    std::vector<Problem> repairs;
    /// The first comma before a closing bracket or after the record; such commas were left out.
    std::optional<std::size_t> strayComma;
    /// The first "//" or "/* */" comment; comments were left out.
    std::optional<std::size_t> comment;
    /// The mistake that cannot be repaired, at the offset that Python's json module would report without
    /// those commas and comments.
    std::optional<JsonMistake> mistake;
};

/// Repairs a record token by token. NaN and Infinity become null. Whole numbers beyond 64 bits become strings
/// of the same digits. Stray commas and comments are left out. In strings, only bytes that are not UTF-8 and
/// unpaired surrogates change: they become U+FFFD. With `dropDuplicates`, only the last of several members of
/// one name is kept. A text that is nested more than kDeepestJson times is not repaired.
JsonRepair repairJson(std::string_view text, bool dropDuplicates);

} // namespace duologue
