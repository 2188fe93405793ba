// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/translation/pair_parts.h"

#include <cmath>

namespace duologue {

namespace {

/// Shorter sources vary more than the threshold allows.
constexpr std::size_t kLeastCharacterslookForShortTranslations = 200;
/// A text in Chinese has about 0.3 characters for each of its English; one in English 3.3 for each Chinese.
constexpr double kEnglishScalelookForShortTranslations = 11;

void lookForShortTranslations(const CheckedRecord& record, CheckLog& log)
{
    for (const CheckedPair& pair : record.pairs) {
        const auto scale = pair.isSourceChinese ? kEnglishScalelookForShortTranslations : 1.0;
        const auto least = pair.isSourceChinese ? kLeastCharacterslookForShortTranslations / 3
                                                : kLeastCharacterslookForShortTranslations;
        if (pair.sourceCharacters < least) {
            log.notJudged(PhraseId::NotJudgedShort);
            continue;
        }
        log.looked();
        const double ratio =
            static_cast<double>(pair.targetCharacters) / static_cast<double>(pair.sourceCharacters);
        if (ratio >= log.threshold() * scale)
            continue;
        const auto percent = static_cast<std::int64_t>(std::lround(ratio * 100));
        Finding& finding =
            log.found(record.row, pair.part, pair.message,
                      {PhraseId::LengthOfSource, pair.targetCharacters, pair.sourceCharacters, percent});
        finding.marks.push_back(pair.targetMark(0, pair.target.size()));
    }
}

} // namespace

const Check& translationShortCheck()
{
    static const Check check{
        .id = "translation_short",
        .group = CheckGroup::Translation,
        .title = DUOLOGUE_TEXT("Checks", "Translation far too short"),
        .why = DUOLOGUE_TEXT(
            "Checks",
            "A translation that is cut off says less than its source, and is learnt as if it were whole."),
        .unit = CheckUnit::Translations,
        .threshold = CheckThreshold{DUOLOGUE_TEXT("Checks", "characters of Chinese for each of English"), 0.1,
                                    0.0, 1.0},
        .look = lookForShortTranslations,
    };
    return check;
}

} // namespace duologue
