// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace duologue {

enum class EndingKind : std::uint8_t {
    /// A file of records.
    Records,
    /// One packed file.
    Packed,
    /// Several files in one, compressed or not.
    Archive,
};

/// A file name extension that is read.
struct FileEnding {
    /// Lower case, with its dot.
    std::string_view text;
    EndingKind kind;
    /// The MIME type.
    std::string_view mimeType;
};

/// All extensions, for the reader, the file dialog and the desktop entry.
std::span<const FileEnding> fileEndings();

/// The file's name has an extension of that kind, in upper or lower case, and something before it.
bool hasEnding(std::string_view name, EndingKind kind);

} // namespace duologue
