// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAbstractItemModel;
class QFont;

namespace duologue::ui {

/// Writes a whole table as a picture, black on white under its title: PNG, SVG or PDF by the name's suffix.
/// False where the file cannot be written or the suffix is another.
bool writeTablePicture(const QString& path, const QAbstractItemModel& table, const QString& title,
                       const QFont& font);

} // namespace duologue::ui
