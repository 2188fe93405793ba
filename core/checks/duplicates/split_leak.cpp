// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/phrase_id.h"
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/check_log.h"
#include "core/checks/checked_dataset.h"
#include "core/checks/duplicates/group_findings.h"
#include "core/checks/duplicates/splits.h"

#include <algorithm>
#include <string>

namespace duologue {

namespace {

/// Reports the records of a group that are not in the training data, if one is.
void reportLeak(const Snapshot& snapshot, const TextDigests& digests,
                const std::vector<std::optional<Split>>& splits, const TextGroupIndexes& group, CheckLog& log)
{
    const auto splitOf = [&](std::uint32_t index) { return splits[indexOf(digests.texts[index].row)]; };
    const auto trained = std::find_if(group.begin(), group.end(),
                                      [&](std::uint32_t index) { return splitOf(index) == Split::Train; });
    if (trained == group.end())
        return;
    const Row train = digests.texts[*trained].row;
    for (const std::uint32_t index : group) {
        const auto split = splitOf(index);
        if (!split || *split == Split::Train)
            continue;
        const TextDigest& text = digests.texts[index];
        const RecordEntry other = snapshot.record(train);
        log.found(text.row, partOf(text), text.message,
                  {PhraseId::InTraining, splitName(*split),
                   snapshot.file(other.file).shownPath + ':' + std::to_string(other.ordinal)})
            .others.push_back(train);
    }
}

void lookAtAllForSplitLeak(const CheckedDataset& dataset, CheckLog& log, const Job& job)
{
    const auto splits = splitsOf(dataset.snapshot());
    const bool hasTrain = std::find(splits.begin(), splits.end(), Split::Train) != splits.end();
    const bool hasOther = std::any_of(splits.begin(), splits.end(),
                                      [](const auto& split) { return split && *split != Split::Train; });
    if (!hasTrain || !hasOther) {
        log.notJudged(PhraseId::NotJudgedNoSplits);
        return;
    }
    const TextDigests& digests = dataset.digests(job);
    for (const TextDigest& text : digests.texts)
        log.looked(text.part == DigestPart::Prompt ? 1 : 0);
    auto groups = equalTexts(digests, DigestPart::Prompt);
    // Named, because the loop needs it to live.
    SimilarTexts similar = similarTexts(digests, DigestPart::Prompt, log.threshold(), job);
    for (TextGroupIndexes& group : similar.groups)
        groups.push_back(std::move(group));
    for (const TextGroupIndexes& group : groups)
        reportLeak(dataset.snapshot(), digests, splits, group, log);
}

} // namespace

const Check& splitLeakCheck()
{
    static const Check check{
        .id = "split_leak",
        .group = CheckGroup::Duplicates,
        .severity = Severity::Error,
        .title = DUOLOGUE_TEXT("Checks", "In training and in test data"),
        .why = DUOLOGUE_TEXT("Checks", "What a model has seen in training says nothing about it in a test."),
        .unit = CheckUnit::Texts,
        .threshold =
            CheckThreshold{DUOLOGUE_TEXT("Checks", "share of equal pieces (Jaccard)"), 0.8, 0.3, 1.0},
        .lookAtAll = lookAtAllForSplitLeak,
    };
    return check;
}

} // namespace duologue
