// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query.h"
#include "core/stats/inference/interval.h"
#include "core/stats/tally/bins.h"
#include "core/table/column.h"

#include <chrono>
#include <string>
#include <vector>

namespace duologue {

/// The options of a report: a plain value that is stored, compared and passed on. A report uses some of
/// them; its ReportChoices say which can be chosen.
struct ReportOptions {
    /// Keys of the fields whose values become bars, or lines and columns of cells; empty for none.
    std::string field;
    std::string second;
    /// Keys of the fields to average; if empty, the report counts.
    std::vector<std::string> measures;
    /// Bins of `field` and `second`. Set by complete(), so that they do not change with the filter.
    std::vector<Bins> bins;
    /// Of `measures`, unknown for those that are no ratings. Set by complete(), as bins are.
    std::vector<ValueScale> scales;
    /// If not empty, the records that match each query are compared instead of the values of a field.
    std::vector<Query> cohorts;

    bool operator==(const ReportOptions&) const = default;

    /// `field` and `second` unless empty: the fields that a click on a value filters by.
    std::vector<std::string> fields() const;
};

/// What can be chosen for a report in one dataset; a list of one leaves no choice.
struct ReportChoices {
    std::vector<FieldInfo> fields;
    std::vector<FieldInfo> seconds;
    std::vector<FieldInfo> measures;
    /// The report can count instead of averaging. Otherwise a measure is always chosen, if there is one.
    bool mayCount = false;
    std::size_t mostMeasures = 8;
    /// It accepts cohorts instead of a field.
    bool takesCohorts = false;
    /// The defaults, best first; those that the dataset lacks are skipped.
    std::vector<std::string> firstFields;
    std::vector<std::string> firstSeconds;
    std::vector<std::string> firstMeasures;
    std::size_t firstMeasureCount = 1;
};

} // namespace duologue
