// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tally.h"
#include "core/util/parallel.h"

#include <QString>
#include <array>
#include <map>
#include <optional>
#include <string>

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

} // namespace duologue::ui
