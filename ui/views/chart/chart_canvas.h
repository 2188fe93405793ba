// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/chart/category_picker.h"
#include "ui/views/chart/chart_layout.h"

#include <memory>
#include <vector>

namespace duologue::ui {

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
    const ChartContent& content() const;

    /// Selected categories keep their colour. With `narrowed` all others are pale, even if none is selected.
    void setChosen(std::vector<int> categories, bool narrowed);
    bool isChosen(int category) const;

    int categoryCount() const override;
    int seriesCount() const;
    int categoryAt(const QPoint& point) const override;
    /// The series of the bar over or below which the mouse was pressed last; -1 next to the bars, for dots,
    /// and after a key.
    int clickedSeries() const { return m_clickedSeries; }
    /// Does the same as a click on that bar.
    void chooseBar(int category, int series);
    /// The whole column and the bar alone, in widget coordinates.
    QRect columnRect(int category) const;
    QRect barRect(int category, int series) const;

    /// What is drawn, and where.
    const ChartScene& scene() const { return m_scene; }

    /// Writes a picture with a white background: PNG, SVG or PDF by the suffix. False if the file cannot be
    /// written or the suffix is unknown.
    bool exportTo(const QString& path) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The drawn bars changed; `sameBars` if only figures or the selection did.
    void barsChanged(bool sameBars);

protected:
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

    int nearestCategory(const QPoint& point) const override;
    QString tipOf(int category) const override;
    bool hasChoice() const override;
    void stateChanged() override;
    QPoint anchorOf(int category) const override;

private:
    struct Parts;

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
