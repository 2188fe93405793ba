// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace duologue::ui {

/// A value on a short scale as filled and empty dots: 2 of 2 is two filled, 0 of 2 two empty ones.
class StepMarks : public QWidget {
    Q_OBJECT

public:
    explicit StepMarks(QWidget* parent);

    void setValue(double value, int most);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double dot() const;

    double m_value = 0;
    int m_most = 0;
};

} // namespace duologue::ui
