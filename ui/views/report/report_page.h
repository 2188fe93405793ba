// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/report/crossfiltered_report.h"
#include "ui/views/widgets/letter_width.h"

#include <QWidget>
#include <string>
#include <utility>
#include <vector>

namespace duologue::ui {

/// A way to show a report. A selection becomes terms of the workspace's query, which is the only filter
/// state; the shown selection is read from the query. GUI thread.
class ReportPage : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// Independent of the report, so that the window does not grow with it.
    QSize sizeHint() const override { return {letterWidth(fontMetrics()) * 60, fontMetrics().height() * 16}; }

    /// Null clears the view. `title` is for exported pictures.
    virtual void setReport(CrossfilteredReportPtr report, const QString& title) = 0;
    virtual void clearChoice() = 0;
    /// For several charts side by side: shows the chart without its table.
    virtual void setNarrow(bool) {}
    /// The number of values of the report's field, or of pairs of values, and the number that is drawn.
    virtual int valueCount() const = 0;
    virtual int drawnValues() const { return valueCount(); }
    /// n counts records that lack the measure.
    virtual bool someAreWithoutMean() const { return false; }
    /// Writes PNG, SVG or PDF by the suffix. False if the file cannot be written or the suffix is unknown.
    virtual bool exportTo(const QString& path) const = 0;

Q_SIGNALS:
    void copyRequested();
    /// At a point of the screen, for these values: keys of fields and values in the spelling of queries.
    void menuRequested(const QPoint& point, const std::vector<std::pair<std::string, std::string>>& values);
};

} // namespace duologue::ui
