// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <archive.h>
#include <archive_entry.h>

namespace duologue {

/// The functions of libarchive that the program uses. It is loaded with the first packed file and not with
/// the program: ten libraries that nothing else needs come along with it, and every start would wait for
/// them.
struct ArchiveLibrary {
    decltype(&::archive_read_new) readNew = nullptr;
    decltype(&::archive_read_free) readFree = nullptr;
    decltype(&::archive_read_support_filter_bzip2) supportBzip2 = nullptr;
    decltype(&::archive_read_support_filter_gzip) supportGzip = nullptr;
    decltype(&::archive_read_support_filter_xz) supportXz = nullptr;
    decltype(&::archive_read_support_filter_zstd) supportZstd = nullptr;
    decltype(&::archive_read_support_format_empty) supportEmpty = nullptr;
    decltype(&::archive_read_support_format_raw) supportRaw = nullptr;
    decltype(&::archive_read_support_format_tar) supportTar = nullptr;
    decltype(&::archive_read_support_format_zip) supportZip = nullptr;
    decltype(&::archive_read_open) open = nullptr;
    decltype(&::archive_read_open_fd) openDescriptor = nullptr;
    decltype(&::archive_read_next_header) nextHeader = nullptr;
    decltype(&::archive_read_data) readData = nullptr;
    decltype(&::archive_format) format = nullptr;
    decltype(&::archive_filter_bytes) filterBytes = nullptr;
    decltype(&::archive_error_string) errorString = nullptr;
    decltype(&::archive_version_string) versionString = nullptr;
    decltype(&::archive_entry_filetype) entryFiletype = nullptr;
    decltype(&::archive_entry_pathname) entryPathname = nullptr;
    decltype(&::archive_entry_pathname_utf8) entryPathnameUtf8 = nullptr;

    /// Null where it is not installed. Any thread; the first caller waits until it is loaded, and it stays.
    static const ArchiveLibrary* get();
};

} // namespace duologue
