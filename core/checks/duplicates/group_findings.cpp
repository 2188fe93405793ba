// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/duplicates/group_findings.h"

namespace duologue {

FindingPart partOf(const TextDigest& text)
{
    // Which candidate it is was not kept.
    return text.isOfCandidate ? FindingPart::Record : FindingPart::Message;
}

std::uint32_t messageOf(const TextDigest& text)
{
    return text.isOfCandidate ? Finding::kNoMessage : text.message;
}

namespace {

/// A finding about `text`, which is like `other`. Somebody who repeats a question in one conversation is no
/// duplicate.
void report(const TextDigest& text, const TextDigest& other, const Phrase& what, CheckLog& log)
{
    if (text.part == DigestPart::Prompt && text.row == other.row)
        return;
    Finding& finding = log.found(text.row, partOf(text), text.message, what);
    finding.others.push_back(other.row);
    finding.otherMessages.push_back(messageOf(other));
}

} // namespace

void reportGroup(const TextDigests& digests, const TextGroupIndexes& group, PhraseId what, CheckLog& log)
{
    for (std::size_t i = 1; i < group.size(); ++i)
        report(digests.texts[group[i]], digests.texts[group.front()], {what, group.size()}, log);
}

void reportSimilar(const TextDigests& digests, const SimilarTexts& similar, PhraseId what, CheckLog& log)
{
    for (const TextGroupIndexes& group : similar.groups) {
        for (std::size_t i = 1; i < group.size(); ++i)
            report(digests.texts[group[i]], digests.texts[similar.partners.at(group[i])],
                   {what, group.size()}, log);
    }
}

} // namespace duologue
