// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/report.h"
#include "core/data/row_set.h"
#include "core/data/snapshot.h"
#include "core/query/query.h"
#include "ui/charts/chart_axis.h"

#include <QStringList>
#include <memory>
#include <vector>

namespace duologue::ui {

/// The request of a chart: a report over the rows that match all filters except its own.
struct ReportRequest {
    SnapshotPtr snapshot = std::make_shared<const Snapshot>();
    /// One of reports().
    const ReportSpec* report = nullptr;
    /// From chosenOptions().
    ReportOptions options;
    /// The query without terms about the report's own fields.
    Query others;
    /// The subset of the dataset that is drawn; everything if there is no grouping.
    Query cohort;
    /// The rows that match `others` if they are known; null if they have to be computed.
    std::shared_ptr<const RowSet> known;
    /// Counts over all rows of the table of which the snapshot has some; null to count the rows here.
    std::shared_ptr<const Source> engine = {};

    /// Compares the requests; `known` does not matter.
    bool operator==(const ReportRequest& other) const
    {
        return snapshot == other.snapshot && report == other.report && options == other.options &&
               others == other.others && cohort == other.cohort && engine == other.engine;
    }
};

/// A report over the matching rows, and the same over all rows for the pale bars behind. Immutable.
struct CrossfilteredReport {
    ReportRequest request;
    /// The options of the request, with bins.
    ReportOptions options;
    ReportData now;
    ReportData all;
    /// The number of rows that match the other filters, and of all rows of the cohort.
    std::uint64_t left = 0;
    std::uint64_t total = 0;
    /// Of bars that are of the records with one of the measures (ReportTraits): the shortest condition for
    /// them. Everything if all records have one, or if no condition says so.
    Query measured;
    /// How many of the rows that are left it excludes.
    std::uint64_t unmeasured = 0;
    /// These rows, counted by the values of the bars.
    Tally unmeasuredTally;
    /// Of the same bars, if there are several measures: the condition for the records that have this one;
    /// Everything where it excludes nothing.
    std::vector<Query> measuredBy;
    /// Of bars that are of judged messages (ReportTraits): the condition on a message for being one of them.
    Query judged;
    /// The cohorts of all reports side by side; none without a grouping.
    std::vector<Query> cohorts;
    /// `left` and `total` of all cohorts together, with the rows that are in none of them; an engine counts
    /// only the cohorts.
    std::uint64_t leftOfAll = 0;
    std::uint64_t totalOfAll = 0;
    /// How many of leftOfAll are in none of the reports side by side.
    std::uint64_t inNoReport = 0;
    /// Of bars; the same for all reports side by side.
    ChartAxis axis;
    /// The range of the value axis or of the cell colours: the scale of a rating, else a round range of the
    /// figures of all rows, which grows with those of the rows that are left. It is the same for all reports
    /// side by side. Both are 0 if nothing is drawn.
    double lowest = 0;
    double highest = 0;
    /// The largest n of the axis in all reports side by side.
    std::uint64_t mostCount = 0;
    /// The engine of the request counted all rows of the table.
    bool isByEngine = false;
    /// Why it did not, although it was asked: then the rows here are counted.
    Phrase whyHere;
};

using CrossfilteredReportPtr = std::shared_ptr<const CrossfilteredReport>;

/// A selection in a report is terms about its fields, and brings conditions along: for the records that the
/// bars are of, and for the cohort. This is the query without the conditions that any selection in the report
/// or in one side by side may have brought, if it has a selection; then terms in a condition on judged
/// messages are terms of the query.
Query withoutChoiceConditions(const Query& query, const CrossfilteredReport& report);

/// The selection in the query is one of another report side by side.
bool isChosenInOther(const Query& query, const CrossfilteredReport& report);

/// What a selection, the terms about the report's fields, becomes in a query, with its conditions. `measure`
/// is the index of the measure whose bar is meant; the records with any of them if it is none.
Query withChoiceConditions(Query choice, const CrossfilteredReport& report,
                           std::size_t measure = static_cast<std::size_t>(-1));

/// Computes the reports that are shown side by side with the same axes, without those of cohorts that have
/// nothing to draw. Reuses the valid parts of `before`. Empty if one of them cannot be computed: the query is
/// not valid for this dataset, memory ran out, or the job was stopped. For a worker, because terms about
/// texts read files, and an engine takes its time.
std::vector<CrossfilteredReportPtr> crossfilteredReports(const std::vector<ReportRequest>& requests,
                                                         const std::vector<CrossfilteredReportPtr>& before,
                                                         const Job& job);

/// Says which values are not on the axis, or are joined, and how many, and what cells without a figure mean;
/// empty if there is nothing to say. For the window and for pictures.
QString axisNote(const CrossfilteredReport& report);

/// Says how many of the conversations or messages that the other filters leave are not in the chart, because
/// they have no value or no rating; empty if all are. For the window and for pictures.
QString leftOutNote(const CrossfilteredReport& report);

/// How many conversations the filter of the bars leaves, in all groups side by side, and this filter:
/// "74 of 200 conversations · filter: flag:true". A chart does not follow the filter by its own field.
QString rowsText(const CrossfilteredReport& report);

/// What a picture says below it, a paragraph a line: the dataset with filter and group, n, and the method of
/// the intervals. `group` is the title of the cohort; empty for none. `reading` says how much of the dataset
/// was read; empty if it was all.
QStringList captionOf(const CrossfilteredReport& report, const QString& dataset, const QString& group,
                      const QString& reading);

} // namespace duologue::ui
