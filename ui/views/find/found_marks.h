// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

namespace duologue::ui {

/// A narrow strip beside a scroll bar with a mark for each hit. A click chooses the nearest hit. GUI thread.
class FoundMarks : public QWidget {
    Q_OBJECT

public:
    static constexpr int kWidth = 8;

    explicit FoundMarks(QWidget* parent);

    /// Positions of the hits, from 0 (top) to 1.
    void setPlaces(std::vector<float> places);
    const std::vector<float>& places() const { return m_places; }
    /// The position of the current hit; negative for none.
    void setCurrent(float place);

Q_SIGNALS:
    /// The hit nearest to a click, as an index into places().
    void chosen(int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    int yOf(float place) const;

    std::vector<float> m_places;
    float m_current = -1;
};

} // namespace duologue::ui
