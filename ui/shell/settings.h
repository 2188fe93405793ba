// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace duologue::ui {

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

    /// True once: afterwards the user knows that there is no Chinese font.
    bool takeFontHint();

    QByteArray windowGeometry() const;
    QByteArray windowState() const;
    QByteArray centerState() const;
    void setWindow(const QByteArray& geometry, const QByteArray& state, const QByteArray& center);
};

} // namespace duologue::ui
