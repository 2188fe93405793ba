// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/push/tally_push.h"

#include "core/base/text.h"
#include "core/remote/push/query_push.h"
#include "core/remote/sql/sql_text.h"
#include "core/table/field_reader.h"

#include <algorithm>
#include <map>

namespace duologue {

namespace {

double numberOfCell(const JsonView& value)
{
    if (value.isString())
        return numberIn(value.string()).value_or(0);
    return value.number().value_or(0);
}

const TableColumn* textColumn(const TableFacts& facts, const std::string& field)
{
    const auto& columns = facts.layout.columns;
    const auto isNamed = [&field](const TableColumn& column) { return column.key == field; };
    const auto found = std::find_if(columns.begin(), columns.end(), isNamed);
    const bool isOnly = std::count_if(columns.begin(), columns.end(), isNamed) == 1;
    const bool isText =
        isOnly && !found->isList && (found->type == RemoteType::Text || found->type == RemoteType::Time);
    return isText ? &*found : nullptr;
}

bool comesBeforeRow(const TallyRow& a, const TallyRow& b)
{
    return std::lexicographical_compare(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(),
                                        comesBefore);
}

} // namespace

std::optional<TallyPush::Group> TallyPush::numberOf(const TableFacts& facts, const std::string& field)
{
    const auto read = findField(*facts.sample, field);
    const auto sql = pushedNumber(facts, field);
    if (!read || !sql || !read->isNumber())
        return std::nullopt;
    return Group{read->info(), *sql};
}

std::optional<TallyPush::Group> TallyPush::groupOf(const TableFacts& facts, const std::string& field)
{
    if (auto number = numberOf(facts, field))
        return number;
    const auto read = findField(*facts.sample, field);
    const TableColumn* const column = textColumn(facts, field);
    if (!read || read->anyColumn() == nullptr || column == nullptr)
        return std::nullopt;
    const ColumnValues* const values = facts.findValues(*column);
    if (values == nullptr || !findField(*values->snapshot, field))
        return std::nullopt;
    return Group{findField(*values->snapshot, field)->info(), column->sql, values};
}

std::optional<TallyPush> TallyPush::make(const TableFacts& facts, const std::vector<std::string>& by,
                                         const std::vector<std::string>& means, const std::vector<Bins>& bins)
{
    TallyPush push;
    push.m_from = facts.layout.from;
    push.m_dialect = facts.layout.dialect;
    for (std::size_t i = 0; i < by.size(); ++i) {
        auto group = groupOf(facts, by[i]);
        if (!group)
            return std::nullopt;
        if (i < bins.size())
            group->bins = bins[i];
        push.m_by.push_back(std::move(*group));
    }
    for (const std::string& field : means) {
        auto number = numberOf(facts, field);
        if (!number)
            return std::nullopt;
        push.m_means.push_back(std::move(*number));
    }
    return push;
}

std::string TallyPush::fieldNotPushed(const TableFacts& facts, const std::vector<std::string>& by,
                                      const std::vector<std::string>& means)
{
    for (const std::string& field : by) {
        if (!groupOf(facts, field))
            return field;
    }
    for (const std::string& field : means) {
        if (!numberOf(facts, field))
            return field;
    }
    return {};
}

/// For numbers in bins, the key of the bin: one more than the number of edges that the number has reached.
std::string TallyPush::groupSql(const Group& group) const
{
    if (group.values != nullptr || !group.bins.any())
        return group.sql;
    std::string key = "CASE WHEN (" + group.sql + ") IS NULL THEN NULL ELSE 1";
    for (std::uint32_t next = 2; next <= group.bins.count; ++next)
        key += " + (CASE WHEN (" + group.sql + ") >= " + sqlNumber(group.bins.lowOf(next), m_dialect) +
               " THEN 1 ELSE 0 END)";
    return key + " END";
}

std::string TallyPush::sql(const std::string& condition) const
{
    std::string select;
    std::string groups;
    for (std::size_t i = 0; i < m_by.size(); ++i) {
        const std::string name = sqlName("duologue g" + std::to_string(i), m_dialect);
        select += groupSql(m_by[i]) + " AS " + name + ", ";
        groups += (i == 0 ? "" : ", ") + name;
    }
    select += "count(*) AS " + sqlName("duologue n", m_dialect);
    for (std::size_t i = 0; i < m_means.size(); ++i) {
        const auto add = [&](const char* name, const std::string& sum) {
            select += ", " + sum + " AS " + sqlName(name + std::to_string(i), m_dialect);
        };
        const std::string& value = m_means[i].sql;
        add("duologue n", "count(" + value + ")");
        add("duologue s", "sum(" + value + ")");
        std::string squares = "sum((";
        squares.append(value).append(") * (").append(value).append("))");
        add("duologue q", squares);
    }
    return "SELECT " + select + " FROM " + m_from + (condition == "1" ? "" : " WHERE " + condition) +
           " GROUP BY " + groups;
}

std::optional<GroupValue> TallyPush::groupValue(const Group& group, const JsonView& value)
{
    if (group.values == nullptr) {
        if (!value.hasValue())
            return std::nullopt;
        const double number = numberOfCell(value);
        if (group.bins.any())
            return group.bins.valueOf(static_cast<std::uint32_t>(number));
        return GroupValue{numberText(number), number, {}, false, {}};
    }
    const auto& all = group.values->values;
    const std::optional<std::string> wanted =
        value.hasValue() ? std::optional(std::string(value.string())) : std::nullopt;
    const auto found = std::find(all.begin(), all.end(), wanted);
    const Snapshot& snapshot = *group.values->snapshot;
    if (found == all.end())
        return wanted ? std::optional(GroupValue{*wanted, {}, {}, false, {}}) : std::nullopt;
    RowSet row(snapshot.recordCount());
    row.add(Row{static_cast<std::uint32_t>(found - all.begin())});
    // As it is counted among rows.
    const Tally one =
        duologue::tally(snapshot, row, {{*findField(snapshot, group.info.key)}, {}, {group.bins}}, Job());
    return one.rows.empty() ? std::nullopt : std::optional(one.rows.front().values.front());
}

void TallyPush::add(const JsonView& row)
{
    TallyRow made;
    made.n = static_cast<std::uint64_t>(numberOfCell(row["duologue n"]));
    for (std::size_t i = 0; i < m_by.size(); ++i) {
        auto value = groupValue(m_by[i], row["duologue g" + std::to_string(i)]);
        if (!value) {
            m_withoutValue += made.n;
            return;
        }
        made.values.push_back(std::move(*value));
    }
    for (std::size_t i = 0; i < m_means.size(); ++i) {
        const std::string number = std::to_string(i);
        made.means.push_back({static_cast<std::uint64_t>(numberOfCell(row["duologue n" + number])),
                              numberOfCell(row["duologue s" + number]),
                              numberOfCell(row["duologue q" + number])});
    }
    m_rows.push_back(std::move(made));
}

Tally TallyPush::tally() const
{
    Tally made;
    for (const Group& group : m_by)
        made.by.push_back(group.info);
    for (const Group& mean : m_means)
        made.means.push_back(mean.info);
    made.withoutValue = m_withoutValue;
    // Readers may take several values of the engine for one.
    std::map<std::vector<std::string>, TallyRow> rows;
    for (const TallyRow& row : m_rows) {
        std::vector<std::string> texts;
        for (const GroupValue& value : row.values)
            texts.push_back(value.text);
        const auto [at, isNew] = rows.emplace(std::move(texts), row);
        if (isNew)
            continue;
        at->second.n += row.n;
        for (std::size_t i = 0; i < row.means.size(); ++i)
            at->second.means[i].add(row.means[i]);
    }
    for (auto& [texts, row] : rows)
        made.rows.push_back(std::move(row));
    std::stable_sort(made.rows.begin(), made.rows.end(), comesBeforeRow);
    return made;
}

} // namespace duologue
