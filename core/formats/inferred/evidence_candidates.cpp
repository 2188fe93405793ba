// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/formats/inferred/evidence_search.h"
#include "core/formats/transcript_parts.h"

#include <algorithm>
#include <map>
#include <set>

namespace duologue {

namespace {

/// Lists of texts side by side in an object: of speakers and texts, or of questions and answers.
class ColumnSearch {
public:
    ColumnSearch(const Sample& sample, const SamplePath& path, const ElementList& objects)
        : m_sample(sample), m_path(path), m_objects(objects)
    {
    }

    std::vector<FoundSequence> find()
    {
        constexpr std::size_t kMostColumns = 12;
        std::vector<Column> columns;
        std::set<SampleKeyId> seen;
        for (const SampleValue* const object : m_objects) {
            for (const SampleMember& member : object->members) {
                if (columns.size() < kMostColumns && member.value->isList() &&
                    seen.insert(member.key).second) {
                    if (auto column = columnOf(member.key))
                        columns.push_back(std::move(*column));
                }
            }
        }
        std::vector<FoundSequence> found;
        for (const Column& first : columns) {
            for (const Column& second : columns) {
                if (first.key != second.key)
                    compare(first, second, found);
            }
        }
        return found;
    }

private:
    struct Column {
        SampleKeyId key = kEachKey;
        std::vector<const SampleValue*> lists;
        double prose = 0;
        /// The share of different texts, and how many there are.
        double distinct = 0;
        std::size_t values = 0;
        /// Different texts of one list, as a share of its texts.
        double perList = 0;
        /// The share of known speakers.
        double known = 0;
        std::size_t longest = 0;
    };

    /// Of long records, the last members are not in the sample.
    bool isLeftOut(const SampleValue& object, SampleKeyId key) const
    {
        return object.member(key) == nullptr && object.source[m_sample.key(key).name].isArray();
    }

    std::optional<Column> columnOf(SampleKeyId key) const
    {
        Column column{.key = key, .lists = {}};
        std::set<std::string_view> distinct;
        std::size_t texts = 0;
        std::size_t prose = 0;
        std::size_t known = 0;
        std::size_t present = 0;
        std::size_t perList = 0;
        for (const SampleValue* const object : m_objects) {
            const SampleValue* const list = object->member(key);
            if (list == nullptr || (list->kind == SampleValue::Kind::Other && !list->source.hasValue())) {
                present += isLeftOut(*object, key) ? 1 : 0;
                column.lists.push_back(nullptr);
                continue;
            }
            if (list->source.isArray() && list->members.empty() && list->size > 0) {
                ++present;
                column.lists.push_back(list);
                continue;
            }
            if (!list->isList() || list->form != SampleValue::ListForm::Array || list->members.empty())
                return std::nullopt;
            std::set<std::string_view> inList;
            for (const SampleMember& member : list->members) {
                if (!member.value->isText())
                    return std::nullopt;
                ++texts;
                prose += member.value->isProse ? 1 : 0;
                inList.insert(member.value->text);
                if (distinct.insert(member.value->text).second && !knownSpeaker(member.value->text).empty())
                    ++known;
            }
            ++present;
            perList += inList.size();
            column.longest = std::max(column.longest, list->size);
            column.lists.push_back(list);
        }
        if (ratioOf(present, m_objects.size()) <= 0.8)
            return std::nullopt;
        column.prose = ratioOf(prose, texts);
        column.distinct = ratioOf(distinct.size(), texts);
        column.values = distinct.size();
        column.known = ratioOf(known, distinct.size());
        column.perList = ratioOf(perList, texts);
        return column;
    }

    /// The columns are those of a test in which one chooses.
    bool haveChoices() const
    {
        const auto& members = m_objects.front()->members;
        return std::any_of(members.begin(), members.end(), [this](const SampleMember& member) {
            const KeyWords& words = m_sample.key(member.key).words;
            return member.value->isList() &&
                   (words.lastWeight(WordClass::Choice) >= 2 ||
                    (words.lastWeight(WordClass::Candidate) >= 2 && !member.value->members.empty() &&
                     member.value->members.front().value->isList()));
        });
    }

    void compare(const Column& first, const Column& second, std::vector<FoundSequence>& found) const
    {
        bool areEqual = true;
        for (std::size_t i = 0; i < first.lists.size(); ++i) {
            if (first.lists[i] == nullptr || second.lists[i] == nullptr) {
                if (first.lists[i] != second.lists[i] && !isLeftOut(*m_objects[i], first.key) &&
                    !isLeftOut(*m_objects[i], second.key))
                    return;
                continue;
            }
            const std::size_t less = std::min(first.lists[i]->size, second.lists[i]->size);
            const std::size_t more = std::max(first.lists[i]->size, second.lists[i]->size);
            if (more - less > 1)
                return;
            areEqual = areEqual && more == less;
        }
        if (first.longest < 2)
            return;
        const SamplePath one = SamplePath().with(first.key);
        const SamplePath other = SamplePath().with(second.key);
        if (m_sample.weight(one, WordClass::Speaker) >= 2 && first.values > 1 && second.prose > 0.4 &&
            areEqual && (first.distinct <= 0.6 || first.known > 0.9 || first.perList <= 0.7)) {
            const bool isText = m_sample.weight(other, WordClass::Text) >= 2;
            found.push_back({.form = SequenceForm::Columns,
                             .names = isText ? 0.7 : 0.6,
                             .values = 0.8,
                             .at = m_path,
                             .speaker = one,
                             .text = other});
        } else if (m_sample.sides(one).ask >= 1.2 && m_sample.sides(other).answer >= 1.2 &&
                   first.prose > 0.4 && second.prose > 0.3 &&
                   m_sample.weight(other, WordClass::Candidate) < 2.5 && !haveChoices()) {
            found.push_back({.form = SequenceForm::QuestionLists,
                             .names = 0.7,
                             .values = 0.7,
                             .at = m_path,
                             .ask = one,
                             .answer = other});
        }
    }

    const Sample& m_sample;
    const SamplePath m_path;
    const ElementList& m_objects;
};

/// Questions and answers of an object that are tied by their numbers ("question1", "answer1" …).
class NumberedPairSearch {
public:
    NumberedPairSearch(const Sample& sample, const SamplePath& path, const ElementList& objects)
        : m_sample(sample), m_path(path), m_objects(objects)
    {
    }

    std::optional<FoundSequence> find() const
    {
        const SampleKeyId ask = longestOf([this](const SamplePath& key) { return m_sample.sides(key).ask; });
        const SampleKeyId answer =
            longestOf([this](const SamplePath& key) { return m_sample.sides(key).answer; });
        if (ask == kEachKey || answer == kEachKey || ask == answer)
            return std::nullopt;
        FoundSequence found{.form = SequenceForm::NumberedPairs,
                            .names = 0.75,
                            .values = 0.85,
                            .at = m_path,
                            .ask = SamplePath().with(ask),
                            .answer = SamplePath().with(answer)};
        std::size_t asked = 0;
        std::size_t prose = 0;
        for (const SampleValue* const object : m_objects) {
            const SampleValue* const questions = object->member(ask);
            const SampleValue* const answers = object->member(answer);
            if (questions == nullptr || answers == nullptr || !questions->isList() || !answers->isList() ||
                questions->size != answers->size)
                return std::nullopt;
            for (const SampleMember& member : questions->members) {
                asked += member.value->isText() && !member.value->isBlank ? 1 : 0;
                prose += member.value->isProse ? 1 : 0;
            }
            if (questions->members.size() <= found.members.size())
                continue;
            found.members.clear();
            for (std::size_t i = 0; i < std::min(questions->members.size(), answers->members.size()); ++i)
                found.members.emplace_back(questions->members[i].name, answers->members[i].name);
        }
        const auto isNumbered = [](const auto& names) {
            return std::any_of(names.first.begin(), names.first.end(), isAsciiDigit) &&
                   std::any_of(names.second.begin(), names.second.end(), isAsciiDigit);
        };
        if (found.members.size() < 2 || ratioOf(prose, asked) < 0.5 ||
            !std::all_of(found.members.begin(), found.members.end(), isNumbered))
            return std::nullopt;
        return found;
    }

private:
    /// The counted key that is most plainly of a side; kEachKey if there is none.
    template<typename SideOf>
    SampleKeyId longestOf(SideOf sideOf) const
    {
        constexpr double kIsSide = 1.2;
        SampleKeyId best = kEachKey;
        double most = kIsSide;
        for (const SampleMember& member : m_objects.front()->members) {
            const bool areTexts = member.value->isList() &&
                                  member.value->form == SampleValue::ListForm::Counted &&
                                  std::all_of(member.value->members.begin(), member.value->members.end(),
                                              [](const SampleMember& each) { return each.value->isText(); });
            const double side = areTexts ? sideOf(SamplePath().with(member.key)) : 0;
            if (side > most) {
                most = side;
                best = member.key;
            }
        }
        return best;
    }

    const Sample& m_sample;
    const SamplePath m_path;
    const ElementList& m_objects;
};

void addObjects(const SampleValue& object, const SamplePath& path, std::map<SamplePath, ElementList>& objects)
{
    constexpr std::size_t kDeepest = 2;
    objects[path].push_back(&object);
    for (const SampleMember& member : object.members) {
        if (path.size() < kDeepest && member.value->isObject())
            addObjects(*member.value, path.with(member.key), objects);
    }
}

/// The records, and the objects two levels below them, if at least half of the records have them.
std::vector<std::pair<SamplePath, ElementList>> objectsByPath(const Sample& sample)
{
    std::map<SamplePath, ElementList> objects;
    for (const SampleValue* const record : sample.records()) {
        if (record->isObject())
            addObjects(*record, SamplePath(), objects);
    }
    std::vector<std::pair<SamplePath, ElementList>> usual;
    for (auto& [path, list] : objects) {
        if (2 * list.size() >= sample.records().size())
            usual.emplace_back(path, std::move(list));
    }
    return usual;
}

} // namespace

std::vector<FoundSequence> findColumns(const Sample& sample)
{
    std::vector<FoundSequence> all;
    for (const auto& [path, objects] : objectsByPath(sample)) {
        for (FoundSequence& each : ColumnSearch(sample, path, objects).find())
            all.push_back(std::move(each));
        if (auto pairs = NumberedPairSearch(sample, path, objects).find())
            all.push_back(std::move(*pairs));
    }
    return all;
}

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
        const auto namesLetter = [](std::string_view text) { return letterNamedIn(text) >= 0; };
        // "A>B", "B>A", "A=B", also with several signs.
        const auto compares = [](std::string_view text) {
            const std::size_t sign = text.find_first_of("<>=");
            const std::size_t last = text.find_last_of("<>=");
            return sign == 1 && last + 2 == text.size() && text.size() <= 5;
        };
        if (!texts.empty() && shareOf(texts, compares) >= 0.99)
            return Verdict::Comparison;
        const double letters = shareOf(texts, namesLetter);
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
