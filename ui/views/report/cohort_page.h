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

    void setReport(CrossfilteredReportPtr report, const QString& title) override;
    void clearChoice() override {}
    int valueCount() const override;
    bool exportTo(const QString& path) const override;

private:
    void fitColumns();

    QString m_title;
    CohortModel* m_model;
    QTableView* m_table;
};

} // namespace duologue::ui
