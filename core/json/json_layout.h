// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/record_split.h"

#include <optional>
#include <string_view>

namespace duologue {

/// Length of a UTF-8 byte order mark at the front, 0 or 3.
std::size_t byteOrderMarkLength(std::string_view bytes);

/// "UTF-16" or "UTF-32" where the beginning of a file shows that it is written so; else empty.
std::string_view otherEncoding(std::string_view head);

/// Behind white space and comments at the front; the end where there is nothing else.
std::size_t skipBlank(std::string_view text);

/// How records stand in a file that begins with `head`; `whole` when that is all of it. Comments before the
/// first record do not count, and neither does a first line that is broken where the next ones are records.
/// None where it does not begin like JSON.
std::optional<RecordLayout> layoutOf(std::string_view head, bool whole);

} // namespace duologue
