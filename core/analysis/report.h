// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/bins.h"
#include "core/analysis/cohorts.h"
#include "core/analysis/source.h"
#include "core/analysis/statistics.h"
#include "core/analysis/tally.h"
#include "core/data/column.h"
#include "core/data/row_set.h"
#include "core/data/snapshot.h"
#include "core/query/query.h"
#include "core/util/parallel.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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
    std::vector<FieldInfo> fields = {};
    std::vector<FieldInfo> seconds = {};
    std::vector<FieldInfo> measures = {};
    /// The report can count instead of averaging. Otherwise a measure is always chosen, if there is one.
    bool mayCount = false;
    std::size_t mostMeasures = 8;
    /// It accepts cohorts instead of a field.
    bool takesCohorts = false;
    /// The defaults, best first; those that the dataset lacks are skipped.
    std::vector<std::string> firstFields = {};
    std::vector<std::string> firstSeconds = {};
    std::vector<std::string> firstMeasures = {};
    std::size_t firstMeasureCount = 1;
};

enum class ReportShape : std::uint8_t {
    /// By one field: for each value a bar per mean, or one bar for the count.
    Bars,
    /// By two fields: a grid of cells, coloured by a CellFigure.
    Cells,
    /// Cohorts side by side, field by field.
    Comparison,
};

/// The figure that a cell's colour shows.
enum class CellFigure : std::uint8_t {
    Count,
    /// Of the total count of its line.
    ShareOfLine,
    /// The first mean.
    Mean,
};

/// The result of a report, for charts, tables and exports alike.
struct ReportData {
    ReportShape shape = ReportShape::Bars;
    CellFigure figure = CellFigure::Count;
    /// For each field of the tally, the key of the field to filter by when its values are picked.
    std::vector<std::string> filterFields;
    /// Bars: one row for each value; Cells: one row for each pair of values.
    Tally tally;
    /// One for each mean of the tally.
    std::vector<Measure> measures;
    /// Only for a Comparison.
    CohortComparison comparison;
};

/// What those who draw a report need to know of it, so that they need not know its id.
struct ReportTraits {
    /// It is about ratings alone; without any it counts records.
    bool measuresAreRatings = false;
    /// Its bars are means by a field: they are of the records that have one of the measures.
    bool barsAreOfMeasured = false;
    /// Its bars are of messages, and only of those that have the measure.
    bool barsAreOfJudged = false;
};

/// What a report is made of. Valid during the call.
struct ReportQuestion {
    /// Has the fields.
    const Snapshot& here;
    const Source& source;
    const Filter& filter;
    /// From complete().
    const ReportOptions& options;
    const Job& job;
};

/// A kind of chart or table over many records: one row of the table in reports.cpp. Any thread.
struct ReportSpec {
    /// The name for scripts: "rating-by-turns". Texts end with a null character.
    std::string_view id;
    /// The name for people, in English.
    std::string_view title;
    /// One clause that says what the report shows, in English.
    std::string_view summary;
    ReportTraits traits = {};
    ReportChoices (*choices)(const Snapshot& snapshot);
    /// Cheap enough to run whenever a filter changes. Incomplete if the job was stopped; without rows if the
    /// dataset lacks the fields. Throws a Phrase if the source cannot count it.
    ReportData (*compute)(const ReportQuestion& question);
};

/// `asked`, with defaults for what is missing and without what cannot be chosen. Sets neither bins nor
/// scales.
ReportOptions chosenOptions(const ReportSpec& report, const Snapshot& snapshot, const ReportOptions& asked);

/// The same with bins and scales, by all conversations of the source. Throws a Phrase if it cannot count
/// them.
ReportOptions complete(const ReportSpec& report, const Snapshot& here, const Source& source,
                       const ReportOptions& asked, const Job& job);

/// Both for rows that are here.
ReportOptions complete(const ReportSpec& report, const Snapshot& snapshot, const ReportOptions& asked,
                       const Job& job);
ReportData reportOf(const ReportSpec& report, const Snapshot& snapshot, const RowSet& rows,
                    const ReportOptions& options, const Job& job);

/// All reports, in the order in which they are offered.
std::span<const ReportSpec> reports();

/// Null if no report has that id.
const ReportSpec* findReport(std::string_view id);

/// Building blocks that several reports share.

/// A tally by options.field and, unless empty, options.second, with means of options.measures. Has no rows if
/// one of the two fields is not known.
ReportData tallied(const ReportQuestion& question);

/// Bars for the mean of one measure, a mark or a level of messages, by a field of messages; n counts the
/// messages that have it. A field of the messages' own is a share if its values are yes or no (also true,
/// false, 1, 0), else numbers; any other value of it is not judged. Computed from counts of pairs, which is
/// faster than adding numbers message by message.
ReportData talliedLevels(const ReportQuestion& question);

/// A tally as cells, coloured by the mean or, without means, by the count.
ReportData asCells(ReportData tallied);

/// A tally by two fields as a grid of lines and columns, with a cell for every pair of values, even if it
/// does not occur.
struct CellGrid {
    struct Cell {
        std::uint64_t n = 0;
        /// The first of the tally's means.
        Mean mean;
    };

    /// In the order of their values, numbers before words.
    std::vector<GroupValue> lines;
    std::vector<GroupValue> columns;
    /// Line by line.
    std::vector<Cell> cells;

    const Cell& at(std::size_t line, std::size_t column) const
    {
        return cells[line * columns.size() + column];
    }
    std::uint64_t lineSum(std::size_t line) const;

    static CellGrid of(const Tally& tally);
    /// The cells of another tally in this grid; values that the grid lacks are left out.
    std::vector<Cell> cellsOf(const Tally& tally) const;
};

} // namespace duologue
