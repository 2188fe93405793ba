// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/packed_stream.h"

#include "core/base/padded_bytes.h"
#include "core/base/phrase_id.h"
#include "core/base/text.h"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <utility>
#include <zlib.h>

namespace duologue {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t kStreamPiece = std::size_t{256} << 10U;
constexpr auto kGzip = "\x1F\x8B"sv;

/// Uses zlib, because libarchive compares neither checksum nor length.
class GzipStream final : public PackedStream {
public:
    explicit GzipStream(FileSource source) : m_source(std::move(source))
    {
        // A window of 15 bits; 16 more select gzip with its header and its checks.
        m_isOpen = ::inflateInit2(&m_inflate, 15 + 16) == Z_OK;
        if (!m_isOpen)
            m_damage = PhraseId::NoMemoryToUnpack;
    }
    ~GzipStream() override
    {
        if (m_isOpen)
            ::inflateEnd(&m_inflate);
    }
    GzipStream(const GzipStream&) = delete;
    GzipStream& operator=(const GzipStream&) = delete;

    std::uint64_t consumed() const override { return m_read - m_inflate.avail_in; }

    std::size_t read(std::span<char> room) override
    {
        m_inflate.next_out = reinterpret_cast<Bytef*>(room.data());
        m_inflate.avail_out = static_cast<uInt>(std::min<std::size_t>(room.size(), kStreamPiece));
        const std::size_t wanted = m_inflate.avail_out;
        while (m_inflate.avail_out == wanted && !m_atEnd && !m_damage)
            inflateSome();
        return wanted - m_inflate.avail_out;
    }

private:
    void inflateSome()
    {
        if (m_inflate.avail_in == 0 && !fetch()) {
            if (!m_damage)
                m_damage = Phrase(PhraseId::PackedEndsEarly, consumed());
            return;
        }
        const int status = ::inflate(&m_inflate, Z_NO_FLUSH);
        if (status == Z_STREAM_END)
            nextMember();
        else if (status != Z_OK && status != Z_BUF_ERROR)
            m_damage = damageOf(status);
    }

    /// There may be several members, and zeros after the last one.
    void nextMember()
    {
        m_memberBegin = consumed();
        while (m_inflate.avail_in > 0 || fetch()) {
            if (*m_inflate.next_in == static_cast<unsigned char>(kGzip.front()) && !m_zeros) {
                ::inflateReset(&m_inflate);
                return;
            }
            if (*m_inflate.next_in != 0) {
                m_damage = Phrase(PhraseId::DataAfterPacked, m_memberBegin);
                return;
            }
            m_zeros = true;
            ++m_inflate.next_in;
            --m_inflate.avail_in;
        }
        m_atEnd = true;
    }

    /// False at the end of the file and if it cannot be read.
    bool fetch()
    {
        const auto count = m_source.read(m_read, kStreamPiece, m_bytes);
        if (!count) {
            m_damage = count.problem().detail;
            return false;
        }
        m_read += count.value();
        m_inflate.next_in = reinterpret_cast<Bytef*>(m_bytes.data());
        m_inflate.avail_in = static_cast<uInt>(count.value());
        return count.value() > 0;
    }

    Phrase damageOf(int status) const
    {
        if (status == Z_MEM_ERROR)
            return PhraseId::NoMemoryToUnpack;
        if (m_inflate.msg == nullptr)
            return {PhraseId::AtPackedByte, PhraseId::NotGzip, consumed()};
        // Damage inside a member may show only at its end.
        const std::string_view why = m_inflate.msg;
        if (why == "incorrect data check")
            return {PhraseId::WrongChecksum, m_memberBegin, consumed()};
        if (why == "incorrect length check")
            return {PhraseId::WrongLength, m_memberBegin, consumed()};
        return {PhraseId::AtPackedByte, why, consumed()};
    }

    FileSource m_source;
    PaddedBytes m_bytes;
    z_stream m_inflate{};
    /// Bytes that were read from the file.
    std::uint64_t m_read = 0;
    std::uint64_t m_memberBegin = 0;
    bool m_isOpen = false;
    bool m_zeros = false;
    bool m_atEnd = false;
};

/// Uses libarchive, which compares all checksums of bz2, xz and zst.
class LibraryStream final : public PackedStream {
public:
    explicit LibraryStream(FileSource source) : m_source(std::move(source)), m_archive(::archive_read_new())
    {
        archive* const reader = m_archive.get();
        ::archive_read_support_filter_zstd(reader);
        ::archive_read_support_filter_xz(reader);
        ::archive_read_support_filter_bzip2(reader);
        ::archive_read_support_format_empty(reader);
        ::archive_read_support_format_raw(reader);
        archive_entry* entry = nullptr;
        int status = ::archive_read_open_fd(reader, m_source.descriptor().number(), kStreamPiece);
        if (status == ARCHIVE_OK)
            status = ::archive_read_next_header(reader, &entry);
        m_atEnd = status != ARCHIVE_OK;
        if (m_atEnd && status != ARCHIVE_EOF)
            m_damage = damageSoFar();
    }

    std::uint64_t consumed() const override
    {
        return static_cast<std::uint64_t>(
            std::max<std::int64_t>(::archive_filter_bytes(m_archive.get(), -1), 0));
    }

    std::size_t read(std::span<char> room) override
    {
        while (!m_atEnd && !m_damage) {
            const auto count = ::archive_read_data(m_archive.get(), room.data(), room.size());
            if (count > 0)
                return static_cast<std::size_t>(count);
            if (count < 0 && count != ARCHIVE_RETRY)
                m_damage = damageSoFar();
            m_atEnd = count == 0;
        }
        if (m_atEnd && !m_damage)
            lookBehindEnd();
        return 0;
    }

private:
    struct Close {
        void operator()(archive* open) const { ::archive_read_free(open); }
    };

    Phrase damageSoFar() const
    {
        const char* const why = ::archive_error_string(m_archive.get());
        if (why == nullptr)
            return {PhraseId::AtPackedByte, PhraseId::CannotBeUnpacked, consumed()};
        return {PhraseId::AtPackedByte, toValidUtf8(why), consumed()};
    }

    /// libarchive takes unknown bytes for the end of the file.
    void lookBehindEnd()
    {
        const std::uint64_t end = consumed();
        PaddedBytes bytes;
        for (std::uint64_t at = end; at < m_source.size(); at += bytes.size()) {
            if (!m_source.read(at, kStreamPiece, bytes) || bytes.size() == 0)
                return;
            if (bytes.view().find_first_not_of('\0') != std::string_view::npos) {
                m_damage = Phrase(PhraseId::DataAfterPacked, end);
                return;
            }
        }
    }

    FileSource m_source;
    std::unique_ptr<archive, Close> m_archive;
    bool m_atEnd = false;
};

bool isPackedByOthers(std::string_view head)
{
    // zst files may begin with a skippable frame: 0x184D2A50 to 5F.
    return head.starts_with("BZh"sv) ||
           head.starts_with("\xFD"
                            "7zXZ\0"sv) ||
           head.starts_with("\x28\xB5\x2F\xFD"sv) ||
           (!head.empty() && (static_cast<unsigned char>(head[0]) & 0xF0U) == 0x50 &&
            head.substr(1).starts_with("\x2A\x4D\x18"sv));
}

} // namespace

bool beginsCompressed(std::string_view head)
{
    return head.starts_with(kGzip) || isPackedByOthers(head);
}

Result<std::unique_ptr<PackedStream>> openPackedStream(const FileSource& source)
{
    PaddedBytes head;
    if (const auto count = source.read(0, 6, head); !count)
        return count.problem();
    std::unique_ptr<PackedStream> stream;
    if (head.view().starts_with(kGzip))
        stream = std::make_unique<GzipStream>(source);
    else if (isPackedByOthers(head.view()))
        stream = std::make_unique<LibraryStream>(source);
    return stream;
}

} // namespace duologue
