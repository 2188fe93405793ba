// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <memory>

namespace duologue::ui {

class Workspace;

/// The window: a list of registrations. What is done where lives in the panels and in shell/.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(Workspace& workspace, QWidget* parent = nullptr);
    ~MainWindow() override;

private:
    Workspace& m_workspace;
};

} // namespace duologue::ui
