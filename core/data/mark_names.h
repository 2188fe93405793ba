// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string_view>

namespace duologue {

/// Fields that marks make (core/marks/mark_fields.h) have keys that begin with it. No record has their
/// columns: FieldInfo::rawKey is empty.
inline constexpr std::string_view kMarkPrefix = "mark.";

/// The questions whose fields are found without the prefix ("verdict", "verdict@anna"), unless the data have
/// a key of that name.
inline constexpr std::array<std::string_view, 2> kShortMarkNames{"star", "verdict"};

} // namespace duologue
