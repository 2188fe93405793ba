// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file_stamp.h"

#include "core/util/checksum.h"
#include "core/util/parallel.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <atomic>

namespace duologue {

BlockSums::BlockSums(std::uint64_t size) : m_size(size), m_values(countFor(size)) {}

BlockSums::BlockSums(std::uint64_t size, std::vector<std::uint64_t> values)
    : m_size(size),
      m_values(std::move(values)),
      m_added(m_values.size() == countFor(size) ? m_values.size() : kGivenUp)
{
}

std::shared_ptr<const BlockSums> BlockSums::of(std::string_view bytes)
{
    auto sums = std::make_shared<BlockSums>(bytes.size());
    sums->add(0, bytes);
    return sums;
}

void BlockSums::add(std::uint64_t offset, std::string_view bytes)
{
    while (offset < m_size) {
        const auto length = static_cast<std::size_t>(std::min(kBlock, m_size - offset));
        if (bytes.size() < length)
            return;
        m_values[static_cast<std::size_t>(offset / kBlock)] = checksum(bytes.substr(0, length));
        m_added.fetch_add(1, std::memory_order_acq_rel);
        bytes.remove_prefix(length);
        offset += length;
    }
}

void BlockSums::addKnown(const BlockSums& before, std::size_t count)
{
    std::copy_n(before.m_values.begin(), count, m_values.begin());
    m_added.fetch_add(count, std::memory_order_acq_rel);
}

void BlockSums::confirm(const FileIdentity& identity) const
{
    const std::scoped_lock lock(m_mutex);
    m_confirmed = identity;
}

bool BlockSums::isConfirmed(const FileIdentity& identity) const
{
    const std::scoped_lock lock(m_mutex);
    return identity.isKnown() && m_confirmed == identity;
}

namespace {

/// Whether blocks [first, last) are unchanged. The last block of the stamp may be a part of a longer one now.
bool blocksAgree(const FileSource& source, const BlockSums& sums, std::size_t first, std::size_t last,
                 const Job& job)
{
    // All cores read large files, one block at a time.
    std::atomic<bool> agree = true;
    parallelFor(last - first, 8, [&](std::size_t begin, std::size_t end) {
        PaddedBytes bytes;
        for (std::size_t i = first + begin; i < first + end && agree; ++i) {
            const std::uint64_t offset = i * BlockSums::kBlock;
            const auto length = static_cast<std::size_t>(std::min(BlockSums::kBlock, sums.size() - offset));
            const auto count = source.read(offset, length, bytes);
            if (job.stopRequested() || !count || count.value() != length ||
                checksum(bytes.view()) != sums.values()[i])
                agree = false;
        }
    });
    return agree;
}

bool allBlocksAgree(const FileSource& source, const FileStamp& stamp, const Job& job)
{
    return blocksAgree(source, *stamp.sums, 0, stamp.sums->values().size(), job);
}

} // namespace

FileStamp stampOf(const FileSource& source)
{
    return {source.identity(), source.isSettled(), nullptr};
}

FileStamp stampOf(const FileSource& source, std::string_view bytes)
{
    FileStamp stamp = stampOf(source);
    if (stamp.identity.isKnown() && bytes.size() == source.size())
        stamp.sums = BlockSums::of(bytes);
    return stamp;
}

FileStamp readStamp(const FileSource& source, const Job& job)
{
    FileStamp stamp = stampOf(source);
    const auto sums = std::make_shared<BlockSums>(source.size());
    PaddedBytes bytes;
    for (std::uint64_t at = 0; at < source.size() && !job.stopRequested(); at += BlockSums::kBlock) {
        if (!source.read(at, BlockSums::kBlock, bytes))
            break;
        sums->add(at, bytes.view());
    }
    stamp.sums = sums;
    return stamp;
}

bool isUnchanged(const FileSource& source, const FileStamp& stamp)
{
    return stamp.isKnown() && stamp.isSettled && source.identity() == stamp.identity;
}

bool hasSameContents(const FileSource& source, const FileStamp& stamp, const Job& job)
{
    return stamp.isKnown() && source.size() == stamp.sums->size() && allBlocksAgree(source, stamp, job);
}

bool hasNewLines(const FileSource& source, const FileStamp& stamp, const Job& job)
{
    if (!stamp.isKnown() || source.size() <= stamp.sums->size() || stamp.sums->size() < 2)
        return false;
    std::array<char, 2> end{};
    if (!source.readInto(stamp.sums->size() - end.size(), end.size(), end.data()))
        return false;
    return end[1] == '\n' && !isBlank(end[0]) && allBlocksAgree(source, stamp, job);
}

std::optional<Problem> changeSince(const FileSource& source, const FileStamp& stamp, std::uint64_t offset,
                                   std::uint64_t length)
{
    const bool looksTheSame = source.identity() == stamp.identity;
    if (looksTheSame && (stamp.isSettled || !stamp.isKnown()))
        return std::nullopt;
    // Where a record is stored in a file of columns is not known, so all of the file is compared, but once.
    if (!source.isStored()) {
        if (stamp.isKnown() && stamp.sums->isConfirmed(source.identity()))
            return std::nullopt;
        const bool isSettledNow = isSettled(source.identity());
        if (hasSameContents(source.stored(), stamp, Job())) {
            if (isSettledNow)
                stamp.sums->confirm(source.identity());
            return std::nullopt;
        }
    } else if (stamp.isKnown() && offset + length <= stamp.sums->size()) {
        const auto first = static_cast<std::size_t>(offset / BlockSums::kBlock);
        if (blocksAgree(source, *stamp.sums, first, BlockSums::countFor(offset + length), Job()))
            return std::nullopt;
    }
    return Problem{ProblemCode::FileVanished,
                   Severity::Error,
                   {source.id(), offset, static_cast<std::uint32_t>(length)},
                   {},
                   PhraseId::FileChanged};
}

} // namespace duologue
