// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/padded_bytes.h"
#include "core/base/result.h"

#include <filesystem>

namespace duologue {

/// An open file that is read by position, so that any thread may read any part of it at any time. Files are
/// never mapped: one that is cut short while mapped would kill the program.
class FileSource {
public:
    /// Opens a regular file; anything else (folder, pipe, device) is a Problem, as is a missing permission.
    static Result<FileSource> open(const std::filesystem::path& path, FileId id);

    FileSource(FileSource&& other) noexcept;
    FileSource& operator=(FileSource&& other) noexcept;
    FileSource(const FileSource&) = delete;
    FileSource& operator=(const FileSource&) = delete;
    ~FileSource();

    FileId id() const { return m_id; }
    /// Bytes at the time it was opened.
    std::uint64_t size() const { return m_size; }

    /// Fills `buffer` with up to `length` bytes from `offset`; fewer only at the end of the file. A file that
    /// has shrunk since it was opened gives FileVanished.
    Result<std::size_t> read(std::uint64_t offset, std::size_t length, PaddedBytes& buffer) const;

    /// The same into memory of the caller's, which must hold `length` bytes.
    Result<std::size_t> readInto(std::uint64_t offset, std::size_t length, char* target) const;

private:
    FileSource(int descriptor, FileId id, std::uint64_t size)
        : m_descriptor(descriptor), m_id(id), m_size(size)
    {
    }

    int m_descriptor = -1;
    FileId m_id = kNoFile;
    std::uint64_t m_size = 0;
};

} // namespace duologue
