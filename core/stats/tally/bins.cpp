// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/tally/bins.h"

#include "core/base/text.h"
#include "core/base/whole_number.h"
#include "core/table/field_scan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace duologue {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kWanted = 20;

/// 1, 2 or 5 times a power of ten, at least `rough`.
double roundStep(double rough)
{
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    constexpr std::array<double, 3> kSteps{1, 2, 5};
    for (const double step : kSteps) {
        if (rough <= step * power * 1.000001)
            return step * power;
    }
    return 10 * power;
}

/// The range of the middle 99 % of the numbers.
struct Core {
    double low;
    double high;
};

std::vector<double> sampleOf(const Snapshot& snapshot, const FieldReader& field)
{
    std::vector<double> sample;
    const auto add = [&sample](double value) {
        if (std::isfinite(value))
            sample.push_back(value);
    };
    if (field.info().ofMessages) {
        const auto count = static_cast<std::uint32_t>(snapshot.messages.entries.size());
        const auto piece = static_cast<std::uint32_t>(FieldScan::kRun);
        // Takes runs of messages from all over the dataset.
        const std::uint32_t step = count / static_cast<std::uint32_t>(kNumbersForBins / piece) + piece;
        std::array<double, FieldScan::kRun> numbers;
        for (std::uint32_t first = 0; first < count; first += step) {
            const std::uint32_t last = std::min(first + piece, count);
            FieldScan(field).messageNumbers(MessageIndex{first}, MessageIndex{last}, numbers.data());
            std::for_each(numbers.begin(), numbers.begin() + (last - first), add);
        }
        return sample;
    }
    const std::uint32_t step = snapshot.recordCount() / static_cast<std::uint32_t>(kNumbersForBins) + 1;
    for (Row row{0}; row < snapshot.endRow(); row += step)
        add(field.number(row));
    return sample;
}

std::optional<Core> coreOf(std::vector<double> sample)
{
    constexpr std::size_t kFew = 100;
    if (sample.size() < kFew)
        return std::nullopt;
    std::sort(sample.begin(), sample.end());
    const std::size_t beyond = sample.size() / 200;
    return Core{sample[beyond], sample[sample.size() - 1 - beyond]};
}

} // namespace

std::uint32_t Bins::keyOf(double value) const
{
    if (std::isnan(value))
        return 0;
    const double place = std::clamp(std::floor((value - low) / step), 0.0, static_cast<double>(count - 1));
    auto bin = static_cast<std::uint32_t>(place);
    // Rounding may move the quotient across an edge, but a query compares with the edge itself.
    if (bin > 0 && value < lowOf(bin + 1))
        --bin;
    else if (bin + 1 < count && value >= lowOf(bin + 2))
        ++bin;
    return bin + 1;
}

GroupValue Bins::valueOf(std::uint32_t key) const
{
    const double begin = lowOf(key);
    const double end = whole ? begin + step - 1 : lowOf(key + 1);
    GroupValue value;
    value.number = key == 1 && openLow ? -kInfinity : begin;
    value.end = key == count && openHigh ? kInfinity : end;
    value.endIncluded = whole;
    if (std::isinf(*value.number))
        value.text = (whole ? "≤" : "<") + numberText(end);
    else if (std::isinf(*value.end))
        value.text = "≥" + numberText(begin);
    else if (whole && begin == end)
        value.text = numberText(begin);
    else
        value.text = numberText(begin) + "–" + numberText(end);
    return value;
}

Bins binsFor(const Snapshot& snapshot, const FieldReader& field, const Job& job)
{
    const NumberSummary all = summaryOf(RowSet(snapshot.recordCount(), true), field, job);
    return job.stopRequested() ? Bins() : binsFor(all, sampleOf(snapshot, field));
}

Bins binsFor(const NumberSummary& all, std::vector<double> some)
{
    Bins bins;
    if ((all.hasValues && all.values.size() <= Bins::kMostValues) || all.low == all.high)
        return bins;
    double low = all.low;
    double high = all.high;
    // A few outliers would squeeze the rest into one bin.
    constexpr double kFarther = 2;
    if (const auto core = coreOf(std::move(some));
        core && core->high > core->low && high - low > kFarther * (core->high - core->low)) {
        low = std::max(low, core->low);
        high = std::min(high, core->high);
    }
    // Beyond 2^53 there are whole numbers that no double is: "up to 9, then from 10" would lose some of them.
    bins.whole = all.whole && !isBeyondExact(all.low) && !isBeyondExact(all.high);
    bins.step = roundStep((high - low) / kWanted);
    if (bins.whole)
        bins.step = std::max(1.0, std::round(bins.step));
    const double first = std::floor(low / bins.step);
    bins.low = first * bins.step;
    bins.count = static_cast<std::uint32_t>(std::floor(high / bins.step) - first) + 1;
    bins.openLow = all.low < bins.low || (!all.values.empty() && all.values.front().first == -kInfinity);
    bins.openHigh = all.high >= bins.low + bins.step * bins.count;
    const double mean = all.mean.mean();
    // An infinite number makes the mean infinite, or NaN if there are both infinities.
    bins.openLow = bins.openLow || std::isnan(mean) || mean == -kInfinity;
    bins.openHigh = bins.openHigh || std::isnan(mean) || mean == kInfinity;
    return bins;
}

} // namespace duologue
