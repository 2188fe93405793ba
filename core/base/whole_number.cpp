// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/whole_number.h"

#include <algorithm>

namespace duologue {

namespace {

struct Parts {
    bool isNegative = false;
    /// Without zeros before them.
    std::string_view digits;
};

Parts partsOf(std::string_view text)
{
    Parts parts;
    if (text.starts_with('-') || text.starts_with('+')) {
        parts.isNegative = text.front() == '-';
        text.remove_prefix(1);
    }
    parts.digits = text.substr(std::min(text.find_first_not_of('0'), text.size()));
    parts.isNegative = parts.isNegative && !parts.digits.empty();
    return parts;
}

} // namespace

bool isWholeNumber(std::string_view text)
{
    if (text.starts_with('-') || text.starts_with('+'))
        text.remove_prefix(1);
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

int compareWholeNumbers(std::string_view left, std::string_view right)
{
    const Parts a = partsOf(left);
    const Parts b = partsOf(right);
    if (a.isNegative != b.isNegative)
        return a.isNegative ? -1 : 1;
    const int longer = a.digits.size() == b.digits.size()  ? a.digits.compare(b.digits)
                       : a.digits.size() < b.digits.size() ? -1
                                                           : 1;
    return a.isNegative ? -longer : longer;
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
