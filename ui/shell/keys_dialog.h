// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace duologue::ui {

/// The table of all actions of the window that have a shortcut.
class KeysDialog : public QDialog {
    Q_OBJECT

public:
    explicit KeysDialog(QWidget& window);
};

} // namespace duologue::ui
