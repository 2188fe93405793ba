// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_axis.h"
#include "core/util/numbers.h"
#include "core/util/text.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>

namespace duologue::ui {

namespace {

struct RatingScalesWords {
    Q_DECLARE_TR_FUNCTIONS(RatingCriteria)
};

} // namespace

std::map<std::string, RatingScale> ratingScales(const Snapshot& snapshot, const Job& job)
{
    constexpr std::uint32_t kRowsBetweenStops = 65536;
    constexpr std::size_t kMostValues = 12;
    std::map<std::string, RatingScale> scales;
    for (const Column& column : snapshot.records.columns) {
        if (!column.info.traits.isRating || column.info.kind != FieldKind::Number)
            continue;
        RatingScale& scale = scales[column.info.key];
        bool countable = true;
        for (Row row{0}; row < snapshot.endRow(); ++row) {
            if (indexOf(row) % kRowsBetweenStops == 0 && job.stopRequested())
                return scales;
            const double value = column.number(indexOf(row));
            if (std::isnan(value))
                continue;
            scale.mean.add(value);
            scale.highest = std::max(scale.highest, value);
            if (countable && (++scale.counts[value], scale.counts.size() > kMostValues))
                countable = false;
        }
        if (!countable)
            scale.counts.clear();
    }
    return scales;
}

std::uint64_t RatingScale::below(double value) const
{
    std::uint64_t sum = 0;
    for (auto at = counts.begin(); at != counts.end() && at->first < value; ++at)
        sum += at->second;
    return sum;
}

std::optional<RatingCriteria> ratingCriteria(std::string_view name)
{
    const std::string key = fieldKey(name);
    if (key == "detail_level")
        return RatingCriteria{
            RatingScalesWords::tr("Vague or brief, for example places named without a description"),
            RatingScalesWords::tr("Between the two"),
            RatingScalesWords::tr("In depth, for example a recipe with its ingredients and steps")};
    if (key == "diversity")
        return RatingCriteria{RatingScalesWords::tr("One or two options per query"),
                              RatingScalesWords::tr("Some queries get three or more options"),
                              RatingScalesWords::tr("Every query gets three or more different options")};
    if (key == "practical_usefulness")
        return RatingCriteria{
            RatingScalesWords::tr("An unrealistic plan, for example a schedule too tight to follow"),
            RatingScalesWords::tr("Partly applicable: gives ideas that are hard to carry out"),
            RatingScalesWords::tr("Practical, can be acted on")};
    return std::nullopt;
}

int ratingSteps(std::string_view name, double value, double highest)
{
    constexpr int kMostSteps = 10;
    const std::string key = fieldKey(name);
    const double least = key == "additional_preferences" || key == "memorization" ? 1
                         : key == "detail_level" || key == "diversity" || key == "practical_usefulness" ||
                                 key == "preference_alignment" || key == "role_playing_completeness"
                             ? 2
                             : 1;
    const double most = std::max({least, value, highest});
    return value < 0 || most > kMostSteps || std::floor(most) != most ? 0 : static_cast<int>(most);
}

namespace {

/// Axes with at most so many numbers show each of them.
constexpr std::size_t kShortAxis = 12;
/// The numbers that are joined hold at most this share of all records.
constexpr double kRareShare = 0.02;

/// A value of any group.
struct AxisValue {
    GroupValue value;
    /// Records of all groups with a measure; all records if there are no measures.
    std::uint64_t counted = 0;
};

std::uint64_t countedIn(const TallyRow& row)
{
    std::uint64_t most = row.means.empty() ? row.n : 0;
    for (const Mean& mean : row.means)
        most = std::max(most, mean.n);
    return most;
}

std::vector<AxisValue> valuesOfGroups(std::span<const ReportData* const> groups)
{
    std::vector<AxisValue> all;
    std::unordered_map<std::string_view, std::size_t> places;
    for (const ReportData* group : groups) {
        for (const TallyRow& row : group->tally.rows) {
            const GroupValue& value = row.values.front();
            const auto [place, isNew] = places.emplace(value.text, all.size());
            if (isNew)
                all.push_back({value, 0});
            all[place->second].counted += countedIn(row);
        }
    }
    if (groups.size() > 1)
        std::stable_sort(all.begin(), all.end(), [](const AxisValue& a, const AxisValue& b) {
            return comesBefore(a.value, b.value);
        });
    return all;
}

bool isSingleNumber(const GroupValue& value)
{
    return value.number && !value.end && std::isfinite(*value.number);
}

/// A whole number that a double holds. Steps between others would be those of the doubles.
bool isExactWhole(const GroupValue& value)
{
    return value.number && std::floor(*value.number) == *value.number && !isBeyondExact(*value.number) &&
           !isKeptAsDigits(value.text);
}

/// Index of the first number that is joined; the size of the list for none.
std::size_t startOfTail(const std::vector<AxisValue>& values)
{
    const bool areNumbers = std::all_of(values.begin(), values.end(), [](const AxisValue& each) {
        return isSingleNumber(each.value) && isExactWhole(each.value);
    });
    if (!areNumbers || values.size() <= kShortAxis)
        return values.size();
    std::uint64_t sum = 0;
    for (const AxisValue& each : values)
        sum += each.counted;
    const double most = kRareShare * static_cast<double>(sum);
    std::uint64_t tail = 0;
    std::size_t start = values.size();
    while (start > 1 && static_cast<double>(tail + values[start - 1].counted) <= most)
        tail += values[--start].counted;
    // One number by itself is not shorter as a range.
    return values.size() - start > 1 ? start : values.size();
}

GroupValue joinedFrom(double first)
{
    return {"≥" + numberText(first), first, std::numeric_limits<double>::infinity(), false};
}

/// Puts `joined` in the place of all numbers from its own on, and adds up the rows that are alike then.
void joinSide(Tally& tally, std::size_t side, const GroupValue& joined)
{
    std::unordered_map<std::string, std::size_t> places;
    std::vector<TallyRow> rows;
    for (TallyRow& row : tally.rows) {
        GroupValue& value = row.values[side];
        const bool isJoined = isSingleNumber(value) && *value.number >= *joined.number;
        if (!isJoined) {
            rows.push_back(std::move(row));
            continue;
        }
        value = joined;
        const auto [place, isNew] = places.emplace(row.values[1 - side].text, rows.size());
        if (isNew) {
            rows.push_back(std::move(row));
            continue;
        }
        TallyRow& sum = rows[place->second];
        sum.n += row.n;
        for (std::size_t i = 0; i < sum.means.size(); ++i)
            sum.means[i].add(row.means[i]);
    }
    tally.rows = std::move(rows);
}

} // namespace

void joinTails(Tally& all, Tally& now)
{
    for (std::size_t side = 0; all.by.size() == 2 && side < 2; ++side) {
        std::unordered_map<std::string_view, std::size_t> places;
        std::vector<AxisValue> values;
        for (const TallyRow& row : all.rows) {
            const auto [place, isNew] = places.emplace(row.values[side].text, values.size());
            if (isNew)
                values.push_back({row.values[side], 0});
            values[place->second].counted += row.n;
        }
        std::stable_sort(values.begin(), values.end(), [](const AxisValue& a, const AxisValue& b) {
            return comesBefore(a.value, b.value);
        });
        const std::size_t tail = startOfTail(values);
        if (tail == values.size())
            continue;
        const GroupValue joined = joinedFrom(*values[tail].value.number);
        joinSide(all, side, joined);
        joinSide(now, side, joined);
    }
}

ChartAxis axisOf(std::span<const ReportData* const> groups)
{
    ChartAxis axis;
    std::vector<AxisValue> values = valuesOfGroups(groups);
    for (const AxisValue& each : values)
        axis.valuesLeftOut += each.counted == 0 ? 1 : 0;
    // If nothing has a measure, the values without one say so.
    if (axis.valuesLeftOut == values.size())
        axis.valuesLeftOut = 0;
    else
        std::erase_if(values, [](const AxisValue& each) { return each.counted == 0; });
    const std::size_t tail = startOfTail(values);
    for (std::size_t i = 0; i < tail; ++i)
        axis.values.push_back(std::move(values[i].value));
    if (tail < values.size()) {
        axis.joined = values.size() - tail;
        axis.values.push_back(joinedFrom(*values[tail].value.number));
    }
    return axis;
}

std::vector<AxisGap> gapsOf(std::span<const GroupValue> values)
{
    constexpr double kMostEmpty = 3;
    std::vector<AxisGap> gaps(values.size());
    for (std::size_t i = 1; i < values.size(); ++i) {
        const auto& before = values[i - 1];
        // The last value may be a range that begins at its number.
        if (!isSingleNumber(before) || !isExactWhole(before) || !isExactWhole(values[i]))
            return std::vector<AxisGap>(values.size());
        const double missing = *values[i].number - *before.number - 1;
        if (missing > kMostEmpty)
            gaps[i] = {1, true};
        else
            gaps[i] = {static_cast<int>(std::max(0.0, missing)), false};
    }
    return gaps;
}

std::vector<BarFigures> figuresOf(const ChartAxis& axis, const Tally& all, const Tally& now,
                                  const Tally& unmeasured)
{
    std::vector<BarFigures> made(axis.values.size());
    std::unordered_map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < axis.values.size(); ++i) {
        places.emplace(axis.values[i].text, i);
        made[i].means.resize(all.means.size());
        made[i].totalMeans.resize(all.means.size());
    }
    const auto figuresFor = [&](const GroupValue& value) -> BarFigures* {
        const bool isJoined =
            axis.joined > 0 && isSingleNumber(value) && *value.number >= *axis.values.back().number;
        if (isJoined)
            return &made.back();
        const auto place = places.find(value.text);
        return place == places.end() ? nullptr : &made[place->second];
    };
    for (const TallyRow& row : all.rows) {
        if (BarFigures* figures = figuresFor(row.values.front())) {
            figures->total += row.n;
            for (std::size_t i = 0; i < row.means.size(); ++i)
                figures->totalMeans[i].add(row.means[i]);
        }
    }
    for (const TallyRow& row : now.rows) {
        if (BarFigures* figures = figuresFor(row.values.front())) {
            figures->n += row.n;
            figures->withUnmeasured += row.n;
            for (std::size_t i = 0; i < row.means.size(); ++i)
                figures->means[i].add(row.means[i]);
        }
    }
    for (const TallyRow& row : unmeasured.rows) {
        if (BarFigures* figures = figuresFor(row.values.front()))
            figures->withUnmeasured += row.n;
    }
    return made;
}

} // namespace duologue::ui
