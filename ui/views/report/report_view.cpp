// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/report/report_view.h"

#include "core/analysis/report_table.h"
#include "ui/models/report/value_choice.h"
#include "ui/views/report/bar_chart_page.h"
#include "ui/views/report/cohort_page.h"
#include "ui/views/report/heat_map_page.h"
#include "ui/views/widgets/elided_label.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QSaveFile>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace duologue::ui {

namespace {

/// Spreadsheets evaluate a text that looks like a formula.
bool isForSheets(TableFormat format)
{
    return format == TableFormat::Csv || format == TableFormat::Tsv;
}

std::optional<TableFormat> formatOfSuffix(const QString& suffix)
{
    return tableFormatOf(suffix == QLatin1String("md")    ? "markdown"
                         : suffix == QLatin1String("tex") ? "latex"
                                                          : fromQt(suffix));
}

} // namespace

ReportView::ReportView(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_heading(new ElidedLabel(this)),
      m_stack(new QStackedWidget(this))
{
    m_heading->setTextFormat(Qt::PlainText);
    m_heading->setAlignment(Qt::AlignCenter);
    m_heading->setVisible(false);
    m_pages = {{ReportShape::Bars, new BarChartPage(workspace, m_stack)},
               {ReportShape::Cells, new HeatMapPage(workspace, m_stack)},
               {ReportShape::Comparison, new CohortPage(m_stack)}};
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_heading);
    layout->addWidget(m_stack, 1);
    for (const auto& [shape, page] : m_pages) {
        m_stack->addWidget(page);
        connect(page, &ReportPage::copyRequested, this, [this] { copy(TableFormat::Tsv); });
        connect(page, &ReportPage::menuRequested, this, &ReportView::showMenu);
    }
}

void ReportView::showMenu(const QPoint& point, const std::vector<PickedValue>& values)
{
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("reportMenu"));
    const bool isOfGroup = m_report && m_report->request.cohort.kind != QueryKind::Everything;
    const OffersReading offers = values.size() > 1 ? OffersReading::No : OffersReading::Yes;
    if (offers == OffersReading::No) {
        addReadAction(menu, m_workspace, [this, values, report = m_report] {
            Query query = withoutChoiceConditions(m_workspace.query(), *report);
            for (const PickedValue& picked : values)
                query = withField(std::move(query), picked.field,
                                  choiceQuery(picked.field, {&picked.value, 1}, {0}));
            m_workspace.setQuery(Query::all({std::move(query), report->request.cohort}));
        });
        menu.addSeparator();
    }
    for (const PickedValue& picked : values) {
        if (picked.value.end || isOfGroup)
            addPartActions(menu, picked, offers);
        else
            addValueActions(menu, m_workspace, picked.field, picked.value.text, offers);
        menu.addSeparator();
    }
    addShareActions(menu);
    menu.exec(point);
}

/// For a range of numbers, which is not a value that a cell or another chart has, and for a value in one of
/// several groups, which comes with the condition of the group.
void ReportView::addPartActions(QMenu& menu, const PickedValue& picked, OffersReading offers)
{
    const Query part = choiceQuery(picked.field, {&picked.value, 1}, {0});
    const CrossfilteredReportPtr report = m_report;
    const QString label = asMenuText(asLabel(picked.value.text));
    addShowOnlyActions(
        menu, m_workspace, label,
        [this, field = picked.field, part, report] {
            m_workspace.setQuery(
                Query::all({withField(withoutChoiceConditions(m_workspace.query(), *report), field, part),
                            report->request.cohort}));
        },
        offers);
    menu.addAction(tr("Exclude “%1”").arg(label), this, [this, part, report] {
        Query without;
        without.kind = QueryKind::Not;
        without.parts = {Query::all({part, report->request.cohort})};
        m_workspace.setQuery(Query::all({m_workspace.query(), std::move(without)}));
    });
    if (!picked.value.end) {
        menu.addAction(tr("Copy “%1”").arg(label), this,
                       [text = toQt(picked.value.text)] { QGuiApplication::clipboard()->setText(text); });
    }
}

const ReportPage& ReportView::page() const
{
    return *static_cast<const ReportPage*>(m_stack->currentWidget());
}

void ReportView::setHeading(const QString& heading)
{
    m_heading->setText(heading);
    m_heading->setVisible(!heading.isEmpty());
}

void ReportView::setTableShown(bool shown)
{
    for (const auto& [shape, page] : m_pages)
        page->setTableShown(shown);
}

void ReportView::setSideBySide(bool sideBySide)
{
    for (const auto& [shape, page] : m_pages)
        page->setSideBySide(sideBySide);
}

QString ReportView::heading() const
{
    return m_heading->text();
}

void ReportView::setReport(CrossfilteredReportPtr report, const PictureTexts& texts)
{
    const ReportShape shape = report ? report->all.shape : ReportShape::Bars;
    // Frees the tables of the page that was shown before.
    if (m_report && m_report->all.shape != shape)
        pageOf(m_report->all.shape).setReport(nullptr, {});
    m_report = std::move(report);
    m_texts = texts;
    pageOf(shape).setReport(m_report, texts);
    m_stack->setCurrentWidget(&pageOf(shape));
}

void ReportView::clearChoice()
{
    pageOf(m_report ? m_report->all.shape : ReportShape::Bars).clearChoice();
}

void ReportView::addShareActions(QMenu& menu)
{
    menu.addAction(tr("Copy as CSV"), this, [this] { copy(TableFormat::Csv); });
    menu.addAction(tr("Copy as Markdown"), this, [this] { copy(TableFormat::Markdown); });
    menu.addAction(tr("Copy as LaTeX"), this, [this] { copy(TableFormat::Latex); });
    menu.addAction(tr("Copy as tab-separated text"), this, [this] { copy(TableFormat::Tsv); });
    QAction* command = menu.addAction(tr("Copy as command"), this, &ReportView::copyCommand);
    command->setToolTip(tr("A line for a terminal that prints the figures of the chart"));
    command->setEnabled(m_report && m_report->request.options.cohorts.empty());
    menu.addSeparator();
    menu.addAction(tr("Save table…"), this, &ReportView::saveTable);
    menu.addAction(tr("Save image…"), this, &ReportView::saveImage);
}

/// The figures, with what pictures say above and below the chart if the format has a place for it.
std::string ReportView::tableText(TableFormat format) const
{
    TextTable table = tableOf(m_report->now);
    table.title = fromQt((QStringList{m_texts.title} + m_texts.caption).join(QStringLiteral(" · ")));
    return formatTable(table, format, isForSheets(format));
}

void ReportView::copy(TableFormat format)
{
    if (!m_report)
        return;
    QGuiApplication::clipboard()->setText(toQt(tableText(format)));
    Q_EMIT done(tr("The table was copied"));
}

/// The figures are those of the rows that match the other filters and the group, and have a measure if the
/// bars are of these.
void ReportView::copyCommand()
{
    const ReportRequest& request = m_report->request;
    SavedView view = m_workspace.shownView();
    view.query = toText(Query::all({request.others, request.cohort, m_report->measured}));
    const ReportOptions& options = request.options;
    QGuiApplication::clipboard()->setText(toQt(statsCommand(
        view, {std::string(request.report->id), options.field, options.second, options.measures})));
    Q_EMIT done(tr("The command was copied"));
}

/// Empty if the user cancels. Adds the suffix of the filter if the name has none.
QString ReportView::choosePath(const QString& title, const QString& filters) const
{
    QString filter;
    const QString suggested = m_report ? toQt(m_report->request.report->id) : QString();
    QString path =
        QFileDialog::getSaveFileName(const_cast<ReportView*>(this), title, suggested, filters, &filter);
    if (!path.isEmpty() && QFileInfo(path).suffix().isEmpty())
        path += filter.mid(filter.indexOf(QLatin1Char('*')) + 1).chopped(1);
    return path;
}

void ReportView::saveTable()
{
    const QString path =
        choosePath(tr("Save table"),
                   tr("CSV table (*.csv);;Tab-separated text (*.tsv);;Markdown (*.md);;LaTeX (*.tex)"));
    if (path.isEmpty() || !m_report)
        return;
    const auto format = formatOfSuffix(QFileInfo(path).suffix().toLower());
    if (!format) {
        m_workspace.report(tr("The table could not be saved"),
                           tr("%1 is not named .csv, .tsv, .md or .tex.").arg(path));
        return;
    }
    const std::string text = tableText(*format);
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), static_cast<qint64>(text.size())) < 0 ||
        !file.commit())
        m_workspace.report(tr("The table could not be saved"), tr("%1 cannot be written.").arg(path));
    else
        Q_EMIT done(tr("Saved %1").arg(path));
}

void ReportView::saveImage()
{
    const QString path =
        choosePath(tr("Save image"), tr("PNG image (*.png);;SVG image (*.svg);;PDF document (*.pdf)"));
    if (path.isEmpty())
        return;
    if (page().exportTo(path))
        Q_EMIT done(tr("Saved %1").arg(path));
    else
        m_workspace.report(tr("The chart could not be saved"),
                           tr("%1 cannot be written, or is not named .png, .svg or .pdf.").arg(path));
}

} // namespace duologue::ui
