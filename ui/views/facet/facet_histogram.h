// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/chart/category_picker.h"

namespace duologue::ui {

class FacetValueModel;

/// The numbers of a facet as bars: pale for all conversations, full for the matching ones. Selected like the
/// bars of a chart.
class FacetHistogram : public CategoryPicker {
    Q_OBJECT

public:
    FacetHistogram(FacetValueModel& model, QWidget* parent);

    int categoryCount() const override;
    int categoryAt(const QPoint& point) const override;
    QSize sizeHint() const override;

    bool isChosen(int category) const;
    /// The text for screen readers.
    QString spoken(int category) const { return tipOf(category); }
    QRect barRect(int category) const { return columnOf(category).toAlignedRect(); }

protected:
    int nearestCategory(const QPoint& point) const override;
    QString tipOf(int category) const override;
    QPoint anchorOf(int category) const override { return barRect(category).center(); }
    bool hasChoice() const override;
    void stateChanged() override { update(); }
    void paintEvent(QPaintEvent* event) override;

private:
    QRectF columnOf(int category) const;
    FacetValueModel& m_model;
};

} // namespace duologue::ui
