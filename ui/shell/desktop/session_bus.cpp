// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/desktop/session_bus.h"

#include <QFile>

namespace duologue::ui {

namespace {

/// Without an address, the library behind Qt would start a bus of its own, and a helper that outlives the
/// program.
bool hasAddress()
{
    if (!qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS"))
        return true;
    const QString folder = qEnvironmentVariable("XDG_RUNTIME_DIR");
    return !folder.isEmpty() && QFile::exists(folder + QStringLiteral("/bus"));
}

} // namespace

std::optional<QDBusConnection> sessionBus()
{
    if (!hasAddress())
        return std::nullopt;
    const QDBusConnection bus = QDBusConnection::sessionBus();
    return bus.isConnected() ? std::optional(bus) : std::nullopt;
}

} // namespace duologue::ui
