// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/search/flag_matcher.h"

#include "core/base/simd/prefetch.h"

#include <algorithm>

namespace duologue {

FlagMatcher::FlagMatcher(const FieldScan::FlagBits& bits, const std::vector<std::uint8_t>& byKey)
    : m_shift(bits.offset), m_wanted(std::size_t{1} << bits.width)
{
    for (std::size_t i = 0; i < m_wanted.size() && bits.firstKey + i < byKey.size(); ++i)
        m_wanted[i] = byKey[bits.firstKey + i];
}

void FlagMatcher::find(const MessageFlags* messages, std::size_t count, std::uint64_t* out,
                       std::size_t at) const
{
    constexpr std::size_t kWord = 64;
    constexpr std::size_t kLine = kCacheLine / sizeof(MessageFlags);
    const auto mask = static_cast<std::uint32_t>(m_wanted.size() - 1);
    for (std::size_t i = 0; i < count;) {
        // Callers read run by run. This prefetches the same part of the next run.
        for (std::size_t line = 0; line < kWord; line += kLine)
            prefetch(messages + i + line, count * sizeof(MessageFlags));
        const std::size_t bit = (at + i) % kWord;
        const std::size_t inWord = std::min(count - i, kWord - bit);
        std::uint64_t bits = 0;
        for (std::size_t j = 0; j < inWord; ++j) {
            const std::uint64_t isWanted = m_wanted[FieldScan::flagsOf(messages[i + j]) >> m_shift & mask];
            bits |= isWanted << j;
        }
        out[(at + i) / kWord] |= bits << bit;
        i += inWord;
    }
}

MessageBits::MessageBits(const FieldScan& scan, const FlagMatcher& matcher, MessageIndex first,
                         MessageIndex last)
    : m_first(first), m_words((last - first) / 64 + 2)
{
    scan.forEachPieceOfMessages(first, last,
                                [&](std::size_t from, const MessageFlags* messages, std::size_t count) {
                                    matcher.find(messages, count, m_words.data(), from - indexOf(first));
                                });
}

} // namespace duologue
