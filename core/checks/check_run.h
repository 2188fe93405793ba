// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/checks/check.h"
#include "core/checks/check_settings.h"
#include "core/table/row_set.h"
#include "core/table/snapshot.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace duologue {

/// Which checks look at which records.
struct CheckRequest {
    const Snapshot& snapshot;
    RowSet rows;
    CheckSettings settings;
    /// Ids of checks; empty for all that the settings do not switch off.
    std::vector<std::string> only = {};
    /// Leaves out the checks that look at the whole dataset.
    bool onlyRecords = false;
    /// 0: one for each core.
    int threads = 0;
    /// The query that chose the rows, for Coverage; empty if they are all.
    std::string where = {};
};

/// What came of one check.
struct CheckResult {
    const Check* check = nullptr;
    double threshold = 0;
    /// Units (Check::unit) that were judged, and those that could not be, by reason.
    std::uint64_t lookedAt = 0;
    std::map<PhraseId, std::uint64_t> notJudged;
    std::uint64_t findings = 0;
    /// Units with a finding; what is wrong with the dataset as a whole is in none.
    std::uint64_t units = 0;
    /// Records with a finding.
    std::uint64_t records = 0;
    /// Findings that somebody has waved off (CheckSettings::suppressions); not among the others.
    std::uint64_t suppressed = 0;

    /// Of the units that were looked at, those with a finding; none if no unit was, or if what was found is
    /// in no unit.
    std::optional<double> share() const;
    /// Units that could not be judged, for whatever reason.
    std::uint64_t unitsNotJudged() const;
};

/// What came of all of them. A value; any thread.
struct CheckRun {
    /// In the order of checks(), only those that ran.
    std::vector<CheckResult> results;
    /// Those that did not run because the settings switch them off.
    std::vector<const Check*> off;
    /// In the order of checks, then of rows.
    std::vector<Finding> findings;
    /// The same of those that somebody has waved off.
    std::vector<Finding> accepted;
    /// Records whose file has changed or is gone since they were loaded, and broken ones.
    std::uint64_t unread = 0;
    std::uint64_t records = 0;
    /// Accepted findings whose texts are not there any more: nothing is suppressed for them.
    std::vector<Suppression> lost;
    /// What the checks looked at; says so if they were stopped.
    Coverage coverage;

    /// Findings of this severity.
    std::uint64_t count(Severity severity) const;
};

/// Adds what one check has found, in the order of rows, to the findings of the run or to the accepted ones,
/// and counts it in `result`, which has no findings yet.
void addFindings(std::vector<Finding> findings, SuppressedFindings& suppressed, CheckResult& result,
                 CheckRun& run);

/// Why the request makes no sense (an unknown check or threshold); empty if it does.
Phrase mistakeIn(const CheckRequest& request);

/// Reads the records again, run by run on all cores, and lets every check look at each. Then lets checks of
/// the whole dataset look. The result is the same for any number of threads. If the job was stopped, which it
/// checks for each record, it is what was found in the records that were looked at until then, without the
/// checks of the whole dataset that were not done. Call it on a worker, with a request that has no
/// mistakeIn().
CheckRun runChecks(const CheckRequest& request, const Job& job);

} // namespace duologue
