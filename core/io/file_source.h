// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/buffers.h"
#include "core/util/problem.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <limits>
#include <memory>
#include <string>
#include <sys/stat.h>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace duologue {

/// As ::openat(), but `path` may be longer than the system's limit. If too many files are open, it waits some
/// seconds for another thread to close one before it fails with EMFILE or ENFILE; after a wait in vain, the
/// next one is shorter. Any thread, if the others close their files without waiting for this one.
int openFile(const char* path, int flags, int folder = AT_FDCWD, mode_t mode = 0);

/// How many files the program may have open at once. What is opened ahead stays far below it.
std::size_t mostOpenFiles();

/// A file descriptor. The last copy closes it.
class FileDescriptor {
public:
    FileDescriptor() = default;
    /// Takes ownership of an open descriptor.
    explicit FileDescriptor(int number);

    int number() const { return m_number ? *m_number : -1; }

private:
    struct Open;

    std::shared_ptr<const int> m_number;
};

/// What stat() returns for a file. A file with an equal identity has not been written to since, unless the
/// machine's clock was set back, or the write happened within the same step of the file system's clock (see
/// isSettled()). Programs can set the time of the last change of contents (`modified`), but not that of the
/// last change of state (`changed`).
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    /// In bytes.
    std::uint64_t size = 0;
    /// Both times in nanoseconds since 1970.
    std::int64_t modified = 0;
    std::int64_t changed = 0;

    /// The identity is that of a file on disk; false for parts of files.
    bool isKnown() const { return changed != 0; }
    bool operator==(const FileIdentity&) const = default;
};

FileIdentity identityOf(const struct stat& status);

/// Whether the last change is so long ago that another change from now on gives the file other times. Call it
/// right after stat().
bool isSettled(const FileIdentity& identity);

class Folder;

/// The length of a file that is still being written. Any thread.
class GrowingLength {
public:
    virtual ~GrowingLength() = default;
    /// Waits until the file has `wanted` bytes or is complete, and returns its length.
    virtual std::uint64_t waitFor(std::uint64_t wanted) const = 0;

protected:
    GrowingLength() = default;
    GrowingLength(const GrowingLength&) = default;
    GrowingLength& operator=(const GrowingLength&) = default;
};

class FileSource;

/// A column of a file, and what its values are, as people know it from other programs:
/// "list<struct<role: string, content: string>>".
struct ColumnType {
    std::string name;
    std::string type;
};

/// Makes the bytes of a file's records that are not text as they are stored. Any thread.
class RecordBytesSource {
public:
    virtual ~RecordBytesSource() = default;
    /// Fills `target` with up to `length` bytes of the records from `offset` on, and returns how many.
    virtual Expected<std::size_t> read(const FileSource& file, std::uint64_t offset, std::size_t length,
                                       char* target) const = 0;
    /// The columns of the file's records. Null if they cannot be read.
    virtual std::shared_ptr<const std::vector<ColumnType>> columnsOf(const FileSource& file) const = 0;
    /// The record at `offset` as read() gives it, but with values of bytes in base64.
    virtual Expected<std::string> withBytes(const FileSource& file, std::uint64_t offset) const = 0;

protected:
    RecordBytesSource() = default;
    RecordBytesSource(const RecordBytesSource&) = default;
    RecordBytesSource& operator=(const RecordBytesSource&) = default;
};

/// An open file that is read by offset, so that any thread may read any part of it at any time. Files are
/// never mapped into memory: truncating a mapped file would kill the program. Cheap to copy.
class FileSource {
public:
    /// Opens a regular file; anything else (folder, pipe, device) is a Problem, and so is a missing
    /// permission. `folder` is the open folder that the file is in, so that the path need not be resolved; it
    /// may be null.
    static Expected<FileSource> open(const std::string& path, FileId id, const Folder* folder = nullptr);

    /// A part of an open file as a file: `size` bytes from `base` on.
    FileSource(FileDescriptor descriptor, FileId id, std::uint64_t base, std::uint64_t size)
        : m_descriptor(std::move(descriptor)), m_id(id), m_base(base), m_size(size)
    {
    }
    /// The same for a file that is still being written. Reads wait until the bytes are there.
    FileSource(FileDescriptor descriptor, FileId id, std::uint64_t base,
               std::shared_ptr<const GrowingLength> length)
        : m_descriptor(std::move(descriptor)), m_id(id), m_base(base), m_growing(std::move(length))
    {
    }

    /// This file, but reads give the bytes of its records instead of those that are stored.
    FileSource withRecords(std::shared_ptr<const RecordBytesSource> records) const
    {
        FileSource source = *this;
        source.m_records = std::move(records);
        return source;
    }
    /// This file as it is stored.
    FileSource stored() const { return withRecords(nullptr); }
    bool isStored() const { return m_records == nullptr; }

    FileId id() const { return m_id; }
    /// The descriptor, for a library that reads the file itself. The last copy of the source closes it.
    const FileDescriptor& descriptor() const { return m_descriptor; }
    /// The size when the file was opened. For a file that is still being written, waits until it is complete.
    std::uint64_t size() const { return lengthFor(std::numeric_limits<std::uint64_t>::max()); }
    /// Whether the file has at least `size` bytes. Waits no longer than until they are there.
    bool reaches(std::uint64_t size) const { return lengthFor(size) >= size; }
    /// How many of `wanted` bytes the file has from `offset` on. Waits no longer than until they are there.
    std::uint64_t available(std::uint64_t offset, std::uint64_t wanted) const
    {
        const std::uint64_t length = lengthFor(offset + wanted);
        return offset < length ? std::min(wanted, length - offset) : 0;
    }
    /// The identity when the file was opened; all 0 for parts of files.
    const FileIdentity& identity() const { return m_identity; }
    /// Any change since the file was opened gives it another identity.
    bool isSettled() const { return m_isSettled; }
    /// The file has the same identity now as when it was opened.
    bool looksUnchanged() const;

    /// Fills `buffer` with up to `length` bytes from `offset`; fewer only at the end of the file.
    /// FileVanished if the file has shrunk since it was opened.
    Expected<std::size_t> read(std::uint64_t offset, std::size_t length, PaddedBytes& buffer) const;

    /// The same into `target`, which must have room for `length` bytes.
    Expected<std::size_t> readInto(std::uint64_t offset, std::size_t length, char* target) const;

private:
    std::uint64_t lengthFor(std::uint64_t wanted) const
    {
        return m_growing == nullptr ? m_size : m_growing->waitFor(wanted);
    }

    FileDescriptor m_descriptor;
    FileId m_id = kNoFile;
    std::uint64_t m_base = 0;
    std::uint64_t m_size = 0;
    /// Replaces the size of a file that is still being written.
    std::shared_ptr<const GrowingLength> m_growing;
    FileIdentity m_identity;
    bool m_isSettled = false;
    /// Null for a file whose records are read as they are stored.
    std::shared_ptr<const RecordBytesSource> m_records;
};

} // namespace duologue
