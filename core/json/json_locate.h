// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace duologue {

/// Where in a JSON text the value stands that a pointer (RFC 6901) names; of several members of one name the
/// last. Where there is no such value: the innermost one on the way to it that is there. Never fails,
/// whatever the text is.
std::size_t offsetOfPointer(std::string_view json, std::string_view pointer);

/// The pointer (RFC 6901) of the value or the member's name at a byte of a JSON text; of a place between two
/// members, that of what holds them. Never fails, whatever the text is.
std::string pointerOfOffset(std::string_view json, std::size_t offset);

} // namespace duologue
