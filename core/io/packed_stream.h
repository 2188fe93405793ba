// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/io/file_source.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace duologue {

/// What comes out of a file that is packed as a whole (gz, bz2, xz, zst), whether a tar is in it or a text.
/// Whatever the packing keeps to check itself by is checked. One thread.
class PackedStream {
public:
    virtual ~PackedStream() = default;
    PackedStream(const PackedStream&) = delete;
    PackedStream& operator=(const PackedStream&) = delete;

    /// The next bytes, at most as many as there is room for. 0 at the end, and where the file is damaged
    /// from here on.
    virtual std::size_t read(std::span<char> room) = 0;
    /// Bytes of the packed file that were read so far.
    virtual std::uint64_t consumed() const = 0;
    /// What is wrong with the file and where, in English; none where all is well so far. Bytes that were
    /// handed out stand before the damage, or, where only the checksum at the end tells, around it.
    const std::optional<std::string>& damage() const { return m_damage; }

protected:
    PackedStream() = default;

    std::optional<std::string> m_damage;
};

/// Of an open file that begins like one that is packed as a whole. Null for any other; a Problem where it
/// cannot be read.
Result<std::unique_ptr<PackedStream>> openPackedStream(const FileSource& source);

} // namespace duologue
