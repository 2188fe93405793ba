// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/heat_map_model.h"
#include "ui/charts/report_view.h"

#include <optional>

namespace duologue::ui {

/// A table with coloured cells; a click on a header selects its row or column. All cells that are not chosen
/// are pale while a filter is active. GUI thread.
class HeatMap : public PickTable {
    Q_OBJECT

public:
    HeatMap(HeatMapModel& model, QWidget* parent);

    /// Writes a picture with a white background, a title and a caption: PNG, SVG or PDF by the suffix. False
    /// if the file cannot be written or the suffix is unknown.
    bool exportTo(const QString& path, const QString& title, const QStringList& caption) const;

    QSize sizeHint() const override { return {letterWidth(fontMetrics()) * 90, fontMetrics().height() * 16}; }
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fitSections();
    void pickHeading(Qt::Orientation orientation, int section);
};

class HeatScale;
class Workspace;

/// A heat map with the scale of its colours. A cell filters by both of its values. GUI thread.
class HeatMapPage : public ReportPage {
    Q_OBJECT

public:
    HeatMapPage(Workspace& workspace, QWidget* parent);

    void setReport(CrossfilteredReportPtr report, const PictureTexts& texts) override;
    void clearChoice() override { applyChoice({}); }
    int valueCount() const override { return m_model->rowCount() * m_model->columnCount(); }
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
