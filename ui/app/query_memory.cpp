// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/query_memory.h"
#include "ui/app/settings.h"

#include <QSettings>
#include <algorithm>

namespace duologue::ui {

constexpr int kHistoryKept = 50;
/// Longer queries are lists made by other programs: fifty of them would make the settings large.
constexpr qsizetype kLongestKept = 10'000;
/// A query that stays this long, in milliseconds, enters the history.
constexpr int kSettled = 2000;

constexpr QLatin1String kHistoryKey("queries/history");
constexpr QLatin1String kSavedKey("queries/saved");
constexpr QLatin1String kNameKey("name");
constexpr QLatin1String kTextKey("text");

QString QueryMemory::savedCountKey()
{
    return kSavedKey + QStringLiteral("/size");
}

QueryMemory::QueryMemory(QObject* parent) : QObject(parent)
{
    m_history = storedSetting(kHistoryKey).toStringList().mid(0, kHistoryKept);
    QSettings settings;
    const int count = std::clamp(settings.beginReadArray(kSavedKey), 0, kMostSaved);
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        m_saved.push_back({settings.value(kNameKey).toString(), settings.value(kTextKey).toString()});
    }
    settings.endArray();
    m_settling.setSingleShot(true);
    m_settling.setInterval(kSettled);
    connect(&m_settling, &QTimer::timeout, this, &QueryMemory::keepPending);
}

void QueryMemory::note(const QString& text, bool now)
{
    m_pending = text;
    if (now)
        keepPending();
    else
        m_settling.start();
}

void QueryMemory::keepPending()
{
    m_settling.stop();
    if (m_pending.isEmpty() || m_pending.size() > kLongestKept ||
        (!m_history.isEmpty() && m_history.front() == m_pending))
        return;
    m_history.removeAll(m_pending);
    m_history.prepend(m_pending);
    m_history = m_history.mid(0, kHistoryKept);
    storeSetting(kHistoryKey, m_history);
    Q_EMIT historyChanged();
}

void QueryMemory::clearHistory()
{
    m_history.clear();
    storeSetting(kHistoryKey, {});
    writeSettings();
    Q_EMIT historyChanged();
}

void QueryMemory::save(const QString& name, const QString& text)
{
    std::erase_if(m_saved, [&](const SavedQuery& each) { return each.name == name; });
    m_saved.push_back({name, text});
    storeSaved();
}

void QueryMemory::rename(const QString& name, const QString& to)
{
    if (name == to)
        return;
    std::erase_if(m_saved, [&](const SavedQuery& each) { return each.name == to; });
    for (SavedQuery& each : m_saved) {
        if (each.name == name)
            each.name = to;
    }
    storeSaved();
}

void QueryMemory::remove(const QString& name)
{
    std::erase_if(m_saved, [&](const SavedQuery& each) { return each.name == name; });
    storeSaved();
}

void QueryMemory::storeSaved()
{
    std::stable_sort(m_saved.begin(), m_saved.end(), [](const SavedQuery& a, const SavedQuery& b) {
        return QString::localeAwareCompare(a.name, b.name) < 0;
    });
    changeSettings([this](QSettings& settings) {
        settings.remove(kSavedKey);
        settings.beginWriteArray(kSavedKey, static_cast<int>(m_saved.size()));
        for (std::size_t i = 0; i < m_saved.size(); ++i) {
            settings.setArrayIndex(static_cast<int>(i));
            settings.setValue(kNameKey, m_saved[i].name);
            settings.setValue(kTextKey, m_saved[i].text);
        }
        settings.endArray();
    });
    Q_EMIT savedChanged();
}

} // namespace duologue::ui
