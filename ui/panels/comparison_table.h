// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/record/record_comparison.h"

#include <QTableWidget>

namespace duologue::ui {

/// The lines of a comparison: what, A, B and B less A. Values that differ are bold. GUI thread.
class ComparisonTable : public QTableWidget {
    Q_OBJECT

public:
    explicit ComparisonTable(QWidget* parent);

    void showLines(const std::vector<ComparedLine>& lines);
};

} // namespace duologue::ui
