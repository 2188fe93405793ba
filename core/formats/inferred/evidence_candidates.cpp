// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/common/transcript_parts.h"
#include "core/formats/inferred/evidence_search_parts.h"

#include <algorithm>
#include <map>
#include <set>

namespace duologue {

namespace {

/// What says which of two answers is better.
class VerdictSearch {
public:
    explicit VerdictSearch(const Sample& sample) : m_sample(sample) {}

    void find(FoundCandidates& found) const
    {
        if (found.pair.size() != 2 && found.sides.size() != 2)
            return;
        const SamplePath& at = found.sides.empty() ? found.at : found.sides.front();
        for (const VerdictValues& values : verdictValues(at.parent())) {
            const Verdict verdict = verdictOf(values, found.pair);
            if (verdict == Verdict::None)
                continue;
            found.verdict = verdict;
            found.verdictAt = values.path;
            return;
        }
    }

private:
    struct VerdictValues {
        SamplePath path;
        /// The key says that the values judge something.
        bool isNamed = false;
        std::vector<std::string_view> texts;
        std::set<double> numbers;
        std::size_t values = 0;
    };

    /// What stands under keys that may say which answer is better, next to the answers or in the record.
    std::vector<VerdictValues> verdictValues(const SamplePath& parent) const
    {
        constexpr std::size_t kMostKeys = 24;
        constexpr std::size_t kLongest = 40;
        std::vector<VerdictValues> all;
        std::vector<SamplePath> parents{parent};
        if (!parent.empty())
            parents.emplace_back();
        // What somebody has judged may be an object of its own.
        const SampleValue* const first = m_sample.records().front();
        for (const SampleMember& member : first->isObject() ? first->members : std::vector<SampleMember>()) {
            if (member.value->isObject() && SamplePath().with(member.key) != parent)
                parents.push_back(SamplePath().with(member.key));
        }
        for (const SamplePath& each : parents) {
            std::map<SampleKeyId, std::size_t> places;
            for (const SampleValue* const record : m_sample.records()) {
                const SampleValue* const object = m_sample.at(record, each);
                if (object == nullptr || !object->isObject())
                    continue;
                for (const SampleMember& member : object->members) {
                    const KeyWords& words = m_sample.key(member.key).words;
                    const bool isNamed =
                        words.weight(WordClass::Label) >= 2 || words.weight(WordClass::Good) >= 2;
                    if (!isNamed && (!member.value->isText() || sideNamedIn(member.value->text) < 0))
                        continue;
                    const auto [place, isNew] = places.try_emplace(member.key, all.size());
                    if (isNew && all.size() == kMostKeys)
                        continue;
                    if (isNew)
                        all.push_back(
                            {.path = each.with(member.key), .isNamed = isNamed, .texts = {}, .numbers = {}});
                    VerdictValues& values = all[place->second];
                    const std::optional<double> number = member.value->source.number();
                    if (number)
                        values.numbers.insert(*number);
                    else if (member.value->isText() && member.value->text.size() <= kLongest)
                        values.texts.push_back(member.value->text);
                    ++values.values;
                }
            }
        }
        return all;
    }

    Verdict verdictOf(const VerdictValues& values, const std::vector<std::string>& pair) const
    {
        if (values.texts.size() == values.values && values.numbers.empty()) {
            const Verdict verdict = values.isNamed ? verdictOfTexts(values.texts) : Verdict::None;
            return verdict == Verdict::None && nameSides(values, pair) ? Verdict::Side : verdict;
        }
        if (!values.texts.empty() || values.numbers.empty() || pair.empty())
            return Verdict::None;
        const KeyWords& words = m_sample.lastWords(values.path);
        const auto are = [&values](std::initializer_list<double> allowed) {
            return std::all_of(values.numbers.begin(), values.numbers.end(), [&](double number) {
                return std::find(allowed.begin(), allowed.end(), number) != allowed.end();
            });
        };
        // Signed preferences are of the first if they are below 0.
        if (*values.numbers.begin() < 0)
            return words.weight(WordClass::Label) >= 3 && *values.numbers.rbegin() <= 4
                       ? Verdict::NegativeIsFirst
                       : Verdict::None;
        const bool countsFromOne = doCountFromOne(pair);
        const bool countsFromZero =
            pair[0].find('0') != std::string::npos && pair[1].find('1') != std::string::npos;
        // Between them is how sure somebody, or a model, was.
        if (countsFromOne && *values.numbers.begin() >= 1 && *values.numbers.rbegin() <= 2)
            return Verdict::OneOrTwo;
        if (countsFromZero && are({0, 1}) && words.weight(WordClass::Good) >= 2)
            return Verdict::Index;
        return Verdict::None;
    }

    static bool doCountFromOne(const std::vector<std::string>& pair)
    {
        return pair[0].find('1') != std::string::npos && pair[1].find('2') != std::string::npos;
    }

    /// "left", "second", "answer 2" … Numbers say it of answers that are counted from one. A key that does
    /// not say that it judges something names both sides, or is one of a few words.
    bool nameSides(const VerdictValues& values, const std::vector<std::string>& pair) const
    {
        constexpr std::string_view kJudging[] = {"result", "choice", "selected", "vote", "decision", "pick"};
        const std::vector<std::string> words = wordsIn(m_sample.lastName(values.path));
        const bool isJudging =
            values.isNamed || (!words.empty() && std::find(std::begin(kJudging), std::end(kJudging),
                                                           words.back()) != std::end(kJudging));
        std::size_t sides[2] = {};
        std::size_t nones = 0;
        for (const std::string_view text : values.texts) {
            const int side = sideNamedIn(text);
            if (side >= 0)
                ++sides[side];
            nones += side < 0 && isNone(text) ? 1 : 0;
            const bool isCounted =
                side >= 0 && std::any_of(text.begin(), text.end(), [](char c) { return isAsciiDigit(c); });
            if (isCounted && (!isJudging || (!pair.empty() && !doCountFromOne(pair))))
                return false;
        }
        const std::size_t said = sides[0] + sides[1];
        return (isJudging || (sides[0] > 0 && sides[1] > 0)) && ratioOf(said, values.texts.size()) >= 0.4 &&
               5 * values.values >= 2 * m_sample.records().size() &&
               ratioOf(said + nones, values.texts.size()) >= 0.99;
    }

    static bool isNone(std::string_view text)
    {
        return text.empty() || text.find("tie") != std::string_view::npos ||
               text.find("both") != std::string_view::npos ||
               text.find("neither") != std::string_view::npos || text.find("equal") != std::string_view::npos;
    }

    /// "model_a", "A", "tie" …
    static Verdict verdictOfTexts(const std::vector<std::string_view>& texts)
    {
        const auto endsInLetter = [](std::string_view text) {
            const char last = text.empty() ? ' ' : text.back();
            const bool isLetter = last == 'a' || last == 'b' || last == 'A' || last == 'B';
            const char before = text.size() > 1 ? text[text.size() - 2] : '_';
            return isLetter && (before == '_' || before == ' ' || before == '-');
        };
        // "A>B", "B>A", "A=B", also with several signs.
        const auto compares = [](std::string_view text) {
            const std::size_t sign = text.find_first_of("<>=");
            const std::size_t last = text.find_last_of("<>=");
            return sign == 1 && last + 2 == text.size() && text.size() <= 5;
        };
        if (!texts.empty() && shareOf(texts, compares) >= 0.99)
            return Verdict::Comparison;
        const double letters = shareOf(texts, endsInLetter);
        const double nones = shareOf(texts, isNone);
        const double said = shareOf(texts, [](std::string_view text) { return !text.empty(); });
        return said >= 0.4 && letters + nones >= 0.99 ? Verdict::Letter : Verdict::None;
    }

    const Sample& m_sample;
};

// Conversations as texts.

std::vector<TranscriptTurn> turnsOf(const TranscriptStats& stats, std::string_view text)
{
    static const std::vector<std::string> kAnyName{"*"};
    switch (stats.form) {
    case TranscriptForm::None:
        return {};
    case TranscriptForm::Template:
        return splitTranscript(text);
    case TranscriptForm::Inline:
        return splitAtNames(text, stats.marks, NamesAt::Anywhere);
    case TranscriptForm::Lines:
        return splitAtNames(text, stats.marks.empty() ? kAnyName : stats.marks, NamesAt::LineBeginnings);
    }
    return {};
}

/// Whether the texts of a list begin with the same turn.
bool doBeginAlike(const SampleValue& list, const TranscriptStats& stats)
{
    constexpr std::size_t kMostLooked = 8;
    constexpr std::size_t kMostOfText = 16'384;
    std::optional<TranscriptTurn> first;
    for (const SampleMember& member :
         std::span(list.members).first(std::min(kMostLooked, list.members.size()))) {
        const auto turns = turnsOf(stats, member.value->text.substr(0, kMostOfText));
        if (turns.size() < 2)
            return false;
        if (!first)
            first = turns.front();
        if (turns.front().role != first->role || turns.front().text != first->text)
            return false;
    }
    return true;
}

/// A list of numbers next to lists, as long as each of them, that says how good each element is.
SamplePath scoresOf(const Sample& sample, const ListsAtPath& lists, std::span<const ListsAtPath> all)
{
    for (const ListsAtPath& scores : all) {
        if (scores.path == lists.path || scores.path.hasEach() ||
            scores.path.parent() != lists.path.parent() || scores.lists.size() != lists.lists.size() ||
            sample.lastWeight(scores.path, WordClass::Label) < 2)
            continue;
        bool areScores = true;
        for (std::size_t i = 0; i < scores.lists.size(); ++i) {
            const SampleValue& numbers = *scores.lists[i].second;
            areScores = areScores && scores.lists[i].first == lists.lists[i].first &&
                        numbers.form == SampleValue::ListForm::Array &&
                        numbers.size == lists.lists[i].second->size &&
                        std::all_of(numbers.members.begin(), numbers.members.end(),
                                    [](const SampleMember& each) { return each.value->source.isNumber(); });
        }
        if (areScores)
            return scores.path;
    }
    return {};
}

// Sides.

/// 0 for a word of the first side, 1 for one of the second, -1 for others.
int sideOf(std::string_view word)
{
    constexpr std::string_view kFirst[] = {"left", "first", "one"};
    constexpr std::string_view kSecond[] = {"right", "second", "two"};
    if (std::find(std::begin(kFirst), std::end(kFirst), word) != std::end(kFirst))
        return 0;
    return std::find(std::begin(kSecond), std::end(kSecond), word) != std::end(kSecond) ? 1 : -1;
}

/// A path whose last key, or the one before it, names a side; without that word, it is equal in both.
struct SidedPath {
    int side = -1;
    std::string rest;
    /// The side is all that the key says.
    bool isBare = false;
};

SidedPath sidedPathOf(const Sample& sample, const SamplePath& path)
{
    constexpr std::size_t kLookedAt = 2;
    SidedPath found;
    for (std::size_t i = path.size(); i-- > 0;) {
        found.rest += "\n";
        const std::vector<std::string> words = wordsIn(sample.key(path[i]).name);
        for (const std::string& word : words) {
            const int side = found.side < 0 && i + kLookedAt >= path.size() ? sideOf(word) : -1;
            if (side < 0)
                found.rest += "\t" + word;
            else
                found.side = side;
            found.isBare = found.isBare || (side >= 0 && words.size() == 1);
        }
    }
    return found;
}

} // namespace

bool FoundCandidates::hasText(const SamplePath& path) const
{
    return path == good || path == bad || std::find(sides.begin(), sides.end(), path) != sides.end() ||
           (areTranscripts() && path == at);
}

void findVerdict(const Sample& sample, FoundCandidates& found)
{
    VerdictSearch(sample).find(found);
}

std::vector<FoundCandidates> findTranscriptCandidates(const Sample& sample)
{
    constexpr int kDepth = 3;
    constexpr std::size_t kMostTexts = 32;
    std::vector<FoundCandidates> all;
    const std::vector<ListsAtPath> found = sample.listsByPath(kDepth);
    for (const ListsAtPath& lists : found) {
        const auto& first = lists.lists.front().second;
        if (lists.path.empty() || lists.path.hasEach() || first->form != SampleValue::ListForm::Array ||
            2 * lists.records < sample.records().size())
            continue;
        FieldStats texts{.path = lists.path, .texts = {}};
        bool areTexts = true;
        std::size_t several = 0;
        for (const auto& [record, list] : lists.lists) {
            several += list->members.size() > 1 ? 1 : 0;
            for (const SampleMember& member : list->members) {
                areTexts = areTexts && member.value->isText();
                if (areTexts && texts.texts.size() < kMostTexts)
                    texts.texts.push_back(member.value);
            }
        }
        if (!areTexts || ratioOf(several, lists.lists.size()) < 0.5)
            continue;
        TranscriptStats stats = transcriptStatsOf(texts, false);
        if (!stats.isKnown() || stats.share < 0.8 || shareOf(lists.lists, [&stats](const auto& each) {
                                                         return doBeginAlike(*each.second, stats);
                                                     }) < 0.8)
            continue;
        const SamplePath scores = scoresOf(sample, lists, found);
        all.push_back({.names = 0.9,
                       .values = 0.8,
                       .at = lists.path,
                       .transcripts = std::move(stats),
                       .verdict = scores.empty() ? Verdict::None : Verdict::Highest,
                       .verdictAt = scores});
    }
    return all;
}

std::optional<FoundCandidates> findNamedAnswers(const Sample& sample, const SampleFields& fields)
{
    constexpr std::size_t kMostAnswers = 12;
    constexpr double kLongestName = 60;
    const auto count = static_cast<double>(sample.records().size());
    std::map<std::string_view, const FieldStats*> texts;
    for (const FieldStats& field : fields.all()) {
        const KeyWords& words = sample.lastWords(field.path);
        const bool isName = words.unknown == words.words || words.weight(WordClass::Answerer) > 0;
        if (field.path.size() == 1 && isName && !field.areJoined() && field.count() >= 0.5 * count &&
            field.prose >= 0.3)
            texts.emplace(sample.lastName(field.path), &field);
    }
    if (texts.size() < 2 || texts.size() > kMostAnswers)
        return std::nullopt;
    for (const FieldStats& field : fields.all()) {
        if (field.texts.empty() || field.mean > kLongestName || field.count() < 0.5 * count)
            continue;
        const double named =
            shareOf(field.texts, [&texts](const SampleValue* text) { return texts.contains(text->text); });
        if (named < 0.5)
            continue;
        FoundCandidates found{.names = 0.9, .values = 0.7, .sides = {}};
        for (const FieldStats& each : fields.all()) {
            if (each.path.size() == 1 && texts.contains(sample.lastName(each.path)))
                found.sides.push_back(each.path);
        }
        return found;
    }
    return std::nullopt;
}

std::vector<FoundCandidates> findSides(const Sample& sample, const SampleFields& fields)
{
    constexpr double kIsAnswer = 1.5;
    std::map<std::string, std::pair<SamplePath, SamplePath>> pairs;
    bool areAsked = false;
    const auto count = static_cast<double>(sample.records().size());
    for (const FieldStats& field : fields.all()) {
        const SidedPath sided = sidedPathOf(sample, field.path);
        if (sided.side < 0)
            continue;
        // Each side with a question of its own is no answer to one question.
        areAsked = areAsked || sample.sides(field.path).ask >= kIsAnswer;
        const double answer =
            std::max(sample.sides(field.path).answer, sample.weight(field.path, WordClass::Candidate));
        const bool isText = field.prose >= 0.25 || field.mean >= 15;
        if (field.texts.empty() || field.count() < 0.3 * count || !isText || field.areJoined() ||
            (answer < kIsAnswer && !sided.isBare))
            continue;
        auto& pair = pairs[sided.rest];
        (sided.side == 0 ? pair.first : pair.second) = field.path;
    }
    std::vector<FoundCandidates> all;
    for (const auto& [rest, pair] : pairs) {
        if (areAsked || pair.first.empty() || pair.second.empty())
            continue;
        FoundCandidates found{.names = 0.9, .values = 0.7, .sides = {pair.first, pair.second}};
        findVerdict(sample, found);
        // Sides of something are answers only if one of them is said to be better.
        const bool areAnswers = sample.sides(pair.first).answer >= kIsAnswer ||
                                sample.weight(pair.first, WordClass::Candidate) >= kIsAnswer;
        if (areAnswers || found.verdict != Verdict::None)
            all.push_back(std::move(found));
    }
    return all;
}

bool hasPlainForm(const Sample& sample, const SamplePath& path)
{
    constexpr std::size_t kMostRecords = 8;
    constexpr std::string_view kOthers[] = {"source", "src", "translated", "old"};
    if (path.empty() || path.back() == kEachKey)
        return false;
    std::vector<std::string> words = wordsIn(sample.lastName(path));
    const std::size_t all = words.size();
    std::erase_if(words, [&](const std::string& word) {
        return weightOf(word, WordClass::Copy) != 0 ||
               std::find(std::begin(kOthers), std::end(kOthers), word) != std::end(kOthers);
    });
    if (words.empty() || words.size() == all)
        return false;
    const SamplePath parent = path.parent();
    for (const SampleValue* const record :
         sample.records().first(std::min(kMostRecords, sample.records().size()))) {
        for (const SampleValue* const around : sample.allAt(record, parent)) {
            const SampleValue* const own = around->isObject() ? around->member(path.back()) : nullptr;
            if (own != nullptr &&
                std::any_of(around->members.begin(), around->members.end(), [&](const SampleMember& member) {
                    return member.key != path.back() && member.value->kind == own->kind &&
                           (!own->isText() || !member.value->isBlank) &&
                           wordsIn(sample.key(member.key).name) == words;
                }))
                return true;
        }
    }
    return false;
}

} // namespace duologue
