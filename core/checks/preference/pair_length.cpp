// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/phrase_id.h"
#include "core/base/text.h"
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/check_log.h"
#include "core/checks/checked_dataset.h"
#include "core/checks/preference/pairs.h"

#include <atomic>
#include <cmath>

namespace duologue {

namespace {

constexpr std::uint64_t kLeastPairs = 50;

void lookAtAllForPairLength(const CheckedDataset& dataset, CheckLog& log, const Job& job)
{
    std::atomic<std::uint64_t> longer{0};
    std::atomic<std::uint64_t> shorter{0};
    dataset.forEachRecord(job, [&](Row, const Conversation& said) {
        const auto pair = pairOf(said);
        if (!pair)
            return;
        const std::size_t wanted = characterCount(answerOf(said, said.candidates[pair->chosen]));
        const std::size_t other = characterCount(answerOf(said, said.candidates[pair->rejected]));
        longer += wanted > other ? 1 : 0;
        shorter += wanted < other ? 1 : 0;
    });
    const std::uint64_t pairs = longer + shorter;
    if (pairs < kLeastPairs) {
        log.notJudged(PhraseId::NotJudgedNoCandidates, pairs);
        return;
    }
    log.looked(pairs);
    const double share = static_cast<double>(longer) / static_cast<double>(pairs);
    if (share >= log.threshold())
        log.found(Row{0}, FindingPart::Dataset, 0,
                  {PhraseId::LongerIsChosen, longer.load(), pairs, std::lround(share * 100)});
}

} // namespace

const Check& pairLengthCheck()
{
    static const Check check{
        .id = "pair_length",
        .group = CheckGroup::Preference,
        .title = DUOLOGUE_TEXT("Checks", "The longer answer is nearly always the chosen one"),
        .why = DUOLOGUE_TEXT("Checks", "A model that is trained on the pairs learns that longer is better."),
        .unit = CheckUnit::Records,
        .threshold = CheckThreshold{DUOLOGUE_TEXT("Checks", "share of the pairs"), 0.7, 0.5, 1.0},
        .lookAtAll = lookAtAllForPairLength,
    };
    return check;
}

} // namespace duologue
