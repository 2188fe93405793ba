// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/report/bar_chart_model.h"

#include "ui/models/words/count_words.h"
#include "ui/models/words/field_words.h"
#include "ui/work/qt_text.h"

#include <algorithm>
#include <cmath>

namespace duologue::ui {

namespace {

bool sameKeys(const std::vector<FieldInfo>& one, const std::vector<FieldInfo>& other)
{
    return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                      [](const FieldInfo& a, const FieldInfo& b) { return a.key == b.key; });
}

/// All means of a value have the same n. Where a click keeps the records with a measure, it is the number of
/// these as well.
bool allHaveOneCount(const std::vector<BarFigures>& figures, bool areOfMeasured)
{
    const auto isSame = [&](const std::vector<Mean>& means, std::uint64_t n) {
        return std::all_of(means.begin(), means.end(),
                           [&](const Mean& mean) { return mean.n == (areOfMeasured ? n : means.front().n); });
    };
    return std::all_of(figures.begin(), figures.end(), [&](const BarFigures& each) {
        return isSame(each.means, each.n) && isSame(each.totalMeans, each.total);
    });
}

} // namespace

BarChartModel::BarChartModel(QObject* parent) : QAbstractTableModel(parent) {}

void BarChartModel::setReport(CrossfilteredReportPtr report)
{
    FieldInfo field;
    std::vector<FieldInfo> measures;
    std::vector<GroupValue> values;
    std::vector<BarFigures> figures;
    std::optional<IntentCodes> intents;
    if (report && report->all.shape == ReportShape::Bars && report->all.tally.by.size() == 1) {
        field = report->all.tally.by.front();
        measures = report->all.tally.means;
        values = report->axis.values;
        intents = IntentCodes::ofField(*report->request.snapshot, field.key);
        figures = figuresOf(report->axis, report->all.tally, report->now.tally, report->unmeasuredTally);
    }
    const bool areOfMeasured = report && report->request.report != nullptr &&
                               report->request.report->traits.barsAreOfMeasured &&
                               !report->all.tally.ofMessages;
    const bool hasOneCount = allHaveOneCount(figures, areOfMeasured);
    const bool figuresOnly = !m_values.empty() && values == m_values && field.key == m_field.key &&
                             sameKeys(measures, m_measures) && hasOneCount == m_hasOneCount;
    if (!figuresOnly)
        beginResetModel();
    m_report = std::move(report);
    m_field = std::move(field);
    m_measures = std::move(measures);
    m_values = std::move(values);
    m_figures = std::move(figures);
    m_intents = std::move(intents);
    m_hasOneCount = hasOneCount;
    if (figuresOnly)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    else
        endResetModel();
}

const Measure& BarChartModel::measure(std::size_t index) const
{
    return m_report->all.measures.at(index);
}

ValueWords BarChartModel::words(int row) const
{
    return groupWords(*m_report->request.snapshot, m_field, m_values.at(static_cast<std::size_t>(row)));
}

bool BarChartModel::ofMessages() const
{
    return m_report && m_report->all.tally.ofMessages;
}

int BarChartModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_values.size());
}

int BarChartModel::columnCount(const QModelIndex& parent) const
{
    const int perMeasure = m_hasOneCount ? 1 : 2;
    return parent.isValid() ? 0 : FirstMeanColumn + perMeasure * static_cast<int>(m_measures.size());
}

std::size_t BarChartModel::measureOf(int column) const
{
    return static_cast<std::size_t>(column - FirstMeanColumn) / (m_hasOneCount ? 1 : 2);
}

bool BarChartModel::isCountOfMean(int column) const
{
    return !m_hasOneCount && column >= FirstMeanColumn && (column - FirstMeanColumn) % 2 == 1;
}

std::uint64_t BarChartModel::countOf(const BarFigures& figures) const
{
    return m_hasOneCount && !figures.means.empty() ? figures.means.front().n : figures.n;
}

QVariant BarChartModel::meanData(const BarFigures& figures, std::size_t index, int role) const
{
    const Mean& mean = figures.means.at(index);
    switch (role) {
    case Qt::DisplayRole:
        return meanText(mean.mean(), measure(index));
    case FigureRole:
        return mean.mean();
    case DeviationRole:
        return mean.deviation();
    case MissingRole:
        return QVariant::fromValue<qulonglong>(figures.withUnmeasured - mean.n);
    case Qt::ToolTipRole: {
        QString tip = tr("n %1, missing %2 of %3")
                          .arg(ofMessages() ? messagesText(mean.n) : countText(mean.n),
                               countText(figures.withUnmeasured - mean.n), countText(figures.withUnmeasured));
        if (std::isfinite(mean.deviation()))
            tip += QLatin1Char('\n') +
                   tr("standard deviation %1").arg(decimalText(mean.deviation(), measure(index)));
        if (const Interval interval = intervalOf(mean, measure(index)); interval.isKnown())
            tip += QLatin1Char('\n') + intervalText(interval, measure(index));
        return tip;
    }
    default:
        return {};
    }
}

QVariant BarChartModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    const BarFigures& figures = m_figures.at(row);
    const GroupValue& value = m_values[row];
    if (role == Qt::TextAlignmentRole) {
        const bool isFigure = index.column() != ValueColumn || value.number.has_value();
        return QVariant(isFigure ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
    }
    if (role == IntentRole)
        return m_intents && index.column() == ValueColumn
                   ? QVariant::fromValue(m_intents->of({value.text, value.chinese}))
                   : QVariant();
    if (isCountOfMean(index.column()) && role == Qt::DisplayRole)
        return countText(figures.means.at(measureOf(index.column())).n);
    if (index.column() >= FirstMeanColumn)
        return meanData(figures, measureOf(index.column()), role);
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == ValueColumn   ? words(index.row()).shown
               : index.column() == CountColumn ? countText(countOf(figures))
                                               : countText(figures.total);
    case FigureRole:
        if (index.column() == ValueColumn)
            return toQt(value.text);
        return QVariant::fromValue<qulonglong>(index.column() == CountColumn ? countOf(figures)
                                                                             : figures.total);
    case Qt::ToolTipRole:
        if (index.column() == ValueColumn)
            return asToolTip(words(index.row()).inBoth());
        if (!figures.means.empty())
            return meanData(figures, 0, role);
        return tr("%1 of %2").arg(countText(figures.n), countText(figures.total));
    default:
        return {};
    }
}

QVariant BarChartModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole) {
        const bool isFigure = section != ValueColumn || m_field.kind == FieldKind::Number;
        return QVariant(isFigure ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole && section == CountColumn)
        return !m_measures.empty() ? tr("Number of values that the mean is of")
               : ofMessages()      ? tr("Messages")
                                   : tr("Conversations");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case ValueColumn:
        return fieldTitle(m_field);
    case CountColumn:
        return QStringLiteral("n");
    case TotalColumn:
        return tr("All");
    default:
        return isCountOfMean(section) ? QStringLiteral("n") : fieldTitle(m_measures[measureOf(section)]);
    }
}

} // namespace duologue::ui
