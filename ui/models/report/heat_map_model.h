// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/report.h"
#include "ui/models/report/crossfiltered_report.h"
#include "ui/models/report/heat_map_choice.h"
#include "ui/models/words/intent_codes.h"
#include "ui/models/words/value_words.h"

#include <QAbstractTableModel>
#include <array>
#include <optional>

namespace duologue::ui {

/// A heat map: rows and columns are values of two fields, and a cell counts what has both. A pair without
/// matches stays, with an n of 0. GUI thread.
class HeatMapModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role {
        /// The figure behind the colour: a count, a share or a mean; NaN if there is none.
        FigureRole = Qt::UserRole,
        /// The figure on a scale from 0 to 1.
        IntensityRole,
        /// quint64: the number that matches the filters, and of all.
        CountRole,
        TotalRole,
        /// Of headings that are intents: IntentCode.
        IntentRole,
    };

    explicit HeatMapModel(QObject* parent = nullptr);

    /// Null clears the model.
    void setReport(CrossfilteredReportPtr report);
    const CrossfilteredReportPtr& report() const { return m_report; }

    const HeatMapFields& cells() const { return m_cells; }
    QString rowTitle() const { return m_titles[0]; }
    QString columnTitle() const { return m_titles[1]; }
    /// The meaning of the colours, and the texts at both ends of their scale.
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
    /// Of the rows (0) or the columns (1).
    const std::vector<GroupValue>& valuesOf(std::size_t side) const;
    ValueWords words(std::size_t side, int value) const;
    QString spoken(const QModelIndex& index) const;
    QString tip(const QModelIndex& index) const;
    const CellGrid::Cell& now(const QModelIndex& index) const;
    const CellGrid::Cell& all(const QModelIndex& index) const;

    CrossfilteredReportPtr m_report;
    HeatMapFields m_cells;
    std::array<QString, 2> m_titles;
    /// Only if the rows (0) or columns (1) are intents.
    std::array<std::optional<IntentCodes>, 2> m_intents;
    CellGrid m_grid;
    std::vector<CellGrid::Cell> m_now;
    /// The current total of each row.
    std::vector<std::uint64_t> m_sums;
};

} // namespace duologue::ui
