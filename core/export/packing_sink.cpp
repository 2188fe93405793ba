// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/packing_sink.h"

#include <archive.h>
#include <archive_entry.h>
#include <exception>
#include <utility>

namespace duologue {

namespace {

struct CloseWriter {
    void operator()(archive* open) const { ::archive_write_free(open); }
};

struct FreeEntry {
    void operator()(archive_entry* entry) const { ::archive_entry_free(entry); }
};

/// Where packed bytes go.
struct PackedTarget {
    ByteSink& sink;
    /// What it has thrown.
    std::exception_ptr thrown;
};

la_ssize_t passOn(archive* writer, void* target, const void* bytes, std::size_t length)
{
    auto& packed = *static_cast<PackedTarget*>(target);
    // Nothing may be thrown through a library that is written in C.
    try {
        if (packed.sink.write({static_cast<const char*>(bytes), length}))
            return static_cast<la_ssize_t>(length);
    } catch (...) {
        packed.thrown = std::current_exception();
    }
    ::archive_set_error(writer, -1, "not written");
    return -1;
}

class PackingSink final : public ByteSink {
public:
    PackingSink(std::string_view ending, ByteSink& target)
        : m_target{target, nullptr}, m_writer(::archive_write_new())
    {
        archive* const writer = m_writer.get();
        const std::unique_ptr<archive_entry, FreeEntry> entry(::archive_entry_new());
        ::archive_entry_set_filetype(entry.get(), AE_IFREG);
        m_ok = ::archive_write_set_format_raw(writer) == ARCHIVE_OK &&
               (ending == ".gz" ? ::archive_write_add_filter_gzip(writer)
                                : ::archive_write_add_filter_zstd(writer)) == ARCHIVE_OK &&
               // The time would make each file another one.
               (ending != ".gz" ||
                ::archive_write_set_filter_option(writer, "gzip", "timestamp", nullptr) == ARCHIVE_OK) &&
               // Nothing is added to fill the last block.
               ::archive_write_set_bytes_in_last_block(writer, 1) == ARCHIVE_OK &&
               ::archive_write_open(writer, &m_target, nullptr, passOn, nullptr) == ARCHIVE_OK &&
               ::archive_write_header(writer, entry.get()) == ARCHIVE_OK;
    }

    bool write(std::string_view bytes) override
    {
        m_ok = m_ok && ::archive_write_data(m_writer.get(), bytes.data(), bytes.size()) ==
                           static_cast<la_ssize_t>(bytes.size());
        throwAgain();
        return m_ok;
    }

    bool finish() override
    {
        m_ok = m_ok && ::archive_write_close(m_writer.get()) == ARCHIVE_OK;
        throwAgain();
        return m_ok && m_target.sink.finish();
    }

    Phrase error() const override
    {
        if (Phrase error = m_target.sink.error(); m_ok || !error.empty())
            return error;
        const char* const text = ::archive_error_string(m_writer.get());
        return Phrase::verbatim(text == nullptr ? "the data cannot be compressed" : text);
    }

private:
    void throwAgain()
    {
        if (m_target.thrown)
            std::rethrow_exception(std::exchange(m_target.thrown, nullptr));
    }

    /// Outlives the writer, which may pass on something when it is freed.
    PackedTarget m_target;
    std::unique_ptr<archive, CloseWriter> m_writer;
    bool m_ok = false;
};

} // namespace

std::string_view packedEnding(std::string_view fileName)
{
    for (const std::string_view ending : {".gz", ".zst"}) {
        if (fileName.ends_with(ending))
            return ending;
    }
    return {};
}

std::unique_ptr<ByteSink> packingSink(std::string_view fileName, ByteSink& target)
{
    const std::string_view ending = packedEnding(fileName);
    return ending.empty() ? nullptr : std::make_unique<PackingSink>(ending, target);
}

} // namespace duologue
