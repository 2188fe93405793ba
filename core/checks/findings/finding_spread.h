// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checks/check_run.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace duologue {

/// Where in a dataset a check finds something: its records in equal parts, in the order of the files.
struct FindingSpread {
    struct Part {
        Row first{0};
        /// Records of the part, and those of them with a finding.
        std::uint64_t records = 0;
        std::uint64_t found = 0;

        double share() const
        {
            return records == 0 ? 0 : static_cast<double>(found) / static_cast<double>(records);
        }
    };

    /// At most as many as asked for; fewer if there are fewer records. They are of one size, give or take one
    /// record.
    std::vector<Part> parts;

    /// The largest share of a part; 0 if nothing is found.
    double most() const;
};

/// As many parts as reports and windows show.
inline constexpr std::size_t kSpreadParts = 24;

/// `findings` are those of one check; those about the dataset as a whole have no place.
FindingSpread spreadOf(std::span<const Finding> findings, std::size_t records,
                       std::size_t parts = kSpreadParts);

/// One block for each part, as high as its share: "▁▁▃█▁". A part with a finding is never as low as one
/// without.
std::string blocksOf(const FindingSpread& spread);

} // namespace duologue
