// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/report/heat_map_choice.h"
#include "ui/views/report/report_page.h"

#include <optional>

namespace duologue::ui {

class HeatMapModel;
class HeatMap;
class HeatScale;
class Workspace;

/// A heat map with the scale of its colours. A cell filters by both of its values. GUI thread.
class HeatMapPage : public ReportPage {
    Q_OBJECT

public:
    HeatMapPage(Workspace& workspace, QWidget* parent);

    void setReport(CrossfilteredReportPtr report, const PictureTexts& texts) override;
    void clearChoice() override;
    int valueCount() const override;
    bool exportTo(const QString& path) const override;

private:
    void click(std::pair<int, int> cell, Qt::KeyboardModifiers modifiers);
    void applyChoice(const HeatMapChoice& chosen);
    /// What the query selects in this map; empty if it selects something in one side by side.
    HeatMapChoice chosenHere() const;
    void showChoice();
    void requestMenu(const QModelIndex& index, const QPoint& point);

    Workspace& m_workspace;
    HeatMapModel* m_model;
    HeatMap* m_map;
    HeatScale* m_scale;
    PictureTexts m_texts;
    /// The start of a rectangle that Shift+click selects.
    std::optional<std::pair<int, int>> m_anchor;
};

} // namespace duologue::ui
