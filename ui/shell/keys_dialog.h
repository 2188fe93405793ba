// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace duologue::ui {

/// Every action of a window that has a key, with the key: made from the actions themselves.
class KeysDialog : public QDialog {
    Q_OBJECT

public:
    explicit KeysDialog(QWidget& window);
};

} // namespace duologue::ui
