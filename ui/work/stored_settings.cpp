// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work/stored_settings.h"

#include "ui/work/task_failure.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QSettings>
#include <QThreadPool>
#include <mutex>
#include <utility>

namespace duologue::ui {

namespace {

/// A disk that takes longer must not keep the program from ending.
constexpr int kPatienceMs = 3000;

class Store {
public:
    Store()
    {
        // One thread writes one behind the other.
        m_thread.setMaxThreadCount(1);
        qAddPostRoutine(finishStoring);
    }

    QVariant value(const QString& key)
    {
        {
            const std::scoped_lock lock(m_mutex);
            const auto waiting = m_waiting.constFind(key);
            if (waiting != m_waiting.constEnd())
                return waiting->first;
        }
        return QSettings().value(key);
    }

    void store(const QString& key, const QVariant& value)
    {
        const std::scoped_lock lock(m_mutex);
        const int number = ++m_stored;
        m_waiting.insert(key, {value, number});
        m_thread.start([this, key, value, number] { write(key, value, number); });
    }

    void finish() { m_thread.waitForDone(kPatienceMs); }

private:
    void write(const QString& key, const QVariant& value, int number)
    {
        try {
            changeSettings([&](QSettings& settings) {
                if (value.isValid())
                    settings.setValue(key, value);
                else
                    settings.remove(key);
            });
        } catch (...) {
            TaskFailures::reportFromAnyThread(TaskFailure::current());
        }
        const std::scoped_lock lock(m_mutex);
        const auto waiting = m_waiting.constFind(key);
        if (waiting != m_waiting.constEnd() && waiting->second == number)
            m_waiting.erase(waiting);
    }

    QThreadPool m_thread;
    std::mutex m_mutex;
    /// What is not written yet, and which of all it is.
    QHash<QString, std::pair<QVariant, int>> m_waiting;
    int m_stored = 0;
};

Store& theStore()
{
    static Store store;
    return store;
}

} // namespace

QVariant storedSetting(const QString& key)
{
    return theStore().value(key);
}

void storeSetting(const QString& key, const QVariant& value)
{
    theStore().store(key, value);
}

void changeSettings(const std::function<void(QSettings&)>& change)
{
    QSettings settings;
    keepPrivate(settings.fileName());
    change(settings);
    settings.sync();
}

void keepPrivate(const QString& path)
{
    constexpr QFile::Permissions kOwnerAlone = QFile::ReadOwner | QFile::WriteOwner;
    QFile file(path);
    if (!file.exists()) {
        QDir().mkpath(QFileInfo(path).path());
        file.open(QIODevice::NewOnly, kOwnerAlone);
        return;
    }
    constexpr QFile::Permissions kOthers = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup |
                                           QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
    if ((file.permissions() & kOthers) != 0)
        file.setPermissions(kOwnerAlone);
}

void finishStoring()
{
    theStore().finish();
}

} // namespace duologue::ui
