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

/// A nameless temporary file, in the folder that TMPDIR names, that unpacked files are written into one
/// behind the other: one descriptor however many they are, gone with the last who reads from it. One writer;
/// readers on any thread.
class UnpackedStore {
public:
    static Result<std::shared_ptr<UnpackedStore>> create();

    std::uint64_t size() const { return m_size; }

private:
    friend class UnpackedFile;

    explicit UnpackedStore(FileDescriptor descriptor) : m_descriptor(std::move(descriptor)) {}

    /// False where there is no room.
    bool write(std::uint64_t offset, std::string_view bytes);

    FileDescriptor m_descriptor;
    /// Behind all that has been written.
    std::uint64_t m_size = 0;
    /// Of who waits for the file that is being written.
    std::mutex m_mutex;
    std::condition_variable m_grown;
};

/// Unpacks files when they are read. Any thread.
class LateUnpacking {
public:
    virtual ~LateUnpacking() = default;
    /// Somebody waits for what comes out of the packed file of that number.
    virtual void begin(std::size_t packed) = 0;
    /// Stops unpacking. A read that still waits finds that the file ends.
    virtual void cancel() = 0;

protected:
    LateUnpacking() = default;
    LateUnpacking(const LateUnpacking&) = default;
    LateUnpacking& operator=(const LateUnpacking&) = default;
};

/// A file that nobody unpacks until it is read: who does, which packed file it is in, and how many bytes it
/// will have.
struct LateFile {
    /// The file is a part of it.
    std::weak_ptr<LateUnpacking> unpacking;
    std::size_t packed = 0;
    std::uint64_t size = 0;
};

/// A file that comes out of a packed one, and can be read while it still does. The store's writer writes it,
/// before any other file is begun; readers on any thread.
class UnpackedFile final : public GrowingLength, public std::enable_shared_from_this<UnpackedFile> {
public:
    /// Begins where the store ends.
    explicit UnpackedFile(std::shared_ptr<UnpackedStore> store);
    /// Has its place in the store already, of the size that is known.
    UnpackedFile(std::shared_ptr<UnpackedStore> store, std::uint64_t offset, LateFile late);

    /// False where there is no room.
    bool append(std::string_view bytes);
    /// No more will come. Whoever hands a file out before has to call this in the end.
    void finish();

    /// Bytes so far.
    std::uint64_t size() const { return m_size; }
    /// All bytes of a file that has been unpacked, now or at an earlier time.
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
