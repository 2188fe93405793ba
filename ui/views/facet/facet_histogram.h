// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/chart/category_picker.h"

namespace duologue::ui {

class FacetValueModel;

/// The numbers of a facet as bars: pale for all conversations, full for those that the other filters leave.
/// Bars are picked like those of a chart.
class FacetHistogram : public CategoryPicker {
    Q_OBJECT

public:
    FacetHistogram(FacetValueModel& model, QWidget* parent);

    int categoryCount() const override;
    int categoryAt(const QPoint& place) const override;
    QSize sizeHint() const override;

    bool isChosen(int category) const;
    /// The text that a screen reader says for a bar.
    QString spoken(int category) const { return tipOf(category); }
    QRect barRect(int category) const { return columnOf(category).toAlignedRect(); }

protected:
    int nearestCategory(const QPoint& place) const override;
    QString tipOf(int category) const override;
    bool hasChoice() const override;
    void stateChanged() override { update(); }
    void paintEvent(QPaintEvent* event) override;

private:
    QRectF columnOf(int category) const;
    FacetValueModel& m_model;
};

} // namespace duologue::ui
