// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <fcntl.h>
#include <sys/types.h>

namespace duologue {

/// As ::openat(). `path` may be longer than the system takes at once. Where as many files are open
/// as may be, it waits some seconds for another thread to close one, before it fails with EMFILE or ENFILE;
/// the next ones to wait in vain wait less. Any thread, if others close what they have open without waiting
/// for it.
int openFile(const char* path, int flags, int folder = AT_FDCWD, mode_t mode = 0);

/// How many files the program may have open at once: what is opened only to be faster stays far below it.
std::size_t mostOpenFiles();

} // namespace duologue
