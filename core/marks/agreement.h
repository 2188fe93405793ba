// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/parallel.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace duologue {

/// What several sources say of the same units: for each unit one value of each source. Nominal values are
/// numbered. An empty value: the source says nothing of the unit.
struct Ratings {
    using Unit = std::vector<std::optional<double>>;

    std::vector<Unit> units;
    /// Groups of units that belong together, such as the messages of a conversation, as their first units in
    /// rising order; empty if each unit is a group of its own. Bootstrap draws groups.
    std::vector<std::size_t> groups = {};
};

/// Ratings as coefficients count them: units of which the sources say the same are one, with how often it
/// occurs, so that time depends on what is said and not on how often. Made of ratings wherever these are
/// given.
struct RatedUnits {
    static constexpr std::uint32_t kNothing = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::size_t kManyValues = 512;

    /// A value that sources give to a unit, and how many of them do.
    struct Given {
        std::uint32_t value;
        double times;
    };

    RatedUnits(const Ratings& ratings = {});

    std::size_t size() const { return weights.size(); }
    std::uint32_t said(std::size_t unit, std::size_t source) const { return all[unit * sources + source]; }
    std::span<const Given> given(std::size_t unit) const
    {
        return std::span(runs).subspan(starts[unit], starts[unit + 1] - starts[unit]);
    }

    std::size_t sources = 0;
    /// In rising order.
    std::vector<double> values;
    /// Of each value, if there are more than kManyValues.
    std::vector<double> logarithms;
    /// By unit and source: the place in `values`, or kNothing.
    std::vector<std::uint32_t> all;
    /// How often each unit occurs.
    std::vector<double> weights;
    /// By unit: how many sources say something.
    std::vector<double> raters;
    /// By unit: the share of agreeing pairs of sources; 0 without a pair.
    std::vector<double> agreeing;
    /// For each unit of the ratings, which one it is here.
    std::vector<std::uint32_t> unitOf;
    std::vector<Given> runs;
    std::vector<std::size_t> starts;
    /// The weights are drawn by bootstrapIntervals(), which asks for no errors.
    bool isSample = false;
};

/// A coefficient of agreement. 1 is perfect agreement, 0 what chance would give.
struct Coefficient {
    /// Empty if it is undefined: no unit with two values, or only one value in use.
    std::optional<double> value;
    /// Its standard error, if a formula is known for the coefficient.
    std::optional<double> error = {};
};

/// The share of agreeing pairs of values, averaged over the units with two values or more.
Coefficient percentAgreement(const RatedUnits& units);

/// Fleiss (1971), generalised to units with different numbers of values (Gwet 2014, chapter 2); with the
/// standard error of Gwet. hasEqualRaters() tells whether it is the coefficient of Fleiss.
Coefficient fleissKappa(const RatedUnits& units);
/// Every unit has the same number of values.
bool hasEqualRaters(const RatedUnits& units);
/// Fleiss' kappa divided by its standard error if there is no agreement but by chance (Fleiss, Nee and Landis
/// 1979); only for equal numbers of values.
std::optional<double> fleissZ(const RatedUnits& units);
/// Gwet (2008), AC1: does not collapse where one value is much more frequent than the others.
Coefficient gwetAc1(const RatedUnits& units);
/// Brennan and Prediger (1981): chance is one over the number of values in use.
Coefficient brennanPrediger(const RatedUnits& units);
/// Conger (1980): Cohen's kappa for several sources. Without an error.
Coefficient congerKappa(const RatedUnits& units);

enum class MeasureLevel { Nominal, Ordinal, Interval, Ratio };
/// Krippendorff (2011). Units with one value drop out. Undefined for ratios if some value is below 0; for
/// those of more than 512 values, chance is known to six digits. Without an error: see bootstrapIntervals().
Coefficient krippendorffAlpha(const RatedUnits& units, MeasureLevel level);

/// How often two sources say each pair of values. Square: `counts[i][j]` of the first saying values[i] and
/// the second values[j].
struct AgreementTable {
    /// In rising order.
    std::vector<double> values;
    std::vector<std::vector<double>> counts;
};

/// The units of which both say something. Values that nobody uses are not in it. Time and memory grow with
/// the square of the number of values.
AgreementTable agreementTable(const RatedUnits& units, std::size_t first, std::size_t second);

/// How much each pair of values disagrees, 0 for the same ones. Of any scale.
using Disagreements = std::vector<std::vector<double>>;
/// 1 for different values.
Disagreements plainDisagreements(std::size_t values);
/// By the distance of their places among the values in use.
Disagreements linearDisagreements(std::size_t values);
/// By its square.
Disagreements quadraticDisagreements(std::size_t values);

/// Cohen (1960, 1968), with the standard error of Fleiss, Cohen and Everitt (1969).
Coefficient cohenKappa(const AgreementTable& table, const Disagreements& disagreements);
enum class KappaWeights { Plain, Linear, Quadratic };
/// The same of the first two sources, without an error: for many values, too.
Coefficient cohenKappa(const RatedUnits& units, KappaWeights weights);
/// Kappa divided by its standard error if there is no agreement but by chance (the same).
std::optional<double> kappaZ(const AgreementTable& table, const Disagreements& disagreements);
/// Scott (1955). Without an error.
Coefficient scottPi(const AgreementTable& table);
/// Bangdiwala (1985): the agreeing share of the rectangles of the margins. Without an error.
Coefficient bangdiwalaB(const AgreementTable& table);

struct AgreementInterval {
    double low = 0;
    double high = 0;
};

/// The interval of a coefficient from its standard error by Student's distribution with n - 1 degrees of
/// freedom, cut off at 1; `confidence` as 0.95.
std::optional<AgreementInterval> intervalOf(const Coefficient& coefficient, std::size_t units,
                                            double confidence);

using AgreementMeasure = std::function<Coefficient(const RatedUnits&)>;

/// For each measure, the percentile interval over `draws` samples of the groups, with replacement (Efron
/// 1979); all of the same samples. Samples for which a measure is undefined are left out; empty if these are
/// more than half. The same seed gives the same intervals. On all cores, where measures are called; of no use
/// if the job was stopped.
std::vector<std::optional<AgreementInterval>>
bootstrapIntervals(const Ratings& ratings, const std::vector<AgreementMeasure>& measures, std::size_t draws,
                   double confidence, std::uint64_t seed, const Job& job);

/// A judge, such as a model, held against people: 1 is "pass", 0 is "fail".
struct JudgeRates {
    /// Units of which people say pass, and fail.
    std::size_t passes = 0;
    std::size_t fails = 0;
    /// Both say pass, of those of which people do; empty without any.
    std::optional<double> truePositive;
    /// Both say fail, of those of which people do.
    std::optional<double> trueNegative;
    /// Units of which the judge says something, and the share that it passes.
    std::size_t judged = 0;
    std::optional<double> observed;
};

JudgeRates judgeRates(const RatedUnits& units, std::size_t judge, std::size_t people);

/// Rogan and Gladen (1978): the share that people would pass, from the share that the judge passes; between 0
/// and 1. Empty where the judge is no better than chance: the two rates add up to 1 or less.
std::optional<double> correctedRate(double observed, double truePositive, double trueNegative);
/// The same of all that the judge has judged; empty also where one of the rates is.
std::optional<double> correctedRate(const JudgeRates& rates);

} // namespace duologue
