// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/private_folder.h"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace duologue {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "duologue-rows-";
/// A file in each folder, which the program that uses it keeps locked. Numbers of processes would say
/// nothing: a program in another container, with the same folder of TMPDIR, has numbers of its own.
constexpr const char* kInUse = "in-use";
/// A folder without that file may be one that is just being made.
constexpr std::chrono::hours kLongestUnlocked{24};

bool isMine(const fs::path& path)
{
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == ::getuid();
}

bool isAbandoned(const fs::path& folder)
{
    const int file = ::open((folder / kInUse).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0) {
        const bool isMissing = errno == ENOENT;
        std::error_code error;
        const auto time = fs::last_write_time(folder, error);
        return isMissing && !error && fs::file_time_type::clock::now() - time > kLongestUnlocked;
    }
    const bool isFree = ::flock(file, LOCK_EX | LOCK_NB) == 0;
    ::close(file);
    return isFree;
}

/// Removes the folders of programs that were killed.
void removeAbandoned(const fs::path& parent)
{
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(parent, ignored)) {
        if (entry.path().filename().native().starts_with(kPrefix) && isMine(entry.path()) &&
            isAbandoned(entry.path()))
            fs::remove_all(entry.path(), ignored);
    }
}

/// Makes the file that shows that the folder is in use; locked before it has its name, so that nobody finds
/// it unlocked. Returns -1 where files cannot be locked.
int lockedFileIn(const fs::path& folder)
{
    const fs::path unlocked = folder / "new";
    const int file = ::open(unlocked.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0)
        return -1;
    if (::flock(file, LOCK_EX | LOCK_NB) == 0 && ::rename(unlocked.c_str(), (folder / kInUse).c_str()) == 0)
        return file;
    ::unlink(unlocked.c_str());
    ::close(file);
    return -1;
}

} // namespace

PrivateFolder::PrivateFolder()
{
    const auto parent = fs::temp_directory_path();
    removeAbandoned(parent);
    std::string name = (parent / (std::string(kPrefix) + std::to_string(::getpid()) + "-XXXXXX")).string();
    if (::mkdtemp(name.data()) == nullptr)
        throw fs::filesystem_error("no folder can be made", parent,
                                   std::error_code(errno, std::generic_category()));
    m_path = name;
    m_lock = lockedFileIn(m_path);
}

PrivateFolder::~PrivateFolder()
{
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
    if (m_lock >= 0)
        ::close(m_lock);
}

} // namespace duologue
