// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"

#include <cstddef>
#include <string_view>

namespace duologue {

/// So many of a file's first bytes are enough for the functions below.
inline constexpr std::size_t kStandInHead = 1024;

/// A pointer of Git LFS or git-annex in place of the data, which were not fetched; by its first bytes. Empty
/// for all others.
Phrase pointerInPlaceOfData(std::string_view head);

/// A web page or XML in place of the data ("404 Not Found"), by its first bytes. Empty for all others.
Phrase markupInPlaceOfData(std::string_view head);

/// By its first bytes: macOS writes such files for attributes of another file.
bool isMacAttributes(std::string_view head);
/// By a file's name: macOS keeps attributes of "x" in "._x" where the file system has no place for them.
bool isMacCompanion(std::string_view name);
/// By a path, relative to what was opened: macOS keeps such files of an archive in the folder "__MACOSX".
bool isInMacFolder(std::string_view path);

} // namespace duologue
