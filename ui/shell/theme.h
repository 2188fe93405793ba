// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QApplication;

namespace duologue::ui {

enum class Appearance { System, Light, Dark };

/// "system", "light", "dark": as settings keep it. Anything else is System.
Appearance appearanceOf(const QString& name);
QString nameOf(Appearance appearance);

/// Colours for the whole program; System gives back those that the desktop set. Fonts get Chinese families.
/// Call at the start and whenever the choice changes; widgets hear of it by QEvent::PaletteChange.
void applyTheme(QApplication& application, Appearance appearance);

} // namespace duologue::ui
