// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/archive_library.h"

#include <dlfcn.h>
#include <optional>

namespace duologue {

namespace {

/// Finds functions in a library that is open; remembers whether one was missing.
class Finder {
public:
    explicit Finder(void* library) : m_library(library), m_complete(library != nullptr) {}

    template<typename Function>
    void operator()(Function*& function, const char* name)
    {
        void* const found = m_complete ? ::dlsym(m_library, name) : nullptr;
        m_complete = found != nullptr;
        function = reinterpret_cast<Function*>(found);
    }

    bool complete() const { return m_complete; }

private:
    void* m_library;
    bool m_complete;
};

std::optional<ArchiveLibrary> loadLibrary()
{
    ArchiveLibrary library;
    // Never closed: what it brings along may keep memory of each thread that used it.
    Finder find(::dlopen(DUOLOGUE_LIBARCHIVE, RTLD_NOW | RTLD_LOCAL));
    find(library.readNew, "archive_read_new");
    find(library.readFree, "archive_read_free");
    find(library.supportBzip2, "archive_read_support_filter_bzip2");
    find(library.supportGzip, "archive_read_support_filter_gzip");
    find(library.supportXz, "archive_read_support_filter_xz");
    find(library.supportZstd, "archive_read_support_filter_zstd");
    find(library.supportEmpty, "archive_read_support_format_empty");
    find(library.supportRaw, "archive_read_support_format_raw");
    find(library.supportTar, "archive_read_support_format_tar");
    find(library.supportZip, "archive_read_support_format_zip");
    find(library.open, "archive_read_open");
    find(library.openDescriptor, "archive_read_open_fd");
    find(library.nextHeader, "archive_read_next_header");
    find(library.readData, "archive_read_data");
    find(library.format, "archive_format");
    find(library.filterBytes, "archive_filter_bytes");
    find(library.errorString, "archive_error_string");
    find(library.versionString, "archive_version_string");
    find(library.entryFiletype, "archive_entry_filetype");
    find(library.entryPathname, "archive_entry_pathname");
    find(library.entryPathnameUtf8, "archive_entry_pathname_utf8");
    return find.complete() ? std::optional(library) : std::nullopt;
}

} // namespace

const ArchiveLibrary* ArchiveLibrary::get()
{
    static const std::optional<ArchiveLibrary> kLibrary = loadLibrary();
    return kLibrary ? &*kLibrary : nullptr;
}

} // namespace duologue
