// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_layout.h"

namespace duologue {

namespace {

/// Looks at the first lines: a broken one in front must not hide that the others are records.
bool mostLinesAreObjects(std::string_view head, bool whole)
{
    constexpr std::size_t kLines = 16;
    std::size_t lines = 0;
    std::size_t objects = 0;
    splitLines(whole ? head : head.substr(0, head.rfind('\n') + 1), 0,
               [&](std::uint64_t begin, std::uint64_t end) {
                   if (head[begin] == '{' && lines < kLines) {
                       std::uint64_t firstEnd = 0;
                       ValueSplitter(RecordLayout::Values, begin)
                           .feed(head.substr(begin, end - begin), [&](std::uint64_t, std::uint64_t valueEnd) {
                               firstEnd = firstEnd == 0 ? valueEnd : firstEnd;
                           });
                       objects += firstEnd == end ? 1 : 0;
                   }
                   lines += lines < kLines ? 1 : 0;
               });
    return objects * 2 > lines;
}

} // namespace

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
    const bool oneLine = first.find('\n') == std::string_view::npos;
    return oneLine || mostLinesAreObjects(head, whole) ? RecordLayout::Lines : RecordLayout::Values;
}

} // namespace duologue
