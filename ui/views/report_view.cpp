// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/report_view.h"

#include "core/stats/text_table.h"
#include "ui/models/facet_model.h"
#include "ui/views/chart_accessible.h"
#include "ui/views/chart_canvas.h"
#include "ui/views/facet_chart.h"
#include "ui/views/report_table.h"
#include "ui/views/value_menu.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <algorithm>

namespace duologue::ui {

ReportView::ReportView(Workspace& workspace, QWidget* parent)
    : QSplitter(Qt::Horizontal, parent),
      m_workspace(workspace),
      m_model(new FacetModel(this)),
      m_canvas(new ChartCanvas(this)),
      m_table(new ReportTable(*m_model, this))
{
    setChildrenCollapsible(false);
    addWidget(m_canvas);
    addWidget(m_table);
    setStretchFactor(0, 1);
    makeAccessible(*m_canvas);
    connect(&m_workspace, &Workspace::queryChanged, this, &ReportView::showChoice);
    connectPicking();
}

void ReportView::connectPicking()
{
    connect(m_canvas, &ChartCanvas::categoryClicked, this, &ReportView::click);
    connect(m_table, &ReportTable::rowClicked, this, &ReportView::click);
    connect(m_canvas, &ChartCanvas::rangeDragged, this, &ReportView::dragOver);
    connect(m_table, &ReportTable::rangeDragged, this, &ReportView::dragOver);
    connect(m_canvas, &ChartCanvas::clearAsked, this, &ReportView::clearChoice);
    connect(m_table, &ReportTable::clearAsked, this, &ReportView::clearChoice);
    connect(m_table, &ReportTable::rowsSelected, this, [this](const Choice& rows) { ask(rows); });
    connect(m_table, &ReportTable::copyAsked, this, [this] { copy(TableFormat::Tsv); });
    for (QWidget* widget : std::initializer_list<QWidget*>{m_canvas, m_table}) {
        widget->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(widget, &QWidget::customContextMenuRequested, this,
                [this, widget](const QPoint& place) { showMenu(*widget, place); });
    }
}

const CrossReportPtr& ReportView::report() const
{
    return m_model->report();
}

bool ReportView::someAreWithoutMean() const
{
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const Facet& facet = m_model->facet(row);
        if (std::any_of(facet.means.begin(), facet.means.end(),
                        [&](const Mean& mean) { return mean.n < facet.n; }))
            return true;
    }
    return false;
}

int ReportView::drawnValues() const
{
    return m_canvas->categoryCount();
}

int ReportView::valueCount() const
{
    return m_model->rowCount();
}

std::string_view ReportView::field() const
{
    return m_model->field().key;
}

void ReportView::setReport(CrossReportPtr report, const QString& title)
{
    const std::vector<GroupValue> before = m_model->values();
    m_model->setReport(std::move(report));
    if (m_model->values() != before)
        m_anchor = -1;
    ChartContent content = chartOf(*m_model);
    content.title = title;
    m_canvas->setContent(std::move(content));
    showChoice();
    if (!m_placed && m_model->rowCount() > 0) {
        m_placed = true;
        const int table = m_table->sizeHint().width();
        setSizes({std::max(width() - table, table), table});
    }
}

void ReportView::showChoice()
{
    const bool narrowed = !field().empty() && isNarrowed(m_workspace.query(), field());
    const Choice chosen = narrowed ? chosenValues(m_workspace.query(), field(), m_model->values()) : Choice();
    m_canvas->setChosen(chosen, narrowed);
    m_table->setChosen(chosen);
}

void ReportView::click(int value, Qt::KeyboardModifiers modifiers)
{
    const Choice chosen = chosenValues(m_workspace.query(), field(), m_model->values());
    const bool isRange = modifiers.testFlag(Qt::ShiftModifier);
    const int anchor = m_anchor >= 0 ? m_anchor : chosen.empty() ? value : chosen.front();
    if (!isRange)
        m_anchor = value;
    ask(choiceAfterClick(chosen, value, anchor, modifiers), isRange ? ChoiceForm::Range : ChoiceForm::Values);
}

void ReportView::dragOver(int first, int last)
{
    m_anchor = first;
    ask(choiceBetween(first, last), ChoiceForm::Range);
}

void ReportView::ask(const Choice& chosen, ChoiceForm form)
{
    if (field().empty())
        return;
    const Query part = choiceQuery(field(), m_model->values(), chosen, form);
    m_workspace.setQuery(withField(m_workspace.query(), field(), part));
    // Where the query stays as it was no signal comes, but a view may have marked rows by itself.
    showChoice();
}

void ReportView::clearChoice()
{
    ask({});
}

void ReportView::addShareActions(QMenu& menu)
{
    menu.addAction(tr("Copy as CSV"), this, [this] { copy(TableFormat::Csv); });
    menu.addAction(tr("Copy as Markdown"), this, [this] { copy(TableFormat::Markdown); });
    menu.addAction(tr("Copy as LaTeX"), this, [this] { copy(TableFormat::Latex); });
    menu.addAction(tr("Copy as tab-separated text"), this, [this] { copy(TableFormat::Tsv); });
    menu.addSeparator();
    menu.addAction(tr("Save image…"), this, &ReportView::saveImage);
}

void ReportView::copy(TableFormat format)
{
    if (report())
        QGuiApplication::clipboard()->setText(toQt(formatTable(tableOf(report()->now.tally), format)));
}

void ReportView::saveImage()
{
    QString filter;
    const QString suggested = report() ? toQt(report()->request.report->id()) : QString();
    QString path = QFileDialog::getSaveFileName(
        this, tr("Save image"), suggested, tr("PNG image (*.png);;SVG image (*.svg);;PDF document (*.pdf)"),
        &filter);
    if (path.isEmpty())
        return;
    if (QFileInfo(path).suffix().isEmpty())
        path += filter.mid(filter.indexOf(QLatin1Char('*')) + 1).chopped(1);
    if (!m_canvas->exportTo(path))
        m_workspace.report(tr("The chart could not be saved"),
                           tr("%1 cannot be written, or is not named .png, .svg or .pdf.").arg(path));
}

void ReportView::showMenu(QWidget& widget, const QPoint& place)
{
    QMenu menu(this);
    const int value = &widget == m_canvas ? m_canvas->categoryAt(place) : m_table->indexAt(place).row();
    if (value >= 0) {
        addValueActions(menu, m_workspace, std::string(field()),
                        m_model->values().at(static_cast<std::size_t>(value)).text);
        menu.addSeparator();
    }
    addShareActions(menu);
    menu.exec((&widget == m_table ? m_table->viewport() : &widget)->mapToGlobal(place));
}

} // namespace duologue::ui
