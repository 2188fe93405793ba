// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/charts/chart_canvas.h"
#include "ui/charts/chart_layout.h"
#include "ui/charts/chart_marks.h"
#include "ui/widgets/colors.h"

#include <QAccessible>
#include <QApplication>
#include <QContextMenuEvent>
#include <QGraphicsTextItem>
#include <QGraphicsView>
#include <QImage>
#include <QSignalSpy>
#include <QSplitter>
#include <QTest>
#include <QXmlStreamReader>
#include <cmath>

using namespace duologue::ui;

namespace {

ChartContent contentOf(const std::vector<double>& values, int series = 1)
{
    ChartContent content;
    content.categoryTitle = QStringLiteral("Turns");
    content.valueTitle = QStringLiteral("Mean");
    content.high = 2;
    for (int s = 0; s < series; ++s)
        content.series.push_back(QStringLiteral("Rating %1").arg(s));
    for (std::size_t c = 0; c < values.size(); ++c) {
        ChartCategory category;
        category.label = QString::number(c + 1);
        category.tip = QStringLiteral("tip %1").arg(c);
        for (int s = 0; s < series; ++s)
            category.marks.push_back({values[c], std::nan(""), c, QStringLiteral("turns %1").arg(c + 1)});
        content.categories.push_back(category);
    }
    return content;
}

QPalette darkPalette()
{
    QPalette palette(QColor(0x31, 0x36, 0x3b));
    palette.setColor(QPalette::Base, QColor(0x1b, 0x1e, 0x20));
    palette.setColor(QPalette::Text, QColor(0xfc, 0xfc, 0xfc));
    return palette;
}

} // namespace

class ChartCanvasTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_canvas = std::make_unique<ChartCanvas>();
        makeAccessible(*m_canvas);
        m_canvas->resize(800, 320);
        m_canvas->setContent(contentOf({1, 0, 2, std::nan(""), 1.5}, 2));
        m_canvas->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_canvas.get()));
        QTRY_VERIFY(m_canvas->columnRect(0).width() > 50);
        m_clicks = std::make_unique<QSignalSpy>(m_canvas.get(), &ChartCanvas::categoryClicked);
        m_ranges = std::make_unique<QSignalSpy>(m_canvas.get(), &ChartCanvas::rangeDragged);
    }
    void cleanup() { m_canvas.reset(); }

    void theWholeColumnIsClickable()
    {
        for (int c = 0; c < m_canvas->categoryCount(); ++c) {
            const QRect column = m_canvas->columnRect(c);
            for (const int y : {column.top() + 2, column.center().y(), column.bottom() - 2})
                QTest::mouseClick(m_canvas.get(), Qt::LeftButton, {}, QPoint(column.center().x(), y));
            QCOMPARE(m_clicks->size(), 3 * (c + 1));
            QCOMPARE(m_clicks->last().at(0).toInt(), c);
        }
        QVERIFY(m_canvas->barRect(1, 0).height() <= 1);
        QVERIFY(m_canvas->barRect(2, 0).height() > m_canvas->barRect(0, 0).height());
        QCOMPARE(m_canvas->categoryAt(QPoint(2, m_canvas->columnRect(0).center().y())), -1);
    }

    void modifiersAreReported()
    {
        QTest::mouseClick(m_canvas.get(), Qt::LeftButton, Qt::ControlModifier,
                          m_canvas->columnRect(4).center());
        QCOMPARE(m_clicks->last().at(0).toInt(), 4);
        QCOMPARE(m_clicks->last().at(1).value<Qt::KeyboardModifiers>(), Qt::ControlModifier);
        QTest::mouseClick(m_canvas.get(), Qt::RightButton, {}, m_canvas->columnRect(4).center());
        QCOMPARE(m_clicks->size(), 1);
    }

    void draggingSelectsARange()
    {
        drag(m_canvas->columnRect(3).center(), m_canvas->columnRect(1).center());
        QCOMPARE(m_ranges->size(), 1);
        QCOMPARE(m_ranges->last().at(0).toInt(), 3);
        QCOMPARE(m_ranges->last().at(1).toInt(), 1);
        // A drag beyond the columns ends at the last one.
        drag(m_canvas->columnRect(3).center(), QPoint(m_canvas->width() + 50, 20));
        QCOMPARE(m_ranges->last().at(1).toInt(), 4);
        QCOMPARE(m_clicks->size(), 0);
        // A small movement between two columns is a click.
        const QPoint edge =
            m_canvas->columnRect(1).center() + QPoint(m_canvas->columnRect(1).width() / 2 - 1, 0);
        drag(edge, edge + QPoint(3, 0));
        QCOMPARE(m_ranges->size(), 2);
        QCOMPARE(m_clicks->size(), 1);
    }

    void keysMoveTheFocusAndSelect()
    {
        m_canvas->clearFocus();
        m_canvas->setFocus(Qt::TabFocusReason);
        QTRY_VERIFY(m_canvas->hasFocus());
        QCOMPARE(m_canvas->focusedCategory(), 0);
        const QImage first = m_canvas->grab().toImage();
        key(Qt::Key_Right);
        QCOMPARE(m_canvas->focusedCategory(), 1);
        QVERIFY(m_canvas->grab().toImage() != first);
        key(Qt::Key_End);
        QCOMPARE(m_canvas->focusedCategory(), 4);
        key(Qt::Key_Right);
        QCOMPARE(m_canvas->focusedCategory(), 4);
        key(Qt::Key_Left);
        key(Qt::Key_Space);
        QCOMPARE(m_clicks->last().at(0).toInt(), 3);
        key(Qt::Key_Home);
        key(Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(m_clicks->last().at(0).toInt(), 0);
        QCOMPARE(m_clicks->last().at(1).value<Qt::KeyboardModifiers>(), Qt::ShiftModifier);
        QSignalSpy clears(m_canvas.get(), &ChartCanvas::clearRequested);
        key(Qt::Key_Escape);
        QCOMPARE(clears.size(), 0);
        m_canvas->setChosen({1}, true);
        key(Qt::Key_Escape);
        QCOMPARE(clears.size(), 1);
    }

    void shiftAndArrowsExtendARange()
    {
        m_canvas->setFocus(Qt::TabFocusReason);
        QTRY_VERIFY(m_canvas->hasFocus());
        key(Qt::Key_Home);
        key(Qt::Key_Right);
        key(Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(m_ranges->last(), (QVariantList{1, 2}));
        key(Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(m_ranges->last(), (QVariantList{1, 3}));
        key(Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(m_ranges->last(), (QVariantList{1, 2}));
        key(Qt::Key_Home, Qt::ShiftModifier);
        QCOMPARE(m_ranges->last(), (QVariantList{1, 0}));
        QCOMPARE(m_clicks->size(), 0);
        key(Qt::Key_Right);
        key(Qt::Key_End, Qt::ShiftModifier);
        QCOMPARE(m_ranges->last(), (QVariantList{1, 4}));
    }

    void theMenuKeyIsForTheFocusedBar()
    {
        QSignalSpy menus(m_canvas.get(), &ChartCanvas::menuRequested);
        m_canvas->setFocus(Qt::TabFocusReason);
        QTRY_VERIFY(m_canvas->hasFocus());
        key(Qt::Key_End);
        // As Qt sends it for the key: at the middle of the widget.
        QContextMenuEvent byKey(QContextMenuEvent::Keyboard, m_canvas->rect().center(),
                                m_canvas->mapToGlobal(m_canvas->rect().center()));
        QApplication::sendEvent(m_canvas.get(), &byKey);
        QCOMPARE(menus.last().at(0).toInt(), 4);
        QCOMPARE(m_canvas->categoryAt(m_canvas->mapFromGlobal(menus.last().at(1).toPoint())), 4);
        const QPoint second = m_canvas->columnRect(1).center();
        QContextMenuEvent byMouse(QContextMenuEvent::Mouse, second, m_canvas->mapToGlobal(second));
        QApplication::sendEvent(m_canvas.get(), &byMouse);
        QCOMPARE(menus.last().at(0).toInt(), 1);
        QCOMPARE(menus.last().at(1).toPoint(), m_canvas->mapToGlobal(second));
    }

    void picturesHaveACaptionAndTheWindowHasNone()
    {
        ChartContent content = contentOf({1, 1}, 2);
        content.title = QStringLiteral("The title");
        content.caption = {QStringLiteral("Dataset: gifts"), QStringLiteral("n = 12")};
        content.showsLegend = false;
        m_canvas->setContent(content);
        QVERIFY(m_canvas->scene().caption.isEmpty() && m_canvas->scene().legend.isEmpty());
        const QByteArray svg = savedSvg();
        for (const char* text : {"The title", "Dataset: gifts", "n = 12", "Rating 1"})
            QVERIFY2(svg.contains(text), text);
    }

    void duplicateLabelsAreDrawn()
    {
        ChartContent content = contentOf({1, 1, 1});
        for (ChartCategory& category : content.categories)
            category.label = QStringLiteral("same");
        m_canvas->setContent(content);
        QCOMPARE(m_canvas->categoryCount(), 3);
        QTRY_VERIFY(m_canvas->columnRect(2).right() > m_canvas->width() - 80);
        QTest::mouseClick(m_canvas.get(), Qt::LeftButton, {}, m_canvas->columnRect(2).center());
        QCOMPARE(m_clicks->last().at(0).toInt(), 2);
        QCOMPARE(savedSvg().count("same"), 3);
    }

    void markupInDataIsDrawnAsText()
    {
        ChartContent content = contentOf({1, 1}, 2);
        content.categories[0].label = QStringLiteral("<b>4</b>");
        content.categoryTitle = QStringLiteral("<i>t</i>");
        content.series[0] = QStringLiteral("<b>S</b> & <u>T</u>");
        content.valueTitle = QStringLiteral("<h1>M</h1>");
        content.title = QStringLiteral("a < b & c");
        m_canvas->setContent(content);
        const QByteArray svg = savedSvg();
        QVERIFY(svg.contains("&lt;b&gt;S&lt;/b&gt; &amp; &lt;u&gt;T&lt;/u&gt;"));
        QVERIFY(svg.contains("&lt;h1&gt;M&lt;/h1&gt;"));
        QVERIFY(svg.contains("&lt;b&gt;4&lt;/b&gt;"));
        QVERIFY(svg.contains("&lt;i&gt;t&lt;/i&gt;"));
        QXmlStreamReader xml(svg);
        while (!xml.atEnd())
            xml.readNext();
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    }

    /// For a desktop font that is not Chinese.
    void aChineseTitleIsDrawn()
    {
        QFont font;
        font.setFamily(QStringLiteral("DejaVu Sans"));
        m_canvas->setFont(font);
        ChartContent content = contentOf({1, 1}, 2);
        content.valueTitle = QString::fromUtf8("均值");
        m_canvas->setContent(content);
        QVERIFY(savedSvg().contains(content.valueTitle.toUtf8()));
    }

    void longLabelsLeaveRoomForTheBars()
    {
        const QRect before = m_canvas->columnRect(0);
        ChartContent content = contentOf({1, 0, 2, 1, 1.5}, 2);
        for (ChartCategory& category : content.categories)
            category.label = QString(QStringLiteral("a very long label\n")).repeated(40);
        m_canvas->setContent(content);
        QTRY_COMPARE(m_canvas->columnRect(0).height(), before.height());
        QVERIFY(savedSvg().contains("…"));
    }

    void aLowChartHasFewerTicksNotShortenedOnes()
    {
        // Of means: counts have whole ticks only.
        ChartContent content = m_canvas->content();
        content.areMeans = true;
        m_canvas->setContent(std::move(content));
        m_canvas->resize(800, m_canvas->minimumSizeHint().height());
        QTRY_VERIFY(m_canvas->columnRect(0).bottom() < m_canvas->height());
        // The number of ticks depends on the font: integers, with or without the middle one.
        const QStringList two{QStringLiteral("0"), QStringLiteral("2")};
        const QStringList three{QStringLiteral("0"), QStringLiteral("1"), QStringLiteral("2")};
        QTRY_VERIFY2(tickLabels() == two || tickLabels() == three,
                     qPrintable(tickLabels().join(QLatin1Char(' '))));
        m_canvas->resize(800, 500);
        QTRY_COMPARE(tickLabels(),
                     (QStringList{QStringLiteral("0.0"), QStringLiteral("0.5"), QStringLiteral("1.0"),
                                  QStringLiteral("1.5"), QStringLiteral("2.0")}));
        // The bar of value 2 ends at the tick 2, with n above it.
        QVERIFY(m_canvas->barRect(2, 0).top() > m_canvas->columnRect(2).top() + 10);
    }

    void ticksAreWhereTheLayoutSays()
    {
        for (const QSize size : {QSize(800, 320), QSize(800, 260), QSize(500, 500), QSize(500, 485)}) {
            m_canvas->resize(size);
            QTRY_COMPARE(m_canvas->findChild<QGraphicsView*>()->size(), size);
            const ChartScene& scene = m_canvas->scene();
            for (const double tick : ticksOf(scene.content.low, scene.content.high, scene.step))
                QVERIFY(std::abs(tickCentre(tickText(scene, tick)) - scene.geometry.y(tick)) < 2);
        }
    }

    void moreBarsThanCanBeDrawnAreLeftOut()
    {
        m_canvas->setContent(contentOf(std::vector<double>(2000, 1.0), 2));
        QCOMPARE(m_canvas->categoryCount(), ChartCanvas::kMostMarks / 2);
        m_canvas->setContent({});
        QCOMPARE(m_canvas->categoryCount(), 0);
        QTest::mouseClick(m_canvas.get(), Qt::LeftButton, {}, m_canvas->rect().center());
        key(Qt::Key_Home);
        key(Qt::Key_Space);
        QCOMPARE(m_clicks->size(), 0);
    }

    /// On a scale that begins above zero, with empty columns before a bar.
    void barsEndWhereTheLayoutSays()
    {
        ChartContent content = contentOf({3, 5, 1, 2});
        content.low = 1;
        content.high = 5;
        content.categories[1].emptyBefore = 2;
        m_canvas->setContent(content);
        const QColor full = ChartLook::of(m_canvas->palette()).seriesColor(0);
        const QImage image = m_canvas->grab().toImage();
        for (const int c : {0, 1, 3}) {
            const QRect bar = m_canvas->barRect(c, 0);
            const QPoint inside(bar.left() + 4, bar.top() + 3);
            QCOMPARE(image.pixelColor(inside), full);
            QCOMPARE(image.pixelColor(bar.left() + 4, bar.bottom() - 3), full);
            QVERIFY(image.pixelColor(inside - QPoint(0, 6)) != full);
            QVERIFY(image.pixelColor(inside - QPoint(8, 0)) != full);
        }
        const QRect flat = m_canvas->barRect(2, 0);
        QVERIFY(image.pixelColor(flat.center() - QPoint(0, 3)) != full);
    }

    void dotsAreOnTheirIntervals()
    {
        ChartContent content = contentOf({1, 3, 5, std::nan(""), 2, 4, 1, 5, 3, 2, 4, 1, 3, 5, 2, 4}, 2);
        content.low = 1;
        content.high = 5;
        content.areMeans = true;
        content.categories[3].emptyBefore = 1;
        m_canvas->setContent(content);
        m_canvas->resize(300, 240);
        QTRY_VERIFY(m_canvas->scene().hasDots);
        const ChartLook look = ChartLook::of(m_canvas->palette());
        const QImage image = m_canvas->grab().toImage();
        for (const int c : {1, 2, 4, 5, 15}) {
            for (const int s : {0, 1})
                QCOMPARE(image.pixelColor(dotOf(c, s)), look.seriesColor(static_cast<std::size_t>(s)));
        }
        // The lowest value stands on the axis; its dot is whole.
        const int bottom = static_cast<int>(std::round(m_canvas->scene().geometry.plot.bottom()));
        QVERIFY(image.pixelColor(dotOf(0, 0).x(), bottom + 1) != look.background);
        m_canvas->setChosen({2}, true);
        m_canvas->resize(310, 250);
        QCOMPARE(m_canvas->grab().toImage().pixelColor(dotOf(1, 0)), look.paleColor(0));
        QCOMPARE(m_canvas->grab().toImage().pixelColor(dotOf(2, 0)), look.seriesColor(0));
    }

    void selectedColumnsKeepTheirColour()
    {
        const auto colorOf = [this](int category) {
            const QRect bar = m_canvas->barRect(category, 0);
            return m_canvas->grab().toImage().pixelColor(bar.center().x(), bar.bottom() - 5);
        };
        const QColor full = colorOf(0);
        QCOMPARE(colorOf(2), full);
        m_canvas->setChosen({2}, true);
        QCOMPARE(colorOf(2), full);
        QVERIFY(contrast(colorOf(0), Qt::white) < contrast(full, Qt::white));
        m_canvas->setChosen({}, true);
        QVERIFY(colorOf(2) != full);
        m_canvas->setChosen({}, false);
        QCOMPARE(colorOf(2), full);
    }

    void barsHaveTheColoursOfTheirCategories()
    {
        ChartContent content = contentOf({1, 2});
        const QList<QColor> colors{QColor(0xE6, 0x9F, 0x00), QColor(0x00, 0x72, 0xB2)};
        for (std::size_t c = 0; c < 2; ++c) {
            content.categories[c].code = c == 0 ? QStringLiteral("Re") : QStringLiteral("Pl");
            content.categories[c].color = colors[static_cast<qsizetype>(c)];
            content.categories[c].label = c == 0 ? QStringLiteral("Recommendation") : QString();
        }
        m_canvas->setContent(content);
        QImage image = m_canvas->grab().toImage();
        const auto barColor = [&](int category) {
            const QRect bar = m_canvas->barRect(category, 0);
            return image.pixelColor(bar.center().x() + 4, bar.bottom() - 5);
        };
        QCOMPARE(barColor(0), colors[0]);
        QCOMPARE(barColor(1), colors[1]);
        // The codes are below the axis, also without a name.
        const auto hasBelow = [&](int category) {
            const QRect column = m_canvas->columnRect(category);
            for (int y = column.bottom() + 4; y < image.height(); ++y) {
                for (int x = column.left(); x < column.right(); ++x) {
                    if (image.pixelColor(x, y) == colors[category])
                        return true;
                }
            }
            return false;
        };
        QVERIFY(hasBelow(0) && hasBelow(1));
        m_canvas->setChosen({1}, true);
        image = m_canvas->grab().toImage();
        QCOMPARE(barColor(1), colors[1]);
        QVERIFY(barColor(0) != colors[0]);
        // Of several series, each has its own colour.
        ChartContent two = contentOf({1, 2}, 2);
        two.categories[0].color = two.categories[1].color = colors[0];
        m_canvas->setChosen({}, false);
        m_canvas->setContent(two);
        image = m_canvas->grab().toImage();
        QVERIFY(barColor(0) != colors[0]);
    }

    void coloursFollowThePalette()
    {
        const QColor light = m_canvas->grab().toImage().pixelColor(2, 2);
        const QColor lightBar = barColor();
        m_canvas->setPalette(darkPalette());
        QTRY_COMPARE(m_canvas->grab().toImage().pixelColor(2, 2), QColor(0x1b, 0x1e, 0x20));
        QVERIFY(light != QColor(0x1b, 0x1e, 0x20));
        QVERIFY(barColor() != lightBar);
    }

    void everyColourStandsOut()
    {
        constexpr double kGraphics = 3;
        constexpr double kText = 4.5;
        for (const QPalette& palette : {QPalette(QColor(Qt::white)), darkPalette()}) {
            const ChartLook look = ChartLook::of(palette);
            for (std::size_t i = 0; i < look.series.size(); ++i)
                QVERIFY2(contrast(look.seriesColor(i), look.background) >= kGraphics,
                         qPrintable(look.seriesColor(i).name()));
            QVERIFY(contrast(look.text, look.background) >= kText);
            QVERIFY(contrast(look.quietText, look.background) >= kText);
            QVERIFY(contrast(look.totalEdge, look.background) >= kGraphics);
        }
    }

    void itDoesNotCollapseInASplitter()
    {
        QSplitter splitter(Qt::Vertical);
        splitter.setChildrenCollapsible(false);
        auto* canvas = new ChartCanvas(&splitter);
        splitter.addWidget(canvas);
        splitter.addWidget(new QWidget);
        splitter.resize(500, 400);
        splitter.show();
        splitter.setSizes({0, 400});
        QVERIFY(canvas->height() >= canvas->minimumSizeHint().height());
        QVERIFY(canvas->minimumSizeHint().height() >= 100);
    }

    void screenReadersFindEveryBar()
    {
        QAccessible::setActive(true);
        QAccessibleInterface* chart = QAccessible::queryAccessibleInterface(m_canvas.get());
        QCOMPARE(chart->role(), QAccessible::Chart);
        QCOMPARE(chart->childCount(), 10);
        m_canvas->setChosen({2}, true);
        QAccessibleInterface* bar = chart->child(4);
        QCOMPARE(bar->text(QAccessible::Name), QStringLiteral("turns 3"));
        QVERIFY(bar->state().selected);
        QVERIFY(!chart->child(0)->state().selected);
        QCOMPARE(bar->parent(), chart);
        QCOMPARE(chart->indexOfChild(bar), 4);
        const QRect point = m_canvas->barRect(2, 0);
        QCOMPARE(bar->rect(), QRect(m_canvas->mapToGlobal(point.topLeft()), point.size()));
        QCOMPARE(chart->childAt(bar->rect().center().x(), bar->rect().center().y()), bar);
        bar->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QCOMPARE(m_clicks->last().at(0).toInt(), 2);
        m_canvas->setFocus(Qt::TabFocusReason);
        QTRY_VERIFY(m_canvas->hasFocus());
        QCOMPARE(chart->focusChild(), bar);
        // With other bars, the old objects are gone or invalid, never dangling.
        m_canvas->setContent(contentOf({1}));
        QCOMPARE(QAccessible::queryAccessibleInterface(m_canvas.get())->childCount(), 1);
    }

    void picturesAreWritten()
    {
        const duologue::test::TempFolder folder;
        const auto at = [&](const char* name) {
            return QString::fromStdString((folder.path() / name).string());
        };
        QVERIFY(m_canvas->exportTo(at("chart.png")));
        const QImage png(at("chart.png"));
        QVERIFY(png.width() >= 2000);
        QVERIFY(m_canvas->exportTo(at("chart.pdf")));
        QVERIFY(duologue::test::fileBytes(folder.path() / "chart.pdf").starts_with("%PDF"));
        QVERIFY(savedSvg().contains("<svg"));
        QVERIFY(!m_canvas->exportTo(at("chart.gif")));
        QVERIFY(!m_canvas->exportTo(at("no/such/folder/chart.png")));
    }

private:
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(m_canvas.get(), key, modifiers);
    }

    void drag(const QPoint& from, const QPoint& to)
    {
        QTest::mousePress(m_canvas.get(), Qt::LeftButton, {}, from);
        QTest::mouseMove(m_canvas.get(), (from + to) / 2);
        QTest::mouseMove(m_canvas.get(), to);
        QTest::mouseRelease(m_canvas.get(), Qt::LeftButton, {}, to);
    }

    /// The labels of the value axis, from the bottom.
    QStringList tickLabels()
    {
        QStringList labels;
        const ChartScene& scene = m_canvas->scene();
        for (const double tick : ticksOf(scene.content.low, scene.content.high, scene.step))
            labels << tickText(scene, tick);
        return labels;
    }

    /// The height at which QtCharts draws the label of a tick; NaN if it does not.
    double tickCentre(const QString& label)
    {
        for (const QGraphicsItem* item : m_canvas->findChild<QGraphicsView*>()->scene()->items()) {
            const auto* text = qgraphicsitem_cast<const QGraphicsTextItem*>(item);
            if (text != nullptr && text->isVisible() && text->toPlainText() == label)
                return text->sceneBoundingRect().center().y();
        }
        return std::nan("");
    }

    /// The middle of a dot.
    QPoint dotOf(int category, int series)
    {
        const ChartScene& scene = m_canvas->scene();
        const auto& marks = scene.content.categories[static_cast<std::size_t>(category)].marks;
        const double y = scene.geometry.y(marks[static_cast<std::size_t>(series)].value);
        return {static_cast<int>(markX(scene, category, series)), static_cast<int>(y)};
    }

    QColor barColor() { return m_canvas->grab().toImage().pixelColor(m_canvas->barRect(2, 0).center()); }

    QByteArray savedSvg()
    {
        const duologue::test::TempFolder folder;
        const auto path = folder.path() / "chart.svg";
        if (!m_canvas->exportTo(QString::fromStdString(path.string())))
            return {};
        return QByteArray::fromStdString(duologue::test::fileBytes(path));
    }

    std::unique_ptr<ChartCanvas> m_canvas;
    std::unique_ptr<QSignalSpy> m_clicks;
    std::unique_ptr<QSignalSpy> m_ranges;
};

DUOLOGUE_TEST(ChartCanvasTest)
#include "chart_canvas_test.moc"
