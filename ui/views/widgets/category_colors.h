// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace duologue::ui {

/// Eight colours that people with any colour vision tell apart, by Okabe and Ito; they repeat after that, so
/// what they colour also has letters.
QColor categoryColor(int index);

/// Black or white, whichever is easier to read on the colour.
QColor textOn(const QColor& background);

} // namespace duologue::ui
