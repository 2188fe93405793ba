// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file_identity.h"

#include <chrono>

namespace duologue {

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

} // namespace duologue
