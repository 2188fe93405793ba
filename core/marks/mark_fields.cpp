// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/mark_fields.h"
#include "core/data/mark_names.h"
#include "core/util/text.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <unordered_map>

namespace duologue {

namespace {

/// Calls visit(word) for each element of a list of texts without escapes, as nearly all lists of codes are.
/// False, without any call, if it is another value.
template<typename Visit>
bool forEachWord(std::string_view answer, const Visit& visit)
{
    if (!answer.starts_with("[\"") || !answer.ends_with("\"]") || answer.size() < 4 ||
        answer.find('\\') != std::string_view::npos)
        return false;
    constexpr std::string_view kBetween = "\",\"";
    answer = answer.substr(2, answer.size() - 4);
    const auto forEach = [answer, kBetween](const auto& take) {
        for (std::size_t begin = 0; begin <= answer.size();) {
            const std::size_t end = std::min(answer.find(kBetween, begin), answer.size());
            if (!take(answer.substr(begin, end - begin)))
                return false;
            begin = end + kBetween.size();
        }
        return true;
    };
    if (!forEach([](std::string_view word) { return word.find('"') == std::string_view::npos; }))
        return false;
    return forEach([&visit](std::string_view word) {
        visit(word);
        return true;
    });
}

/// Calls visit(value) for each value of an answer.
template<typename Visit>
void forEachValue(std::string_view answer, const Visit& visit)
{
    // Nearly all answers are words, numbers, or yes and no.
    if (answer == "true" || answer == "false") {
        visit(std::string_view(answer == "true" ? "yes" : "no"));
        return;
    }
    const bool isPlain =
        answer.size() > 1 && answer.front() == '"' && answer.find('\\') == std::string_view::npos;
    if (isPlain ||
        (!answer.empty() && answer.front() != '"' && answer.front() != '[' && answer.front() != '{')) {
        visit(isPlain ? answer.substr(1, answer.size() - 2) : answer);
        return;
    }
    if (forEachWord(answer, visit))
        return;
    const nlohmann::json json = nlohmann::json::parse(answer, nullptr, false);
    const auto one = [&visit](const nlohmann::json& value) {
        if (value.is_string())
            visit(std::string_view(value.get_ref<const std::string&>()));
        else if (value.is_boolean())
            visit(std::string_view(value.get<bool>() ? "yes" : "no"));
        else if (!value.is_null() && !value.is_discarded())
            visit(std::string_view(value.dump()));
    };
    if (!json.is_array()) {
        one(json);
        return;
    }
    for (const nlohmann::json& each : json)
        one(each);
}

/// A field that is being made.
class MarkColumn {
public:
    explicit MarkColumn(const std::string& key)
    {
        // Queries ask for it as it is written: all names are looked up by their keys.
        m_column.info.key = fieldKey(key);
        m_column.info.title = key.substr(kMarkPrefix.size());
        m_isNumber = !m_column.info.title.starts_with(mark_keys::kNote);
    }

    void add(Row row, std::string_view value)
    {
        m_isNumber = m_isNumber && finiteNumberIn(value).has_value();
        m_values.emplace_back(row, m_coder.code({ValueKey(value).text(), {}}, m_column.categories));
    }

    Column take(std::uint32_t count)
    {
        std::ranges::stable_sort(m_values, {}, [](const auto& each) { return each.first; });
        const auto isSameRow = [](const auto& left, const auto& right) { return left.first == right.first; };
        // Several numbers of a record would be neither their sum nor their mean.
        m_isNumber = m_isNumber && !m_values.empty() &&
                     std::ranges::adjacent_find(m_values, isSameRow) == m_values.end();
        m_column.info.kind = m_isNumber ? FieldKind::Number : FieldKind::Categories;
        auto next = m_values.begin();
        for (std::uint32_t row = 0; row < count; ++row) {
            const auto begin = next;
            while (next != m_values.end() && indexOf(next->first) == row)
                ++next;
            if (m_isNumber) {
                const double number = begin == next
                                          ? std::numeric_limits<double>::quiet_NaN()
                                          : *finiteNumberIn(m_column.categories[indexOf(begin->second)].en);
                m_column.numbers.push_back(number);
                continue;
            }
            DistinctCodes codes;
            for (auto each = begin; each != next; ++each)
                codes.add(each->second);
            for (const CategoryCode code : codes.codes())
                m_column.codes.push_back(code);
            m_column.ends.push_back(static_cast<std::uint32_t>(m_column.codes.size()));
        }
        if (m_isNumber)
            m_column.categories = {};
        return std::move(m_column);
    }

private:
    Column m_column;
    CategoryCoder m_coder;
    std::vector<std::pair<Row, CategoryCode>> m_values;
    bool m_isNumber = true;
};

using FoundAnswers = std::pair<Row, const MarkAnswers*>;

/// Answers of one record. A record that was edited has several names for marks: of the answers of a reader to
/// a question about one part, the latest holds.
class LatestAnswers {
public:
    explicit LatestAnswers(std::span<const FoundAnswers> answers)
    {
        // Nearly always, all name it alike.
        const MarkTarget& first = answers.front().second->on;
        if (std::ranges::all_of(answers, [&first](const FoundAnswers& each) {
                const MarkTarget& on = each.second->on;
                return on.hash == first.hash && on.id == first.id && on.record == first.record;
            }))
            return;
        for (const auto& [row, each] : answers) {
            const std::string name = nameOf(*each);
            for (const auto& [question, answer] : each->answers) {
                const MarkAnswer*& latest = m_latest[name + question];
                if (latest == nullptr || isLater(answer, *latest))
                    latest = &answer;
            }
        }
    }

    bool holds(const MarkAnswers& of, const std::string& question, const MarkAnswer& answer) const
    {
        return m_latest.empty() || m_latest.at(nameOf(of) + question) == &answer;
    }

private:
    static std::string nameOf(const MarkAnswers& answers)
    {
        constexpr char kBetween = '\x1F';
        return answers.by + kBetween + answers.on.part() + kBetween;
    }

    std::unordered_map<std::string, const MarkAnswer*> m_latest;
};

} // namespace

SnapshotPtr withMarkFields(const Snapshot& snapshot, const MarkSet& marks, const MarkedRecords& records,
                           MarkLosses* losses)
{
    std::map<std::string, MarkColumn> fields;
    const auto columnOf = [&fields](const std::string& key) {
        return &fields.try_emplace(fieldKey(key), key).first->second;
    };
    // Whoever looks for what is not judged yet asks for them before anything is.
    for (const std::string_view question : {mark_keys::kVerdict, mark_keys::kStar, mark_keys::kNote,
                                            mark_keys::kCode, mark_keys::kTag, mark_keys::kRead})
        columnOf(std::string(kMarkPrefix).append(question));
    std::vector<FoundAnswers> there;
    for (const MarkAnswers& each : marks.answers()) {
        if (each.answers.empty() || each.on.record.empty())
            continue;
        const MarkedRecord found = records.find(each.on);
        if (losses != nullptr && found.match != MarkMatch::Same)
            (found.match == MarkMatch::Gone        ? losses->gone
             : found.match == MarkMatch::Ambiguous ? losses->ambiguous
                                                   : losses->changed)
                .push_back(&each);
        if (found.match != MarkMatch::Gone && found.match != MarkMatch::Ambiguous)
            there.emplace_back(found.row, &each);
    }
    std::ranges::stable_sort(there, {}, [](const auto& each) { return each.first; });
    // By question and reader: those of all readers and of the one. Making keys of names takes a while.
    std::unordered_map<std::string, std::pair<MarkColumn*, MarkColumn*>> columns;
    std::string name;
    for (auto begin = there.begin(); begin != there.end();) {
        const auto end = std::find_if(begin, there.end(),
                                      [begin](const auto& each) { return each.first != begin->first; });
        const LatestAnswers latest({begin, end});
        for (auto each = begin; each != end; ++each) {
            for (const auto& [question, answer] : each->second->answers) {
                if (!latest.holds(*each->second, question, answer))
                    continue;
                name.assign(question).append(1, '@').append(each->second->by);
                const auto [known, isNew] = columns.try_emplace(name);
                auto& [ofAll, ofReader] = known->second;
                if (isNew) {
                    ofAll = columnOf(std::string(kMarkPrefix) + question);
                    ofReader = columnOf(std::string(kMarkPrefix) + name);
                }
                forEachValue(answer.value,
                             [all = ofAll, reader = ofReader, row = each->first](std::string_view value) {
                                 all->add(row, value);
                                 reader->add(row, value);
                             });
            }
        }
        begin = end;
    }
    auto made = std::make_shared<Snapshot>(snapshot);
    std::erase_if(made->records.columns, [](const Column& column) {
        return column.info.key.starts_with(kMarkPrefix) && column.info.rawKey.empty();
    });
    for (auto& [key, column] : fields)
        made->records.columns.push_back(column.take(snapshot.recordCount()));
    return made;
}

bool mayNameMarkFields(std::string_view text)
{
    return text.find(kMarkPrefix) != std::string_view::npos ||
           std::ranges::any_of(kShortMarkNames,
                               [text](std::string_view name) { return hasWord(text, name); });
}

} // namespace duologue
