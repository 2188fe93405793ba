// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace duologue {

/// The first "\ud" or "\uD" from `from` on, with which an escaped surrogate begins; npos if there is none.
std::size_t findSurrogateEscape(std::string_view json, std::size_t from);

} // namespace duologue
