// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/folder.h"

#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

namespace duologue {

struct Folder::Handle {
    explicit Handle(const std::string& path) : folder(::opendir(path.c_str())), error(errno) {}
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle()
    {
        if (folder != nullptr)
            ::closedir(folder);
    }

    DIR* folder;
    int error;
};

namespace {

/// What the folder's own list does not tell of an entry: where a link leads, or anything on some file
/// systems.
void lookAt(int folder, FolderEntry& entry)
{
    struct stat status = {};
    if (::fstatat(folder, entry.name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
        return;
    entry.isLink = S_ISLNK(status.st_mode);
    if (entry.isLink && ::fstatat(folder, entry.name.c_str(), &status, 0) != 0)
        return;
    entry.isFolder = S_ISDIR(status.st_mode);
}

} // namespace

Folder::Folder(const std::string& path) : m_handle(std::make_unique<Handle>(path)) {}
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
        if (found->d_type == DT_LNK || found->d_type == DT_UNKNOWN)
            lookAt(::dirfd(m_handle->folder), entry);
    }
}

std::uint64_t Folder::sizeOf(const std::string& name) const
{
    struct stat status = {};
    if (m_handle->folder == nullptr || ::fstatat(::dirfd(m_handle->folder), name.c_str(), &status, 0) != 0 ||
        !S_ISREG(status.st_mode))
        return 0;
    return static_cast<std::uint64_t>(status.st_size);
}

int Folder::open(const char* name, int flags) const
{
    if (m_handle->folder == nullptr) {
        errno = m_handle->error;
        return -1;
    }
    return ::openat(::dirfd(m_handle->folder), name, flags);
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
