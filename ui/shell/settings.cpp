// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/settings.h"

#include "ui/work/stored_settings.h"

#include <QSettings>

namespace duologue::ui {

namespace {

constexpr int kRecentKept = 10;

QString recentKey()
{
    return QStringLiteral("recent/paths");
}
QString geometryKey()
{
    return QStringLiteral("window/geometry");
}
QString stateKey()
{
    return QStringLiteral("window/state");
}
QString appearanceKey()
{
    return QStringLiteral("window/appearance");
}
QString centerKey()
{
    return QStringLiteral("window/center");
}

} // namespace

QStringList Settings::recentPaths() const
{
    return storedSetting(recentKey()).toStringList();
}

void Settings::addRecentPath(const QString& path)
{
    QStringList paths = recentPaths();
    paths.removeAll(path);
    paths.prepend(path);
    storeSetting(recentKey(), paths.mid(0, kRecentKept));
}

void Settings::clearRecentPaths()
{
    storeSetting(recentKey(), {});
}

QString Settings::appearance() const
{
    return storedSetting(appearanceKey()).toString();
}

void Settings::setAppearance(const QString& name)
{
    storeSetting(appearanceKey(), name);
}

QString Settings::readingFamily(const QString& language) const
{
    return storedSetting(QStringLiteral("reading/font_") + language).toString();
}

void Settings::setReadingFamily(const QString& language, const QString& family)
{
    storeSetting(QStringLiteral("reading/font_") + language, family);
}

bool Settings::takeFontHint()
{
    const QString key = QStringLiteral("reading/font_hint");
    if (storedSetting(key).toBool())
        return false;
    storeSetting(key, true);
    return true;
}

QByteArray Settings::windowGeometry() const
{
    return storedSetting(geometryKey()).toByteArray();
}

QByteArray Settings::windowState() const
{
    return storedSetting(stateKey()).toByteArray();
}

QByteArray Settings::centerState() const
{
    return storedSetting(centerKey()).toByteArray();
}

void Settings::setWindow(const QByteArray& geometry, const QByteArray& state, const QByteArray& center)
{
    // At the end of the program, where nobody waits: all of it in one write.
    QSettings settings;
    settings.setValue(geometryKey(), geometry);
    settings.setValue(stateKey(), state);
    settings.setValue(centerKey(), center);
}

} // namespace duologue::ui
