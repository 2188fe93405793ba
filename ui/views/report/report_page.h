// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/report/cross_report.h"
#include "ui/views/widgets/letter_width.h"

#include <QWidget>
#include <string>
#include <utility>
#include <vector>

namespace duologue::ui {

/// One way to show a report. What is picked becomes terms of the workspace's query, the only filter state
/// there is, and what is shown as chosen is read back from it. GUI thread.
class ReportPage : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// The same for every report: a window must not grow with what is drawn in it.
    QSize sizeHint() const override { return {letterWidth(fontMetrics()) * 60, fontMetrics().height() * 16}; }

    /// Null shows nothing. `title` heads exported pictures.
    virtual void setReport(CrossReportPtr report, const QString& title) = 0;
    virtual void clearChoice() = 0;
    /// One of several side by side: the picture alone, so that there is room for all.
    virtual void setNarrow(bool) {}
    /// Values of the report's field, or pairs of values; and how many of them are drawn.
    virtual int valueCount() const = 0;
    virtual int drawnValues() const { return valueCount(); }
    /// Records without the measure are among those that n counts.
    virtual bool someAreWithoutMean() const { return false; }
    /// PNG, SVG or PDF by the name's suffix. False where it cannot be written or the suffix is another.
    virtual bool exportTo(const QString& path) const = 0;

Q_SIGNALS:
    void copyAsked();
    /// At a place on the screen, for these values: keys of fields and values as queries write them.
    void menuAsked(const QPoint& place, const std::vector<std::pair<std::string, std::string>>& values);
};

} // namespace duologue::ui
