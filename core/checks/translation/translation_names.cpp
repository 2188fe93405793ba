// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ascii.h"
#include "core/base/translatable.h"
#include "core/checks/translation/pair_parts.h"

#include <algorithm>
#include <string>

namespace duologue {

namespace {

/// The word without its signs, in lower case: "Wi-Fi" and "WIFI" are one.
std::string plainName(std::string_view word)
{
    std::string plain;
    for (const char c : word) {
        if (isDigit(c) || (lowerAscii(c) >= 'a' && lowerAscii(c) <= 'z'))
            plain += lowerAscii(c);
    }
    return plain;
}

std::string plainText(std::string_view text)
{
    std::string plain;
    for (const char c : text) {
        const bool isKept = isDigit(c) || (lowerAscii(c) >= 'a' && lowerAscii(c) <= 'z');
        const bool isJoint = c == '-' || c == '\'' || c == '.' || c == '&' || c == ' ';
        if (isKept)
            plain += lowerAscii(c);
        else if (!isJoint)
            plain += ' ';
    }
    return plain;
}

/// A name that both languages write in Latin letters: with a capital inside ("YouTube"), or with letters and
/// digits ("GPT-4").
bool keepsItsLetters(std::string_view word)
{
    const bool hasDigit = std::any_of(word.begin(), word.end(), isDigit);
    const auto isCapital = [](char c) { return c >= 'A' && c <= 'Z'; };
    const auto isSmall = [](char c) { return c >= 'a' && c <= 'z'; };
    const bool hasSmall = std::any_of(word.begin(), word.end(), isSmall);
    const bool isCamel = hasSmall && std::adjacent_find(word.begin(), word.end(), [&](char left, char right) {
                                         return isSmall(left) && isCapital(right);
                                     }) != word.end();
    const std::size_t capitals = static_cast<std::size_t>(std::count_if(word.begin(), word.end(), isCapital));
    // "20th", "3D", "90s" are no names; "McDonald" and "DeGrasse" get Chinese ones.
    const bool isLettersAndDigits = hasDigit && capitals >= 1 && word.size() >= 4 && !isDigit(word[0]);
    return isLettersAndDigits || (isCamel && !word.starts_with("Mc") && !word.starts_with("De") &&
                                  word.find('-') == std::string_view::npos);
}

/// A translation into Chinese may shorten a word ("km", "TV"), but a name has a capital or is long.
bool isNameInChinese(std::string_view word)
{
    const std::string plain = plainName(word);
    return word.size() >= 5 && plain != "covid19" && !plain.starts_with("ebook") && keepsItsLetters(word);
}

void lookForMissingNames(const CheckedRecord& record, CheckLog& log)
{
    forEachComparable(record, log, [&](const CheckedPair& pair) {
        std::vector<TextSpan> missing;
        std::string target;
        const std::vector<TextSpan> links = linksOf(pair.source);
        for (const TextSpan& span : latinWordsOf(pair.source)) {
            std::string_view word = span.in(pair.source);
            // The name without its genitive.
            if (word.ends_with("'s"))
                word.remove_suffix(2);
            const bool isName = pair.isSourceChinese ? word.size() > 1 : isNameInChinese(word);
            const bool isInLink = std::any_of(links.begin(), links.end(), [&](const TextSpan& link) {
                return link.begin <= span.begin && span.end <= link.end;
            });
            if (!isName || isInLink)
                continue;
            if (target.empty())
                target = plainText(pair.target);
            if (target.find(plainName(word)) == std::string::npos)
                missing.push_back(span);
        }
        reportMissing(record, pair, missing, log);
    });
}

} // namespace

const Check& translationNamesCheck()
{
    static const Check check{
        .id = "translation_names",
        .group = CheckGroup::Translation,
        .severity = Severity::Note,
        .title = DUOLOGUE_TEXT("Checks", "Latin names missing in the translation"),
        .why = DUOLOGUE_TEXT("Checks", "Names such as YouTube and GPT-4 are the same in both languages."),
        .unit = CheckUnit::Translations,
        .isMaybe = true,
        .look = lookForMissingNames,
    };
    return check;
}

} // namespace duologue
