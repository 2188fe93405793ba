// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/agreement.h"

#include <algorithm>
#include <bit>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <set>

namespace duologue {

namespace {

double squareOf(double number)
{
    return number * number;
}

std::size_t placeOf(const std::vector<double>& values, double value)
{
    return static_cast<std::size_t>(std::ranges::lower_bound(values, value) - values.begin());
}

/// How many units there are with a value, how many with two or more, and the sum of RatedUnits::agreeing.
struct UnitSums {
    explicit UnitSums(const RatedUnits& units)
    {
        for (std::size_t unit = 0; unit < units.size(); ++unit) {
            all += units.raters[unit] > 0 ? units.weights[unit] : 0;
            withTwo += units.raters[unit] > 1 ? units.weights[unit] : 0;
            agreeing += units.weights[unit] * units.agreeing[unit];
        }
    }

    double observed() const { return agreeing / withTwo; }

    double all = 0;
    double withTwo = 0;
    double agreeing = 0;
};

/// The share of each value, each unit with the same weight.
std::vector<double> sharesOf(const RatedUnits& units)
{
    std::vector<double> shares(units.values.size());
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
        for (const RatedUnits::Given& each : units.given(unit))
            shares[each.value] += units.weights[unit] * each.times / units.raters[unit];
    }
    const double all = UnitSums(units).all;
    for (double& share : shares)
        share /= all;
    return shares;
}

double usedIn(const std::vector<double>& shares)
{
    return static_cast<double>(std::ranges::count_if(shares, [](double share) { return share > 0; }));
}

/// A coefficient corrected for chance, with Gwet's standard error: what chance gives in all, and
/// chanceOf(value), what each value of a unit adds to it.
template<typename ChanceOf>
Coefficient correctedFor(const RatedUnits& units, double chance, const ChanceOf& chanceOf)
{
    const UnitSums sums(units);
    if (sums.withTwo == 0 || chance >= 1)
        return {};
    const double value = (sums.observed() - chance) / (1 - chance);
    if (units.isSample)
        return {value};
    double squares = 0;
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
        if (units.raters[unit] == 0)
            continue;
        double chanceHere = 0;
        for (const RatedUnits::Given& each : units.given(unit))
            chanceHere += each.times * chanceOf(each.value) / units.raters[unit];
        const double pairs = units.raters[unit] < 2 ? 0 : units.agreeing[unit] - chance;
        const double here = sums.all / sums.withTwo * pairs / (1 - chance) -
                            2 * (1 - value) * (chanceHere - chance) / (1 - chance);
        squares += units.weights[unit] * squareOf(here - value);
    }
    const std::optional<double> error =
        sums.all < 2 ? std::nullopt : std::optional(std::sqrt(squares / (sums.all * (sums.all - 1))));
    return {value, error};
}

/// How far two values are apart on a scale of ratios, squared.
double ratioDistance(double first, double second)
{
    return first + second == 0 ? 0 : squareOf((first - second) / (first + second));
}

/// The sum of the distances of all pairs of values, of which each occurs so often. The distance is a smooth
/// function of the difference of logarithms, so that many values are spread over the nodes of an even grid of
/// these, as a cubic interpolation between nodes weighs them.
double ratioDistances(const RatedUnits& units, const std::vector<double>& totals)
{
    const std::vector<double>& values = units.values;
    if (values.size() <= RatedUnits::kManyValues) {
        double sum = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j)
                sum += 2 * totals[i] * totals[j] * ratioDistance(values[i], values[j]);
        }
        return sum;
    }
    constexpr std::size_t kNodes = 512;
    const std::size_t first = values.front() == 0 ? 1 : 0;
    const double low = units.logarithms[first];
    const double step = (units.logarithms.back() - low) / (kNodes - 4);
    std::vector<double> nodes(kNodes);
    for (std::size_t i = first; i < values.size(); ++i) {
        const double place = 1 + (units.logarithms[i] - low) / step;
        const auto node = std::clamp<std::size_t>(static_cast<std::size_t>(place), 1, kNodes - 3);
        const double t = place - static_cast<double>(node);
        nodes[node - 1] -= totals[i] * t * (t - 1) * (t - 2) / 6;
        nodes[node] += totals[i] * (t + 1) * (t - 1) * (t - 2) / 2;
        nodes[node + 1] -= totals[i] * (t + 1) * t * (t - 2) / 2;
        nodes[node + 2] += totals[i] * (t + 1) * t * (t - 1) / 6;
    }
    // Zero is as far as can be from all others.
    double sum = first == 0 ? 0 : 2 * totals[0] * std::accumulate(totals.begin() + 1, totals.end(), 0.0);
    for (std::size_t apart = 1; apart < kNodes; ++apart)
        sum += 2 * squareOf(std::tanh(static_cast<double>(apart) * step / 2)) *
               std::inner_product(nodes.begin() + static_cast<std::ptrdiff_t>(apart), nodes.end(),
                                  nodes.begin(), 0.0);
    return sum;
}

/// How many of so many trials succeed, the same on every machine: each trial compares the binary digits of a
/// number by chance with those of the probability, until two differ.
std::uint64_t successes(std::uint64_t trials, double probability, std::mt19937_64& random)
{
    constexpr std::uint64_t kBits = 64;
    std::uint64_t made = 0;
    while (trials > 0 && probability > 0) {
        probability *= 2;
        const bool digit = probability >= 1;
        probability -= digit ? 1 : 0;
        std::uint64_t ones = 0;
        for (std::uint64_t left = trials; left > 0; left -= std::min(left, kBits))
            ones += static_cast<std::uint64_t>(
                std::popcount(left < kBits ? random() >> (kBits - left) : random()));
        made += digit ? trials - ones : 0;
        trials = digit ? ones : trials - ones;
    }
    return made;
}

/// Groups of units that say the same.
struct GroupKinds {
    GroupKinds(const Ratings& ratings, const std::vector<std::uint32_t>& unitOf)
    {
        const std::size_t groups = ratings.groups.empty() ? unitOf.size() : ratings.groups.size();
        for (std::size_t group = 0; group < groups; ++group) {
            const std::size_t begin = ratings.groups.empty() ? group : ratings.groups[group];
            const std::size_t end = ratings.groups.empty() ? group + 1
                                    : group + 1 < groups   ? ratings.groups[group + 1]
                                                           : unitOf.size();
            std::vector<std::uint32_t> units(unitOf.begin() + static_cast<std::ptrdiff_t>(begin),
                                             unitOf.begin() + static_cast<std::ptrdiff_t>(end));
            std::ranges::sort(units);
            const auto [at, isNew] =
                known.try_emplace(std::move(units), static_cast<std::uint32_t>(known.size()));
            if (isNew) {
                unitsOf.push_back(&at->first);
                counts.push_back(0);
            }
            ++counts[at->second];
            kindOf.push_back(at->second);
        }
    }

    /// The weights of units in a sample of as many groups as there are.
    void draw(std::mt19937_64& random, std::vector<double>& weights) const
    {
        std::vector<std::uint64_t> drawn(counts.size());
        // Each kind costs two bits for each group that is left, and each group that is drawn by itself 32.
        constexpr std::size_t kFew = 64;
        if (counts.size() <= kFew) {
            std::uint64_t left = kindOf.size();
            std::uint64_t rest = left;
            for (std::size_t kind = 0; kind < counts.size(); ++kind) {
                drawn[kind] =
                    successes(left, static_cast<double>(counts[kind]) / static_cast<double>(rest), random);
                left -= drawn[kind];
                rest -= counts[kind];
            }
        } else {
            std::uint64_t bits = 0;
            for (std::size_t i = 0; i < kindOf.size(); ++i) {
                bits = i % 2 == 0 ? random() : bits >> 32;
                ++drawn[kindOf[((bits & 0xFFFF'FFFF) * kindOf.size()) >> 32]];
            }
        }
        std::ranges::fill(weights, 0);
        for (std::size_t kind = 0; kind < counts.size(); ++kind) {
            for (const std::uint32_t unit : *unitsOf[kind])
                weights[unit] += static_cast<double>(drawn[kind]);
        }
    }

    std::map<std::vector<std::uint32_t>, std::uint32_t> known;
    /// By kind; in `known`.
    std::vector<const std::vector<std::uint32_t>*> unitsOf;
    std::vector<std::uint64_t> counts;
    /// By group.
    std::vector<std::uint32_t> kindOf;
};

/// The percentile interval of the values that are numbers; empty if fewer than half are.
std::optional<AgreementInterval> percentiles(std::vector<double> values, double confidence)
{
    const std::size_t all = values.size();
    std::erase_if(values, [](double value) { return std::isnan(value); });
    if (values.empty() || 2 * values.size() < all)
        return std::nullopt;
    std::ranges::sort(values);
    const auto at = [&values](double share) {
        const double place = share * static_cast<double>(values.size() - 1);
        const auto low = static_cast<std::size_t>(place);
        const double above = values[std::min(low + 1, values.size() - 1)];
        return values[low] + (place - static_cast<double>(low)) * (above - values[low]);
    };
    return AgreementInterval{at((1 - confidence) / 2), at(1 - (1 - confidence) / 2)};
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

RatedUnits::RatedUnits(const Ratings& ratings)
{
    for (const Ratings::Unit& unit : ratings.units) {
        sources = std::max(sources, unit.size());
        for (const std::optional<double>& value : unit) {
            if (value)
                values.push_back(*value);
        }
    }
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    for (const double value : values.size() > kManyValues ? std::span(values) : std::span<double>())
        logarithms.push_back(std::log(value));
    std::vector<std::uint32_t> codes(ratings.units.size() * sources, kNothing);
    for (std::size_t unit = 0; unit < ratings.units.size(); ++unit) {
        for (std::size_t source = 0; source < ratings.units[unit].size(); ++source) {
            if (const std::optional<double>& value = ratings.units[unit][source])
                codes[unit * sources + source] = static_cast<std::uint32_t>(placeOf(values, *value));
        }
    }
    const auto saidOf = [&](std::uint32_t unit) { return std::span(codes).subspan(unit * sources, sources); };
    // In the order of their values, so that counting these goes through memory in order.
    std::vector<std::uint32_t> order(ratings.units.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, [&](std::uint32_t left, std::uint32_t right) {
        return std::ranges::lexicographical_compare(saidOf(left), saidOf(right));
    });
    unitOf.resize(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i == 0 || !std::ranges::equal(saidOf(order[i - 1]), saidOf(order[i]))) {
            all.insert(all.end(), saidOf(order[i]).begin(), saidOf(order[i]).end());
            weights.push_back(0);
        }
        ++weights.back();
        unitOf[order[i]] = static_cast<std::uint32_t>(size() - 1);
    }
    std::vector<std::uint32_t> here;
    starts.push_back(0);
    for (std::size_t unit = 0; unit < size(); ++unit) {
        const auto begin = all.begin() + static_cast<std::ptrdiff_t>(unit * sources);
        here.assign(begin, begin + static_cast<std::ptrdiff_t>(sources));
        std::ranges::sort(here);
        for (const std::uint32_t value : here) {
            if (value == kNothing)
                break;
            if (starts.back() == runs.size() || runs.back().value != value)
                runs.push_back({value, 0});
            ++runs.back().times;
        }
        starts.push_back(runs.size());
        double said = 0;
        double pairs = 0;
        for (const Given& each : given(unit)) {
            said += each.times;
            pairs += each.times * (each.times - 1);
        }
        raters.push_back(said);
        agreeing.push_back(said < 2 ? 0 : pairs / (said * (said - 1)));
    }
}

Coefficient percentAgreement(const RatedUnits& units)
{
    const UnitSums sums(units);
    return {sums.withTwo == 0 ? std::nullopt : std::optional(sums.observed())};
}

bool hasEqualRaters(const RatedUnits& units)
{
    return std::ranges::all_of(units.raters,
                               [&](double each) { return each > 0 && each == units.raters.front(); });
}

Coefficient fleissKappa(const RatedUnits& units)
{
    const std::vector<double> shares = sharesOf(units);
    if (usedIn(shares) < 2)
        return {};
    return correctedFor(units, std::inner_product(shares.begin(), shares.end(), shares.begin(), 0.0),
                        [&shares](std::size_t value) { return shares[value]; });
}

std::optional<double> fleissZ(const RatedUnits& units)
{
    const std::optional<double> kappa = fleissKappa(units).value;
    if (!kappa || !hasEqualRaters(units))
        return std::nullopt;
    const double raters = units.raters.front();
    double varied = 0;
    double skew = 0;
    for (const double share : sharesOf(units)) {
        varied += share * (1 - share);
        skew += share * (1 - share) * (1 - 2 * share);
    }
    const double variance =
        2 / (UnitSums(units).all * raters * (raters - 1)) * (varied * varied - skew) / (varied * varied);
    return *kappa / std::sqrt(variance);
}

Coefficient gwetAc1(const RatedUnits& units)
{
    const std::vector<double> shares = sharesOf(units);
    const double others = usedIn(shares) - 1;
    if (others < 1)
        return {};
    double chance = 0;
    for (const double share : shares)
        chance += share * (1 - share) / others;
    return correctedFor(units, chance, [&](std::size_t value) { return (1 - shares[value]) / others; });
}

Coefficient brennanPrediger(const RatedUnits& units)
{
    const double used = usedIn(sharesOf(units));
    return used < 2 ? Coefficient() : correctedFor(units, 1 / used, [used](std::size_t) { return 1 / used; });
}

Coefficient congerKappa(const RatedUnits& units)
{
    const UnitSums sums(units);
    if (sums.withTwo == 0 || units.sources < 2 || usedIn(sharesOf(units)) < 2)
        return {};
    std::vector<std::vector<double>> given(units.sources, std::vector<double>(units.values.size()));
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
        for (std::size_t source = 0; source < units.sources; ++source) {
            if (const std::uint32_t value = units.said(unit, source); value != RatedUnits::kNothing)
                given[source][value] += units.weights[unit];
        }
    }
    std::erase_if(given, [](const auto& each) { return usedIn(each) == 0; });
    const auto known = static_cast<double>(given.size());
    for (std::vector<double>& each : given) {
        const double all = std::accumulate(each.begin(), each.end(), 0.0);
        std::ranges::for_each(each, [all](double& count) { count /= all; });
    }
    double chance = 0;
    for (std::size_t value = 0; value < units.values.size(); ++value) {
        double sum = 0;
        double squares = 0;
        for (const std::vector<double>& each : given) {
            sum += each[value];
            squares += squareOf(each[value]);
        }
        const double mean = sum / known;
        // The variance between sources, of n - 1.
        const double variance = known < 2 ? 0 : (squares - known * mean * mean) / (known - 1);
        chance += mean * mean - variance / known;
    }
    return {(sums.observed() - chance) / (1 - chance)};
}

Coefficient krippendorffAlpha(const RatedUnits& units, MeasureLevel level)
{
    std::vector<double> totals(units.values.size());
    const auto isPairable = [&](std::size_t unit) {
        return units.weights[unit] > 0 && units.raters[unit] > 1;
    };
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
        for (const RatedUnits::Given& each :
             isPairable(unit) ? units.given(unit) : std::span<const RatedUnits::Given>())
            totals[each.value] += units.weights[unit] * each.times;
    }
    const double n = std::accumulate(totals.begin(), totals.end(), 0.0);
    if (usedIn(totals) < 2 || (level == MeasureLevel::Ratio && units.values.front() < 0))
        return {};
    // What is between two grades is half of each, and all grades between them.
    std::vector<double> ranks;
    double before = 0;
    for (std::size_t value = 0; level == MeasureLevel::Ordinal && value < totals.size(); ++value) {
        ranks.push_back(before + totals[value] / 2);
        before += totals[value];
    }
    const std::vector<double>& places = level == MeasureLevel::Ordinal ? ranks : units.values;
    const auto apart = [&](std::size_t first, std::size_t second) {
        return level == MeasureLevel::Nominal ? 1
               : level == MeasureLevel::Ratio ? ratioDistance(places[first], places[second])
                                              : squareOf(places[first] - places[second]);
    };
    double observed = 0;
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
        if (!isPairable(unit) || units.agreeing[unit] == 1)
            continue;
        double sum = 0;
        for (const RatedUnits::Given& first : units.given(unit)) {
            for (const RatedUnits::Given& second : units.given(unit))
                sum += first.value == second.value
                           ? 0
                           : first.times * second.times * apart(first.value, second.value);
        }
        observed += units.weights[unit] * sum / (units.raters[unit] - 1);
    }
    double expected = 0;
    if (level == MeasureLevel::Ratio) {
        expected = ratioDistances(units, totals);
    } else if (level == MeasureLevel::Nominal) {
        expected = n * n - std::inner_product(totals.begin(), totals.end(), totals.begin(), 0.0);
    } else {
        const double mean = std::inner_product(totals.begin(), totals.end(), places.begin(), 0.0) / n;
        for (std::size_t value = 0; value < totals.size(); ++value)
            expected += 2 * n * totals[value] * squareOf(places[value] - mean);
    }
    return expected == 0 ? Coefficient() : Coefficient{1 - (n - 1) * observed / expected};
}

AgreementTable agreementTable(const RatedUnits& units, std::size_t first, std::size_t second)
{
    std::set<std::uint32_t> used;
    const auto isBoth = [&](std::size_t unit) {
        return units.said(unit, first) != RatedUnits::kNothing &&
               units.said(unit, second) != RatedUnits::kNothing;
    };
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
        if (isBoth(unit))
            used.insert({units.said(unit, first), units.said(unit, second)});
    }
    AgreementTable table;
    for (const std::uint32_t value : used)
        table.values.push_back(units.values[value]);
    table.counts.assign(used.size(), std::vector<double>(used.size()));
    const auto place = [&](std::size_t unit, std::size_t source) {
        return placeOf(table.values, units.values[units.said(unit, source)]);
    };
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
        if (isBoth(unit))
            table.counts[place(unit, first)][place(unit, second)] += units.weights[unit];
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

Coefficient cohenKappa(const RatedUnits& units, KappaWeights weights)
{
    std::vector<double> rows(units.values.size());
    std::vector<double> columns(units.values.size());
    const auto forEachPair = [&units](const auto& visit) {
        for (std::size_t unit = 0; units.sources > 1 && unit < units.size(); ++unit) {
            if (units.weights[unit] > 0 && units.said(unit, 0) != RatedUnits::kNothing &&
                units.said(unit, 1) != RatedUnits::kNothing)
                visit(units.said(unit, 0), units.said(unit, 1), units.weights[unit]);
        }
    };
    forEachPair([&](std::size_t row, std::size_t column, double weight) {
        rows[row] += weight;
        columns[column] += weight;
    });
    // The places among the values in use.
    std::vector<double> places;
    double used = 0;
    for (std::size_t value = 0; value < rows.size(); ++value) {
        places.push_back(used);
        used += rows[value] + columns[value] > 0 ? 1 : 0;
    }
    double observed = 0;
    forEachPair([&](std::size_t row, std::size_t column, double weight) {
        const double apart = std::abs(places[row] - places[column]);
        observed += weight * (weights == KappaWeights::Plain    ? (row == column ? 0 : 1)
                              : weights == KappaWeights::Linear ? apart
                                                                : squareOf(apart));
    });
    const double n = std::accumulate(rows.begin(), rows.end(), 0.0);
    double expected = 0;
    if (weights == KappaWeights::Plain) {
        expected = n * n - std::inner_product(rows.begin(), rows.end(), columns.begin(), 0.0);
    } else if (weights == KappaWeights::Linear) {
        double row = 0;
        double column = 0;
        for (std::size_t value = 0; value < rows.size(); ++value) {
            row += rows[value];
            column += columns[value];
            // Each step between neighbours adds the pairs that it lies between.
            if (rows[value] + columns[value] > 0)
                expected += row * (n - column) + (n - row) * column;
        }
    } else {
        const auto sumOf = [&places](const std::vector<double>& of, int power) {
            double sum = 0;
            for (std::size_t value = 0; value < of.size(); ++value)
                sum += of[value] * (power == 1 ? places[value] : squareOf(places[value]));
            return sum;
        };
        expected = n * (sumOf(rows, 2) + sumOf(columns, 2)) - 2 * sumOf(rows, 1) * sumOf(columns, 1);
    }
    return used < 2 || expected <= 0 ? Coefficient() : Coefficient{1 - n * observed / expected};
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

std::vector<std::optional<AgreementInterval>>
bootstrapIntervals(const Ratings& ratings, const std::vector<AgreementMeasure>& measures, std::size_t draws,
                   double confidence, std::uint64_t seed, const Job& job)
{
    const RatedUnits units(ratings);
    const GroupKinds groups(ratings, units.unitOf);
    if (units.size() == 0)
        draws = 0;
    std::vector<std::vector<double>> found(
        measures.size(), std::vector<double>(draws, std::numeric_limits<double>::quiet_NaN()));
    constexpr std::size_t kGrain = 32;
    parallelFor(draws, kGrain, [&](std::size_t begin, std::size_t end) {
        if (job.stopRequested())
            return;
        RatedUnits sample = units;
        sample.isSample = true;
        for (std::size_t draw = begin; draw < end; ++draw) {
            std::seed_seq own{seed, seed >> 32, static_cast<std::uint64_t>(draw)};
            std::mt19937_64 random(own);
            groups.draw(random, sample.weights);
            for (std::size_t i = 0; i < measures.size(); ++i) {
                if (job.stopRequested())
                    return;
                found[i][draw] = measures[i](sample).value.value_or(found[i][draw]);
            }
        }
    });
    std::vector<std::optional<AgreementInterval>> made;
    for (std::vector<double>& each : found)
        made.push_back(percentiles(std::move(each), confidence));
    return made;
}

JudgeRates judgeRates(const RatedUnits& units, std::size_t judge, std::size_t people)
{
    JudgeRates rates;
    double passed = 0;
    double bothPass = 0;
    double bothFail = 0;
    const auto isPass = [&](std::size_t unit, std::size_t source) {
        return units.values[units.said(unit, source)] != 0;
    };
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
        if (units.said(unit, judge) == RatedUnits::kNothing)
            continue;
        const auto weight = static_cast<std::size_t>(units.weights[unit]);
        rates.judged += weight;
        passed += isPass(unit, judge) ? units.weights[unit] : 0;
        if (units.said(unit, people) == RatedUnits::kNothing)
            continue;
        const bool isPassed = isPass(unit, people);
        (isPassed ? rates.passes : rates.fails) += weight;
        if (isPass(unit, judge) == isPassed)
            (isPassed ? bothPass : bothFail) += units.weights[unit];
    }
    if (rates.judged > 0)
        rates.observed = passed / static_cast<double>(rates.judged);
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
    if (told < kTooLittle)
        return std::nullopt;
    return std::clamp((observed + trueNegative - 1) / told, 0.0, 1.0);
}

std::optional<double> correctedRate(const JudgeRates& rates)
{
    return rates.observed && rates.truePositive && rates.trueNegative
               ? correctedRate(*rates.observed, *rates.truePositive, *rates.trueNegative)
               : std::nullopt;
}

} // namespace duologue
