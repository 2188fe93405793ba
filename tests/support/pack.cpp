// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/pack.h"

#include <archive.h>
#include <archive_entry.h>
#include <clocale>
#include <fstream>
#include <memory>

namespace duologue::test {

namespace {

struct FreeWriter {
    void operator()(archive* writer) const { archive_write_free(writer); }
};

la_ssize_t addTo(archive* /*writer*/, void* bytes, const void* piece, std::size_t length)
{
    static_cast<std::string*>(bytes)->append(static_cast<const char*>(piece), length);
    return static_cast<la_ssize_t>(length);
}

} // namespace

std::string packed(int format, int filter, const std::vector<MemberToPack>& members)
{
    std::string packed;
    // The writer needs a locale that has the names; the reader must work without one.
    const std::string before = std::setlocale(LC_CTYPE, nullptr);
    std::setlocale(LC_CTYPE, "C.UTF-8");
    const std::unique_ptr<archive, FreeWriter> writer(archive_write_new());
    archive_write_add_filter(writer.get(), filter);
    archive_write_set_format(writer.get(), format);
    archive_write_set_bytes_in_last_block(writer.get(), 1);
    archive_write_open(writer.get(), &packed, nullptr, addTo, nullptr);
    for (const auto& [name, bytes] : members) {
        archive_entry* entry = archive_entry_new();
        archive_entry_set_pathname_utf8(entry, name.empty() ? "data" : name.c_str());
        archive_entry_set_size(entry, static_cast<la_int64_t>(bytes.size()));
        archive_entry_set_filetype(entry, AE_IFREG);
        archive_entry_set_perm(entry, 0644);
        archive_write_header(writer.get(), entry);
        archive_write_data(writer.get(), bytes.data(), bytes.size());
        archive_entry_free(entry);
    }
    archive_write_close(writer.get());
    std::setlocale(LC_CTYPE, before.c_str());
    return packed;
}

std::string zipOf(const std::vector<MemberToPack>& members)
{
    return packed(ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE, members);
}

std::string gzipOf(const std::string& bytes)
{
    return packed(ARCHIVE_FORMAT_RAW, ARCHIVE_FILTER_GZIP, {{"", bytes}});
}

std::filesystem::path pack(const std::filesystem::path& path, int format, int filter,
                           const std::vector<MemberToPack>& members)
{
    std::ofstream(path, std::ios::binary | std::ios::trunc) << packed(format, filter, members);
    return path;
}

} // namespace duologue::test
