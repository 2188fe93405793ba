// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace duologue {

/// The memo of an annotator says that there is nothing to say: "No Hallucination", "none", "无幻觉".
bool saysNothingIsWrong(std::string_view memo);

} // namespace duologue
