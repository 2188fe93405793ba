// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_layout.h"
#include "ui/widgets/category_picker.h"

#include <QFont>
#include <QRectF>
#include <QWidget>
#include <memory>
#include <vector>

class QPainter;

namespace duologue::ui {

/// One name with its colour.
struct LegendEntry {
    QString name;
    QColor color;
};

/// The series, if there are several, and the pale bars, if there are any.
std::vector<LegendEntry> legendOf(const ChartContent& content, const ChartLook& look);

/// The height that the entries need at this width, in as many lines as it takes; 0 for no entries.
double legendHeight(const std::vector<LegendEntry>& entries, double width, const QFont& font);

/// Paints the entries, each line centred.
void paintLegend(QPainter& painter, const QRectF& rect, const std::vector<LegendEntry>& entries,
                 const QFont& font, const QColor& text);

/// One legend for several charts side by side. GUI thread.
class ChartLegend : public QWidget {
    Q_OBJECT

public:
    explicit ChartLegend(QWidget* parent);

    /// Shows the names of this content; invisible if it needs no legend.
    void setContent(const ChartContent& content);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    std::vector<LegendEntry> entries() const { return legendOf(m_names, ChartLook::of(palette())); }

    ChartContent m_names;
};

/// Draws grouped vertical bars from plain values, with pale bars behind them, their n and intervals at every
/// width, and the selected columns in full colour. Means whose bars would be too narrow are dots. Columns are
/// selected as in CategoryPicker. The only class that uses QtCharts. Colours follow the palette. GUI thread.
class ChartCanvas : public CategoryPicker {
    Q_OBJECT

public:
    /// The maximum number of bars: more would be narrower than a pixel, and QtCharts takes seconds for some
    /// thousands.
    static constexpr int kMostMarks = 500;

    explicit ChartCanvas(QWidget* parent = nullptr);
    ~ChartCanvas() override;

    /// Categories beyond kMostMarks bars are left out; categoryCount() is the number that is drawn.
    void setContent(ChartContent content);
    const ChartContent& content() const { return m_scene.content; }

    /// Selected categories keep their colour. With `narrowed` all others are pale, even if none is selected.
    void setChosen(std::vector<int> categories, bool narrowed);
    bool isChosen(int category) const override { return m_scene.isChosen(category); }

    int categoryCount() const override { return m_scene.geometry.categories; }
    int seriesCount() const override { return m_scene.geometry.series; }
    int categoryAt(const QPoint& point) const override;
    /// The series of the bar over or below which the mouse was pressed last; -1 next to the bars, for dots,
    /// and after a key.
    int clickedSeries() const { return m_clickedSeries; }
    void chooseBar(int category, int series) override;
    /// The whole column, in widget coordinates.
    QRect columnRect(int category) const { return m_scene.geometry.column(category).toRect(); }
    QRect barRect(int category, int series) const override;
    QString spoken(int category, int series) const override { return mark(category, series).spoken; }

    /// What is drawn, and where.
    const ChartScene& scene() const { return m_scene; }

    /// Writes a picture with a white background: PNG, SVG or PDF by the suffix. False if the file cannot be
    /// written or the suffix is unknown.
    bool exportTo(const QString& path) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

    int nearestCategory(const QPoint& point) const override;
    QString tipOf(int category) const override;
    bool hasChoice() const override { return m_scene.narrowed; }
    void stateChanged() override;
    QPoint anchorOf(int category) const override { return columnRect(category).center(); }

private:
    struct Parts;

    const ChartMark& mark(int category, int series) const;
    void applyLook();
    void arrange();
    void drawSeries();
    void placeDots();
    void drawTicks();
    void colorSeries();
    void setUpPicture(const ChartCanvas& original);

    ChartScene m_scene;
    std::unique_ptr<Parts> m_parts;
    int m_clickedSeries = -1;
};

} // namespace duologue::ui
