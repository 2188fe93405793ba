// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/checks/check.h"
#include "core/analysis/checks/checked_record.h"
#include "core/analysis/checks/refusal_words.h"
#include "core/data/conversation.h"
#include "core/util/phrase.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace duologue {

namespace {

/// The message of what the candidate says last, an index into Conversation::candidateMessages.
std::uint32_t answerIndex(const Candidate& candidate)
{
    return candidate.messages.size() == 0 ? candidate.messages.begin : candidate.messages.end - 1;
}

/// Lets a check judge the pair of the record, if it has one.
template<void (*judge)(const CheckedRecord& record, const AnswerPair& pair, CheckLog& log)>
void lookAtPair(const CheckedRecord& record, CheckLog& log)
{
    if (const auto pair = pairOf(record.conversation))
        judge(record, *pair, log);
    else
        log.notJudged(PhraseId::NotJudgedNoCandidates);
}

void judgeEqual(const CheckedRecord& record, const AnswerPair& pair, CheckLog& log)
{
    const std::string_view wanted = trimmed(answerOf(record.conversation, pair.chosen));
    const std::string_view other = trimmed(answerOf(record.conversation, pair.rejected));
    if (wanted.empty() || other.empty()) {
        log.notJudged(PhraseId::NotJudgedEmpty);
        return;
    }
    log.looked();
    if (equalsFolded(wanted, other))
        log.found(record.row, FindingPart::Candidate, answerIndex(pair.rejected), PhraseId::AnswersEqual);
}

/// A short answer may differ by one word that decides.
constexpr std::size_t kLeastAnswerBytes = 80;

void judgeNearlyEqual(const CheckedRecord& record, const AnswerPair& pair, CheckLog& log)
{
    const std::string wanted = foldForSearch(trimmed(answerOf(record.conversation, pair.chosen)));
    const std::string other = foldForSearch(trimmed(answerOf(record.conversation, pair.rejected)));
    if (std::min(wanted.size(), other.size()) < kLeastAnswerBytes || wanted == other) {
        log.notJudged(wanted == other ? PhraseId::NotJudgedEmpty : PhraseId::NotJudgedShort);
        return;
    }
    log.looked();
    const auto left = shinglesOf(wanted);
    const auto right = shinglesOf(other);
    const double likeness = jaccard(left, right);
    if (likeness >= log.threshold())
        log.found(record.row, FindingPart::Candidate, answerIndex(pair.rejected),
                  {PhraseId::AnswersNearlyEqual, std::lround(likeness * 100)});
}

constexpr std::uint64_t kLeastPairs = 50;

void lookAtAllForPairLength(const CheckedDataset& dataset, CheckLog& log, const Job&)
{
    std::uint64_t longer = 0;
    std::uint64_t shorter = 0;
    for (const JudgedPair& pair : dataset.pairs()) {
        longer += pair.chosenLength > pair.rejectedLength ? 1 : 0;
        shorter += pair.chosenLength < pair.rejectedLength ? 1 : 0;
    }
    const std::uint64_t pairs = longer + shorter;
    if (pairs < kLeastPairs) {
        log.notJudged(PhraseId::NotJudgedNoCandidates, pairs);
        return;
    }
    log.looked(pairs);
    const double share = static_cast<double>(longer) / static_cast<double>(pairs);
    if (share >= log.threshold())
        log.found(Row{0}, FindingPart::Dataset, 0,
                  {PhraseId::LongerIsChosen, longer, pairs, std::lround(share * 100)});
}

void lookAtAllForPairContradiction(const CheckedDataset& dataset, CheckLog& log, const Job&)
{
    const std::vector<JudgedPair>& pairs = dataset.pairs();
    if (pairs.empty())
        log.notJudged(PhraseId::NotJudgedNoCandidates);
    log.looked(pairs.size());
    std::map<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>, Row> first;
    for (const JudgedPair& pair : pairs) {
        first.emplace(std::tuple(pair.prompt, pair.chosen, pair.rejected), pair.row);
        const auto opposite = first.find(std::tuple(pair.prompt, pair.rejected, pair.chosen));
        if (pair.chosen != pair.rejected && opposite != first.end())
            log.found(pair.row, FindingPart::Record, 0, PhraseId::OppositeLabels)
                .others.push_back(opposite->second);
    }
}

std::optional<double> numberOfScore(const JsonView& value)
{
    return value.isString() ? numberIn(value.string()) : value.number();
}

/// A score of the candidate, or the record's "score_chosen", "chosen_score".
std::optional<double> scoreOf(const Conversation& said, const Candidate& candidate, std::string_view which)
{
    for (const Field& field : said.fieldsOf(candidate.fields)) {
        if (field.key == "score" || field.key == "rating" || field.key == "reward" ||
            field.key == "overall_score")
            return numberOfScore(field.value);
    }
    for (const Field& field : said.fields) {
        const std::string key = fieldKey(field.key);
        const bool isScore = key.find("score") != std::string::npos ||
                             key.find("rating") != std::string::npos ||
                             key.find("reward") != std::string::npos;
        if (isScore && key.find(which) != std::string::npos)
            return numberOfScore(field.value);
    }
    return std::nullopt;
}

void judgeTie(const CheckedRecord& record, const AnswerPair& pair, CheckLog& log)
{
    const auto wanted = scoreOf(record.conversation, pair.chosen, "chosen");
    const auto other = scoreOf(record.conversation, pair.rejected, "rejected");
    if (!wanted || !other) {
        log.notJudged(PhraseId::NotJudgedNoScores);
        return;
    }
    log.looked();
    if (*wanted == *other)
        log.found(record.row, FindingPart::Record, 0, {PhraseId::ScoresEqual, numberText(*wanted)});
}

void judgeRefusal(const CheckedRecord& record, const AnswerPair& pair, CheckLog& log)
{
    const std::string_view other = answerOf(record.conversation, pair.rejected);
    log.looked();
    const auto refusal = refusalIn(other);
    if (!refusal || refusalIn(answerOf(record.conversation, pair.chosen)))
        return;
    Finding& finding =
        log.found(record.row, FindingPart::Candidate, answerIndex(pair.rejected),
                  {PhraseId::Says, std::string(other.substr(refusal->begin, refusal->end - refusal->begin))});
    const auto index = record.conversation.candidateMessages[answerIndex(pair.rejected)].texts.begin;
    finding.marks.push_back(
        {index, static_cast<std::uint32_t>(refusal->begin), static_cast<std::uint32_t>(refusal->end)});
}

void judgeContext(const CheckedRecord& record, const AnswerPair& pair, CheckLog& log)
{
    const auto wanted = record.conversation.messagesOf(pair.chosen);
    const auto other = record.conversation.messagesOf(pair.rejected);
    if (wanted.size() < 2 && other.size() < 2) {
        log.notJudged(PhraseId::NotJudgedNoContext);
        return;
    }
    log.looked();
    // Whole conversations may differ after their first question: then they are compared, not their answers.
    const bool isDifferent = !wanted.empty() && !other.empty() && wanted.front().role == "user" &&
                             other.front().role == "user" &&
                             !equalsFolded(record.conversation.originalText(wanted.front()),
                                           record.conversation.originalText(other.front()));
    if (isDifferent)
        log.found(record.row, FindingPart::Candidate, pair.rejected.messages.begin, PhraseId::ContextsDiffer);
}

} // namespace

std::span<const Check> preferenceChecks()
{
    static const Check kChecks[] = {
        {
            .id = "pair_equal",
            .severity = Severity::Error,
            .title = DUOLOGUE_TEXT("Checks", "Chosen and rejected are identical"),
            .why = DUOLOGUE_TEXT("Checks", "A pair without a difference trains on noise."),
            .unit = CheckUnit::Records,
            .look = lookAtPair<judgeEqual>,
        },
        {
            .id = "pair_nearly_equal",
            .title = DUOLOGUE_TEXT("Checks", "Chosen and rejected are nearly identical"),
            .why = DUOLOGUE_TEXT("Checks", "The pair teaches a difference of only a few letters."),
            .unit = CheckUnit::Records,
            .threshold =
                CheckThreshold{DUOLOGUE_TEXT("Checks", "similarity of the texts (Jaccard)"), 0.9, 0.5, 1.0},
            .look = lookAtPair<judgeNearlyEqual>,
        },
        {
            .id = "pair_length",
            .title = DUOLOGUE_TEXT("Checks", "The longer answer is nearly always the chosen one"),
            .why = DUOLOGUE_TEXT("Checks", "A model trained on the pairs learns that longer is better."),
            .unit = CheckUnit::Records,
            .threshold = CheckThreshold{DUOLOGUE_TEXT("Checks", "share of pairs"), 0.7, 0.5, 1.0},
            .needs = {.pairs = true},
            .lookAtAll = lookAtAllForPairLength,
        },
        {
            .id = "pair_contradiction",
            .severity = Severity::Error,
            .title = DUOLOGUE_TEXT("Checks", "Same prompt with opposite labels"),
            .why = DUOLOGUE_TEXT("Checks", "Two pairs with the same prompt prefer opposite answers."),
            .unit = CheckUnit::Records,
            .needs = {.pairs = true},
            .lookAtAll = lookAtAllForPairContradiction,
        },
        {
            .id = "pair_tie",
            .title = DUOLOGUE_TEXT("Checks", "Both answers have the same score"),
            .why = DUOLOGUE_TEXT("Checks", "The pair prefers one answer, but both have the same score."),
            .unit = CheckUnit::Records,
            .look = lookAtPair<judgeTie>,
        },
        {
            .id = "pair_refusal",
            .severity = Severity::Note,
            .title = DUOLOGUE_TEXT("Checks", "Rejected answer is a refusal"),
            .why =
                DUOLOGUE_TEXT("Checks", "Pairs that reject a refusal teach the model to answer everything."),
            .unit = CheckUnit::Records,
            .look = lookAtPair<judgeRefusal>,
        },
        {
            .id = "pair_context",
            .title = DUOLOGUE_TEXT("Checks", "Candidates answer different questions"),
            .why = DUOLOGUE_TEXT("Checks", "The pair compares answers to different conversations."),
            .unit = CheckUnit::Records,
            .look = lookAtPair<judgeContext>,
        },
    };
    return kChecks;
}

} // namespace duologue
