// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/views/chart/chart_marks.h"
#include "ui/work/qt_text.h"

#include <QFontMetricsF>
#include <QTest>

using namespace duologue::ui;

/// Where there is room for what.
class ChartMarksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsOfNeighboursStandApart_data()
    {
        QTest::addColumn<int>("series");
        QTest::addColumn<double>("room");
        QTest::addColumn<CountPlace>("place");
        QTest::newRow("one bar a column, a little narrower") << 1 << -1.0 << CountPlace::AboveBar;
        QTest::newRow("two bars, as wide as their counts") << 2 << 0.0 << CountPlace::AboveColumn;
        QTest::newRow("two bars, with a gap between their counts") << 2 << 4.0 << CountPlace::AboveBar;
    }

    /// The same count for both bars, and bars so much wider than it is.
    void countsOfNeighboursStandApart()
    {
        QFETCH(const int, series);
        QFETCH(const double, room);
        QFETCH(const CountPlace, place);
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
        QCOMPARE(countPlaceOf(scene), place);
    }
};

DUOLOGUE_TEST(ChartMarksTest)
#include "chart_marks_test.moc"
