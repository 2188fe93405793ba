// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace duologue::ui {

/// A combo box as wide as its current text, so that no text is cut; its list is as wide as the longest item.
class FittingBox : public QComboBox {
    Q_OBJECT

public:
    explicit FittingBox(QWidget* parent);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    void showPopup() override;
};

} // namespace duologue::ui
