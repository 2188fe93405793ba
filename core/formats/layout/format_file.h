// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"
#include "core/formats/layout/layout_format.h"

#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// The contents of a file that describes formats, and the problems in it.
struct FormatFile {
    std::vector<FormatDescription> descriptions;
    std::vector<Problem> problems;
};

/// A "*.duologue-format.json" file, or one of the formats that come with the program: one object, or a list
/// of such. core/formats/README.md tells its keys; one that is unknown is a problem. `name` is the name of
/// the file, for problems.
FormatFile readFormatFile(std::string_view json, const std::string& name);

/// The description as the text of such a file.
std::string formatFileText(const FormatDescription& description);

/// LLaMA-Factory's "dataset_info.json": one description for each file in it with its own columns or tags, and
/// for that file alone. `folder` is the absolute path of the folder that it is in.
FormatFile readDatasetInfo(std::string_view json, const std::string& name, const std::string& folder);

} // namespace duologue
