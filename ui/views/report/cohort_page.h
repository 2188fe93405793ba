// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/report/report_page.h"

class QTableView;

namespace duologue::ui {

class CohortModel;

/// The comparison of cohorts as a table. GUI thread.
class CohortPage : public ReportPage {
    Q_OBJECT

public:
    explicit CohortPage(QWidget* parent);

    void setReport(CrossfilteredReportPtr report, const PictureTexts& texts) override;
    void clearChoice() override {}
    int valueCount() const override;
    bool exportTo(const QString& path) const override;

private:
    void fitColumns();

    PictureTexts m_texts;
    CohortModel* m_model;
    QTableView* m_table;
};

} // namespace duologue::ui
