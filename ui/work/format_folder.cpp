// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work/format_folder.h"

#include <QDir>
#include <QStandardPaths>

namespace duologue::ui {

QString userFormatFolder()
{
    const QString settings = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
    return QDir(settings).filePath(QStringLiteral("duologue/formats"));
}

} // namespace duologue::ui
