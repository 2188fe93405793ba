// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <fcntl.h>
#include <sys/types.h>

namespace duologue {

/// As ::openat(), but `path` may be longer than the system's limit. If too many files are open, it waits some
/// seconds for another thread to close one before it fails with EMFILE or ENFILE; after a wait in vain, the
/// next one is shorter. Any thread, if the others close their files without waiting for this one.
int openFile(const char* path, int flags, int folder = AT_FDCWD, mode_t mode = 0);

/// How many files the program may have open at once. What is opened ahead stays far below it.
std::size_t mostOpenFiles();

} // namespace duologue
