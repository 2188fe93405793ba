// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work/stored_settings.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QSettings>
#include <QTimer>

namespace duologue::ui {

namespace {

QHash<QString, QVariant>& unwrittenSettings()
{
    static QHash<QString, QVariant> settings;
    return settings;
}

/// Writes soon, and once for several changes: a program that is killed must not lose them.
void writeSoon()
{
    constexpr int kDelayMs = 1000;
    static bool isWaiting = false;
    if (isWaiting || QCoreApplication::instance() == nullptr)
        return;
    isWaiting = true;
    QTimer::singleShot(kDelayMs, QCoreApplication::instance(), [] {
        isWaiting = false;
        writeSettings();
    });
}

} // namespace

QVariant storedSetting(const QString& key)
{
    const auto found = unwrittenSettings().constFind(key);
    return found != unwrittenSettings().constEnd() ? *found : QSettings().value(key);
}

void storeSetting(const QString& key, const QVariant& value)
{
    unwrittenSettings().insert(key, value);
    writeSoon();
}

void writeSettings()
{
    if (unwrittenSettings().isEmpty())
        return;
    changeSettings([](QSettings& settings) {
        for (auto it = unwrittenSettings().cbegin(); it != unwrittenSettings().cend(); ++it) {
            if (it.value().isValid())
                settings.setValue(it.key(), it.value());
            else
                settings.remove(it.key());
        }
    });
    unwrittenSettings().clear();
}

void changeSettings(const std::function<void(QSettings&)>& change)
{
    QSettings settings;
    keepPrivate(settings.fileName());
    change(settings);
    settings.sync();
}

void keepPrivate(const QString& path)
{
    constexpr QFile::Permissions kOwnerAlone = QFile::ReadOwner | QFile::WriteOwner;
    QFile file(path);
    if (!file.exists()) {
        QDir().mkpath(QFileInfo(path).path());
        file.open(QIODevice::NewOnly, kOwnerAlone);
        return;
    }
    constexpr QFile::Permissions kOthers = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup |
                                           QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
    if ((file.permissions() & kOthers) != 0)
        file.setPermissions(kOwnerAlone);
}

} // namespace duologue::ui
