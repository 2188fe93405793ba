// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace duologue {

/// The first key of records that the program has written itself with everything in them, and its value: the
/// version of that form. The format "duologue" reads them.
inline constexpr const char* kOwnFormatKey = "duologue";
inline constexpr int kOwnFormatVersion = 1;

} // namespace duologue
