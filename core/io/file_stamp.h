// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/io/block_sums.h"
#include "core/io/file_source.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace duologue {

/// Shows whether a file has changed since it was read: by its identity or, if that differs or proves nothing,
/// by its contents. git's index does the same.
struct FileStamp {
    FileIdentity identity;
    /// Any change after the file was opened changes `identity`.
    bool isSettled = false;
    /// Null if the contents are not known.
    std::shared_ptr<const BlockSums> sums;

    /// The contents can be compared.
    bool isKnown() const { return identity.isKnown() && sums != nullptr && sums->isComplete(); }
};

/// The stamp of an open file; the reader of the file adds the checksums.
FileStamp stampOf(const FileSource& source);
/// The stamp of a file that has been read whole.
FileStamp stampOf(const FileSource& source, std::string_view bytes);
/// Reads the whole file. Not isKnown() if it cannot be read.
FileStamp readStamp(const FileSource& source, const Job& job);

/// Whether the identity proves that the file has not changed since the stamp was taken.
bool isUnchanged(const FileSource& source, const FileStamp& stamp);

/// Reads the file and returns whether it has the same bytes as when the stamp was taken. Also false if the
/// job is cancelled.
bool hasSameContents(const FileSource& source, const FileStamp& stamp, const Job& job);

/// Whether the file is the old one with lines appended: the old part, which is read, is unchanged, and it
/// ended with a line that was not blank.
bool hasNewLines(const FileSource& source, const FileStamp& stamp, const Job& job);

/// A problem if the `length` bytes at `offset` may have changed since the stamp was taken. Reads the blocks
/// around them if the identity proves nothing.
std::optional<Problem> changeSince(const FileSource& source, const FileStamp& stamp, std::uint64_t offset,
                                   std::uint64_t length);

} // namespace duologue
