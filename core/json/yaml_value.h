// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>

namespace duologue {

/// A YAML document as JSON whose scalars are all strings. None if it is damaged, nested more than 32 times,
/// or has more than 100,000 values.
std::optional<nlohmann::json> jsonOfYaml(std::string_view yaml);

} // namespace duologue
