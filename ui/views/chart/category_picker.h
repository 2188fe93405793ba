// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace duologue::ui {

/// A widget of columns that can be selected by mouse and keyboard: click, Ctrl+click, Shift+click, drag;
/// arrow keys, Home and End move a focus frame, with Shift they select a range, Space or Enter select, the
/// menu key opens the menu of the focused column, Esc clears the selection. Derived classes draw the columns
/// and know their positions. GUI thread.
class CategoryPicker : public QWidget {
    Q_OBJECT

public:
    explicit CategoryPicker(QWidget* parent = nullptr);

    virtual int categoryCount() const = 0;
    /// The column under a point in the widget, -1 for none.
    virtual int categoryAt(const QPoint& point) const = 0;

    /// The column from which arrow keys move; -1 before the first key or click.
    int focusedCategory() const { return m_focused; }
    void setFocusedCategory(int category);
    /// Does the same as Space or a click.
    void choose(int category, Qt::KeyboardModifiers modifiers = Qt::NoModifier);

Q_SIGNALS:
    void categoryClicked(int category, Qt::KeyboardModifiers modifiers);
    /// From the column where the mouse was pressed to the one where it was released, in either order.
    void rangeDragged(int first, int last);
    /// The keyboard focus moved to another category.
    void focusMoved();
    void clearRequested();
    /// By the right button or the menu key, for a column (-1 for none), at a point of the screen.
    void menuRequested(int category, const QPoint& point);

protected:
    /// The nearest column, for a drag that leaves the columns.
    virtual int nearestCategory(const QPoint& point) const = 0;
    /// Where the menu of a column opens by key, in the widget.
    virtual QPoint anchorOf(int category) const = 0;
    virtual QString tipOf(int category) const = 0;
    virtual bool hasChoice() const = 0;
    /// Hover, drag or focus changed: repaint.
    virtual void stateChanged() = 0;

    /// The frame is shown to keyboard users only.
    bool showsFocus() const { return m_byKeys && hasFocus(); }
    int hovered() const { return m_hovered; }
    /// -1 while nothing is dragged.
    int dragFirst() const { return m_dragging ? m_pressed : -1; }
    int dragLast() const { return m_dragging ? m_dragLast : -1; }
    /// To be called after the number of columns has changed.
    void clampFocus();

    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void setHovered(int category);
    int columnAfterKey(int key) const;
    void moveTo(int category, bool extends);

    int m_focused = -1;
    int m_hovered = -1;
    int m_pressed = -1;
    /// The column where a range by Shift and arrow keys began; -1 for none.
    int m_rangeStart = -1;
    int m_dragLast = -1;
    QPoint m_pressPoint;
    bool m_dragging = false;
    bool m_byKeys = false;
};

} // namespace duologue::ui
