// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_number.h"

#include <array>
#include <bit>
#include <charconv>
#include <cstddef>

namespace duologue {

namespace {

/// So many always fit.
constexpr std::ptrdiff_t kSafeDigits = 18;

/// Digits from `at` on, which is left behind them, as digits behind `value`.
std::uint64_t takeDigits(const char*& at, const char* end, std::uint64_t value = 0)
{
    for (; at < end && *at >= '0' && *at <= '9'; ++at)
        value = value * 10 + static_cast<std::uint64_t>(*at - '0');
    return value;
}

/// Digits and powers of ten that a double holds exactly: their quotient is rounded once, hence right.
constexpr std::ptrdiff_t kExactDigits = 15;
constexpr std::array<double, kExactDigits + 1> kPowersOfTen = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                               1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

JsonNumber real(const char* behind, double value)
{
    return {behind, 'd', std::bit_cast<std::uint64_t>(value)};
}

/// `at` is at the exponent, if there is one, of the number that begins at `begin`.
JsonNumber readLongReal(const char* begin, const char* at, const char* end)
{
    if (*at == 'e' || *at == 'E') {
        ++at;
        at += *at == '+' || *at == '-' ? 1 : 0;
        const char* const first = at;
        takeDigits(at, end);
        if (at == first)
            return {};
    }
    double value = 0;
    if (std::from_chars(begin, at, value).ec != std::errc())
        return {};
    return real(at, value);
}

/// `at` is at the point of the number that begins at `begin`, behind `digits` digits that mean `whole`.
JsonNumber readFraction(const char* begin, const char* at, const char* end, std::ptrdiff_t digits,
                        std::uint64_t whole)
{
    const char* const first = ++at;
    const std::uint64_t value = takeDigits(at, end, whole);
    const std::ptrdiff_t places = at - first;
    if (places <= 0)
        return {};
    if (*at == 'e' || *at == 'E' || digits + places > kExactDigits)
        return readLongReal(begin, at, end);
    const double size = static_cast<double>(value) / kPowersOfTen[static_cast<std::size_t>(places)];
    return real(at, *begin == '-' ? -size : size);
}

} // namespace

JsonNumber readNumber(const char* at, const char* end)
{
    const char* const begin = at;
    const bool isNegative = *at == '-';
    at += isNegative ? 1 : 0;
    const char* const whole = at;
    const std::uint64_t value = takeDigits(at, end);
    const std::ptrdiff_t digits = at - whole;
    if (digits == 0 || (digits > 1 && *whole == '0'))
        return {};
    if (*at == '.')
        return readFraction(begin, at, end, digits, value);
    if (*at == 'e' || *at == 'E')
        return readLongReal(begin, at, end);
    if (digits > kSafeDigits || (isNegative && value == 0))
        return {};
    return {at, 'l', isNegative ? 0 - value : value};
}

} // namespace duologue
