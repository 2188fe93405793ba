// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/report/crossfiltered_report.h"

#include <QStringList>

namespace duologue::ui {

/// Says which values are not on the axis, or are joined, and how many, and what cells without a figure mean;
/// empty if there is nothing to say. For the window and for pictures.
QString axisNote(const CrossfilteredReport& report);

/// Says how many of the conversations or messages that the other filters leave are not in the chart, because
/// they have no value or no rating; empty if all are. For the window and for pictures.
QString leftOutNote(const CrossfilteredReport& report);

/// How many conversations the filter of the bars leaves, in all groups side by side, and this filter:
/// "74 of 200 conversations · filter: flag:true". A chart does not follow the filter by its own field.
QString rowsText(const CrossfilteredReport& report);

/// What a picture says below it, a paragraph a line: the dataset with filter and group, n, and the method of
/// the intervals. `group` is the title of the cohort; empty for none. `reading` says how much of the dataset
/// was read; empty if it was all.
QStringList captionOf(const CrossfilteredReport& report, const QString& dataset, const QString& group,
                      const QString& reading);

} // namespace duologue::ui
