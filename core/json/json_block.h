// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/simd/wide_lanes.h"

namespace duologue {

#if defined(DUOLOGUE_WIDE_LANES)

/// What stands where among 64 bytes of JSON. Tokens that lie in one block are told apart by its bits, which
/// is done sooner than to look at the bytes again for each of them.
class JsonBlock {
public:
    /// Holds `at` from then on. 64 bytes from there on are read if it did not before.
    [[gnu::target("avx512bw"), gnu::always_inline]] void reach(const char* at)
    {
        if (placeOf(at) < kWidestLanes)
            return;
        m_begin = at;
        const __m512i bytes = widestLanesAt(at);
        m_textStops = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('"')) |
                      _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('\\')) |
                      _mm512_cmplt_epu8_mask(bytes, _mm512_set1_epi8(' '));
        // By its low half each byte finds the one space that it may be.
        const __m512i spaces = _mm512_broadcast_i32x4(
            _mm_setr_epi8(' ', -1, -1, -1, -1, -1, -1, -1, -1, '\t', '\n', -1, -1, '\r', -1, -1));
        m_others = ~_mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(spaces, bytes), bytes);
    }

    const char* end() const { return m_begin + kWidestLanes; }

    /// From `at` on, which it holds: a bit for each byte that ends a text or is no plain part of one
    /// (quotation marks, backslashes, control characters), that of the byte at `at` lowest.
    std::uint64_t textStopsFrom(const char* at) const { return m_textStops >> placeOf(at); }
    /// Likewise for bytes that are no white space.
    std::uint64_t othersFrom(const char* at) const { return m_others >> placeOf(at); }

private:
    /// Large for what stands before it, too.
    std::size_t placeOf(const char* at) const
    {
        return reinterpret_cast<std::uintptr_t>(at) - reinterpret_cast<std::uintptr_t>(m_begin);
    }

    const char* m_begin = nullptr;
    std::uint64_t m_textStops = 0;
    std::uint64_t m_others = 0;
};

#endif

} // namespace duologue
