// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/file_source.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

namespace duologue {

/// A temporary file without a name, in the folder of TMPDIR, into which unpacked files are written one after
/// another. So they share one descriptor, and the file disappears with its last reader. One writer; readers
/// on any thread.
class UnpackedStore {
public:
    static Result<std::shared_ptr<UnpackedStore>> create();

    std::uint64_t size() const { return m_size; }

private:
    friend class UnpackedFile;

    explicit UnpackedStore(FileDescriptor descriptor) : m_descriptor(std::move(descriptor)) {}

    /// False if the disk is full.
    bool write(std::uint64_t offset, std::string_view bytes);

    FileDescriptor m_descriptor;
    /// The end of all that has been written.
    std::uint64_t m_size = 0;
    /// For readers that wait for the file that is being written.
    std::mutex m_mutex;
    std::condition_variable m_grown;
};

/// Unpacks files when they are read. Any thread.
class LateUnpacking {
public:
    virtual ~LateUnpacking() = default;
    /// A reader waits for the contents of the packed file of that index.
    virtual void begin(std::size_t packed) = 0;
    /// Stops unpacking. A read that still waits finds that the file ends.
    virtual void cancel() = 0;

protected:
    LateUnpacking() = default;
    LateUnpacking(const LateUnpacking&) = default;
    LateUnpacking& operator=(const LateUnpacking&) = default;
};

/// A file that is unpacked when it is first read: by what, from which packed file, and how many bytes it will
/// have.
struct LateFile {
    /// It owns the file, hence a weak pointer.
    std::weak_ptr<LateUnpacking> unpacking;
    std::size_t packed = 0;
    std::uint64_t size = 0;
};

/// A file out of a packed one, which can be read while it is being unpacked. The writer of the store writes
/// it to the end before it begins another; readers on any thread.
class UnpackedFile final : public GrowingLength, public std::enable_shared_from_this<UnpackedFile> {
public:
    /// Begins at the end of the store.
    explicit UnpackedFile(std::shared_ptr<UnpackedStore> store);
    /// Its offset in the store and its size are known already.
    UnpackedFile(std::shared_ptr<UnpackedStore> store, std::uint64_t offset, LateFile late);

    /// False if the disk is full.
    bool append(std::string_view bytes);
    /// No more bytes will come. Must be called in the end if others have got the file before.
    void finish();

    /// The number of bytes so far.
    std::uint64_t size() const { return m_size; }
    /// The size of a file that has been unpacked, now or before.
    std::uint64_t wholeSize() const { return m_late ? m_late->size : m_size.load(); }
    FileSource open(FileId id) const;
    /// Calls LateUnpacking::cancel() if the file is unpacked when it is read.
    void cancel() const;
    std::uint64_t waitFor(std::uint64_t wanted) const override;

private:
    const std::shared_ptr<UnpackedStore> m_store;
    const std::uint64_t m_offset;
    std::atomic<std::uint64_t> m_size = 0;
    std::atomic<bool> m_finished = false;
    const std::optional<LateFile> m_late;
};

} // namespace duologue
