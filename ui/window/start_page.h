// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/query_parser.h"
#include "ui/app/tasks.h"
#include "ui/app/view.h"

#include <QString>
#include <QStringList>
#include <QWidget>
#include <optional>
#include <string>
#include <vector>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace duologue::ui {

class RecentDatasets;

/// The recent datasets as buttons, each with another one that pins it; those that are missing are grey.
class RecentList : public QWidget {
    Q_OBJECT

public:
    /// The datasets must outlive the list.
    RecentList(RecentDatasets& datasets, int width, QWidget* parent);

Q_SIGNALS:
    void openRequested(const QString& path);

private:
    void fill();
    QWidget* makeRow(const QString& path, bool isPinned, bool isMissing);

    RecentDatasets& m_datasets;
    const int m_width;
    QVBoxLayout* m_rows;
};

/// The folder of the sample dataset, installed or in the source tree. Empty if there is none.
QString sampleDatasetPath();

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
    /// A condition of the query, and how many conversations match the others.
    struct Blamed {
        Query condition;
        Query others;
        std::uint64_t matches = 0;
    };

    /// What a query without matches may have missed.
    struct WhyNone {
        /// Conditions without which something matches, the one that hides least first.
        std::vector<Blamed> blamed;
        /// The keys that a search does not look into; empty if the query searches no texts.
        std::vector<std::string> keysNotSearched;
        std::optional<QueryMistake> mistake;
    };

    static WhyNone whyNone(const View& view, const Job& job);
    static QString textOf(const WhyNone& why);
    void showText(const QString& title, const QString& text);
    void showNoMatches(const ViewPtr& view);
    void showBlamed(const std::vector<Blamed>& blamed);
    QString whyEmpty() const;

    Workspace& m_workspace;
    QLabel* m_title;
    QLabel* m_text;
    QWidget* m_openButtons;
    QPushButton* m_clearFilter;
    /// One button for each condition without which something matches.
    QWidget* m_blamed;
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
