// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/record_split.h"

#include <optional>
#include <string_view>

namespace duologue {

/// Length of a UTF-8 byte order mark at the front, 0 or 3.
std::size_t byteOrderMarkLength(std::string_view bytes);

/// The offset after leading white space and comments; the end if there is nothing else.
std::size_t skipBlank(std::string_view text);

/// The layout of a file that begins with `head`; `whole` if that is all of it. Comments before the first
/// record are skipped, and so is a first line that is broken, or no JSON, if the next ones are records. None
/// if the file does not begin like JSON.
std::optional<RecordLayout> layoutOf(std::string_view head, bool whole);

} // namespace duologue
