// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/edit_distance.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace duologue {

std::size_t editDistance(std::string_view left, std::string_view right)
{
    std::vector<std::size_t> row(right.size() + 1);
    for (std::size_t j = 0; j < row.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= left.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= right.size(); ++j) {
            const std::size_t change = diagonal + static_cast<std::size_t>(left[i - 1] != right[j - 1]);
            diagonal = std::exchange(row[j], std::min({change, row[j] + 1, row[j - 1] + 1}));
        }
    }
    return row.back();
}

} // namespace duologue
