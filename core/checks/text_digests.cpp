// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/text_digests.h"

#include "core/base/checksum.h"
#include "core/base/text.h"
#include "core/checks/shingles.h"
#include "core/record/conversation.h"

#include <algorithm>
#include <bit>
#include <mutex>

namespace duologue {

namespace {

/// Texts of one thread.
struct DigestPile {
    TextDigests made;
    std::string folded;
};

struct DigestedText {
    Row row{0};
    DigestPart part = DigestPart::Prompt;
    std::size_t message = 0;
    bool isOfCandidate = false;
    /// It is left out if it is short.
    bool isLater = false;
    /// TextDigest::others.
    std::uint64_t others = 0;
};

std::uint64_t othersOf(const Conversation& said, const Message& prompt)
{
    std::string key;
    appendPartsKey(said, prompt, key);
    appendMediaKey(said, key);
    return key.empty() ? 0 : checksum(key);
}

void addText(const DigestedText& what, std::string_view text, DigestPile& pile)
{
    text = trimmed(text);
    if (text.empty())
        return;
    // In fewer bytes there are not as many pieces.
    constexpr std::size_t kLeastBytes = 2 * (kLeastShingles + 2) - 1;
    if (what.isLater && text.size() < kLeastBytes) {
        ++pile.made.shortQuestions;
        return;
    }
    const std::string folded = foldForSearch(text);
    std::vector<std::uint32_t> hashes = shinglesOf(folded);
    if (what.isLater && hashes.size() < kLeastShingles) {
        ++pile.made.shortQuestions;
        return;
    }
    TextDigest digest;
    digest.row = what.row;
    digest.part = what.part;
    digest.message = static_cast<std::uint32_t>(what.message);
    digest.isOfCandidate = what.isOfCandidate;
    digest.others = what.others;
    digest.checksum = checksum(folded) ^ std::rotl(what.others, 1);
    digest.shinglesBegin = pile.made.shingles.size();
    digest.shingles = static_cast<std::uint32_t>(std::min(hashes.size(), kMostShingles));
    pile.made.shingles.insert(pile.made.shingles.end(), hashes.begin(), hashes.begin() + digest.shingles);
    pile.made.texts.push_back(digest);
}

void addRecord(Row row, const Conversation& said, DigestPile& pile)
{
    bool hasPrompt = false;
    for (std::size_t i = 0; i < said.messages.size(); ++i) {
        const Message& message = said.messages[i];
        const bool isAnswer = message.role == "assistant";
        const bool isPrompt = message.role == "user";
        if (!isAnswer && !isPrompt)
            continue;
        addText({row, isPrompt ? DigestPart::Prompt : DigestPart::Answer, i, false, isPrompt && hasPrompt,
                 isPrompt ? othersOf(said, message) : 0},
                said.originalText(message), pile);
        hasPrompt = hasPrompt || isPrompt;
    }
    bool isFirst = true;
    for (const Candidate& candidate : said.candidates) {
        const bool isWanted = candidate.kind == CandidateKind::Chosen || candidate.aligned;
        const auto messages = said.messagesOf(candidate);
        if (!isWanted || messages.empty())
            continue;
        addText({row, DigestPart::Answer, 0, true}, said.originalText(messages.back()), pile);
        // A candidate may go on with further questions, mostly the same ones in each.
        for (const Message& message : messages) {
            if (!isFirst || message.role != "user")
                continue;
            addText({row, DigestPart::Prompt, 0, true, hasPrompt, othersOf(said, message)},
                    said.originalText(message), pile);
            hasPrompt = true;
        }
        isFirst = false;
    }
}

} // namespace

TextDigests digestsOf(const CheckedDataset& dataset, const Job& job)
{
    constexpr std::size_t kStripes = 16;
    std::vector<DigestPile> piles(kStripes);
    std::vector<std::mutex> mutexes(kStripes);
    // A record's pile depends on its row alone, so that the order does not depend on the threads.
    dataset.forEachRecord(job, [&](Row row, const Conversation& said) {
        DigestPile one;
        addRecord(row, said, one);
        const std::size_t stripe = indexOf(row) / 1024 % kStripes;
        const std::scoped_lock lock(mutexes[stripe]);
        TextDigests& all = piles[stripe].made;
        all.shortQuestions += one.made.shortQuestions;
        for (TextDigest& digest : one.made.texts) {
            digest.shinglesBegin += all.shingles.size();
            all.texts.push_back(digest);
        }
        all.shingles.insert(all.shingles.end(), one.made.shingles.begin(), one.made.shingles.end());
    });
    TextDigests digests;
    std::size_t texts = 0;
    std::size_t shingles = 0;
    for (const DigestPile& pile : piles) {
        texts += pile.made.texts.size();
        shingles += pile.made.shingles.size();
    }
    digests.texts.reserve(texts);
    digests.shingles.reserve(shingles);
    for (DigestPile& pile : piles) {
        digests.shortQuestions += pile.made.shortQuestions;
        for (TextDigest& digest : pile.made.texts) {
            digest.shinglesBegin += digests.shingles.size();
            digests.texts.push_back(digest);
        }
        digests.shingles.insert(digests.shingles.end(), pile.made.shingles.begin(), pile.made.shingles.end());
        pile = DigestPile();
    }
    std::stable_sort(digests.texts.begin(), digests.texts.end(),
                     [](const TextDigest& left, const TextDigest& right) { return left.row < right.row; });
    return digests;
}

double likenessOf(const TextDigests& digests, const TextDigest& left, const TextDigest& right)
{
    if (left.others != right.others)
        return 0;
    std::vector<std::uint32_t> l = digests.shinglesOf(left);
    std::vector<std::uint32_t> r = digests.shinglesOf(right);
    const bool isSample = l.size() == kMostShingles || r.size() == kMostShingles;
    if (isSample && !l.empty() && !r.empty()) {
        // Only hashes below both ends are known of both texts.
        const std::uint32_t end = std::min(l.size() == kMostShingles ? l.back() : 0xFFFF'FFFFU,
                                           r.size() == kMostShingles ? r.back() : 0xFFFF'FFFFU);
        std::erase_if(l, [end](std::uint32_t hash) { return hash > end; });
        std::erase_if(r, [end](std::uint32_t hash) { return hash > end; });
    }
    return jaccard(l, r);
}

} // namespace duologue
