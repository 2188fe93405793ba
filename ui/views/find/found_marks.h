// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

namespace duologue::ui {

/// A narrow strip beside a scroll bar with a mark for each match. A click goes to the match. GUI thread.
class FoundMarks : public QWidget {
    Q_OBJECT

public:
    static constexpr int kWidth = 8;

    explicit FoundMarks(QWidget* parent);

    /// Positions between 0 (top) and 1 (bottom).
    void setPositions(std::vector<float> positions);
    const std::vector<float>& positions() const { return m_positions; }
    /// The position of the current match; negative for none.
    void setCurrent(float position);

Q_SIGNALS:
    /// The mark closest to a click, as an index into positions().
    void chosen(int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    int yOf(float position) const;

    std::vector<float> m_positions;
    float m_current = -1;
};

} // namespace duologue::ui
