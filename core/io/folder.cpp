// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/folder.h"

#include "core/io/file_source.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace duologue {

namespace {

constexpr std::array<FileEnding, 21> kEndings{{
    {".json", EndingKind::Records, "application/json"},
    {".jsonl", EndingKind::Records, "application/x-ndjson"},
    {".ndjson", EndingKind::Records, "application/x-ndjson"},
    {".jsonlines", EndingKind::Records, "application/x-ndjson"},
    {".parquet", EndingKind::Records, "application/vnd.apache.parquet"},
    {".arrow", EndingKind::Records, "application/vnd.apache.arrow.file"},
    {".csv", EndingKind::Records, "text/csv"},
    {".tsv", EndingKind::Records, "text/tab-separated-values"},
    // Of SWE-agent.
    {".traj", EndingKind::Records, "application/json"},
    {".gz", EndingKind::Packed, "application/gzip"},
    {".zst", EndingKind::Packed, "application/zstd"},
    {".zstd", EndingKind::Packed, "application/zstd"},
    {".xz", EndingKind::Packed, "application/x-xz"},
    {".bz2", EndingKind::Packed, "application/x-bzip"},
    {".zip", EndingKind::Archive, "application/zip"},
    // Of Inspect.
    {".eval", EndingKind::Archive, "application/zip"},
    {".tar", EndingKind::Archive, "application/x-tar"},
    {".tgz", EndingKind::Archive, "application/x-compressed-tar"},
    {".txz", EndingKind::Archive, "application/x-xz-compressed-tar"},
    {".tbz2", EndingKind::Archive, "application/x-bzip-compressed-tar"},
    {".tzst", EndingKind::Archive, "application/x-zstd-compressed-tar"},
}};

} // namespace

std::span<const FileEnding> fileEndings()
{
    return kEndings;
}

bool hasEnding(std::string_view name, EndingKind kind)
{
    return std::any_of(kEndings.begin(), kEndings.end(), [&](const FileEnding& ending) {
        return ending.kind == kind && name.size() > ending.text.size() &&
               std::equal(ending.text.rbegin(), ending.text.rend(), name.rbegin(),
                          [](char known, char c) { return known == lowerAscii(c); });
    });
}

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

namespace fs = std::filesystem;

std::string hubBlobOf(const std::string& link)
{
    constexpr std::string_view kSnapshots = "/snapshots/";
    std::error_code error;
    const fs::path target = fs::read_symlink(link, error);
    if (error || target.native().find("/blobs/") == std::string::npos)
        return {};
    const std::string absolute = fs::absolute(link, error).lexically_normal().native();
    const std::size_t end = absolute.rfind(kSnapshots);
    if (error || end == std::string::npos)
        return {};
    const fs::path dataset = absolute.substr(0, end);
    if (!dataset.filename().native().starts_with("datasets--"))
        return {};
    // The blobs may themselves be a link that leads anywhere.
    const fs::path blobs = fs::canonical(dataset, error) / "blobs";
    fs::path real = error ? fs::path() : fs::canonical(link, error);
    return error || real.parent_path() != blobs ? std::string() : std::move(real).native();
}

OpenedPaths::OpenedPaths(std::vector<fs::path> paths, FollowLinks follow)
    : m_paths(std::move(paths)), m_follow(follow)
{
}

bool OpenedPaths::areLeftBy(const std::string& link)
{
    if (m_follow == FollowLinks::Everywhere)
        return false;
    std::error_code error;
    const fs::path real = fs::canonical(link, error);
    if (error == std::errc::no_such_file_or_directory || error == std::errc::too_many_symbolic_link_levels ||
        error == std::errc::permission_denied)
        return false;
    return error || (!hold(real.native()) && hubBlobOf(link).empty());
}

bool OpenedPaths::haveTargetOf(const std::string& link, bool isFolder,
                               const std::function<bool(std::string_view name, bool isFolder)>& mayBeRead)
{
    std::error_code error;
    const std::string real = fs::canonical(link, error).native();
    // What the cache of the Hub stores is read by one of the links to it.
    if (error || real.find("/datasets--") != std::string::npos)
        return false;
    // From the target up to one of the paths, everything has to be read.
    bool isTarget = true;
    for (std::string above = real; !above.empty(); above.resize(above.rfind('/'))) {
        if (realPaths().contains(above))
            return true;
        const std::string_view name = std::string_view(above).substr(above.rfind('/') + 1);
        if (!mayBeRead(name, isFolder || !isTarget))
            return false;
        isTarget = false;
    }
    return realPaths().contains("/");
}

const std::unordered_set<std::string>& OpenedPaths::realPaths()
{
    if (!m_realPaths) {
        m_realPaths.emplace();
        for (const fs::path& path : m_paths) {
            std::error_code error;
            if (fs::path real = fs::canonical(path, error); !error)
                m_realPaths->insert(real.native());
        }
    }
    return *m_realPaths;
}

bool OpenedPaths::hold(std::string_view realPath)
{
    // Checks the path and each folder above it; the root is the empty text here.
    for (std::string above(realPath);; above.resize(above.rfind('/'))) {
        if (realPaths().contains(above.empty() ? "/" : above))
            return true;
        if (above.empty() || above == "/")
            return false;
    }
}

} // namespace duologue
