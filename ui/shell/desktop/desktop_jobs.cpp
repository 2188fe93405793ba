// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/desktop/desktop_jobs.h"

#include "ui/shell/desktop/session_bus.h"
#include "ui/work/program/running_jobs.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QGuiApplication>
#include <QVariantMap>
#include <cmath>
#include <utility>

namespace duologue::ui {

namespace {

/// Shorter work would only flicker in the task bar.
constexpr qint64 kShownAfterMs = 1000;

} // namespace

DesktopJobs::DesktopJobs(RunningJobs& jobs, std::function<bool()> mayNotify, QObject* parent)
    : QObject(parent), m_jobs(jobs), m_mayNotify(std::move(mayNotify))
{
    connect(&m_jobs, &RunningJobs::changed, this, &DesktopJobs::showShare);
    connect(&m_jobs, &RunningJobs::ended, this, &DesktopJobs::notify);
}

void DesktopJobs::clear()
{
    sendShare(-1);
}

void DesktopJobs::showShare()
{
    const auto& jobs = m_jobs.jobs();
    const bool isShown = !jobs.empty() && jobs.front().since.elapsed() >= kShownAfterMs;
    sendShare(isShown ? m_jobs.share() : -1);
}

/// Launchers of several desktops listen to this signal; whether one does need not be known.
void DesktopJobs::sendShare(double share)
{
    const int percent = share < 0 ? -1 : static_cast<int>(std::lround(share * 100));
    if (std::exchange(m_shown, percent) == percent)
        return;
    const auto bus = sessionBus();
    if (!bus)
        return;
    QDBusMessage update = QDBusMessage::createSignal(QStringLiteral("/io/github/duologue/Duologue/launcher"),
                                                     QStringLiteral("com.canonical.Unity.LauncherEntry"),
                                                     QStringLiteral("Update"));
    update << QStringLiteral("application://%1.desktop").arg(QGuiApplication::desktopFileName())
           << QVariantMap{{QStringLiteral("progress-visible"), percent >= 0},
                          {QStringLiteral("progress"), percent >= 0 ? share : 0.0}};
    bus->send(update);
}

void DesktopJobs::notify(const QString& outcome, qint64 milliseconds)
{
    if (milliseconds < kLongMs || QGuiApplication::applicationState() == Qt::ApplicationActive ||
        !m_mayNotify())
        return;
    const auto bus = sessionBus();
    if (!bus)
        return;
    QDBusMessage call = QDBusMessage::createMethodCall(
        QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("/org/freedesktop/Notifications"),
        QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("Notify"));
    constexpr int kUsualTime = -1;
    call << QGuiApplication::applicationDisplayName() << m_notification << QGuiApplication::desktopFileName()
         << QGuiApplication::applicationDisplayName() << outcome << QStringList()
         << QVariantMap{{QStringLiteral("desktop-entry"), QGuiApplication::desktopFileName()}} << kUsualTime;
    auto* watcher = new QDBusPendingCallWatcher(bus->asyncCall(call), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher* done) {
        if (const QDBusPendingReply<unsigned> answer = *done; answer.isValid())
            m_notification = answer.value();
        done->deleteLater();
    });
}

} // namespace duologue::ui
