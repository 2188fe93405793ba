// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/chart/chart_content.h"
#include "ui/views/chart/chart_look.h"

#include <QFont>
#include <QRectF>
#include <QWidget>

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
    std::vector<LegendEntry> entries() const;

    ChartContent m_names;
};

} // namespace duologue::ui
