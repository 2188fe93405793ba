// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/padded_bytes.h"
#include "core/base/problem.h"
#include "core/json/json_diagnose.h"

#include <optional>
#include <string_view>
#include <vector>

namespace duologue {

/// What became of a record that strict parsing refuses.
struct JsonRepair {
    /// The record as strict JSON; only where there is no mistake.
    PaddedBytes text;
    /// What was mended in values, as warnings with their pointers; offsets count from the record's start.
    std::vector<Problem> mends;
    /// The first comma before a closing bracket or behind the record; such commas were left out.
    std::optional<std::size_t> strayComma;
    /// The first "//" or "/* */" comment; comments were left out.
    std::optional<std::size_t> comment;
    /// Where it is wrong beyond repair, at the place that Python's json module would report if the commas and
    /// comments were not there.
    std::optional<JsonMistake> mistake;
};

/// Mends a record token by token, never inside a text but for bytes that are no UTF-8 and halves of character
/// pairs, which become U+FFFD: NaN and Infinity become null, whole numbers beyond 64 bits become texts of the
/// same digits, commas too many and comments go. With `dropDuplicates` only the last of several members of
/// one name stays. Takes no more stack for deep nesting.
JsonRepair repairJson(std::string_view text, bool dropDuplicates);

} // namespace duologue
