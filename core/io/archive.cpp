// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/archive.h"

#include "core/base/phrase_id.h"
#include "core/base/text.h"
#include "core/io/file_endings.h"
#include "core/io/packed_stream.h"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <clocale>
#include <exception>
#include <system_error>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace duologue {

namespace {

/// Most files of a folder: the many endings of the others are not looked for then.
bool isPlainJson(std::string_view name)
{
    return name.ends_with(".json") || name.ends_with(".jsonl");
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

/// One that is being unpacked. Whatever ends that, nobody goes on waiting for the rest.
struct Member {
    Member(std::string named, std::shared_ptr<UnpackedFile> place)
        : name(std::move(named)), file(std::move(place))
    {
    }
    ~Member() { file->finish(); }
    Member(const Member&) = delete;
    Member& operator=(const Member&) = delete;

    std::string name;
    std::shared_ptr<UnpackedFile> file;
    bool handedOut = false;
};

/// One packed file while it is unpacked.
class Unpacking {
public:
    Unpacking(const UnpackRequest& request, const Job& job)
        : m_path(request.path),
          m_limits(request.limits),
          m_store(request.store),
          m_job(job),
          m_handlers(request.handlers),
          m_archive(::archive_read_new())
    {
    }

    std::optional<Problem> run()
    {
        if (!m_archive || !open())
            return std::move(m_problem);
        while (!m_job.stopRequested()) {
            archive_entry* entry = nullptr;
            const int status = ::archive_read_next_header(m_archive.get(), &entry);
            if (status == ARCHIVE_EOF) {
                checkToEnd();
                break;
            }
            // One that libarchive would pass over (ARCHIVE_RETRY) is damaged, too.
            if (status != ARCHIVE_OK && status != ARCHIVE_WARN) {
                damaged();
                break;
            }
            const auto type = ::archive_entry_filetype(entry);
            if (type == AE_IFDIR)
                continue;
            if (isRaw() && hasEnding(withoutPacking(m_path.filename().native()), EndingKind::Archive)) {
                refuse(ProblemCode::ArchiveDamaged, PhraseId::NotAnArchive);
                break;
            }
            if (m_members == m_limits.members) {
                tooLarge({PhraseId::TooManyFiles, m_limits.members});
                break;
            }
            const std::string name = nameOf(entry);
            ++m_members;
            if (type != AE_IFREG)
                m_handlers.found({name, nullptr, true});
            else if (!m_handlers.wants(name))
                m_handlers.found({name, nullptr});
            else if (!unpackMember(name))
                break;
        }
        return std::move(m_problem);
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
        // Not by its path: of a pipe or a device the library would wait for the end.
        auto source = FileSource::open(m_path, kNoFile);
        if (!source) {
            m_problem = source.problem();
            return false;
        }
        m_source = std::move(source).value();
        m_packedSize = m_source->size();
        auto stream = openPackedStream(*m_source);
        if (!stream) {
            m_problem = stream.problem();
            return false;
        }
        m_stream = std::move(stream).value();
        if (m_packedSize == 0) {
            refuse(ProblemCode::ArchiveDamaged, PhraseId::FileEmpty);
            return false;
        }
        if (!m_stream && hasEnding(m_path.native(), EndingKind::Packed) && !beginsLikeText()) {
            refuse(ProblemCode::ArchiveDamaged, PhraseId::OtherPacking);
            return false;
        }
        // Archives that are not compressed as a whole (zip, tar) are read at any offset.
        const int status = m_stream ? ::archive_read_open(reader, this, nullptr, readStream, nullptr)
                                    : ::archive_read_open_fd(reader, m_source->descriptor().number(), kBlock);
        if (status == ARCHIVE_OK)
            return true;
        damaged();
        return false;
    }

    /// As files do that are called .gz because they once were packed.
    bool beginsLikeText() const
    {
        constexpr std::size_t kHead = 512;
        constexpr std::size_t kLongestCharacter = 4;
        PaddedBytes head;
        if (!m_source->read(0, kHead + kLongestCharacter, head))
            return false;
        const std::string_view text = head.view().substr(0, wholeCharacters(head.view(), kHead));
        return toValidUtf8(text) == text && text.find('\0') == std::string_view::npos;
    }

    /// If the stream is damaged, libarchive gets only what comes before the damage.
    static la_ssize_t readStream(archive* /*reader*/, void* unpacking, const void** bytes)
    {
        auto& self = *static_cast<Unpacking*>(unpacking);
        // Nothing may be thrown through a library that is written in C.
        try {
            self.m_block.resize(kBlock);
            *bytes = self.m_block.data();
            return static_cast<la_ssize_t>(self.m_stream->read(self.m_block));
        } catch (...) {
            self.m_thrown = std::current_exception();
            return ARCHIVE_FATAL;
        }
    }

    /// The compressed stream may go on after the end of the archive inside it, up to the checksum of
    /// everything.
    void checkToEnd()
    {
        if (!m_stream)
            return;
        m_block.resize(kBlock);
        while (!m_job.stopRequested()) {
            const std::size_t count = m_stream->read(m_block);
            if (count == 0)
                break;
            m_unpacked += count;
            if (isBomb())
                return;
        }
        if (m_stream->damage())
            damaged();
    }

    /// A file that is packed alone, or is no archive at all.
    bool isRaw() const { return ::archive_format(m_archive.get()) == ARCHIVE_FORMAT_RAW; }

    /// No two members have one name: "a.jsonl" that is there once more is "a (2).jsonl".
    std::string nameOf(archive_entry* entry)
    {
        if (isRaw())
            return {};
        const char* found = ::archive_entry_pathname_utf8(entry);
        if (found == nullptr)
            found = ::archive_entry_pathname(entry);
        const std::string name = found == nullptr ? std::to_string(m_members + 1) : toValidUtf8(found);
        const std::size_t stem = name.size() - endingOf(fileNameOf(name)).size();
        std::string free = name;
        while (!m_names.insert(free).second) {
            // Goes on where the last one of this name has got its number.
            const std::size_t number = ++m_numbers.try_emplace(name, 1).first->second;
            free = name.substr(0, stem) + " (" + std::to_string(number) + ")" + name.substr(stem);
        }
        return free;
    }

    std::shared_ptr<UnpackedFile> placeOfNext() const
    {
        return m_handlers.place ? m_handlers.place() : std::make_shared<UnpackedFile>(m_store);
    }

    /// False where nothing more can be unpacked.
    bool unpackMember(const std::string& name)
    {
        constexpr std::size_t kPiece = std::size_t{1} << 20U;
        m_piece.resize(kPiece);
        auto place = placeOfNext();
        if (place == nullptr)
            return false;
        Member member(name, std::move(place));
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
                return endMember(member, false);
            if (!member.file->append({m_piece.data(), static_cast<std::size_t>(count)})) {
                refuse(ProblemCode::FileUnreadable, PhraseId::NoSpaceToUnpack);
                return endMember(member, false);
            }
            if (member.file->size() > m_limits.wholeUpTo)
                handOutUnfinished(member);
        }
        return endMember(member, !m_problem || member.file->size() > 0);
    }

    void handOut(Member& member)
    {
        if (!std::exchange(member.handedOut, true))
            m_handlers.found({member.name, member.file});
    }

    void handOutUnfinished(Member& member)
    {
        handOut(member);
        // Estimates the rest with the compression ratio so far.
        const auto consumed = static_cast<double>(bytesConsumed());
        const double left = std::max(static_cast<double>(m_packedSize) - consumed, 0.0);
        expect(member.file->size() +
               static_cast<std::uint64_t>(left * static_cast<double>(m_unpacked) / consumed));
    }

    /// Returns whether more can be unpacked.
    bool endMember(Member& member, bool isKept)
    {
        member.file->finish();
        if (isKept)
            handOut(member);
        if (member.handedOut)
            expect(member.file->size());
        return !m_problem;
    }

    void expect(std::uint64_t size)
    {
        if (m_handlers.expects)
            m_handlers.expects(size);
    }

    /// Compares with the packed bytes read so far, so that a bomb is noticed early.
    bool isBomb()
    {
        const std::uint64_t consumed = bytesConsumed();
        if (m_unpacked > m_limits.size)
            tooLarge({PhraseId::UnpacksToMore, m_limits.size >> 20U});
        else if (m_unpacked > m_limits.harmless && m_unpacked / consumed > m_limits.ratio)
            tooLarge({PhraseId::UnpacksToTimes, m_limits.ratio});
        return m_problem.has_value();
    }

    /// Of the packed file; never 0.
    std::uint64_t bytesConsumed() const
    {
        const std::uint64_t consumed = m_stream ? m_stream->consumed()
                                                : static_cast<std::uint64_t>(std::max<std::int64_t>(
                                                      ::archive_filter_bytes(m_archive.get(), -1), 0));
        return std::max<std::uint64_t>(consumed, 1);
    }

    void refuse(ProblemCode code, Phrase detail)
    {
        m_problem = Problem{code, Severity::Error, {}, {}, std::move(detail)};
    }

    void damaged()
    {
        if (m_thrown)
            std::rethrow_exception(m_thrown);
        // An archive in a stream that ends too early ends too early itself.
        if (m_stream && m_stream->damage()) {
            refuse(ProblemCode::ArchiveDamaged, *m_stream->damage());
            return;
        }
        const char* why = ::archive_error_string(m_archive.get());
        Phrase reason =
            why == nullptr ? Phrase(PhraseId::CannotBeUnpacked) : Phrase::verbatim(toValidUtf8(why));
        refuse(ProblemCode::ArchiveDamaged, {m_stream ? PhraseId::AtUnpackedByte : PhraseId::AtPackedByte,
                                             std::move(reason), bytesConsumed()});
    }

    void tooLarge(Phrase detail) { refuse(ProblemCode::ArchiveTooLarge, std::move(detail)); }

    static constexpr std::size_t kBlock = std::size_t{256} << 10U;

    const std::filesystem::path& m_path;
    const UnpackLimits& m_limits;
    const std::shared_ptr<UnpackedStore>& m_store;
    const Job& m_job;
    const UnpackHandlers& m_handlers;
    Utf8Locale m_locale;
    /// Of the members so far.
    std::unordered_set<std::string> m_names;
    /// The last number of a name that several members have.
    std::unordered_map<std::string, std::size_t> m_numbers;
    /// None where it could not be opened.
    std::optional<FileSource> m_source;
    /// Null if the archive is not compressed as a whole.
    std::unique_ptr<PackedStream> m_stream;
    /// Of the stream, while libarchive reads it.
    std::string m_block;
    std::exception_ptr m_thrown;
    std::unique_ptr<archive, CloseArchive> m_archive;
    std::uint64_t m_packedSize = 0;
    std::uint64_t m_unpacked = 0;
    std::uint64_t m_members = 0;
    std::string m_piece;
    std::optional<Problem> m_problem;
};

} // namespace

bool isPacked(std::string_view path)
{
    const std::string_view name = fileNameOf(path);
    return !isPlainJson(name) &&
           (hasEnding(name, EndingKind::Packed) || hasEnding(name, EndingKind::Archive));
}

bool beginsPacked(std::string_view head)
{
    constexpr std::size_t kTarMagic = 257;
    return beginsCompressed(head) || head.starts_with("PK\3\4") || head.starts_with("PK\5\6") ||
           (head.size() > kTarMagic && head.substr(kTarMagic).starts_with("ustar"));
}

std::string_view withoutPacking(std::string_view name)
{
    return !isPlainJson(name) && hasEnding(name, EndingKind::Packed) ? name.substr(0, name.rfind('.')) : name;
}

std::optional<Problem> unpack(const UnpackRequest& request, const Job& job)
{
    return Unpacking(request, job).run();
}

std::string archiveLibrary()
{
    return ::archive_version_string();
}

} // namespace duologue
