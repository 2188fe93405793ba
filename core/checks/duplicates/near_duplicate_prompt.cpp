// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/phrase_id.h"
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/check_log.h"
#include "core/checks/checked_dataset.h"
#include "core/checks/duplicates/group_findings.h"

namespace duologue {

namespace {

void lookAtAllForNearDuplicatePrompt(const CheckedDataset& dataset, CheckLog& log, const Job& job)
{
    const TextDigests& digests = dataset.digests(job);
    for (const TextDigest& text : digests.texts) {
        if (text.part != DigestPart::Prompt)
            continue;
        if (text.shingles < kLeastShingles)
            log.notJudged(PhraseId::NotJudgedShort);
        else
            log.looked();
    }
    log.notJudged(PhraseId::NotJudgedShort, digests.shortQuestions);
    reportSimilar(digests, similarTexts(digests, DigestPart::Prompt, log.threshold(), job),
                  PhraseId::NearlyEqualTo, log);
}

} // namespace

const Check& nearDuplicatePromptCheck()
{
    static const Check check{
        .id = "near_duplicate_prompt",
        .group = CheckGroup::Duplicates,
        .severity = Severity::Note,
        .title = DUOLOGUE_TEXT("Checks", "Nearly the same prompt"),
        .why = DUOLOGUE_TEXT("Checks", "A model learns by heart what it sees in many wordings."),
        .unit = CheckUnit::Texts,
        .threshold =
            CheckThreshold{DUOLOGUE_TEXT("Checks", "share of equal pieces (Jaccard)"), 0.8, 0.3, 1.0},
        .lookAtAll = lookAtAllForNearDuplicatePrompt,
    };
    return check;
}

} // namespace duologue
