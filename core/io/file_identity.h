// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <sys/stat.h>

namespace duologue {

/// What the system says of a file without reading it. As long as nobody sets the machine's clock back, a file
/// that agrees in all of it has not been written to since, unless that happened within the same step of the
/// file system's clock (isSettled()): the time of the last change of state (`changed`) cannot be set by
/// programs, as the time of the last change of contents (`modified`) can.
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    /// Bytes.
    std::uint64_t size = 0;
    /// Both in nanoseconds since 1970.
    std::int64_t modified = 0;
    std::int64_t changed = 0;

    /// Something is on disk; not so of parts of files.
    bool isKnown() const { return changed != 0; }
    bool operator==(const FileIdentity&) const = default;
};

FileIdentity identityOf(const struct stat& status);

/// Whether the file was changed so long before now that a change from now on gives it other times. To be
/// asked right after the system was.
bool isSettled(const FileIdentity& identity);

} // namespace duologue
