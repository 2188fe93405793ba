// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/numbers.h"

#include "core/util/text.h"

#include <algorithm>
#include <cstdint>

namespace duologue {

namespace {

/// 0.DIGITS × 10^exponent. No digit before or behind the others is 0; zero has none.
struct Parts {
    bool isNegative = false;
    std::string digits;
    std::int64_t exponent = 0;
};

/// The end of the digits that begin at `at`.
std::size_t digitsEnd(std::string_view text, std::size_t at)
{
    return std::min(text.find_first_not_of("0123456789", at), text.size());
}

Parts partsOf(std::string_view text)
{
    Parts parts;
    if (text.starts_with('-') || text.starts_with('+')) {
        parts.isNegative = text.front() == '-';
        text.remove_prefix(1);
    }
    const std::size_t e = std::min(text.find_first_of("eE"), text.size());
    const std::size_t point = std::min(text.substr(0, e).find('.'), e);
    parts.digits = text.substr(0, point);
    parts.exponent = static_cast<std::int64_t>(point);
    if (point < e)
        parts.digits += text.substr(point + 1, e - point - 1);
    if (e < text.size()) {
        // No exponent of the data is meant to be larger.
        constexpr std::int64_t kMost = 1'000'000'000'000;
        const bool isBelow = text[e + 1] == '-';
        std::int64_t exponent = 0;
        for (const char c : text.substr(e + 1 + (isBelow || text[e + 1] == '+' ? 1 : 0)))
            exponent = std::min(exponent * 10 + (c - '0'), kMost);
        parts.exponent += isBelow ? -exponent : exponent;
    }
    const std::size_t zeros = std::min(parts.digits.find_first_not_of('0'), parts.digits.size());
    parts.digits.erase(0, zeros);
    parts.exponent -= static_cast<std::int64_t>(zeros);
    parts.digits.erase(parts.digits.find_last_not_of('0') + 1);
    if (parts.digits.empty()) {
        parts.exponent = 0;
        parts.isNegative = false;
    }
    return parts;
}

} // namespace

bool isWholeNumber(std::string_view text)
{
    if (text.starts_with('-') || text.starts_with('+'))
        text.remove_prefix(1);
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool isDecimal(std::string_view text)
{
    if (text.starts_with('-') || text.starts_with('+'))
        text.remove_prefix(1);
    std::size_t at = digitsEnd(text, 0);
    std::size_t digits = at;
    if (at < text.size() && text[at] == '.') {
        const std::size_t end = digitsEnd(text, at + 1);
        digits += end - at - 1;
        at = end;
    }
    if (digits == 0)
        return false;
    if (at == text.size())
        return true;
    if (text[at] != 'e' && text[at] != 'E')
        return false;
    ++at;
    if (at < text.size() && (text[at] == '-' || text[at] == '+'))
        ++at;
    return at < text.size() && digitsEnd(text, at) == text.size();
}

int compareDecimals(std::string_view left, std::string_view right)
{
    const Parts a = partsOf(left);
    const Parts b = partsOf(right);
    if (a.isNegative != b.isNegative)
        return a.isNegative ? -1 : 1;
    if (a.digits.empty() || b.digits.empty())
        return static_cast<int>(b.digits.empty()) - static_cast<int>(a.digits.empty());
    const int larger = a.exponent == b.exponent  ? a.digits.compare(b.digits)
                       : a.exponent < b.exponent ? -1
                                                 : 1;
    return a.isNegative ? -larger : larger;
}

bool isHeldByDouble(std::string_view decimal)
{
    if (decimal.starts_with('+'))
        decimal.remove_prefix(1);
    const auto number = parseNumber<double>(decimal);
    return number && std::isfinite(*number) && compareDecimals(numberText(*number), decimal) == 0;
}

bool isKeptAsDigits(std::string_view number)
{
    if (!isDecimal(number))
        return false;
    return isWholeNumber(number)
               ? isBeyondExact(parseNumber<double>(number.substr(number.starts_with('+') ? 1 : 0))
                                   .value_or(kLargestExact))
               : !isHeldByDouble(number);
}

std::string plainDecimal(std::string_view decimal)
{
    const Parts parts = partsOf(decimal);
    if (parts.digits.empty())
        return "0";
    const auto size = static_cast<std::int64_t>(parts.digits.size());
    // Zeros that are written only to show where the point is.
    constexpr std::int64_t kMostZeros = 20;
    std::string text = parts.isNegative ? "-" : "";
    if (parts.exponent <= -kMostZeros || parts.exponent > size + kMostZeros) {
        text += parts.digits.front();
        if (size > 1)
            text.append(".").append(parts.digits, 1);
        return text.append("e").append(std::to_string(parts.exponent - 1));
    }
    if (parts.exponent <= 0)
        return text.append("0.").append(static_cast<std::size_t>(-parts.exponent), '0').append(parts.digits);
    if (parts.exponent >= size)
        return text.append(parts.digits).append(static_cast<std::size_t>(parts.exponent - size), '0');
    const auto point = static_cast<std::size_t>(parts.exponent);
    return text.append(parts.digits, 0, point).append(".").append(parts.digits, point);
}

std::string groupedDigits(std::uint64_t number)
{
    std::string text = std::to_string(number);
    constexpr std::size_t kGroup = 3;
    for (std::size_t at = text.size(); at > kGroup;) {
        at -= kGroup;
        text.insert(at, ",");
    }
    return text;
}

} // namespace duologue
