// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/checksum.h"
#include "core/io/file_source.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace duologue {

/// Values that are the same bytes for the same meaning, as they lie in this machine's memory.
template<typename T>
inline constexpr bool kIsPlain = std::is_trivially_copyable_v<T> &&
                                 (std::has_unique_object_representations_v<T> || std::is_floating_point_v<T>);

/// Writes values into a file one behind the other, and their checksum behind the last. One thread.
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
    /// Up to 4 GiB.
    void text(std::string_view text);

    /// Writes what is left; false where not everything could be written. Nothing may follow.
    bool finish();

private:
    void flush();

    FileDescriptor m_file;
    std::string m_buffer;
    RunningChecksum m_checksum;
    bool m_ok = true;
};

/// Reads what a CheckedWriter has written. What it hands out can be anything until isSound() has been asked
/// at the end: lengths and numbers must be checked like those of any stranger. Where something is missing it
/// hands out zeros and empty texts, and is not ok any more. One thread.
class CheckedReader {
public:
    explicit CheckedReader(FileSource source);

    bool ok() const { return m_ok; }
    /// What was read cannot be right.
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
    /// How many things follow that take at least `size` bytes each; fails where there is no room for them.
    std::size_t count(std::size_t size);

    /// All has been read, and is what was written.
    bool isSound();

private:
    bool fill();

    FileSource m_source;
    std::uint64_t m_offset = 0;
    /// Behind what has been handed out.
    std::uint64_t m_left = 0;
    std::string m_buffer;
    std::size_t m_bufferAt = 0;
    RunningChecksum m_checksum;
    bool m_ok = true;
};

} // namespace duologue
