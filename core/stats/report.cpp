// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/report.h"

#include <array>

namespace duologue {

const Report& ratingByTurnsReport();

std::span<const Report* const> reports()
{
    static const std::array<const Report*, 1> all{
        &ratingByTurnsReport(),
    };
    return all;
}

} // namespace duologue
