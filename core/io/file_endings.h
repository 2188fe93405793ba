// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace duologue {

enum class EndingKind : std::uint8_t {
    /// A file of records.
    Records,
    /// One file, packed.
    Packed,
    /// Several files in one, packed or not.
    Archive,
};

/// An ending of the names of files that are read.
struct FileEnding {
    /// Lower case, with its dot.
    std::string_view text;
    EndingKind kind;
    /// What desktops call such files.
    std::string_view mimeType;
};

/// All of them: the reader, the window's file dialog, and what the desktop is told come from this one list.
std::span<const FileEnding> fileEndings();

/// The file's name has an ending of that kind, in upper or lower case, and something before it.
bool hasEnding(std::string_view name, EndingKind kind);

} // namespace duologue
