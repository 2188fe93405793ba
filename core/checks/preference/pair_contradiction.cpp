// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checksum.h"
#include "core/base/phrase_id.h"
#include "core/base/text.h"
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/check_log.h"
#include "core/checks/checked_dataset.h"
#include "core/checks/preference/pairs.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <tuple>
#include <vector>

namespace duologue {

namespace {

/// A pair by the checksums of its texts.
struct JudgedPair {
    std::uint64_t prompt = 0;
    std::uint64_t chosen = 0;
    std::uint64_t rejected = 0;
    Row row{0};
};

void lookAtAllForPairContradiction(const CheckedDataset& dataset, CheckLog& log, const Job& job)
{
    std::mutex mutex;
    std::vector<JudgedPair> pairs;
    dataset.forEachRecord(job, [&](Row row, const Conversation& said) {
        const auto pair = pairOf(said);
        if (!pair)
            return;
        const std::string prompt = promptText(said);
        const JudgedPair made{
            checksum(prompt), checksum(foldForSearch(trimmed(answerOf(said, said.candidates[pair->chosen])))),
            checksum(foldForSearch(trimmed(answerOf(said, said.candidates[pair->rejected])))), row};
        const std::scoped_lock lock(mutex);
        pairs.push_back(made);
    });
    if (pairs.empty())
        log.notJudged(PhraseId::NotJudgedNoCandidates);
    log.looked(pairs.size());
    std::map<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>, Row> first;
    std::sort(pairs.begin(), pairs.end(),
              [](const JudgedPair& left, const JudgedPair& right) { return left.row < right.row; });
    for (const JudgedPair& pair : pairs) {
        first.emplace(std::tuple(pair.prompt, pair.chosen, pair.rejected), pair.row);
        const auto opposite = first.find(std::tuple(pair.prompt, pair.rejected, pair.chosen));
        if (pair.chosen != pair.rejected && opposite != first.end())
            log.found(pair.row, FindingPart::Record, 0, PhraseId::OppositeLabels)
                .others.push_back(opposite->second);
    }
}

} // namespace

const Check& pairContradictionCheck()
{
    static const Check check{
        .id = "pair_contradiction",
        .group = CheckGroup::Preference,
        .severity = Severity::Error,
        .title = DUOLOGUE_TEXT("Checks", "The same prompt with opposite labels"),
        .why = DUOLOGUE_TEXT("Checks", "Two pairs of the same prompt want opposite answers."),
        .unit = CheckUnit::Records,
        .lookAtAll = lookAtAllForPairContradiction,
    };
    return check;
}

} // namespace duologue
