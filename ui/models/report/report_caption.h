// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/report/crossfiltered_report.h"

#include <QStringList>

namespace duologue::ui {

/// Says which values are not on the axis, or are joined, and how many, and what cells without a figure mean;
/// empty if there is nothing to say. For the window and for pictures.
QString axisNote(const CrossfilteredReport& report);

/// What a picture says below it, a paragraph a line: the dataset with filter and group, n, and the method of
/// the intervals. `group` is the title of the cohort; empty for none. `reading` says how much of the dataset
/// was read; empty if it was all.
QStringList captionOf(const CrossfilteredReport& report, const QString& dataset, const QString& group,
                      const QString& reading);

} // namespace duologue::ui
