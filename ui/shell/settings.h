// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QVariant>
#include <optional>

namespace duologue::ui {

/// The geometry of the window, as Qt writes it, and the arrangements of its panels (Workbench::saveAll()).
struct WindowLayout {
    QByteArray geometry;
    QByteArray panels;
};

/// The settings of the program (see stored_settings.h). GUI thread.
class Settings {
public:
    QStringList recentPaths() const;
    /// Puts it first and removes the oldest.
    void addRecentPath(const QString& path);
    void clearRecentPaths();

    /// A name of theme.h.
    QString appearance() const;
    void setAppearance(const QString& name);

    /// The font family for English ("en") or Chinese ("zh") texts; empty for the default.
    QString readingFamily(const QString& language) const;
    void setReadingFamily(const QString& language, const QString& family);

    /// Whether links out of the opened folders are followed.
    bool followsLinks() const;
    void setFollowsLinks(bool follow);

    /// Whether what was open comes back at the next start.
    bool restoresSession() const;
    void setRestoresSession(bool restore);

    /// True the first time: the hint that no Chinese font is installed is shown once.
    bool takeFontHint();

    /// Empty if there is none or if it is damaged.
    std::optional<WindowLayout> windowLayout() const;
    void setWindowLayout(const WindowLayout& layout);

    static QString appearanceKey();
    static QString layoutKey();
    /// Reads a stored value; empty if it is damaged.
    static std::optional<WindowLayout> layoutIn(const QVariant& stored);
};

} // namespace duologue::ui
