// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/file_source.h"

#include <cstdint>
#include <string_view>

namespace duologue {

/// What tells a file that has changed from one that has not, without reading it: size, time, and what stands
/// at both ends.
struct FileStamp {
    /// Bytes at each end that are looked at.
    static constexpr std::uint64_t kEnd = 4096;

    std::uint64_t size = 0;
    /// FileSource::modified(); 0 for a file that nothing is known of.
    std::int64_t modified = 0;
    std::uint64_t head = 0;
    std::uint64_t tail = 0;

    bool isKnown() const { return modified != 0; }
    bool operator==(const FileStamp&) const = default;
};

/// Reads both ends. Unknown where they cannot be read, and for a file that was changed just now.
FileStamp stampOf(const FileSource& source);
/// The same for a file that has been read whole.
FileStamp stampOf(const FileSource& source, std::string_view bytes);

/// Whether `source` is still the file that `stamp` was taken of. Reads its ends only where size and time
/// agree. Never true of a stamp that is not known.
bool isUnchanged(const FileSource& source, const FileStamp& stamp);

/// Whether something was added behind the end of the file that `stamp` was taken of, and that end was the end
/// of a line that holds something.
bool hasNewLines(const FileSource& source, const FileStamp& stamp);

} // namespace duologue
