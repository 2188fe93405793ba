// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/translation/pair_parts.h"

#include <algorithm>

namespace duologue {

namespace {

void lookForMissingLinks(const CheckedRecord& record, CheckLog& log)
{
    forEachComparable(record, log, [&](const CheckedPair& pair) {
        std::vector<TextSpan> missing;
        for (const TextSpan& link : linksOf(pair.source)) {
            if (pair.target.find(link.in(pair.source)) == std::string_view::npos)
                missing.push_back(link);
        }
        reportMissing(record, pair, missing, log);
    });
}

} // namespace

const Check& translationLinksCheck()
{
    static const Check check{
        .id = "translation_links",
        .group = CheckGroup::Translation,
        .title = DUOLOGUE_TEXT("Checks", "Links missing in the translation"),
        .why = DUOLOGUE_TEXT("Checks", "An address is the same in every language."),
        .unit = CheckUnit::Translations,
        .look = lookForMissingLinks,
    };
    return check;
}

} // namespace duologue
