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
