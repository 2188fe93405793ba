// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/report.h"
#include "tests/support/load.h"
#include "tests/support/test_class.h"
#include "ui/app/text.h"
#include "ui/app/workspace.h"
#include "ui/charts/chart_canvas.h"
#include "ui/charts/report_view.h"
#include "ui/widgets/theme.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QGlyphRun>
#include <QGraphicsItem>
#include <QGraphicsView>
#include <QRawFont>
#include <QStandardPaths>
#include <QTest>
#include <QTextLayout>
#include <algorithm>
#include <optional>

using namespace duologue::ui;

namespace {

/// The fonts that draw two characters which look different in Japanese fonts.
QStringList facesOf(const QFont& font, const QString& text = QStringLiteral("骨直"))
{
    QTextLayout layout(text, font);
    layout.beginLayout();
    layout.createLine();
    layout.endLayout();
    QStringList faces;
    for (const QGlyphRun& run : layout.glyphRuns())
        faces << run.rawFont().familyName();
    return faces;
}

/// The font of an item that draws text.
std::optional<QFont> fontOf(const QGraphicsItem& item)
{
    if (const auto* text = dynamic_cast<const QGraphicsTextItem*>(&item))
        return text->font();
    if (const auto* text = dynamic_cast<const QGraphicsSimpleTextItem*>(&item))
        return text->font();
    return std::nullopt;
}

} // namespace

/// All widgets of the window draw Chinese with Chinese glyphs.
class ChineseGlyphsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QApplication::setOrganizationName(QStringLiteral("Duologue"));
        QApplication::setApplicationName(QStringLiteral("duologue-glyphs-test"));
        if (!QFontDatabase::families().contains(QStringLiteral("Noto Sans CJK SC")))
            QSKIP("Noto Sans CJK SC is not installed");
    }

    void englishKeepsItsFont_data()
    {
        QTest::addColumn<QString>("family");
        // Aliases, which fontconfig resolves.
        QTest::newRow("letters") << QStringLiteral("Sans Serif");
        QTest::newRow("code") << QStringLiteral("monospace");
        QTest::newRow("a font") << QStringLiteral("DejaVu Sans");
    }

    void englishKeepsItsFont()
    {
        QFETCH(QString, family);
        const QString own = QFontInfo(QFont(family)).family();
        if (own.contains(QStringLiteral("CJK")))
            QSKIP("no other font is installed");
        const QFont font = withChinese(QFont(family));
        QCOMPARE(facesOf(font, QStringLiteral("I’m “here”")), QStringList{own});
        QVERIFY(facesOf(font).front().contains(QStringLiteral("SC")));
        QVERIFY(facesOf(withChinese(QFont(family), duologue::Language::Chinese), QStringLiteral("“这里”"))
                    .front()
                    .contains(QStringLiteral("SC")));
    }

    void chineseHasAChineseFont()
    {
        applyTheme(*qApp, Appearance::Light);
        Workspace workspace;
        MainWindow window(workspace);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        workspace.open({QString::fromStdString((duologue::test::sampleFolder() / "RecLLMSim").string())});
        QTRY_VERIFY(workspace.snapshot().complete && !workspace.isLoading());
        workspace.setCurrentRow(duologue::Row{0});
        QTRY_VERIFY(workspace.current());
        int looked = 0;
        for (const QWidget* widget : window.findChildren<QWidget*>()) {
            for (const QString& face : facesOf(widget->font())) {
                const QString who = QLatin1String(widget->metaObject()->className()) + QLatin1Char(' ') +
                                    widget->objectName() + QStringLiteral(": ") + face;
                QVERIFY2(face.contains(QStringLiteral("SC")), qPrintable(who));
                ++looked;
            }
        }
        QVERIFY(looked > 100);
        drawChartsToo(window);
    }

private:
    static bool isDrawn(const MainWindow& window, const duologue::ReportSpec& report)
    {
        const auto views = window.findChildren<ReportView*>();
        return std::ranges::any_of(views, [&](const ReportView* view) {
            return view->report() && view->report()->request.report == &report;
        });
    }

    /// The number of faces, all of which are Chinese ones.
    static int checkedFaces(const QStringList& faces, std::string_view report)
    {
        for (const QString& face : faces) {
            if (!face.contains(QStringLiteral("SC")))
                QTest::qFail(std::string(report).c_str(), __FILE__, __LINE__);
        }
        return static_cast<int>(faces.size());
    }

    /// Draws titles, axis labels and legends of every chart.
    static void drawChartsToo(MainWindow& window)
    {
        int looked = 0;
        for (const duologue::ReportSpec& report : duologue::reports()) {
            auto* action = window.findChild<QAction*>(QStringLiteral("chart:") + toQt(report.id));
            QVERIFY(action != nullptr);
            action->trigger();
            QTRY_VERIFY(isDrawn(window, report));
            for (const QGraphicsView* view : window.findChildren<QGraphicsView*>()) {
                for (const QGraphicsItem* item : view->scene()->items()) {
                    const auto font = fontOf(*item);
                    looked += checkedFaces(font ? facesOf(*font) : QStringList(), report.id);
                }
            }
            // Most texts of a chart are painted, titles in a family of their own.
            for (const ChartCanvas* canvas : window.findChildren<ChartCanvas*>()) {
                const QFont& font = canvas->scene().font;
                for (const QFont& each : {font, inOneFace(font, QStringLiteral("骨直"))})
                    looked += checkedFaces(facesOf(each), report.id);
            }
        }
        QVERIFY2(looked > 50, qPrintable(QString::number(looked)));
    }
};

DUOLOGUE_TEST(ChineseGlyphsTest)
#include "chinese_glyphs_test.moc"
