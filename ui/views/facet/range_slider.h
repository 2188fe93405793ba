// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace duologue::ui {

/// A slider with two handles, for the first and the last wanted step. Dragged by mouse; Left and Right move
/// the active handle, Up and Down choose the handle, Home and End go to the ends. GUI thread.
class RangeSlider : public QWidget {
    Q_OBJECT

public:
    explicit RangeSlider(QWidget* parent);

    /// The names of each step as the first and as the last one: a step may have a width.
    void setSteps(const QStringList& asFirst, const QStringList& asLast);
    /// From 0; the whole scale if there is no restriction.
    void setRange(int first, int last);
    int first() const { return m_edges[0]; }
    int last() const { return m_edges[1]; }
    /// 0 for the handle of the first step, 1 for that of the last.
    int activeHandle() const { return m_active; }

    QSize sizeHint() const override;
    /// Both labels have room on one line; otherwise the second is on a line of its own.
    bool hasLabelsOnOneLine() const;

Q_SIGNALS:
    /// The user released a handle, or moved it by a key.
    void rangeChosen(int first, int last);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    double xOf(int handle) const;
    int stepAt(int handle, double x) const;
    void moveTo(int handle, int step);
    void describe();
    int labelLines() const;

    QStringList m_names;
    QStringList m_lastNames;
    int m_edges[2] = {0, 0};
    int m_active = 0;
    bool m_dragging = false;
    /// Those of the longest names, so that moving a handle does not change the height.
    int m_labelLines = 1;
};

} // namespace duologue::ui
