// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/settings_check.h"
#include "ui/app/query_memory.h"
#include "ui/app/settings.h"
#include "ui/app/workspace.h"
#include "ui/widgets/theme.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>
#include <algorithm>
#include <filesystem>
#include <system_error>

namespace duologue::ui {

namespace {

namespace fs = std::filesystem;

/// More than any settings need: ten paths, fifty queries of ten thousand characters, and saved queries.
constexpr qint64 kLargestFile = qint64{8} << 20U;
constexpr qsizetype kMostItems = 1000;
constexpr qsizetype kMostBytes = qsizetype{1} << 20U;

constexpr QFileDevice::Permissions kOwnerAlone = QFileDevice::ReadOwner | QFileDevice::WriteOwner;

/// True if a value or list item begins like a QVariant in binary form. The program never writes one, and
/// QSettings may crash on a damaged one while it reads the file.
bool beginsBinary(QByteArrayView item)
{
    if (item.startsWith('"'))
        item = item.sliced(1);
    // QSettings writes a leading '@' of a text as "@@", never as an escape.
    if (item.startsWith("\\x") || item.startsWith("\\0") || item.startsWith("\\1")) {
        qsizetype at = item.startsWith("\\x") ? 2 : 1;
        while (at < item.size() && item[at] == '0')
            ++at;
        return item.sliced(at).startsWith(item.startsWith("\\x") ? "40" : "100");
    }
    return item.startsWith("@Variant(") || item.startsWith("@DateTime(");
}

bool holdsBinary(QByteArrayView bytes)
{
    bool inValue = false;
    bool inQuotes = false;
    bool beginsItem = false;
    for (qsizetype at = 0; at < bytes.size(); ++at) {
        const char c = bytes[at];
        if (c == '\n' && !inQuotes) {
            inValue = beginsItem = false;
            continue;
        }
        if (!inValue) {
            inValue = beginsItem = c == '=';
            continue;
        }
        if (beginsItem && c != ' ') {
            if (beginsBinary(bytes.sliced(at)))
                return true;
            beginsItem = false;
        }
        if (c == '\\')
            ++at;
        else if (c == '"')
            inQuotes = !inQuotes;
        else if (c == ',' && !inQuotes)
            beginsItem = true;
    }
    return false;
}

/// False if the file could crash QSettings.
bool isReadable(const QString& path)
{
    QFile file(path);
    if (!QFileInfo(path).isFile() || file.size() > kLargestFile)
        return false;
    // Missing permission is not damage: QSettings then finds nothing in the file.
    if (!file.open(QIODevice::ReadOnly))
        return true;
    const QByteArray bytes = file.readAll();
    return !bytes.contains('\0') && !holdsBinary(bytes);
}

bool isValidText(const QString& text)
{
    return text.size() <= QueryMemory::kLongestText && !text.contains(QChar(u'\0'));
}

/// True if the program may have written this value, by type and size.
bool isValidSetting(const QString& key, const QVariant& value)
{
    if (key == Settings::appearanceKey())
        return value.typeId() == QMetaType::QString &&
               nameOf(appearanceOf(value.toString())) == value.toString();
    if (key == Settings::layoutKey())
        return Settings::layoutIn(value).has_value();
    if (key == QueryMemory::savedCountKey()) {
        bool isNumber = false;
        const int count = value.toInt(&isNumber);
        return isNumber && count >= 0 && count <= QueryMemory::kMostSaved;
    }
    switch (value.typeId()) {
    case QMetaType::QString:
        return isValidText(value.toString());
    case QMetaType::QStringList: {
        const QStringList items = value.toStringList();
        return items.size() <= kMostItems && std::all_of(items.begin(), items.end(), isValidText);
    }
    case QMetaType::QByteArray:
        return value.toByteArray().size() <= kMostBytes;
    case QMetaType::UnknownType:
    // Of this run: QSettings reads its file again only if it sees that the file has changed.
    case QMetaType::Bool:
    case QMetaType::Int:
    case QMetaType::Double:
        return true;
    default:
        return false;
    }
}

QString oldFileOf(const QString& path)
{
    return path + QStringLiteral(".damaged");
}

void moveAside(const QString& path)
{
    std::error_code error;
    const fs::path from = QFile::encodeName(path).toStdString();
    fs::rename(from, QFile::encodeName(oldFileOf(path)).toStdString(), error);
    // If it cannot be moved it is deleted: the program has to start.
    if (error)
        fs::remove(from, error);
    QFile::setPermissions(oldFileOf(path), kOwnerAlone);
}

void keepCopy(const QString& path)
{
    QFile::remove(oldFileOf(path));
    QFile::copy(path, oldFileOf(path));
    QFile::setPermissions(oldFileOf(path), kOwnerAlone);
}

/// @return whether something was damaged
bool repair(const QString& path)
{
    if (!QFileInfo::exists(path))
        return false;
    if (!isReadable(path)) {
        moveAside(path);
        return true;
    }
    QSettings settings;
    settings.setFallbacksEnabled(false);
    // QSettings parses the whole file only now.
    const QStringList keys = settings.allKeys();
    if (settings.status() == QSettings::FormatError) {
        keepCopy(path);
        settings.clear();
        return true;
    }
    QStringList damaged;
    for (const QString& key : keys) {
        if (!isValidSetting(key, settings.value(key)))
            damaged << key;
    }
    if (damaged.isEmpty())
        return false;
    keepCopy(path);
    for (const QString& key : damaged)
        settings.remove(key);
    return true;
}

} // namespace

QString settingsFile()
{
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation));
    return folder.filePath(QCoreApplication::organizationName() + QLatin1Char('/') +
                           QCoreApplication::applicationName() + QStringLiteral(".conf"));
}

std::optional<QString> repairSettings()
{
    const QString path = settingsFile();
    const bool wasDamaged = repair(path);
    keepPrivate(path);
    return wasDamaged ? std::optional(oldFileOf(path)) : std::nullopt;
}

void reportDamagedSettings(Workspace& workspace, const QString& oldFile)
{
    workspace.report(
        QCoreApplication::translate("Settings", "The settings file was damaged:"),
        QCoreApplication::translate("Settings", "damaged values were reset. The old file is kept as %1.")
            .arg(QDir::toNativeSeparators(oldFile)));
}

} // namespace duologue::ui
