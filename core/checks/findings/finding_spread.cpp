// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/findings/finding_spread.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

namespace duologue {

double FindingSpread::most() const
{
    double most = 0;
    for (const Part& part : parts)
        most = std::max(most, part.share());
    return most;
}

FindingSpread spreadOf(std::span<const Finding> findings, std::size_t records, std::size_t parts)
{
    FindingSpread spread;
    const std::size_t count = std::min(parts, records);
    const auto beginOf = [&](std::size_t part) { return part * records / count; };
    for (std::size_t part = 0; part < count; ++part)
        spread.parts.push_back(
            {Row{static_cast<std::uint32_t>(beginOf(part))}, beginOf(part + 1) - beginOf(part), 0});
    std::optional<Row> last;
    for (const Finding& finding : findings) {
        if (finding.part == FindingPart::Dataset || last == finding.row)
            continue;
        last = finding.row;
        const auto after =
            std::ranges::upper_bound(spread.parts, finding.row, {}, &FindingSpread::Part::first);
        ++std::prev(after)->found;
    }
    return spread;
}

std::string blocksOf(const FindingSpread& spread)
{
    constexpr std::array<std::string_view, 8> kBlocks{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    constexpr auto kHighest = static_cast<double>(kBlocks.size() - 1);
    const double most = spread.most();
    std::string blocks;
    for (const FindingSpread::Part& part : spread.parts)
        blocks += kBlocks.at(
            part.found == 0 ? 0 : static_cast<std::size_t>(std::ceil(part.share() / most * kHighest)));
    return blocks;
}

} // namespace duologue
