// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/summary_piece.h"

#include "core/base/wide_lanes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace duologue {

namespace {

constexpr double kShift = 0x1p52;

} // namespace

SummaryPiece::Slots::Slots(std::span<const double> all) : numbers(all)
{
    std::size_t done = 0;
#if defined(DUOLOGUE_WIDE_LANES)
    if (hasWideLanes())
        done = takeWide();
#endif
    take(done);
}

#if defined(DUOLOGUE_WIDE_LANES)
/// As take(), four at once; returns how many it has taken.
[[gnu::target("avx2")]] std::size_t SummaryPiece::Slots::takeWide()
{
    const __m256d shift = _mm256_set1_pd(kShift);
    const __m256d end = _mm256_set1_pd(kSmall);
    const __m256i none = _mm256_set1_epi64x(kNone);
    const __m256i evenWords = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
    __m256i others = _mm256_setzero_si256();
    std::size_t i = 0;
    for (; i + 4 <= numbers.size(); i += 4) {
        const __m256d value = _mm256_loadu_pd(numbers.data() + i);
        const __m256d shifted = _mm256_add_pd(value, shift);
        const __m256d isWhole = _mm256_cmp_pd(_mm256_sub_pd(shifted, shift), value, _CMP_EQ_OQ);
        const __m256d isWithin = _mm256_and_pd(_mm256_cmp_pd(value, _mm256_setzero_pd(), _CMP_GE_OQ),
                                               _mm256_cmp_pd(value, end, _CMP_LT_OQ));
        const __m256i isSmall = _mm256_castpd_si256(_mm256_and_pd(isWhole, isWithin));
        const __m256i isNumber = _mm256_castpd_si256(_mm256_cmp_pd(value, value, _CMP_EQ_OQ));
        // Minus one where it is another number.
        const __m256i isOther = _mm256_andnot_si256(isSmall, isNumber);
        const __m256i slot =
            _mm256_blendv_epi8(_mm256_sub_epi64(none, isOther), _mm256_castpd_si256(shifted), isSmall);
        _mm_storeu_si128(reinterpret_cast<__m128i*>(slots.data() + i),
                         _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(slot, evenWords)));
        others = _mm256_or_si256(others, isOther);
    }
    anyOther = _mm256_testz_si256(others, others) == 0;
    return i;
}
#endif

void SummaryPiece::Slots::take(std::size_t from)
{
    // A small whole number added to 2^52 is what the last bits of the sum then say; anything else is not what
    // remains when 2^52 is taken away again. No branches: what a number is may be as good as random.
    std::uint32_t others = 0;
    for (std::size_t i = from; i < numbers.size(); ++i) {
        const double value = numbers[i];
        const double shifted = value + kShift;
        const auto small = static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(shifted));
        const auto isSmall = static_cast<std::uint32_t>(value >= 0) &
                             static_cast<std::uint32_t>(value < kSmall) &
                             static_cast<std::uint32_t>(shifted - kShift == value);
        const auto isOther = static_cast<std::uint32_t>(value == value) & (isSmall ^ 1U);
        slots[i] = ((0 - isSmall) & small) | ((isSmall ^ 1U) * kNone + isOther);
        others |= isOther;
    }
    anyOther = anyOther || others != 0;
}

void SummaryPiece::addPlaces(const Slots& slots, std::span<const std::uint16_t> places)
{
    std::size_t turn = 0;
    for (const std::uint16_t place : places)
        ++m_small[slots.slots[place] * kTurns + turn++ % kTurns];
    if (!slots.anyOther)
        return;
    for (const std::uint16_t place : places) {
        if (slots.slots[place] == kOther)
            addOther(slots.numbers[place]);
    }
}

void SummaryPiece::addAll(std::span<const double> numbers)
{
    for (std::size_t begin = 0; begin < numbers.size(); begin += FieldScan::kRun) {
        const Slots slots(
            numbers.subspan(begin, std::min<std::size_t>(FieldScan::kRun, numbers.size() - begin)));
        for (std::size_t i = 0; i < slots.numbers.size(); ++i) {
            ++m_small[slots.slots[i] * kTurns + i % kTurns];
            if (slots.slots[i] == kOther)
                addOther(slots.numbers[i]);
        }
    }
}

void SummaryPiece::addOther(double value)
{
    m_made.mean.add(value);
    if (std::isfinite(value)) {
        widen(value, value);
        m_made.whole = m_made.whole && value == std::trunc(value);
    }
    countValue(value, 1);
}

void SummaryPiece::add(double value, std::uint64_t count)
{
    if (count == 0 || std::isnan(value))
        return;
    const auto n = static_cast<double>(count);
    m_made.mean.add(Mean{count, n * value, n * value * value});
    if (std::isfinite(value)) {
        widen(value, value);
        m_made.whole = m_made.whole && value == std::trunc(value);
    }
    countValue(value, count);
}

void SummaryPiece::add(const SummaryPiece& other)
{
    m_made.mean.add(other.m_made.mean);
    if (other.m_anyFinite)
        widen(other.m_made.low, other.m_made.high);
    m_made.whole = m_made.whole && other.m_made.whole;
    if (!other.m_made.hasValues)
        dropValues();
    for (const auto& [value, count] : other.m_made.values)
        countValue(value, count);
}

void SummaryPiece::finish()
{
    for (std::size_t slot = 0; slot < kSmall * kTurns; ++slot)
        add(static_cast<double>(slot / kTurns), std::exchange(m_small[slot], 0));
}

void SummaryPiece::widen(double low, double high)
{
    m_made.low = m_anyFinite ? std::min(m_made.low, low) : low;
    m_made.high = m_anyFinite ? std::max(m_made.high, high) : high;
    m_anyFinite = true;
}

void SummaryPiece::countValue(double value, std::uint64_t count)
{
    if (!m_made.hasValues)
        return;
    if (m_last < m_made.values.size() && m_made.values[m_last].first == value) {
        m_made.values[m_last].second += count;
        return;
    }
    const auto place =
        std::lower_bound(m_made.values.begin(), m_made.values.end(), value,
                         [](const auto& known, double wanted) { return known.first < wanted; });
    m_last = static_cast<std::size_t>(place - m_made.values.begin());
    if (place != m_made.values.end() && place->first == value)
        place->second += count;
    else if (m_made.values.size() == NumberSummary::kMostValues)
        dropValues();
    else
        m_made.values.insert(place, {value, count});
}

void SummaryPiece::dropValues()
{
    m_made.hasValues = false;
    m_made.values.clear();
}

} // namespace duologue
