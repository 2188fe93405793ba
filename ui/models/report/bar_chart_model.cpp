// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/report/bar_chart_model.h"

#include "ui/models/words/count_words.h"
#include "ui/models/words/field_words.h"
#include "ui/work/qt_text.h"

#include <QLocale>
#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace duologue::ui {

namespace {

constexpr int kBarChartDecimals = 4;

struct Shape {
    FieldInfo field;
    std::vector<FieldInfo> measures;
    std::vector<GroupValue> values;
    std::vector<BarFigures> figures;
};

/// Every value of the dataset, with its current figures.
Shape shapeOf(const CrossfilteredReport& report)
{
    Shape made;
    const Tally& all = report.all.tally;
    const Tally& now = report.now.tally;
    if (all.by.size() != 1 || report.all.shape != ReportShape::Bars)
        return made;
    made.field = all.by.front();
    made.measures = all.means;
    std::unordered_map<std::string_view, const TallyRow*> left;
    for (const TallyRow& row : now.rows)
        left.emplace(row.values.front().text, &row);
    for (const TallyRow& row : all.rows) {
        BarFigures figures;
        figures.total = row.n;
        figures.totalMeans = row.means;
        figures.means.resize(row.means.size());
        if (const auto found = left.find(row.values.front().text); found != left.end()) {
            figures.n = found->second->n;
            figures.means = found->second->means;
        }
        made.values.push_back(row.values.front());
        made.figures.push_back(std::move(figures));
    }
    return made;
}

bool sameKeys(const std::vector<FieldInfo>& one, const std::vector<FieldInfo>& other)
{
    return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                      [](const FieldInfo& a, const FieldInfo& b) { return a.key == b.key; });
}

} // namespace

BarChartModel::BarChartModel(QObject* parent) : QAbstractTableModel(parent) {}

void BarChartModel::setReport(CrossfilteredReportPtr report)
{
    Shape shape = report ? shapeOf(*report) : Shape();
    const bool figuresOnly = !m_values.empty() && shape.values == m_values &&
                             shape.field.key == m_field.key && sameKeys(shape.measures, m_measures);
    if (!figuresOnly)
        beginResetModel();
    m_report = std::move(report);
    m_field = std::move(shape.field);
    m_measures = std::move(shape.measures);
    m_values = std::move(shape.values);
    m_figures = std::move(shape.figures);
    if (figuresOnly)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    else
        endResetModel();
}

MeasureKind BarChartModel::kind(std::size_t measure) const
{
    return m_report->all.kinds.at(measure);
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
    return parent.isValid() ? 0 : FirstMeanColumn + static_cast<int>(m_measures.size());
}

QVariant BarChartModel::meanData(const BarFigures& figures, std::size_t measure, int role) const
{
    const Mean& mean = figures.means.at(measure);
    switch (role) {
    case Qt::DisplayRole:
        return meanText(mean.mean(), kind(measure), kBarChartDecimals);
    case FigureRole:
        return mean.mean();
    case DeviationRole:
        return mean.deviation();
    case MissingRole:
        return QVariant::fromValue<qulonglong>(figures.n - mean.n);
    case Qt::ToolTipRole: {
        QString tip = tr("n %1, missing %2 of %3")
                          .arg(countText(mean.n), countText(figures.n - mean.n), countText(figures.n));
        if (std::isfinite(mean.deviation()))
            tip +=
                QLatin1Char('\n') +
                tr("standard deviation %1").arg(QLocale().toString(mean.deviation(), 'f', kBarChartDecimals));
        if (const Interval interval = intervalOf(mean, kind(measure)); interval.isKnown())
            tip += QLatin1Char('\n') + intervalText(interval, kind(measure), kBarChartDecimals);
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
    if (index.column() >= FirstMeanColumn)
        return meanData(figures, static_cast<std::size_t>(index.column() - FirstMeanColumn), role);
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == ValueColumn   ? asLabel(value.text)
               : index.column() == CountColumn ? countText(figures.n)
                                               : countText(figures.total);
    case FigureRole:
        if (index.column() == ValueColumn)
            return toQt(value.text);
        return QVariant::fromValue<qulonglong>(index.column() == CountColumn ? figures.n : figures.total);
    case Qt::ToolTipRole:
        if (index.column() == ValueColumn)
            return asToolTip(toQt(value.text));
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
        return ofMessages() ? tr("Messages") : tr("Conversations, with a rating or without");
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
        return fieldTitle(m_measures[static_cast<std::size_t>(section - FirstMeanColumn)]);
    }
}

} // namespace duologue::ui
