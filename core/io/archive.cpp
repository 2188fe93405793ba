// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/archive.h"

#include "core/io/archive_module.h"
#include "core/io/file_source.h"
#include "core/io/folder.h"
#include "core/util/buffers.h"
#include "core/util/phrase_id.h"
#include "core/util/problem.h"
#include "core/util/text.h"

#include <algorithm>
#include <clocale>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <zlib.h>

namespace duologue {

/// The contents of a file that is compressed as a whole (gz, bz2, xz, zst), whether that is a tar or a text.
/// All checksums of the compressed format are compared. One thread.
class PackedStream {
public:
    virtual ~PackedStream() = default;
    PackedStream(const PackedStream&) = delete;
    PackedStream& operator=(const PackedStream&) = delete;

    /// Reads the next bytes into `room` and returns how many. 0 at the end, and if the file is damaged from
    /// here on.
    virtual std::size_t read(std::span<char> room) = 0;
    /// How many bytes of the packed file have been read.
    virtual std::uint64_t consumed() const = 0;
    /// What is wrong with the file and where; none if nothing is so far. The damage is after the
    /// bytes that were returned or, if only the checksum at the end shows it, anywhere in them.
    const std::optional<Phrase>& damage() const { return m_damage; }

protected:
    PackedStream() = default;

    std::optional<Phrase> m_damage;
};

/// Whether a file with these first bytes is compressed as a whole; four are enough, six are surer.
bool beginsCompressed(std::string_view head);

/// Opens a file that begins like one that is compressed as a whole. Null for any other file; a Problem if it
/// cannot be read.
Expected<std::unique_ptr<PackedStream>> openPackedStream(const FileSource& source);

namespace {

using namespace std::string_view_literals;

constexpr std::size_t kStreamPiece = std::size_t{256} << 10U;
constexpr auto kGzip = "\x1F\x8B"sv;

const Module<ArchiveModule>& archiveModule()
{
    static const Module<ArchiveModule> module;
    return module;
}

Phrase moduleMistake()
{
    return {PhraseId::ModuleNotOpened, toValidUtf8(archiveModule().mistake())};
}

/// For a file that needs the module if it cannot be opened.
Problem moduleMissing()
{
    return {ProblemCode::ModuleMissing, Severity::Error, {}, {}, moduleMistake()};
}

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
    LibraryStream(FileSource source, const ArchiveModule& module)
        : m_source(std::move(source)), m_reader(module.streamReader())
    {
        if (m_reader == nullptr) {
            m_damage = PhraseId::NoMemoryToUnpack;
            return;
        }
        const auto step = m_reader->openFile(m_source.descriptor().number(), kStreamPiece)
                              ? m_reader->next()
                              : ArchiveReader::Step::Damaged;
        m_atEnd = step != ArchiveReader::Step::Member;
        if (step == ArchiveReader::Step::Damaged)
            m_damage = damageSoFar();
    }

    std::uint64_t consumed() const override { return m_reader == nullptr ? 0 : m_reader->consumed(); }

    std::size_t read(std::span<char> room) override
    {
        while (!m_atEnd && !m_damage) {
            const std::ptrdiff_t count = m_reader->read(room.data(), room.size());
            if (count > 0)
                return static_cast<std::size_t>(count);
            if (count < 0)
                m_damage = damageSoFar();
            m_atEnd = count == 0;
        }
        if (m_atEnd && !m_damage)
            lookBehindEnd();
        return 0;
    }

private:
    Phrase damageSoFar() const
    {
        const char* const why = m_reader->mistake();
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
    std::unique_ptr<ArchiveReader> m_reader;
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

Expected<std::unique_ptr<PackedStream>> openPackedStream(const FileSource& source)
{
    PaddedBytes head;
    if (const auto count = source.read(0, 6, head); !count)
        return count.problem();
    std::unique_ptr<PackedStream> stream;
    if (head.view().starts_with(kGzip))
        stream = std::make_unique<GzipStream>(source);
    else if (isPackedByOthers(head.view()) && archiveModule().get() == nullptr)
        return moduleMissing();
    else if (isPackedByOthers(head.view()))
        stream = std::make_unique<LibraryStream>(source, *archiveModule().get());
    return stream;
}

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
          m_handlers(request.handlers)
    {
    }

    std::optional<Problem> run()
    {
        if (!open())
            return std::move(m_problem);
        while (!m_job.stopRequested()) {
            const auto step = m_reader->next();
            if (step == ArchiveReader::Step::End) {
                checkToEnd();
                break;
            }
            if (step == ArchiveReader::Step::Damaged) {
                damaged();
                break;
            }
            const auto kind = m_reader->kind();
            if (kind == ArchiveReader::Kind::Folder)
                continue;
            if (m_reader->isRaw() &&
                hasEnding(withoutPacking(m_path.filename().native()), EndingKind::Archive)) {
                refuse(ProblemCode::ArchiveDamaged, PhraseId::NotAnArchive);
                break;
            }
            if (m_members == m_limits.members) {
                tooLarge({PhraseId::TooManyFiles, m_limits.members});
                break;
            }
            const std::string name = nextName();
            ++m_members;
            if (kind != ArchiveReader::Kind::File)
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
        if (archiveModule().get() == nullptr) {
            m_problem = moduleMissing();
            return false;
        }
        m_reader = archiveModule().get()->archiveReader();
        if (m_reader == nullptr) {
            refuse(ProblemCode::OutOfMemory, PhraseId::NoMemoryToUnpack);
            return false;
        }
        // Archives that are not compressed as a whole (zip, tar) are read at any offset.
        if (m_stream ? m_reader->openBytes(this, readStream)
                     : m_reader->openFile(m_source->descriptor().number(), kBlock))
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
    static std::ptrdiff_t readStream(void* unpacking, const void** bytes) noexcept
    {
        auto& self = *static_cast<Unpacking*>(unpacking);
        // Nothing may be thrown through a library that is written in C.
        try {
            self.m_block.resize(kBlock);
            *bytes = self.m_block.data();
            return static_cast<std::ptrdiff_t>(self.m_stream->read(self.m_block));
        } catch (...) {
            self.m_thrown = std::current_exception();
            return -1;
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

    /// No two members have one name: "a.jsonl" that is there once more is "a (2).jsonl".
    std::string nextName()
    {
        if (m_reader->isRaw())
            return {};
        const char* const found = m_reader->name();
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
            const std::ptrdiff_t count = m_reader->read(m_piece.data(), m_piece.size());
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
        return std::max<std::uint64_t>(m_stream ? m_stream->consumed() : m_reader->consumed(), 1);
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
        const char* const why = m_reader->mistake();
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
    std::unique_ptr<ArchiveReader> m_reader;
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
    const ArchiveModule* const module = archiveModule().get();
    return module == nullptr ? inEnglish(moduleMistake()) : module->version();
}

namespace {

/// Where packed bytes go.
struct PackedTarget {
    ByteSink& sink;
    /// What it has thrown.
    std::exception_ptr thrown;
};

bool passOn(void* target, const void* bytes, std::size_t length) noexcept
{
    auto& packed = *static_cast<PackedTarget*>(target);
    // Nothing may be thrown through a library that is written in C.
    try {
        return packed.sink.write({static_cast<const char*>(bytes), length});
    } catch (...) {
        packed.thrown = std::current_exception();
        return false;
    }
}

class PackingSink final : public ByteSink {
public:
    PackingSink(std::string_view ending, ByteSink& target) : m_target{target, nullptr}
    {
        if (const ArchiveModule* const module = archiveModule().get(); module != nullptr)
            m_writer =
                module->writer(ending == ".gz" ? ArchiveModule::Packing::Gzip : ArchiveModule::Packing::Zstd,
                               &m_target, passOn);
        m_ok = m_writer != nullptr;
    }

    bool write(std::string_view bytes) override
    {
        m_ok = m_ok && m_writer->write(bytes.data(), bytes.size());
        throwAgain();
        return m_ok;
    }

    bool finish() override
    {
        m_ok = m_ok && m_writer->close();
        throwAgain();
        return m_ok && m_target.sink.finish();
    }

    Phrase error() const override
    {
        if (Phrase error = m_target.sink.error(); m_ok || !error.empty())
            return error;
        if (archiveModule().get() == nullptr)
            return moduleMistake();
        const char* const text = m_writer == nullptr ? nullptr : m_writer->mistake();
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
    std::unique_ptr<ArchiveWriter> m_writer;
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
