// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace duologue {

/// Where in a JSON text the value stands that a pointer (RFC 6901) names; of several members of one name the
/// last. Where there is no such value: the innermost one on the way to it that is there. Never fails,
/// whatever the text is.
std::size_t offsetOfPointer(std::string_view json, std::string_view pointer);

} // namespace duologue
