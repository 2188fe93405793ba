// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/report/crossfiltered_report.h"
#include "ui/models/words/intent_codes.h"
#include "ui/models/words/value_words.h"

#include <QAbstractTableModel>
#include <optional>
#include <vector>

namespace duologue::ui {

/// The values of a report's axis, one per row, for the chart and the table beside it. A value without
/// matching conversations stays, with an n of 0. Beside each mean is its own n; if all means have the same,
/// CountColumn shows it once. Rows stay the same while only figures change, so all views share one
/// QItemSelectionModel. GUI thread.
class BarChartModel : public QAbstractTableModel {
    Q_OBJECT

public:
    /// From FirstMeanColumn on the means, each followed by its n unless hasOneCount().
    enum Column { ValueColumn, CountColumn, TotalColumn, FirstMeanColumn };
    enum Role {
        /// The figure: double for means, quint64 for counts, text for values.
        FigureRole = Qt::UserRole,
        /// For means: the standard deviation, and the number of conversations that lack the measure, with
        /// those that have none of the measures and are in no bar.
        DeviationRole,
        MissingRole,
        /// For values that are intents: IntentCode.
        IntentRole,
    };

    explicit BarChartModel(QObject* parent = nullptr);

    /// Null clears the model.
    void setReport(CrossfilteredReportPtr report);
    const CrossfilteredReportPtr& report() const { return m_report; }

    /// The field of the values; queries use its key.
    const FieldInfo& field() const { return m_field; }
    const std::vector<GroupValue>& values() const { return m_values; }
    ValueWords words(int row) const;
    const BarFigures& figures(int row) const { return m_figures.at(static_cast<std::size_t>(row)); }
    const std::vector<FieldInfo>& measures() const { return m_measures; }
    const Measure& measure(std::size_t index) const;
    /// There are no means, or all of them have the same n, which CountColumn shows.
    bool hasOneCount() const { return m_hasOneCount; }
    /// The counts are of messages, not of conversations.
    bool ofMessages() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    /// The measure of a column from FirstMeanColumn on.
    std::size_t measureOf(int column) const;
    /// The column shows the n of a mean.
    bool isCountOfMean(int column) const;
    std::uint64_t countOf(const BarFigures& figures) const;
    QVariant meanData(const BarFigures& figures, std::size_t measure, int role) const;

    CrossfilteredReportPtr m_report;
    FieldInfo m_field;
    std::vector<FieldInfo> m_measures;
    std::vector<GroupValue> m_values;
    std::vector<BarFigures> m_figures;
    /// Only if the values are intents.
    std::optional<IntentCodes> m_intents;
    bool m_hasOneCount = true;
};

} // namespace duologue::ui
