// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/archive_module.h"

#include "core/util/modules/module_entry.h"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <new>

namespace duologue {

namespace {

struct FreeArchive {
    void operator()(archive* open) const { ::archive_free(open); }
    void operator()(archive_entry* entry) const { ::archive_entry_free(entry); }
};
using Archive = std::unique_ptr<archive, FreeArchive>;

class LibraryReader final : public ArchiveReader {
public:
    explicit LibraryReader(Archive reader) : m_archive(std::move(reader)) {}

    bool openFile(int descriptor, std::size_t block) noexcept override
    {
        return ::archive_read_open_fd(m_archive.get(), descriptor, block) == ARCHIVE_OK;
    }

    bool openBytes(void* from, ReadBytes readBytes) noexcept override
    {
        m_from = from;
        m_read = readBytes;
        return ::archive_read_open(m_archive.get(), this, nullptr, passOn, nullptr) == ARCHIVE_OK;
    }

    Step next() noexcept override
    {
        const int status = ::archive_read_next_header(m_archive.get(), &m_entry);
        if (status == ARCHIVE_EOF)
            return Step::End;
        // One that libarchive would pass over (ARCHIVE_RETRY) is damaged, too.
        return status == ARCHIVE_OK || status == ARCHIVE_WARN ? Step::Member : Step::Damaged;
    }

    Kind kind() const noexcept override
    {
        const auto type = ::archive_entry_filetype(m_entry);
        return type == AE_IFREG ? Kind::File : type == AE_IFDIR ? Kind::Folder : Kind::Other;
    }

    const char* name() const noexcept override
    {
        const char* const found = ::archive_entry_pathname_utf8(m_entry);
        return found == nullptr ? ::archive_entry_pathname(m_entry) : found;
    }

    bool isRaw() const noexcept override { return ::archive_format(m_archive.get()) == ARCHIVE_FORMAT_RAW; }

    std::ptrdiff_t read(char* bytes, std::size_t most) noexcept override
    {
        for (;;) {
            const auto count = ::archive_read_data(m_archive.get(), bytes, most);
            if (count != ARCHIVE_RETRY)
                return count < 0 ? -1 : static_cast<std::ptrdiff_t>(count);
        }
    }

    std::uint64_t consumed() const noexcept override
    {
        const std::int64_t bytes = ::archive_filter_bytes(m_archive.get(), -1);
        return static_cast<std::uint64_t>(std::max<std::int64_t>(bytes, 0));
    }

    const char* mistake() const noexcept override { return ::archive_error_string(m_archive.get()); }

private:
    static la_ssize_t passOn(archive* /*reader*/, void* reader, const void** bytes)
    {
        const auto& self = *static_cast<const LibraryReader*>(reader);
        const std::ptrdiff_t count = self.m_read(self.m_from, bytes);
        return count < 0 ? la_ssize_t{ARCHIVE_FATAL} : static_cast<la_ssize_t>(count);
    }

    Archive m_archive;
    archive_entry* m_entry = nullptr;
    void* m_from = nullptr;
    ReadBytes m_read = nullptr;
};

class LibraryWriter final : public ArchiveWriter {
public:
    LibraryWriter(Archive writer, void* to, WriteBytes writeBytes)
        : m_to(to), m_write(writeBytes), m_archive(std::move(writer))
    {
    }

    bool open(bool isGzip) noexcept
    {
        archive* const writer = m_archive.get();
        const std::unique_ptr<archive_entry, FreeArchive> entry(::archive_entry_new());
        if (!entry)
            return false;
        ::archive_entry_set_filetype(entry.get(), AE_IFREG);
        return ::archive_write_set_format_raw(writer) == ARCHIVE_OK &&
               (isGzip ? ::archive_write_add_filter_gzip(writer) : ::archive_write_add_filter_zstd(writer)) ==
                   ARCHIVE_OK &&
               // The time would make each file another one.
               (!isGzip ||
                ::archive_write_set_filter_option(writer, "gzip", "timestamp", nullptr) == ARCHIVE_OK) &&
               // Nothing is added to fill the last block.
               ::archive_write_set_bytes_in_last_block(writer, 1) == ARCHIVE_OK &&
               ::archive_write_open(writer, this, nullptr, passOn, nullptr) == ARCHIVE_OK &&
               ::archive_write_header(writer, entry.get()) == ARCHIVE_OK;
    }

    bool write(const char* bytes, std::size_t length) noexcept override
    {
        return ::archive_write_data(m_archive.get(), bytes, length) == static_cast<la_ssize_t>(length);
    }

    bool close() noexcept override { return ::archive_write_close(m_archive.get()) == ARCHIVE_OK; }

    const char* mistake() const noexcept override { return ::archive_error_string(m_archive.get()); }

private:
    static la_ssize_t passOn(archive* archive, void* writer, const void* bytes, std::size_t length)
    {
        const auto& self = *static_cast<const LibraryWriter*>(writer);
        if (self.m_write(self.m_to, bytes, length))
            return static_cast<la_ssize_t>(length);
        ::archive_set_error(archive, -1, "not written");
        return -1;
    }

    void* m_to;
    WriteBytes m_write;
    Archive m_archive;
};

class Libarchive final : public ArchiveModule {
public:
    std::unique_ptr<ArchiveReader> archiveReader() const noexcept override
    {
        Archive reader(::archive_read_new());
        if (!reader)
            return nullptr;
        ::archive_read_support_filter_gzip(reader.get());
        ::archive_read_support_format_tar(reader.get());
        ::archive_read_support_format_zip(reader.get());
        return finished(std::move(reader));
    }

    std::unique_ptr<ArchiveReader> streamReader() const noexcept override
    {
        Archive reader(::archive_read_new());
        return reader ? finished(std::move(reader)) : nullptr;
    }

    std::unique_ptr<ArchiveWriter> writer(Packing packing, void* to,
                                          ArchiveWriter::WriteBytes write) const noexcept override
    {
        Archive made(::archive_write_new());
        if (!made)
            return nullptr;
        std::unique_ptr<LibraryWriter> writer(new (std::nothrow) LibraryWriter(std::move(made), to, write));
        if (writer && !writer->open(packing == Packing::Gzip))
            return nullptr;
        return writer;
    }

    const char* version() const noexcept override { return ::archive_version_string(); }

private:
    static std::unique_ptr<ArchiveReader> finished(Archive reader) noexcept
    {
        ::archive_read_support_filter_zstd(reader.get());
        ::archive_read_support_filter_xz(reader.get());
        ::archive_read_support_filter_bzip2(reader.get());
        ::archive_read_support_format_empty(reader.get());
        ::archive_read_support_format_raw(reader.get());
        return std::unique_ptr<ArchiveReader>(new (std::nothrow) LibraryReader(std::move(reader)));
    }
};

const Libarchive libarchive;

} // namespace

} // namespace duologue

DUOLOGUE_MODULE(duologue::libarchive)
