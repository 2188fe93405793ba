// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/targets/preference_parts.h"

#include <algorithm>
#include <array>

namespace duologue {

namespace {

constexpr std::array<std::string_view, 3> kVerdictKeys{"is_desirable", "label", "kto_tag"};

/// Chosen and rejected answers, and options if one of them is named as right.
bool isJudged(const Candidate& candidate, bool hasRightOption)
{
    switch (candidate.kind) {
    case CandidateKind::Chosen:
    case CandidateKind::Rejected:
        return true;
    case CandidateKind::Option:
        return hasRightOption;
    case CandidateKind::Sample:
        break;
    }
    return false;
}

bool isWanted(const Candidate& candidate)
{
    return candidate.kind == CandidateKind::Chosen ||
           (candidate.kind == CandidateKind::Option && candidate.aligned);
}

std::vector<const Candidate*> judgedCandidates(const Conversation& conversation)
{
    const bool hasRightOption =
        std::any_of(conversation.candidates.begin(), conversation.candidates.end(),
                    [](const Candidate& each) { return each.kind == CandidateKind::Option && each.aligned; });
    std::vector<const Candidate*> judged;
    for (const Candidate& candidate : conversation.candidates) {
        if (isJudged(candidate, hasRightOption) && candidate.messages.size() > 0)
            judged.push_back(&candidate);
    }
    return judged;
}

} // namespace

std::vector<ExportedPair> answerPairs(const Conversation& conversation)
{
    const auto judged = judgedCandidates(conversation);
    std::vector<ExportedPair> pairs;
    for (const Candidate* chosen : judged) {
        for (const Candidate* rejected : judged) {
            if (isWanted(*chosen) && !isWanted(*rejected))
                pairs.push_back({chosen, rejected});
        }
    }
    return pairs;
}

std::optional<bool> verdictOf(const Conversation& conversation)
{
    for (const std::string_view key : kVerdictKeys) {
        const Field* const field = fieldOf(conversation.fields, key);
        if (field != nullptr && field->kind == FieldKind::Flag)
            return field->number != 0;
    }
    return std::nullopt;
}

std::vector<JudgedAnswer> judgedAnswers(const Conversation& conversation)
{
    std::vector<JudgedAnswer> answers;
    for (const Candidate* candidate : judgedCandidates(conversation))
        answers.push_back({candidate, isWanted(*candidate)});
    const bool endsWithAnswer =
        conversation.messages.size() > 1 && conversation.messages.back().role == "assistant";
    if (const auto verdict = verdictOf(conversation); answers.empty() && verdict && endsWithAnswer)
        answers.push_back({nullptr, *verdict});
    return answers;
}

std::span<const std::string_view> verdictKeys()
{
    return kVerdictKeys;
}

} // namespace duologue
