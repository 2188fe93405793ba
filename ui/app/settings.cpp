// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/settings.h"
#include "core/remote/table_address.h"
#include "core/util/checksum.h"

#include <QCoreApplication>
#include <QDataStream>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QIODevice>
#include <QSettings>
#include <QStandardPaths>
#include <QStringList>
#include <QTimer>
#include <string_view>
#include <utility>

namespace duologue::ui {

namespace {

constexpr QLatin1String kLanguageKey("window/language");
QString familyKey(const QString& language)
{
    return QStringLiteral("reading/font_") + language;
}
constexpr QLatin1String kMarkdownKey("reading/markdown");
constexpr QLatin1String kPerspectiveKey("window/start_perspective");
constexpr QLatin1String kRestoreKey("session/restore");
constexpr QLatin1String kFollowKey("open/follow_links");
constexpr QLatin1String kNotifyKey("window/notify");
constexpr QLatin1String kThreadsKey("open/threads");
constexpr QLatin1String kCacheFolderKey("cache/folder");
constexpr QLatin1String kCacheSizeKey("cache/mebibytes");

/// A switch that is on unless the settings say something else.
bool isOn(const QString& key)
{
    const QVariant stored = storedSetting(key);
    return !stored.isValid() || stored.toBool();
}

/// The form in which a switch is stored: the default is nothing at all.
QVariant onOrOff(bool on, bool usually)
{
    return on == usually ? QVariant() : QVariant(on ? QStringLiteral("true") : QStringLiteral("false"));
}

QVariant textOrNothing(const QString& text)
{
    return text.isEmpty() ? QVariant() : QVariant(text);
}

int numberIn(const QString& key, int most, int usual)
{
    bool isNumber = false;
    const int number = storedSetting(key).toInt(&isNumber);
    return isNumber && number >= 0 && number <= most ? number : usual;
}

quint64 checksumOf(const QByteArray& bytes)
{
    return checksum(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

} // namespace

void Settings::change(const QString& key, const QVariant& value)
{
    if (storedSetting(key) == value)
        return;
    storeSetting(key, value);
    writeSettings();
    Q_EMIT changed();
}

QString Settings::appearance() const
{
    return storedSetting(appearanceKey()).toString();
}

QString Settings::language() const
{
    const QString stored = storedSetting(kLanguageKey).toString();
    return stored == QLatin1String("en") || stored == QLatin1String("zh_CN") ? stored : QString();
}

void Settings::setLanguage(const QString& language)
{
    change(kLanguageKey, textOrNothing(language));
}

QString Settings::readingFamily(const QString& language) const
{
    return storedSetting(familyKey(language)).toString();
}

void Settings::setReadingFamily(const QString& language, const QString& family)
{
    change(familyKey(language), textOrNothing(family));
}

bool Settings::rendersMarkdown() const
{
    const QVariant stored = storedSetting(kMarkdownKey);
    return !stored.isValid() || stored.toBool();
}

void Settings::setRendersMarkdown(bool render)
{
    change(kMarkdownKey, onOrOff(render, true));
}

QString Settings::startPerspective() const
{
    return storedSetting(kPerspectiveKey).toString();
}

void Settings::setStartPerspective(const QString& name)
{
    change(kPerspectiveKey, textOrNothing(name));
}

bool Settings::restoresSession() const
{
    return isOn(kRestoreKey);
}

void Settings::setRestoresSession(bool restore)
{
    change(kRestoreKey, onOrOff(restore, true));
}

bool Settings::followsLinks() const
{
    return storedSetting(kFollowKey).toBool();
}

void Settings::setFollowsLinks(bool follow)
{
    change(kFollowKey, onOrOff(follow, false));
}

bool Settings::notifies() const
{
    return isOn(kNotifyKey);
}

void Settings::setNotifies(bool notify)
{
    change(kNotifyKey, onOrOff(notify, true));
}

int Settings::threads() const
{
    return numberIn(kThreadsKey, kMostThreads, 0);
}

void Settings::setThreads(int threads)
{
    change(kThreadsKey, threads == 0 ? QVariant() : QVariant(QString::number(threads)));
}

QString Settings::cacheFolder() const
{
    return storedSetting(kCacheFolderKey).toString();
}

void Settings::setCacheFolder(const QString& folder)
{
    change(kCacheFolderKey, textOrNothing(folder));
}

int Settings::cacheMebibytes() const
{
    return numberIn(kCacheSizeKey, kMostCacheMebibytes, kUsualCacheMebibytes);
}

void Settings::setCacheMebibytes(int size)
{
    change(kCacheSizeKey, size == kUsualCacheMebibytes ? QVariant() : QVariant(QString::number(size)));
}

void Settings::reset()
{
    for (const QString& key : std::initializer_list<QString>{
             appearanceKey(), kLanguageKey, familyKey(QStringLiteral("en")), familyKey(QStringLiteral("zh")),
             kMarkdownKey, kPerspectiveKey, kRestoreKey, kFollowKey, kNotifyKey, kThreadsKey, kCacheFolderKey,
             kCacheSizeKey})
        storeSetting(key, {});
    writeSettings();
    Q_EMIT changed();
}

bool Settings::takeFontHint()
{
    const QString key = QStringLiteral("reading/font_hint");
    if (storedSetting(key).toBool())
        return false;
    storeSetting(key, true);
    return true;
}

std::optional<WindowLayout> Settings::windowLayout() const
{
    return layoutIn(storedSetting(layoutKey()));
}

/// The value has a checksum, because Qt does not check what it restores: one wrong byte could crash it.
std::optional<WindowLayout> Settings::layoutIn(const QVariant& stored)
{
    const QByteArray bytes = stored.toByteArray();
    QDataStream in(bytes);
    in.setVersion(QDataStream::Qt_6_0);
    quint64 sum = 0;
    in >> sum;
    if (in.status() != QDataStream::Ok || sum != checksumOf(bytes.sliced(sizeof(sum))))
        return std::nullopt;
    WindowLayout layout;
    // The second value was the state of an earlier window; its third one means nothing to the workbench.
    QByteArray earlier;
    in >> layout.geometry >> earlier >> layout.panels;
    return in.status() == QDataStream::Ok ? std::optional(layout) : std::nullopt;
}

void Settings::setWindowLayout(const WindowLayout& layout)
{
    QByteArray body;
    QDataStream out(&body, QIODevice::WriteOnly);
    out.setVersion(QDataStream::Qt_6_0);
    out << layout.geometry << QByteArray() << layout.panels;
    QByteArray bytes;
    QDataStream all(&bytes, QIODevice::WriteOnly);
    all.setVersion(QDataStream::Qt_6_0);
    all << checksumOf(body);
    bytes += body;
    storeSetting(layoutKey(), bytes);
    // Keys of earlier versions.
    for (const char* key : {"window/geometry", "window/state", "window/center"}) {
        if (storedSetting(QLatin1String(key)).isValid())
            storeSetting(QLatin1String(key), {});
    }
}

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

namespace {

constexpr QLatin1String kRecentKey("recent/paths");
constexpr QLatin1String kPinnedKey("recent/pinned");

/// The first of the list that are not empty, each once.
QStringList firstOf(QStringList paths)
{
    paths.removeAll(QString());
    paths.removeDuplicates();
    return paths.mid(0, RecentDatasets::kMost);
}

QStringList missingOf(const QStringList& paths, const Job& job)
{
    QStringList missing;
    for (const QString& path : paths) {
        // Nobody knows of a table until its server is asked.
        const bool isTable = isTableAddress(path.toStdString());
        if (!job.stopRequested() && !isTable && !QFileInfo::exists(path))
            missing << path;
    }
    return missing;
}

} // namespace

RecentDatasets::RecentDatasets(QObject* parent) : QObject(parent)
{
    load();
}

void RecentDatasets::load()
{
    const QStringList pinned = firstOf(storedSetting(kPinnedKey).toStringList());
    const QStringList recent = firstOf(storedSetting(kRecentKey).toStringList());
    m_entries.clear();
    for (const QString& path : pinned)
        m_entries.push_back({path, true, m_missing.contains(path)});
    for (const QString& path : recent) {
        if (!pinned.contains(path))
            m_entries.push_back({path, false, m_missing.contains(path)});
    }
}

void RecentDatasets::store(const QStringList& paths, const QStringList& pinned)
{
    storeSetting(kRecentKey, paths.isEmpty() ? QVariant() : QVariant(firstOf(paths)));
    storeSetting(kPinnedKey, pinned.isEmpty() ? QVariant() : QVariant(firstOf(pinned)));
    const auto before = std::exchange(m_entries, {});
    load();
    if (before != m_entries)
        Q_EMIT changed();
}

void RecentDatasets::add(const QString& path)
{
    // What was opened just now is taken to be there.
    m_missing.removeAll(path);
    QStringList paths = storedSetting(kRecentKey).toStringList();
    paths.removeAll(path);
    paths.prepend(path);
    store(paths, storedSetting(kPinnedKey).toStringList());
}

void RecentDatasets::setPinned(const QString& path, bool pinned)
{
    QStringList paths = storedSetting(kPinnedKey).toStringList();
    paths.removeAll(path);
    QStringList recent = storedSetting(kRecentKey).toStringList();
    if (pinned)
        paths.prepend(path);
    else if (!recent.contains(path))
        recent.prepend(path);
    store(recent, paths);
    writeSettings();
}

void RecentDatasets::remove(const QString& path)
{
    QStringList paths = storedSetting(kRecentKey).toStringList();
    QStringList pinned = storedSetting(kPinnedKey).toStringList();
    paths.removeAll(path);
    pinned.removeAll(path);
    store(paths, pinned);
    writeSettings();
}

void RecentDatasets::clear()
{
    store({}, storedSetting(kPinnedKey).toStringList());
    writeSettings();
}

void RecentDatasets::look()
{
    QStringList paths;
    for (const RecentDataset& entry : m_entries)
        paths << entry.path;
    m_look.run([paths](const Job& job) { return missingOf(paths, job); },
               [this](QStringList missing) {
                   m_missing = std::move(missing);
                   const auto before = std::exchange(m_entries, {});
                   load();
                   if (before != m_entries)
                       Q_EMIT changed();
               });
}

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
