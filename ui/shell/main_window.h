// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/settings.h"
#include "ui/views/widgets/menu_section.h"

#include <QMainWindow>

class QSplitter;
class QStackedWidget;

namespace duologue::ui {

class MessageStrip;
class QueryBar;
class StartPage;
class StatusLine;
class Workspace;

/// The window, made from the list of panels. It knows no panel; features belong to the panels. GUI thread.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(Workspace& workspace, QWidget* parent = nullptr);
    ~MainWindow() override;

    void askForFolder();
    void askForFiles();
    /// The name filter of askForFiles().
    static QString fileFilter();
    void openSample();
    void toggleSidePanels();
    void resetLayout();
    void showKeys();
    QueryBar& queryBar() const { return *m_queryBar; }
    /// The actions that panels offer for a section of the menus.
    QList<QAction*> panelActions(MenuSection section) const;

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void createCenter();
    void createDocks();
    void arrangeDocks();
    void connectWorkspace();
    void showPaths();
    void showState();
    void raisePanel(const char* id);
    bool showsSidePanels() const;

    Workspace& m_workspace;
    Settings m_settings;
    MessageStrip* m_strip = nullptr;
    QStackedWidget* m_stack = nullptr;
    StartPage* m_startPage = nullptr;
    QSplitter* m_center = nullptr;
    StatusLine* m_status = nullptr;
    QueryBar* m_queryBar = nullptr;
    QList<QWidget*> m_panels;
    /// The layout before the side panels were hidden; empty if they are shown.
    QByteArray m_shownLayout;
};

} // namespace duologue::ui
