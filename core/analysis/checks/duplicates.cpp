// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/duplicates.h"

#include "core/analysis/checks/check.h"
#include "core/analysis/checks/checked_record.h"
#include "core/data/conversation.h"
#include "core/load/hub_folders.h"
#include "core/util/checksum.h"
#include "core/util/parallel.h"
#include "core/util/phrase.h"
#include "core/util/phrase_id.h"
#include "core/util/simd.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <map>
#include <mutex>
#include <numeric>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace duologue {

namespace {

constexpr std::size_t kHashes = std::tuple_size_v<MinHashes>;

/// How many hashes make a band: the most for which pairs that are just like enough are still found.
std::size_t rowsInBand(double likeness)
{
    constexpr double kFound = 0.99;
    std::size_t best = 1;
    for (std::size_t rows = 2; rows <= 12; ++rows) {
        const std::size_t wholeBands = kHashes / rows;
        const auto bands = static_cast<double>(wholeBands);
        const double found = 1 - std::pow(1 - std::pow(likeness, static_cast<double>(rows)), bands);
        if (found >= kFound)
            best = rows;
    }
    return best;
}

/// Joins texts into groups: each points to the first of its group.
class Groups {
public:
    explicit Groups(std::size_t count) : m_first(count) { std::iota(m_first.begin(), m_first.end(), 0U); }

    std::uint32_t firstOf(std::uint32_t index)
    {
        while (m_first[index] != index) {
            m_first[index] = m_first[m_first[index]];
            index = m_first[index];
        }
        return index;
    }

    void join(std::uint32_t left, std::uint32_t right)
    {
        left = firstOf(left);
        right = firstOf(right);
        m_first[std::max(left, right)] = std::min(left, right);
    }

private:
    std::vector<std::uint32_t> m_first;
};

/// The texts that stand for all that are equal to them.
std::vector<std::uint32_t> differentTexts(const TextDigests& digests, DigestPart part)
{
    std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
    for (std::uint32_t i = 0; i < digests.texts.size(); ++i) {
        if (digests.texts[i].part == part && digests.texts[i].shingles >= kLeastShingles)
            order.emplace_back(digests.texts[i].checksum, i);
    }
    std::sort(order.begin(), order.end());
    std::vector<std::uint32_t> different;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i == 0 || order[i].first != order[i - 1].first)
            different.push_back(order[i].second);
    }
    std::sort(different.begin(), different.end());
    return different;
}

std::vector<TextGroupIndexes> listGroups(Groups& groups, const std::vector<std::uint32_t>& different)
{
    std::vector<std::pair<std::uint32_t, std::uint32_t>> order;
    for (std::uint32_t i = 0; i < different.size(); ++i)
        order.emplace_back(groups.firstOf(i), i);
    std::sort(order.begin(), order.end());
    std::vector<TextGroupIndexes> list;
    for (std::size_t i = 0; i < order.size();) {
        std::size_t end = i;
        while (end < order.size() && order[end].first == order[i].first)
            ++end;
        if (end - i > 1) {
            TextGroupIndexes& group = list.emplace_back();
            for (; i < end; ++i)
                group.push_back(different[order[i].second]);
        }
        i = end;
    }
    return list;
}

} // namespace

std::vector<TextGroupIndexes> equalTexts(const TextDigests& digests, DigestPart part)
{
    std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
    for (std::uint32_t i = 0; i < digests.texts.size(); ++i) {
        if (digests.texts[i].part == part)
            order.emplace_back(digests.texts[i].checksum, i);
    }
    std::sort(order.begin(), order.end());
    std::vector<TextGroupIndexes> groups;
    for (std::size_t i = 0; i < order.size();) {
        std::size_t end = i;
        while (end < order.size() && order[end].first == order[i].first)
            ++end;
        if (end - i > 1) {
            TextGroupIndexes& group = groups.emplace_back();
            for (std::size_t j = i; j < end; ++j)
                group.push_back(order[j].second);
        }
        i = end;
    }
    std::sort(groups.begin(), groups.end());
    return groups;
}

SimilarTexts similarTexts(const TextDigests& digests, DigestPart part, double likeness, const Job& job)
{
    const std::vector<std::uint32_t> different = differentTexts(digests, part);
    const std::size_t rows = rowsInBand(likeness);
    const std::size_t bands = kHashes / rows;
    std::vector<std::uint32_t> keys(different.size() * bands);
    constexpr std::size_t kGrain = 4096;
    parallelFor(different.size(), kGrain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end && !job.stopRequested(); ++i) {
            const MinHashes least = minHashesOf(digests.shinglesOf(digests.texts[different[i]]));
            for (std::size_t band = 0; band < bands; ++band) {
                std::uint32_t key = static_cast<std::uint32_t>(band);
                for (std::size_t row = 0; row < rows; ++row)
                    key = (key ^ least[band * rows + row]) * 0x9E37'79B1U ^ key >> 13U;
                keys[band * different.size() + i] = key;
            }
        }
    });
    SimilarTexts found;
    Groups groups(different.size());
    std::vector<std::pair<std::uint32_t, std::uint32_t>> order(different.size());
    // Where very many texts share a band, each is compared with some that come before it.
    constexpr std::size_t kCompared = 24;
    for (std::size_t band = 0; band < bands && !job.stopRequested(); ++band) {
        for (std::uint32_t i = 0; i < different.size(); ++i)
            order[i] = {keys[band * different.size() + i], i};
        std::sort(order.begin(), order.end());
        for (std::size_t i = 1; i < order.size(); ++i) {
            if (i % kGrain == 0 && job.stopRequested())
                break;
            for (std::size_t back = 1;
                 back <= std::min(i, kCompared) && order[i - back].first == order[i].first; ++back) {
                const std::uint32_t left = order[i - back].second;
                const std::uint32_t right = order[i].second;
                if (groups.firstOf(left) == groups.firstOf(right))
                    continue;
                if (likenessOf(digests, digests.texts[different[left]], digests.texts[different[right]]) >=
                    likeness) {
                    groups.join(left, right);
                    found.partners.emplace(different[left], different[right]);
                    found.partners.emplace(different[right], different[left]);
                }
            }
        }
    }
    found.groups = listGroups(groups, different);
    return found;
}

namespace {

/// Where a text is.
FindingPart partOf(const TextDigest& text)
{
    // Which candidate it is was not kept.
    return text.isOfCandidate ? FindingPart::Record : FindingPart::Message;
}

/// Its message; Finding::kNoMessage for a candidate.
std::uint32_t messageOf(const TextDigest& text)
{
    return text.isOfCandidate ? Finding::kNoMessage : text.message;
}

/// A finding about `text`, which is like `other`. Somebody who repeats a question in one conversation is no
/// duplicate.
void report(const TextDigest& text, const TextDigest& other, const Phrase& what, CheckLog& log)
{
    if (text.part == DigestPart::Prompt && text.row == other.row)
        return;
    Finding& finding = log.found(text.row, partOf(text), text.message, what);
    finding.others.push_back(other.row);
    finding.otherMessages.push_back(messageOf(other));
}

/// A finding for each text of the group but the first, which is its other row. `what` has the number of texts
/// of the group.
void reportGroup(const TextDigests& digests, const TextGroupIndexes& group, PhraseId what, CheckLog& log)
{
    for (std::size_t i = 1; i < group.size(); ++i)
        report(digests.texts[group[i]], digests.texts[group.front()], {what, group.size()}, log);
}

/// The same for groups of similar texts: the other row is that of a text that it is like itself.
void reportSimilar(const TextDigests& digests, const SimilarTexts& similar, PhraseId what, CheckLog& log)
{
    for (const TextGroupIndexes& group : similar.groups) {
        for (std::size_t i = 1; i < group.size(); ++i)
            report(digests.texts[group[i]], digests.texts[similar.partners.at(group[i])],
                   {what, group.size()}, log);
    }
}

/// The split of a name that splitInName() or splitOfNames() gives.
std::optional<Split> splitNamed(std::string_view name)
{
    for (const Split split : {Split::Train, Split::Validation, Split::Test}) {
        if (name == splitName(split))
            return split;
    }
    return std::nullopt;
}

} // namespace

std::string_view splitName(Split split)
{
    constexpr std::array<std::string_view, 3> kNames{"train", "validation", "test"};
    return kNames.at(static_cast<std::size_t>(split));
}

std::vector<std::optional<Split>> splitsOf(const Snapshot& snapshot)
{
    std::vector<std::optional<Split>> byFile(snapshot.files.size());
    for (std::size_t i = 0; i < snapshot.files.size(); ++i)
        byFile[i] = splitNamed(splitOfNames(snapshot.files[i].shownPath));
    const Column* const column = snapshot.records.column("split");
    std::vector<std::optional<Split>> byCode;
    for (std::size_t code = 0; column != nullptr && code < column->categories.size(); ++code)
        byCode.push_back(splitNamed(splitInName(column->categories[code].shown())));
    std::vector<std::optional<Split>> splits(snapshot.recordCount());
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        const CategoryCode code = column == nullptr ? kNoCategory : column->code(indexOf(row));
        const bool hasField = indexOf(code) < byCode.size() && byCode[indexOf(code)];
        splits[indexOf(row)] = hasField ? byCode[indexOf(code)] : byFile[indexOf(snapshot.record(row).file)];
    }
    return splits;
}

namespace {

/// Short questions count only where prompts are looked at: there are no short answers.
std::uint64_t shortTexts(const TextDigests& digests, DigestPart part)
{
    return part == DigestPart::Prompt ? digests.shortQuestions : 0;
}

template<DigestPart part>
void lookForEqual(const CheckedDataset& dataset, CheckLog& log, const Job&)
{
    const TextDigests& digests = dataset.digests();
    const auto ofPart = std::count_if(digests.texts.begin(), digests.texts.end(),
                                      [](const TextDigest& text) { return text.part == part; });
    log.looked(static_cast<std::uint64_t>(ofPart));
    log.notJudged(PhraseId::NotJudgedShort, shortTexts(digests, part));
    for (const TextGroupIndexes& group : equalTexts(digests, part))
        reportGroup(digests, group, PhraseId::EqualTo, log);
}

template<DigestPart part>
void lookForSimilar(const CheckedDataset& dataset, CheckLog& log, const Job& job)
{
    const TextDigests& digests = dataset.digests();
    for (const TextDigest& text : digests.texts) {
        if (text.part != part)
            continue;
        if (text.shingles < kLeastShingles)
            log.notJudged(PhraseId::NotJudgedShort);
        else
            log.looked();
    }
    log.notJudged(PhraseId::NotJudgedShort, shortTexts(digests, part));
    reportSimilar(digests, similarTexts(digests, part, log.threshold(), job), PhraseId::NearlyEqualTo, log);
}

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
    const TextDigests& digests = dataset.digests();
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

std::span<const Check> duplicateChecks()
{
    static const Check kChecks[] = {
        {
            .id = "duplicate_prompt",
            .severity = Severity::Note,
            .title = DUOLOGUE_TEXT("Checks", "Duplicate prompt"),
            .why = DUOLOGUE_TEXT("Checks", "Records that occur more than once count more than once."),
            .unit = CheckUnit::Texts,
            .needs = {.digests = true},
            .lookAtAll = lookForEqual<DigestPart::Prompt>,
        },
        {
            .id = "duplicate_answer",
            .severity = Severity::Note,
            .title = DUOLOGUE_TEXT("Checks", "Duplicate answer"),
            .why = DUOLOGUE_TEXT("Checks", "Records that occur more than once count more than once."),
            .unit = CheckUnit::Texts,
            .needs = {.digests = true},
            .lookAtAll = lookForEqual<DigestPart::Answer>,
        },
        {
            .id = "near_duplicate_prompt",
            .severity = Severity::Note,
            .title = DUOLOGUE_TEXT("Checks", "Near-duplicate prompt"),
            .why = DUOLOGUE_TEXT("Checks", "A model memorises text that it sees in many variants."),
            .unit = CheckUnit::Texts,
            .threshold =
                CheckThreshold{DUOLOGUE_TEXT("Checks", "similarity of the texts (Jaccard)"), 0.8, 0.3, 1.0},
            .needs = {.digests = true},
            .lookAtAll = lookForSimilar<DigestPart::Prompt>,
        },
        {
            .id = "near_duplicate_answer",
            .severity = Severity::Note,
            .title = DUOLOGUE_TEXT("Checks", "Near-duplicate answer"),
            .why = DUOLOGUE_TEXT("Checks", "A model memorises text that it sees in many variants."),
            .unit = CheckUnit::Texts,
            .threshold =
                CheckThreshold{DUOLOGUE_TEXT("Checks", "similarity of the texts (Jaccard)"), 0.8, 0.3, 1.0},
            .needs = {.digests = true},
            .lookAtAll = lookForSimilar<DigestPart::Answer>,
        },
        {
            .id = "split_leak",
            .severity = Severity::Error,
            .title = DUOLOGUE_TEXT("Checks", "In both training and test data"),
            .why = DUOLOGUE_TEXT("Checks", "Test items seen in training make test results meaningless."),
            .unit = CheckUnit::Texts,
            .threshold =
                CheckThreshold{DUOLOGUE_TEXT("Checks", "similarity of the texts (Jaccard)"), 0.8, 0.3, 1.0},
            .needs = {.digests = true},
            .lookAtAll = lookAtAllForSplitLeak,
        },
    };
    return kChecks;
}

} // namespace duologue
