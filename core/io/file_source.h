// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/padded_bytes.h"
#include "core/base/result.h"
#include "core/io/file_identity.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>

namespace duologue {

class Folder;

/// An open file's number, closed with the last who shares it.
class FileDescriptor {
public:
    FileDescriptor() = default;
    /// Takes over an open one.
    explicit FileDescriptor(int number);

    int number() const { return m_number ? *m_number : -1; }

private:
    struct Open;

    std::shared_ptr<const int> m_number;
};

/// How long a file is that is still being written. Any thread.
class GrowingLength {
public:
    virtual ~GrowingLength() = default;
    /// Bytes there are: at least `wanted`, or all that will ever be there. Waits for them.
    virtual std::uint64_t waitFor(std::uint64_t wanted) const = 0;

protected:
    GrowingLength() = default;
    GrowingLength(const GrowingLength&) = default;
    GrowingLength& operator=(const GrowingLength&) = default;
};

/// An open file that is read by position, so that any thread may read any part of it at any time. Files are
/// never mapped: one that is cut short while mapped would kill the program. Cheap to copy.
class FileSource {
public:
    /// Opens a regular file; anything else (folder, pipe, device) is a Problem, as is a missing permission.
    /// `folder` is the open one that it lies in, which spares the way along its path; it may be null.
    static Result<FileSource> open(const std::string& path, FileId id, const Folder* folder = nullptr);

    /// `size` bytes of an open file from `base` on, as if they were a file.
    FileSource(FileDescriptor descriptor, FileId id, std::uint64_t base, std::uint64_t size)
        : m_descriptor(std::move(descriptor)), m_id(id), m_base(base), m_size(size)
    {
    }
    /// The same of one that is still being written from `base` on: who reads what is not there yet waits.
    FileSource(FileDescriptor descriptor, FileId id, std::uint64_t base,
               std::shared_ptr<const GrowingLength> length)
        : m_descriptor(std::move(descriptor)), m_id(id), m_base(base), m_growing(std::move(length))
    {
    }

    FileId id() const { return m_id; }
    /// Of the open file, for a library that reads it itself. Closed with the last copy of the source.
    const FileDescriptor& descriptor() const { return m_descriptor; }
    /// Bytes at the time it was opened; of one that is still being written all of them, which are waited for.
    std::uint64_t size() const { return lengthFor(std::numeric_limits<std::uint64_t>::max()); }
    /// Whether it has so many bytes. Waits no longer than until they are there.
    bool reaches(std::uint64_t size) const { return lengthFor(size) >= size; }
    /// How many of `wanted` bytes there are from `offset` on. Waits no longer than until they are there.
    std::uint64_t available(std::uint64_t offset, std::uint64_t wanted) const
    {
        const std::uint64_t length = lengthFor(offset + wanted);
        return offset < length ? std::min(wanted, length - offset) : 0;
    }
    /// What the system said of it when it was opened. All 0 for parts of files.
    const FileIdentity& identity() const { return m_identity; }
    /// A change since it was opened gives it another identity.
    bool isSettled() const { return m_isSettled; }
    /// The system says the same of it now as when it was opened.
    bool looksUnchanged() const;

    /// Fills `buffer` with up to `length` bytes from `offset`; fewer only at the end of the file. A file that
    /// has shrunk since it was opened gives FileVanished.
    Result<std::size_t> read(std::uint64_t offset, std::size_t length, PaddedBytes& buffer) const;

    /// The same into memory of the caller's, which must hold `length` bytes.
    Result<std::size_t> readInto(std::uint64_t offset, std::size_t length, char* target) const;

private:
    std::uint64_t lengthFor(std::uint64_t wanted) const
    {
        return m_growing == nullptr ? m_size : m_growing->waitFor(wanted);
    }

    FileDescriptor m_descriptor;
    FileId m_id = kNoFile;
    std::uint64_t m_base = 0;
    std::uint64_t m_size = 0;
    /// In place of the size.
    std::shared_ptr<const GrowingLength> m_growing;
    FileIdentity m_identity;
    bool m_isSettled = false;
};

} // namespace duologue
