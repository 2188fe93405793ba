// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file_source.h"

#include "core/io/folder.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <climits>
#include <fcntl.h>
#include <filesystem>
#include <limits>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace duologue {

namespace {

bool areTooManyOpen(int error)
{
    return error == EMFILE || error == ENFILE;
}

/// Opens a path that is longer than the system's limit, folder by folder.
int openLongPath(std::string path, int flags, int folder, mode_t mode)
{
    int at = folder;
    int opened = -1;
    for (;;) {
        const bool isLast = path.size() < PATH_MAX;
        const std::size_t slash = isLast ? path.size() : path.rfind('/', PATH_MAX - 2);
        if (slash == 0 || slash == std::string::npos) {
            errno = ENAMETOOLONG;
            opened = -1;
        } else {
            opened = ::openat(at, path.substr(0, slash).c_str(),
                              isLast ? flags : O_PATH | O_DIRECTORY | O_CLOEXEC, mode);
        }
        const int error = errno;
        if (at != folder)
            ::close(at);
        errno = error;
        if (isLast || opened < 0)
            return opened;
        at = opened;
        path.erase(0, path.find_first_not_of('/', slash));
    }
}

int openOnce(const char* path, int flags, int folder, mode_t mode)
{
    const int opened = ::openat(folder, path, flags, mode);
    return opened < 0 && errno == ENAMETOOLONG ? openLongPath(path, flags, folder, mode) : opened;
}

} // namespace

int openFile(const char* path, int flags, int folder, mode_t mode)
{
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds kBetween{1};
    constexpr int kPatience = 4096;
    /// In milliseconds. Each wait in vain halves it, so that a limit that is too low for any reading soon
    /// shows for all files.
    static std::atomic<int> patience = kPatience;

    int opened = openOnce(path, flags, folder, mode);
    if (opened >= 0 || !areTooManyOpen(errno))
        return opened;
    const auto end = Clock::now() + std::chrono::milliseconds(patience);
    while (opened < 0 && areTooManyOpen(errno) && Clock::now() < end) {
        std::this_thread::sleep_for(kBetween);
        opened = openOnce(path, flags, folder, mode);
    }
    const int error = errno;
    patience = opened < 0 && areTooManyOpen(error) ? patience / 2 : kPatience;
    errno = error;
    return opened;
}

std::size_t mostOpenFiles()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 0;
    return static_cast<std::size_t>(std::min<rlim_t>(limit.rlim_cur, std::numeric_limits<int>::max()));
}

struct FileDescriptor::Open {
    explicit Open(int opened) : number(opened) {}
    Open(const Open&) = delete;
    Open& operator=(const Open&) = delete;
    ~Open() { ::close(number); }

    const int number;
};

FileDescriptor::FileDescriptor(int number)
{
    const auto open = std::make_shared<const Open>(number);
    m_number = {open, &open->number};
}

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

std::int64_t nanoseconds(const struct timespec& time)
{
    return time.tv_sec * kSecond + time.tv_nsec;
}

} // namespace

FileIdentity identityOf(const struct stat& status)
{
    return {status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size),
            nanoseconds(status.st_mtim), nanoseconds(status.st_ctim)};
}

bool isSettled(const FileIdentity& identity)
{
    // The clocks of file systems advance in steps of some milliseconds, or of one or two seconds.
    constexpr std::int64_t kFineStep = kSecond / 20;
    constexpr std::int64_t kCoarseStep = 3 * kSecond;
    const auto now = std::chrono::duration_cast<std::chrono::nanoseconds>(
        std::chrono::system_clock::now().time_since_epoch());
    return now.count() - identity.changed > (identity.changed % kSecond == 0 ? kCoarseStep : kFineStep);
}

namespace {

Problem unreadable(FileId id, int error)
{
    const auto code = error == ENOENT ? ProblemCode::FileVanished : ProblemCode::FileUnreadable;
    return {code, Severity::Error, {id, 0, 0}, {}, Phrase::verbatim(std::generic_category().message(error))};
}

} // namespace

Expected<FileSource> FileSource::open(const std::string& path, FileId id, const Folder* folder)
{
    // O_NONBLOCK keeps open() from hanging on a pipe without a writer; regular files ignore it.
    constexpr int kFlags = O_RDONLY | O_CLOEXEC | O_NONBLOCK;
    const int descriptor =
        folder != nullptr ? folder->open(fileNameOf(path).data(), kFlags) : openFile(path.c_str(), kFlags);
    if (descriptor < 0) {
        const int error = errno;
        std::error_code ignored;
        if (error == ENOENT && std::filesystem::is_symlink(path, ignored))
            return Problem{
                ProblemCode::FileUnreadable, Severity::Error, {id, 0, 0}, {}, PhraseId::BrokenLink};
        return unreadable(id, error);
    }
    FileDescriptor owner(descriptor);
    struct stat status = {};
    if (::fstat(descriptor, &status) != 0)
        return unreadable(id, errno);
    if (!S_ISREG(status.st_mode)) {
        return Problem{
            ProblemCode::FileUnreadable, Severity::Error, {id, 0, 0}, {}, PhraseId::NotRegularFile};
    }
    FileSource source(std::move(owner), id, 0, static_cast<std::uint64_t>(status.st_size));
    source.m_identity = identityOf(status);
    source.m_isSettled = duologue::isSettled(source.m_identity);
    return source;
}

bool FileSource::looksUnchanged() const
{
    struct stat status = {};
    return ::fstat(m_descriptor.number(), &status) == 0 && identityOf(status) == m_identity;
}

Expected<std::size_t> FileSource::read(std::uint64_t offset, std::size_t length, PaddedBytes& buffer) const
{
    const auto wanted = isStored() ? static_cast<std::size_t>(available(offset, length)) : length;
    buffer.resizeUninitialised(wanted);
    auto count = readInto(offset, wanted, buffer.data());
    if (count)
        buffer.truncate(count.value());
    return count;
}

Expected<std::size_t> FileSource::readInto(std::uint64_t offset, std::size_t length, char* target) const
{
    if (!isStored())
        return m_records->read(stored(), offset, length, target);
    const std::uint64_t size = lengthFor(offset + length);
    std::size_t done = 0;
    while (done < length) {
        const auto count = ::pread(m_descriptor.number(), target + done, length - done,
                                   static_cast<off_t>(m_base + offset + done));
        if (count < 0) {
            if (errno == EINTR)
                continue;
            return unreadable(m_id, errno);
        }
        if (count == 0)
            break;
        done += static_cast<std::size_t>(count);
    }
    if (done < length && offset + length <= size) {
        return Problem{ProblemCode::FileVanished,
                       Severity::Error,
                       {m_id, offset + done, 0},
                       {},
                       PhraseId::FileBecameShorter};
    }
    return done;
}

} // namespace duologue
