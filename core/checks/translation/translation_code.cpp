// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/translation/pair_parts.h"

#include <algorithm>

namespace duologue {

namespace {

std::size_t countBlocks(std::string_view text, const std::vector<TextSpan>& code)
{
    return static_cast<std::size_t>(std::count_if(code.begin(), code.end(), [text](const TextSpan& each) {
        return each.in(text).find('\n') != std::string_view::npos;
    }));
}

/// Words between backticks may be quoted ones, which are translated.
bool isCodeWord(std::string_view text)
{
    return text.find(' ') == std::string_view::npos &&
           text.find_first_of("_()=.<>/{}[]") != std::string_view::npos;
}

void lookForMissingCode(const CheckedRecord& record, CheckLog& log)
{
    forEachComparable(record, log, [&](const CheckedPair& pair) {
        const auto there = codeOf(pair.target);
        std::vector<TextSpan> missing;
        std::size_t blocks = 0;
        for (const TextSpan& code : codeOf(pair.source)) {
            const std::string_view text = code.in(pair.source);
            // Comments and texts in blocks are translated.
            const bool isBlock = text.find('\n') != std::string_view::npos;
            const bool isMissing = isBlock
                                       ? ++blocks > countBlocks(pair.target, there)
                                       : isCodeWord(text) && pair.target.find(text) == std::string_view::npos;
            if (isMissing)
                missing.push_back(code);
        }
        reportMissing(record, pair, missing, log);
    });
}

} // namespace

const Check& translationCodeCheck()
{
    static const Check check{
        .id = "translation_code",
        .group = CheckGroup::Translation,
        .title = DUOLOGUE_TEXT("Checks", "Code missing in the translation"),
        .why = DUOLOGUE_TEXT("Checks", "Code is the same in every language."),
        .unit = CheckUnit::Translations,
        .look = lookForMissingCode,
    };
    return check;
}

} // namespace duologue
