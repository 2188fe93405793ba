// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/words/standard_icon.h"

#include <QApplication>
#include <QHash>
#include <QPointer>

namespace duologue::ui {

QIcon standardIcon(QStyle::StandardPixmap which)
{
    static QPointer<QStyle> style;
    static QString theme;
    static QHash<int, QIcon> known;
    if (style != QApplication::style() || theme != QIcon::themeName()) {
        style = QApplication::style();
        theme = QIcon::themeName();
        known.clear();
    }
    auto found = known.constFind(which);
    if (found == known.constEnd())
        found = known.insert(which, style->standardIcon(which));
    return *found;
}

} // namespace duologue::ui
