// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/translation/pair_parts.h"

#include <cmath>

namespace duologue {

namespace {

/// Shorter sources vary more than the threshold allows.
constexpr std::size_t kLeastCharacterslookForLongTranslations = 200;
/// A text in Chinese has about 0.3 characters for each of its English; one in English 3.3 for each Chinese.
constexpr double kEnglishScalelookForLongTranslations = 11;

void lookForLongTranslations(const CheckedRecord& record, CheckLog& log)
{
    for (const CheckedPair& pair : record.pairs) {
        const auto scale = pair.isSourceChinese ? kEnglishScalelookForLongTranslations : 1.0;
        const auto least = pair.isSourceChinese ? kLeastCharacterslookForLongTranslations / 3
                                                : kLeastCharacterslookForLongTranslations;
        if (pair.sourceCharacters < least) {
            log.notJudged(PhraseId::NotJudgedShort);
            continue;
        }
        log.looked();
        const double ratio =
            static_cast<double>(pair.targetCharacters) / static_cast<double>(pair.sourceCharacters);
        if (ratio <= log.threshold() * scale)
            continue;
        const auto percent = static_cast<std::int64_t>(std::lround(ratio * 100));
        Finding& finding =
            log.found(record.row, pair.part, pair.message,
                      {PhraseId::LengthOfSource, pair.targetCharacters, pair.sourceCharacters, percent});
        finding.marks.push_back(pair.targetMark(0, pair.target.size()));
    }
}

} // namespace

const Check& translationLongCheck()
{
    static const Check check{
        .id = "translation_long",
        .group = CheckGroup::Translation,
        .title = DUOLOGUE_TEXT("Checks", "Translation far too long"),
        .why = DUOLOGUE_TEXT("Checks",
                             "A translation that is much longer than its source has something else in it."),
        .unit = CheckUnit::Translations,
        .threshold = CheckThreshold{DUOLOGUE_TEXT("Checks", "characters of Chinese for each of English"), 0.9,
                                    0.1, 10.0},
        .look = lookForLongTranslations,
    };
    return check;
}

} // namespace duologue
