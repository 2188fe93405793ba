// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <optional>

class QMouseEvent;
class QWidget;

namespace duologue::ui {

class TranscriptView;

/// The gap between the two columns of a transcript: dragged, it shares the width between them; a double click
/// shares it by the texts again. Owned by the view. GUI thread.
class ColumnDivider : public QObject {
    Q_OBJECT

public:
    explicit ColumnDivider(TranscriptView& view);

    /// Where the gap is, in viewport coordinates; empty unless two columns are side by side.
    std::optional<int> position() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool isOn(const QMouseEvent& event) const;
    void moveTo(int x);
    void finish();

    TranscriptView& m_view;
    /// Follows the pointer; the texts are laid out when it is released.
    QWidget* m_line;
    bool m_isDragging = false;
    /// The pointer has moved since the button was pressed.
    bool m_hasMoved = false;
    bool m_isHovering = false;
};

} // namespace duologue::ui
