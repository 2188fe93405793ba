// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace duologue::ui {

/// A bundled icon of one colour, resources/icons/tools/NAME.svg, in the text colour of the program's palette
/// at the time when it is drawn. Icons of a desktop's theme are missing under a bare window manager. GUI
/// thread.
QIcon toolIcon(const QString& name);

/// The icon of the program, in all sizes that desktops ask for.
QIcon programIcon();

} // namespace duologue::ui
