// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/app/settings.h"
#include "ui/app/view.h"
#include "ui/widgets/actions.h"

#include <QMainWindow>
#include <optional>

class QActionGroup;
class QStackedWidget;

namespace duologue::ui {

class AreaSteps;
class KeyBindings;
class MessageStrip;
class PlaceHistory;
class QueryBar;
class Session;
class StartPage;
class StatusLine;
class Workbench;
class Workspace;

/// The frame of the window: menus, toolbar, status line, and between them the start page or the workbench
/// with the panels. It knows no panel; features belong to the panels. GUI thread.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(Workspace& workspace, QWidget* parent = nullptr);
    ~MainWindow() override;

    void askForFolder();
    void askForFiles();
    /// Asks for a table in an engine, beginning with this address and query, and for which of its rows.
    void askForTable(const QString& address = {}, const QString& query = {});
    /// The name filter of askForFiles().
    static QString fileFilter();
    void openSample();
    /// Opens what was open when the program ended last, if `mayRestore` and the settings want that; otherwise
    /// the start page offers it. Returns whether something is opened.
    bool beginSession(bool mayRestore);
    /// Shows what a window before this one showed of the same dataset.
    void resumeSession();
    /// Keeps what is open and the arrangement, for the next start.
    void keep();
    /// In the perspective that the settings name for a start, if they do.
    void showStartPerspective();
    /// Opens files and folders, or one saved view. `record` is the current one, "FILE:N"; empty for the
    /// first.
    void openPaths(const QStringList& paths, const QString& record = {});
    void showKeys();
    /// Asks for an action and triggers it.
    void findAction();
    /// Shows the one settings window.
    void showSettings();
    bool hasSettingsShown() const;
    void showAbout();
    /// The card of the conversations that match the query, in a window of its own.
    void showDatasetCard();
    void showDatasetCard(const ViewPtr& view, bool isOfAll);
    /// What checks have found, if they have looked at the dataset.
    void showCheckReport();
    Settings& settings() { return m_settings; }
    RecentDatasets& recentDatasets() { return m_recent; }
    QueryBar& queryBar() const { return *m_queryBar; }
    Workbench& workbench() const { return *m_workbench; }
    AreaSteps& areaSteps() const { return *m_areaSteps; }
    /// The actions that panels offer for a section of the menus.
    QList<QAction*> panelActions(MenuSection section) const;
    /// An action of a panel by its name; null if there is none.
    QAction* panelAction(const QString& name) const;
    /// The menu of what can be opened, for the menu bar and the toolbar.
    QMenu* openMenu() const { return m_openMenu; }
    void setOpenMenu(QMenu* menu) { m_openMenu = menu; }
    QAction* backAction() const { return m_back; }
    QAction* forwardAction() const { return m_forward; }
    /// One for each perspective; their data is the name of an icon.
    QList<QAction*> perspectiveActions() const;

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void createCenter();
    void createPlaces();
    void connectWorkspace();
    void showPaths();
    void showState();
    void showPlaces();
    void focusPerspective();
    bool focusRecords();
    void focusText();
    bool focusContent();
    void showReading();
    void applySettings();

    Workspace& m_workspace;
    Settings m_settings;
    RecentDatasets m_recent;
    QString m_appearance;
    MessageStrip* m_strip = nullptr;
    /// The strip says what is over with the next filter, or with another conversation than this.
    bool m_isPassing = false;
    std::optional<Row> m_passingAt;
    MessageStrip* m_stopped = nullptr;
    QStackedWidget* m_stack = nullptr;
    StartPage* m_startPage = nullptr;
    Workbench* m_workbench = nullptr;
    StatusLine* m_status = nullptr;
    QueryBar* m_queryBar = nullptr;
    PlaceHistory* m_history = nullptr;
    AreaSteps* m_areaSteps = nullptr;
    Session* m_session = nullptr;
    KeyBindings* m_keys = nullptr;
    QMenu* m_openMenu = nullptr;
    QAction* m_back = nullptr;
    QAction* m_forward = nullptr;
    QActionGroup* m_perspectives = nullptr;
    /// Choose a telling record as soon as the sample is read.
    bool m_opensSample = false;
};

} // namespace duologue::ui
