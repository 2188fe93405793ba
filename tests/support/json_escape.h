// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace duologue::test {

/// The same JSON with every character beyond ASCII as \uXXXX, like the default of Python's json module.
std::string escapedBeyondAscii(std::string_view json);

} // namespace duologue::test
