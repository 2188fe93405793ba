// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/unpacked_file.h"

#include "core/io/archive.h"
#include "core/io/file_source.h"
#include "core/io/folder_scan.h"
#include "core/util/parallel.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <limits>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace duologue {

namespace {

std::string folderForTemporaryFiles()
{
    const char* const folder = ::secure_getenv("TMPDIR");
    return folder != nullptr && *folder != '\0' ? folder : P_tmpdir;
}

/// Opens a temporary file without a name; negative, with errno, on failure.
int openNamelessFile(const std::string& folder)
{
    constexpr mode_t kForTheUserAlone = S_IRUSR | S_IWUSR;
    const int nameless = openFile(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, AT_FDCWD, kForTheUserAlone);
    // Not every file system supports files without a name.
    if (nameless >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL))
        return nameless;
    std::string path = folder + "/duologue-XXXXXX";
    const int named = ::mkostemp(path.data(), O_CLOEXEC);
    if (named >= 0)
        ::unlink(path.c_str());
    return named;
}

} // namespace

Expected<std::shared_ptr<UnpackedStore>> UnpackedStore::create()
{
    const std::string folder = folderForTemporaryFiles();
    const int number = openNamelessFile(folder);
    const int error = errno;
    if (number < 0)
        return Problem{
            ProblemCode::FileUnreadable,
            Severity::Error,
            {},
            {},
            {PhraseId::NoTemporaryFiles, toValidUtf8(folder), std::generic_category().message(error)}};
    return std::shared_ptr<UnpackedStore>(new UnpackedStore(FileDescriptor(number)));
}

bool UnpackedStore::write(std::uint64_t offset, std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto count =
            ::pwrite(m_descriptor.number(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        offset += static_cast<std::uint64_t>(count);
        m_size = std::max(m_size, offset);
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

UnpackedFile::UnpackedFile(std::shared_ptr<UnpackedStore> store)
    : m_store(std::move(store)), m_offset(m_store->size())
{
}

UnpackedFile::UnpackedFile(std::shared_ptr<UnpackedStore> store, std::uint64_t offset, LateFile late)
    : m_store(std::move(store)), m_offset(offset), m_late(std::move(late))
{
}

bool UnpackedFile::append(std::string_view bytes)
{
    // The bytes after it belong to another file.
    const bool fits = !m_late || bytes.size() <= m_late->size - m_size;
    const bool written = fits && m_store->write(m_offset + m_size, bytes);
    const std::scoped_lock lock(m_store->m_mutex);
    m_size += written ? bytes.size() : 0;
    m_store->m_grown.notify_all();
    return written;
}

void UnpackedFile::finish()
{
    const std::scoped_lock lock(m_store->m_mutex);
    m_finished = true;
    m_store->m_grown.notify_all();
}

FileSource UnpackedFile::open(FileId id) const
{
    if (m_finished)
        return {m_store->m_descriptor, id, m_offset, m_size};
    std::shared_ptr<const GrowingLength> length;
    if (m_late)
        length = {m_late->unpacking.lock(), this};
    else
        length = shared_from_this();
    return {m_store->m_descriptor, id, m_offset, std::move(length)};
}

void UnpackedFile::cancel() const
{
    if (const auto unpacking = m_late ? m_late->unpacking.lock() : nullptr)
        unpacking->cancel();
}

std::uint64_t UnpackedFile::waitFor(std::uint64_t wanted) const
{
    const auto isThere = [&] { return m_size >= wanted || m_finished; };
    if (!isThere()) {
        if (const auto unpacking = m_late ? m_late->unpacking.lock() : nullptr)
            unpacking->begin(m_late->packed);
        std::unique_lock lock(m_store->m_mutex);
        m_store->m_grown.wait(lock, isThere);
    }
    return m_size;
}

std::string memberPath(const PackedFile& packed, const std::string& name)
{
    return name.empty() ? std::string(withoutPacking(packed.path)) : packed.path + "/" + name;
}

std::string shownMemberPath(const PackedFile& packed, const std::string& name)
{
    return name.empty() ? packed.shownPath : packed.shownPath + "/" + name;
}

namespace {

/// In a log of Inspect, samples are files of their own; what else it has tells of the run, or of them again.
bool isBesideSamples(std::string_view archive, std::string_view name)
{
    return archive.ends_with(".eval") && !name.starts_with("samples/");
}

} // namespace

Phrase reasonToSkipMember(const PackedFile& packed, const std::string& name)
{
    if (name.empty() && packed.namedByUser)
        return {};
    if (isInMacFolder(name))
        return PhraseId::MacCompanion;
    if (isBesideSamples(packed.path, name))
        return PhraseId::NoRecords;
    const std::string path = memberPath(packed, name);
    return isPacked(path) ? Phrase(PhraseId::PackedInPacked) : reasonToSkip(path);
}

namespace {

/// What comes out of a short packed file without the name of one is read at once, so it must not be much.
constexpr std::uint64_t kShortFile = std::uint64_t{4} << 20U;
constexpr std::uint64_t kMostOfShort = std::uint64_t{256} << 20U;

Problem cannotRecode(const FileSource& source, Phrase why)
{
    return {ProblemCode::FileUnreadable, Severity::Error, {source.id(), 0, 0}, {}, std::move(why)};
}

} // namespace

Expected<std::shared_ptr<UnpackedStore>> RecodedFiles::store()
{
    if (!m_store) {
        auto store = UnpackedStore::create();
        if (!store)
            return store.problem();
        m_store = std::move(store).value();
    }
    return m_store;
}

Expected<RecodedFile> RecodedFiles::recode(const FileSource& source, TextEncoding encoding)
{
    const std::scoped_lock lock(m_mutex);
    const auto place = store();
    if (!place)
        return place.problem();
    const auto file = std::make_shared<UnpackedFile>(place.value());
    const auto sums = std::make_shared<BlockSums>(source.size());
    const auto lost = decodeInto(*file, source, encoding, m_stop, sums.get());
    if (!lost)
        return lost.problem();
    file->finish();
    FileStamp stamp = stampOf(source);
    stamp.sums = sums;
    return RecodedFile{file, lost.value(), {}, std::move(stamp)};
}

Expected<RecodedFile> RecodedFiles::unpackAlone(const FileSource& source, const std::string& path)
{
    const std::scoped_lock lock(m_mutex);
    const auto place = store();
    if (!place)
        return place.problem();
    RecodedFile unpacked;
    const Job job(m_stop);
    UnpackLimits limits;
    if (source.size() <= kShortFile)
        limits.size = kMostOfShort;
    limits.wholeUpTo = limits.size;
    UnpackHandlers handlers;
    handlers.wants = [](const std::string& name) { return name.empty(); };
    bool isEmpty = true;
    handlers.found = [&](PackedMember member) {
        isEmpty = false;
        unpacked.file = std::move(member.file);
    };
    unpacked.damage = unpack({path, limits, place.value(), handlers}, job);
    if (!unpacked.file)
        return unpacked.damage.value_or(
            cannotRecode(source, isEmpty ? PhraseId::FileEmpty : PhraseId::PackedUnderOtherName));
    unpacked.stamp = readStamp(source, job);
    return unpacked;
}

Expected<std::uint64_t> decodeInto(UnpackedFile& target, const FileSource& source, TextEncoding encoding,
                                   const std::stop_token& stop, BlockSums* sums)
{
    constexpr std::size_t kDecodedAtOnce = BlockSums::kBlock;
    TextDecoder decoder(encoding);
    if (!decoder.isOpen())
        return cannotRecode(source, {PhraseId::OtherEncoding, encodingName(encoding)});
    PaddedBytes bytes;
    std::string utf8;
    bool isLast = false;
    for (std::uint64_t at = 0; !isLast && !stop.stop_requested(); at += bytes.size()) {
        const auto count = source.read(at, kDecodedAtOnce, bytes);
        if (!count)
            return count.problem();
        isLast = count.value() < kDecodedAtOnce;
        if (sums != nullptr)
            sums->add(at, bytes.view());
        utf8.clear();
        decoder.decode(bytes.view(), isLast, utf8);
        if (!target.append(utf8))
            return cannotRecode(source, PhraseId::NoSpaceToUnpack);
    }
    return decoder.lostBytes();
}

Expected<std::shared_ptr<UnpackOnDemand>> UnpackOnDemand::create()
{
    auto store = UnpackedStore::create();
    if (!store)
        return store.problem();
    return std::shared_ptr<UnpackOnDemand>(new UnpackOnDemand(std::move(store).value()));
}

UnpackOnDemand::~UnpackOnDemand()
{
    cancel();
    constexpr std::chrono::milliseconds kPatience{50};
    std::unique_lock lock(m_work->mutex);
    m_work->changed.wait_for(lock, kPatience, [this] { return !m_work->isRunning; });
}

std::shared_ptr<const UnpackedFile> UnpackOnDemand::add(const std::shared_ptr<const PackedFile>& packed,
                                                        std::uint64_t size)
{
    auto& files = m_work->packed;
    auto& members = m_work->members;
    if (files.empty() || files.back().file != packed)
        files.push_back({packed, members.size(), members.size(), false});
    ++files.back().end;
    const auto self = shared_from_this();
    members.emplace_back(m_work->store, m_nextOffset, LateFile{self, files.size() - 1, size});
    m_nextOffset += size;
    return {self, &members.back()};
}

void UnpackOnDemand::begin(std::size_t packed)
{
    std::unique_lock lock(m_work->mutex);
    Contents& contents = m_work->packed[packed];
    if (m_work->stop.stop_requested()) {
        m_work->finish(contents);
        return;
    }
    if (std::exchange(contents.asked, true))
        return;
    m_work->asked.push_back(packed);
    m_work->changed.notify_all();
    if (std::exchange(m_work->isRunning, true))
        return;
    try {
        std::thread([work = m_work] { work->run(); }).detach();
        return;
    } catch (const std::system_error&) {
        // There is no thread: the reader unpacks.
        m_work->unpackAsked(lock);
    }
    m_work->isRunning = false;
    m_work->changed.notify_all();
}

void UnpackOnDemand::cancel()
{
    const std::scoped_lock lock(m_work->mutex);
    if (!m_work->stop.request_stop())
        return;
    // Including the one that is being unpacked, because the thread may hang.
    for (const Contents& contents : m_work->packed) {
        if (contents.asked)
            m_work->finish(contents);
    }
    m_work->changed.notify_all();
}

void UnpackOnDemand::Work::run()
{
    std::unique_lock lock(mutex);
    while (!stop.stop_requested()) {
        unpackAsked(lock);
        changed.wait(lock, [this] { return !asked.empty() || stop.stop_requested(); });
    }
    isRunning = false;
    changed.notify_all();
}

void UnpackOnDemand::Work::unpackAsked(std::unique_lock<std::mutex>& lock)
{
    while (!asked.empty() && !stop.stop_requested()) {
        const Contents contents = packed[asked.front()];
        asked.pop_front();
        lock.unlock();
        try {
            unpackAgain(contents);
        } catch (const std::exception&) {
            // The reader reports the missing bytes.
        }
        finish(contents);
        lock.lock();
    }
}

void UnpackOnDemand::Work::unpackAgain(const Contents& contents)
{
    const PackedFile& file = *contents.file;
    const auto source = FileSource::open(file.path, kNoFile);
    const Job job(stop.get_token());
    if (!source ||
        (!isUnchanged(source.value(), file.stamp) && !hasSameContents(source.value(), file.stamp, job)))
        return;
    if (file.encoding != TextEncoding::Utf8) {
        (void)decodeInto(members[contents.first], source.value(), file.encoding, stop.get_token());
        return;
    }
    std::size_t next = contents.first;
    UnpackHandlers handlers;
    handlers.wants = [&](const std::string& name) { return reasonToSkipMember(file, name).empty(); };
    handlers.place = [&]() -> std::shared_ptr<UnpackedFile> {
        // It owns nothing: the members outlive this thread.
        return next < contents.end ? std::shared_ptr<UnpackedFile>(std::shared_ptr<void>(), &members[next++])
                                   : nullptr;
    };
    handlers.found = [](const PackedMember&) {};
    UnpackLimits limits;
    limits.wholeUpTo = std::numeric_limits<std::uint64_t>::max();
    // The file had no problems when it was unpacked first. If it has some now, the reader reports missing
    // bytes.
    (void)unpack({file.path, limits, store, handlers}, job);
}

void UnpackOnDemand::Work::finish(const Contents& contents)
{
    for (std::size_t i = contents.first; i < contents.end; ++i)
        members[i].finish();
}

} // namespace duologue
