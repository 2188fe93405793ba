// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/translation/pair_parts.h"

#include <algorithm>

namespace duologue {

namespace {

constexpr std::size_t kLeastItems = 3;

void reportItems(const CheckedRecord& record, const CheckedPair& pair, const std::vector<TextSpan>& items,
                 std::size_t there, CheckLog& log)
{
    Finding& finding =
        log.found(record.row, pair.part, pair.message, {PhraseId::ItemsHereAndThere, items.size(), there});
    for (std::size_t i = there; i < items.size(); ++i)
        finding.marks.push_back(pair.sourceMark(items[i].begin, items[i].end));
}

void lookForMissingItems(const CheckedRecord& record, CheckLog& log)
{
    forEachComparable(record, log, [&](const CheckedPair& pair) {
        const auto numbered = numberedItemsOf(pair.source);
        const auto there = numberedItemsOf(pair.target);
        // Lists that the translation writes in another way are not lists there.
        if (numbered.size() >= kLeastItems && !there.empty() && there.size() < numbered.size()) {
            reportItems(record, pair, numbered, there.size(), log);
            return;
        }
        const auto bullets = bulletsOf(pair.source);
        const auto bulletsThere = bulletsOf(pair.target);
        if (bullets.size() >= kLeastItems && bulletsThere.size() >= 2 && bulletsThere.size() < bullets.size())
            reportItems(record, pair, bullets, bulletsThere.size(), log);
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
