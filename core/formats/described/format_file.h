// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"
#include "core/formats/described/described_parts.h"

#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// The contents of a file that describes formats, and the problems in it.
struct FormatFile {
    std::vector<FormatMapping> mappings;
    std::vector<Problem> problems;
};

/// A "*.duologue-format.json" file: one object (or a list of such) with "id", and JSON pointers under
/// "messages" with "role", "text", "translation", or under "prompt" and "response"; further "system",
/// "ratings" (one pointer to an object, or an object of names and pointers), "label", "candidates",
/// "candidate_text", "chosen", "rejected", "record_id"; and "roles", an object from the file's words to the
/// usual ones. A key that is none of these is a problem. `name` is the name of the file, for problems.
FormatFile readFormatFile(std::string_view json, const std::string& name);

/// The mapping as the text of such a file.
std::string formatFileText(const FormatMapping& mapping);

/// LLaMA-Factory's "dataset_info.json": one mapping for each file in it with its own columns or tags, and for
/// that file alone. `folder` is the absolute path of the folder that it is in.
FormatFile readDatasetInfo(std::string_view json, const std::string& name, const std::string& folder);

} // namespace duologue
