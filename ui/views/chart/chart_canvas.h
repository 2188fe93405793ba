// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/chart/category_picker.h"
#include "ui/views/chart/chart_content.h"

#include <memory>
#include <vector>

namespace duologue::ui {

/// Draws grouped vertical bars from plain values, with pale bars behind them, n on every bar and the chosen
/// columns in full colour; columns are picked as CategoryPicker says. The one place that knows QtCharts.
/// Colours follow the palette, dark or light. GUI thread.
class ChartCanvas : public CategoryPicker {
    Q_OBJECT

public:
    /// More bars than that are not drawn: QtCharts takes seconds for some thousands.
    static constexpr int kMostMarks = 500;

    explicit ChartCanvas(QWidget* parent = nullptr);
    ~ChartCanvas() override;

    /// Categories beyond kMostMarks bars are left out: categoryCount() says how many are drawn.
    void setContent(ChartContent content);
    const ChartContent& content() const;

    /// The chosen categories keep their colour; with `narrowed` every other one goes pale, even where none is
    /// chosen.
    void setChosen(std::vector<int> categories, bool narrowed);
    bool isChosen(int category) const;

    int categoryCount() const override;
    int seriesCount() const;
    int categoryAt(const QPoint& place) const override;
    /// In the widget's coordinates; the whole column, and its bar alone.
    QRect columnRect(int category) const;
    QRect barRect(int category, int series) const;

    /// Writes a picture on white: PNG, SVG or PDF by the name's suffix. False where it cannot be written or
    /// the suffix is another.
    bool exportTo(const QString& path) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// What is drawn changed; `sameBars` where only figures or the choice did.
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
