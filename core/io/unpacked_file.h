// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/file_source.h"
#include "core/io/file_stamp.h"
#include "core/io/text_encoding.h"
#include "core/util/problem.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace duologue {

/// A temporary file without a name, in the folder of TMPDIR, into which unpacked files are written one after
/// another. So they share one descriptor, and the file disappears with its last reader. One writer; readers
/// on any thread.
class UnpackedStore {
public:
    static Expected<std::shared_ptr<UnpackedStore>> create();

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

/// A packed file with files of the dataset in it, or a file in another encoding than UTF-8, which is decoded
/// instead of unpacked. Any thread.
struct PackedFile {
    /// These are as in FoundFile.
    std::string path;
    std::string shownPath;
    std::size_t root = 0;
    bool namedByUser = false;
    /// From before it was unpacked.
    FileStamp stamp;
    /// It was unpacked to the end without a problem.
    std::atomic<bool> isWhole = false;
    /// A member was decoded after it was unpacked. Unpacking again does not give the same bytes.
    mutable std::atomic<bool> holdsEncoded = false;
    /// Its own; UTF-8 for a packed file.
    TextEncoding encoding = TextEncoding::Utf8;

    PackedFile() = default;
    PackedFile(const PackedFile& other)
        : path(other.path),
          shownPath(other.shownPath),
          root(other.root),
          namedByUser(other.namedByUser),
          stamp(other.stamp),
          isWhole(other.isWhole.load()),
          holdsEncoded(other.holdsEncoded.load()),
          encoding(other.encoding)
    {
    }
    PackedFile& operator=(const PackedFile&) = delete;
    ~PackedFile() = default;

    /// While it does not change, unpacking gives the same members again.
    bool isKnown() const { return isWhole && !holdsEncoded && stamp.isKnown(); }
};

/// The path of a member: the packed file's path and the member's name. A file that is packed alone has no
/// member name; its path is that of the packed file without the last extension.
std::string memberPath(const PackedFile& packed, const std::string& name);
std::string shownMemberPath(const PackedFile& packed, const std::string& name);
/// Depends on names alone, so it is the same each time. Empty for a member that is read.
Phrase reasonToSkipMember(const PackedFile& packed, const std::string& name);

/// A file that was decoded to UTF-8, or unpacked.
struct RecodedFile {
    std::shared_ptr<const UnpackedFile> file;
    /// Bytes that could not be decoded and are U+FFFD now.
    std::uint64_t lostBytes = 0;
    /// What is wrong with a packed file; what came before the damage is kept.
    std::optional<Problem> damage;
    /// Of the file before.
    FileStamp stamp;
};

/// Decodes files of other encodings to UTF-8, and unpacks files whose names do not say that they are packed,
/// into one temporary file for all. Offsets of records then count in what came out, as they do in every file
/// that was unpacked. Any thread; one file at a time.
class RecodedFiles {
public:
    /// `stop` ends the decoding early, with a shorter file.
    explicit RecodedFiles(std::stop_token stop = {}) : m_stop(std::move(stop)) {}

    /// Reads the whole file. A problem if it cannot be read or decoded, or if there is no room.
    Expected<RecodedFile> recode(const FileSource& source, TextEncoding encoding);
    /// Unpacks a file that is compressed alone. A problem if it is an archive.
    Expected<RecodedFile> unpackAlone(const FileSource& source, const std::string& path);

private:
    /// A problem if there is no place for temporary files. The lock is held.
    Expected<std::shared_ptr<UnpackedStore>> store();

    const std::stop_token m_stop;
    std::mutex m_mutex;
    std::shared_ptr<UnpackedStore> m_store;
};

/// Decodes the whole file into `target` and returns how many bytes could not be decoded. `sums`, which may be
/// null, gets the checksums of what was read.
Expected<std::uint64_t> decodeInto(UnpackedFile& target, const FileSource& source, TextEncoding encoding,
                                   const std::stop_token& stop, BlockSums* sums = nullptr);

/// Members of packed files that were unpacked before, so that their sizes are known. The first read from a
/// member unpacks its whole packed file again, on this object's own thread or, if the system has none, on the
/// reader's; packed files follow each other in the order of these reads. A packed file that has changed since
/// gives nothing. The object lives as long as one of its members. Its destructor asks the thread to stop and
/// waits a moment; a thread that hangs in a read is abandoned.
class UnpackOnDemand final : public LateUnpacking, public std::enable_shared_from_this<UnpackOnDemand> {
public:
    static Expected<std::shared_ptr<UnpackOnDemand>> create();
    ~UnpackOnDemand() override;
    UnpackOnDemand(const UnpackOnDemand&) = delete;
    UnpackOnDemand& operator=(const UnpackOnDemand&) = delete;

    /// Adds the next member of `packed`, which is the same file as in the last call or a new one. Must not be
    /// called after the first read.
    std::shared_ptr<const UnpackedFile> add(const std::shared_ptr<const PackedFile>& packed,
                                            std::uint64_t size);

    void begin(std::size_t packed) override;
    void cancel() override;

private:
    /// A packed file and its members: [first, end) of all members.
    struct Contents {
        std::shared_ptr<const PackedFile> file;
        std::size_t first = 0;
        std::size_t end = 0;
        bool asked = false;
    };

    /// The data of the thread, which may outlive the object.
    struct Work {
        explicit Work(std::shared_ptr<UnpackedStore> place) : store(std::move(place)) {}

        void run();
        /// Unpacks the requested files until there are none. `lock` holds `mutex`.
        void unpackAsked(std::unique_lock<std::mutex>& lock);
        void unpackAgain(const Contents& contents);
        /// Ends the wait of readers for bytes that have not come.
        void finish(const Contents& contents);

        const std::shared_ptr<UnpackedStore> store;
        /// Neither grows after the first read.
        std::vector<Contents> packed;
        std::deque<UnpackedFile> members;
        std::mutex mutex;
        /// A file or the stop was requested, or the thread has ended.
        std::condition_variable changed;
        std::deque<std::size_t> asked;
        std::stop_source stop;
        bool isRunning = false;
    };

    explicit UnpackOnDemand(std::shared_ptr<UnpackedStore> store)
        : m_work(std::make_shared<Work>(std::move(store)))
    {
    }

    const std::shared_ptr<Work> m_work;
    /// The offset of the next member in the store.
    std::uint64_t m_nextOffset = 0;
};

} // namespace duologue
