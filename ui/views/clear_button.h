// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace duologue::ui {

/// Gives the line the button that clears it, when there is something to clear for the first time: to read the
/// button's picture takes longer than to make the line, and the window has many.
inline void addClearButton(QLineEdit& line)
{
    QObject::connect(
        &line, &QLineEdit::textChanged, &line, [&line] { line.setClearButtonEnabled(true); },
        Qt::SingleShotConnection);
}

} // namespace duologue::ui
