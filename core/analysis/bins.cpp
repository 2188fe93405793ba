// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/bins.h"

#include "core/analysis/count.h"
#include "core/data/field_reader.h"
#include "core/util/numbers.h"
#include "core/util/parallel.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace duologue {

NumberSummary summaryOf(const Snapshot& snapshot, const RowSet& rows, const FieldReader& field,
                        const Job& job)
{
    const CountRequest request{.means = {field}, .ofMessages = field.info().ofMessages};
    return std::move(count(snapshot, rows, request, job).summaries.front());
}

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kWanted = 20;

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
        const auto count = snapshot.messages.count;
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
    const NumberSummary all = summaryOf(snapshot, RowSet(snapshot.recordCount(), true), field, job);
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

namespace {

/// The digits of an end that a double does not hold; empty for others. A single value has its own, the end of
/// a bin those of its double.
std::string typedEnd(double end, const GroupValue& value)
{
    const std::string text = value.end ? numberText(end) : value.text;
    return std::isfinite(end) && isKeptAsDigits(text) ? text : std::string();
}

} // namespace

Query rangeQuery(std::string_view field, const GroupValue& first, const GroupValue& last)
{
    QueryTerm term;
    term.kind = TermKind::Range;
    term.field = field;
    term.low = *first.number;
    term.high = last.end ? *last.end : *last.number;
    term.lowTyped = typedEnd(term.low, first);
    term.highTyped = typedEnd(term.high, last);
    term.highIncluded = std::isinf(term.high) || !last.end || last.endIncluded;
    if (std::isinf(term.low) && std::isinf(term.high)) {
        QueryTerm any;
        any.kind = TermKind::Has;
        any.field = field;
        return Query::of(std::move(any));
    }
    if (std::isinf(term.low) || term.highIncluded)
        return Query::of(std::move(term));
    // The language has no single term for a range that excludes its upper end: this takes two.
    QueryTerm below = term;
    below.low = -kInfinity;
    below.lowTyped.clear();
    term.high = kInfinity;
    term.highTyped.clear();
    term.highIncluded = true;
    return Query::all({Query::of(std::move(term)), Query::of(std::move(below))});
}

namespace {

/// A whole scale that goes to 3 or higher and has no 0 begins at 1 ("1 to 5"); a lower one at 0 ("0 to 2"),
/// as do shares.
ValueScale roundedRange(const NumberSummary& all)
{
    constexpr double kLowestOfLong = 3;
    if (all.low < 0)
        return {std::floor(all.low), std::ceil(all.high)};
    const double low = all.whole && all.low >= 1 && all.high >= kLowestOfLong ? 1 : 0;
    return {low, std::max(1.0, std::ceil(all.high))};
}

} // namespace

ValueScale scaleOf(const Snapshot& snapshot, const FieldReader& field, const Job& job)
{
    // Other numbers of messages, such as turns, have no highest value.
    if (field.hasMessageNumbers() && field.info().key == "satisfaction")
        return {field.categoryNumber(categoryCode(0)),
                field.categoryNumber(categoryCode(field.categoryCount() - 1))};
    const bool isOwn = field.info().ofMessages && field.info().rawKey == "satisfaction";
    if (!isOwn && (!field.info().traits.isRating || !field.isNumber()))
        return {};
    return scaleOf(summaryOf(snapshot, RowSet(snapshot.recordCount(), true), field, job));
}

ValueScale scaleOf(const NumberSummary& all)
{
    return all.mean.n == 0 || !std::isfinite(all.mean.sum) ? ValueScale() : roundedRange(all);
}

namespace {

template<typename Wanted>
std::vector<FieldInfo> fieldsThat(const Snapshot& snapshot, Wanted&& wanted)
{
    std::vector<FieldReader> readers = allFields(snapshot);
    for (FieldReader& field : messageFields(snapshot)) {
        const bool known = std::any_of(readers.begin(), readers.end(), [&](const FieldReader& each) {
            return each.info().key == field.info().key;
        });
        if (!known)
            readers.push_back(std::move(field));
    }
    std::vector<FieldInfo> fields;
    for (const FieldReader& field : readers) {
        if (wanted(field))
            fields.push_back(field.info());
    }
    return fields;
}

} // namespace

std::vector<FieldInfo> groupingFields(const Snapshot& snapshot)
{
    return fieldsThat(snapshot, [](const FieldReader& field) {
        const FieldInfo& info = field.info();
        return info.kind != FieldKind::Text && info.kind != FieldKind::Tree && info.key != "record";
    });
}

std::vector<FieldInfo> measureFields(const Snapshot& snapshot)
{
    return fieldsThat(snapshot, [](const FieldReader& field) {
        const FieldInfo& info = field.info();
        return (info.kind == FieldKind::Number && info.key != "record") || field.isNumbersAsText() ||
               (info.ofMessages && field.hasMessageNumbers());
    });
}

std::vector<FieldInfo> ratingFields(const Snapshot& snapshot)
{
    return fieldsThat(
        snapshot, [](const FieldReader& field) { return field.isNumber() && field.info().traits.isRating; });
}

std::vector<FieldInfo> fieldNamed(const Snapshot& snapshot, std::string_view key)
{
    const auto field = findField(snapshot, key);
    return field ? std::vector<FieldInfo>{field->info()} : std::vector<FieldInfo>();
}

std::vector<FieldInfo> markFields(const Snapshot& snapshot)
{
    return fieldsThat(snapshot, [](const FieldReader& field) { return field.hasMarks(); });
}

std::vector<std::string> knownRatings(const Snapshot& snapshot, bool FieldTraits::*trait)
{
    std::vector<std::string> keys;
    for (const KnownField& field : snapshot.knownFields) {
        if (field.traits.isRating && field.traits.*trait)
            keys.emplace_back(field.key);
    }
    return keys;
}

std::vector<std::string> topicsAnd(const Snapshot& snapshot, std::string_view key)
{
    std::vector<std::string> keys = keysWith(snapshot, &FieldTraits::isTopic);
    keys.emplace_back(key);
    return keys;
}

} // namespace duologue
