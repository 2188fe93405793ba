// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QAbstractItemModel;
class QFont;

namespace duologue::ui {

/// Writes a whole table as a picture with a title and a caption, black on white: PNG, SVG or PDF by the
/// suffix. False if the file cannot be written or the suffix is unknown.
bool writeTablePicture(const QString& path, const QAbstractItemModel& table, const QString& title,
                       const QStringList& caption, const QFont& font);

} // namespace duologue::ui
