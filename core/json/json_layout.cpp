// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_layout.h"

#include "core/base/ascii.h"
#include "core/base/text.h"
#include "core/json/json_diagnose.h"
#include "core/json/json_tokens.h"

#include <algorithm>

namespace duologue {

namespace {

/// The end of the first value of a text, and the beginning of the second one.
struct FirstValue {
    bool ended = false;
    std::size_t end = 0;
    /// npos if there is no second value.
    std::size_t next = std::string_view::npos;
};

FirstValue firstValue(std::string_view text)
{
    FirstValue first;
    constexpr std::size_t kPiece = std::size_t{64} << 10U;
    ValueSplitter splitter(RecordLayout::Values);
    for (std::size_t at = 0; at < text.size() && first.next == std::string_view::npos; at += kPiece) {
        splitter.feed(text.substr(at, kPiece), [&](std::uint64_t begin, std::uint64_t end) {
            if (!first.ended) {
                first.ended = true;
                first.end = static_cast<std::size_t>(end);
            } else if (first.next == std::string_view::npos) {
                first.next = static_cast<std::size_t>(begin);
            }
        });
        if (first.ended && first.next == std::string_view::npos && splitter.inRecord())
            first.next = static_cast<std::size_t>(splitter.openBegin());
    }
    return first;
}

bool isOneValue(std::string_view line)
{
    const FirstValue first = firstValue(line);
    return first.ended && first.end == line.size();
}

/// Whether most lines after a first one that is no whole value are records. Then the first one is a broken
/// record. Inside of a record that spans several lines, an object on a line of its own is followed by a
/// comma.
bool restIsLines(std::string_view text)
{
    constexpr std::size_t kLinesToSee = 16;
    std::size_t seen = 0;
    std::size_t records = 0;
    for (std::size_t at = text.find('\n'); at != std::string_view::npos && seen < kLinesToSee;) {
        const std::size_t end = text.find('\n', at + 1);
        const std::string_view line = text.substr(at + 1, end == std::string_view::npos ? end : end - at - 1);
        at = end;
        if (trimmed(line).empty())
            continue;
        ++seen;
        records += line.starts_with('{') && isOneValue(trimmed(line)) ? 1 : 0;
    }
    return records * 2 > seen;
}

/// Whether the text is lines of JSON although its first line does not begin like a record: a remark, a line
/// of a log, or a value of another kind.
bool isLinesAfterOtherLine(std::string_view text)
{
    constexpr int kOtherLines = 16;
    for (int i = 0; i < kOtherLines; ++i) {
        const std::size_t lineEnd = text.find('\n');
        if (lineEnd == std::string_view::npos)
            return false;
        if (text.substr(lineEnd + 1).starts_with('{'))
            return restIsLines(text);
        text.remove_prefix(lineEnd + 1);
    }
    return false;
}

/// Whether the text begins with a line in brackets that holds no records: names of columns, the time of a
/// log.
bool isOtherList(std::string_view text, const FirstValue& first)
{
    if (!first.ended)
        return false;
    const char element = text[1 + skipBlank(text.substr(1))];
    return element != '{' && element != '[' && first.end <= text.find('\n');
}

/// Whether there are several lines, and each of the first ones is a JSON value.
bool areValuesOnLines(std::string_view text)
{
    constexpr std::size_t kLinesToSee = 16;
    std::size_t seen = 0;
    while (seen < kLinesToSee && !text.empty()) {
        const std::size_t lineEnd = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, lineEnd));
        const bool isLast = lineEnd == text.size();
        text.remove_prefix(std::min(lineEnd + 1, text.size()));
        if (line.empty())
            continue;
        // The last one may be cut off.
        if (diagnoseJson(line) && !(isLast && seen > 0))
            return false;
        ++seen;
    }
    return seen > 1;
}

} // namespace

std::size_t byteOrderMarkLength(std::string_view bytes)
{
    return bytes.starts_with("\xEF\xBB\xBF") ? 3 : 0;
}

std::size_t skipBlank(std::string_view text)
{
    std::size_t at = 0;
    while (at < text.size()) {
        if (const std::size_t mark = isBlank(text[at]) ? 1 : markLength(text.substr(at)); mark > 0) {
            at += mark;
            continue;
        }
        const std::size_t end = commentEnd(text, at);
        if (end == at || end == std::string_view::npos)
            break;
        at = end;
    }
    return at;
}

std::optional<RecordLayout> layoutOf(std::string_view head, bool whole)
{
    head.remove_prefix(byteOrderMarkLength(head));
    const std::size_t begin = skipBlank(head);
    if (begin == head.size())
        return std::nullopt;
    head.remove_prefix(begin);
    if (head.front() != '[' && head.front() != '{') {
        const bool areLines = isLinesAfterOtherLine(head) || areValuesOnLines(head);
        return areLines ? std::optional(RecordLayout::Lines) : std::nullopt;
    }

    const FirstValue first = firstValue(head);
    const bool onlyOne = first.ended && first.next == std::string_view::npos;
    if (head.front() == '[') {
        // The first line is a record that is a list, whole or broken. A list that goes on has its first
        // record on a line that ends with a comma.
        const std::string_view firstLine = trimmed(head.substr(0, head.find('\n')));
        const std::string_view text = trimmed(head);
        const std::string_view lastLine = text.substr(text.rfind('\n') + 1);
        const bool endsList = whole && text.ends_with(']') && !isOneValue(lastLine);
        const bool isRecord = firstLine.size() > 1 && !firstLine.ends_with(',') && !endsList;
        if ((isRecord || isOtherList(head, first)) && restIsLines(head))
            return RecordLayout::Lines;
        // Lists one after another are records. Anything else after a list is a mistake in it. A list that
        // ends with a bracket of another kind, or is followed by a comma, has one closing bracket too many.
        if (!first.ended || onlyOne || head[first.next] != '[' || head[first.end - 1] != ']' ||
            head.substr(first.end, first.next - first.end).find(',') != std::string_view::npos)
            return RecordLayout::Elements;
    } else if (onlyOne && whole) {
        return RecordLayout::Single;
    }
    if (first.next != std::string_view::npos && head[first.next] == '{' &&
        head.substr(first.end, first.next - first.end).find('\n') == std::string_view::npos)
        return RecordLayout::Values;
    // A line break inside the first value means that records are not one a line.
    const bool severalLines =
        head.substr(0, first.ended ? first.end : head.size()).find('\n') != std::string_view::npos;
    return severalLines && !restIsLines(head) ? RecordLayout::Values : RecordLayout::Lines;
}

} // namespace duologue
