// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QKeyEvent;
class QWidget;

namespace duologue::ui {

/// Lets the shortcuts of a window's actions work while a line of text has the focus, which would take some of
/// them as keys to edit with: Ctrl+E moves to the end of the line on many desktops. The usual keys for
/// copying, pasting and undoing stay with the text. GUI thread.
class WindowShortcuts : public QObject {
    Q_OBJECT

public:
    /// The window owns it.
    explicit WindowShortcuts(QWidget& window);

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool isShortcut(const QKeyEvent& key) const;

    QWidget& m_window;
};

} // namespace duologue::ui
