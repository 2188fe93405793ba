// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/agreement.h"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>
#include <random>
#include <set>

namespace duologue {

namespace {

/// How often each value is given to a unit.
struct UnitCounts {
    std::vector<double> values;
    /// By unit and value.
    std::vector<std::vector<double>> counts;
    /// By unit: the number of its values.
    std::vector<double> raters;
    std::size_t withTwo = 0;

    std::size_t units() const { return counts.size(); }
};

std::size_t placeOf(const std::vector<double>& values, double value)
{
    return static_cast<std::size_t>(std::ranges::lower_bound(values, value) - values.begin());
}

/// Of the units with a value.
UnitCounts countsOf(const Ratings& ratings)
{
    std::set<double> used;
    for (const Ratings::Unit& unit : ratings.units) {
        for (const std::optional<double>& value : unit) {
            if (value)
                used.insert(*value);
        }
    }
    UnitCounts made;
    made.values.assign(used.begin(), used.end());
    for (const Ratings::Unit& unit : ratings.units) {
        std::vector<double> counts(made.values.size());
        for (const std::optional<double>& value : unit) {
            if (value)
                ++counts[placeOf(made.values, *value)];
        }
        const double raters = std::accumulate(counts.begin(), counts.end(), 0.0);
        if (raters == 0)
            continue;
        made.counts.push_back(std::move(counts));
        made.raters.push_back(raters);
        made.withTwo += raters >= 2 ? 1 : 0;
    }
    return made;
}

/// The share of agreeing pairs of values of a unit; 0 if it has only one.
double pairsAgreeing(const UnitCounts& counts, std::size_t unit)
{
    double agreeing = 0;
    for (const double count : counts.counts[unit])
        agreeing += count * (count - 1);
    const double raters = counts.raters[unit];
    return raters < 2 ? 0 : agreeing / (raters * (raters - 1));
}

double observedAgreement(const UnitCounts& counts)
{
    double sum = 0;
    for (std::size_t unit = 0; unit < counts.units(); ++unit)
        sum += pairsAgreeing(counts, unit);
    return sum / static_cast<double>(counts.withTwo);
}

/// The share of each value, each unit with the same weight.
std::vector<double> sharesOf(const UnitCounts& counts)
{
    std::vector<double> shares(counts.values.size());
    for (std::size_t unit = 0; unit < counts.units(); ++unit) {
        for (std::size_t value = 0; value < shares.size(); ++value)
            shares[value] += counts.counts[unit][value] / counts.raters[unit];
    }
    for (double& share : shares)
        share /= static_cast<double>(counts.units());
    return shares;
}

/// A coefficient corrected for chance, with Gwet's standard error: what chance gives in all, and what each
/// value of a unit adds to it.
Coefficient correctedFor(const UnitCounts& counts, double chance, const std::vector<double>& chanceOfValue)
{
    if (counts.withTwo == 0 || chance >= 1 || counts.values.size() < 2)
        return {};
    const double observed = observedAgreement(counts);
    const double value = (observed - chance) / (1 - chance);
    const auto units = static_cast<double>(counts.units());
    double squares = 0;
    for (std::size_t unit = 0; unit < counts.units(); ++unit) {
        double chanceHere = 0;
        for (std::size_t i = 0; i < chanceOfValue.size(); ++i)
            chanceHere += counts.counts[unit][i] * chanceOfValue[i] / counts.raters[unit];
        const double pairs = counts.raters[unit] < 2 ? 0 : pairsAgreeing(counts, unit) - chance;
        const double here = units / static_cast<double>(counts.withTwo) * pairs / (1 - chance) -
                            2 * (1 - value) * (chanceHere - chance) / (1 - chance);
        squares += (here - value) * (here - value);
    }
    const std::optional<double> error =
        counts.units() < 2 ? std::nullopt : std::optional(std::sqrt(squares / (units * (units - 1))));
    return {value, error};
}

double squareOf(double number)
{
    return number * number;
}

/// How far two values are apart, squared. `totals` are the numbers of pairable values of each value.
double distance(const std::vector<double>& values, const std::vector<double>& totals, std::size_t first,
                std::size_t second, MeasureLevel level)
{
    if (first == second)
        return 0;
    switch (level) {
    case MeasureLevel::Nominal:
        return 1;
    case MeasureLevel::Ordinal: {
        const auto [low, high] = std::minmax(first, second);
        double between = -(totals[low] + totals[high]) / 2;
        for (std::size_t i = low; i <= high; ++i)
            between += totals[i];
        return squareOf(between);
    }
    case MeasureLevel::Interval:
        return squareOf(values[first] - values[second]);
    case MeasureLevel::Ratio: {
        const double sum = values[first] + values[second];
        return sum == 0 ? 0 : squareOf((values[first] - values[second]) / sum);
    }
    }
    return 0;
}

/// Shares of a table and of its margins, and the weights of agreement: 1 for the same values.
struct Shares {
    Shares(const AgreementTable& table, const Disagreements& disagreements)
    {
        const std::size_t size = table.values.size();
        for (const std::vector<double>& row : table.counts)
            n += std::accumulate(row.begin(), row.end(), 0.0);
        double most = 0;
        for (const std::vector<double>& row : disagreements)
            most = std::max(most, *std::ranges::max_element(row));
        rows.resize(size);
        columns.resize(size);
        for (std::size_t i = 0; i < size; ++i) {
            for (std::size_t j = 0; j < size; ++j) {
                const double share = table.counts[i][j] / n;
                const double weight = 1 - disagreements[i][j] / most;
                cells.push_back({i, j, share, weight});
                rows[i] += share;
                columns[j] += share;
            }
        }
        for (const Cell& cell : cells) {
            observed += cell.weight * cell.share;
            chance += cell.weight * rows[cell.row] * columns[cell.column];
        }
        rowWeights.resize(size);
        columnWeights.resize(size);
        for (const Cell& cell : cells) {
            rowWeights[cell.row] += columns[cell.column] * cell.weight;
            columnWeights[cell.column] += rows[cell.row] * cell.weight;
        }
    }

    struct Cell {
        std::size_t row;
        std::size_t column;
        double share;
        double weight;
    };

    double meanWeight(const Cell& cell) const { return rowWeights[cell.row] + columnWeights[cell.column]; }
    double kappa() const { return (observed - chance) / (1 - chance); }

    double n = 0;
    std::vector<Cell> cells;
    std::vector<double> rows;
    std::vector<double> columns;
    std::vector<double> rowWeights;
    std::vector<double> columnWeights;
    double observed = 0;
    double chance = 0;
};

/// Null if kappa is undefined.
std::optional<Shares> sharesOf(const AgreementTable& table, const Disagreements& disagreements)
{
    if (table.values.size() < 2)
        return std::nullopt;
    Shares shares(table, disagreements);
    return shares.n > 0 && shares.chance < 1 ? std::optional(std::move(shares)) : std::nullopt;
}

template<typename Distance>
Disagreements disagreementsBy(std::size_t values, const Distance& distanceOf)
{
    Disagreements made(values, std::vector<double>(values));
    for (std::size_t i = 0; i < values; ++i) {
        for (std::size_t j = 0; j < values; ++j)
            made[i][j] = distanceOf(static_cast<double>(i) - static_cast<double>(j));
    }
    return made;
}

} // namespace

Coefficient percentAgreement(const Ratings& ratings)
{
    const UnitCounts counts = countsOf(ratings);
    return {counts.withTwo == 0 ? std::nullopt : std::optional(observedAgreement(counts))};
}

bool hasEqualRaters(const Ratings& ratings)
{
    const UnitCounts counts = countsOf(ratings);
    return counts.units() == ratings.units.size() &&
           std::ranges::all_of(counts.raters, [&](double each) { return each == counts.raters.front(); });
}

Coefficient fleissKappa(const Ratings& ratings)
{
    const UnitCounts counts = countsOf(ratings);
    if (counts.withTwo == 0)
        return {};
    const std::vector<double> shares = sharesOf(counts);
    return correctedFor(counts, std::inner_product(shares.begin(), shares.end(), shares.begin(), 0.0),
                        shares);
}

std::optional<double> fleissZ(const Ratings& ratings)
{
    const std::optional<double> kappa = fleissKappa(ratings).value;
    if (!kappa || !hasEqualRaters(ratings))
        return std::nullopt;
    const UnitCounts counts = countsOf(ratings);
    const double raters = counts.raters.front();
    double varied = 0;
    double skew = 0;
    for (const double share : sharesOf(counts)) {
        varied += share * (1 - share);
        skew += share * (1 - share) * (1 - 2 * share);
    }
    const double variance = 2 / (static_cast<double>(counts.units()) * raters * (raters - 1)) *
                            (varied * varied - skew) / (varied * varied);
    return *kappa / std::sqrt(variance);
}

Coefficient gwetAc1(const Ratings& ratings)
{
    const UnitCounts counts = countsOf(ratings);
    if (counts.withTwo == 0 || counts.values.size() < 2)
        return {};
    const double others = static_cast<double>(counts.values.size()) - 1;
    double chance = 0;
    std::vector<double> chanceOfValue;
    for (const double share : sharesOf(counts)) {
        chance += share * (1 - share) / others;
        chanceOfValue.push_back((1 - share) / others);
    }
    return correctedFor(counts, chance, chanceOfValue);
}

Coefficient brennanPrediger(const Ratings& ratings)
{
    const UnitCounts counts = countsOf(ratings);
    const double chance = 1 / static_cast<double>(std::max<std::size_t>(counts.values.size(), 1));
    return correctedFor(counts, chance, std::vector<double>(counts.values.size(), chance));
}

Coefficient congerKappa(const Ratings& ratings)
{
    const UnitCounts counts = countsOf(ratings);
    const std::size_t raters = ratings.units.empty() ? 0 : ratings.units.front().size();
    if (counts.withTwo == 0 || raters < 2 || counts.values.size() < 2)
        return {};
    double chance = 0;
    for (const double value : counts.values) {
        double sum = 0;
        double squares = 0;
        double known = 0;
        for (std::size_t rater = 0; rater < raters; ++rater) {
            double given = 0;
            double all = 0;
            for (const Ratings::Unit& unit : ratings.units) {
                all += unit[rater] ? 1 : 0;
                given += unit[rater] == value ? 1 : 0;
            }
            if (all == 0)
                continue;
            ++known;
            sum += given / all;
            squares += squareOf(given / all);
        }
        const double mean = sum / known;
        // The variance between sources, of n - 1.
        const double variance = known < 2 ? 0 : (squares - known * mean * mean) / (known - 1);
        chance += mean * mean - variance / known;
    }
    return {(observedAgreement(counts) - chance) / (1 - chance)};
}

Coefficient krippendorffAlpha(const Ratings& ratings, MeasureLevel level)
{
    UnitCounts counts = countsOf(ratings);
    std::vector<double> totals(counts.values.size());
    double n = 0;
    for (std::size_t unit = 0; unit < counts.units(); ++unit) {
        if (counts.raters[unit] < 2)
            continue;
        n += counts.raters[unit];
        for (std::size_t value = 0; value < totals.size(); ++value)
            totals[value] += counts.counts[unit][value];
    }
    double observed = 0;
    double expected = 0;
    for (std::size_t first = 0; first < totals.size(); ++first) {
        for (std::size_t second = 0; second < totals.size(); ++second) {
            if (first == second)
                continue;
            const double apart = distance(counts.values, totals, first, second, level);
            expected += totals[first] * totals[second] * apart;
            for (std::size_t unit = 0; unit < counts.units(); ++unit) {
                if (counts.raters[unit] >= 2)
                    observed += counts.counts[unit][first] * counts.counts[unit][second] * apart /
                                (counts.raters[unit] - 1);
            }
        }
    }
    if (n < 2 || expected == 0)
        return {};
    return {1 - (n - 1) * observed / expected};
}

AgreementTable agreementTable(const Ratings& ratings, std::size_t first, std::size_t second)
{
    std::set<double> used;
    const auto isBoth = [&](const Ratings::Unit& unit) { return unit[first] && unit[second]; };
    for (const Ratings::Unit& unit : ratings.units) {
        if (isBoth(unit))
            used.insert({*unit[first], *unit[second]});
    }
    AgreementTable table{{used.begin(), used.end()}, {}};
    table.counts.assign(table.values.size(), std::vector<double>(table.values.size()));
    for (const Ratings::Unit& unit : ratings.units) {
        if (isBoth(unit))
            ++table.counts[placeOf(table.values, *unit[first])][placeOf(table.values, *unit[second])];
    }
    return table;
}

Disagreements plainDisagreements(std::size_t values)
{
    return disagreementsBy(values, [](double apart) { return apart == 0 ? 0.0 : 1.0; });
}

Disagreements linearDisagreements(std::size_t values)
{
    return disagreementsBy(values, [](double apart) { return std::abs(apart); });
}

Disagreements quadraticDisagreements(std::size_t values)
{
    return disagreementsBy(values, squareOf);
}

Coefficient cohenKappa(const AgreementTable& table, const Disagreements& disagreements)
{
    const std::optional<Shares> shares = sharesOf(table, disagreements);
    if (!shares)
        return {};
    const double kappa = shares->kappa();
    double sum = 0;
    for (const Shares::Cell& cell : shares->cells)
        sum += cell.share * squareOf(cell.weight - shares->meanWeight(cell) * (1 - kappa));
    const double variance =
        (sum - squareOf(kappa - shares->chance * (1 - kappa))) / (shares->n * squareOf(1 - shares->chance));
    return {kappa, std::sqrt(std::max(variance, 0.0))};
}

std::optional<double> kappaZ(const AgreementTable& table, const Disagreements& disagreements)
{
    const std::optional<Shares> shares = sharesOf(table, disagreements);
    if (!shares)
        return std::nullopt;
    double sum = 0;
    for (const Shares::Cell& cell : shares->cells)
        sum += shares->rows[cell.row] * shares->columns[cell.column] *
               squareOf(cell.weight - shares->meanWeight(cell));
    const double variance = (sum - squareOf(shares->chance)) / (shares->n * squareOf(1 - shares->chance));
    return variance > 0 ? std::optional(shares->kappa() / std::sqrt(variance)) : std::nullopt;
}

Coefficient scottPi(const AgreementTable& table)
{
    const std::optional<Shares> shares = sharesOf(table, plainDisagreements(table.values.size()));
    if (!shares)
        return {};
    double chance = 0;
    for (std::size_t i = 0; i < table.values.size(); ++i)
        chance += squareOf((shares->rows[i] + shares->columns[i]) / 2);
    return {(shares->observed - chance) / (1 - chance)};
}

Coefficient bangdiwalaB(const AgreementTable& table)
{
    double agreeing = 0;
    double possible = 0;
    for (std::size_t i = 0; i < table.values.size(); ++i) {
        double column = 0;
        for (const std::vector<double>& row : table.counts)
            column += row[i];
        agreeing += squareOf(table.counts[i][i]);
        possible += column * std::accumulate(table.counts[i].begin(), table.counts[i].end(), 0.0);
    }
    return {possible == 0 ? std::nullopt : std::optional(agreeing / possible)};
}

std::optional<AgreementInterval> intervalOf(const Coefficient& coefficient, std::size_t units,
                                            double confidence)
{
    if (!coefficient.value || !coefficient.error || units < 2)
        return std::nullopt;
    const boost::math::students_t distribution(static_cast<double>(units - 1));
    const double reach = boost::math::quantile(distribution, 1 - (1 - confidence) / 2) * *coefficient.error;
    return AgreementInterval{*coefficient.value - reach, std::min(*coefficient.value + reach, 1.0)};
}

std::optional<AgreementInterval>
bootstrapInterval(const Ratings& ratings, const std::function<Coefficient(const Ratings&)>& coefficient,
                  std::size_t draws, double confidence, std::uint64_t seed)
{
    std::vector<std::size_t> begins = ratings.groups;
    if (begins.empty()) {
        begins.resize(ratings.units.size());
        std::iota(begins.begin(), begins.end(), 0);
    }
    if (begins.empty() || draws == 0)
        return std::nullopt;
    const std::size_t groups = begins.size();
    begins.push_back(ratings.units.size());
    std::mt19937_64 random(seed);
    std::vector<double> found;
    for (std::size_t draw = 0; draw < draws; ++draw) {
        Ratings sample;
        for (std::size_t i = 0; i < groups; ++i) {
            // The same on every machine, unlike std::uniform_int_distribution; the bias is below 2^-40.
            const std::size_t group = random() % groups;
            sample.units.insert(sample.units.end(),
                                ratings.units.begin() + static_cast<std::ptrdiff_t>(begins[group]),
                                ratings.units.begin() + static_cast<std::ptrdiff_t>(begins[group + 1]));
        }
        if (const std::optional<double> value = coefficient(sample).value)
            found.push_back(*value);
    }
    if (2 * found.size() < draws)
        return std::nullopt;
    std::ranges::sort(found);
    const auto at = [&found](double share) {
        const double place = share * static_cast<double>(found.size() - 1);
        const auto low = static_cast<std::size_t>(place);
        const double above = found[std::min(low + 1, found.size() - 1)];
        return found[low] + (place - static_cast<double>(low)) * (above - found[low]);
    };
    return AgreementInterval{at((1 - confidence) / 2), at(1 - (1 - confidence) / 2)};
}

JudgeRates judgeRates(const Ratings& ratings, std::size_t judge, std::size_t people)
{
    JudgeRates rates;
    double bothPass = 0;
    double bothFail = 0;
    for (const Ratings::Unit& unit : ratings.units) {
        if (!unit[judge] || !unit[people])
            continue;
        const bool isPass = *unit[people] != 0;
        (isPass ? rates.passes : rates.fails) += 1;
        if ((*unit[judge] != 0) == isPass)
            (isPass ? bothPass : bothFail) += 1;
    }
    if (rates.passes > 0)
        rates.truePositive = bothPass / static_cast<double>(rates.passes);
    if (rates.fails > 0)
        rates.trueNegative = bothFail / static_cast<double>(rates.fails);
    return rates;
}

std::optional<double> correctedRate(double observed, double truePositive, double trueNegative)
{
    constexpr double kTooLittle = 1e-9;
    const double told = truePositive + trueNegative - 1;
    if (std::abs(told) < kTooLittle)
        return std::nullopt;
    return std::clamp((observed + trueNegative - 1) / told, 0.0, 1.0);
}

} // namespace duologue
