// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace duologue::ui {

/// One line of plain text, elided with "…" if there is no room.
class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent);

    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace duologue::ui
