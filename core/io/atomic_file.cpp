// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/atomic_file.h"

#include "core/util/phrase_id.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace duologue {

namespace fs = std::filesystem;

namespace {

constexpr mode_t kUsualMode = S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH;
constexpr mode_t kUserMode = S_IRUSR | S_IWUSR;

/// The file that a path leads to through links, also if the last link leads nowhere.
fs::path targetOf(const fs::path& path)
{
    constexpr int kMostLinks = 40;
    fs::path target = path;
    std::error_code error;
    for (int i = 0; i < kMostLinks && fs::is_symlink(target, error); ++i) {
        const fs::path next = fs::read_symlink(target, error);
        if (error)
            break;
        target = next.is_absolute() ? next : target.parent_path() / next;
    }
    return target;
}

fs::path folderOf(const fs::path& path)
{
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// Calls tryName(name) for names beside the file until one is free; returns it, empty if none was.
template<typename TryName>
std::string takeFreeName(const fs::path& folder, TryName&& tryName)
{
    static std::atomic<unsigned> number = 0;
    constexpr int kTries = 1000;
    for (int i = 0; i < kTries; ++i) {
        std::string name = (folder / kUnfinishedPrefix).native() + std::to_string(::getpid()) + "-" +
                           std::to_string(++number);
        if (tryName(name))
            return name;
        if (errno != EEXIST)
            break;
    }
    return {};
}

/// Deletes an unfinished file whose writer was killed: nobody holds its lock.
void deleteIfAbandoned(const fs::path& file)
{
    const int number = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (number < 0)
        return;
    const FileDescriptor descriptor(number);
    struct stat status = {};
    if (::fstat(number, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == ::geteuid() &&
        ::flock(number, LOCK_EX | LOCK_NB) == 0)
        ::unlink(file.c_str());
}

} // namespace

AtomicFile::AtomicFile(const fs::path& path, Existing existing, Access access)
    : m_path(targetOf(path)), m_existing(existing), m_access(access)
{
    struct stat status = {};
    if (::stat(m_path.c_str(), &status) == 0) {
        // A device or a pipe would be replaced by a file.
        if (S_ISDIR(status.st_mode))
            m_error = PhraseId::IsFolder;
        else if (!S_ISREG(status.st_mode))
            m_error = PhraseId::NotRegularFile;
        else if (existing == Existing::Refuse)
            m_error = PhraseId::FileExists;
    }
    if (m_error.empty())
        open();
}

AtomicFile::~AtomicFile()
{
    if (!m_unfinished.empty())
        ::unlink(m_unfinished.c_str());
}

void AtomicFile::fail(int error)
{
    if (m_error.empty())
        m_error = Phrase::verbatim(std::generic_category().message(error));
}

void AtomicFile::open()
{
    const fs::path folder = folderOf(m_path);
    const mode_t mode = m_access == Access::UserOnly ? kUserMode : kUsualMode;
    int number = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
    if (number < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) {
        deleteAbandonedFiles(folder);
        m_unfinished = takeFreeName(folder, [&](const std::string& name) {
            number = ::open(name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode);
            return number >= 0;
        });
    }
    if (number < 0) {
        fail(errno);
        return;
    }
    m_descriptor = FileDescriptor(number);
    ::flock(number, LOCK_EX | LOCK_NB);
    struct stat old = {};
    constexpr mode_t kPermissions = S_IRWXU | S_IRWXG | S_IRWXO;
    if (m_access == Access::AsUsual && ::stat(m_path.c_str(), &old) == 0)
        ::fchmod(number, old.st_mode & kPermissions);
}

bool AtomicFile::write(std::string_view bytes)
{
    while (m_error.empty() && !bytes.empty()) {
        const ssize_t count = ::write(m_descriptor.number(), bytes.data(), bytes.size());
        if (count >= 0)
            bytes.remove_prefix(static_cast<std::size_t>(count));
        else if (errno != EINTR)
            fail(errno);
    }
    return m_error.empty();
}

/// Gives the file its name. A file without a name can only get one that is free.
bool AtomicFile::link()
{
    if (m_unfinished.empty()) {
        const std::string source = "/proc/self/fd/" + std::to_string(m_descriptor.number());
        if (::linkat(AT_FDCWD, source.c_str(), AT_FDCWD, m_path.c_str(), AT_SYMLINK_FOLLOW) == 0)
            return true;
        if (errno != EEXIST || m_existing == Existing::Refuse)
            return false;
        m_unfinished = takeFreeName(folderOf(m_path), [&](const std::string& name) {
            return ::linkat(AT_FDCWD, source.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
        });
        if (m_unfinished.empty())
            return false;
    }
    const unsigned flags = m_existing == Existing::Refuse ? RENAME_NOREPLACE : 0;
    int result = ::renameat2(AT_FDCWD, m_unfinished.c_str(), AT_FDCWD, m_path.c_str(), flags);
    if (result != 0 && errno == EINVAL && flags != 0)
        // This file system cannot do both at once.
        result = ::rename(m_unfinished.c_str(), m_path.c_str());
    if (result == 0)
        m_unfinished.clear();
    return result == 0;
}

bool AtomicFile::commit(bool forced)
{
    if (!m_error.empty())
        return false;
    if (forced && ::fsync(m_descriptor.number()) != 0) {
        fail(errno);
        return false;
    }
    if (!link()) {
        if (errno == EEXIST)
            m_error = PhraseId::FileExists;
        else
            fail(errno);
        return false;
    }
    if (const int folder = forced ? ::open(folderOf(m_path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
        folder >= 0) {
        // The name is forced to the disk, too; a file system that cannot do that has its own order.
        ::fsync(folder);
        ::close(folder);
    }
    m_descriptor = FileDescriptor();
    return true;
}

void deleteAbandonedFiles(const fs::path& folder)
{
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        if (at->path().filename().native().starts_with(kUnfinishedPrefix))
            deleteIfAbandoned(at->path());
    }
}

} // namespace duologue
