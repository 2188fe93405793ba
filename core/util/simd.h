// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Vector code is written once over Highway, which compiles it for several kinds of processors and chooses one
// when the program runs. Of processors with AVX-512, it uses those with VBMI: the first ones slow down for
// it. Vectors whose length is unknown at compile time cannot be members of a struct.
#define HWY_WANT_AVX3_DL
#define HWY_DISABLED_TARGETS                                                                                 \
    (HWY_SSSE3 | HWY_AVX3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace duologue {

/// The version of `function` that was compiled for one of Highway's targets. A file that is compiled once for
/// each target (hwy/foreach_target.h) specialises this for HWY_TARGET each time.
template<auto function, std::int64_t target>
inline constexpr auto kVersionFor = nullptr;

/// Those of Highway's targets (HWY_AVX2, …) that this processor has and the environment variable
/// DUOLOGUE_LANES allows: the most bytes that vector code may process at once, 0 for none. Tests compare the
/// results. The last target of HWY_TARGETS, which all processors have, need not be among them.
std::int64_t usableTargets();

/// The best usable version of a function among those for `targets` (HWY_TARGETS), the better of which have
/// lower bits. It takes the place of HWY_DYNAMIC_DISPATCH: Highway's own choice is in a shared library that
/// measures a timer for some milliseconds whenever it is loaded.
template<auto function, std::int64_t targets>
auto bestVersion(std::int64_t usable = usableTargets())
{
    constexpr std::int64_t kBest = targets & -targets;
    constexpr std::int64_t kOthers = targets & ~kBest;
    if constexpr (kOthers == 0)
        return kVersionFor<function, kBest>;
    else
        return (usable & kBest) != 0 ? kVersionFor<function, kBest> : bestVersion<function, kOthers>(usable);
}

/// Sixteen bytes that are processed at once, in the vector notation of GCC and Clang: comparisons give
/// 0xFF in lanes where they are true and 0 in others.
using ByteLanes [[gnu::vector_size(16)]] = std::uint8_t;
inline constexpr std::size_t kLanes = 16;

/// The sixteen bytes from `bytes` on.
inline ByteLanes lanesAt(const char* bytes)
{
    ByteLanes lanes;
    std::memcpy(&lanes, bytes, kLanes);
    return lanes;
}

/// How many bytes have a bit each in one word.
inline constexpr std::size_t kMaskBytes = 64;

/// One bit for each lane that is set; the first lane has the lowest bit.
inline std::uint64_t laneBits(ByteLanes mask)
{
#if defined(__SSE2__)
    return static_cast<std::uint16_t>(_mm_movemask_epi8(reinterpret_cast<__m128i>(mask)));
#else
    const ByteLanes weights = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const ByteLanes bits = mask & weights;
    std::array<std::uint64_t, 2> halves{};
    std::memcpy(halves.data(), &bits, kLanes);
    // No two lanes of a half share a bit, so the product's highest byte is their sum without carries.
    constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101U;
    return (halves[0] * kOnes) >> 56U | ((halves[1] * kOnes) >> 56U) << 8U;
#endif
}

/// Each bit is the exclusive or of all bits up to it: set from each odd set bit up to the next set one.
inline std::uint64_t prefixXor(std::uint64_t bits)
{
    for (unsigned shift = 1; shift < 64; shift *= 2)
        bits ^= bits << shift;
    return bits;
}

/// Adds to counts[i] how often `bytes` are i where a bit is set: bit j of word k stands for byte 64 * k +
/// j. There are 64 bytes for each word. Takes longer for more counts.
void countBytes(const std::uint8_t* bytes, std::span<const std::uint64_t> words,
                std::span<std::uint32_t> counts);

/// Up to eight classes of bytes: a byte is in class i if bit i is set both for its lower and for its higher
/// half.
struct ByteClasses {
    alignas(16) std::array<std::uint8_t, 16> low{};
    alignas(16) std::array<std::uint8_t, 16> high{};

    /// Adds to a class the bytes of which both halves are in these.
    constexpr void add(std::size_t index, std::initializer_list<unsigned> lows,
                       std::initializer_list<unsigned> highs)
    {
        for (const unsigned half : lows)
            low[half] = static_cast<std::uint8_t>(low[half] | 1U << index);
        for (const unsigned half : highs)
            high[half] = static_cast<std::uint8_t>(high[half] | 1U << index);
    }
};

/// The classes of which the text has bytes: bit i for class i. Bit j of marks[k] tells whether byte 64 * k +
/// j is in class 0; there is one for each 64 bytes that the text begins.
std::uint8_t findClasses(std::string_view text, const ByteClasses& classes, std::uint64_t* marks);

/// True if " the ", " and ", " of " or " you " occur four times in the first 256 bytes: most English
/// texts are recognised so.
bool hasEnglishWords(std::string_view text);

/// Letters of each kind of script in a UTF-8 text, counted by lead bytes alone: E4 to E9 lead the Han
/// block U+4000 to U+9FFF, E3 81 to E3 83 kana, EA to ED hangul, CE to E1 Greek, Cyrillic, Arabic, Indic
/// and others. In ASCII, 40 to 7F count as Latin, so a few other characters do as well (@ [ ~).
struct ScriptCounts {
    std::size_t latin = 0;
    std::size_t han = 0;
    std::size_t kana = 0;
    std::size_t hangul = 0;
    std::size_t other = 0;
    /// Bytes that continue a character (10xxxxxx).
    std::size_t continuations = 0;
};

ScriptCounts countScripts(std::string_view utf8);

/// ScriptCounts::continuations alone.
std::size_t countContinuations(std::string_view utf8);

/// Writes a slot for each number to `slots`: the number itself if it is whole and from 0 to `small` - 1,
/// `small` for NaN, `small` + 1 for any other. Returns whether there is any other. No branch depends on
/// the numbers, which may be random.
bool writeSlots(std::span<const double> numbers, std::uint32_t small, std::uint32_t* slots);

/// The smallest value of all pieces of a text under each of 72 hash functions (MinHash; Broder 1997): two
/// texts agree in about as many of them as their Jaccard coefficient says.
using MinHashes = std::array<std::uint32_t, 72>;

MinHashes minHashesOf(std::span<const std::uint32_t> pieces);

/// The first "\ud" or "\uD" from `from` on, with which an escaped surrogate begins; npos if there is
/// none.
std::size_t findSurrogateEscape(std::string_view json, std::size_t from);

} // namespace duologue
