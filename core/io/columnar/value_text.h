// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/columnar/value_type.h"

#include <string>
#include <string_view>

namespace duologue {

/// Appends a value of a column as JSON: numbers as numbers, dates and times as ISO 8601 in strings, JSON as
/// it is, bytes as text if they are some, else as a note of what they are and how many. `bytes` are the value
/// with its lowest byte first, unless the type says otherwise. Numbers that JSON does not have (NaN,
/// infinity) are null. A value of a width that does not fit the type is null, too.
void appendValue(std::string& out, const ValueType& type, std::string_view bytes);

} // namespace duologue
