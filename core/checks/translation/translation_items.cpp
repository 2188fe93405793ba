// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/translation/pair_parts.h"

#include <algorithm>

namespace duologue {

namespace {

constexpr std::size_t kLeastItems = 3;

/// Marks the items that are missing, and the last one of the translation, behind which they are missing.
void reportItems(const CheckedRecord& record, const CheckedPair& pair, const std::vector<TextSpan>& items,
                 const std::vector<TextSpan>& there, CheckLog& log)
{
    Finding& finding = log.found(record.row, pair.part, pair.message,
                                 {PhraseId::ItemsHereAndThere, items.size(), there.size()});
    for (std::size_t i = there.size(); i < items.size(); ++i)
        finding.marks.push_back(pair.sourceMark(items[i].begin, items[i].end));
    finding.marks.push_back(pair.targetMark(there.back().begin, there.back().end));
}

void lookForMissingItems(const CheckedRecord& record, CheckLog& log)
{
    forEachComparable(record, log, [&](const CheckedPair& pair) {
        const auto numbered = numberedItemsOf(pair.source);
        const auto there = numberedItemsOf(pair.target);
        // Lists that the translation writes in another way are not lists there.
        if (numbered.size() >= kLeastItems && !there.empty() && there.size() < numbered.size()) {
            reportItems(record, pair, numbered, there, log);
            return;
        }
        const auto bullets = bulletsOf(pair.source);
        const auto bulletsThere = bulletsOf(pair.target);
        if (bullets.size() >= kLeastItems && bulletsThere.size() >= 2 && bulletsThere.size() < bullets.size())
            reportItems(record, pair, bullets, bulletsThere, log);
    });
}

} // namespace

const Check& translationItemsCheck()
{
    static const Check check{
        .id = "translation_items",
        .group = CheckGroup::Translation,
        .title = DUOLOGUE_TEXT("Checks", "List items missing in the translation"),
        .why = DUOLOGUE_TEXT("Checks", "A list that is shorter than that of its source was cut."),
        .unit = CheckUnit::Translations,
        .look = lookForMissingItems,
    };
    return check;
}

} // namespace duologue
