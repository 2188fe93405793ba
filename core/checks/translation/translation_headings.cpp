// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/translation/pair_parts.h"

#include <algorithm>

namespace duologue {

namespace {

void lookForMissingHeadings(const CheckedRecord& record, CheckLog& log)
{
    for (const CheckedPair& pair : record.pairs) {
        const auto headings = headingsOf(pair.source);
        // A translation on one line has lost all of its layout, which says nothing about headings.
        const bool isJoined = pair.target.find('\n') == std::string_view::npos;
        if (!pair.isComparable || (!headings.empty() && isJoined)) {
            log.notJudged(PhraseId::NotJudgedTranslation);
            continue;
        }
        log.looked();
        const auto there = headingsOf(pair.target);
        if (there.size() >= headings.size())
            continue;
        Finding& finding = log.found(record.row, pair.part, pair.message,
                                     {PhraseId::HeadingsHereAndThere, headings.size(), there.size()});
        for (const TextSpan& heading : headings)
            finding.marks.push_back(pair.sourceMark(heading.begin, heading.end));
    }
}

} // namespace

const Check& translationHeadingsCheck()
{
    static const Check check{
        .id = "translation_headings",
        .group = CheckGroup::Translation,
        .title = DUOLOGUE_TEXT("Checks", "Headings missing in the translation"),
        .why =
            DUOLOGUE_TEXT("Checks", "A heading that did not come along may have taken its section with it."),
        .unit = CheckUnit::Translations,
        .look = lookForMissingHeadings,
    };
    return check;
}

} // namespace duologue
