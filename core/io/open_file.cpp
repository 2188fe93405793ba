// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/open_file.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <climits>
#include <limits>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

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

} // namespace duologue
