// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/file_stamp.h"

#include <atomic>
#include <string>

namespace duologue {

/// A packed file with files of the dataset in it. Any thread.
struct PackedFile {
    /// These are as in FoundFile.
    std::string path;
    std::string shownPath;
    std::size_t root = 0;
    bool namedByUser = false;
    /// From before it was unpacked.
    FileStamp stamp;
    /// It was unpacked to the end without a problem.
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

    /// While it does not change, unpacking gives the same members again.
    bool isKnown() const { return isWhole && stamp.isKnown(); }
};

/// The path of a member: the packed file's path and the member's name. A file that is packed alone has no
/// member name; its path is that of the packed file without the last extension.
std::string memberPath(const PackedFile& packed, const std::string& name);
std::string shownMemberPath(const PackedFile& packed, const std::string& name);
/// Depends on names alone, so it is the same each time. Empty for a member that is read.
Phrase reasonToSkipMember(const PackedFile& packed, const std::string& name);

} // namespace duologue
