// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/util/simd.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/util/simd_english_words.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace duologue {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
constexpr hn::CappedTag<std::uint8_t, 64> kWordLanes;

HWY_INLINE auto bytesAre(const std::uint8_t* at, char c)
{
    return hn::Eq(hn::LoadU(kWordLanes, at), hn::Set(kWordLanes, static_cast<std::uint8_t>(c)));
}

/// Counts the words that begin at one of the bytes from `at` on.
HWY_INLINE std::size_t countWordsAt(const std::uint8_t* at)
{
    const auto first = hn::LoadU(kWordLanes, at + 1);
    const auto third = hn::LoadU(kWordLanes, at + 3);
    const auto isByte = [](auto bytes, char c) HWY_ATTR {
        return hn::Eq(bytes, hn::Set(kWordLanes, static_cast<std::uint8_t>(c)));
    };
    const auto second = hn::LoadU(kWordLanes, at + 2);
    const auto the = hn::And(isByte(first, 't'), hn::And(isByte(second, 'h'), isByte(third, 'e')));
    const auto conjunction = hn::And(isByte(first, 'a'), hn::And(isByte(second, 'n'), isByte(third, 'd')));
    const auto you = hn::And(isByte(first, 'y'), hn::And(isByte(second, 'o'), isByte(third, 'u')));
    const auto ofThree = hn::And(hn::Or(the, hn::Or(conjunction, you)), bytesAre(at + 4, ' '));
    const auto of = hn::And(isByte(first, 'o'), hn::And(isByte(second, 'f'), isByte(third, ' ')));
    return hn::CountTrue(kWordLanes, hn::And(bytesAre(at, ' '), hn::Or(ofThree, of)));
}

bool hasEnglishWords(std::string_view text)
{
    constexpr std::size_t kMostBytes = 256;
    constexpr std::size_t kLookAhead = 4;
    constexpr std::size_t kEnough = 4;
    const std::size_t lanes = hn::Lanes(kWordLanes);
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    const std::size_t end = std::min(text.size(), kMostBytes);
    std::size_t found = 0;
    std::size_t at = 0;
    for (; at + lanes + kLookAhead <= end; at += lanes) {
        found += countWordsAt(bytes + at);
        if (found >= kEnough)
            return true;
    }
    std::array<std::uint8_t, std::size_t{2} * 64 + kLookAhead> last{};
    std::copy(bytes + at, bytes + end, last.begin());
    for (std::size_t i = 0; at + i < end; i += lanes)
        found += countWordsAt(last.data() + i);
    return found >= kEnough;
}

} // namespace HWY_NAMESPACE

template<>
inline constexpr auto kVersionFor<&hasEnglishWords, HWY_TARGET> = &HWY_NAMESPACE::hasEnglishWords;

} // namespace duologue
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace duologue {

bool hasEnglishWords(std::string_view text)
{
    return bestVersion<&hasEnglishWords, HWY_TARGETS>()(text);
}

} // namespace duologue

#endif
