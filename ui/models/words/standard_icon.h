// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QStyle>

namespace duologue::ui {

/// The application style's picture, which the style itself would look for anew for every row that is painted.
/// GUI thread.
QIcon standardIcon(QStyle::StandardPixmap which);

} // namespace duologue::ui
