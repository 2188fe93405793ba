// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/chart/chart_canvas.h"

#include "ui/views/chart/chart_marks.h"
#include "ui/views/chart/picture_file.h"
#include "ui/views/widgets/letter_width.h"
#include "ui/work/qt_text.h"

#include <QEvent>
#include <QGraphicsLayout>
#include <QtCharts/QBarCategoryAxis>
#include <QtCharts/QBarSeries>
#include <QtCharts/QBarSet>
#include <QtCharts/QChart>
#include <QtCharts/QChartView>
#include <QtCharts/QLegend>
#include <QtCharts/QLegendMarker>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>
#include <algorithm>
#include <cmath>

namespace duologue::ui {

namespace {

constexpr double kMostShare = 0.74;
constexpr double kWidestBar = 46;
constexpr int kMargin = 6;
constexpr QSize kPictureSize(1080, 600);

/// Paints a part of the scene among QtCharts' own items.
class PaintedItem final : public QGraphicsItem {
public:
    using Paint = void (*)(QPainter&, const ChartScene&);

    PaintedItem(QGraphicsItem* parent, const ChartScene& scene, Paint painting, double z)
        : QGraphicsItem(parent), m_scene(scene), m_paint(painting)
    {
        setZValue(z);
    }

    QRectF boundingRect() const override { return parentItem()->boundingRect(); }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override
    {
        painter->save();
        m_paint(*painter, m_scene);
        painter->restore();
    }

private:
    const ChartScene& m_scene;
    Paint m_paint;
};

} // namespace

struct ChartCanvas::Parts {
    ChartScene scene;
    QChartView* view = nullptr;
    QChart* chart = nullptr;
    QBarSeries* bars = nullptr;
    QLineSeries* totals = nullptr;
    QBarCategoryAxis* categoryAxis = nullptr;
    QValueAxis* valueAxis = nullptr;
    bool arranging = false;
};

ChartCanvas::ChartCanvas(QWidget* parent) : CategoryPicker(parent), m_parts(std::make_unique<Parts>())
{
    setObjectName(QStringLiteral("chartCanvas"));
    setAccessibleName(tr("Chart"));
    Parts& p = *m_parts;
    p.chart = new QChart;
    p.chart->setBackgroundRoundness(0);
    p.chart->setDropShadowEnabled(false);
    p.chart->setLocalizeNumbers(true);
    p.chart->layout()->setContentsMargins(0, 0, 0, 0);
    // The chart's own minimum size would push it out of the view.
    p.chart->setMinimumSize(1, 1);
    p.chart->legend()->setAlignment(Qt::AlignTop);
    p.chart->legend()->setShowToolTips(false);
    p.chart->legend()->layout()->setContentsMargins(0, 0, 0, 0);
    p.chart->legend()->setContentsMargins(0, 0, 0, 0);
    p.valueAxis = new QValueAxis(p.chart);
    p.valueAxis->setTickType(QValueAxis::TicksDynamic);
    p.valueAxis->setTickAnchor(0);
    // Qt measures labels before it knows their font and may shorten them to "…".
    p.valueAxis->setTruncateLabels(false);
    p.categoryAxis = new QBarCategoryAxis(p.chart);
    // Labels are painted here, because QtCharts interprets them as HTML, drops duplicates, and shortens all
    // of them if one is too long.
    p.categoryAxis->setLabelsVisible(false);
    p.categoryAxis->setGridLineVisible(false);
    p.chart->addAxis(p.categoryAxis, Qt::AlignBottom);
    p.chart->addAxis(p.valueAxis, Qt::AlignLeft);
    constexpr double kBehindBars = 3.5;
    constexpr double kBeforeAll = 50;
    new PaintedItem(p.chart, p.scene, paintBehind, kBehindBars);
    new PaintedItem(p.chart, p.scene, paintInFront, kBeforeAll);

    p.view = new QChartView(p.chart, this);
    // The canvas handles all input itself: a QChartView crashes on a click while its chart is hidden, and
    // bars of value 0 cannot be clicked.
    p.view->setAttribute(Qt::WA_TransparentForMouseEvents);
    p.view->setFocusPolicy(Qt::NoFocus);
    p.view->viewport()->setFocusPolicy(Qt::NoFocus);
    p.view->setInteractive(false);
    p.view->setFrameShape(QFrame::NoFrame);
    p.view->setRubberBand(QChartView::NoRubberBand);
    connect(p.chart, &QChart::plotAreaChanged, this, [this] { arrange(); });
    applyLook();
}

ChartCanvas::~ChartCanvas() = default;

const ChartContent& ChartCanvas::content() const
{
    return m_parts->scene.content;
}

void ChartCanvas::setContent(ChartContent content)
{
    const std::size_t series = std::max<std::size_t>(1, content.series.size());
    const std::size_t most = std::max<std::size_t>(1, kMostMarks / series);
    if (content.categories.size() > most)
        content.categories.resize(most);
    for (ChartCategory& category : content.categories)
        category.marks.resize(content.series.size());
    Parts& p = *m_parts;
    const bool sameBars = content.categories.size() == p.scene.content.categories.size() &&
                          content.series.size() == p.scene.content.series.size();
    p.scene.content = std::move(content);
    p.scene.geometry.categories = static_cast<int>(p.scene.content.categories.size());
    p.scene.geometry.series = static_cast<int>(p.scene.content.series.size());
    clampFocus();
    drawContent();
    Q_EMIT barsChanged(sameBars);
}

void ChartCanvas::drawContent()
{
    Parts& p = *m_parts;
    const ChartContent& content = p.scene.content;
    p.chart->removeAllSeries();
    p.bars = new QBarSeries;
    QStringList keys;
    for (std::size_t c = 0; c < content.categories.size(); ++c)
        keys << QString::number(c);
    bool hasTotals = false;
    for (std::size_t s = 0; s < content.series.size(); ++s) {
        auto* set = new QBarSet(content.series[s].toHtmlEscaped());
        for (const ChartCategory& category : content.categories) {
            const ChartMark& mark = category.marks[s];
            set->append(std::isnan(mark.value) ? 0 : mark.value);
            hasTotals = hasTotals || !std::isnan(mark.total);
        }
        p.bars->append(set);
    }
    p.chart->addSeries(p.bars);
    p.categoryAxis->setCategories(keys);
    p.bars->attachAxis(p.categoryAxis);
    p.bars->attachAxis(p.valueAxis);
    // A series without points: it only adds the pale bars to the legend.
    p.totals = new QLineSeries;
    p.totals->setName(content.totalName.toHtmlEscaped());
    p.chart->addSeries(p.totals);
    p.chart->legend()->setVisible(content.series.size() > 1 || hasTotals);
    for (QLegendMarker* marker : p.chart->legend()->markers(p.totals))
        marker->setVisible(hasTotals && !content.totalName.isEmpty());
    p.categoryAxis->setTitleVisible(false);
    applyLook();
}

/// No QtCharts theme is set: it would overwrite all of this.
void ChartCanvas::applyLook()
{
    Parts& p = *m_parts;
    p.scene.look = ChartLook::of(palette());
    p.scene.font = withChinese(font());
    const ChartLook& look = p.scene.look;
    QFont titleFont = p.scene.font;
    titleFont.setBold(true);
    p.chart->setTitleFont(titleFont);
    p.chart->setTitleBrush(look.text);
    p.chart->setBackgroundBrush(look.background);
    p.chart->setBackgroundPen(Qt::NoPen);
    p.chart->setPlotAreaBackgroundVisible(false);
    p.view->setBackgroundBrush(look.background);
    p.chart->legend()->setFont(p.scene.font);
    p.chart->legend()->setLabelBrush(look.text);
    p.valueAxis->setLabelsFont(p.scene.font);
    p.valueAxis->setLabelsBrush(look.quietText);
    p.valueAxis->setTitleBrush(look.quietText);
    p.valueAxis->setGridLinePen(QPen(look.grid, 1));
    p.valueAxis->setLinePen(Qt::NoPen);
    p.categoryAxis->setLinePen(QPen(look.axis, 1));
    p.categoryAxis->setLabelsFont(p.scene.font);
    if (p.totals != nullptr)
        p.totals->setPen(QPen(look.total, 1));
    p.chart->setMargins(
        QMargins(kMargin, kMargin, 2 * kMargin, static_cast<int>(std::ceil(footroomOf(p.scene)))));
    colorBars();
    arrange();
}

/// The colour of a set is also its colour in the legend. Therefore bars that are *not* selected are
/// "selected" for QtCharts.
void ChartCanvas::colorBars()
{
    Parts& p = *m_parts;
    if (p.bars == nullptr)
        return;
    QList<int> pale;
    for (int c = 0; p.scene.narrowed && c < p.scene.geometry.categories; ++c) {
        if (!p.scene.isChosen(c))
            pale << c;
    }
    const QList<QBarSet*> sets = p.bars->barSets();
    for (qsizetype s = 0; s < sets.size(); ++s) {
        const auto point = static_cast<std::size_t>(s);
        sets[s]->setBrush(p.scene.look.seriesColor(point));
        sets[s]->setPen(QPen(p.scene.look.background, 1));
        sets[s]->setSelectedColor(p.scene.look.paleColor(point));
        sets[s]->deselectAllBars();
        sets[s]->selectBars(pale);
    }
    p.view->viewport()->update();
}

/// The axis needs room above the bars, and its labels reduce the width of the plot area, which may change the
/// axis. So this is repeated until nothing changes.
void ChartCanvas::arrange()
{
    Parts& p = *m_parts;
    if (p.arranging)
        return;
    p.arranging = true;
    constexpr int kMostRounds = 4;
    for (int round = 0; round < kMostRounds; ++round) {
        p.scene.geometry.plot = p.chart->plotArea();
        if (p.bars == nullptr || p.scene.geometry.categories == 0 || p.scene.geometry.series == 0 ||
            p.scene.geometry.plot.width() <= 0)
            break;
        arrangeIn(p.scene.geometry.plot);
        if (p.chart->plotArea() == p.scene.geometry.plot)
            break;
    }
    p.arranging = false;
    p.view->viewport()->update();
}

/// Chooses the width of bars, where n is shown, and the number of ticks.
void ChartCanvas::arrangeIn(const QRectF& plot)
{
    Parts& p = *m_parts;
    ChartGeometry& geometry = p.scene.geometry;
    const ChartContent& content = p.scene.content;
    geometry.barShare = std::min(kMostShare, kWidestBar * geometry.series / geometry.columnWidth());
    p.bars->setBarWidth(geometry.barShare);
    const double room = headroomOf(p.scene, countPositionOf(p.scene));
    const double drawn = std::max(plot.height() / 2, plot.height() - room);
    // QtCharts replaces labels by "..." if they are closer together than their height.
    const QFontMetricsF metrics(p.scene.font);
    const int parts = std::clamp(static_cast<int>(drawn / (1.8 * metrics.height())), 1, 5);
    const double step = niceStep(content.high - content.low, parts);
    geometry.low = content.low;
    geometry.high = content.low + (content.high - content.low) * plot.height() / drawn;
    p.valueAxis->setTickInterval(step);
    p.valueAxis->setLabelFormat(QStringLiteral("%.%1f").arg(decimalsOf(step)));
    p.valueAxis->setRange(geometry.low, geometry.high);
    // QtCharts reserves the height of "..." for the title, which is too little if that has another font
    // family.
    const QFont titleFont = inOneFace(font(), content.valueTitle);
    constexpr double kTitleRoom = 8;
    const QString title =
        QFontMetricsF(titleFont).elidedText(content.valueTitle, Qt::ElideRight, plot.height() - kTitleRoom);
    p.valueAxis->setTitleFont(titleFont);
    p.valueAxis->setTitleText(title.toHtmlEscaped());
    p.valueAxis->setTitleVisible(title.size() > 1);
}

void ChartCanvas::setChosen(std::vector<int> categories, bool narrowed)
{
    m_parts->scene.chosen = std::move(categories);
    m_parts->scene.narrowed = narrowed;
    colorBars();
    Q_EMIT barsChanged(true);
}

bool ChartCanvas::isChosen(int category) const
{
    return m_parts->scene.isChosen(category);
}

bool ChartCanvas::hasChoice() const
{
    return m_parts->scene.narrowed;
}

int ChartCanvas::categoryCount() const
{
    return m_parts->scene.geometry.categories;
}

int ChartCanvas::seriesCount() const
{
    return m_parts->scene.geometry.series;
}

int ChartCanvas::categoryAt(const QPoint& point) const
{
    const ChartGeometry& geometry = m_parts->scene.geometry;
    return point.y() < geometry.plot.top() || !rect().contains(point) ? -1 : geometry.categoryAt(point.x());
}

int ChartCanvas::nearestCategory(const QPoint& point) const
{
    return m_parts->scene.geometry.nearestCategory(point.x());
}

QRect ChartCanvas::columnRect(int category) const
{
    return m_parts->scene.geometry.column(category).toRect();
}

QRect ChartCanvas::barRect(int category, int series) const
{
    const ChartMark& mark = content()
                                .categories.at(static_cast<std::size_t>(category))
                                .marks.at(static_cast<std::size_t>(series));
    return m_parts->scene.geometry.bar(category, series, mark.value).toRect();
}

QString ChartCanvas::tipOf(int category) const
{
    return content().categories.at(static_cast<std::size_t>(category)).tip;
}

void ChartCanvas::stateChanged()
{
    ChartScene& scene = m_parts->scene;
    scene.hovered = hovered();
    scene.dragFirst = dragFirst();
    scene.dragLast = dragLast();
    scene.focused = showsFocus() ? focusedCategory() : -1;
    m_parts->view->viewport()->update();
}

void ChartCanvas::changeEvent(QEvent* event)
{
    CategoryPicker::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange ||
        event->type() == QEvent::StyleChange)
        applyLook();
}

void ChartCanvas::resizeEvent(QResizeEvent* event)
{
    CategoryPicker::resizeEvent(event);
    m_parts->view->setGeometry(rect());
}

QSize ChartCanvas::sizeHint() const
{
    return {letterWidth(fontMetrics()) * 90, fontMetrics().height() * 16};
}

QSize ChartCanvas::minimumSizeHint() const
{
    return {letterWidth(fontMetrics()) * 14, fontMetrics().height() * 11};
}

void ChartCanvas::setUpExport(const ChartCanvas& original)
{
    setPalette(QPalette(QColor(Qt::white)));
    setFont(original.font());
    setChosen(original.m_parts->scene.chosen, original.m_parts->scene.narrowed);
    setContent(original.content());
    m_parts->chart->setTitle(content().title.toHtmlEscaped());
    resize(kPictureSize);
    // Delivers the events that a hidden widget would not get.
    grab();
    m_parts->chart->layout()->activate();
    arrange();
    m_parts->chart->layout()->activate();
    arrange();
}

bool ChartCanvas::exportTo(const QString& path) const
{
    ChartCanvas paper;
    paper.setUpExport(*this);
    return writePicture(path, kPictureSize, content().title, [&](QPainter& painter, const QRectF& target) {
        painter.setRenderHint(QPainter::TextAntialiasing);
        paper.m_parts->view->render(&painter, target, paper.rect());
    });
}

} // namespace duologue::ui
