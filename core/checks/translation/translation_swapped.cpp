// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/translation/pair_parts.h"
#include "core/checks/translation/wrong_side.h"

namespace duologue {

namespace {

void lookForSwappedSides(const CheckedRecord& record, CheckLog& log)
{
    for (const CheckedPair& pair : record.pairs) {
        const bool isLongEnough = (isEnglishScript(pair.source) || isChineseScript(pair.source)) &&
                                  (isEnglishScript(pair.target) || isChineseScript(pair.target));
        if (!isLongEnough) {
            log.notJudged(PhraseId::NotJudgedShort);
            continue;
        }
        log.looked();
        if (!isSwapped(pair))
            continue;
        Finding& finding = log.found(record.row, pair.part, pair.message, PhraseId::SidesSwapped);
        finding.marks.push_back(pair.sourceMark(0, pair.source.size()));
        finding.marks.push_back(pair.targetMark(0, pair.target.size()));
    }
}

} // namespace

const Check& translationSwappedCheck()
{
    static const Check check{
        .id = "translation_swapped",
        .group = CheckGroup::Translation,
        .title = DUOLOGUE_TEXT("Checks", "Both sides swapped"),
        .why = DUOLOGUE_TEXT("Checks", "The English text is in Chinese and the Chinese one in English."),
        .unit = CheckUnit::Translations,
        .look = lookForSwappedSides,
    };
    return check;
}

} // namespace duologue
