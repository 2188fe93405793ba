// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/record/candidate_differences.h"

#include <algorithm>
#include <optional>

namespace duologue::ui {

namespace {

/// Texts that have less in common are not compared: their differences are obvious.
constexpr double kLeastAlike = 0.3;
/// Longer lists of samples are compared only up to this number.
constexpr std::size_t kMostCompared = 64;

/// The newest text of a message, in Chinese or not.
std::optional<std::uint32_t> textOf(const Conversation& conversation, const Message& message, bool inChinese)
{
    for (std::uint32_t i = message.texts.begin; i < message.texts.end; ++i) {
        if (isChinese(conversation.texts[i].language) == inChinese && !conversation.texts[i].earlier)
            return i;
    }
    return std::nullopt;
}

struct TextPair {
    std::uint32_t left = 0;
    std::uint32_t right = 0;
};

std::vector<TextPair> pairsOf(const Conversation& conversation, const Candidate& left, const Candidate& right)
{
    std::vector<TextPair> pairs;
    const auto lefts = conversation.messagesOf(left);
    const auto rights = conversation.messagesOf(right);
    for (std::size_t i = 0; i < std::min(lefts.size(), rights.size()); ++i) {
        for (const bool inChinese : {false, true}) {
            const auto one = textOf(conversation, lefts[i], inChinese);
            const auto other = textOf(conversation, rights[i], inChinese);
            if (one && other)
                pairs.push_back({*one, *other});
        }
    }
    return pairs;
}

} // namespace

std::size_t preferredCandidate(const Conversation& conversation)
{
    const auto& all = conversation.candidates;
    auto best = std::find_if(all.begin(), all.end(), [](const Candidate& one) { return one.aligned; });
    if (best == all.end())
        best = std::find_if(all.begin(), all.end(),
                            [](const Candidate& one) { return one.kind == CandidateKind::Chosen; });
    return best == all.end() ? 0 : static_cast<std::size_t>(best - all.begin());
}

CandidateDifferences differencesOf(const Conversation& conversation)
{
    CandidateDifferences found;
    const auto& all = conversation.candidates;
    if (all.size() < 2)
        return found;
    const std::size_t preferred = preferredCandidate(conversation);
    found.among = std::min(all.size(), kMostCompared);
    for (std::size_t i = 0; i < found.among; ++i) {
        if (i == preferred)
            continue;
        ++found.compared;
        bool alike = false;
        for (const TextPair& pair : pairsOf(conversation, all[preferred], all[i])) {
            const TextDiff diff =
                diffTexts(conversation.texts[pair.left].text, conversation.texts[pair.right].text);
            if (diff.shared < kLeastAlike)
                continue;
            alike = true;
            CandidateDifferences::Marks left{{}, found.count};
            CandidateDifferences::Marks right{{}, found.count};
            for (const Difference& difference : diff.differences) {
                left.ranges.push_back(difference.left);
                right.ranges.push_back(difference.right);
            }
            found.count += static_cast<int>(diff.differences.size());
            found.marks[pair.right] = std::move(right);
            if (all.size() == 2)
                found.marks[pair.left] = std::move(left);
        }
        found.unlike += alike ? 0 : 1;
    }
    return found;
}

} // namespace duologue::ui
