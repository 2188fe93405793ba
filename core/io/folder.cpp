// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/folder.h"

#include "core/io/open_file.h"

#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace duologue {

struct Folder::Handle {
    Handle(const char* path, int parent)
    {
        const int number = openFile(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK, parent);
        folder = number < 0 ? nullptr : ::fdopendir(number);
        error = errno;
        if (folder == nullptr && number >= 0)
            ::close(number);
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle()
    {
        if (folder != nullptr)
            ::closedir(folder);
    }

    int number() const { return folder == nullptr ? -1 : ::dirfd(folder); }

    DIR* folder = nullptr;
    int error = 0;
};

namespace {

/// Asks what readdir() does not say: the target of a link, or, on some file systems, the type of any entry.
void lookAt(int folder, FolderEntry& entry)
{
    struct stat status = {};
    if (::fstatat(folder, entry.name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
        return;
    entry.isLink = S_ISLNK(status.st_mode);
    if (entry.isLink && ::fstatat(folder, entry.name.c_str(), &status, 0) != 0)
        return;
    entry.isFolder = S_ISDIR(status.st_mode);
    entry.isSpecial = !entry.isFolder && !S_ISREG(status.st_mode);
}

} // namespace

Folder::Folder(const std::string& path) : m_handle(std::make_unique<Handle>(path.c_str(), AT_FDCWD)) {}
Folder::Folder(const Folder& parent, const std::string& name)
    : m_handle(std::make_unique<Handle>(name.c_str(), parent.m_handle->number()))
{
}
Folder::~Folder() = default;

std::error_code Folder::list(std::vector<FolderEntry>& entries) const
{
    if (m_handle->folder == nullptr)
        return {m_handle->error, std::generic_category()};
    for (;;) {
        errno = 0;
        const dirent* const found = ::readdir(m_handle->folder);
        if (found == nullptr)
            return {errno, std::generic_category()};
        const std::string_view name = found->d_name;
        if (name == "." || name == "..")
            continue;
        FolderEntry& entry = entries.emplace_back();
        entry.name = name;
        entry.isFolder = found->d_type == DT_DIR;
        entry.inode = found->d_ino;
        if (found->d_type != DT_DIR && found->d_type != DT_REG)
            lookAt(m_handle->number(), entry);
    }
}

std::pair<std::uint64_t, std::uint64_t> Folder::identity() const
{
    struct stat status = {};
    if (m_handle->folder == nullptr || ::fstat(m_handle->number(), &status) != 0)
        return {};
    return {status.st_dev, status.st_ino};
}

std::uint64_t Folder::sizeOf(const std::string& name) const
{
    struct stat status = {};
    if (m_handle->folder == nullptr || ::fstatat(m_handle->number(), name.c_str(), &status, 0) != 0 ||
        !S_ISREG(status.st_mode))
        return 0;
    return static_cast<std::uint64_t>(status.st_size);
}

bool Folder::hasSeveralNames(const std::string& name) const
{
    struct stat status = {};
    return m_handle->folder != nullptr && ::fstatat(m_handle->number(), name.c_str(), &status, 0) == 0 &&
           status.st_nlink > 1;
}

bool Folder::isUsersAlone() const
{
    struct stat status = {};
    return m_handle->folder != nullptr && ::fstat(::dirfd(m_handle->folder), &status) == 0 &&
           status.st_uid == ::geteuid() && (status.st_mode & (S_IRWXG | S_IRWXO)) == 0;
}

int Folder::open(const char* name, int flags) const
{
    if (m_handle->folder == nullptr) {
        errno = m_handle->error;
        return -1;
    }
    return openFile(name, flags, m_handle->number());
}

std::string pathIn(const std::string& folder, std::string_view name)
{
    std::string path;
    path.reserve(folder.size() + 1 + name.size());
    path += folder;
    if (!path.empty() && path.back() != '/')
        path += '/';
    path += name;
    return path;
}

} // namespace duologue
