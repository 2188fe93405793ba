// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QApplication;

namespace duologue::ui {

/// Fonts with Chinese families for the whole program. Call once, before the first widget.
void applyTheme(QApplication& application);

} // namespace duologue::ui
