// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/bins.h"
#include "core/analysis/report.h"
#include "core/query/query.h"
#include "ui/app/intent_codes.h"
#include "ui/app/words.h"
#include "ui/charts/crossfiltered_report.h"

#include <QAbstractTableModel>
#include <Qt>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace duologue::ui {

/// True if the query has terms and all of them are about these fields.
bool isAboutOnly(const Query& query, std::span<const std::string> fields);

/// The query without the conjuncts that are only about these fields. A chart of these fields uses it.
Query withoutFields(const Query& query, std::span<const std::string> fields);

/// True if a conjunct is only about these fields.
bool isNarrowed(const Query& query, std::span<const std::string> fields);

/// The selected cells as (row, column), sorted. Like the selection of values, it is read from the query and
/// written to it.
using HeatMapChoice = std::vector<std::pair<int, int>>;

/// The two fields of a heat map and their values.
struct HeatMapFields {
    /// The fields of rows and columns, which may be the same.
    std::vector<std::string> fields;
    std::vector<GroupValue> rows;
    std::vector<GroupValue> columns;
    /// Both are fields of messages: a cell is a condition on one message.
    bool ofMessages = false;
};

/// The cells whose values match the query's terms about these fields; empty if there are no such terms.
HeatMapChoice chosenCells(const Query& query, const HeatMapFields& cells);

/// The terms that select these cells: "turns:4 intent:Search", "turns:2..4 (intent:Search OR
/// intent:Planning)". A whole row or column needs one field only. For messages: "message(turn:4
/// intent:Search)". Everything if no cells or all cells are selected.
Query cellQuery(const HeatMapFields& cells, const HeatMapChoice& chosen);

/// The selection after a click on a cell: only this cell, or nothing if it was the only one. Ctrl adds or
/// removes it; Shift selects the rectangle from `anchor`.
HeatMapChoice cellsAfterClick(const HeatMapChoice& chosen, std::pair<int, int> clicked,
                              std::pair<int, int> anchor, Qt::KeyboardModifiers modifiers);

/// All cells of the rectangle between two corners.
HeatMapChoice cellsBetween(std::pair<int, int> one, std::pair<int, int> other);

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
    QString lowText() const { return m_report ? figureText(m_report->lowest) : QString(); }
    QString highText() const { return m_report ? figureText(m_report->highest) : QString(); }
    CellFigure figure() const { return m_report ? m_report->all.figure : CellFigure::Count; }
    bool ofMessages() const { return m_report && m_report->all.tally.ofMessages; }

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
