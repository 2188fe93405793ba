// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// What a program has printed until it ended.
struct ToolOutput {
    /// 128 and more: a signal ended it.
    int exitCode = 0;
    std::string out;
    std::string error;
};

/// Where `$PATH` has a program of this name; empty if nowhere.
std::string findTool(std::string_view name);

/// Runs a program by its path, without a shell, writes `input` to it, and waits for its end. None if it could
/// not be started, or if the job was stopped, which ends the program. Any thread.
std::optional<ToolOutput> runTool(const std::string& path, const std::vector<std::string>& arguments,
                                  std::string_view input, const Job& job);

} // namespace duologue
