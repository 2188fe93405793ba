// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace duologue {

/// The offset in a JSON text of the value that a pointer (RFC 6901) names; of several members of one name,
/// that of the last. If there is no such value, the offset of the innermost value on the way to it. Never
/// fails, whatever the text is.
std::size_t offsetOfPointer(std::string_view json, std::string_view pointer);

/// The pointer (RFC 6901) of the value or the member's name at a byte of a JSON text; between two members,
/// that of the object they are in. Never fails, whatever the text is.
std::string pointerOfOffset(std::string_view json, std::size_t offset);

} // namespace duologue
