// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace duologue {

/// A file of the dataset: its index in Snapshot::files. Given out in scan order and never reused.
enum class FileId : std::uint32_t {};

inline constexpr FileId kNoFile{0xFFFF'FFFFU};

constexpr std::size_t indexOf(FileId id)
{
    return static_cast<std::size_t>(id);
}

/// The index of a record in a RecordTable, in file order.
using Row = std::uint32_t;

/// Bytes of a file that hold a record, or a mistake in one. Offsets count from the start of the (unpacked)
/// file.
struct ByteSpan {
    FileId file = kNoFile;
    std::uint64_t offset = 0;
    std::uint32_t length = 0;
};

} // namespace duologue
