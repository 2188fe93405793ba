// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <sys/stat.h>

namespace duologue {

/// What stat() returns for a file. A file with an equal identity has not been written to since, unless the
/// machine's clock was set back, or the write happened within the same step of the file system's clock (see
/// isSettled()). Programs can set the time of the last change of contents (`modified`), but not that of the
/// last change of state (`changed`).
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    /// In bytes.
    std::uint64_t size = 0;
    /// Both times in nanoseconds since 1970.
    std::int64_t modified = 0;
    std::int64_t changed = 0;

    /// The identity is that of a file on disk; false for parts of files.
    bool isKnown() const { return changed != 0; }
    bool operator==(const FileIdentity&) const = default;
};

FileIdentity identityOf(const struct stat& status);

/// Whether the last change is so long ago that another change from now on gives the file other times. Call it
/// right after stat().
bool isSettled(const FileIdentity& identity);

} // namespace duologue
