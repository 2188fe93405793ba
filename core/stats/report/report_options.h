// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query.h"
#include "core/query/pattern/pattern_budget.h"
#include "core/stats/tally/bins.h"
#include "core/table/column.h"

#include <chrono>
#include <string>
#include <vector>

namespace duologue {

/// What a report is asked for: a plain value, kept, compared and handed on. Reports have a use for some of
/// it; what a report leaves to choose is in its ReportChoices.
struct ReportOptions {
    /// Keys of the fields whose values are the bars, or the lines and columns of cells; empty for none.
    std::string field;
    std::string second;
    /// Keys of what means are taken of; none counts.
    std::vector<std::string> measures;
    /// Of field and second; from complete(), so that they stay put whatever is filtered.
    std::vector<Bins> bins;
    /// What is compared where it is not the values of a field: records for which each of these holds.
    std::vector<Query> cohorts;
    /// How long a regular expression in one of these may take in a record.
    std::chrono::milliseconds patternTime = PatternBudget::kTimePerRecord;

    bool operator==(const ReportOptions&) const = default;

    /// Field and second, where they are there: what a click on a value asks for.
    std::vector<std::string> fields() const;
};

/// What may be chosen of a report for one dataset; a list of one leaves nothing to choose.
struct ReportChoices {
    std::vector<FieldInfo> fields;
    std::vector<FieldInfo> seconds;
    std::vector<FieldInfo> measures;
    /// Counts, where no measure is chosen; otherwise some measure is always there.
    bool mayCount = false;
    std::size_t mostMeasures = 8;
    /// It takes cohorts in place of a field.
    bool takesCohorts = false;
    /// What is chosen at first, where the dataset has it, the likeliest first.
    std::vector<std::string> firstFields;
    std::vector<std::string> firstSeconds;
    std::vector<std::string> firstMeasures;
    std::size_t firstMeasureCount = 1;
};

} // namespace duologue
