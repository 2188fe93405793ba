// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ascii.h"
#include "core/base/text.h"
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"

#include <algorithm>
#include <string>

namespace duologue {

namespace {

constexpr std::size_t kLeastRepeatBytes = 120;
constexpr std::size_t kLongestUnit = 200;
constexpr std::size_t kLeastTimes = 4;

/// The part of a text that is one piece again and again.
struct Repeat {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t unit = 1;
    std::size_t times = 0;
};

/// How far the text from `begin` on is a repetition of its first `unit` bytes.
Repeat repeatAt(std::string_view text, std::size_t begin, std::size_t unit)
{
    std::size_t end = begin + unit;
    while (end < text.size() && text[end] == text[end - unit])
        ++end;
    return {begin, end, unit, (end - begin) / unit};
}

/// Rulers, table borders and blanks are no words.
bool isWords(std::string_view unit)
{
    return std::any_of(unit.begin(), unit.end(), [](char c) {
        return (c & '\x80') != 0 || (lowerAscii(c) >= 'a' && lowerAscii(c) <= 'z');
    });
}

Repeat longestRepeat(std::string_view text)
{
    Repeat longest;
    // Where a repetition goes on for long, it covers one of these places.
    constexpr std::size_t kPlaces = 8;
    for (std::size_t place = 0; place < kPlaces; ++place) {
        std::size_t at = text.size() * place / kPlaces;
        while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80)
            ++at;
        for (std::size_t unit = 1; unit <= std::min(kLongestUnit, (text.size() - at) / kLeastTimes); ++unit) {
            if (text[at] != text[at + unit])
                continue;
            const Repeat repeat = repeatAt(text, at, unit);
            if (repeat.times >= kLeastTimes && repeat.end - repeat.begin > longest.end - longest.begin &&
                isWords(text.substr(repeat.begin, unit)))
                longest = repeat;
        }
    }
    return longest;
}

std::string shortenedUnit(std::string_view text, const Repeat& repeat)
{
    return toValidUtf8(text.substr(repeat.begin, std::min<std::size_t>(repeat.unit, 40)));
}

void lookForTextRepeats(const CheckedRecord& record, CheckLog& log)
{
    for (const CheckedText& text : record.texts) {
        if (text.text.size() < kLeastRepeatBytes || text.part == TextPart::ToolResult ||
            text.part == TextPart::Other) {
            log.notJudged(PhraseId::NotJudgedShort);
            continue;
        }
        log.looked();
        const Repeat repeat = longestRepeat(text.text);
        if (static_cast<double>(repeat.end - repeat.begin) <
            log.threshold() * static_cast<double>(text.text.size()))
            continue;
        Finding& finding = log.found(record.row, text.findingPart(), text.findingMessage(),
                                     {PhraseId::Repeats, repeat.times, shortenedUnit(text.text, repeat)});
        finding.marks.push_back(text.mark(repeat.begin, repeat.end));
    }
}

} // namespace

const Check& textRepeatsCheck()
{
    static const Check check{
        .id = "text_repeats",
        .group = CheckGroup::Text,
        .title = DUOLOGUE_TEXT("Checks", "The same words again and again"),
        .why = DUOLOGUE_TEXT("Checks", "A model that got stuck repeats itself until it is cut off."),
        .unit = CheckUnit::Texts,
        .threshold = CheckThreshold{DUOLOGUE_TEXT("Checks", "share of the text"), 0.5, 0.1, 1.0},
        .look = lookForTextRepeats,
    };
    return check;
}

} // namespace duologue
