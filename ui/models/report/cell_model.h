// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/report/cell_grid.h"
#include "ui/models/report/cell_choice.h"
#include "ui/models/report/cross_report.h"

#include <QAbstractTableModel>

namespace duologue::ui {

/// A report of cells: lines and columns are values of two fields, a cell is what is there of both. A pair
/// that the filters leave nothing of stays, with an n of 0. GUI thread.
class CellModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role {
        /// What the cell's colour says: a count, a share or a mean; NaN where there is none.
        FigureRole = Qt::UserRole,
        /// The same from 0 to 1.
        IntensityRole,
        /// quint64: how many there are now, and without filters.
        CountRole,
        TotalRole,
    };

    explicit CellModel(QObject* parent = nullptr);

    /// Null empties the model.
    void setReport(CrossReportPtr report);
    const CrossReportPtr& report() const { return m_report; }

    const CellFields& cells() const { return m_cells; }
    QString lineTitle() const { return m_titles[0]; }
    QString columnTitle() const { return m_titles[1]; }
    /// What the colours say, and the texts at both ends of their scale.
    QString figureTitle() const;
    QString lowText() const;
    QString highText() const;
    CellFigure figure() const;
    bool ofMessages() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    double figureOf(const QModelIndex& index) const;
    QString figureText(double figure) const;
    QString spoken(const QModelIndex& index) const;
    QString tip(const QModelIndex& index) const;
    const CellGrid::Cell& now(const QModelIndex& index) const;
    const CellGrid::Cell& all(const QModelIndex& index) const;

    CrossReportPtr m_report;
    CellFields m_cells;
    std::array<QString, 2> m_titles;
    CellGrid m_grid;
    std::vector<CellGrid::Cell> m_now;
    /// Of each line, now.
    std::vector<std::uint64_t> m_sums;
};

} // namespace duologue::ui
