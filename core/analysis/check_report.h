// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/checks/check_run.h"

#include <cstddef>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace duologue {

struct TextTable;

/// What came of checks, for people and for other programs. Valid as long as the snapshot and the run.
struct CheckReport {
    const Snapshot& snapshot;
    const CheckRun& run;
    /// Personal data is printed whole, not masked.
    bool showsMatches = false;
    /// Only how much each check found.
    bool isSummary = false;
    /// The most findings of one check that the document lists; it says how many more there are.
    std::size_t mostOfCheck = std::numeric_limits<std::size_t>::max();
    /// The text says what the numbers are of (CheckRun::coverage); the document always does.
    bool saysCoverage = true;
};

/// Adds "of", "where" and "read" to an object with numbers: of how many conversations they are a part, the
/// query that chose them, and how much of the files was read.
void addCoverage(nlohmann::ordered_json& object, const Coverage& coverage);

/// One line for each finding, then a line for each check.
std::string reportText(const CheckReport& report);
/// The same as a document, and where in the dataset each check finds something.
std::string reportMarkdown(const CheckReport& report);
/// "checks" and "findings".
nlohmann::ordered_json reportJson(const CheckReport& report);
/// One finding.
nlohmann::ordered_json findingJson(const CheckReport& report, const Finding& finding);
/// One row a finding.
TextTable reportTable(const CheckReport& report);
/// The log of a static analysis (SARIF 2.1.0), which code hosts show beside the lines. `tool` is the program
/// that wrote it. Finds the line of each record, for which it reads the files again.
nlohmann::ordered_json reportSarif(const CheckReport& report, std::string_view tool,
                                   std::string_view version);

} // namespace duologue
