// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QApplication;

namespace duologue::ui {

enum class Appearance { System, Light, Dark };

/// The name in the settings: "system", "light" or "dark". Any other name is System.
Appearance appearanceOf(const QString& name);
QString nameOf(Appearance appearance);

/// Sets the style and the colours of the whole program; System restores those of the desktop. Adds Chinese
/// font families. Call it at the start and whenever the setting changes; widgets get QEvent::PaletteChange.
void applyTheme(QApplication& application, Appearance appearance);

} // namespace duologue::ui
