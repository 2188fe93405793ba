// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/query_parser.h"
#include "ui/work/latest_task.h"
#include "ui/work/view.h"

#include <QStringList>
#include <QWidget>
#include <optional>
#include <string>
#include <vector>

class QLabel;
class QPushButton;

namespace duologue::ui {

class RecentDatasets;
class RecentList;
class Workspace;

/// The centre of the window while there is no conversation to show: no dataset, reading, nothing recognised,
/// or no match. It says what to do.
class StartPage : public QWidget {
    Q_OBJECT

public:
    /// The recent datasets must outlive the page.
    StartPage(Workspace& workspace, RecentDatasets& recent, QWidget* parent);

    /// Offers to continue with what was open last, which these paths name; nothing is offered without paths.
    void offerSession(const QStringList& paths);
    /// Shows the state of the workspace; false if there are conversations to show instead.
    bool showState();
    /// The filter leaves nothing, so that the panels are still needed.
    bool isAboutFilter() const { return m_empty != nullptr; }
    /// While something that can be opened is dragged over the window.
    void setDropHighlight(bool highlighted);
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void openFolderRequested();
    void openFilesRequested();
    void openTableRequested();
    void sampleRequested();
    void recentRequested(const QString& path);
    void sessionRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// What a query without matches may have missed.
    struct WhyNone {
        /// The keys that a search does not look into; empty if the query searches no texts.
        std::vector<std::string> keysNotSearched;
        std::optional<QueryMistake> mistake;
    };

    static WhyNone whyNone(const View& view, const Job& job);
    static QString textOf(const WhyNone& why);
    void showText(const QString& title, const QString& text);
    void showNoMatches(const ViewPtr& view);
    QString whyEmpty() const;

    Workspace& m_workspace;
    QLabel* m_title;
    QLabel* m_text;
    QWidget* m_openButtons;
    QPushButton* m_clearFilter;
    /// Continues with what was open last; without a text if there is nothing to continue with.
    QPushButton* m_continue;
    RecentDatasets& m_recentDatasets;
    RecentList* m_recent;
    bool m_isAboutStart = false;
    bool m_isOffered = false;
    bool m_isDropTarget = false;
    /// The empty view for which m_why looks for the reason.
    ViewPtr m_empty;
    LatestTask<WhyNone> m_why;
};

} // namespace duologue::ui
