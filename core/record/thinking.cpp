// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/thinking.h"

#include "core/base/text.h"

namespace duologue {

namespace {

constexpr std::string_view kOpening = "<think>";
constexpr std::string_view kClosing = "</think>";

} // namespace

std::vector<SpokenPart> partsOf(std::string_view text)
{
    std::vector<SpokenPart> parts;
    while (!text.empty()) {
        const auto begin = text.find(kOpening);
        if (begin == std::string_view::npos)
            break;
        const bool leads = parts.empty() && trimmed(text.substr(0, begin)).empty();
        if (!leads && text.find(kClosing, begin) == std::string_view::npos)
            break;
        if (!trimmed(text.substr(0, begin)).empty())
            parts.push_back({false, text.substr(0, begin)});
        const auto closing = text.find(kClosing, begin);
        const auto end = closing == std::string_view::npos ? text.size() : closing + kClosing.size();
        parts.push_back({true, text.substr(begin, end - begin)});
        text.remove_prefix(end);
    }
    if (parts.empty() || !trimmed(text).empty())
        parts.push_back({false, text});
    return parts;
}

} // namespace duologue
