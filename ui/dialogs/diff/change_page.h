// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/diff/dataset_comparison.h"

#include <QColor>
#include <QString>

namespace duologue::ui {

/// How a page marks what differs.
struct ChangeColors {
    QColor difference;
    QColor dim;
};

/// A page, as HTML, with what has become of a record: each value that is another one, the old and the new one
/// side by side with their differences marked, or all that the record says if it is in one dataset alone.
/// Texts of the data stay text. Reads the records again: call it on a worker. Empty if the job was stopped.
QString changePage(const DatasetComparison& comparison, const ComparedRecord& record,
                   const ChangeColors& colors, const Job& job);

} // namespace duologue::ui
