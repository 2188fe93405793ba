// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QLineEdit;

namespace duologue::ui {

/// Adds a clear button to `line` when the line gets its first text: loading the icon takes longer than
/// making the line, and the window has many lines. The button shows and hides at once. Qt's own fades in ten
/// frames, each of which repaints all that lies behind it. GUI thread.
void addClearButton(QLineEdit& line);

} // namespace duologue::ui
