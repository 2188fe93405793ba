// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work/source_watch.h"

#include "core/io/unpacked_file.h"

#include <QFile>
#include <QGuiApplication>
#include <QSet>

namespace duologue::ui {

namespace {

/// The limit of watched paths: they are a resource that all programs of a user share.
constexpr int kMostWatched = 400;
/// In milliseconds: files are usually written in many pieces.
constexpr int kRest = 400;
constexpr qsizetype kWatchedInATurn = 40;

/// The paths to watch, the most useful first, without duplicates.
class WatchList {
public:
    void add(const QString& path)
    {
        if (!isFull() && !m_known.contains(path)) {
            m_known.insert(path);
            m_paths << path;
        }
    }
    bool contains(const QString& path) const { return m_known.contains(path); }
    bool isFull() const { return m_paths.size() >= kMostWatched; }
    const QStringList& paths() const { return m_paths; }

private:
    QStringList m_paths;
    QSet<QString> m_known;
};

/// The path of the file or of its archive; empty for a file that is not read.
std::string_view pathOnDisk(const SourceFile& file)
{
    if (file.packed)
        return file.packed->path;
    return file.skipReason.empty() ? std::string_view(file.path) : std::string_view();
}

QString qtPath(std::string_view path)
{
    return QFile::decodeName(QByteArray(path.data(), static_cast<int>(path.size())));
}

void addFolders(WatchList& list, const Snapshot& snapshot)
{
    std::string_view before;
    for (std::size_t i = 0; i < snapshot.files.size() && !list.isFull(); ++i) {
        const std::string_view path = pathOnDisk(snapshot.files[i]);
        const std::string_view folder = path.substr(0, std::min(path.rfind('/'), path.size()));
        // The files of a folder are adjacent.
        if (folder != before && folder.size() < path.size())
            list.add(qtPath(folder));
        before = folder;
    }
}

void addFiles(WatchList& list, const Snapshot& snapshot)
{
    for (std::size_t i = 0; i < snapshot.files.size() && !list.isFull(); ++i) {
        if (const std::string_view path = pathOnDisk(snapshot.files[i]); !path.empty())
            list.add(qtPath(path));
    }
}

} // namespace

SourceWatch::SourceWatch(QObject* parent) : QObject(parent)
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(kRest);
    // Not restarted by each change: a file that grows all the time would never be read.
    const auto hear = [this] {
        if (!m_rest.isActive())
            m_rest.start();
    };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, hear);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, hear);
    connect(&m_rest, &QTimer::timeout, this, &SourceWatch::changed);
    m_more.setSingleShot(true);
    m_more.setInterval(0);
    connect(&m_more, &QTimer::timeout, this, &SourceWatch::watchMore);
    if (auto* application = qobject_cast<QGuiApplication*>(QCoreApplication::instance()))
        connect(application, &QGuiApplication::applicationStateChanged, this,
                [this](Qt::ApplicationState state) {
                    if (state == Qt::ApplicationActive)
                        Q_EMIT returned();
                });
}

void SourceWatch::watch(const QStringList& paths, const Snapshot& snapshot)
{
    WatchList list;
    for (const QString& path : paths)
        list.add(path);
    addFolders(list, snapshot);
    addFiles(list, snapshot);
    QStringList gone;
    QSet<QString> watched;
    for (const QString& path : m_watcher.directories() + m_watcher.files()) {
        watched.insert(path);
        if (!list.contains(path))
            gone << path;
    }
    QStringList fresh;
    for (const QString& path : list.paths()) {
        if (!watched.contains(path))
            fresh << path;
    }
    if (!gone.isEmpty())
        m_watcher.removePaths(gone);
    m_unwatched = fresh;
    // Deferred, so that the rows are painted first.
    m_more.start();
}

/// Watches a few paths per iteration of the event loop, because each needs a system call.
void SourceWatch::watchMore()
{
    if (m_unwatched.isEmpty())
        return;
    m_watcher.addPaths(m_unwatched.mid(0, kWatchedInATurn));
    m_unwatched = m_unwatched.mid(kWatchedInATurn);
    m_more.start();
}

} // namespace duologue::ui
