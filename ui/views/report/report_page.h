// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/report/crossfiltered_report.h"
#include "ui/views/widgets/letter_width.h"

#include <QStringList>
#include <QWidget>
#include <string>
#include <vector>

namespace duologue::ui {

/// What exported pictures say above and below a chart.
struct PictureTexts {
    QString title;
    QStringList caption;
};

/// A value of a field, or a range of its numbers, that a menu is for.
struct PickedValue {
    /// The key of the field in queries.
    std::string field;
    GroupValue value;
};

/// A way to show a report. A selection becomes terms of the workspace's query, which is the only filter
/// state; the shown selection is read from the query. GUI thread.
class ReportPage : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// Independent of the report, so that the window does not grow with it.
    QSize sizeHint() const override { return {letterWidth(fontMetrics()) * 60, fontMetrics().height() * 16}; }

    /// Null clears the view.
    virtual void setReport(CrossfilteredReportPtr report, const PictureTexts& texts) = 0;
    virtual void clearChoice() = 0;
    /// The table of figures beside the chart, if it has one.
    virtual void setTableShown(bool) {}
    /// One of several charts side by side, which have one legend.
    virtual void setSideBySide(bool) {}
    /// The number of values of the report's field, or of pairs of values, and the number that is drawn.
    virtual int valueCount() const = 0;
    virtual int drawnValues() const { return valueCount(); }
    /// Writes PNG, SVG or PDF by the suffix. False if the file cannot be written or the suffix is unknown.
    virtual bool exportTo(const QString& path) const = 0;

Q_SIGNALS:
    void copyRequested();
    /// At a point of the screen, for these values.
    void menuRequested(const QPoint& point, const std::vector<duologue::ui::PickedValue>& values);
};

} // namespace duologue::ui
