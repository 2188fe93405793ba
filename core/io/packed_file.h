// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/file_stamp.h"
#include "core/io/text_encoding.h"

#include <atomic>
#include <string>

namespace duologue {

/// A packed file with files of the dataset in it, or a file in another encoding than UTF-8, which is decoded
/// instead of unpacked. Any thread.
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
    /// A member was decoded after it was unpacked. Unpacking again does not give the same bytes.
    mutable std::atomic<bool> holdsEncoded = false;
    /// Its own; UTF-8 for a packed file.
    TextEncoding encoding = TextEncoding::Utf8;

    PackedFile() = default;
    PackedFile(const PackedFile& other)
        : path(other.path),
          shownPath(other.shownPath),
          root(other.root),
          namedByUser(other.namedByUser),
          stamp(other.stamp),
          isWhole(other.isWhole.load()),
          holdsEncoded(other.holdsEncoded.load()),
          encoding(other.encoding)
    {
    }
    PackedFile& operator=(const PackedFile&) = delete;
    ~PackedFile() = default;

    /// While it does not change, unpacking gives the same members again.
    bool isKnown() const { return isWhole && !holdsEncoded && stamp.isKnown(); }
};

/// The path of a member: the packed file's path and the member's name. A file that is packed alone has no
/// member name; its path is that of the packed file without the last extension.
std::string memberPath(const PackedFile& packed, const std::string& name);
std::string shownMemberPath(const PackedFile& packed, const std::string& name);
/// Depends on names alone, so it is the same each time. Empty for a member that is read.
Phrase reasonToSkipMember(const PackedFile& packed, const std::string& name);

} // namespace duologue
