// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/stats/tally/tally.h"

#include <QString>
#include <array>
#include <map>
#include <optional>
#include <string>

namespace duologue::ui {

/// A rating over the whole dataset.
struct RatingScale {
    Mean mean;
    double highest = 0;
    /// How many records have each value; empty where there are too many values to be told apart.
    std::map<double, std::uint64_t> counts;

    /// How many records are rated lower than that.
    std::uint64_t below(double value) const;
};

/// Every rating by its column's key. For a worker; incomplete when the job was asked to stop.
std::map<std::string, RatingScale> ratingScales(const Snapshot& snapshot, const Job& job);

/// The column of a rating.
std::string ratingKey(std::string_view name);

/// What annotators were told that 0, 1 and 2 mean.
using RatingCriteria = std::array<QString, 3>;

/// None for ratings without written criteria.
std::optional<RatingCriteria> ratingCriteria(std::string_view name);

/// How many steps the scale of a rating has above 0; 0 where it is no short scale of whole steps.
int ratingSteps(std::string_view name, double value, double highest);

} // namespace duologue::ui
