// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/record_split.h"

#include <optional>
#include <string_view>

namespace duologue {

/// Length of a UTF-8 byte order mark at the front, 0 or 3.
std::size_t byteOrderMarkLength(std::string_view bytes);

/// How records stand in a file that begins with `head`; `whole` when that is all of it. None where it does
/// not begin like JSON.
std::optional<RecordLayout> layoutOf(std::string_view head, bool whole);

} // namespace duologue
