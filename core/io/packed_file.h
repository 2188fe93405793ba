// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/file_stamp.h"

#include <atomic>
#include <string>

namespace duologue {

/// A packed file that files of the dataset came out of. Any thread.
struct PackedFile {
    /// These as in FoundFile.
    std::string path;
    std::string shownPath;
    std::size_t root = 0;
    bool namedByUser = false;
    /// Taken before it was unpacked.
    FileStamp stamp;
    /// It was unpacked to its end without a problem.
    std::atomic<bool> isWhole = false;

    PackedFile() = default;
    PackedFile(const PackedFile& other)
        : path(other.path),
          shownPath(other.shownPath),
          root(other.root),
          namedByUser(other.namedByUser),
          stamp(other.stamp),
          isWhole(other.isWhole.load())
    {
    }
    PackedFile& operator=(const PackedFile&) = delete;
    ~PackedFile() = default;

    /// As long as it has not changed, the same members will come out of it again.
    bool isKnown() const { return isWhole && stamp.isKnown(); }
};

/// The path of a member: the packed file's, and the member's name. A file that is packed alone (no name) is
/// called by its own name without the packing.
std::string memberPath(const PackedFile& packed, const std::string& name);
std::string shownMemberPath(const PackedFile& packed, const std::string& name);
/// The same member each time: nothing but names decides. Empty for one that is read.
std::string reasonToSkipMember(const PackedFile& packed, const std::string& name);

} // namespace duologue
