// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/bar_chart.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/charts/chart_canvas.h"
#include "ui/charts/report_view.h"
#include "ui/widgets/colors.h"
#include "ui/widgets/making.h"

#include <QCoreApplication>
#include <QSplitter>
#include <algorithm>
#include <cmath>
#include <utility>

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

ValueWords BarChartModel::words(int row) const
{
    return groupWords(*m_report->request.snapshot, m_field, m_values.at(static_cast<std::size_t>(row)));
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
        return !m_measures.empty() ? tr("Number of values in the mean")
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

namespace {

class BarChartWriter {
    Q_DECLARE_TR_FUNCTIONS(BarChartWriter)

public:
    explicit BarChartWriter(const BarChartModel& model) : m_model(model)
    {
        for (std::size_t i = 0; i < model.measures().size(); ++i)
            m_percent = (i == 0 || m_percent) && model.measure(i).kind == MeasureKind::Share;
    }

    ChartContent made() const
    {
        ChartContent content;
        const auto& measures = m_model.measures();
        content.categoryTitle = fieldTitle(m_model.field());
        content.totalName = tr("All data");
        for (const FieldInfo& measure : measures)
            content.series.push_back(fieldTitle(measure));
        const QString counted = m_model.ofMessages() ? tr("Messages") : tr("Conversations");
        if (measures.empty())
            content.series.push_back(counted);
        content.valueTitle = measures.empty()       ? counted
                             : m_percent            ? tr("Share (%)")
                             : measures.size() == 1 ? tr("Mean %1").arg(fieldTitle(measures.front()))
                                                    : tr("Mean");
        const std::vector<AxisGap> gaps = gapsOf(m_model.values());
        for (int row = 0; row < m_model.rowCount(); ++row) {
            content.categories.push_back(category(row));
            const AxisGap& gap = gaps[static_cast<std::size_t>(row)];
            content.categories.back().emptyBefore = gap.columns;
            content.categories.back().isBreakBefore = gap.isBreak;
        }
        setAxis(content);
        return content;
    }

private:
    QString conversations(std::uint64_t count) const { return countedText(count, m_model.ofMessages()); }

    void setAxis(ChartContent& content) const
    {
        if (!m_model.report())
            return;
        content.areMeans = !m_model.measures().empty();
        content.mostCount = m_model.report()->mostCount;
        content.low = m_model.report()->lowest * scale();
        content.high = m_model.report()->highest * scale();
        if (content.high <= content.low)
            content.high = content.low + 1;
    }

    double scale() const
    {
        constexpr double kPercent = 100;
        return m_percent ? kPercent : 1;
    }

    ChartCategory category(int row) const
    {
        const BarFigures& figures = m_model.figures(row);
        const GroupValue& group = m_model.values()[static_cast<std::size_t>(row)];
        const ValueWords words = m_model.words(row);
        const QString& value = words.shown;
        const QString name =
            QStringLiteral("%1 %2").arg(fieldTitle(m_model.field()).toLower(), value.simplified());
        ChartCategory made;
        made.label = value;
        made.isNumber = group.number.has_value();
        const QVariant intent =
            m_model.index(row, BarChartModel::ValueColumn).data(BarChartModel::IntentRole);
        if (intent.isValid()) {
            made.code = intent.value<IntentCode>().letters;
            made.color = categoryColor(intent.value<IntentCode>().color);
        }
        made.tip =
            QStringLiteral("%1 %2").arg(fieldTitle(m_model.field()).toLower(), words.inBoth().simplified());
        if (m_model.measures().empty()) {
            made.tip += tr(": %1 of %2").arg(countText(figures.n), conversations(figures.total));
            made.marks.push_back(countMark(name, figures));
        }
        for (std::size_t i = 0; i < m_model.measures().size(); ++i) {
            made.marks.push_back(meanMark(name, figures, i));
            made.tip += QLatin1Char('\n') + meanTip(figures, i);
        }
        if (m_model.ofMessages())
            made.tip += QLatin1Char('\n') + tr("Click to show the conversations with such messages.");
        return made;
    }

    ChartMark countMark(const QString& name, const BarFigures& figures) const
    {
        ChartMark mark;
        mark.value = static_cast<double>(figures.n);
        mark.n = figures.n;
        if (figures.n != figures.total)
            mark.total = static_cast<double>(figures.total);
        mark.spoken = tr("%1, %2").arg(name, conversations(figures.n));
        return mark;
    }

    ChartMark meanMark(const QString& name, const BarFigures& figures, std::size_t measure) const
    {
        ChartMark mark;
        const Mean& mean = figures.means[measure];
        const Measure& kind = m_model.measure(measure);
        const Interval interval = intervalOf(mean, kind);
        mark.value = mean.mean() * scale();
        mark.n = mean.n;
        mark.kept = figures.n;
        mark.low = interval.low * scale();
        mark.high = interval.high * scale();
        if (figures.n != figures.total)
            mark.total = figures.totalMeans[measure].mean() * scale();
        mark.spoken =
            mean.n == 0 ? tr("%1, no value, %2").arg(name, conversations(figures.n))
            : kind.kind == MeasureKind::Share
                ? tr("%1, %2, %3").arg(name, meanText(mean.mean(), kind), conversations(mean.n))
                : tr("%1, mean %2, %3").arg(name, meanText(mean.mean(), kind), conversations(mean.n));
        if (m_model.measures().size() > 1)
            mark.spoken = tr("%1, %2").arg(mark.spoken, fieldTitle(m_model.measures()[measure]));
        return mark;
    }

    QString meanTip(const BarFigures& figures, std::size_t measure) const
    {
        const Mean& mean = figures.means[measure];
        const Measure& kind = m_model.measure(measure);
        const QString title = fieldTitle(m_model.measures()[measure]);
        const QString missing =
            tr("missing %1 of %2")
                .arg(countText(figures.withUnmeasured - mean.n), countText(figures.withUnmeasured));
        if (mean.n == 0)
            return tr("%1: no value, %2").arg(title, missing);
        const QString tip =
            tr("%1: mean %2, standard deviation %3, n %4, %5")
                .arg(title, meanText(mean.mean(), kind), decimalText(mean.deviation(), kind),
                     m_model.ofMessages() ? messagesText(mean.n) : countText(mean.n), missing);
        const QString interval = intervalText(intervalOf(mean, kind), kind);
        return interval.isEmpty() ? tip : tip + QStringLiteral(", ") + interval;
    }

    const BarChartModel& m_model;
    /// All means are shares.
    bool m_percent = false;
};

} // namespace

ChartContent chartOf(const BarChartModel& model)
{
    return BarChartWriter(model).made();
}

BarChartPage::BarChartPage(Workspace& workspace, QWidget* parent)
    : ReportPage(parent),
      m_workspace(workspace),
      m_model(new BarChartModel(this)),
      m_split(new QSplitter(Qt::Horizontal, this)),
      m_canvas(new ChartCanvas(m_split)),
      m_table(new ReportTable(*m_model, m_split))
{
    makeColumn(this, {m_split});
    m_split->setChildrenCollapsible(false);
    m_split->addWidget(m_canvas);
    m_split->addWidget(m_table);
    m_split->setStretchFactor(0, 1);
    m_table->hide();
    connect(m_split, &QSplitter::splitterMoved, this, [this] { m_isSplitByUser = true; });
    makeAccessible(*m_canvas);
    connect(&m_workspace, &Workspace::queryChanged, this, &BarChartPage::showChoice);
    connectPicking();
}

void BarChartPage::connectPicking()
{
    connect(m_canvas, &ChartCanvas::categoryClicked, this,
            [this](int value, Qt::KeyboardModifiers modifiers) {
                click(value, modifiers, m_canvas->clickedSeries());
            });
    connect(
        m_table, &PickTable::cellClicked, this,
        [this](PickTable::Cell cell, Qt::KeyboardModifiers modifiers) { click(cell.first, modifiers, -1); });
    connect(m_canvas, &ChartCanvas::rangeDragged, this, &BarChartPage::dragOver);
    connect(m_table, &PickTable::cellsDragged, this,
            [this](PickTable::Cell first, PickTable::Cell last) { dragOver(first.first, last.first); });
    connect(m_canvas, &ChartCanvas::clearRequested, this, &BarChartPage::clearChoice);
    connect(m_table, &PickTable::clearRequested, this, &BarChartPage::clearChoice);
    connect(m_table, &PickTable::cellsSelected, this, [this](const std::vector<PickTable::Cell>& cells) {
        Choice rows;
        for (const auto& [row, column] : cells)
            rows.push_back(row);
        applyChoice(rows);
    });
    connect(m_table, &PickTable::copyRequested, this, &ReportPage::copyRequested);
    connect(m_canvas, &ChartCanvas::menuRequested, this, &BarChartPage::requestMenu);
    connect(m_table, &PickTable::menuRequested, this,
            [this](const QModelIndex& cell, const QPoint& point) { requestMenu(cell.row(), point); });
}

int BarChartPage::drawnValues() const
{
    return m_canvas->categoryCount();
}

void BarChartPage::setTableShown(bool shown)
{
    if (m_table->isVisibleTo(this) == shown)
        return;
    m_table->setVisible(shown);
    splitSpace();
}

void BarChartPage::setSideBySide(bool sideBySide)
{
    if (std::exchange(m_isSideBySide, sideBySide) != sideBySide)
        drawChart();
}

bool BarChartPage::exportTo(const QString& path) const
{
    return m_canvas->exportTo(path);
}

void BarChartPage::drawChart()
{
    ChartContent content = chartOf(*m_model);
    content.title = m_texts.title;
    content.caption = m_texts.caption;
    content.showsLegend = !m_isSideBySide;
    m_canvas->setContent(std::move(content));
    showChoice();
}

void BarChartPage::setReport(CrossfilteredReportPtr report, const PictureTexts& texts)
{
    m_texts = texts;
    const std::vector<GroupValue> before = m_model->values();
    const std::string fieldBefore(field());
    const int columnsBefore = m_model->columnCount();
    m_model->setReport(std::move(report));
    if (m_model->values() != before)
        m_anchor = -1;
    drawChart();
    if (field() != fieldBefore || m_model->columnCount() != columnsBefore)
        splitSpace();
}

void BarChartPage::splitSpace()
{
    if (!m_isSplitByUser && m_model->rowCount() > 0 && m_table->isVisibleTo(this)) {
        const int table = std::min(m_table->sizeHint().width(), width() / 2);
        m_split->setSizes({std::max(width() - table, table), table});
    }
}

void BarChartPage::showChoice()
{
    const bool narrowed =
        !field().empty() &&
        isNarrowed(withoutChoiceConditions(m_workspace.query(), *m_model->report()), field());
    const Choice chosen = narrowed ? chosenHere() : Choice();
    m_canvas->setChosen(chosen, narrowed);
    std::vector<PickTable::Cell> rows;
    for (const int row : chosen)
        rows.emplace_back(row, 0);
    m_table->setChosen(rows, narrowed);
}

Choice BarChartPage::chosenHere() const
{
    const CrossfilteredReportPtr& report = m_model->report();
    if (!report || isChosenInOther(m_workspace.query(), *report))
        return {};
    return chosenValues(withoutChoiceConditions(m_workspace.query(), *report), field(), m_model->values());
}

void BarChartPage::click(int value, Qt::KeyboardModifiers modifiers, int series)
{
    const Choice chosen = chosenHere();
    const bool isRange = modifiers.testFlag(Qt::ShiftModifier);
    const int anchor = m_anchor >= 0 ? m_anchor : chosen.empty() ? value : chosen.front();
    if (!isRange)
        m_anchor = value;
    const ChoiceForm form = isRange ? ChoiceForm::Range : ChoiceForm::Values;
    Choice after = choiceAfterClick(chosen, value, anchor, modifiers);
    // A click on the bar of another measure selects that bar.
    if (after.empty() && series >= 0 && modifiers == Qt::NoModifier &&
        queryAfter(chosen, form, series) != m_workspace.query())
        after = chosen;
    applyChoice(after, form, series);
}

void BarChartPage::dragOver(int first, int last)
{
    m_anchor = first;
    applyChoice(choiceBetween(first, last), ChoiceForm::Range);
}

Query BarChartPage::queryAfter(const Choice& chosen, ChoiceForm form, int series) const
{
    const CrossfilteredReport& report = *m_model->report();
    const Query rest = withoutField(withoutChoiceConditions(m_workspace.query(), report), field());
    const std::size_t measure = series < 0 ? report.measuredBy.size() : static_cast<std::size_t>(series);
    return Query::all(
        {rest, withChoiceConditions(choiceQuery(field(), m_model->values(), chosen, form), report, measure)});
}

void BarChartPage::applyChoice(const Choice& chosen, ChoiceForm form, int series)
{
    if (field().empty())
        return;
    m_workspace.setQuery(queryAfter(chosen, form, series));
    // If the query stays the same there is no signal, but a view may have changed its selection.
    showChoice();
}

void BarChartPage::requestMenu(int value, const QPoint& point)
{
    std::vector<PickedValue> values;
    if (value >= 0)
        values.push_back({std::string(field()), m_model->values().at(static_cast<std::size_t>(value)),
                          queryAfter({value}, ChoiceForm::Values, -1)});
    Q_EMIT menuRequested(point, values);
}

} // namespace duologue::ui
