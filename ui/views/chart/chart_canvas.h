// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/chart/category_picker.h"
#include "ui/views/chart/chart_content.h"

#include <memory>
#include <vector>

namespace duologue::ui {

/// Draws grouped vertical bars from plain values, with pale bars behind them, n on every bar and the chosen
/// columns in full colour. CategoryPicker describes how columns are picked. No other class uses QtCharts.
/// Colours follow the palette, dark or light. GUI thread.
class ChartCanvas : public CategoryPicker {
    Q_OBJECT

public:
    /// The most bars that are drawn: QtCharts takes seconds for some thousands.
    static constexpr int kMostMarks = 500;

    explicit ChartCanvas(QWidget* parent = nullptr);
    ~ChartCanvas() override;

    /// Leaves out categories beyond kMostMarks bars; categoryCount() says how many are drawn.
    void setContent(ChartContent content);
    const ChartContent& content() const;

    /// The chosen categories keep their colour. If `narrowed` is set, all others are pale, even if none is
    /// chosen.
    void setChosen(std::vector<int> categories, bool narrowed);
    bool isChosen(int category) const;

    int categoryCount() const override;
    int seriesCount() const;
    int categoryAt(const QPoint& place) const override;
    /// In widget coordinates: the whole column, and one of its bars.
    QRect columnRect(int category) const;
    QRect barRect(int category, int series) const;

    /// Writes a picture on white: PNG, SVG or PDF, by the suffix of the path. Returns false for another
    /// suffix, or if the file cannot be written.
    bool exportTo(const QString& path) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The drawing has changed; `sameBars` if only figures or the choice have.
    void barsChanged(bool sameBars);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

    int nearestCategory(const QPoint& place) const override;
    QString tipOf(int category) const override;
    bool hasChoice() const override;
    void stateChanged() override;

private:
    struct Parts;

    void drawContent();
    void colorBars();
    void applyLook();
    void arrange();
    void arrangeIn(const QRectF& plot);
    void setUpExport(const ChartCanvas& original);

    std::unique_ptr<Parts> m_parts;
};

} // namespace duologue::ui
