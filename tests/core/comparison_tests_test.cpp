// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/cohorts.h"
#include "core/analysis/statistics.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

#include <cmath>

using namespace duologue;

namespace {

NumberSummary summaryOf(const std::vector<double>& numbers)
{
    NumberSummary made;
    for (const double number : numbers) {
        made.mean.add(number);
        const auto place = std::find_if(made.values.begin(), made.values.end(),
                                        [number](const auto& known) { return known.first >= number; });
        if (place != made.values.end() && place->first == number)
            ++place->second;
        else
            made.values.insert(place, {number, 1});
    }
    return made;
}

bool near(double value, double wanted, double precision = 1e-9)
{
    if (std::abs(value - wanted) <= precision * std::max(1.0, std::abs(wanted)))
        return true;
    qWarning("%.17g is not %.17g", value, wanted);
    return false;
}

} // namespace

/// Expected values computed by SciPy 1.10.
class ComparisonTestsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void quantiles()
    {
        QVERIFY(near(studentQuantile(0.975, 1), 12.706204736432095));
        QVERIFY(near(studentQuantile(0.975, 9.5), 2.244137461457777));
        QVERIFY(near(studentQuantile(0.975, 1e6), 1.9599663568141066));
        QVERIFY(near(normalQuantile(0.975), 1.959963984540054));
        QVERIFY(near(chiSquareTail(3.84, 1), 0.05004352124870519));
        QVERIFY(near(chiSquareTail(100, 3), 1.5541594313896026e-21, 1e-30));
        for (const double none : {studentQuantile(0.975, 0), studentQuantile(1.5, 3), normalQuantile(0),
                                  chiSquareTail(-1, 2), chiSquareTail(1, 0), fisherExact({})})
            QVERIFY(std::isnan(none));
    }

    void studentsInterval()
    {
        const Interval eight = studentInterval(summaryOf({2, 4, 4, 4, 5, 5, 7, 9}).mean);
        QVERIFY(near(eight.low, 3.2125120822041073));
        QVERIFY(near(eight.high, 6.787487917795893));
        const Interval six = studentInterval(summaryOf({0, 1, 1, 2, 2, 2}).mean);
        QVERIFY(near(six.low, 0.47647272112842));
        QVERIFY(near(six.high, 2.1901939455382466));
        // A single value has no variance, so there is no interval.
        QVERIFY(!studentInterval(summaryOf({3}).mean).isKnown());
        QVERIFY(!studentInterval({}).isKnown());
        const Interval same = studentInterval(summaryOf({2, 2, 2}).mean);
        QCOMPARE(same.low, 2.0);
        QCOMPARE(same.high, 2.0);
    }

    void wilsonsInterval()
    {
        const Interval few = wilsonInterval(39, 7103);
        QVERIFY(near(few.low, 0.0040192556520164974));
        QVERIFY(near(few.high, 0.007496613851321891));
        QCOMPARE(wilsonInterval(0, 10).low, 0.0);
        QVERIFY(near(wilsonInterval(0, 10).high, 0.27753279986288926));
        QVERIFY(near(wilsonInterval(10, 10).low, 0.7224672001371109));
        QCOMPARE(wilsonInterval(10, 10).high, 1.0);
        QVERIFY(!wilsonInterval(0, 0).isKnown());
        QCOMPARE(intervalOf(summaryOf({0, 0, 1}).mean, Measure{MeasureKind::Share}).high,
                 wilsonInterval(1, 3).high);
    }

    /// Expected values computed by Python from the formula of ratingInterval().
    void intervalsOfRatingsStayOnTheirScale()
    {
        const auto isNear = [](const Interval& interval, double low, double high) {
            return near(interval.low, low, 1e-9) && near(interval.high, high, 1e-9);
        };
        QVERIFY(isNear(ratingInterval(summaryOf({0, 1, 1, 2, 2, 2}).mean, {0, 2}), 0.530763514498,
                       1.834335961048));
        QVERIFY(isNear(ratingInterval(summaryOf({5, 5, 4, 3, 5, 1}).mean, {1, 5}), 2.156424808958,
                       4.741980549183));
        // Equal values do not prove that there are no others.
        QVERIFY(isNear(ratingInterval(summaryOf({2, 2, 2, 2, 2}).mean, {0, 2}), 0.786865798366, 2));
        QVERIFY(isNear(ratingInterval(summaryOf({1, 1, 1}).mean, {0, 2}), 0.072342589232, 1.927657410768));
        // With many values it is Student's.
        NumberSummary many;
        for (int i = 0; i < 9000; ++i)
            many.mean.add(i % 3);
        const Interval student = studentInterval(many.mean);
        QVERIFY(near(ratingInterval(many.mean, {0, 2}).low, student.low, 1e-4));
        QVERIFY(near(ratingInterval(many.mean, {0, 2}).high, student.high, 1e-4));
        QVERIFY(!ratingInterval(summaryOf({2}).mean, {0, 2}).isKnown());
        // Values that are not on the scale.
        QCOMPARE(ratingInterval(summaryOf({0, 7, 1}).mean, {0, 2}).high,
                 studentInterval(summaryOf({0, 7, 1}).mean).high);
        QCOMPARE(intervalOf(summaryOf({2, 2, 1}).mean, measureOn({0, 2})).high,
                 ratingInterval(summaryOf({2, 2, 1}).mean, {0, 2}).high);
        QCOMPARE(intervalOf(summaryOf({2, 2, 1}).mean, measureOn({})).high,
                 studentInterval(summaryOf({2, 2, 1}).mean).high);
    }

    void differencesOfMeans()
    {
        const MeanDifference apart =
            differenceOf(summaryOf({0, 1, 1, 2, 2, 2, 2}), summaryOf({0, 0, 1, 1, 2}));
        QVERIFY(near(apart.difference, -0.6285714285714286));
        QVERIFY(near(apart.interval.low, -1.72140130561632));
        QVERIFY(near(apart.interval.high, 0.46425844847346287));
        QCOMPARE(apart.effect, EffectSize::CliffsDelta);
        QVERIFY(near(apart.size, -0.42857142857142855));
        // Without the list of values (there were too many to keep), Cohen's d is used.
        NumberSummary first = summaryOf({0, 1, 1, 2, 2, 2, 2});
        first.hasValues = false;
        const MeanDifference many = differenceOf(first, summaryOf({0, 0, 1, 1, 2}));
        QCOMPARE(many.effect, EffectSize::CohensD);
        QVERIFY(near(many.size, -0.7787915579452676));
        QVERIFY(std::isnan(differenceOf(first, {}).difference));
        QVERIFY(!differenceOf(first, summaryOf({1})).interval.isKnown());
    }

    void chiSquareOfShares()
    {
        const ShareTest test = shareTestOf({{12, 5}, {30, 41}, {8, 9}});
        QCOMPARE(test.name, TestName::ChiSquare);
        QCOMPARE(test.n, std::uint64_t{105});
        QVERIFY(near(test.statistic, 4.417323190479777));
        QCOMPARE(test.degrees, 2.0);
        QVERIFY(near(test.p, 0.1098475706844048));
        QVERIFY(near(test.cramersV, 0.2051091043109398));
        QVERIFY(!test.smallCounts);
        // Empty rows and columns are ignored.
        QCOMPARE(shareTestOf({{12, 0, 5}, {30, 0, 41}, {0, 0, 0}, {8, 0, 9}}).p, test.p);
    }

    void usesFisherForSmallTables()
    {
        const ShareTest test = shareTestOf({{8, 2}, {1, 5}});
        QCOMPARE(test.name, TestName::Fisher);
        QVERIFY(near(test.p, 0.034965034965034975));
        QVERIFY(std::isnan(test.statistic));
        QVERIFY(near(shareTestOf({{0, 3}, {4, 1}}).p, 0.14285714285714288));
        // Larger tables use chi-square and report that counts are small.
        QVERIFY(shareTestOf({{1, 2}, {3, 1}, {2, 2}}).smallCounts);
        QCOMPARE(shareTestOf({{3, 0}, {4, 0}}).name, TestName::None);
        QCOMPARE(shareTestOf({}).name, TestName::None);
    }
};

DUOLOGUE_TEST(ComparisonTestsTest)
#include "comparison_tests_test.moc"
