// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/views/chart/chart_accessible.h"
#include "ui/views/chart/chart_canvas.h"
#include "ui/views/chart/chart_look.h"
#include "ui/views/widgets/reading_colors.h"

#include <QAccessible>
#include <QApplication>
#include <QGraphicsTextItem>
#include <QGraphicsView>
#include <QImage>
#include <QSignalSpy>
#include <QSplitter>
#include <QTest>
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
        m_canvas->setContent(content);
        QTRY_VERIFY2(drawnTexts().contains(content.series[0]),
                     qPrintable(drawnTexts().join(QLatin1Char('|'))));
        QVERIFY2(drawnTexts().contains(content.valueTitle), qPrintable(drawnTexts().join(QLatin1Char('|'))));
        const QByteArray svg = savedSvg();
        QVERIFY(svg.contains("&lt;b&gt;4&lt;/b&gt;"));
        QVERIFY(svg.contains("&lt;i&gt;t&lt;/i&gt;"));
    }

    /// For a desktop font that is not Chinese: its "..." is lower than a Chinese word.
    void aChineseTitleIsDrawn()
    {
        QFont font;
        font.setFamily(QStringLiteral("DejaVu Sans"));
        m_canvas->setFont(font);
        // So low that its ticks are integers, which are narrower than "...".
        m_canvas->resize(800, 200);
        ChartContent content = contentOf({1, 1}, 2);
        content.valueTitle = QString::fromUtf8("均值");
        m_canvas->setContent(content);
        // The layout changes again in the following iterations of the event loop.
        for (int iteration = 0; iteration < 4; ++iteration)
            QTest::qWait(0);
        QVERIFY2(drawnTexts().contains(content.valueTitle), qPrintable(drawnTexts().join(QLatin1Char('|'))));
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

    void aClickWhileTheChartIsHiddenIsHarmless()
    {
        auto* view = m_canvas->findChild<QGraphicsView*>();
        for (QGraphicsItem* item : view->scene()->items()) {
            if (item->parentItem() == nullptr)
                item->hide();
        }
        const QPoint point = m_canvas->columnRect(1).center();
        QTest::mouseClick(m_canvas.get(), Qt::LeftButton, {}, point);
        QTest::mouseClick(QApplication::widgetAt(m_canvas->mapToGlobal(point)), Qt::LeftButton, {}, point);
        QCOMPARE(m_clicks->size(), 2);
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

    /// The texts that QtCharts draws: legend and value axis.
    QStringList drawnTexts()
    {
        QStringList drawn;
        for (const QGraphicsItem* item : m_canvas->findChild<QGraphicsView*>()->scene()->items()) {
            if (const auto* text = dynamic_cast<const QGraphicsTextItem*>(item))
                drawn << text->toPlainText();
        }
        return drawn;
    }

    /// The labels of the value axis, from the bottom; those of the category axis are hidden.
    QStringList tickLabels()
    {
        QStringList labels;
        for (const QGraphicsItem* item : m_canvas->findChild<QGraphicsView*>()->scene()->items()) {
            const auto* text = dynamic_cast<const QGraphicsTextItem*>(item);
            if (text != nullptr && text->isVisible() && text->x() < 60 &&
                (text->toPlainText().contains(QLatin1String("...")) ||
                 text->toPlainText().startsWith(QLatin1Char('0')) || text->toPlainText().toDouble() > 0))
                labels << text->toPlainText();
        }
        std::sort(labels.begin(), labels.end());
        return labels;
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
