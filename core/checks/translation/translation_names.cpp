// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ascii.h"
#include "core/base/translatable.h"
#include "core/checks/translation/pair_parts.h"

#include <algorithm>
#include <optional>
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

/// A name that a translation into Chinese keeps: letters with digits ("GPT-4", "iPhone15"). Other names may
/// get a Chinese one (AirAsia is 亚航).
bool keepsItsLetters(std::string_view word)
{
    const bool hasDigit = std::any_of(word.begin(), word.end(), isDigit);
    const auto capitals =
        std::count_if(word.begin(), word.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    // "20th", "3D" and "90s" are no names, and Covid-19 has one in every language.
    return hasDigit && capitals >= 1 && word.size() >= 4 && !isDigit(word[0]) && !word.starts_with("No.") &&
           !plainName(word).starts_with("covid19");
}

void lookForMissingNames(const CheckedRecord& record, CheckLog& log)
{
    forEachComparable(record, log, [&](const CheckedPair& pair) {
        // In English only words with digits count.
        if (!pair.isSourceChinese && pair.source.find_first_of("0123456789") == std::string_view::npos)
            return;
        std::vector<TextSpan> missing;
        std::string target;
        std::optional<std::vector<TextSpan>> links;
        for (const TextSpan& span : latinWordsOf(pair.source)) {
            std::string_view word = span.in(pair.source);
            // The name without its genitive.
            if (word.ends_with("'s"))
                word.remove_suffix(2);
            const bool isName = pair.isSourceChinese ? word.size() > 1 : keepsItsLetters(word);
            if (!isName)
                continue;
            if (!links)
                links = linksOf(pair.source);
            const bool isInLink = std::any_of(links->begin(), links->end(), [&](const TextSpan& link) {
                return link.begin <= span.begin && span.end <= link.end;
            });
            if (isInLink)
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
        .why = DUOLOGUE_TEXT("Checks", "Names such as GPT-4 are the same in both languages."),
        .unit = CheckUnit::Translations,
        .isMaybe = true,
        .look = lookForMissingNames,
    };
    return check;
}

} // namespace duologue
