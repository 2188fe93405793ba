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

/// What tells a file that has changed since it was read from one that has not: what the system says of it,
/// and where that differs or is no proof, its contents. (git's index does the same.)
struct FileStamp {
    FileIdentity identity;
    /// A change after it was opened cannot have left `identity` as it is.
    bool isSettled = false;
    /// Null where its contents are not remembered.
    std::shared_ptr<const BlockSums> sums;

    /// Its contents can be known again.
    bool isKnown() const { return identity.isKnown() && sums != nullptr && sums->isComplete(); }
};

/// What the system said when the file was opened; contents are for the reader to add.
FileStamp stampOf(const FileSource& source);
/// The same for a file that has been read whole.
FileStamp stampOf(const FileSource& source, std::string_view bytes);
/// Reads the file whole. Not known where it could not be read.
FileStamp readStamp(const FileSource& source, const Job& job);

/// Whether the file cannot have changed since the stamp was taken, by what the system says.
bool isUnchanged(const FileSource& source, const FileStamp& stamp);

/// Whether the file holds the same bytes as when the stamp was taken. Reads it. False too when the job is
/// asked to stop.
bool hasSameContents(const FileSource& source, const FileStamp& stamp, const Job& job);

/// Whether lines were added behind the end of the file that the stamp was taken of, that end was the end of a
/// line that holds something, and what stands before it is the same. Reads the old part.
bool hasNewLines(const FileSource& source, const FileStamp& stamp, const Job& job);

/// Whether `length` bytes at `offset` may have changed since the stamp was taken: a problem then. Reads the
/// blocks around them where what the system says is no proof.
std::optional<Problem> changeSince(const FileSource& source, const FileStamp& stamp, std::uint64_t offset,
                                   std::uint64_t length);

} // namespace duologue
