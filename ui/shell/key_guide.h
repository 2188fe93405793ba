// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

class QLabel;

namespace duologue::ui {

class AreaSteps;
class MainWindow;

/// Shows where the keys go: a frame around the area of the window that has the focus, and a line that names
/// the keys without Ctrl or Alt that act there. Part of the main window.
class KeyGuide : public QObject {
    Q_OBJECT

public:
    /// Writes into `line`.
    KeyGuide(MainWindow& window, const AreaSteps& areas, QLabel& line);
    ~KeyGuide() override;

    /// As it is shown for a widget that has the focus: "Space page · J/K conversation".
    QString textFor(const QWidget* focus) const;
    /// The area that is framed; null for none.
    const QWidget* framed() const;

private:
    class Frame;

    void show(QWidget* focus);

    MainWindow& m_window;
    const AreaSteps& m_areas;
    QLabel& m_line;
    QPointer<Frame> m_frame;
};

} // namespace duologue::ui
