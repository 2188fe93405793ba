// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/recoded_files.h"

#include "core/base/phrase_id.h"
#include "core/io/archive.h"

#include <string>

namespace duologue {

namespace {

/// What comes out of a short packed file without the name of one is read at once, so it must not be much.
constexpr std::uint64_t kShortFile = std::uint64_t{4} << 20U;
constexpr std::uint64_t kMostOfShort = std::uint64_t{256} << 20U;

Problem cannotRecode(const FileSource& source, Phrase why)
{
    return {ProblemCode::FileUnreadable, Severity::Error, {source.id(), 0, 0}, {}, std::move(why)};
}

} // namespace

Result<std::shared_ptr<UnpackedStore>> RecodedFiles::store()
{
    if (!m_store) {
        auto store = UnpackedStore::create();
        if (!store)
            return store.problem();
        m_store = std::move(store).value();
    }
    return m_store;
}

Result<RecodedFile> RecodedFiles::recode(const FileSource& source, TextEncoding encoding)
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

Result<RecodedFile> RecodedFiles::unpackAlone(const FileSource& source, const std::string& path)
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

Result<std::uint64_t> decodeInto(UnpackedFile& target, const FileSource& source, TextEncoding encoding,
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

} // namespace duologue
