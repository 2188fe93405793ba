// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/heat_map_model.h"
#include "ui/app/text.h"
#include "ui/app/view.h"
#include "ui/app/words.h"
#include "ui/widgets/category_picker.h"

#include <QLocale>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace duologue::ui {

namespace {

/// Rows and columns have the same field: a cell is one term for each, and the order of the two is unknown.
bool isOneField(const HeatMapFields& cells)
{
    return cells.fields[0] == cells.fields[1];
}

bool holds(const Query& query, const HeatMapFields& cells, const GroupValue& line, const GroupValue& column)
{
    const auto partHolds = [&](const Query& part) { return holds(part, cells, line, column); };
    switch (query.kind) {
    case QueryKind::Term:
        if (isOneField(cells))
            return holdsFor(query, line) || holdsFor(query, column);
        return holdsFor(query, query.term.field == cells.fields[0] ? line : column);
    case QueryKind::Not:
        return !partHolds(query.parts.front());
    case QueryKind::Or:
        return std::any_of(query.parts.begin(), query.parts.end(), partHolds);
    default:
        return std::all_of(query.parts.begin(), query.parts.end(), partHolds);
    }
}

/// The selected columns of each row that has any.
std::map<int, Choice> byLine(const HeatMapChoice& chosen)
{
    std::map<int, Choice> lines;
    for (const auto& [line, column] : chosen)
        lines[line].push_back(column);
    return lines;
}

Query sideQuery(const HeatMapFields& cells, std::size_t side, const Choice& chosen)
{
    const std::vector<GroupValue>& values = side == 0 ? cells.rows : cells.columns;
    // All values together need no term; a term would exclude records without a value.
    return chosen.size() == values.size() ? Query() : choiceQuery(cells.fields[side], values, chosen);
}

/// The terms about rows and columns.
Query bothQuery(const HeatMapFields& cells, const Choice& lines, const Choice& columns)
{
    Query both = Query::all({sideQuery(cells, 0, lines), sideQuery(cells, 1, columns)});
    if (!cells.ofMessages || isOneField(cells) || both.kind != QueryKind::And)
        return both;
    return messageQuery(std::move(both));
}

} // namespace

bool isAboutOnly(const Query& query, std::span<const std::string> fields)
{
    if (query.kind == QueryKind::Term)
        return std::find(fields.begin(), fields.end(), query.term.field) != fields.end();
    // Conditions on the first message or on counts do not come from a cell.
    if (query.kind == QueryKind::Messages && query.quantifier != Quantifier::Some)
        return false;
    return query.kind != QueryKind::Everything && !query.parts.empty() &&
           std::all_of(query.parts.begin(), query.parts.end(),
                       [fields](const Query& part) { return isAboutOnly(part, fields); });
}

Query withoutFields(const Query& query, std::span<const std::string> fields)
{
    std::vector<Query> rest = conjuncts(query);
    std::erase_if(rest, [fields](const Query& part) { return isAboutOnly(part, fields); });
    return Query::all(std::move(rest));
}

bool isNarrowed(const Query& query, std::span<const std::string> fields)
{
    const auto parts = conjuncts(query);
    return std::any_of(parts.begin(), parts.end(),
                       [fields](const Query& part) { return isAboutOnly(part, fields); });
}

HeatMapChoice chosenCells(const Query& query, const HeatMapFields& cells)
{
    std::vector<Query> asked = conjuncts(query);
    std::erase_if(asked, [&](const Query& part) { return !isAboutOnly(part, cells.fields); });
    HeatMapChoice chosen;
    if (asked.empty())
        return chosen;
    const Query all = Query::all(std::move(asked));
    for (std::size_t line = 0; line < cells.rows.size(); ++line) {
        for (std::size_t column = 0; column < cells.columns.size(); ++column) {
            if (holds(all, cells, cells.rows[line], cells.columns[column]))
                chosen.emplace_back(line, column);
        }
    }
    return chosen;
}

Query cellQuery(const HeatMapFields& cells, const HeatMapChoice& chosen)
{
    const std::map<int, Choice> lines = byLine(chosen);
    if (lines.empty())
        return {};
    const bool isRectangle = std::all_of(
        lines.begin(), lines.end(), [&](const auto& line) { return line.second == lines.begin()->second; });
    if (isRectangle) {
        Choice whichLines;
        for (const auto& [line, columns] : lines)
            whichLines.push_back(line);
        return bothQuery(cells, whichLines, lines.begin()->second);
    }
    std::vector<Query> parts;
    for (const auto& [line, columns] : lines)
        parts.push_back(bothQuery(cells, {line}, columns));
    return Query::any(std::move(parts));
}

HeatMapChoice cellsBetween(std::pair<int, int> one, std::pair<int, int> other)
{
    HeatMapChoice chosen;
    for (const int line : choiceBetween(one.first, other.first)) {
        for (const int column : choiceBetween(one.second, other.second))
            chosen.emplace_back(line, column);
    }
    return chosen;
}

HeatMapChoice cellsAfterClick(const HeatMapChoice& chosen, std::pair<int, int> clicked,
                              std::pair<int, int> anchor, Qt::KeyboardModifiers modifiers)
{
    if (modifiers.testFlag(Qt::ShiftModifier))
        return cellsBetween(anchor, clicked);
    return choiceAfterClick(chosen, clicked, modifiers);
}

namespace {

/// Shown in cells that no conversation has, unlike "0", which filters have left.
const QString kNever = QStringLiteral("·");

} // namespace

HeatMapModel::HeatMapModel(QObject* parent) : QAbstractTableModel(parent) {}

void HeatMapModel::setReport(CrossfilteredReportPtr report)
{
    Tally all;
    Tally left;
    if (report) {
        all = report->all.tally;
        left = report->now.tally;
        joinTails(all, left);
    }
    CellGrid grid = CellGrid::of(all);
    const bool figuresOnly = report && !grid.lines.empty() && grid.lines == m_cells.rows &&
                             grid.columns == m_cells.columns && report->all.filterFields == m_cells.fields;
    if (!figuresOnly)
        beginResetModel();
    m_report = std::move(report);
    m_grid = std::move(grid);
    m_cells = {};
    m_titles = {};
    m_intents = {};
    m_now.clear();
    m_sums.assign(m_grid.lines.size(), 0);
    if (m_report && !m_grid.lines.empty()) {
        const auto& by = m_report->all.tally.by;
        m_cells = {m_report->all.filterFields, m_grid.lines, m_grid.columns,
                   by[0].ofMessages && by[1].ofMessages};
        for (std::size_t side = 0; side < m_titles.size(); ++side) {
            m_titles[side] = fieldTitle(by[side]);
            m_intents[side] = IntentCodes::ofField(*m_report->request.snapshot, by[side].key);
        }
        m_now = m_grid.cellsOf(left);
        for (std::size_t i = 0; i < m_now.size(); ++i)
            m_sums[i / m_grid.columns.size()] += m_now[i].n;
    }
    if (figuresOnly)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    else
        endResetModel();
}

QString HeatMapModel::figureTitle() const
{
    switch (figure()) {
    case CellFigure::ShareOfLine:
        return tr("Share of row");
    case CellFigure::Mean:
        return tr("Mean %1").arg(fieldTitle(m_report->all.tally.means.front()));
    case CellFigure::Count:
        break;
    }
    return ofMessages() ? tr("Messages") : tr("Conversations");
}

int HeatMapModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_grid.lines.size());
}

int HeatMapModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_grid.columns.size());
}

const CellGrid::Cell& HeatMapModel::now(const QModelIndex& index) const
{
    return m_now[static_cast<std::size_t>(index.row()) * m_grid.columns.size() +
                 static_cast<std::size_t>(index.column())];
}

const CellGrid::Cell& HeatMapModel::all(const QModelIndex& index) const
{
    return m_grid.at(static_cast<std::size_t>(index.row()), static_cast<std::size_t>(index.column()));
}

double HeatMapModel::figureOf(const QModelIndex& index) const
{
    const CellGrid::Cell& cell = now(index);
    const auto n = static_cast<double>(cell.n);
    switch (figure()) {
    case CellFigure::ShareOfLine: {
        const auto sum = static_cast<double>(m_sums[static_cast<std::size_t>(index.row())]);
        return sum == 0 ? std::numeric_limits<double>::quiet_NaN() : n / sum;
    }
    case CellFigure::Mean:
        return cell.mean.mean();
    case CellFigure::Count:
        break;
    }
    return n;
}

QString HeatMapModel::figureText(double figureValue) const
{
    switch (figure()) {
    case CellFigure::ShareOfLine:
        return meanText(figureValue, Measure{MeasureKind::Share});
    case CellFigure::Mean:
        return meanText(figureValue, m_report->all.measures.front());
    case CellFigure::Count:
        break;
    }
    return countText(static_cast<std::uint64_t>(figureValue));
}

const std::vector<GroupValue>& HeatMapModel::valuesOf(std::size_t side) const
{
    return side == 0 ? m_cells.rows : m_cells.columns;
}

ValueWords HeatMapModel::words(std::size_t side, int value) const
{
    return groupWords(*m_report->request.snapshot, m_report->all.tally.by[side],
                      valuesOf(side)[static_cast<std::size_t>(value)]);
}

QString HeatMapModel::spoken(const QModelIndex& index) const
{
    const auto name = [&](std::size_t side, int value) {
        return QStringLiteral("%1 %2").arg(m_titles[side].toLower(), words(side, value).shown.simplified());
    };
    QString text =
        tr("%1, %2, %3")
            .arg(name(0, index.row()), name(1, index.column()), countedText(now(index).n, ofMessages()));
    if (figure() != CellFigure::Count && !std::isnan(figureOf(index)))
        text += QStringLiteral(", ") + (figure() == CellFigure::Mean ? tr("mean %1") : QStringLiteral("%1"))
                                           .arg(figureText(figureOf(index)));
    return text;
}

QString HeatMapModel::tip(const QModelIndex& index) const
{
    QString text = spoken(index);
    const CellGrid::Cell& cell = now(index);
    if (all(index).n == 0)
        text += QLatin1Char('\n') + tr("The dataset has none.");
    else if (cell.n == 0)
        text += QLatin1Char('\n') + tr("No conversations match the other filters.");
    if (cell.n != all(index).n)
        text += QLatin1Char('\n') + tr("%1 for all data").arg(countText(all(index).n));
    Interval interval{std::nan(""), std::nan("")};
    Measure measure{MeasureKind::Share};
    if (figure() == CellFigure::ShareOfLine) {
        interval = wilsonInterval(static_cast<double>(cell.n),
                                  static_cast<double>(m_sums[static_cast<std::size_t>(index.row())]));
    } else if (figure() == CellFigure::Mean) {
        measure = m_report->all.measures.front();
        interval = intervalOf(cell.mean, measure);
    }
    if (interval.isKnown())
        text += QLatin1Char('\n') + intervalText(interval, measure);
    if (figure() == CellFigure::Mean && std::isfinite(cell.mean.deviation()))
        text +=
            QLatin1Char('\n') + tr("standard deviation %1, n %2")
                                    .arg(decimalText(cell.mean.deviation(), measure), countText(cell.mean.n));
    if (ofMessages() && all(index).n > 0)
        text += QLatin1Char('\n') + tr("Click to show the conversations with such messages.");
    return asUnwrappedTip(text);
}

QVariant HeatMapModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const CellGrid::Cell& cell = now(index);
    const double value = figureOf(index);
    switch (role) {
    case Qt::DisplayRole:
        if (all(index).n == 0)
            return kNever;
        return std::isnan(value) ? QStringLiteral("–") : figureText(value);
    case Qt::TextAlignmentRole:
        return Qt::AlignCenter;
    case Qt::ToolTipRole:
        return tip(index);
    case Qt::AccessibleTextRole:
        return spoken(index);
    case FigureRole:
        return value;
    case IntensityRole: {
        const double range = m_report->highest - m_report->lowest;
        return std::isnan(value) || cell.n == 0 || range <= 0
                   ? 0.0
                   : std::clamp((value - m_report->lowest) / range, 0.0, 1.0);
    }
    case CountRole:
        return QVariant::fromValue<qulonglong>(cell.n);
    case TotalRole:
        return QVariant::fromValue<qulonglong>(all(index).n);
    default:
        return {};
    }
}

QVariant HeatMapModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const std::size_t side = orientation == Qt::Vertical ? 0 : 1;
    if (section < 0 || static_cast<std::size_t>(section) >= valuesOf(side).size())
        return {};
    if (role == Qt::DisplayRole)
        return words(side, section).shown.simplified();
    if (role == Qt::ToolTipRole)
        return asToolTip(words(side, section).inBoth());
    if (role == IntentRole && m_intents[side]) {
        const GroupValue& value = valuesOf(side)[static_cast<std::size_t>(section)];
        return QVariant::fromValue(m_intents[side]->of({value.text, value.chinese}));
    }
    if (role == Qt::TextAlignmentRole)
        return orientation == Qt::Vertical ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                           : QVariant(Qt::AlignCenter);
    return {};
}

} // namespace duologue::ui
