// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/app/text.h"
#include "ui/charts/chart_canvas.h"
#include "ui/charts/chart_marks.h"

#include <QFontMetricsF>
#include <QPalette>
#include <QTest>
#include <cmath>

using namespace duologue::ui;

/// What fits into which space.
class ChartMarksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsOfNeighboursDoNotTouch_data()
    {
        QTest::addColumn<int>("series");
        QTest::addColumn<double>("room");
        QTest::addColumn<CountPosition>("place");
        QTest::newRow("one bar a column, a little narrower") << 1 << -1.0 << CountPosition::AboveBar;
        QTest::newRow("two bars, as wide as their counts") << 2 << 0.0 << CountPosition::AboveColumn;
        QTest::newRow("two bars, with a gap between their counts") << 2 << 4.0 << CountPosition::AboveBar;
    }

    /// Both bars have the same count, and are wider than it by this.
    void countsOfNeighboursDoNotTouch()
    {
        QFETCH(const int, series);
        QFETCH(const double, room);
        QFETCH(const CountPosition, place);
        constexpr std::uint64_t kCount = 4108;
        ChartScene scene;
        for (int c = 0; c < 3; ++c) {
            ChartCategory category;
            for (int s = 0; s < series; ++s)
                category.marks.push_back({1, 0, kCount, {}});
            scene.content.categories.push_back(category);
        }
        const double bar = QFontMetricsF(scene.font).horizontalAdvance(countText(kCount)) + room;
        scene.geometry.categories = 3;
        scene.geometry.series = series;
        scene.geometry.plot =
            QRectF(0, 0, bar * series / scene.geometry.barShare * scene.geometry.categories, 100);
        QCOMPARE(countPositionOf(scene), place);
    }

    /// The number on a bar is what a click on it keeps, or is written as a part of that.
    void aCountSaysOfHowMany()
    {
        ChartMark mark;
        mark.n = 452;
        QCOMPARE(countOf(mark), QStringLiteral("452"));
        mark.kept = 452;
        QCOMPARE(countOf(mark), QStringLiteral("452"));
        mark.kept = 1164;
        QCOMPARE(countOf(mark), QStringLiteral("452/1,164"));
    }

    void countsHaveWholeTicks()
    {
        for (int high = 1; high < 2000; ++high) {
            for (int parts = 1; parts <= 5; ++parts) {
                const double step = niceStep(high, parts, true);
                QVERIFY2(step >= 1 && step == std::floor(step), qPrintable(QString::number(step)));
            }
        }
        QCOMPARE(niceStep(10, 4), 2.5);
        QCOMPARE(niceStep(10, 4, true), 5.0);
        ChartScene scene = means(6, 0, 10);
        scene.content.areMeans = false;
        layoutChart(scene, QSizeF(600, 400));
        QCOMPARE(decimalsOf(scene.step), 0);
    }

    void ticksEndWithTheScale()
    {
        QCOMPARE(ticksOf(0, 2, 0.5), (std::vector<double>{0, 0.5, 1, 1.5, 2}));
        QCOMPARE(ticksOf(1, 5, 1), (std::vector<double>{1, 2, 3, 4, 5}));
        QCOMPARE(ticksOf(0, 0.3, 0.1).size(), std::size_t{4});
        ChartScene scene = means(6, 0, 2);
        layoutChart(scene, QSizeF(600, 400));
        // n is above the bars, so the plot area goes on beyond the scale.
        QVERIFY(scene.geometry.high > 2);
        QCOMPARE(ticksOf(scene.content.low, scene.content.high, scene.step).back(), 2.0);
    }

    /// The same bars in ever narrower charts.
    void countsAndIntervalsStayAtEveryWidth()
    {
        bool hadBars = false;
        bool hadDots = false;
        for (int width = 1400; width >= 130; width -= 15) {
            ChartScene scene = means(24, 0, 2);
            layoutChart(scene, QSizeF(width, 300));
            QVERIFY(scene.counts != CountPosition::OnAxis);
            hadBars = hadBars || !scene.hasDots;
            hadDots = hadDots || scene.hasDots;
            for (int c = 0; c < scene.geometry.categories; ++c) {
                const QLineF whisker = whiskerLine(scene, c, 0);
                QVERIFY(whisker.length() > 5);
                QVERIFY(scene.geometry.plot.contains(whisker.center()));
                if (scene.counts == CountPosition::Strip) {
                    QVERIFY(stripBar(scene, c, 0).height() >= 1);
                    QVERIFY(stripBar(scene, c, 0).top() > scene.geometry.plot.bottom());
                }
            }
        }
        QVERIFY(hadBars && hadDots);
    }

    void stripsShowTheShareOfTheLargestCount()
    {
        ChartScene scene = means(24, 0, 2);
        layoutChart(scene, QSizeF(200, 300));
        QCOMPARE(scene.counts, CountPosition::Strip);
        QVERIFY(stripBar(scene, 23, 0).height() > 1.9 * stripBar(scene, 11, 0).height());
        // Charts side by side have one scale.
        scene.content.mostCount = 48'000;
        layoutChart(scene, QSizeF(200, 300));
        QVERIFY(stripBar(scene, 23, 0).height() < 8);
    }

    /// Bars begin at the lowest value of the scale, and intervals end at its ends.
    void scalesMayBeginAboveZero()
    {
        ChartScene scene = means(4, 1, 5);
        scene.content.categories[0].marks[0].value = 1;
        layoutChart(scene, QSizeF(600, 400));
        QVERIFY(scene.geometry.bar(0, 0, 1).height() < 1);
        QCOMPARE(scene.geometry.bar(0, 0, 3).bottom(), scene.geometry.plot.bottom());
        scene.content.categories[0].marks[0].high = 9;
        QCOMPARE(whiskerLine(scene, 0, 0).y2(), scene.geometry.y(5));
    }

    void missingNumbersLeaveGaps()
    {
        ChartScene scene = means(3, 0, 2);
        scene.content.categories[1].emptyBefore = 2;
        scene.content.categories[2].emptyBefore = 1;
        scene.content.categories[2].isBreakBefore = true;
        layoutChart(scene, QSizeF(600, 400));
        const ChartGeometry& geometry = scene.geometry;
        QCOMPARE(geometry.columnCount(), 6);
        QCOMPARE(geometry.column(1).left(), geometry.column(0).right() + 2 * geometry.columnWidth());
        QCOMPARE(geometry.categoryAt(geometry.column(1).center().x()), 1);
        QCOMPARE(geometry.categoryAt(geometry.column(0).right() + 1), -1);
        QCOMPARE(geometry.nearestCategory(geometry.column(0).right() + 1), 0);
        QCOMPARE(geometry.nearestCategory(geometry.column(1).left() - 1), 1);
        QCOMPARE(geometry.nearestCategory(1e6), 2);
    }

    void legendsTakeAsManyLinesAsTheyNeed()
    {
        const QFont font;
        std::vector<LegendEntry> entries(6, {QStringLiteral("Role-Playing Completeness"), Qt::red});
        const double one = legendHeight(entries, 1e6, font);
        QVERIFY(legendHeight(entries, 300, font) >= 3 * one);
        QCOMPARE(legendHeight({}, 300, font), 0.0);
    }

private:
    /// Means of `count` values, the i-th of which is of 1,000 (i + 1).
    static ChartScene means(int count, double low, double high)
    {
        ChartScene scene;
        scene.content.areMeans = true;
        scene.content.low = low;
        scene.content.high = high;
        scene.content.series = {QStringLiteral("Rating")};
        const double middle = (low + high) / 2;
        for (int c = 0; c < count; ++c) {
            ChartCategory category;
            category.label = QString::number(c + 1);
            category.isNumber = true;
            category.marks.push_back({middle,
                                      std::nan(""),
                                      static_cast<std::uint64_t>(c + 1) * 1000,
                                      {},
                                      middle - (high - low) / 8,
                                      middle + (high - low) / 8});
            scene.content.categories.push_back(category);
        }
        scene.look = ChartLook::of(QPalette(QColor(Qt::white)));
        return scene;
    }
};

DUOLOGUE_TEST(ChartMarksTest)
#include "chart_marks_test.moc"
