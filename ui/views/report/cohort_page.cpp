// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/report/cohort_page.h"

#include "ui/models/report/cohort_model.h"
#include "ui/views/report/table_picture.h"

#include <QHeaderView>
#include <QShortcut>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

namespace duologue::ui {

namespace {

constexpr int kRoom = 10;
constexpr int kNameLetters = 36;

} // namespace

CohortPage::CohortPage(QWidget* parent)
    : ReportPage(parent), m_model(new CohortModel(this)), m_table(new QTableView(this))
{
    m_table->setObjectName(QStringLiteral("cohortTable"));
    m_table->setAccessibleName(tr("Compare cohorts"));
    m_table->setModel(m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setCornerButtonEnabled(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    // The row headers stay visible while the figures scroll.
    m_table->verticalHeader()->setMaximumWidth(letterWidth(fontMetrics()) * kNameLetters);
    m_table->verticalHeader()->setTextElideMode(Qt::ElideRight);
    m_table->verticalHeader()->setHighlightSections(false);
    m_table->verticalHeader()->setSectionsClickable(false);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionsClickable(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_table);
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

int CohortPage::valueCount() const
{
    return m_model->rowCount();
}

} // namespace duologue::ui
