// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVariant>
#include <functional>

class QSettings;

namespace duologue::ui {

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

} // namespace duologue::ui
