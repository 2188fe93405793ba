// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace duologue::ui {

/// One line of text as it stands, cut short with "…" where there is no room; the whole of it as a tool tip.
class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent);

    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace duologue::ui
