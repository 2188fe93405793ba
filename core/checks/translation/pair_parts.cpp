// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/translation/pair_parts.h"

#include "core/base/ascii.h"
#include "core/base/text.h"

#include <algorithm>

namespace duologue {

namespace {

bool isLatin(char c)
{
    return lowerAscii(c) >= 'a' && lowerAscii(c) <= 'z';
}

/// Calls visit(offset, line) for each line, without white space at its begin.
template<typename Visit>
void forEachLine(std::string_view text, const Visit& visit)
{
    std::size_t begin = 0;
    while (begin <= text.size()) {
        std::size_t end = text.find('\n', begin);
        end = end == std::string_view::npos ? text.size() : end;
        std::size_t first = begin;
        while (first < end && (text[first] == ' ' || text[first] == '\t'))
            ++first;
        visit(first, text.substr(first, end - first));
        begin = end + 1;
    }
}

bool isAnyOf(std::string_view rest, std::initializer_list<std::string_view> beginnings)
{
    return std::any_of(beginnings.begin(), beginnings.end(),
                       [&](std::string_view each) { return rest.starts_with(each); });
}

} // namespace

void reportMissing(const CheckedRecord& record, const CheckedPair& pair, const std::vector<TextSpan>& missing,
                   CheckLog& log, const std::vector<TextSpan>& instead)
{
    if (missing.empty())
        return;
    constexpr std::size_t kNamed = 5;
    std::string named;
    for (std::size_t i = 0; i < std::min(missing.size(), kNamed); ++i)
        named += (i == 0 ? "" : ", ") + shortened(missing[i].in(pair.source));
    if (missing.size() > kNamed)
        named += ", …";
    Finding& finding =
        log.found(record.row, pair.part, pair.message, {PhraseId::NotInTranslation, std::move(named)});
    for (const TextSpan& span : missing)
        finding.marks.push_back(pair.sourceMark(span.begin, span.end));
    for (const TextSpan& span : instead)
        finding.marks.push_back(pair.targetMark(span.begin, span.end));
}

std::vector<TextSpan> bulletsOf(std::string_view text)
{
    std::vector<TextSpan> bullets;
    forEachLine(text, [&](std::size_t offset, std::string_view line) {
        // Chinese texts may have no space behind the dash.
        const bool isDash =
            line.size() > 1 && line[0] == '-' && ((line[1] & '\x80') != 0 || isLatin(line[1]));
        if (isDash || (isAnyOf(line, {"- ", "* ", "• ", "•", "·", "– "}) && !line.starts_with("* *")))
            bullets.push_back({offset, offset + std::min<std::size_t>(line.size(), 40)});
    });
    return bullets;
}

std::vector<TextSpan> numberedItemsOf(std::string_view text)
{
    std::vector<TextSpan> items;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool isAfterDigit = i > 0 && (isDigit(text[i - 1]) || text[i - 1] == '.' || text[i - 1] == '-');
        if (!isDigit(text[i]) || isAfterDigit)
            continue;
        std::size_t end = i;
        std::size_t value = 0;
        while (end < text.size() && isDigit(text[end]) && end - i < 3)
            value = value * 10 + static_cast<std::size_t>(text[end++] - '0');
        const std::string_view rest = text.substr(end);
        const bool isItem = isAnyOf(rest, {". ", ") ", "、", "．", ".*", "）", ".\n", ")", "。"}) ||
                            (rest.size() > 1 && rest[0] == '.' && !isDigit(rest[1]) && rest[1] != ',');
        // "2.21" at the begin of a sentence is the second item, whose name begins with 21.
        const std::string_view before = text.substr(0, i);
        const bool isJoined = rest.size() > 1 && rest[0] == '.' && isDigit(rest[1]) &&
                              (before.ends_with("。") || before.ends_with('\n'));
        if ((isItem || isJoined) && value == items.size() + 1)
            items.push_back({i, end + 1});
        i = end;
    }
    return items;
}

std::vector<TextSpan> headingsOf(std::string_view text)
{
    std::vector<TextSpan> headings;
    bool isInCode = false;
    forEachLine(text, [&](std::size_t offset, std::string_view line) {
        isInCode = line.starts_with("```") ? !isInCode : isInCode;
        const std::size_t signs = line.find_first_not_of('#');
        // "###标题" is meant as one, although Markdown wants a space; "#1" and "#tag" are not.
        const bool isMeant = signs != std::string_view::npos && signs > 1 && (line[signs] & '\x80') != 0;
        const bool isMarked = signs != std::string_view::npos && signs > 0 && line[signs] == ' ';
        if (!isInCode && (isMeant || isMarked) && signs < 7)
            headings.push_back({offset, offset + line.size()});
    });
    return headings;
}

std::vector<TextSpan> codeOf(std::string_view text)
{
    std::vector<TextSpan> code;
    std::size_t at = 0;
    while ((at = text.find('`', at)) != std::string_view::npos) {
        const bool isFence = text.substr(at).starts_with("```");
        const std::string_view fence = isFence ? "```" : "`";
        const std::size_t begin = at + fence.size();
        const std::size_t end = text.find(fence, begin);
        if (end == std::string_view::npos)
            break;
        const std::string_view inside = text.substr(begin, end - begin);
        if (!inside.empty() && (isFence || inside.find('\n') == std::string_view::npos))
            code.push_back({begin, end});
        at = end + fence.size();
    }
    return code;
}

std::vector<TextSpan> linksOf(std::string_view text)
{
    constexpr std::string_view kAddress = "-._~:/?#[]@!$&'*+,;=%";
    std::vector<TextSpan> links;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool isBegin = at == 0 || !isLatin(text[at - 1]);
        if (!isBegin || !isAnyOf(text.substr(at), {"http://", "https://", "www."}))
            continue;
        std::size_t end = at;
        while (end < text.size() && (isLatin(text[end]) || isDigit(text[end]) ||
                                     kAddress.find(text[end]) != std::string_view::npos))
            ++end;
        while (end > at && std::string_view(".,;:!?'*]").find(text[end - 1]) != std::string_view::npos)
            --end;
        links.push_back({at, end});
        at = end;
    }
    return links;
}

std::vector<TextSpan> latinWordsOf(std::string_view text)
{
    std::vector<TextSpan> words;
    for (std::size_t at = 0; at < text.size();) {
        if (!isLatin(text[at]) && !isDigit(text[at])) {
            ++at;
            continue;
        }
        std::size_t end = at;
        const auto isPart = [&](std::size_t i) {
            return i < text.size() && (isLatin(text[i]) || isDigit(text[i]));
        };
        const auto joins = [&](std::size_t i) {
            return i + 1 < text.size() && std::string_view("-'.&+").find(text[i]) != std::string_view::npos &&
                   isPart(i + 1);
        };
        while (isPart(end) || joins(end))
            ++end;
        const std::string_view word = text.substr(at, end - at);
        if (std::any_of(word.begin(), word.end(), isLatin))
            words.push_back({at, end});
        at = end;
    }
    return words;
}

std::string shortened(std::string_view text)
{
    constexpr std::size_t kLongest = 60;
    if (text.size() <= kLongest)
        return std::string(text);
    return std::string(text.substr(0, wholeCharacters(text, kLongest))) + "…";
}

} // namespace duologue
