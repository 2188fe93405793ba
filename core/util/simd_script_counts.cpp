// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/util/simd.h"

#include <array>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/util/simd_script_counts.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace duologue {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
constexpr std::size_t kMostLanes = 64;
using Lanes = hn::CappedTag<std::uint8_t, kMostLanes>;
using SignedLanes = hn::RebindToSigned<Lanes>;
constexpr Lanes kLanes;
constexpr SignedLanes kSignedLanes;

/// Calls add(address) for each vector of bytes in a text. The last vector is filled up with zeros, and a byte
/// may be read after each.
template<typename Add>
HWY_INLINE void forEachVector(std::string_view utf8, const Add& add)
{
    const std::size_t lanes = hn::Lanes(kLanes);
    for (; utf8.size() > lanes; utf8.remove_prefix(lanes))
        add(utf8.data());
    std::array<char, kMostLanes + 1> last{};
    utf8.copy(last.data(), utf8.size());
    add(last.data());
}

HWY_INLINE hn::Vec<Lanes> load(const char* bytes)
{
    return hn::LoadU(kLanes, reinterpret_cast<const std::uint8_t*>(bytes));
}

HWY_INLINE std::size_t countWithin(hn::Vec<Lanes> bytes, std::uint8_t low, std::uint8_t high)
{
    const auto fromLow = hn::Sub(bytes, hn::Set(kLanes, low));
    const auto width = hn::Set(kLanes, static_cast<std::uint8_t>(high - low));
    return hn::CountTrue(kLanes, hn::Eq(hn::Min(fromLow, width), fromLow));
}

/// As signed numbers, the bytes that continue a character are the lowest: -128 to -65.
HWY_INLINE std::size_t countContinuing(hn::Vec<SignedLanes> bytes)
{
    return hn::CountTrue(kSignedLanes, hn::Lt(bytes, hn::Set(kSignedLanes, -64)));
}

ScriptCounts countScripts(std::string_view utf8)
{
    ScriptCounts counts;
    forEachVector(utf8, [&counts](const char* at) HWY_ATTR {
        const auto bytes = load(at);
        const auto asSigned = hn::BitCast(kSignedLanes, bytes);
        counts.latin += hn::CountTrue(kSignedLanes, hn::Gt(asSigned, hn::Set(kSignedLanes, 0x3F)));
        if (hn::AllFalse(kSignedLanes, hn::Lt(asSigned, hn::Zero(kSignedLanes))))
            return;
        counts.continuations += countContinuing(asSigned);
        counts.han += countWithin(bytes, 0xE4, 0xE9);
        counts.hangul += countWithin(bytes, 0xEA, 0xED);
        counts.other += countWithin(bytes, 0xCE, 0xE1);
        const auto kana = hn::Eq(bytes, hn::Set(kLanes, 0xE3));
        if (!hn::AllFalse(kLanes, kana))
            counts.kana += countWithin(hn::IfThenElseZero(kana, load(at + 1)), 0x81, 0x83);
    });
    return counts;
}

std::size_t countContinuations(std::string_view utf8)
{
    std::size_t count = 0;
    forEachVector(utf8, [&count](const char* at)
                            HWY_ATTR { count += countContinuing(hn::BitCast(kSignedLanes, load(at))); });
    return count;
}

} // namespace HWY_NAMESPACE

template<>
inline constexpr auto kVersionFor<&countScripts, HWY_TARGET> = &HWY_NAMESPACE::countScripts;
template<>
inline constexpr auto kVersionFor<&countContinuations, HWY_TARGET> = &HWY_NAMESPACE::countContinuations;

} // namespace duologue
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace duologue {

ScriptCounts countScripts(std::string_view utf8)
{
    return bestVersion<&countScripts, HWY_TARGETS>()(utf8);
}

std::size_t countContinuations(std::string_view utf8)
{
    return bestVersion<&countContinuations, HWY_TARGETS>()(utf8);
}

} // namespace duologue

#endif
