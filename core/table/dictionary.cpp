// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/dictionary.h"

#include "core/base/text.h"

#include <algorithm>
#include <cstring>

namespace duologue {

void ValueKey::shorten()
{
    const std::size_t begin = wholeCharacters(m_text, kBeginning);
    const WideChecksum sum = wideChecksum(m_text);
    const std::array<std::uint64_t, 3> numbers{m_text.size(), sum.low, sum.high};
    char* at = std::copy_n(m_text.data(), begin, m_made.data());
    at = std::copy(kEllipsis.begin(), kEllipsis.end(), at);
    *at++ = '\xFF';
    std::memcpy(at, numbers.data(), sizeof(numbers));
    m_text = {m_made.data(), static_cast<std::size_t>(at - m_made.data()) + sizeof(numbers)};
}

bool Category::answersTo(std::string_view text) const
{
    if (isLong())
        return false;
    if (text.empty())
        return en.empty() && zh.empty();
    return (!en.empty() && equalsFolded(en, text)) || (!zh.empty() && equalsFolded(zh, text));
}

} // namespace duologue
