// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace duologue::ui {

class TranscriptView;

/// The head of the message at the top of a view, which stays in sight while the message is scrolled. A click
/// goes to the beginning of the message. Hidden while the head itself is visible. GUI thread.
class StickyHead : public QWidget {
    Q_OBJECT

public:
    /// A child of the view.
    explicit StickyHead(TranscriptView& view);

    /// The message whose head is shown, -1 while hidden.
    int message() const { return m_message; }
    /// The height that texts at the top of the view are covered by if a head is shown.
    static int heightIn(const TranscriptView& view);
    void follow();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    TranscriptView& m_view;
    int m_message = -1;
};

} // namespace duologue::ui
