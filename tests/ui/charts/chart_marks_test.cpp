// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/views/chart/chart_marks.h"
#include "ui/work/qt_text.h"

#include <QFontMetricsF>
#include <QTest>

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
};

DUOLOGUE_TEST(ChartMarksTest)
#include "chart_marks_test.moc"
