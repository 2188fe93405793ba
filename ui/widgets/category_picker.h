// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tally.h"
#include "core/query/query.h"

#include <QWidget>
#include <Qt>
#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

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

    /// Each column has so many bars, which screen readers see.
    virtual int seriesCount() const { return 1; }
    virtual bool isChosen(int category) const = 0;
    /// Where a bar is in the widget, and its text for screen readers.
    virtual QRect barRect(int category, int series) const = 0;
    virtual QString spoken(int category, int series) const = 0;
    /// Does the same as a click on a bar.
    virtual void chooseBar(int category, int) { choose(category); }

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
    /// The drawn bars changed; `sameBars` if only figures or the selection did.
    void barsChanged(bool sameBars);
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
    void leaveEvent(QEvent*) override { setHovered(-1); }
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

/// Makes the columns accessible to screen readers: a chart with a child for each bar, which has a name, a
/// rectangle and a selected state, and can be pressed. Call once for each picker.
void makeAccessible(CategoryPicker& picker);

/// The selected values of a field, as sorted indices into the shown list. The selection is stored in the
/// query only; it is read from it and written to it here.
using Choice = std::vector<int>;

enum class ChoiceForm {
    /// One term per value; three or more adjacent values become a range.
    Values,
    /// Adjacent values become a range, even if there are only two.
    Range,
};

/// True if a record with only this value matches; all terms are taken to be about its field. A bin matches if
/// any of its numbers does.
bool holdsFor(const Query& query, const GroupValue& value);

/// True if the query restricts the field, even if it selects none of the shown values.
bool isNarrowed(const Query& query, std::string_view field);

/// The values that match the query's terms about the field; empty if there is no such term.
Choice chosenValues(const Query& query, std::string_view field, std::span<const GroupValue> values);

/// The terms that select these values: "turns:4", "turns:4 OR turns:6", "turns:2..5". Everything if none is
/// selected.
Query choiceQuery(std::string_view field, std::span<const GroupValue> values, const Choice& chosen,
                  ChoiceForm form = ChoiceForm::Values);

/// The selection after a click on a value, or on a cell of two: only this one, or nothing if it was the only
/// one. Ctrl adds or removes it.
template<typename Item>
std::vector<Item> choiceAfterClick(std::vector<Item> chosen, const Item& clicked,
                                   Qt::KeyboardModifiers modifiers)
{
    if (!modifiers.testFlag(Qt::ControlModifier))
        return chosen == std::vector{clicked} ? std::vector<Item>() : std::vector{clicked};
    const auto found = std::lower_bound(chosen.begin(), chosen.end(), clicked);
    if (found != chosen.end() && *found == clicked)
        chosen.erase(found);
    else
        chosen.insert(found, clicked);
    return chosen;
}

/// The same for a value; Shift selects everything from `anchor`, -1 for none.
Choice choiceAfterClick(const Choice& chosen, int clicked, int anchor, Qt::KeyboardModifiers modifiers);

/// All indices between two, in either order.
Choice choiceBetween(int one, int other);

} // namespace duologue::ui
