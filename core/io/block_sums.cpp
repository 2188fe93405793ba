// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/block_sums.h"

#include "core/base/checksum.h"

#include <algorithm>

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

} // namespace duologue
