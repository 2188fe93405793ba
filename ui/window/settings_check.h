// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

namespace duologue::ui {

class Workspace;

/// Makes the settings file safe to use. Call it once, before any setting is read. A file that is not a
/// settings file is moved aside. Otherwise invalid values are removed, which restores their defaults, and the
/// old file is kept as a copy. Afterwards only its owner can read the file, because it contains queries and
/// paths. GUI thread. @return the path of the old file if something was damaged
std::optional<QString> repairSettings();

/// The path of the file that QSettings uses for this program.
QString settingsFile();

/// Tells the user that settings were damaged.
void reportDamagedSettings(Workspace& workspace, const QString& oldFile);

} // namespace duologue::ui
