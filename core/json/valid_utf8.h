// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace duologue {

/// Whether all bytes are UTF-8, as fast as memory is read. Defined beside simdjson, which knows.
bool isValidUtf8(std::string_view bytes);

} // namespace duologue
