// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/cohorts.h"
#include "core/query/query_parser.h"
#include "ui/app/query_memory.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/charts/chart_picture.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/making.h"

#include <QAction>
#include <QCoreApplication>
#include <QFont>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLocale>
#include <QMenu>
#include <QShortcut>
#include <QStyle>
#include <QTableView>
#include <algorithm>
#include <cmath>

namespace duologue::ui {

namespace {

constexpr int kShown = 2;
/// Of probabilities.
constexpr int kExact = 4;

/// Avoids "-0": removes the sign of a value that is rounded to 0.
double withoutZeroSign(double value, int decimals)
{
    return std::abs(value) < std::pow(10, -decimals) / 2 ? 0 : value;
}

QString signedText(double value, const Measure& measure)
{
    if (std::isnan(value))
        return QStringLiteral("–");
    const bool isShare = measure.kind == MeasureKind::Share;
    const double shown = withoutZeroSign(value, isShare ? 2 * kShown : kShown);
    const QString sign = shown > 0 ? QStringLiteral("+") : QString();
    if (!isShare)
        return sign + decimalText(shown, measure);
    constexpr double kHundredPercent = 100;
    return sign + CohortModel::tr("%1 pp", "percentage points")
                      .arg(QLocale().toString(shown * kHundredPercent, 'f', kShown));
}

QString testWord(std::string_view name)
{
    return QCoreApplication::translate("Tests", std::string(name).c_str());
}

} // namespace

CohortModel::CohortModel(QObject* parent) : QAbstractTableModel(parent) {}

void CohortModel::setReport(CrossfilteredReportPtr report)
{
    beginResetModel();
    m_report = std::move(report);
    m_columns.clear();
    m_lines.clear();
    if (m_report && !m_report->now.comparison.names.empty()) {
        const CohortComparison& comparison = m_report->now.comparison;
        m_columns.emplace_back();
        for (std::size_t i = 0; i < comparison.names.size(); ++i)
            m_columns.push_back(cohortName(comparison.names[i], comparison.chineseNames[i]));
        for (std::size_t i = 1; i < comparison.names.size(); ++i)
            m_columns.push_back(tr("%1 − %2").arg(m_columns[i + 1], m_columns[1]));
        m_columns.push_back(tr("Effect"));
        addSizes(tr("Conversations"), comparison.records);
        addSizes(tr("Total messages"), comparison.messages);
        if (comparison.shared > 0)
            addNote(tr("Conversations in more than one cohort"), comparison.shared,
                    tr("The cohorts are not independent of each other: differences are shown without "
                       "intervals, effect sizes and tests."));
        if (comparison.otherValues > 0)
            addNote(tr("Values not compared"), comparison.otherValues,
                    tr("Only the values with the most conversations are compared."));
        for (const NumberComparison& number : comparison.numbers)
            addNumber(number);
        for (const CategoryComparison& category : comparison.categories)
            addCategory(category);
    }
    endResetModel();
}

QString CohortModel::nameOfValue(const FieldInfo& field, const std::string& value,
                                 const std::string& chinese) const
{
    return valueWords(*m_report->request.snapshot, field, Category{value, chinese}).shown.simplified();
}

QString CohortModel::cohortName(const std::string& name, const std::string& chinese) const
{
    const ReportOptions& options = m_report->options;
    const auto field = options.cohorts.empty() ? findField(*m_report->request.snapshot, options.field)
                                               : std::optional<FieldReader>();
    return nameOfValue(field ? field->info() : FieldInfo(), name, chinese);
}

void CohortModel::addSizes(const QString& title, const std::vector<std::uint64_t>& sizes)
{
    Line line;
    line.cells.push_back({title, {}});
    for (const std::uint64_t size : sizes)
        line.cells.push_back({countText(size), {}});
    m_lines.push_back(std::move(line));
}

void CohortModel::addNote(const QString& title, std::uint64_t count, const QString& tip)
{
    Line line;
    line.cells.push_back({title, tip});
    line.cells.push_back({countText(count), tip});
    m_lines.push_back(std::move(line));
}

void CohortModel::addNumber(const NumberComparison& number)
{
    const bool isShare = number.measure.kind == MeasureKind::Share;
    Line line;
    line.cells.push_back(
        {isShare ? tr("%1 (share of messages)").arg(fieldTitle(number.field)) : fieldTitle(number.field),
         {}});
    for (const Mean& mean : number.means) {
        if (mean.n == 0) {
            line.cells.push_back({QStringLiteral("–"), tr("No value")});
            continue;
        }
        const QString interval = intervalText(intervalOf(mean, number.measure), number.measure);
        QString tip = tr("mean %1, n %2").arg(meanText(mean.mean(), number.measure), countText(mean.n));
        if (std::isfinite(mean.deviation()))
            tip += QLatin1Char('\n') +
                   tr("standard deviation %1").arg(decimalText(mean.deviation(), number.measure));
        if (!interval.isEmpty())
            tip += QLatin1Char('\n') + interval;
        line.cells.push_back(
            {tr("%1 (n %2)").arg(meanText(mean.mean(), number.measure), countText(mean.n)), tip});
    }
    QStringList effects;
    for (std::size_t i = 1; i < number.differences.size(); ++i) {
        const MeanDifference& apart = number.differences[i];
        QString text = signedText(apart.difference, number.measure);
        if (apart.interval.isKnown())
            text += tr(" [%1, %2]")
                        .arg(signedText(apart.interval.low, number.measure),
                             signedText(apart.interval.high, number.measure));
        line.cells.push_back({text, apart.interval.isKnown() ? tr("95% interval, Welch t") : tr("No value")});
        effects << (std::isnan(apart.size)
                        ? QStringLiteral("–")
                        : tr("%1 %2").arg(
                              testWord(effectName(apart.effect)),
                              QLocale().toString(withoutZeroSign(apart.size, kShown), 'f', kShown)));
    }
    line.cells.push_back({effects.join(QStringLiteral(" · ")), {}});
    m_lines.push_back(std::move(line));
}

void CohortModel::addCategory(const CategoryComparison& category)
{
    Line heading;
    heading.isHeading = true;
    heading.cells.resize(m_columns.size());
    heading.cells.front().text = fieldTitle(category.field);
    const ShareTest& test = category.test;
    if (test.name != TestName::None) {
        QString text = test.name == TestName::ChiSquare
                           ? tr("%1(%2) = %3, n %4")
                                 .arg(testWord(testName(test.name)), QLocale().toString(test.degrees, 'f', 0),
                                      QLocale().toString(test.statistic, 'f', kShown), countText(test.n))
                           : tr("%1, n %2").arg(testWord(testName(test.name)), countText(test.n));
        constexpr double kSmallest = 0.0001;
        text += test.p < kSmallest ? tr(", p < 0.0001")
                                   : tr(", p = %1").arg(QLocale().toString(test.p, 'f', kExact));
        text += tr(", Cramér's V %1").arg(QLocale().toString(test.cramersV, 'f', kShown));
        heading.cells.back() = {text, test.smallCounts ? tr("Some expected counts are below 5") : QString()};
    }
    m_lines.push_back(std::move(heading));
    for (std::size_t k = 0; k < category.values.size(); ++k) {
        Line line;
        line.cells.push_back(
            {QStringLiteral("    ") + nameOfValue(category.field, category.values[k], category.chinese[k]),
             {}});
        for (std::size_t i = 0; i < category.totals.size(); ++i) {
            const auto n = static_cast<double>(category.counts[k][i]);
            const auto total = static_cast<double>(category.totals[i]);
            const Interval interval = wilsonInterval(n, total);
            const Measure share{MeasureKind::Share};
            line.cells.push_back(
                {category.totals[i] == 0
                     ? QStringLiteral("–")
                     : tr("%1 (%2)").arg(countText(category.counts[k][i]), meanText(n / total, share)),
                 intervalText(interval, share)});
        }
        m_lines.push_back(std::move(line));
    }
}

int CohortModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int CohortModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant CohortModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Line& line = m_lines.at(static_cast<std::size_t>(index.row()));
    const auto column = static_cast<std::size_t>(index.column());
    if (role == Qt::TextAlignmentRole) {
        const bool isText = column == 0 || column + 1 == m_columns.size();
        return QVariant((isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    if (role == HeadingRole)
        return line.isHeading;
    if (role == Qt::FontRole && line.isHeading && column == 0) {
        QFont bold;
        bold.setBold(true);
        return bold;
    }
    if (column >= line.cells.size())
        return {};
    if (role == Qt::DisplayRole)
        return line.cells[column].text;
    if (role == Qt::ToolTipRole && !line.cells[column].tip.isEmpty())
        return asUnwrappedTip(line.cells[column].tip);
    return {};
}

QVariant CohortModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical && section >= 0 && section < rowCount()) {
        if (role == Qt::TextAlignmentRole)
            return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
        return role == Qt::DisplayRole || role == Qt::FontRole || role == Qt::ToolTipRole
                   ? data(index(section, 0), role)
                   : QVariant();
    }
    if (orientation == Qt::Vertical || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::DisplayRole)
        return m_columns[static_cast<std::size_t>(section)];
    if (role == Qt::TextAlignmentRole) {
        const bool isText = section == 0 || section + 1 == columnCount();
        return QVariant((isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    return {};
}

CohortQueryEdit::CohortQueryEdit(QWidget* parent) : QueryLine(parent)
{
    addClearButton(*this);
    setFont(withChinese(font()));
    m_chooseSaved = named<QAction>("chooseSaved", tr("Choose a saved filter"), this);
    addAction(m_chooseSaved, TrailingPosition);
    connect(m_chooseSaved, &QAction::triggered, this, &CohortQueryEdit::offerSaved);
}

/// The icon is loaded when it becomes visible, because that takes longer than making the line.
void CohortQueryEdit::showEvent(QShowEvent* event)
{
    if (m_chooseSaved->icon().isNull())
        m_chooseSaved->setIcon(style()->standardIcon(QStyle::SP_TitleBarUnshadeButton));
    QueryLine::showEvent(event);
}

void CohortQueryEdit::offerSaved()
{
    const QueryMemory memory;
    QMenu menu(this);
    for (const SavedQuery& query : memory.saved()) {
        QAction* action = menu.addAction(asMenuText(query.name));
        connect(action, &QAction::triggered, this, [this, text = query.text] {
            setText(text);
            Q_EMIT editingFinished();
        });
    }
    if (menu.isEmpty())
        menu.addAction(tr("No filter is saved yet"))->setEnabled(false);
    menu.exec(mapToGlobal(QPoint(0, height())));
}

void CohortQueryEdit::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Down && event->modifiers() == Qt::NoModifier)
        offerSaved();
    else
        QueryLine::keyPressEvent(event);
}

std::optional<Query> CohortQueryEdit::read(const Check& check)
{
    const auto parsed = parseQuery(fromQt(text()));
    std::optional<QueryMistake> mistake;
    if (const auto* wrong = parsed.error())
        mistake = *wrong;
    else if (check)
        mistake = check(parsed.value());
    showMistake(mistake);
    if (mistake || text().trimmed().isEmpty())
        return std::nullopt;
    return parsed.value();
}

void CohortQueryEdit::showMistake(const std::optional<QueryMistake>& mistake)
{
    m_mistake = mistake ? translated(mistake->what) : QString();
    setAccessibleDescription(m_mistake);
    markMistake(mistake);
}

constexpr int kRoom = 10;
constexpr int kNameLetters = 36;

CohortPage::CohortPage(QWidget* parent)
    : ReportPage(parent), m_model(new CohortModel(this)), m_table(named<QTableView>("cohortTable", this))
{
    m_table->setAccessibleName(tr("Compare cohorts"));
    m_table->setModel(m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    setUpFigures(*m_table);
    m_table->setAlternatingRowColors(true);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    // The row headers stay visible while the figures scroll.
    m_table->verticalHeader()->setMaximumWidth(letterWidth(fontMetrics()) * kNameLetters);
    m_table->verticalHeader()->setTextElideMode(Qt::ElideRight);
    makeColumn(this, {m_table});
    auto* copy = new QShortcut(QKeySequence::Copy, m_table);
    copy->setContext(Qt::WidgetShortcut);
    connect(copy, &QShortcut::activated, this, &ReportPage::copyRequested);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, [this](const QPoint& point) {
        Q_EMIT menuRequested(m_table->viewport()->mapToGlobal(point), {});
    });
}

void CohortPage::setReport(CrossfilteredReportPtr report, const PictureTexts& texts)
{
    m_texts = texts;
    m_model->setReport(std::move(report));
    fitColumns();
}

void CohortPage::fitColumns()
{
    m_table->setColumnHidden(0, true);
    m_table->resizeColumnsToContents();
    for (int column = 0; column < m_model->columnCount(); ++column)
        m_table->setColumnWidth(column, m_table->columnWidth(column) + kRoom);
}

bool CohortPage::exportTo(const QString& path) const
{
    return writeTablePicture(path, *m_model, m_texts.title, m_texts.caption, font());
}

} // namespace duologue::ui
