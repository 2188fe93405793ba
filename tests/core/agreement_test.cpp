// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/agreement.h"
#include "tests/support/test_class.h"

#include <QElapsedTimer>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <thread>

using namespace duologue;

namespace {

constexpr double kNone = -1;

/// Units of several sources; kNone for no value.
Ratings ofUnits(const std::vector<std::vector<double>>& units)
{
    Ratings made;
    for (const std::vector<double>& unit : units) {
        Ratings::Unit values;
        for (const double value : unit)
            values.push_back(value == kNone ? std::nullopt : std::optional(value));
        made.units.push_back(std::move(values));
    }
    return made;
}

/// A line of values for each source, as letters or digits; "*" for no value.
Ratings ofSources(const std::vector<std::string>& sources)
{
    Ratings made;
    for (std::size_t unit = 0; unit < sources.front().size(); ++unit) {
        Ratings::Unit values;
        for (const std::string& source : sources)
            values.push_back(source[unit] == '*' ? std::nullopt : std::optional<double>(source[unit]));
        made.units.push_back(std::move(values));
    }
    return made;
}

/// How often each value was given to each unit; which source gave it does not matter.
Ratings ofCounts(const std::vector<std::vector<int>>& counts)
{
    Ratings made;
    for (const std::vector<int>& unit : counts) {
        Ratings::Unit values;
        for (std::size_t value = 0; value < unit.size(); ++value)
            values.insert(values.end(), static_cast<std::size_t>(unit[value]), static_cast<double>(value));
        made.units.push_back(std::move(values));
    }
    return made;
}

/// Each pair of values so often.
Ratings ofTable(const std::vector<std::vector<int>>& table)
{
    Ratings made;
    for (std::size_t i = 0; i < table.size(); ++i) {
        for (std::size_t j = 0; j < table.size(); ++j)
            made.units.insert(made.units.end(), static_cast<std::size_t>(table[i][j]),
                              {static_cast<double>(i), static_cast<double>(j)});
    }
    return made;
}

AgreementTable tableOf(const std::vector<std::vector<double>>& counts)
{
    AgreementTable table;
    table.counts = counts;
    table.values.resize(counts.size());
    std::iota(table.values.begin(), table.values.end(), 0);
    return table;
}

/// Four observers, twelve units.
Ratings krippendorffC()
{
    return ofUnits({{1, 1, kNone, 1},
                    {2, 2, 3, 2},
                    {3, 3, 3, 3},
                    {3, 3, 3, 3},
                    {2, 2, 2, 2},
                    {1, 2, 3, 4},
                    {4, 4, 4, 4},
                    {1, 1, 2, 1},
                    {2, 2, 2, 2},
                    {kNone, 5, 5, 5},
                    {kNone, kNone, 1, 1},
                    {kNone, kNone, 3, kNone}});
}

/// Thirty patients, six psychiatrists, five diagnoses (Fleiss 1971, table 1).
const std::vector<std::vector<int>> kDiagnoses{
    {0, 0, 0, 6, 0}, {0, 3, 0, 0, 3}, {0, 1, 4, 0, 1}, {0, 0, 0, 0, 6}, {0, 3, 0, 3, 0}, {2, 0, 4, 0, 0},
    {0, 0, 4, 0, 2}, {2, 0, 3, 1, 0}, {2, 0, 0, 4, 0}, {0, 0, 0, 0, 6}, {1, 0, 0, 5, 0}, {1, 1, 0, 4, 0},
    {0, 3, 3, 0, 0}, {1, 0, 0, 5, 0}, {0, 2, 0, 3, 1}, {0, 0, 5, 0, 1}, {3, 0, 0, 1, 2}, {5, 1, 0, 0, 0},
    {0, 2, 0, 4, 0}, {1, 0, 2, 0, 3}, {0, 0, 0, 0, 6}, {0, 1, 0, 5, 0}, {0, 2, 0, 1, 3}, {2, 0, 0, 4, 0},
    {1, 0, 0, 4, 1}, {0, 5, 0, 1, 0}, {4, 0, 0, 0, 2}, {0, 2, 0, 4, 0}, {1, 0, 5, 0, 0}, {0, 0, 0, 0, 6}};

/// irrCAC, cac.abstractors: two abstractors, three categories.
const std::vector<std::vector<int>> kAbstractors{{13, 0, 0}, {0, 20, 7}, {0, 4, 56}};

Coefficient kappaOf(const Ratings& ratings, const std::function<Disagreements(std::size_t)>& disagreements)
{
    const AgreementTable table = agreementTable(ratings, 0, 1);
    return cohenKappa(table, disagreements(table.values.size()));
}

std::optional<AgreementInterval> oneInterval(const Ratings& ratings, const AgreementMeasure& measure,
                                             std::size_t draws, double confidence, std::uint64_t seed)
{
    return bootstrapIntervals(ratings, {measure}, draws, confidence, seed, Job()).front();
}

/// Two scores of each unit, with six digits, that differ a little; of each unit in turn, one may be missing.
Ratings scores(std::size_t units)
{
    std::mt19937_64 random(7);
    const auto number = [&random] { return static_cast<double>(random() % 1'000'000); };
    Ratings made;
    for (std::size_t i = 0; i < units; ++i) {
        const double first = number();
        const double second = first / 2 + number() / 2;
        made.units.push_back({i % 10 == 3 ? std::nullopt : std::optional(first), second});
    }
    return made;
}

/// As the definition says, over all pairs of values.
double alphaOfPairs(const Ratings& ratings, const std::function<double(double, double)>& distance)
{
    std::vector<double> values;
    double observed = 0;
    for (const Ratings::Unit& unit : ratings.units) {
        if (!unit[0] || !unit[1])
            continue;
        values.insert(values.end(), {*unit[0], *unit[1]});
        observed += 2 * distance(*unit[0], *unit[1]);
    }
    double expected = 0;
    for (const double first : values) {
        for (const double second : values)
            expected += distance(first, second);
    }
    return 1 - (static_cast<double>(values.size()) - 1) * observed / expected;
}

} // namespace

/// Coefficients of agreement against published examples, to the digits that are published or four decimals.
class AgreementTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void published_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<double>("published");
        const auto row = [](const char* source, std::optional<double> value, double published) {
            QTest::newRow(source) << value.value_or(std::numeric_limits<double>::quiet_NaN()) << published;
        };
        const Ratings c = krippendorffC();
        row("Krippendorff 2011 example C, R irr kripp.alpha: nominal",
            krippendorffAlpha(c, MeasureLevel::Nominal).value, 0.7434);
        row("the same: ordinal", krippendorffAlpha(c, MeasureLevel::Ordinal).value, 0.8154);
        row("the same: interval", krippendorffAlpha(c, MeasureLevel::Interval).value, 0.8491);
        row("the same: ratio", krippendorffAlpha(c, MeasureLevel::Ratio).value, 0.7974);
        row("irrCAC README, the same data: per cent", percentAgreement(c).value, 0.8181818);
        row("irrCAC README: AC1", gwetAc1(c).value, 0.77544);
        row("irrCAC README: AC1, standard error", gwetAc1(c).error, 0.14295);
        row("irrCAC README: AC1, low", intervalOf(gwetAc1(c), 12, 0.95)->low, 0.4608);
        row("irrCAC README: AC1, high", intervalOf(gwetAc1(c), 12, 0.95)->high, 1);
        row("irrCAC README: Fleiss", fleissKappa(c).value, 0.76117);
        row("irrCAC README: Conger", congerKappa(c).value, 0.76282);
        row("irrCAC README: Brennan-Prediger", brennanPrediger(c).value, 0.77273);

        const Ratings coders = ofSources({"*****34121133*3", "1*213343*******", "**21344*21133*4"});
        row("fast-krippendorff sample: nominal", krippendorffAlpha(coders, MeasureLevel::Nominal).value,
            0.69136);
        row("fast-krippendorff sample: interval", krippendorffAlpha(coders, MeasureLevel::Interval).value,
            0.81084);
        row("fast-krippendorff sample: ordinal", krippendorffAlpha(coders, MeasureLevel::Ordinal).value,
            0.8067);
        row("Krippendorff 2011 example A",
            krippendorffAlpha(ofSources({"0100000010", "1110010000"}), MeasureLevel::Nominal).value, 0.0952);
        row("Krippendorff 2011 example B",
            krippendorffAlpha(ofSources({"aabbdcccedda", "babbbccceddd"}), MeasureLevel::Nominal).value,
            0.6920);

        const AgreementTable cohen = tableOf({{88, 14, 18}, {10, 40, 10}, {2, 6, 12}});
        row("Cohen 1960, psych cohen.kappa", cohenKappa(cohen, plainDisagreements(3)).value, 0.4915);
        row("Cohen 1968, psych cohen.kappa", cohenKappa(cohen, {{0, 1, 3}, {1, 0, 6}, {3, 6, 0}}).value,
            0.3478);
        const Disagreements oblique{{0, 1, 4}, {1, 0, 6}, {2, 2, 0}};
        row("psych cohen.kappa: weights of a direction", cohenKappa(cohen, oblique).value, 0.3534);
        const Disagreements turned{{0, 1, 2}, {1, 0, 2}, {4, 6, 0}};
        row("psych cohen.kappa: transposed", cohenKappa(cohen, turned).value, 0.4206);

        const AgreementTable fleiss69 = tableOf({{106, 10, 4}, {22, 28, 10}, {2, 12, 6}});
        row("Fleiss, Cohen, Everitt 1969, data of psych", cohenKappa(fleiss69, plainDisagreements(3)).value,
            0.4286);
        row("Fleiss, Cohen, Everitt 1969: weighted",
            cohenKappa(fleiss69, {{0, 1, 0.5556}, {1, 0, 0.3333}, {0.5556, 0.3333, 0}}).value, 0.5071);

        const AgreementTable sas = tableOf({{0, 4, 1}, {0, 8, 0}, {0, 1, 5}});
        const Coefficient plain = cohenKappa(sas, plainDisagreements(3));
        row("SAS, statsmodels test_inter_rater", plain.value, 0.4842);
        row("SAS: ASE", plain.error, 0.1380);
        row("SAS: low", *plain.value - 1.959964 * *plain.error, 0.2137);
        row("SAS: high", *plain.value + 1.959964 * *plain.error, 0.7547);
        row("SAS: z", kappaZ(sas, plainDisagreements(3)), 3.2626);
        const Coefficient linear = cohenKappa(sas, linearDisagreements(3));
        row("SAS: linear", linear.value, 0.4701);
        row("SAS: linear, ASE", linear.error, 0.1457);
        row("SAS: linear, low", *linear.value - 1.959964 * *linear.error, 0.1845);
        row("SAS: linear, high", *linear.value + 1.959964 * *linear.error, 0.7558);
        row("SAS data: quadratic", cohenKappa(sas, quadraticDisagreements(3)).value, 0.4502);

        row("Artstein and Poesio figure 1, scikit-learn test",
            kappaOf(ofTable({{20, 20}, {10, 50}}), plainDisagreements).value, 0.3478);
        const Ratings grades = ofTable({{46, 0, 0}, {4, 40, 0}, {0, 0, 10}});
        row("scikit-learn test", kappaOf(grades, plainDisagreements).value, 0.9315);
        row("scikit-learn test: linear", kappaOf(grades, linearDisagreements).value, 0.9412);
        row("scikit-learn test: quadratic", kappaOf(grades, quadraticDisagreements).value, 0.9541);

        const Ratings anxiety = ofSources({"36462424332333221334", "21443216111233113322"});
        row("R irr anxiety, grade 5 unused", kappaOf(anxiety, plainDisagreements).value, -0.006289);
        row("R irr anxiety: linear", kappaOf(anxiety, linearDisagreements).value, 0.1459075);
        row("R irr anxiety: quadratic", kappaOf(anxiety, quadraticDisagreements).value, 0.2520325);
        AgreementTable six = tableOf(std::vector<std::vector<double>>(6, std::vector<double>(6)));
        for (const Ratings::Unit& unit : anxiety.units)
            ++six.counts[static_cast<std::size_t>(*unit[0] - '1')][static_cast<std::size_t>(*unit[1] - '1')];
        row("R irr anxiety, six grades: linear", cohenKappa(six, linearDisagreements(6)).value, 0.1262);
        row("R irr anxiety, six grades: quadratic", cohenKappa(six, quadraticDisagreements(6)).value, 0.2298);

        const Ratings diagnoses = ofCounts(kDiagnoses);
        row("Fleiss 1971, statsmodels", fleissKappa(diagnoses).value, 0.4302445);
        row("Fleiss 1971: z", fleissZ(diagnoses), 17.65183);
        row("Fleiss 1971: AC1", gwetAc1(diagnoses).value, 0.4479);
        row("Fleiss 1971: alpha", krippendorffAlpha(diagnoses, MeasureLevel::Nominal).value, 0.4334);
        const Ratings half = ofCounts({kDiagnoses.begin(), kDiagnoses.begin() + 15});
        row("irrCAC distrib.6raters: Fleiss", fleissKappa(half).value, 0.4139265);
        row("irrCAC distrib.6raters: Fleiss, standard error", fleissKappa(half).error, 0.0812);
        row("irrCAC distrib.6raters: alpha", krippendorffAlpha(half, MeasureLevel::Nominal).value, 0.4204384);
        row("irrCAC distrib.6raters: AC1", gwetAc1(half).value, 0.4448007);
        row("irrCAC distrib.6raters: AC1, low", intervalOf(gwetAc1(half), 15, 0.95)->low, 0.2642);
        row("irrCAC distrib.6raters: AC1, high", intervalOf(gwetAc1(half), 15, 0.95)->high, 0.6254);
        row("irrCAC distrib.6raters: Brennan-Prediger", brennanPrediger(half).value, 0.4388889);
        row("Wikipedia, Fleiss' kappa, statsmodels",
            fleissKappa(ofCounts({{0, 0, 0, 0, 14},
                                  {0, 2, 6, 4, 2},
                                  {0, 0, 3, 5, 6},
                                  {0, 3, 9, 2, 0},
                                  {2, 2, 8, 1, 1},
                                  {7, 7, 0, 0, 0},
                                  {3, 2, 6, 3, 0},
                                  {2, 5, 3, 2, 2},
                                  {6, 5, 2, 1, 0},
                                  {0, 2, 2, 3, 7}}))
                .value,
            0.20993);

        const Ratings abstractors = ofTable(kAbstractors);
        const AgreementTable pairs = agreementTable(abstractors, 0, 1);
        const Coefficient kappa = cohenKappa(pairs, plainDisagreements(3));
        row("irrCAC abstractors: kappa", kappa.value, 0.7964094);
        row("irrCAC abstractors: kappa, standard error", kappa.error, 0.0589107);
        row("irrCAC abstractors: kappa, low", intervalOf(kappa, 100, 0.95)->low, 0.6795);
        row("irrCAC abstractors: kappa, high", intervalOf(kappa, 100, 0.95)->high, 0.9133);
        row("irrCAC abstractors: Scott", scottPi(pairs).value, 0.7962397);
        row("irrCAC abstractors: AC1", gwetAc1(abstractors).value, 0.8493305);
        row("irrCAC abstractors: AC1, low", intervalOf(gwetAc1(abstractors), 100, 0.95)->low, 0.7631);
        row("irrCAC abstractors: AC1, high", intervalOf(gwetAc1(abstractors), 100, 0.95)->high, 0.9355);
        row("irrCAC abstractors: Brennan-Prediger", brennanPrediger(abstractors).value, 0.835);
        row("irrCAC abstractors: alpha", krippendorffAlpha(abstractors, MeasureLevel::Nominal).value,
            0.7972585);
        row("irrCAC abstractors: Bangdiwala", bangdiwalaB(pairs).value, 0.8059604);
        row("irrCAC abstractors: per cent", percentAgreement(abstractors).value, 0.89);
    }

    void published()
    {
        QFETCH(double, value);
        QFETCH(double, published);
        QVERIFY2(std::abs(value - published) < 0.00006, qPrintable(QString::number(value, 'g', 9)));
    }

    /// One value only says nothing about agreement.
    void whatIsUndefinedHasNoValue()
    {
        const Ratings same = ofSources({"11111", "11111"});
        QVERIFY(!krippendorffAlpha(same, MeasureLevel::Nominal).value && !gwetAc1(same).value);
        QVERIFY(!fleissKappa(same).value && !kappaOf(same, plainDisagreements).value);
        QVERIFY(!brennanPrediger(same).value && !congerKappa(same).value);
        QCOMPARE(percentAgreement(same).value, std::optional(1.0));
        const Ratings alone = ofSources({"12345", "*****"});
        QVERIFY(!percentAgreement(alone).value && !krippendorffAlpha(alone, MeasureLevel::Interval).value);
        QVERIFY(!percentAgreement({}).value && !fleissZ({}) && !gwetAc1({}).value && !congerKappa({}).value);
        QVERIFY(!fleissZ(krippendorffC()) && !hasEqualRaters(krippendorffC()));
        QVERIFY(hasEqualRaters(ofCounts(kDiagnoses)));
    }

    void aJudgeIsHeldAgainstPeople()
    {
        // People pass 5 of 8; the judge passes 4 of these and 2 of the others. One has no verdict.
        const Ratings ratings = ofSources({"111101001", "111110000"});
        Ratings verdicts;
        for (const Ratings::Unit& unit : ratings.units)
            verdicts.units.push_back({*unit[0] - '0', *unit[1] - '0'});
        verdicts.units.push_back({std::nullopt, 1.0});
        const JudgeRates rates = judgeRates(verdicts, 0, 1);
        QCOMPARE(rates.passes, std::size_t{5});
        QCOMPARE(rates.fails, std::size_t{4});
        QCOMPARE(rates.truePositive, std::optional(0.8));
        QCOMPARE(rates.trueNegative, std::optional(0.5));
        QVERIFY(std::abs(*correctedRate(0.80, 0.92, 0.88) - 0.85) < 1e-12);
        QCOMPARE(correctedRate(1, 0.9, 0.9), std::optional(1.0));
        QCOMPARE(correctedRate(0, 0.9, 0.9), std::optional(0.0));
        QCOMPARE(rates.judged, std::size_t{9});
        QCOMPARE(*rates.observed, 6.0 / 9);
        QVERIFY(std::abs(*correctedRate(rates) - (6.0 / 9 - 0.5) / 0.3) < 1e-12);
    }

    /// A judge that is no better than chance tells nothing, nor one that is worse.
    void aJudgeByChanceCorrectsNothing()
    {
        QVERIFY(!correctedRate(0.5, 0.6, 0.4));
        QVERIFY(!correctedRate(0.8, 0.6, 0));
        QVERIFY(!correctedRate(0.5, 0.1, 0.1));
        QVERIFY(correctedRate(0.5, 0.6, 0.41));
    }

    void weightedKappaNeedsNoTable()
    {
        const std::array<std::pair<KappaWeights, Disagreements (*)(std::size_t)>, 3> all{
            {{KappaWeights::Plain, plainDisagreements},
             {KappaWeights::Linear, linearDisagreements},
             {KappaWeights::Quadratic, quadraticDisagreements}}};
        for (const Ratings& ratings :
             {ofTable(kAbstractors), ofTable({{0, 4, 1}, {0, 8, 0}, {0, 1, 5}}), krippendorffC(),
              ofSources({"36462424332333221334", "21443216111233113322"}), scores(60)}) {
            for (const auto& [weights, disagreements] : all)
                QVERIFY(std::abs(*cohenKappa(ratings, weights).value -
                                 *kappaOf(ratings, disagreements).value) < 1e-12);
        }
        QVERIFY(!cohenKappa(ofSources({"111", "111"}), KappaWeights::Linear).value);
        QVERIFY(!cohenKappa(Ratings(), KappaWeights::Plain).value);
    }

    /// Alpha of many values, against all pairs of them.
    void manyValuesAreNotComparedInPairs()
    {
        for (const Ratings& ratings : {scores(100), scores(1'000)}) {
            const auto isNear = [&](MeasureLevel level, const std::function<double(double, double)>& apart) {
                return std::abs(*krippendorffAlpha(ratings, level).value - alphaOfPairs(ratings, apart)) <
                       1e-6;
            };
            QVERIFY(isNear(MeasureLevel::Interval, [](double a, double b) { return (a - b) * (a - b); }));
            QVERIFY(isNear(MeasureLevel::Ratio, [](double a, double b) {
                return a + b == 0 ? 0 : (a - b) * (a - b) / ((a + b) * (a + b));
            }));
        }
        Ratings withNone = scores(1'000);
        withNone.units[0] = Ratings::Unit{0.0, 0.0};
        withNone.units[1] = Ratings::Unit{0.0, 5.0};
        QVERIFY(std::abs(*krippendorffAlpha(withNone, MeasureLevel::Ratio).value -
                         alphaOfPairs(withNone, [](double a, double b) {
                             return a + b == 0 ? 0 : (a - b) * (a - b) / ((a + b) * (a + b));
                         })) < 1e-6);
        withNone.units[2] = Ratings::Unit{-1.0, 5.0};
        QVERIFY(!krippendorffAlpha(withNone, MeasureLevel::Ratio).value);
        QVERIFY(krippendorffAlpha(withNone, MeasureLevel::Interval).value);
    }

    /// Two sources, five grades: what is said counts, not how often.
    void manyUnitsTakeNoTime()
    {
        constexpr std::size_t kUnits = 50'000;
        std::mt19937_64 random(3);
        Ratings ratings;
        for (std::size_t i = 0; i < kUnits; ++i) {
            const auto grade = static_cast<double>(random() % 5);
            ratings.units.push_back({grade, random() % 3 == 0 ? static_cast<double>(random() % 5) : grade});
        }
        const AgreementMeasure kappa = [](const RatedUnits& units) {
            return cohenKappa(units, KappaWeights::Quadratic);
        };
        QElapsedTimer timer;
        timer.start();
        const auto interval = oneInterval(ratings, kappa, 1'000, 0.95, 1);
        QVERIFY2(timer.elapsed() < 5'000, qPrintable(QString::number(timer.elapsed())));
        const double value = *kappa(ratings).value;
        QVERIFY(interval->low < value && value < interval->high && interval->high - interval->low < 0.02);
    }

    /// Kinds of groups are drawn at once where there are few, and one by one where there are many.
    void manyKindsAreDrawnAsFew()
    {
        Ratings few;
        Ratings many;
        std::mt19937_64 random(5);
        for (std::size_t i = 0; i < 600; ++i) {
            const bool isSame = random() % 4 != 0;
            few.units.push_back({1.0, isSame ? 1.0 : 0.0});
            many.units.push_back({static_cast<double>(i), isSame ? static_cast<double>(i) : 1'000.0});
        }
        const auto first = oneInterval(few, percentAgreement, 4'000, 0.95, 1);
        const auto second = oneInterval(many, percentAgreement, 4'000, 0.95, 1);
        QVERIFY(std::abs(first->low - second->low) < 0.006 && std::abs(first->high - second->high) < 0.006);
        // 1.96 standard errors of a share of three quarters.
        QVERIFY(std::abs(first->high - first->low - 2 * 1.96 * 0.01768) < 0.008);
    }

    void bootstrapIsStopped()
    {
        const Ratings ratings = scores(50'000);
        std::stop_source stop;
        std::jthread later([&stop] {
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
            stop.request_stop();
        });
        QElapsedTimer timer;
        timer.start();
        const AgreementMeasure alpha = [](const RatedUnits& units) {
            return krippendorffAlpha(units, MeasureLevel::Ratio);
        };
        bootstrapIntervals(ratings, {alpha, alpha, alpha}, 1'000'000, 0.95, 1, Job(stop.get_token()));
        QVERIFY2(timer.elapsed() < 5'000, qPrintable(QString::number(timer.elapsed())));
    }

    /// Whole conversations are drawn, and the same ones for the same seed.
    void bootstrapDrawsGroups()
    {
        Ratings ratings = ofCounts(kDiagnoses);
        const AgreementMeasure kappa = fleissKappa;
        const auto interval = oneInterval(ratings, kappa, 1'000, 0.95, 1);
        QVERIFY(interval && interval->low < 0.4302 && interval->high > 0.4302);
        // About two standard errors to both sides.
        QVERIFY2(std::abs(interval->high - interval->low - 4 * 0.0542) < 0.03,
                 qPrintable(QString::number(interval->high - interval->low)));
        const auto again = oneInterval(ratings, kappa, 1'000, 0.95, 1);
        QVERIFY(again->low == interval->low && again->high == interval->high);
        QVERIFY(oneInterval(ratings, kappa, 1'000, 0.95, 2)->low != interval->low);
        // Units of a group are no evidence of their own: repeating each changes nothing.
        Ratings repeated;
        for (const Ratings::Unit& unit : ratings.units) {
            repeated.groups.push_back(repeated.units.size());
            repeated.units.insert(repeated.units.end(), 5, unit);
        }
        const auto grouped = oneInterval(repeated, kappa, 1'000, 0.95, 1);
        QVERIFY(std::abs(grouped->low - interval->low) < 1e-9 &&
                std::abs(grouped->high - interval->high) < 1e-9);
        QVERIFY(!oneInterval(ofSources({"111", "111"}), kappa, 100, 0.95, 1));
        QVERIFY(!oneInterval({}, kappa, 100, 0.95, 1));
    }
};

DUOLOGUE_TEST(AgreementTest)
#include "agreement_test.moc"
