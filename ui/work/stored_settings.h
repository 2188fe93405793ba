// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVariant>
#include <functional>

class QSettings;

namespace duologue::ui {

/// What the program remembers under that key, in the place where the desktop keeps settings (organization and
/// application name must be set); invalid for nothing. What is being stored counts already. Any thread.
QVariant storedSetting(const QString& key);

/// Remembers it; nothing in place of an invalid value. Returns at once: a disk takes its time until it says
/// that something is safe, and the window must not wait for that. What was stored last stays. Any thread.
void storeSetting(const QString& key, const QVariant& value);

/// Changes settings now, several in one write; returns when they are written. Any thread.
///
/// This is the one way to write to the file: it holds queries and the paths of what was opened, and so
/// belongs to the user alone (mode 0600), whatever it was before.
void changeSettings(const std::function<void(QSettings&)>& change);

/// Makes the settings file the user's alone, and before all makes it where it is not there: what Qt writes
/// takes the permissions of the file in its place. Any thread.
void keepPrivate(const QString& path);

/// Returns when everything has been written, or after three seconds. Happens by itself at the end of the
/// program.
void finishStoring();

} // namespace duologue::ui
