// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ascii.h"
#include "core/base/translatable.h"
#include "core/checks/translation/pair_parts.h"
#include "core/checks/translation/text_numbers.h"

#include <algorithm>
#include <cmath>

namespace duologue {

namespace {

bool isNear(double left, double right)
{
    return std::abs(left - right) <= 1e-6 * std::max(1.0, std::abs(left));
}

/// Other values under which a translation may give a number: half past, 3 pm as 15:00, the nineties.
std::vector<double> otherForms(double value)
{
    std::vector<double> forms{value / 60,   value * 60,   value / 7,   value / 12,
                              value * 1000, value / 1000, value / 100, value * 100};
    const bool isWhole = value == std::trunc(value);
    if (isWhole && value <= 24)
        forms.insert(forms.end(), {value + 12, value - 12});
    if (isWhole && value >= 1900 && value < 2100)
        forms.push_back(std::fmod(value, 100));
    if (isWhole && value >= 60 && value < 100)
        forms.insert(forms.end(), {1900 + value});
    return forms;
}

bool isAmongNumbers(double value, const std::vector<TextNumber>& numbers)
{
    return std::any_of(numbers.begin(), numbers.end(),
                       [value](const TextNumber& each) { return isNear(each.value, value); });
}

/// Part of a fraction (1/2), a rate (24/7), a clock (10:30), a score, a version or a name (GPT-4, A4).
bool isPartOfSign(std::string_view text, const TextNumber& number)
{
    const auto isSign = [](char c) { return c == '/' || c == ':' || c == '_' || c == '#'; };
    const auto isLetterAt = [&](std::size_t i) {
        const char c = lowerAscii(text[i]);
        return c >= 'a' && c <= 'z';
    };
    const bool isAfter =
        number.begin > 0 &&
        (isSign(text[number.begin - 1]) || isLetterAt(number.begin - 1) ||
         (number.begin > 1 && text[number.begin - 1] == '-' && isLetterAt(number.begin - 2)));
    const bool isBefore = number.end < text.size() && (isSign(text[number.end]) || isLetterAt(number.end));
    return isAfter || isBefore;
}

/// Whether the other text has the number, in this form or in another one.
bool cameAlong(double value, const std::vector<TextNumber>& numbers)
{
    if (isAmongNumbers(value, numbers))
        return true;
    const auto forms = otherForms(value);
    return std::any_of(forms.begin(), forms.end(),
                       [&](double form) { return isAmongNumbers(form, numbers); });
}

/// The numbers in digits of a text that the other one lacks.
std::vector<TextSpan> numbersLacking(std::string_view text, const std::vector<TextNumber>& numbers,
                                     const std::vector<TextNumber>& others)
{
    // One and two are often words, or nothing: "a", "both", "another".
    constexpr double kLeast = 3;
    std::vector<TextSpan> lacking;
    for (const TextNumber& number : numbers) {
        const bool isJudged = number.isDigits && !number.isOrdinal &&
                              (number.value >= kLeast || number.value != std::trunc(number.value)) &&
                              !isPartOfSign(text, number);
        if (isJudged && !cameAlong(number.value, others))
            lacking.push_back({number.begin, number.end});
    }
    return lacking;
}

void lookForMissingNumbers(const CheckedRecord& record, CheckLog& log)
{
    forEachComparable(record, log, [&](const CheckedPair& pair) {
        const auto source = pair.isSourceChinese ? chineseNumbers(pair.source) : englishNumbers(pair.source);
        const bool isAnyDigits =
            std::any_of(source.begin(), source.end(), [](const TextNumber& each) { return each.isDigits; });
        if (!isAnyDigits)
            return;
        const auto target = pair.isSourceChinese ? englishNumbers(pair.target) : chineseNumbers(pair.target);
        const auto missing = numbersLacking(pair.source, source, target);
        // What the translation says instead.
        const auto instead = missing.empty() ? missing : numbersLacking(pair.target, target, source);
        reportMissing(record, pair, missing, log, instead);
    });
}

} // namespace

const Check& translationNumbersCheck()
{
    static const Check check{
        .id = "translation_numbers",
        .group = CheckGroup::Translation,
        .title = DUOLOGUE_TEXT("Checks", "Numbers missing in the translation"),
        .why = DUOLOGUE_TEXT("Checks", "A number that did not come along is a mistake or a part left out."),
        .unit = CheckUnit::Translations,
        .look = lookForMissingNumbers,
    };
    return check;
}

} // namespace duologue
