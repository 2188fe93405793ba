// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/report/crossfiltered_report.h"

#include <QWidget>
#include <map>

class QLabel;
class QMenu;
class QStackedWidget;

namespace duologue {
enum class TableFormat;
}

namespace duologue::ui {

class ReportPage;
class Workspace;

/// Shows a report of any shape, with the actions common to all: copying the table, saving a picture, the menu
/// of a value. GUI thread.
class ReportView : public QWidget {
    Q_OBJECT

public:
    ReportView(Workspace& workspace, QWidget* parent);

    /// Null clears the view. `title` is for exported pictures.
    void setReport(CrossfilteredReportPtr report, const QString& title);
    const CrossfilteredReportPtr& report() const { return m_report; }
    /// Sets the text above the chart; may be empty.
    void setHeading(const QString& heading);
    /// For several charts side by side: shows no table.
    void setNarrow(bool narrow);

    QString heading() const;

    const ReportPage& page() const;
    void clearChoice();
    /// Adds the actions that copy the table and save the chart.
    void addShareActions(QMenu& menu);

private:
    ReportPage& pageOf(ReportShape shape) const { return *m_pages.at(shape); }
    void copy(TableFormat format);
    void saveTable();
    void saveImage();
    QString choosePath(const QString& title, const QString& filters) const;

    Workspace& m_workspace;
    CrossfilteredReportPtr m_report;
    QLabel* m_heading;
    QStackedWidget* m_stack;
    std::map<ReportShape, ReportPage*> m_pages;
};

} // namespace duologue::ui
