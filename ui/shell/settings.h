// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QVariant>
#include <optional>

namespace duologue::ui {

/// Where the window stands and how its parts lie, as Qt writes it.
struct WindowLayout {
    QByteArray geometry;
    QByteArray state;
    QByteArray center;
};

/// What the program remembers between starts, in the place where the desktop keeps settings (organization and
/// application name must be set). GUI thread.
class Settings {
public:
    QStringList recentPaths() const;
    /// Puts it first; the oldest go.
    void addRecentPath(const QString& path);
    void clearRecentPaths();

    /// As theme.h names it.
    QString appearance() const;
    void setAppearance(const QString& name);

    /// Families of the fonts in which English ("en") and Chinese ("zh") texts are read; empty: the standard.
    QString readingFamily(const QString& language) const;
    void setReadingFamily(const QString& language, const QString& family);

    /// Links that lead out of the opened folders are followed.
    bool followsLinks() const;
    void setFollowsLinks(bool follow);

    /// True once: afterwards the user knows that there is no Chinese font.
    bool takeFontHint();

    /// None where there is none, or where it is not what setWindowLayout() has written.
    std::optional<WindowLayout> windowLayout() const;
    void setWindowLayout(const WindowLayout& layout);

    static QString appearanceKey();
    static QString layoutKey();
    /// The layout that a stored value holds; none where it is damaged.
    static std::optional<WindowLayout> layoutIn(const QVariant& stored);
};

} // namespace duologue::ui
