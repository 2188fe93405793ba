// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/mark_fields.h"
#include "core/util/text.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace duologue {

namespace {

constexpr std::string_view kPrefix = "mark.";

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
        m_column.info.title = key.substr(kPrefix.size());
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
        m_isNumber = m_isNumber && std::ranges::adjacent_find(m_values, isSameRow) == m_values.end();
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
    const auto columnOf = [&fields](const std::string& key) -> MarkColumn& {
        return fields.try_emplace(fieldKey(key), key).first->second;
    };
    for (const MarkAnswers& each : marks.answers()) {
        if (each.answers.empty() || each.on.record.empty())
            continue;
        const MarkedRecord found = records.find(each.on);
        if (losses != nullptr && found.match != MarkMatch::Same)
            (found.match == MarkMatch::Gone        ? losses->gone
             : found.match == MarkMatch::Ambiguous ? losses->ambiguous
                                                   : losses->changed)
                .push_back(&each);
        if (found.match == MarkMatch::Gone || found.match == MarkMatch::Ambiguous)
            continue;
        for (const auto& [question, answer] : each.answers) {
            const std::string key = std::string(kPrefix) + question;
            MarkColumn& ofAll = columnOf(key);
            MarkColumn& ofReader = columnOf(key + '@' + each.by);
            forEachValue(answer.value, [&](std::string_view value) {
                ofAll.add(found.row, value);
                ofReader.add(found.row, value);
            });
        }
    }
    auto made = std::make_shared<Snapshot>(snapshot);
    std::erase_if(made->records.columns, [](const Column& column) {
        return column.info.key.starts_with(kPrefix) && column.info.rawKey.empty();
    });
    for (auto& [key, column] : fields)
        made->records.columns.push_back(column.take(snapshot.recordCount()));
    return made;
}

bool mayNameMarkFields(std::string_view text)
{
    return text.find(kPrefix) != std::string_view::npos;
}

} // namespace duologue
