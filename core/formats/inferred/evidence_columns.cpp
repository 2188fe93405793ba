// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/inferred/evidence_search_parts.h"

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

} // namespace duologue
