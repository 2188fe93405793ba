// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_canvas.h"
#include "ui/app/text.h"
#include "ui/charts/chart_marks.h"
#include "ui/charts/chart_picture.h"
#include "ui/widgets/theme.h"

#include <QEvent>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QGraphicsLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QtCharts/QBarSeries>
#include <QtCharts/QBarSet>
#include <QtCharts/QCategoryAxis>
#include <QtCharts/QChart>
#include <QtCharts/QChartView>
#include <QtCharts/QLegend>
#include <QtCharts/QScatterSeries>
#include <QtCharts/QValueAxis>
#include <algorithm>
#include <cmath>

namespace duologue::ui {

namespace {

constexpr double kSwatchGap = 6;
constexpr double kEntryGap = 18;
constexpr double kLineGap = 2;

struct LegendLine {
    std::size_t first = 0;
    std::size_t count = 0;
    double width = 0;
};

double swatchSize(const QFontMetricsF& metrics)
{
    return std::round(metrics.ascent() * 0.8);
}

double entryWidth(const LegendEntry& entry, const QFontMetricsF& metrics)
{
    return swatchSize(metrics) + kSwatchGap + metrics.horizontalAdvance(entry.name);
}

std::vector<LegendLine> linesOf(const std::vector<LegendEntry>& entries, double width,
                                const QFontMetricsF& metrics)
{
    std::vector<LegendLine> lines;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const double needed = entryWidth(entries[i], metrics);
        if (lines.empty() || lines.back().width + kEntryGap + needed > width)
            lines.push_back({i, 1, needed});
        else
            lines.back() = {lines.back().first, lines.back().count + 1,
                            lines.back().width + kEntryGap + needed};
    }
    return lines;
}

} // namespace

std::vector<LegendEntry> legendOf(const ChartContent& content, const ChartLook& look)
{
    std::vector<LegendEntry> entries;
    for (std::size_t i = 0; content.series.size() > 1 && i < content.series.size(); ++i)
        entries.push_back({content.series[i], look.seriesColor(i)});
    const bool hasTotals =
        std::any_of(content.categories.begin(), content.categories.end(), [](const ChartCategory& category) {
            return std::any_of(category.marks.begin(), category.marks.end(),
                               [](const ChartMark& mark) { return !std::isnan(mark.total); });
        });
    if (hasTotals && !content.totalName.isEmpty())
        entries.push_back({content.totalName, look.totalEdge});
    return entries;
}

double legendHeight(const std::vector<LegendEntry>& entries, double width, const QFont& font)
{
    const QFontMetricsF metrics(font);
    return static_cast<double>(linesOf(entries, width, metrics).size()) * (metrics.height() + kLineGap);
}

void paintLegend(QPainter& painter, const QRectF& rect, const std::vector<LegendEntry>& entries,
                 const QFont& font, const QColor& text)
{
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    double top = rect.top();
    for (const LegendLine& line : linesOf(entries, rect.width(), metrics)) {
        double left = std::max(rect.left(), rect.center().x() - line.width / 2);
        for (std::size_t i = line.first; i < line.first + line.count; ++i) {
            const double swatch = swatchSize(metrics);
            painter.fillRect(QRectF(left, top + (metrics.height() - swatch) / 2, swatch, swatch),
                             entries[i].color);
            left += swatch + kSwatchGap;
            const double room = rect.right() - left;
            painter.setPen(text);
            painter.drawText(QRectF(left, top, room, metrics.height()),
                             Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                             metrics.elidedText(entries[i].name, Qt::ElideRight, room));
            left += metrics.horizontalAdvance(entries[i].name) + kEntryGap;
        }
        top += metrics.height() + kLineGap;
    }
}

ChartLegend::ChartLegend(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("chartLegend"));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    hide();
}

void ChartLegend::setContent(const ChartContent& content)
{
    m_names.series = content.series;
    m_names.totalName = content.totalName;
    m_names.categories = content.categories;
    QStringList names;
    for (const LegendEntry& entry : entries())
        names << entry.name;
    setAccessibleName(tr("Legend: %1").arg(names.join(QStringLiteral(", "))));
    setToolTip(names.join(QLatin1Char('\n')).toHtmlEscaped());
    setVisible(!names.isEmpty());
    updateGeometry();
    update();
}

int ChartLegend::heightForWidth(int width) const
{
    return static_cast<int>(std::ceil(legendHeight(entries(), width, withChinese(font()))));
}

QSize ChartLegend::sizeHint() const
{
    const int width = letterWidth(fontMetrics()) * 60;
    return {width, heightForWidth(width)};
}

QSize ChartLegend::minimumSizeHint() const
{
    return {letterWidth(fontMetrics()) * 14, fontMetrics().height()};
}

void ChartLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const ChartLook look = ChartLook::of(palette());
    painter.fillRect(rect(), look.background);
    paintLegend(painter, rect(), entries(), withChinese(font()), look.text);
}

void ChartLegend::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateGeometry();
}

namespace {

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

/// The points of one series, and the categories that they belong to.
struct Dots {
    QScatterSeries* series = nullptr;
    std::vector<int> categories;
};

} // namespace

/// What QtCharts draws. The legend and the texts below the axis are painted, because QtCharts takes texts for
/// HTML, drops labels that occur twice, and shortens all of them if one is too long.
struct ChartCanvas::Parts {
    QChartView* view = nullptr;
    QChart* chart = nullptr;
    /// Invisible: column i is at i, with or without bars.
    QValueAxis* columns = nullptr;
    /// Has ticks where they are wanted; a QValueAxis would have some beyond the scale.
    QCategoryAxis* values = nullptr;
    /// Either bars or dots.
    QBarSeries* bars = nullptr;
    std::vector<Dots> dots;
};

ChartCanvas::ChartCanvas(QWidget* parent) : CategoryPicker(parent), m_parts(std::make_unique<Parts>())
{
    setObjectName(QStringLiteral("chartCanvas"));
    setAccessibleName(tr("Chart"));
    Parts& p = *m_parts;
    p.chart = new QChart;
    p.chart->setBackgroundVisible(false);
    p.chart->legend()->hide();
    p.chart->layout()->setContentsMargins(0, 0, 0, 0);
    p.chart->setMargins({});
    // The chart's own minimum size would push it out of the view.
    p.chart->setMinimumSize(1, 1);
    p.columns = new QValueAxis(p.chart);
    p.columns->setVisible(false);
    p.values = new QCategoryAxis(p.chart);
    p.values->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    // Qt measures labels before it knows their font and may shorten them to "…".
    p.values->setTruncateLabels(false);
    p.values->setLinePen(Qt::NoPen);
    p.values->setGridLineVisible(false);
    p.chart->addAxis(p.columns, Qt::AlignBottom);
    p.chart->addAxis(p.values, Qt::AlignLeft);
    constexpr double kBehindBars = 3.5;
    constexpr double kBeforeAll = 50;
    new PaintedItem(p.chart, m_scene, paintBehind, kBehindBars);
    new PaintedItem(p.chart, m_scene, paintInFront, kBeforeAll);

    p.view = new QChartView(p.chart, this);
    // The canvas handles all input itself: a QChartView crashes on a click while its chart is hidden, and
    // bars of value 0 cannot be clicked.
    p.view->setAttribute(Qt::WA_TransparentForMouseEvents);
    p.view->setFocusPolicy(Qt::NoFocus);
    p.view->viewport()->setFocusPolicy(Qt::NoFocus);
    p.view->setInteractive(false);
    p.view->setFrameShape(QFrame::NoFrame);
    p.view->setRubberBand(QChartView::NoRubberBand);
    applyLook();
}

ChartCanvas::~ChartCanvas() = default;

void ChartCanvas::setContent(ChartContent content)
{
    const std::size_t series = std::max<std::size_t>(1, content.series.size());
    const std::size_t most = std::max<std::size_t>(1, kMostMarks / series);
    if (content.categories.size() > most)
        content.categories.resize(most);
    for (ChartCategory& category : content.categories)
        category.marks.resize(content.series.size());
    const bool sameBars = content.categories.size() == m_scene.content.categories.size() &&
                          content.series.size() == m_scene.content.series.size();
    m_scene.content = std::move(content);
    layoutChart(m_scene, size());
    drawSeries();
    arrange();
    clampFocus();
    Q_EMIT barsChanged(sameBars);
}

/// No QtCharts theme is set: it would overwrite all of this.
void ChartCanvas::applyLook()
{
    Parts& p = *m_parts;
    m_scene.look = ChartLook::of(palette());
    m_scene.font = withChinese(font());
    p.view->setBackgroundBrush(m_scene.look.background);
    p.values->setLabelsFont(m_scene.font);
    p.values->setLabelsBrush(m_scene.look.quietText);
    arrange();
}

/// The places come from layoutChart() alone: if QtCharts chose the plot area, it would change it with every
/// label.
void ChartCanvas::arrange()
{
    Parts& p = *m_parts;
    const bool hadDots = m_scene.hasDots;
    layoutChart(m_scene, size());
    if (m_scene.hasDots != hadDots)
        drawSeries();
    const ChartGeometry& geometry = m_scene.geometry;
    p.view->setGeometry(rect());
    p.chart->resize(size());
    // QtCharts would cut dots in half at the lowest value.
    const double below = m_scene.hasDots ? dotSize(m_scene) : 0;
    p.chart->setPlotArea(geometry.plot.adjusted(0, 0, 0, below));
    p.columns->setRange(-0.5, std::max(1, geometry.columnCount()) - 0.5);
    drawTicks();
    p.values->setRange(geometry.low - (geometry.high - geometry.low) * below / geometry.plot.height(),
                       geometry.high);
    // A plot area that is set moves the series at once, but the axes only with the next layout.
    p.chart->layout()->invalidate();
    p.chart->layout()->activate();
    if (p.bars != nullptr)
        p.bars->setBarWidth(geometry.barShare);
    placeDots();
    // Edges of bars and lines are sharp, dots are round.
    p.view->setRenderHint(QPainter::Antialiasing, m_scene.hasDots);
    colorSeries();
}

void ChartCanvas::drawSeries()
{
    Parts& p = *m_parts;
    const ChartGeometry& geometry = m_scene.geometry;
    p.chart->removeAllSeries();
    p.bars = nullptr;
    p.dots.clear();
    const auto add = [&p](QAbstractSeries* series) {
        p.chart->addSeries(series);
        series->attachAxis(p.columns);
        series->attachAxis(p.values);
    };
    if (!m_scene.hasDots) {
        p.bars = new QBarSeries;
        add(p.bars);
    }
    for (int s = 0; s < geometry.series; ++s) {
        QList<double> heights(geometry.columnCount(), m_scene.content.low);
        std::vector<int> categories;
        for (int c = 0; c < geometry.categories; ++c) {
            const auto& category = m_scene.content.categories[static_cast<std::size_t>(c)];
            const double value = category.marks[static_cast<std::size_t>(s)].value;
            if (std::isnan(value))
                continue;
            heights[geometry.columns[static_cast<std::size_t>(c)]] = value;
            categories.push_back(c);
        }
        if (m_scene.hasDots) {
            p.dots.push_back({new QScatterSeries, std::move(categories)});
            add(p.dots.back().series);
        } else {
            auto* set = new QBarSet(QString::number(s));
            set->append(heights);
            p.bars->append(set);
        }
    }
    const bool isEmpty = geometry.categories == 0 || geometry.series == 0;
    p.values->setVisible(!isEmpty);
}

void ChartCanvas::placeDots()
{
    const ChartGeometry& geometry = m_scene.geometry;
    for (std::size_t s = 0; s < m_parts->dots.size(); ++s) {
        const Dots& dots = m_parts->dots[s];
        QList<QPointF> points;
        for (const int c : dots.categories) {
            const double x = markX(m_scene, c, static_cast<int>(s)) - geometry.plot.left();
            points.append({x / geometry.columnWidth() - 0.5,
                           m_scene.content.categories[static_cast<std::size_t>(c)].marks[s].value});
        }
        dots.series->replace(points);
        dots.series->setMarkerSize(dotSize(m_scene));
    }
}

void ChartCanvas::drawTicks()
{
    QCategoryAxis& axis = *m_parts->values;
    const std::vector<double> ticks = ticksOf(m_scene.content.low, m_scene.content.high, m_scene.step);
    QStringList labels;
    for (const double tick : ticks)
        labels << tickText(m_scene, tick);
    if (labels != axis.categoriesLabels()) {
        for (const QString& label : axis.categoriesLabels())
            axis.remove(label);
        axis.setStartValue(m_scene.content.low);
        for (std::size_t i = 0; i < ticks.size(); ++i)
            axis.append(labels[static_cast<qsizetype>(i)], ticks[i]);
    }
}

/// Bars and dots that are not selected are "selected" for QtCharts, which colours them together.
void ChartCanvas::colorSeries()
{
    Parts& p = *m_parts;
    const auto isPale = [this](int category) { return m_scene.narrowed && !m_scene.isChosen(category); };
    QList<int> pale;
    for (int c = 0; c < m_scene.geometry.categories; ++c) {
        if (isPale(c))
            pale << m_scene.geometry.columns[static_cast<std::size_t>(c)];
    }
    const QPen edge(m_scene.look.background, 1);
    const QList<QBarSet*> sets = p.bars == nullptr ? QList<QBarSet*>() : p.bars->barSets();
    for (qsizetype s = 0; s < sets.size(); ++s) {
        const auto index = static_cast<std::size_t>(s);
        sets[s]->setBrush(m_scene.look.seriesColor(index));
        sets[s]->setPen(edge);
        sets[s]->setSelectedColor(m_scene.look.paleColor(index));
        sets[s]->deselectAllBars();
        sets[s]->selectBars(pale);
    }
    for (std::size_t s = 0; s < p.dots.size(); ++s) {
        QList<int> points;
        for (std::size_t i = 0; i < p.dots[s].categories.size(); ++i) {
            if (isPale(p.dots[s].categories[i]))
                points << static_cast<int>(i);
        }
        QScatterSeries& dots = *p.dots[s].series;
        dots.setBrush(m_scene.look.seriesColor(s));
        dots.setPen(edge);
        dots.setSelectedColor(m_scene.look.paleColor(s));
        dots.deselectAllPoints();
        dots.selectPoints(points);
    }
    p.view->viewport()->update();
}

void ChartCanvas::setChosen(std::vector<int> categories, bool narrowed)
{
    m_scene.chosen = std::move(categories);
    m_scene.narrowed = narrowed;
    colorSeries();
    Q_EMIT barsChanged(true);
}

int ChartCanvas::categoryAt(const QPoint& point) const
{
    const ChartGeometry& geometry = m_scene.geometry;
    return point.y() < geometry.plot.top() || !rect().contains(point) ? -1 : geometry.categoryAt(point.x());
}

int ChartCanvas::nearestCategory(const QPoint& point) const
{
    return m_scene.geometry.nearestCategory(point.x());
}

void ChartCanvas::mousePressEvent(QMouseEvent* event)
{
    const int category = categoryAt(event->position().toPoint());
    m_clickedSeries =
        category < 0 || m_scene.hasDots ? -1 : m_scene.geometry.seriesAt(category, event->position().x());
    CategoryPicker::mousePressEvent(event);
}

void ChartCanvas::keyPressEvent(QKeyEvent* event)
{
    m_clickedSeries = -1;
    CategoryPicker::keyPressEvent(event);
}

void ChartCanvas::chooseBar(int category, int series)
{
    m_clickedSeries = series;
    choose(category);
}

QRect ChartCanvas::barRect(int category, int series) const
{
    return m_scene.geometry.bar(category, series, mark(category, series).value).toRect();
}

const ChartMark& ChartCanvas::mark(int category, int series) const
{
    const ChartCategory& shown = content().categories.at(static_cast<std::size_t>(category));
    return shown.marks.at(static_cast<std::size_t>(series));
}

QString ChartCanvas::tipOf(int category) const
{
    return content().categories.at(static_cast<std::size_t>(category)).tip;
}

void ChartCanvas::stateChanged()
{
    m_scene.hovered = hovered();
    m_scene.dragFirst = dragFirst();
    m_scene.dragLast = dragLast();
    m_scene.focused = showsFocus() ? focusedCategory() : -1;
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
    arrange();
}

QSize ChartCanvas::sizeHint() const
{
    return {letterWidth(fontMetrics()) * 90, fontMetrics().height() * 16};
}

QSize ChartCanvas::minimumSizeHint() const
{
    return {letterWidth(fontMetrics()) * 14, fontMetrics().height() * 8};
}

void ChartCanvas::setUpPicture(const ChartCanvas& original)
{
    m_scene.isPicture = true;
    // Sizes in points would depend on the resolution of the picture.
    QFont font = original.font();
    font.setPixelSize(QFontInfo(font).pixelSize());
    setFont(font);
    setPalette(QPalette(QColor(Qt::white)));
    setContent(original.content());
    setChosen(original.m_scene.chosen, original.m_scene.narrowed);
    const double caption = captionHeight(m_scene, kPictureSize.width());
    resize(kPictureSize + QSize(0, static_cast<int>(std::ceil(caption))));
    // Delivers the events that a hidden widget would not get.
    grab();
}

bool ChartCanvas::exportTo(const QString& path) const
{
    ChartCanvas paper;
    paper.setUpPicture(*this);
    return writePicture(path, paper.size(), content().title, [&](QPainter& painter, const QRectF& target) {
        painter.setRenderHint(QPainter::TextAntialiasing);
        paper.m_parts->view->render(&painter, target, paper.rect());
    });
}

} // namespace duologue::ui
