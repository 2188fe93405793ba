// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/report/cross_report.h"

#include <QWidget>

class QLabel;
class QMenu;
class QStackedWidget;

namespace duologue {
enum class TableFormat;
}

namespace duologue::ui {

class ReportPage;
class Workspace;

/// A report in whatever shape it has, with what all shapes share: copying its table, saving it as a picture,
/// the menu of a value. GUI thread.
class ReportView : public QWidget {
    Q_OBJECT

public:
    ReportView(Workspace& workspace, QWidget* parent);

    /// Null shows nothing. `title` heads exported pictures.
    void setReport(CrossReportPtr report, const QString& title);
    const CrossReportPtr& report() const { return m_report; }
    /// Over it; empty for none.
    void setHeading(const QString& heading);
    /// One of several side by side, drawn without a table.
    void setNarrow(bool narrow);

    QString heading() const;

    const ReportPage& page() const;
    void clearChoice();
    /// Copying the table, saving the chart.
    void addShareActions(QMenu& menu);

private:
    ReportPage& pageOf(ReportShape shape) const;
    void copy(TableFormat format);
    void saveTable();
    void saveImage();
    QString askPath(const QString& title, const QString& filters) const;

    Workspace& m_workspace;
    CrossReportPtr m_report;
    QLabel* m_heading;
    QStackedWidget* m_pages;
};

} // namespace duologue::ui
