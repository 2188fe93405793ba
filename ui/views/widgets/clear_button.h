// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QLineEdit;

namespace duologue::ui {

/// Adds a clear button to the line. It is made when there is first something to clear, because loading its
/// icon takes longer than making the line. It appears at once; Qt's own button fades in over ten frames, each
/// of which repaints everything behind it. GUI thread.
void addClearButton(QLineEdit& line);

} // namespace duologue::ui
