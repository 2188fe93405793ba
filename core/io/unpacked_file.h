// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/file_source.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>

namespace duologue {

/// A nameless temporary file that unpacked files are written into one behind the other: one descriptor
/// however many they are, gone with the last who reads from it. One writer; readers on any thread.
class UnpackedStore {
public:
    static Result<std::shared_ptr<UnpackedStore>> create();

    std::uint64_t size() const { return m_size; }

private:
    friend class UnpackedFile;

    explicit UnpackedStore(FileDescriptor descriptor) : m_descriptor(std::move(descriptor)) {}

    /// False where there is no room.
    bool append(std::string_view bytes);

    FileDescriptor m_descriptor;
    std::uint64_t m_size = 0;
    /// Of who waits for the file that is being written.
    std::mutex m_mutex;
    std::condition_variable m_grown;
};

/// A file that comes out of a packed one, and can be read while it still does. The store's writer writes it,
/// before any other file is begun; readers on any thread.
class UnpackedFile final : public GrowingLength, public std::enable_shared_from_this<UnpackedFile> {
public:
    /// Begins where the store ends.
    explicit UnpackedFile(std::shared_ptr<UnpackedStore> store);

    /// False where there is no room.
    bool append(std::string_view bytes);
    /// No more will come. Whoever hands a file out before has to call this in the end.
    void finish();

    /// Bytes so far.
    std::uint64_t size() const { return m_size; }
    FileSource open(FileId id) const;
    std::uint64_t waitFor(std::uint64_t wanted) const override;

private:
    const std::shared_ptr<UnpackedStore> m_store;
    const std::uint64_t m_offset;
    std::atomic<std::uint64_t> m_size = 0;
    std::atomic<bool> m_finished = false;
};

} // namespace duologue
