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

void lookAtAllForDuplicatePrompt(const CheckedDataset& dataset, CheckLog& log, const Job& job)
{
    const TextDigests& digests = dataset.digests(job);
    const auto ofPart = std::count_if(digests.texts.begin(), digests.texts.end(),
                                      [](const TextDigest& text) { return text.part == DigestPart::Prompt; });
    log.looked(static_cast<std::uint64_t>(ofPart));
    log.notJudged(PhraseId::NotJudgedShort, digests.shortQuestions);
    for (const TextGroupIndexes& group : equalTexts(digests, DigestPart::Prompt))
        reportGroup(digests, group, PhraseId::EqualTo, log);
}

} // namespace

const Check& duplicatePromptCheck()
{
    static const Check check{
        .id = "duplicate_prompt",
        .group = CheckGroup::Duplicates,
        .severity = Severity::Note,
        .title = DUOLOGUE_TEXT("Checks", "The same prompt twice"),
        .why = DUOLOGUE_TEXT("Checks", "Records that are there several times count several times."),
        .unit = CheckUnit::Texts,
        .lookAtAll = lookAtAllForDuplicatePrompt,
    };
    return check;
}

} // namespace duologue
