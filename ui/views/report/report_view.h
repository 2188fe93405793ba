// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/query/value_menu.h"
#include "ui/views/report/report_page.h"

#include <QWidget>
#include <map>
#include <string>

class QLabel;
class QMenu;
class QStackedWidget;

namespace duologue {
enum class TableFormat;
}

namespace duologue::ui {

class Workspace;

/// Shows a report of any shape, with the actions common to all: copying the table, saving a picture, the menu
/// of a value. GUI thread.
class ReportView : public QWidget {
    Q_OBJECT

public:
    ReportView(Workspace& workspace, QWidget* parent);

    /// Null clears the view.
    void setReport(CrossfilteredReportPtr report, const PictureTexts& texts);
    const CrossfilteredReportPtr& report() const { return m_report; }
    /// Sets the text above the chart; may be empty.
    void setHeading(const QString& heading);
    /// The table of figures beside a chart of bars.
    void setTableShown(bool shown);
    /// One of several charts side by side, which have one legend.
    void setSideBySide(bool sideBySide);

    QString heading() const;

    const ReportPage& page() const;
    void clearChoice();
    /// Adds the actions that copy the table and save the chart.
    void addShareActions(QMenu& menu);

Q_SIGNALS:
    /// The user's copy or file is there: says so.
    void done(const QString& what);

private:
    ReportPage& pageOf(ReportShape shape) const { return *m_pages.at(shape); }
    void showMenu(const QPoint& point, const std::vector<PickedValue>& values);
    void addPartActions(QMenu& menu, const PickedValue& picked, OffersReading offers);
    std::string tableText(TableFormat format) const;
    void copy(TableFormat format);
    void copyCommand();
    void saveTable();
    void saveImage();
    QString choosePath(const QString& title, const QString& filters) const;

    Workspace& m_workspace;
    CrossfilteredReportPtr m_report;
    PictureTexts m_texts;
    QLabel* m_heading;
    QStackedWidget* m_stack;
    std::map<ReportShape, ReportPage*> m_pages;
};

} // namespace duologue::ui
