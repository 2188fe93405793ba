// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/io/file_source.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace duologue {

/// The contents of a file that is compressed as a whole (gz, bz2, xz, zst), whether that is a tar or a text.
/// All checksums of the compressed format are compared. One thread.
class PackedStream {
public:
    virtual ~PackedStream() = default;
    PackedStream(const PackedStream&) = delete;
    PackedStream& operator=(const PackedStream&) = delete;

    /// Reads the next bytes into `room` and returns how many. 0 at the end, and if the file is damaged from
    /// here on.
    virtual std::size_t read(std::span<char> room) = 0;
    /// How many bytes of the packed file have been read.
    virtual std::uint64_t consumed() const = 0;
    /// What is wrong with the file and where; none if nothing is so far. The damage is after the
    /// bytes that were returned or, if only the checksum at the end shows it, anywhere in them.
    const std::optional<Phrase>& damage() const { return m_damage; }

protected:
    PackedStream() = default;

    std::optional<Phrase> m_damage;
};

/// Whether a file with these first bytes is compressed as a whole; four are enough, six are surer.
bool beginsCompressed(std::string_view head);

/// Opens a file that begins like one that is compressed as a whole. Null for any other file; a Problem if it
/// cannot be read.
Result<std::unique_ptr<PackedStream>> openPackedStream(const FileSource& source);

} // namespace duologue
