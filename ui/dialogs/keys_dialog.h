// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QMenuBar;

namespace duologue::ui {

/// All actions of the menus that have a key, by menu.
class KeysDialog : public QDialog {
    Q_OBJECT

public:
    KeysDialog(const QMenuBar& bar, QWidget* parent);
};

} // namespace duologue::ui
