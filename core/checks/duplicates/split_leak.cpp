// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checksum.h"
#include "core/base/phrase_id.h"
#include "core/base/text.h"
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/check_log.h"
#include "core/checks/checked_dataset.h"
#include "core/checks/duplicates/group_findings.h"
#include "core/checks/duplicates/splits.h"
#include "core/checks/shingles.h"
#include "core/record/conversation.h"

#include <algorithm>
#include <compare>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>

namespace duologue {

namespace {

/// A place in the training data.
struct TrainingPlace {
    Row row{0};
    std::uint32_t message = Finding::kNoMessage;

    auto operator<=>(const TrainingPlace&) const = default;
};

void reportPlace(const Snapshot& snapshot, const TextDigest& text, Split split, const TrainingPlace& place,
                 CheckLog& log)
{
    const RecordEntry trained = snapshot.record(place.row);
    std::string name = snapshot.file(trained.file).shownPath + ':' + std::to_string(trained.ordinal);
    if (place.message != Finding::kNoMessage)
        name += " message " + std::to_string(place.message + 1);
    Finding& finding = log.found(text.row, partOf(text), text.message,
                                 {PhraseId::InTraining, splitName(split), std::move(name)});
    finding.others.push_back(place.row);
    finding.otherMessages.push_back(place.message);
}

/// The questions outside the training data, and where each is found in it.
class LeakSearch {
public:
    LeakSearch(const TextDigests& digests, const std::vector<std::optional<Split>>& splits, double likeness)
        : m_digests(digests), m_splits(splits), m_likeness(likeness), m_places(digests.texts.size())
    {
    }

    /// Questions that are equal or similar: those of the group that are not in the training data are leaks
    /// if one is.
    void addGroup(const TextGroupIndexes& group)
    {
        const auto trained = std::find_if(
            group.begin(), group.end(), [&](std::uint32_t index) { return splitOf(index) == Split::Train; });
        if (trained == group.end())
            return;
        const TextDigest& text = m_digests.texts[*trained];
        for (const std::uint32_t index : group) {
            if (isTested(index))
                add(index, {text.row, messageOf(text)});
        }
    }

    /// Looks for them inside of other texts of the training data: of the system, of what frames the
    /// conversation, of candidates. A question is inside if as many of its pieces are as two similar texts
    /// have in common.
    void lookInside(const CheckedDataset& dataset, const Job& job)
    {
        for (std::uint32_t i = 0; i < m_digests.texts.size(); ++i) {
            if (!isTested(i) || m_places[i] || m_digests.texts[i].shingles < kLeastShingles)
                continue;
            for (const std::uint32_t piece : m_digests.shinglesOf(m_digests.texts[i]))
                m_pieces.emplace_back(piece, i);
        }
        std::sort(m_pieces.begin(), m_pieces.end());
        if (m_pieces.empty())
            return;
        dataset.forEachRecord(job, [&](Row row, const Conversation& said) {
            if (m_splits[indexOf(row)] != Split::Train)
                return;
            for (std::uint32_t i = 0; i < said.messages.size(); ++i) {
                if (said.messages[i].role == "system")
                    lookInside({row, i}, said, said.messages[i].texts);
            }
            for (const ContextPart& part : said.context)
                lookInside({row}, said, part.texts);
            for (const Message& message : said.candidateMessages)
                lookInside({row}, said, message.texts);
        });
    }

    void report(const Snapshot& snapshot, CheckLog& log) const
    {
        for (std::uint32_t i = 0; i < m_places.size(); ++i) {
            if (m_places[i])
                reportPlace(snapshot, m_digests.texts[i], *splitOf(i), *m_places[i], log);
        }
    }

private:
    std::optional<Split> splitOf(std::uint32_t index) const
    {
        return m_splits[indexOf(m_digests.texts[index].row)];
    }

    bool isTested(std::uint32_t index) const
    {
        const auto split = splitOf(index);
        return m_digests.texts[index].part == DigestPart::Prompt && split && *split != Split::Train;
    }

    /// The first place counts, whichever thread finds it.
    void add(std::uint32_t index, const TrainingPlace& place)
    {
        auto& known = m_places[index];
        if (!known || place < *known)
            known = place;
    }

    /// Any thread.
    void lookInside(const TrainingPlace& place, const Conversation& said, const Slice& texts)
    {
        for (const Text& text : said.textsOf(texts)) {
            const std::string folded = foldForSearch(trimmed(text.text));
            {
                // Many records have the same text of the system; the first of them is the one to name.
                const std::scoped_lock lock(m_mutex);
                const auto [known, isNew] = m_seen.try_emplace(checksum(folded), place);
                if (!isNew && !(place < known->second))
                    continue;
                known->second = place;
            }
            std::map<std::uint32_t, std::uint32_t> common;
            for (const std::uint32_t piece : shinglesOf(folded)) {
                for (auto at = std::lower_bound(m_pieces.begin(), m_pieces.end(), std::pair(piece, 0U));
                     at != m_pieces.end() && at->first == piece; ++at)
                    ++common[at->second];
            }
            const std::scoped_lock lock(m_mutex);
            for (const auto& [index, pieces] : common) {
                if (pieces >= m_likeness * m_digests.texts[index].shingles)
                    add(index, place);
            }
        }
    }

    const TextDigests& m_digests;
    const std::vector<std::optional<Split>>& m_splits;
    const double m_likeness;
    /// By the index of the digest.
    std::vector<std::optional<TrainingPlace>> m_places;
    /// The pieces of the questions that are looked for, sorted.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_pieces;
    std::mutex m_mutex;
    /// By checksum, the first place of texts that were searched.
    std::unordered_map<std::uint64_t, TrainingPlace> m_seen;
};

void lookAtAllForSplitLeak(const CheckedDataset& dataset, CheckLog& log, const Job& job)
{
    const auto splits = splitsOf(dataset.snapshot());
    const bool hasTrain = std::find(splits.begin(), splits.end(), Split::Train) != splits.end();
    const bool hasOther = std::any_of(splits.begin(), splits.end(),
                                      [](const auto& split) { return split && *split != Split::Train; });
    if (!hasTrain || !hasOther) {
        log.notJudged(PhraseId::NotJudgedNoSplits);
        return;
    }
    const TextDigests& digests = dataset.digests(job);
    for (const TextDigest& text : digests.texts)
        log.looked(text.part == DigestPart::Prompt ? 1 : 0);
    log.notJudged(PhraseId::NotJudgedShort, digests.shortQuestions);
    LeakSearch search(digests, splits, log.threshold());
    for (const TextGroupIndexes& group : equalTexts(digests, DigestPart::Prompt))
        search.addGroup(group);
    // Named, because the loop needs it to live.
    const SimilarTexts similar = similarTexts(digests, DigestPart::Prompt, log.threshold(), job);
    for (const TextGroupIndexes& group : similar.groups)
        search.addGroup(group);
    search.lookInside(dataset, job);
    search.report(dataset.snapshot(), log);
}

} // namespace

const Check& splitLeakCheck()
{
    static const Check check{
        .id = "split_leak",
        .group = CheckGroup::Duplicates,
        .severity = Severity::Error,
        .title = DUOLOGUE_TEXT("Checks", "In training and in test data"),
        .why = DUOLOGUE_TEXT("Checks", "What a model has seen in training says nothing about it in a test."),
        .unit = CheckUnit::Texts,
        .threshold =
            CheckThreshold{DUOLOGUE_TEXT("Checks", "share of equal pieces (Jaccard)"), 0.8, 0.3, 1.0},
        .lookAtAll = lookAtAllForSplitLeak,
    };
    return check;
}

} // namespace duologue
