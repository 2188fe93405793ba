// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/app/tasks.h"

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QVariant>
#include <functional>
#include <optional>
#include <vector>

class QSettings;

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
    void setAppearance(const QString& name) { change(appearanceKey(), name); }

    /// The language of the window, "en" or "zh_CN"; empty for that of the desktop.
    QString language() const;
    void setLanguage(const QString& language);

    /// The font family for English ("en") or Chinese ("zh") texts; empty for the default.
    QString readingFamily(const QString& language) const;
    void setReadingFamily(const QString& language, const QString& family);

    /// Whether the Markdown of messages is rendered. The window's own action sets the same.
    bool rendersMarkdown() const;
    void setRendersMarkdown(bool render);

    /// The name of the perspective in which the program starts ; empty for the last one.
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

    static QString appearanceKey() { return QStringLiteral("window/appearance"); }
    static QString layoutKey() { return QStringLiteral("window/layout"); }
    /// Reads a stored value; empty if it is damaged.
    static std::optional<WindowLayout> layoutIn(const QVariant& stored);

Q_SIGNALS:
    /// One of them was set by this object. What depends on them compares, and does nothing if its own is the
    /// same.
    void changed();

private:
    void change(const QString& key, const QVariant& value);
};

// The settings of the program, where the desktop keeps them (organization and application name must be set).
// GUI thread.

/// The value of a key, written or not; invalid if there is none.
QVariant storedSetting(const QString& key);

/// Sets a value; an invalid value removes the key. The file is written a second later, for several changes at
/// once, because a disk may take long to confirm that they are safe.
void storeSetting(const QString& key, const QVariant& value);

/// Writes now what is not written yet: when the program ends, and after a change that the user would not want
/// to lose in a crash.
void writeSettings();

/// Changes and writes settings directly.
///
/// This is the only way to write the file. It contains queries and paths, so only its owner may read it (mode
/// 0600), whatever its mode was before.
void changeSettings(const std::function<void(QSettings&)>& change);

/// Sets the mode of the settings file, and creates the file if it does not exist: a file that Qt writes takes
/// over the mode of the one that it replaces.
void keepPrivate(const QString& path);

/// A file or folder that was opened.
struct RecentDataset {
    QString path;
    bool isPinned = false;
    /// There is nothing at the path now, as far as is known.
    bool isMissing = false;

    bool operator==(const RecentDataset&) const = default;
};

/// The datasets that were opened last, and those that the user has pinned, kept in the settings. A worker
/// looks which are there, because asking a disk that does not answer takes forever. GUI thread.
class RecentDatasets : public QObject {
    Q_OBJECT

public:
    /// Of each kind, so many are kept.
    static constexpr int kMost = 10;

    explicit RecentDatasets(QObject* parent = nullptr);

    /// The pinned ones, then the others, each with the latest first.
    const std::vector<RecentDataset>& entries() const { return m_entries; }
    /// Puts it first and removes the oldest.
    void add(const QString& path);
    void setPinned(const QString& path, bool pinned);
    /// Whether it is there or not, pinned or not.
    void remove(const QString& path);
    /// Pinned ones stay.
    void clear();
    /// Looks again which are missing; changed() follows if that is not what is known.
    void look();

Q_SIGNALS:
    void changed();

private:
    void load();
    void store(const QStringList& paths, const QStringList& pinned);

    std::vector<RecentDataset> m_entries;
    QStringList m_missing;
    LatestTask<QStringList> m_look;
};

/// Where the desktop wants indexes of datasets (LoadOptions::cacheFolder); empty if the user has no home.
QString usualIndexFolder();

/// Where they are by the settings. In a folder that the user has chosen, they have one of their own, because
/// they must be the user's alone.
QString indexFolder(const Settings& settings);

/// The desktop keeps files in the folder that `variable` names, or in the user's home. A missing home is not
/// created: then nothing is kept.
bool hasFolderFor(const char* variable);

} // namespace duologue::ui
