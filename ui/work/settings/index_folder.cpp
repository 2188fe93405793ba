// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work/settings/index_folder.h"

#include "ui/work/settings/settings.h"

#include <QDir>
#include <QStandardPaths>

namespace duologue::ui {

bool hasFolderFor(const char* variable)
{
    return !qEnvironmentVariableIsEmpty(variable) || QDir::home().exists();
}

QString usualIndexFolder()
{
    const QString cache = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation);
    return cache.isEmpty() || !hasFolderFor("XDG_CACHE_HOME")
               ? QString()
               : QDir(cache).filePath(QStringLiteral("duologue/index"));
}

QString indexFolder(const Settings& settings)
{
    const QString chosen = settings.cacheFolder();
    return chosen.isEmpty() ? usualIndexFolder() : QDir(chosen).filePath(QStringLiteral("duologue-index"));
}

} // namespace duologue::ui
