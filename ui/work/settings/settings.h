// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QVariant>
#include <optional>

namespace duologue::ui {

/// The geometry of the window, as Qt writes it, and the arrangements of its panels (Workbench::saveAll()).
struct WindowLayout {
    QByteArray geometry;
    QByteArray panels;
};

/// What the user has chosen, in the settings of the program (see stored_settings.h). A value that is missing
/// or out of range is the default. All objects of this class have the same values. GUI thread.
class Settings : public QObject {
    Q_OBJECT

public:
    static constexpr int kMostThreads = 1024;
    static constexpr int kMostCacheMebibytes = 1 << 20;
    static constexpr int kUsualCacheMebibytes = 1024;

    using QObject::QObject;

    /// A name of theme.h.
    QString appearance() const;
    void setAppearance(const QString& name);

    /// The language of the window, "en" or "zh_CN"; empty for that of the desktop.
    QString language() const;
    void setLanguage(const QString& language);

    /// The font family for English ("en") or Chinese ("zh") texts; empty for the default.
    QString readingFamily(const QString& language) const;
    void setReadingFamily(const QString& language, const QString& family);

    /// Whether the Markdown of messages is rendered. The window's own action sets the same.
    bool rendersMarkdown() const;
    void setRendersMarkdown(bool render);

    /// The name of the perspective in which the program starts (perspective.h); empty for the last one.
    QString startPerspective() const;
    void setStartPerspective(const QString& name);

    /// Whether what was open comes back at the next start.
    bool restoresSession() const;
    void setRestoresSession(bool restore);

    /// Whether links out of the opened folders are followed.
    bool followsLinks() const;
    void setFollowsLinks(bool follow);

    /// Whether the desktop tells when long work has ended behind other windows.
    bool notifies() const;
    void setNotifies(bool notify);

    /// The most threads that work at once; 0 for one on each core.
    int threads() const;
    void setThreads(int threads);

    /// The folder for indexes of datasets; empty for that of the desktop.
    QString cacheFolder() const;
    void setCacheFolder(const QString& folder);
    /// How large all indexes together may be; 0 for no indexes.
    int cacheMebibytes() const;
    void setCacheMebibytes(int size);

    /// Sets all of the above back to their defaults.
    void reset();

    /// True the first time: the hint that no Chinese font is installed is shown once.
    bool takeFontHint();

    /// Empty if there is none or if it is damaged.
    std::optional<WindowLayout> windowLayout() const;
    void setWindowLayout(const WindowLayout& layout);

    static QString appearanceKey();
    static QString layoutKey();
    /// Reads a stored value; empty if it is damaged.
    static std::optional<WindowLayout> layoutIn(const QVariant& stored);

Q_SIGNALS:
    /// One of them was set by this object. What depends on them compares, and does nothing if its own is the
    /// same.
    void changed();

private:
    void change(const QString& key, const QVariant& value);
};

} // namespace duologue::ui
