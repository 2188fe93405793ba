// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusConnection>
#include <optional>

namespace duologue::ui {

/// The bus of the user's desktop session. Empty if there is none; none is started. GUI thread.
std::optional<QDBusConnection> sessionBus();

} // namespace duologue::ui
