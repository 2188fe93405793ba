// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work/settings/settings.h"

#include "core/util/checksum.h"
#include "ui/work/stored_settings.h"

#include <QDataStream>
#include <QIODevice>
#include <QStringList>
#include <string_view>

namespace duologue::ui {

namespace {

QString languageKey()
{
    return QStringLiteral("window/language");
}
QString familyKey(const QString& language)
{
    return QStringLiteral("reading/font_") + language;
}
QString markdownKey()
{
    return QStringLiteral("reading/markdown");
}
QString perspectiveKey()
{
    return QStringLiteral("window/start_perspective");
}
QString restoreKey()
{
    return QStringLiteral("session/restore");
}
QString followKey()
{
    return QStringLiteral("open/follow_links");
}
QString notifyKey()
{
    return QStringLiteral("window/notify");
}
QString threadsKey()
{
    return QStringLiteral("open/threads");
}
QString cacheFolderKey()
{
    return QStringLiteral("cache/folder");
}
QString cacheSizeKey()
{
    return QStringLiteral("cache/mebibytes");
}

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

void Settings::setAppearance(const QString& name)
{
    change(appearanceKey(), name);
}

QString Settings::language() const
{
    const QString stored = storedSetting(languageKey()).toString();
    return stored == QLatin1String("en") || stored == QLatin1String("zh_CN") ? stored : QString();
}

void Settings::setLanguage(const QString& language)
{
    change(languageKey(), textOrNothing(language));
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
    const QVariant stored = storedSetting(markdownKey());
    return !stored.isValid() || stored.toBool();
}

void Settings::setRendersMarkdown(bool render)
{
    change(markdownKey(), onOrOff(render, true));
}

QString Settings::startPerspective() const
{
    return storedSetting(perspectiveKey()).toString();
}

void Settings::setStartPerspective(const QString& name)
{
    change(perspectiveKey(), textOrNothing(name));
}

bool Settings::restoresSession() const
{
    return isOn(restoreKey());
}

void Settings::setRestoresSession(bool restore)
{
    change(restoreKey(), onOrOff(restore, true));
}

bool Settings::followsLinks() const
{
    return storedSetting(followKey()).toBool();
}

void Settings::setFollowsLinks(bool follow)
{
    change(followKey(), onOrOff(follow, false));
}

bool Settings::notifies() const
{
    return isOn(notifyKey());
}

void Settings::setNotifies(bool notify)
{
    change(notifyKey(), onOrOff(notify, true));
}

int Settings::threads() const
{
    return numberIn(threadsKey(), kMostThreads, 0);
}

void Settings::setThreads(int threads)
{
    change(threadsKey(), threads == 0 ? QVariant() : QVariant(QString::number(threads)));
}

QString Settings::cacheFolder() const
{
    return storedSetting(cacheFolderKey()).toString();
}

void Settings::setCacheFolder(const QString& folder)
{
    change(cacheFolderKey(), textOrNothing(folder));
}

int Settings::cacheMebibytes() const
{
    return numberIn(cacheSizeKey(), kMostCacheMebibytes, kUsualCacheMebibytes);
}

void Settings::setCacheMebibytes(int size)
{
    change(cacheSizeKey(), size == kUsualCacheMebibytes ? QVariant() : QVariant(QString::number(size)));
}

void Settings::reset()
{
    for (const QString& key : {appearanceKey(), languageKey(), familyKey(QStringLiteral("en")),
                               familyKey(QStringLiteral("zh")), markdownKey(), perspectiveKey(), restoreKey(),
                               followKey(), notifyKey(), threadsKey(), cacheFolderKey(), cacheSizeKey()})
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

QString Settings::appearanceKey()
{
    return QStringLiteral("window/appearance");
}

QString Settings::layoutKey()
{
    return QStringLiteral("window/layout");
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

} // namespace duologue::ui
