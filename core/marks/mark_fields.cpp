// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/mark_fields.h"
#include "core/data/mark_names.h"
#include "core/util/text.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
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
    /// `name` is as people write it: "mark.verdict@Anna".
    MarkColumn(const std::string& key, const std::string& name)
    {
        m_column.info.key = key;
        m_column.info.title = name.substr(kMarkPrefix.size());
        m_isNumber = !m_column.info.title.starts_with(mark_keys::kNote);
    }

    std::string name() const { return std::string(kMarkPrefix) + m_column.info.title; }

    void add(Row row, std::string_view value)
    {
        m_isNumber = m_isNumber && finiteNumberIn(value).has_value();
        m_values.emplace_back(row, m_coder.code({value, {}}, m_column.categories));
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

} // namespace

SnapshotPtr withMarkFields(const Snapshot& snapshot, const MarkSet& marks, const MarkedRecords& records,
                           MarkLosses* losses)
{
    std::map<std::string, MarkColumn> fields;
    const auto columnOf = [&fields](const std::string& name) {
        // Readers whose names are the same as keys, such as Anna and anna, are two all the same.
        std::string key = fieldKey(name);
        for (int number = 2;; ++number) {
            MarkColumn& column = fields.try_emplace(key, key, name).first->second;
            if (column.name() == name)
                return &column;
            key = fieldKey(name) + '_' + std::to_string(number);
        }
    };
    // Whoever looks for what is not judged yet asks for them before anything is.
    for (const std::string_view question : {mark_keys::kVerdict, mark_keys::kStar, mark_keys::kNote,
                                            mark_keys::kCode, mark_keys::kTag, mark_keys::kRead})
        columnOf(std::string(kMarkPrefix).append(question));
    std::vector<std::pair<Row, const MarkAnswers*>> there;
    for (const MarkAnswers& each : marks.answers()) {
        if (each.answers.empty() || !each.on.namesRecord())
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
    for (const auto& [row, each] : there) {
        for (const auto& [question, answer] : each->answers) {
            name.assign(question).append(1, '@').append(each->by);
            const auto [known, isNew] = columns.try_emplace(name);
            auto& [ofAll, ofReader] = known->second;
            if (isNew) {
                ofAll = columnOf(std::string(kMarkPrefix) + question);
                ofReader = columnOf(std::string(kMarkPrefix) + name);
            }
            forEachValue(answer.value, [all = ofAll, reader = ofReader, row = row](std::string_view value) {
                all->add(row, value);
                reader->add(row, value);
            });
        }
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
