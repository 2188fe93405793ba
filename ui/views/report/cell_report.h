// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/report/cell_choice.h"
#include "ui/views/report/report_page.h"

#include <optional>

namespace duologue::ui {

class CellModel;
class HeatMap;
class HeatScale;
class Workspace;

/// A report of cells as a heat map with the scale of its colours; a cell filters by both its values. GUI
/// thread.
class CellReport : public ReportPage {
    Q_OBJECT

public:
    CellReport(Workspace& workspace, QWidget* parent);

    void setReport(CrossReportPtr report, const QString& title) override;
    void clearChoice() override;
    int valueCount() const override;
    bool exportTo(const QString& path) const override;

private:
    void click(std::pair<int, int> cell, Qt::KeyboardModifiers modifiers);
    void ask(const CellChoice& chosen);
    void showChoice();
    void askMenu(const QPoint& place);

    Workspace& m_workspace;
    CellModel* m_model;
    HeatMap* m_map;
    HeatScale* m_scale;
    QString m_title;
    /// Where a Shift+click begins.
    std::optional<std::pair<int, int>> m_anchor;
};

} // namespace duologue::ui
