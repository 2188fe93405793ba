// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/personal/personal_text.h"

#include "core/base/ascii.h"
#include "core/base/text.h"

#include <algorithm>

namespace duologue {

void reportPersonal(const CheckedRecord& record, CheckLog& log, FindPersonal find)
{
    for (const CheckedText& text : record.texts) {
        log.looked();
        const std::vector<PersonalSpan> spans = find(text.text);
        if (spans.empty())
            continue;
        const PersonalSpan& first = spans.front();
        Finding& finding =
            log.found(record.row, text.findingPart(), text.findingMessage(),
                      Phrase::verbatim(std::string(text.text.substr(first.begin, first.end - first.begin))));
        for (const PersonalSpan& span : spans)
            finding.marks.push_back(text.mark(span.begin, span.end));
    }
}

namespace {

bool isAsciiLetter(char c)
{
    return lowerAscii(c) >= 'a' && lowerAscii(c) <= 'z';
}

bool isInIdentifier(char c)
{
    return isDigit(c) || isAsciiLetter(c) || c == '_' || c == '-';
}

bool isIdentifier(std::string_view joined, IdentifierParts parts)
{
    const bool hasLetters = std::any_of(joined.begin(), joined.end(), isAsciiLetter);
    return hasLetters &&
           (parts == IdentifierParts::Letters || std::any_of(joined.begin(), joined.end(), isDigit));
}

} // namespace

bool isPartOfDecimal(std::string_view text, std::size_t begin, std::size_t end)
{
    // More digits before the sign are a number of their own.
    constexpr std::size_t kMostWhole = 9;
    if (end + 1 < text.size() && text[end] == '.' && isDigit(text[end + 1]))
        return true;
    if (begin == 0 || (text[begin - 1] != '.' && text[begin - 1] != ','))
        return false;
    std::size_t whole = begin - 1;
    while (whole > 0 && begin - whole <= kMostWhole + 1 && isDigit(text[whole - 1]))
        --whole;
    const std::size_t digits = begin - 1 - whole;
    const char before = whole == 0 ? ' ' : text[whole - 1];
    if (text[begin - 1] == ',') {
        const bool isList = before == ',' || (end < text.size() && text[end] == ',');
        return digits > 0 && digits <= kMostWhole && !isList;
    }
    const bool isSentence = isAsciiLetter(before) || before == '.' || (before & '\x80') != 0;
    return digits > 0 ? digits <= kMostWhole : !isSentence;
}

bool isPartOfIdentifier(std::string_view text, std::size_t begin, std::size_t end, IdentifierParts parts)
{
    // Of what is longer, the nearest characters tell.
    constexpr std::size_t kMost = 64;
    if (begin > 0 && text[begin - 1] == '-') {
        std::size_t first = begin - 1;
        while (first > 0 && begin - first < kMost && isInIdentifier(text[first - 1]))
            --first;
        if (isIdentifier(text.substr(first, begin - first), parts))
            return true;
    }
    if (end >= text.size() || text[end] != '-')
        return false;
    std::size_t last = end;
    while (last < text.size() && last - end < kMost && isInIdentifier(text[last]))
        ++last;
    return isIdentifier(text.substr(end, last - end), parts);
}

std::string digitsOf(std::string_view text)
{
    std::string digits;
    std::copy_if(text.begin(), text.end(), std::back_inserter(digits), isDigit);
    return digits;
}

std::string masked(std::string_view text)
{
    constexpr std::size_t kShown = 3;
    constexpr std::size_t kShownAtEnd = 2;
    const std::size_t characters = characterCount(text);
    std::string shown;
    std::size_t index = 0;
    for (std::size_t at = 0; at < text.size(); ++index) {
        const std::size_t length = std::max<std::size_t>(codePointLength(text.substr(at)), 1);
        const bool isShown =
            characters > kShown + kShownAtEnd + 2 && (index < kShown || index + kShownAtEnd >= characters);
        shown += isShown ? std::string(text.substr(at, length)) : "•";
        at += length;
    }
    return shown;
}

std::string withoutPersonal(std::string_view text)
{
    std::string shown(text);
    for (const FindPersonal find : {emailsIn, cardsIn, identityNumbersIn, phonesIn, addressesIn, keysIn}) {
        const std::vector<PersonalSpan> spans = find(shown);
        for (auto span = spans.rbegin(); span != spans.rend(); ++span)
            shown.replace(span->begin, span->end - span->begin,
                          masked(std::string_view(shown).substr(span->begin, span->end - span->begin)));
    }
    return shown;
}

} // namespace duologue
