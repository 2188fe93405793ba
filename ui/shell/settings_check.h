// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

namespace duologue::ui {

class Workspace;

/// Makes the settings file safe to use: call it once, before anything is read from the settings. A file that
/// is no settings file any more is moved aside; of another, values that cannot be right are removed, so that
/// their defaults count, and the old file is kept as a copy. The file can be read by its owner alone
/// afterwards, because it holds queries and paths. GUI thread.
/// @return the path of the old file where something was damaged
std::optional<QString> mendSettings();

/// Where QSettings keeps what this program remembers.
QString settingsFile();

/// Tells the user that settings were damaged.
void reportDamagedSettings(Workspace& workspace, const QString& oldFile);

} // namespace duologue::ui
