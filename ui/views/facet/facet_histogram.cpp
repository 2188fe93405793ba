// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/facet/facet_histogram.h"

#include "ui/models/facet/facet_value_model.h"
#include "ui/views/facet/facet_accessible.h"
#include "ui/work/colors.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace duologue::ui {

namespace {

constexpr int kFacetHistogramHeight = 56;
/// Half the width of a handle of the slider below, so that the bars match its scale.
constexpr int kSide = 7;

} // namespace

FacetHistogram::FacetHistogram(FacetValueModel& model, QWidget* parent)
    : CategoryPicker(parent), m_model(model)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    const auto changed = [this] {
        clampFocus();
        update();
    };
    connect(&model, &QAbstractItemModel::modelReset, this, changed);
    connect(&model, &QAbstractItemModel::dataChanged, this, changed);
    makeAccessible(*this);
}

QSize FacetHistogram::sizeHint() const
{
    return {120, kFacetHistogramHeight};
}

int FacetHistogram::categoryCount() const
{
    return m_model.rowCount();
}

int FacetHistogram::nearestCategory(const QPoint& point) const
{
    const int count = categoryCount();
    if (count == 0)
        return -1;
    const double width = static_cast<double>(this->width() - 2 * kSide) / count;
    return std::clamp(static_cast<int>(std::floor((point.x() - kSide) / width)), 0, count - 1);
}

/// Points above a bar count too: the bar of one conversation would be too small to hit.
int FacetHistogram::categoryAt(const QPoint& point) const
{
    return point.x() < kSide || point.x() >= width() - kSide ? -1 : nearestCategory(point);
}

QRectF FacetHistogram::columnOf(int category) const
{
    const double width = static_cast<double>(this->width() - 2 * kSide) / categoryCount();
    return {kSide + category * width, 0, width, static_cast<double>(height())};
}

QString FacetHistogram::tipOf(int category) const
{
    return m_model.index(category).data(Qt::AccessibleTextRole).toString();
}

bool FacetHistogram::isChosen(int category) const
{
    return m_model.index(category).data(FacetValueModel::ChosenRole).toBool();
}

bool FacetHistogram::hasChoice() const
{
    return m_model.isNarrowed();
}

void FacetHistogram::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QColor base = palette().color(QPalette::Base);
    const QColor accent = palette().color(QPalette::Highlight);
    const QColor pale = blended(base, palette().color(QPalette::Text), 0.2);
    painter.fillRect(rect(), base);
    const int dragLow = std::min(dragFirst(), dragLast());
    const int dragHigh = std::max(dragFirst(), dragLast());
    for (int i = 0; i < categoryCount(); ++i) {
        const QModelIndex index = m_model.index(i);
        const QRectF column = columnOf(i);
        const bool chosen = isChosen(i);
        const bool marked = dragFirst() >= 0 ? i >= dragLow && i <= dragHigh : chosen;
        if (marked || i == hovered())
            painter.fillRect(column, blended(base, accent, marked ? 0.18 : 0.08));
        const double gap = column.width() > 6 ? 1 : 0;
        const auto bar = [&](int role, const QColor& color) {
            const double share = index.data(role).toDouble();
            const double high = share > 0 ? std::max(1.0, share * (height() - 4)) : 0;
            painter.fillRect(QRectF(column.left() + gap, height() - high, column.width() - 2 * gap, high),
                             color);
        };
        bar(FacetValueModel::TotalShareRole, pale);
        bar(FacetValueModel::CountShareRole,
            m_model.isNarrowed() && !chosen ? blended(base, accent, 0.45) : accent);
        if (showsFocus() && i == focusedCategory()) {
            painter.setPen(palette().color(QPalette::Text));
            painter.drawRect(column.adjusted(0, 0, -1, -1));
        }
    }
}

} // namespace duologue::ui
