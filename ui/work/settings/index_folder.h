// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace duologue::ui {

class Settings;

/// Where the desktop wants indexes of datasets (LoadOptions::cacheFolder); empty if the user has no home.
QString usualIndexFolder();

/// Where they are by the settings. In a folder that the user has chosen, they have one of their own, because
/// they must be the user's alone.
QString indexFolder(const Settings& settings);

/// The desktop keeps files in the folder that `variable` names, or in the user's home. A missing home is not
/// created: then nothing is kept.
bool hasFolderFor(const char* variable);

} // namespace duologue::ui
