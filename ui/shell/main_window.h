// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/settings.h"

#include <QMainWindow>

class QSplitter;
class QStackedWidget;

namespace duologue::ui {

class MessageStrip;
class StartPage;
class StatusLine;
class Workspace;

/// The window: a list of registrations. What is done where lives in the panels and in shell/. GUI thread.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(Workspace& workspace, QWidget* parent = nullptr);
    ~MainWindow() override;

    void askForFolder();
    void askForFiles();
    /// The choice of kinds of files that askForFiles() offers, as QFileDialog writes it.
    static QString fileFilter();
    void openSample();
    void toggleSidePanels();
    void resetLayout();
    void showKeys();

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

    Workspace& m_workspace;
    Settings m_settings;
    MessageStrip* m_strip = nullptr;
    QStackedWidget* m_stack = nullptr;
    StartPage* m_startPage = nullptr;
    QSplitter* m_center = nullptr;
    StatusLine* m_status = nullptr;
    bool showsSidePanels() const;

    /// How the panels lay before F9 hid them; empty where it did not.
    QByteArray m_shownLayout;
};

} // namespace duologue::ui
