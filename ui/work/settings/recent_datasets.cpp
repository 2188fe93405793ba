// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work/settings/recent_datasets.h"

#include "core/remote/table_address.h"
#include "ui/work/stored_settings.h"

#include <QFileInfo>
#include <utility>

namespace duologue::ui {

namespace {

QString recentKey()
{
    return QStringLiteral("recent/paths");
}

QString pinnedKey()
{
    return QStringLiteral("recent/pinned");
}

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
    const QStringList pinned = firstOf(storedSetting(pinnedKey()).toStringList());
    const QStringList recent = firstOf(storedSetting(recentKey()).toStringList());
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
    storeSetting(recentKey(), paths.isEmpty() ? QVariant() : QVariant(firstOf(paths)));
    storeSetting(pinnedKey(), pinned.isEmpty() ? QVariant() : QVariant(firstOf(pinned)));
    const auto before = std::exchange(m_entries, {});
    load();
    if (before != m_entries)
        Q_EMIT changed();
}

void RecentDatasets::add(const QString& path)
{
    // What was opened just now is taken to be there.
    m_missing.removeAll(path);
    QStringList paths = storedSetting(recentKey()).toStringList();
    paths.removeAll(path);
    paths.prepend(path);
    store(paths, storedSetting(pinnedKey()).toStringList());
}

void RecentDatasets::setPinned(const QString& path, bool pinned)
{
    QStringList paths = storedSetting(pinnedKey()).toStringList();
    paths.removeAll(path);
    QStringList recent = storedSetting(recentKey()).toStringList();
    if (pinned)
        paths.prepend(path);
    else if (!recent.contains(path))
        recent.prepend(path);
    store(recent, paths);
    writeSettings();
}

void RecentDatasets::remove(const QString& path)
{
    QStringList paths = storedSetting(recentKey()).toStringList();
    QStringList pinned = storedSetting(pinnedKey()).toStringList();
    paths.removeAll(path);
    pinned.removeAll(path);
    store(paths, pinned);
    writeSettings();
}

void RecentDatasets::clear()
{
    store({}, storedSetting(pinnedKey()).toStringList());
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

} // namespace duologue::ui
