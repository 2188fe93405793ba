// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDockWidget>
#include <QFrame>
#include <QPointer>

class QLabel;
class QPropertyAnimation;
class QVBoxLayout;

namespace duologue::ui {

/// A panel that slides over the edge of a narrow window and covers a part of it until it is closed. The
/// panel is that of a dock, which gets it back. GUI thread.
class SideOverlay : public QFrame {
    Q_OBJECT

public:
    /// Covers a part of `parent`.
    explicit SideOverlay(QWidget* parent);
    ~SideOverlay() override;

    /// Closes what is open before.
    void open(QDockWidget& dock, bool fromRight);
    void close();
    /// Null while it is closed.
    QDockWidget* dock() const { return m_dock; }
    /// Follows the size of the parent.
    void fit();

Q_SIGNALS:
    void changed();

private:
    QRect rectOpen() const;

    QLabel* m_title;
    QVBoxLayout* m_layout;
    QPropertyAnimation* m_slide;
    QPointer<QDockWidget> m_dock;
    bool m_fromRight = false;
};

} // namespace duologue::ui
