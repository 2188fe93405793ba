// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QLineEdit;

namespace duologue::ui {

/// Gives the line the button that clears it, when there is something to clear for the first time: to read the
/// button's picture takes longer than to make the line, and the window has many. It comes and goes at once;
/// Qt's own fades in ten frames, for each of which all that lies behind it is painted anew. GUI thread.
void addClearButton(QLineEdit& line);

} // namespace duologue::ui
