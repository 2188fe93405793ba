// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// The names of labels that a column holds as numbers: the first is that of 0.
using LabelNames = std::shared_ptr<const std::vector<std::string>>;

/// The key under which the datasets library of Hugging Face describes the columns in Parquet and Arrow files.
inline constexpr std::string_view kFeaturesKey = "huggingface";

/// The columns that hold labels, by the names on the path to each, with dots; elements of lists add no name.
/// Empty if the description has none or cannot be read.
std::map<std::string, LabelNames> labelColumns(std::string_view description);

/// "label" or "answers.label"
std::string columnPath(const std::string& parent, const std::string& name);

} // namespace duologue
