// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_layout.h"

namespace duologue {

std::size_t byteOrderMarkLength(std::string_view bytes)
{
    return bytes.starts_with("\xEF\xBB\xBF") ? 3 : 0;
}

std::optional<RecordLayout> layoutOf(std::string_view head, bool whole)
{
    head.remove_prefix(byteOrderMarkLength(head));
    const auto begin = head.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos)
        return std::nullopt;
    if (head[begin] == '[')
        return RecordLayout::Elements;
    if (head[begin] != '{')
        return std::nullopt;

    // Where does the first value end, and is there another behind it? A line break inside it means that
    // records are not one a line.
    std::uint64_t firstEnd = 0;
    std::uint64_t values = 0;
    ValueSplitter splitter(RecordLayout::Values);
    splitter.feed(head, [&](std::uint64_t, std::uint64_t end) {
        if (values++ == 0)
            firstEnd = end;
    });
    const bool oneValue = values == 1 && !splitter.inRecord();
    if (oneValue && whole)
        return RecordLayout::Single;
    const std::string_view first = head.substr(begin, values == 0 ? head.size() : firstEnd - begin);
    return first.find('\n') == std::string_view::npos ? RecordLayout::Lines : RecordLayout::Values;
}

} // namespace duologue
