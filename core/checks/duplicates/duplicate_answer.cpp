// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/phrase_id.h"
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/check_log.h"
#include "core/checks/checked_dataset.h"
#include "core/checks/duplicates/group_findings.h"

#include <algorithm>

namespace duologue {

namespace {

void lookAtAllForDuplicateAnswer(const CheckedDataset& dataset, CheckLog& log, const Job& job)
{
    const TextDigests& digests = dataset.digests(job);
    const auto ofPart = std::count_if(digests.texts.begin(), digests.texts.end(),
                                      [](const TextDigest& text) { return text.part == DigestPart::Answer; });
    log.looked(static_cast<std::uint64_t>(ofPart));
    for (const TextGroupIndexes& group : equalTexts(digests, DigestPart::Answer))
        reportGroup(digests, group, PhraseId::EqualTo, log);
}

} // namespace

const Check& duplicateAnswerCheck()
{
    static const Check check{
        .id = "duplicate_answer",
        .group = CheckGroup::Duplicates,
        .severity = Severity::Note,
        .title = DUOLOGUE_TEXT("Checks", "The same answer twice"),
        .why = DUOLOGUE_TEXT("Checks", "Records that are there several times count several times."),
        .unit = CheckUnit::Texts,
        .lookAtAll = lookAtAllForDuplicateAnswer,
    };
    return check;
}

} // namespace duologue
