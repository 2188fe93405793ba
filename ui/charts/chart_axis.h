// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/report.h"
#include "core/analysis/tally.h"
#include "core/util/parallel.h"

#include <QString>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace duologue::ui {

/// The distribution of a rating over the whole dataset.
struct RatingScale {
    Mean mean;
    double highest = 0;
    /// The number of records with each value; empty if there are too many values.
    std::map<double, std::uint64_t> counts;

    /// The number of records with a lower rating.
    std::uint64_t below(double value) const;
};

/// Every rating, by the key of its column. For a worker; incomplete if the job was stopped.
std::map<std::string, RatingScale> ratingScales(const Snapshot& snapshot, const Job& job);

/// The meaning of 0, 1 and 2, from the instructions for annotators.
using RatingCriteria = std::array<QString, 3>;

/// Empty for ratings without written criteria.
std::optional<RatingCriteria> ratingCriteria(std::string_view name);

/// The number of steps of a rating's scale above 0; 0 if it is not a short scale of whole steps.
int ratingSteps(std::string_view name, double value, double highest);

/// The values on the axis of a bar chart, or of several that are side by side.
struct ChartAxis {
    std::vector<GroupValue> values;
    /// Values of which no record has any of the measures; they are not on the axis.
    std::size_t valuesLeftOut = 0;
    /// How many rare numbers the last value joins ("≥11"); 0 if it is a single one.
    std::size_t joined = 0;

    bool operator==(const ChartAxis&) const = default;
};

/// The values of all groups, each a report by the same field over all rows of a cohort. Rare numbers at the
/// end of a long axis are joined; the joined value filters by its range.
ChartAxis axisOf(std::span<const ReportData* const> groups);

/// Joins the rare numbers at the end of each side of a tally by two fields, as those of an axis, in the tally
/// of all rows and in that of the rows that are left.
void joinTails(Tally& all, Tally& now);

/// The empty columns before a value.
struct AxisGap {
    int columns = 0;
    /// There are fewer columns than numbers left out.
    bool isBreak = false;

    bool operator==(const AxisGap&) const = default;
};

/// For whole numbers that a double holds, one for each value: as many empty columns as numbers do not occur,
/// but only one, as a break, for many. No gaps for other values.
std::vector<AxisGap> gapsOf(std::span<const GroupValue> values);

/// One value of the axis: its current and total number of conversations, and the means of the measures.
struct BarFigures {
    std::uint64_t n = 0;
    std::uint64_t total = 0;
    std::vector<Mean> means;
    std::vector<Mean> totalMeans;
    /// `n` with those that have none of the measures.
    std::uint64_t withUnmeasured = 0;
};

/// One for each value of the axis. A value that does not occur has an n of 0. `unmeasured` counts what `now`
/// has left out because it has none of the measures; without rows if that is nothing.
std::vector<BarFigures> figuresOf(const ChartAxis& axis, const Tally& all, const Tally& now,
                                  const Tally& unmeasured = {});

} // namespace duologue::ui
