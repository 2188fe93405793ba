// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/start/sample_dataset.h"

#include <QCoreApplication>
#include <QDir>

namespace duologue::ui {

QString sampleDatasetPath()
{
    const QDir program(QCoreApplication::applicationDirPath());
    for (const QString& path : {program.filePath(QStringLiteral("../share/duologue/sample")),
                                QStringLiteral(DUOLOGUE_SAMPLE_DIR)}) {
        if (!path.isEmpty() && QDir(path).exists())
            return QDir::cleanPath(path);
    }
    return {};
}

} // namespace duologue::ui
