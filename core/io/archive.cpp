// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/archive.h"

#include "core/base/text.h"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <array>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <span>
#include <system_error>
#include <unistd.h>
#include <zlib.h>

namespace duologue {

namespace {

constexpr std::array<std::string_view, 5> kFilters{".gz", ".zst", ".xz", ".bz2", ".zstd"};
constexpr std::array<std::string_view, 6> kContainers{".zip", ".tar", ".tgz", ".txz", ".tbz2", ".tzst"};

bool endsWithAny(std::string_view name, std::span<const std::string_view> endings)
{
    return std::any_of(endings.begin(), endings.end(), [name](std::string_view ending) {
        return name.size() > ending.size() &&
               std::equal(ending.rbegin(), ending.rend(), name.rbegin(), [](char known, char c) {
                   return known == c || (c >= 'A' && c <= 'Z' && known == c - 'A' + 'a');
               });
    });
}

/// libarchive hands out names in the character set of the thread's locale; they are to be UTF-8 whatever the
/// program's is.
class Utf8Locale {
public:
    Utf8Locale() : m_utf8(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr))
    {
        if (m_utf8 != nullptr)
            m_before = ::uselocale(m_utf8);
    }
    ~Utf8Locale()
    {
        if (m_utf8 == nullptr)
            return;
        ::uselocale(m_before);
        ::freelocale(m_utf8);
    }
    Utf8Locale(const Utf8Locale&) = delete;
    Utf8Locale& operator=(const Utf8Locale&) = delete;

private:
    locale_t m_utf8;
    locale_t m_before = nullptr;
};

struct CloseArchive {
    void operator()(archive* open) const { ::archive_read_free(open); }
};

struct CloseGzip {
    void operator()(gzFile_s* open) const { ::gzclose(open); }
};

/// One packed file while it is unpacked.
class Unpacking {
public:
    Unpacking(const std::filesystem::path& path, const UnpackLimits& limits,
              const std::shared_ptr<UnpackedStore>& store, const Job& job)
        : m_path(path), m_limits(limits), m_store(store), m_job(job), m_archive(::archive_read_new())
    {
    }

    Unpacked run(const std::function<bool(const std::string&)>& wanted)
    {
        if (!m_archive || !open()) {
            keepCutGzip(wanted);
            return std::move(m_result);
        }
        while (!m_job.stopRequested()) {
            archive_entry* entry = nullptr;
            const int status = ::archive_read_next_header(m_archive.get(), &entry);
            if (status == ARCHIVE_EOF)
                break;
            if (status < ARCHIVE_WARN) {
                damaged();
                keepCutGzip(wanted);
                break;
            }
            if (::archive_entry_filetype(entry) != AE_IFREG)
                continue;
            if (isRaw() && endsWithAny(withoutPacking(m_path.filename().native()), kContainers)) {
                refuse(ProblemCode::ArchiveDamaged, "it is no archive");
                break;
            }
            if (m_result.members.size() == m_limits.members) {
                tooLarge("it has more than " + std::to_string(m_limits.members) + " members");
                break;
            }
            const std::string name = nameOf(entry);
            m_result.members.push_back({name, nullptr});
            if (wanted(name) && !unpackMember())
                break;
        }
        return std::move(m_result);
    }

private:
    bool open()
    {
        archive* reader = m_archive.get();
        ::archive_read_support_filter_gzip(reader);
        ::archive_read_support_filter_zstd(reader);
        ::archive_read_support_filter_xz(reader);
        ::archive_read_support_filter_bzip2(reader);
        ::archive_read_support_format_tar(reader);
        ::archive_read_support_format_zip(reader);
        ::archive_read_support_format_empty(reader);
        ::archive_read_support_format_raw(reader);
        constexpr std::size_t kBlock = std::size_t{256} << 10U;
        if (::archive_read_open_filename(reader, m_path.c_str(), kBlock) == ARCHIVE_OK)
            return true;
        damaged();
        return false;
    }

    /// A file that is packed alone, or is no archive at all.
    bool isRaw() const { return ::archive_format(m_archive.get()) == ARCHIVE_FORMAT_RAW; }

    std::string nameOf(archive_entry* entry) const
    {
        if (isRaw())
            return {};
        const char* name = ::archive_entry_pathname_utf8(entry);
        if (name == nullptr)
            name = ::archive_entry_pathname(entry);
        return name == nullptr ? std::to_string(m_result.members.size() + 1) : toValidUtf8(name);
    }

    /// False where nothing more can be unpacked.
    bool unpackMember()
    {
        constexpr std::size_t kPiece = std::size_t{1} << 20U;
        m_piece.resize(kPiece);
        const std::uint64_t begin = m_store->size();
        while (!m_job.stopRequested()) {
            const auto count = ::archive_read_data(m_archive.get(), m_piece.data(), m_piece.size());
            if (count == ARCHIVE_RETRY)
                continue;
            if (count < 0)
                damaged();
            if (count <= 0)
                break;
            m_unpacked += static_cast<std::uint64_t>(count);
            if (isBomb())
                return false;
            if (!m_store->append({m_piece.data(), static_cast<std::size_t>(count)})) {
                refuse(ProblemCode::FileUnreadable, "there is no room to unpack it");
                return false;
            }
        }
        return keepMember(begin);
    }

    /// What has been unpacked since `begin` becomes the last member. Of one that the file is cut off at, what
    /// came out of it is a file that is cut off.
    bool keepMember(std::uint64_t begin)
    {
        if (m_result.problem && isGzipOfOneFile())
            unpackRestOfGzip(m_store->size() - begin);
        if (m_result.members.empty())
            return false;
        if (m_result.problem && m_store->size() == begin) {
            m_result.members.pop_back();
            return false;
        }
        m_result.members.back().file =
            std::make_shared<const UnpackedFile>(UnpackedFile{m_store, begin, m_store->size() - begin});
        return !m_result.problem;
    }

    /// Of a file that is cut off before its first block ends.
    void keepCutGzip(const std::function<bool(const std::string&)>& wanted)
    {
        if (!m_result.members.empty() || !isGzipOfOneFile() || !wanted({}))
            return;
        m_result.members.push_back({{}, nullptr});
        keepMember(m_store->size());
    }

    bool isGzipOfOneFile() const
    {
        const std::string name = m_path.filename().string();
        constexpr std::array<std::string_view, 1> kGzip{".gz"};
        return endsWithAny(name, kGzip) && !endsWithAny(withoutPacking(name), kContainers);
    }

    /// libarchive hands out whole blocks alone; of a file that is cut off zlib gives every byte there is,
    /// from the one behind the `done` first ones on.
    void unpackRestOfGzip(std::uint64_t done)
    {
        const std::unique_ptr<gzFile_s, CloseGzip> file(::gzopen(m_path.c_str(), "rb"));
        constexpr std::size_t kPiece = std::size_t{256} << 10U;
        m_piece.resize(kPiece);
        while (file && !m_job.stopRequested() && m_unpacked <= m_limits.harmless) {
            const int count = ::gzread(file.get(), m_piece.data(), static_cast<unsigned>(kPiece));
            if (count <= 0)
                break;
            const auto length = static_cast<std::size_t>(count);
            const auto known = static_cast<std::size_t>(std::min<std::uint64_t>(done, length));
            done -= known;
            m_unpacked += length - known;
            if (!m_store->append({m_piece.data() + known, length - known}))
                break;
        }
    }

    /// Measured by what has been read of it so far, so that it is seen early.
    bool isBomb()
    {
        const auto consumed = static_cast<std::uint64_t>(
            std::max<std::int64_t>(::archive_filter_bytes(m_archive.get(), -1), 1));
        if (m_unpacked > m_limits.size)
            tooLarge("more than " + std::to_string(m_limits.size >> 20U) + " MiB come out of it");
        else if (m_unpacked > m_limits.harmless && m_unpacked / consumed > m_limits.ratio)
            tooLarge("more than " + std::to_string(m_limits.ratio) + " times its own size comes out of it");
        return m_result.problem.has_value();
    }

    void refuse(ProblemCode code, std::string detail)
    {
        m_result.problem = Problem{code, Severity::Error, {}, {}, std::move(detail)};
    }

    void damaged()
    {
        const char* why = ::archive_error_string(m_archive.get());
        refuse(ProblemCode::ArchiveDamaged, why == nullptr ? "it cannot be unpacked" : toValidUtf8(why));
    }

    /// What grows beyond all measure is meant to do harm: nothing of it is kept.
    void tooLarge(std::string detail)
    {
        refuse(ProblemCode::ArchiveTooLarge, std::move(detail));
        m_result.members.clear();
    }

    const std::filesystem::path& m_path;
    const UnpackLimits& m_limits;
    const std::shared_ptr<UnpackedStore>& m_store;
    const Job& m_job;
    Utf8Locale m_locale;
    std::unique_ptr<archive, CloseArchive> m_archive;
    std::uint64_t m_unpacked = 0;
    std::string m_piece;
    Unpacked m_result;
};

} // namespace

Result<std::shared_ptr<UnpackedStore>> UnpackedStore::create()
{
    std::FILE* file = std::tmpfile();
    if (file == nullptr)
        return Problem{ProblemCode::FileUnreadable,
                       Severity::Error,
                       {},
                       {},
                       "there is no room for temporary files: " + std::generic_category().message(errno)};
    const int number = ::dup(::fileno(file));
    const int error = errno;
    std::fclose(file);
    if (number < 0)
        return Problem{
            ProblemCode::FileUnreadable, Severity::Error, {}, {}, std::generic_category().message(error)};
    return std::shared_ptr<UnpackedStore>(new UnpackedStore(FileDescriptor(number)));
}

bool UnpackedStore::append(std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto count =
            ::pwrite(m_descriptor.number(), bytes.data(), bytes.size(), static_cast<off_t>(m_size));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        m_size += static_cast<std::uint64_t>(count);
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

FileSource UnpackedStore::part(std::uint64_t offset, std::uint64_t length, FileId id) const
{
    return {m_descriptor, id, offset, length};
}

bool isPacked(std::string_view path)
{
    const std::string_view name = fileNameOf(path);
    return endsWithAny(name, kFilters) || endsWithAny(name, kContainers);
}

std::string_view withoutPacking(std::string_view name)
{
    return endsWithAny(name, kFilters) ? name.substr(0, name.rfind('.')) : name;
}

Unpacked unpack(const std::filesystem::path& path, const UnpackLimits& limits,
                const std::shared_ptr<UnpackedStore>& store, const Job& job,
                const std::function<bool(const std::string&)>& wanted)
{
    return Unpacking(path, limits, store, job).run(wanted);
}

std::string archiveLibrary()
{
    return ::archive_version_string();
}

} // namespace duologue
