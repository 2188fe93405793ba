// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/settings.h"

#include "core/base/checksum.h"
#include "ui/work/stored_settings.h"

#include <QDataStream>
#include <QIODevice>
#include <string_view>

namespace duologue::ui {

namespace {

constexpr int kRecentKept = 10;

QString recentKey()
{
    return QStringLiteral("recent/paths");
}
QString followKey()
{
    return QStringLiteral("open/follow_links");
}

QString sessionKey()
{
    return QStringLiteral("session/restore");
}

quint64 checksumOf(const QByteArray& bytes)
{
    return checksum(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

} // namespace

QStringList Settings::recentPaths() const
{
    return storedSetting(recentKey()).toStringList().mid(0, kRecentKept);
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
    writeSettings();
}

QString Settings::appearance() const
{
    return storedSetting(appearanceKey()).toString();
}

void Settings::setAppearance(const QString& name)
{
    storeSetting(appearanceKey(), name);
    writeSettings();
}

QString Settings::readingFamily(const QString& language) const
{
    return storedSetting(QStringLiteral("reading/font_") + language).toString();
}

void Settings::setReadingFamily(const QString& language, const QString& family)
{
    storeSetting(QStringLiteral("reading/font_") + language, family);
    writeSettings();
}

bool Settings::followsLinks() const
{
    return storedSetting(followKey()).toBool();
}

void Settings::setFollowsLinks(bool follow)
{
    storeSetting(followKey(), follow);
    writeSettings();
}

bool Settings::restoresSession() const
{
    const QVariant stored = storedSetting(sessionKey());
    return !stored.isValid() || stored.toBool();
}

void Settings::setRestoresSession(bool restore)
{
    storeSetting(sessionKey(), restore ? QVariant() : QVariant(QStringLiteral("false")));
    writeSettings();
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
