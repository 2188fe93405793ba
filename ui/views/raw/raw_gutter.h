// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace duologue::ui {

class RawView;

/// The strip left of a raw record: line numbers and the arrows that fold objects and arrays.
class RawGutter : public QWidget {
    Q_OBJECT

public:
    explicit RawGutter(RawView& view);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    RawView& m_view;
};

} // namespace duologue::ui
