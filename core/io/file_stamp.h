// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/file_source.h"
#include "core/util/parallel.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace duologue {

/// Checksums of a file's contents, one for each MiB, which recognise the contents without keeping them. The
/// threads that read the file add each block once, in any order. The values may be read once they are
/// complete.
class BlockSums {
public:
    static constexpr std::uint64_t kBlock = std::uint64_t{1} << 20U;

    /// For a file of `size` bytes that has not been read yet.
    explicit BlockSums(std::uint64_t size);
    /// From values that were stored. They are complete if there are as many as `size` bytes need.
    BlockSums(std::uint64_t size, std::vector<std::uint64_t> values);
    /// The checksums of a whole file.
    static std::shared_ptr<const BlockSums> of(std::string_view bytes);

    static std::size_t countFor(std::uint64_t size)
    {
        return static_cast<std::size_t>((size + kBlock - 1) / kBlock);
    }

    /// Adds the whole blocks of `bytes`, which are at `offset` in the file, a multiple of kBlock. The last
    /// block of the file may be shorter than others.
    void add(std::uint64_t offset, std::string_view bytes);
    /// Adds the first `count` blocks of `before`, with which the file begins.
    void addKnown(const BlockSums& before, std::size_t count);
    /// The file has changed while it was read: the sums will never be complete.
    void cancel() { m_added = kGivenUp; }

    bool isComplete() const { return m_added.load(std::memory_order_acquire) == m_values.size(); }
    std::uint64_t size() const { return m_size; }
    /// Call it only once isComplete().
    std::span<const std::uint64_t> values() const { return m_values; }

    /// Notes that the file with this identity, which isSettled(), has these contents: they need not be
    /// compared again. Any thread.
    void confirm(const FileIdentity& identity) const;
    bool isConfirmed(const FileIdentity& identity) const;

private:
    static constexpr std::size_t kGivenUp = std::size_t{1} << 62U;

    std::uint64_t m_size;
    std::vector<std::uint64_t> m_values;
    std::atomic<std::size_t> m_added = 0;
    mutable std::mutex m_mutex;
    mutable FileIdentity m_confirmed;
};

/// Shows whether a file has changed since it was read: by its identity or, if that differs or proves nothing,
/// by its contents. git's index does the same.
struct FileStamp {
    FileIdentity identity;
    /// Any change after the file was opened changes `identity`.
    bool isSettled = false;
    /// Null if the contents are not known.
    std::shared_ptr<const BlockSums> sums;

    /// The contents can be compared.
    bool isKnown() const { return identity.isKnown() && sums != nullptr && sums->isComplete(); }
};

/// The stamp of an open file; the reader of the file adds the checksums.
FileStamp stampOf(const FileSource& source);
/// The stamp of a file that has been read whole.
FileStamp stampOf(const FileSource& source, std::string_view bytes);
/// Reads the whole file. Not isKnown() if it cannot be read.
FileStamp readStamp(const FileSource& source, const Job& job);

/// Whether the identity proves that the file has not changed since the stamp was taken.
bool isUnchanged(const FileSource& source, const FileStamp& stamp);

/// Reads the file and returns whether it has the same bytes as when the stamp was taken. Also false if the
/// job is cancelled.
bool hasSameContents(const FileSource& source, const FileStamp& stamp, const Job& job);

/// Whether the file is the old one with lines appended: the old part, which is read, is unchanged, and it
/// ended with a line that was not blank.
bool hasNewLines(const FileSource& source, const FileStamp& stamp, const Job& job);

/// A problem if the `length` bytes at `offset` may have changed since the stamp was taken. Reads the blocks
/// around them if the identity proves nothing.
std::optional<Problem> changeSince(const FileSource& source, const FileStamp& stamp, std::uint64_t offset,
                                   std::uint64_t length);

} // namespace duologue
