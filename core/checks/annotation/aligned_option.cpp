// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"

#include <algorithm>

namespace duologue {

namespace {

void lookForAlignedOption(const CheckedRecord& record, CheckLog& log)
{
    const auto& candidates = record.conversation.candidates;
    const bool hasOptions = std::any_of(candidates.begin(), candidates.end(), [](const Candidate& each) {
        return each.kind == CandidateKind::Option;
    });
    if (!hasOptions) {
        log.notJudged(PhraseId::NotJudgedNoCandidates);
        return;
    }
    log.looked();
    if (std::none_of(candidates.begin(), candidates.end(),
                     [](const Candidate& each) { return each.aligned; }))
        log.found(record.row, FindingPart::Record, 0, PhraseId::NoOptionIsRight);
}

} // namespace

const Check& alignedOptionCheck()
{
    static const Check check{
        .id = "aligned_option",
        .group = CheckGroup::Annotation,
        .title = DUOLOGUE_TEXT("Checks", "The right answer is none of the options"),
        .why = DUOLOGUE_TEXT("Checks", "Whoever compares answers with the options finds none that is right."),
        .unit = CheckUnit::Records,
        .look = lookForAlignedOption,
    };
    return check;
}

} // namespace duologue
