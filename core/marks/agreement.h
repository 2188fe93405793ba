// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
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

/// A coefficient of agreement. 1 is perfect agreement, 0 what chance would give.
struct Coefficient {
    /// Empty if it is undefined: no unit with two values, or only one value in use.
    std::optional<double> value;
    /// Its standard error, if a formula is known for the coefficient.
    std::optional<double> error = {};
};

/// The share of agreeing pairs of values, averaged over the units with two values or more.
Coefficient percentAgreement(const Ratings& ratings);

/// Fleiss (1971), generalised to units with different numbers of values (Gwet 2014, chapter 2); with the
/// standard error of Gwet. hasEqualRaters() tells whether it is the coefficient of Fleiss.
Coefficient fleissKappa(const Ratings& ratings);
/// Every unit has the same number of values.
bool hasEqualRaters(const Ratings& ratings);
/// Fleiss' kappa divided by its standard error if there is no agreement but by chance (Fleiss, Nee and Landis
/// 1979); only for equal numbers of values.
std::optional<double> fleissZ(const Ratings& ratings);
/// Gwet (2008), AC1: does not collapse where one value is much more frequent than the others.
Coefficient gwetAc1(const Ratings& ratings);
/// Brennan and Prediger (1981): chance is one over the number of values in use.
Coefficient brennanPrediger(const Ratings& ratings);
/// Conger (1980): Cohen's kappa for several sources. Without an error.
Coefficient congerKappa(const Ratings& ratings);

enum class MeasureLevel { Nominal, Ordinal, Interval, Ratio };
/// Krippendorff (2011). Units with one value drop out. Without an error: see bootstrapInterval().
Coefficient krippendorffAlpha(const Ratings& ratings, MeasureLevel level);

/// How often two sources say each pair of values. Square: `counts[i][j]` of the first saying values[i] and
/// the second values[j].
struct AgreementTable {
    /// In rising order.
    std::vector<double> values;
    std::vector<std::vector<double>> counts;
};

/// The units of which both say something. Values that nobody uses are not in it.
AgreementTable agreementTable(const Ratings& ratings, std::size_t first, std::size_t second);

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

/// The percentile interval over `draws` samples of the groups, with replacement (Efron 1979). Samples for
/// which the coefficient is undefined are left out; empty if these are more than half. The same seed gives
/// the same interval.
std::optional<AgreementInterval>
bootstrapInterval(const Ratings& ratings, const std::function<Coefficient(const Ratings&)>& coefficient,
                  std::size_t draws, double confidence, std::uint64_t seed);

/// A judge, such as a model, held against people: 1 is "pass", 0 is "fail".
struct JudgeRates {
    /// Units of which people say pass, and fail.
    std::size_t passes = 0;
    std::size_t fails = 0;
    /// Both say pass, of those of which people do; empty without any.
    std::optional<double> truePositive;
    /// Both say fail, of those of which people do.
    std::optional<double> trueNegative;
};

JudgeRates judgeRates(const Ratings& ratings, std::size_t judge, std::size_t people);

/// Rogan and Gladen (1978): the share that people would pass, from the share that the judge passes; between 0
/// and 1. Empty where the judge tells nothing: the two rates add up to 1.
std::optional<double> correctedRate(double observed, double truePositive, double trueNegative);

} // namespace duologue
