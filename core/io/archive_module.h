// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/modules/module.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace duologue {

/// An archive, or a file that is packed alone, while it is read. One thread.
class ArchiveReader {
public:
    enum class Step : std::uint8_t { Member, End, Damaged };
    enum class Kind : std::uint8_t { File, Folder, Other };
    /// Sets `*bytes` to the next ones, which stay until the next call. Returns how many, 0 at the end, or -1.
    using ReadBytes = std::ptrdiff_t (*)(void* from, const void** bytes) noexcept;

    virtual ~ArchiveReader() = default;
    ArchiveReader(const ArchiveReader&) = delete;
    ArchiveReader& operator=(const ArchiveReader&) = delete;

    /// One of these is called first; false if what is there cannot be read.
    virtual bool openFile(int descriptor, std::size_t block) noexcept = 0;
    virtual bool openBytes(void* from, ReadBytes read) noexcept = 0;
    /// The next member.
    virtual Step next() noexcept = 0;
    /// Of the member: what it is, and its name, in UTF-8 if the thread's locale is; null if it has none.
    virtual Kind kind() const noexcept = 0;
    virtual const char* name() const noexcept = 0;
    /// Whether this is a file that is packed alone, or no archive at all.
    virtual bool isRaw() const noexcept = 0;
    /// Reads the next bytes of the member. Returns how many, 0 at its end, or -1 if it is damaged.
    virtual std::ptrdiff_t read(char* bytes, std::size_t most) noexcept = 0;
    /// How many packed bytes have been read.
    virtual std::uint64_t consumed() const noexcept = 0;
    /// What the library says of the last mistake; null if nothing.
    virtual const char* mistake() const noexcept = 0;

protected:
    ArchiveReader() = default;
};

/// A file that is packed alone while it is written. One thread. Functions return false if it failed.
class ArchiveWriter {
public:
    /// Returns false if the bytes could not be written.
    using WriteBytes = bool (*)(void* to, const void* bytes, std::size_t length) noexcept;

    virtual ~ArchiveWriter() = default;
    ArchiveWriter(const ArchiveWriter&) = delete;
    ArchiveWriter& operator=(const ArchiveWriter&) = delete;

    virtual bool write(const char* bytes, std::size_t length) noexcept = 0;
    virtual bool close() noexcept = 0;
    virtual const char* mistake() const noexcept = 0;

protected:
    ArchiveWriter() = default;
};

/// libarchive. Any thread.
class ArchiveModule {
public:
    static constexpr ModuleName kModule = ModuleName::Archive;

    enum class Packing : std::uint8_t { Gzip, Zstd };

    /// Reads zip, tar, and files that are packed alone. Null if there is not enough memory.
    virtual std::unique_ptr<ArchiveReader> archiveReader() const noexcept = 0;
    /// Unpacks zst, xz and bz2, whatever is in it.
    virtual std::unique_ptr<ArchiveReader> streamReader() const noexcept = 0;
    /// Null if it cannot be begun.
    virtual std::unique_ptr<ArchiveWriter> writer(Packing packing, void* to,
                                                  ArchiveWriter::WriteBytes write) const noexcept = 0;
    /// Name and version of the library.
    virtual const char* version() const noexcept = 0;

protected:
    ~ArchiveModule() = default;
};

} // namespace duologue
