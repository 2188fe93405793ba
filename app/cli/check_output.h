// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checks/check_run.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace duologue {
struct TextTable;
}

namespace duologue::cli {

/// What came of checks, as a command prints it. Valid as long as the snapshot and the run.
struct CheckOutput {
    const Snapshot& snapshot;
    const CheckRun& run;
    /// Personal data is printed whole, not masked.
    bool showsMatches = false;
    /// Only how much each check found.
    bool isSummary = false;
};

/// One line for each finding, then a line for each check.
std::string checkText(const CheckOutput& output);
/// The same as a document.
std::string checkMarkdown(const CheckOutput& output);
/// "checks" and "findings".
nlohmann::ordered_json checkJson(const CheckOutput& output);
/// One finding.
nlohmann::ordered_json findingJson(const CheckOutput& output, const Finding& finding);
/// One row a finding.
TextTable checkTable(const CheckOutput& output);
/// The log of a static analysis (SARIF 2.1.0), which code hosts show beside the lines. Finds the line of each
/// record, for which it reads the files again.
nlohmann::ordered_json checkSarif(const CheckOutput& output);

} // namespace duologue::cli
