// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/file_source.h"
#include "core/util/checksum.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace duologue {

/// Types whose equal values have the same bytes in memory.
template<typename T>
inline constexpr bool kIsPlain = std::is_trivially_copyable_v<T> &&
                                 (std::has_unique_object_representations_v<T> || std::is_floating_point_v<T>);

/// Writes values into a file one after another, and their checksum after the last. One thread.
class CheckedWriter {
public:
    /// The file is open for writing and empty.
    explicit CheckedWriter(FileDescriptor file);

    void bytes(const void* data, std::size_t length);
    template<typename T>
    void value(T value)
    {
        static_assert(kIsPlain<T>);
        bytes(&value, sizeof value);
    }
    /// `text` has at most 4 GiB.
    void text(std::string_view text);

    /// Writes the rest of the buffer and the checksum; false if anything could not be written. It is the last
    /// call.
    bool finish();

private:
    void flush();

    FileDescriptor m_file;
    std::string m_buffer;
    RunningChecksum m_checksum;
    bool m_ok = true;
};

/// Reads what a CheckedWriter has written. Until isSound() confirms the checksum at the end, values may be
/// anything, so the caller must check lengths and numbers. If bytes are missing, it returns zeros and empty
/// texts and is no longer ok(). One thread.
class CheckedReader {
public:
    explicit CheckedReader(FileSource source);

    bool ok() const { return m_ok; }
    /// Called if a value that was read cannot be right.
    void fail() { m_ok = false; }
    std::uint64_t remaining() const { return m_ok ? m_left : 0; }

    bool bytes(void* target, std::size_t length);
    template<typename T>
    T value()
    {
        static_assert(kIsPlain<T>);
        T value{};
        return bytes(&value, sizeof value) ? value : T{};
    }
    std::string text();
    /// Reads how many items of at least `size` bytes follow; fails if the file has no room for them.
    std::size_t count(std::size_t size);

    /// Everything has been read, and the checksum agrees.
    bool isSound();

private:
    bool fill();

    FileSource m_source;
    std::uint64_t m_offset = 0;
    /// Bytes that have not been returned yet.
    std::uint64_t m_left = 0;
    std::string m_buffer;
    std::size_t m_bufferAt = 0;
    RunningChecksum m_checksum;
    bool m_ok = true;
};

} // namespace duologue
