// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/escaped_text.h"

#include "core/json/unicode_escapes.h"

#include <array>
#include <bit>

namespace duologue {

#if defined(DUOLOGUE_WIDE_LANES)

namespace {

/// What stands for the character behind a backslash: 0 for what is no escape, and for `u`.
struct alignas(kWidestLanes) Escapes {
    constexpr Escapes()
    {
        for (const char same : {'"', '\\', '/'})
            meant[static_cast<std::size_t>(same)] = same;
        meant['b'] = '\b';
        meant['f'] = '\f';
        meant['n'] = '\n';
        meant['r'] = '\r';
        meant['t'] = '\t';
    }

    std::array<char, 2 * kWidestLanes> meant{};
};

constexpr Escapes kEscapes;

/// Which bytes of a block of text belong to escapes, told by simdjson's subtraction: of a run of backslashes
/// every second one is escaped itself.
struct EscapeBits {
    /// `carried`: 1 where the last byte before the block is a backslash that begins an escape, else 0.
    EscapeBits(std::uint64_t backslashes, std::uint64_t carried)
    {
        constexpr std::uint64_t kOddPlaces = 0xAAAA'AAAA'AAAA'AAAAU;
        const std::uint64_t begun = backslashes & ~carried;
        const std::uint64_t ends = (((begun << 1U) | kOddPlaces) - begun) ^ kOddPlaces;
        escaped = ends ^ (backslashes | carried);
        escaping = ends & backslashes;
    }

    /// Backslashes that begin an escape.
    std::uint64_t escaping;
    /// What stands behind those.
    std::uint64_t escaped;
};

} // namespace

TextEnd decodeText(const char* from, const char* end, char* to)
{
    // Escapes in the middle of texts cannot be foreseen, so that going from one to the next, or leaving
    // blocks without one alone, costs more than doing all of every block.
    std::uint64_t carried = 0;
    while (from < end) {
        const __m512i bytes = widestLanesAt(from);
        const std::uint64_t backslashes = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('\\'));
        const std::uint64_t quotes = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('"'));
        const std::uint64_t controls = _mm512_cmplt_epu8_mask(bytes, _mm512_set1_epi8(' '));
        const EscapeBits bits(backslashes, carried);
        const __m512i meant = _mm512_permutex2var_epi8(widestLanesAt(kEscapes.meant.data()), bytes,
                                                       widestLanesAt(kEscapes.meant.data() + kWidestLanes));
        // The table is asked by seven bits: a byte beyond ASCII would find what another one means.
        const std::uint64_t others = _mm512_mask_testn_epi8_mask(bits.escaped, meant, meant) |
                                     (bits.escaped & _mm512_movepi8_mask(bytes));
        const __m512i decoded = _mm512_mask_mov_epi8(bytes, bits.escaped, meant);
        _mm512_storeu_si512(to, _mm512_maskz_compress_epi8(~bits.escaping, decoded));
        const std::uint64_t stops = (quotes & ~bits.escaped) | controls | others;
        carried = bits.escaping >> (kWidestLanes - 1);
        if (stops == 0) {
            from += kWidestLanes;
            to += std::popcount(~bits.escaping);
            continue;
        }
        const int count = std::countr_zero(stops);
        from += count;
        to += std::popcount(~bits.escaping & firstBits(static_cast<std::size_t>(count)));
        const std::uint64_t stop = stops & (~stops + 1);
        if ((stop & others) == 0)
            return from < end && *from == '"' ? TextEnd{from, to} : TextEnd{};
        --from;
        if (from >= end || !decodeUnicodeEscapes(from, end, to))
            return {};
        carried = 0;
    }
    return {};
}

#endif

} // namespace duologue
