// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/duplicates/group_findings.h"

namespace duologue {

FindingPart partOf(const TextDigest& text)
{
    // Which candidate it is was not kept.
    return text.isOfCandidate ? FindingPart::Record : FindingPart::Message;
}

void reportGroup(const TextDigests& digests, const TextGroupIndexes& group, PhraseId what, CheckLog& log)
{
    const Row first = digests.texts[group.front()].row;
    for (std::size_t i = 1; i < group.size(); ++i) {
        const TextDigest& text = digests.texts[group[i]];
        log.found(text.row, partOf(text), text.message, {what, group.size()}).others.push_back(first);
    }
}

void reportSimilar(const TextDigests& digests, const SimilarTexts& similar, PhraseId what, CheckLog& log)
{
    for (const TextGroupIndexes& group : similar.groups) {
        for (std::size_t i = 1; i < group.size(); ++i) {
            const TextDigest& text = digests.texts[group[i]];
            const std::uint32_t other = similar.partners.at(group[i]);
            log.found(text.row, partOf(text), text.message, {what, group.size()})
                .others.push_back(digests.texts[other].row);
        }
    }
}

} // namespace duologue
