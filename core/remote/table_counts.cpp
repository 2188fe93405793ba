// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/table_counts.h"

#include "core/analysis/bins.h"
#include "core/data/field_reader.h"
#include "core/remote/query_push.h"
#include "core/remote/sql_text.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

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

/// A count by one or two fields, with means of others, that the engine makes: the same Tally as tally() makes
/// of the rows themselves, with sums that may differ in their last digits.
class TallyPush {
public:
    /// Throws a Phrase that names a field by which the engine cannot count.
    TallyPush(const TableFacts& facts, const CountRequest& request);

    /// The query for the rows for which a condition in SQL holds.
    std::string sql(const std::string& condition) const;
    /// Takes a row of the answer.
    void add(const JsonView& row);
    Tally tally() const;

private:
    struct Group {
        FieldInfo info;
        std::string sql;
        /// For texts: what each is as a group.
        const ColumnValues* values = nullptr;
        Bins bins = {};
    };

    static std::optional<Group> groupOf(const TableFacts& facts, const std::string& field);
    static std::optional<Group> numberOf(const TableFacts& facts, const std::string& field);
    std::string groupSql(const Group& group) const;
    static std::optional<GroupValue> groupValue(const Group& group, const JsonView& value);

    std::string m_from;
    SqlDialect m_dialect = SqlDialect::ClickHouse;
    std::vector<Group> m_by;
    std::vector<Group> m_means;
    std::vector<TallyRow> m_rows;
    std::uint64_t m_withoutValue = 0;
};

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

TallyPush::TallyPush(const TableFacts& facts, const CountRequest& request)
    : m_from(facts.layout.from), m_dialect(facts.layout.dialect)
{
    const auto add = [&](std::vector<Group>& groups, const FieldReader& field, const auto& find) {
        auto group = find(facts, field.info().key);
        if (!group)
            throw Phrase(PhraseId::EngineCannotCountBy, field.info().key);
        groups.push_back(std::move(*group));
    };
    for (std::size_t i = 0; i < request.by.size(); ++i) {
        add(m_by, request.by[i], groupOf);
        if (i < request.bins.size())
            m_by.back().bins = request.bins[i];
    }
    for (const FieldReader& field : request.means)
        add(m_means, field, numberOf);
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

std::uint64_t wholeOf(const JsonView& value)
{
    return static_cast<std::uint64_t>(std::max(0.0, numberOfCell(value)));
}

std::string whereOf(const std::string& condition)
{
    return condition == "1" ? std::string() : " WHERE " + condition;
}

MatchCounts counted(Expected<MatchCounts, Phrase> answer)
{
    if (Phrase* const mistake = answer.error())
        throw std::move(*mistake);
    return answer.value();
}

/// Of all values with their counts, in any order.
NumberSummary summaryOfValues(std::vector<std::pair<double, std::uint64_t>> values)
{
    NumberSummary made;
    std::sort(values.begin(), values.end());
    for (const auto& [value, count] : values) {
        const auto n = static_cast<double>(count);
        made.mean.add(Mean{count, n * value, n * value * value});
        made.whole = made.whole && std::floor(value) == value;
    }
    made.low = values.empty() ? 0 : values.front().first;
    made.high = values.empty() ? 0 : values.back().first;
    made.values = std::move(values);
    return made;
}

} // namespace

TableCounts::TableCounts(std::shared_ptr<const RemoteTable> table, Query base)
    : m_table(std::move(table)), m_base(std::move(base))
{
}

std::string TableCounts::condition(const Query& query, const Job& job) const
{
    std::shared_ptr<Known> known;
    {
        const std::lock_guard lock(m_mutex);
        auto& entry = m_known[toText(query)];
        if (!entry)
            entry = std::make_shared<Known>();
        known = entry;
    }
    const std::lock_guard lock(known->mutex);
    if (known->condition)
        return *known->condition;
    if (!known->refusal.empty())
        throw known->refusal;
    try {
        std::string asked = askCondition(query, job);
        if (!job.stopRequested())
            known->condition = asked;
        return asked;
    } catch (const Phrase& refusal) {
        // A server that does not answer now may answer the next time.
        if (refusal.id == PhraseId::EngineCannotAnswer && !job.stopRequested())
            known->refusal = refusal;
        throw;
    }
}

std::string TableCounts::askCondition(const Query& query, const Job& job) const
{
    const Query whole = Query::all({m_base, query});
    auto pushed = pushQuery(m_table->factsFor(job), whole);
    if (const auto* mistake = pushed.error())
        throw mistake->what;
    const auto& bounds = pushed.value();
    if (bounds.isExact())
        return bounds.upper;
    // If they hold for equally many rows, they hold for the same ones.
    if (counted(m_table->count(bounds, job)).isExact())
        return bounds.upper;
    throw Phrase(PhraseId::EngineCannotAnswer, toText(whole));
}

Filter TableCounts::where(const Query& query, const Job& job) const
{
    (void)condition(query, job);
    return {query};
}

Filter TableCounts::where(const Query& query, const Filter& among, const Job& job) const
{
    return where(Query::all({among.query, query}), job);
}

std::uint64_t TableCounts::count(const Filter& filter, const Job& job) const
{
    return counted(m_table->count(Bounds::exactly(condition(filter.query, job)), job)).upper;
}

Tally TableCounts::tally(const CountRequest& request, const Filter& filter, const Job& job) const
{
    TallyPush push(m_table->factsFor(job), request);
    const std::string where = condition(filter.query, job);
    if (where == "0")
        return push.tally();
    const Phrase mistake = m_table->ask(push.sql(where), job, [&push](const JsonView& row) {
        push.add(row);
        return true;
    });
    if (!mistake.empty())
        throw mistake;
    return push.tally();
}

Bins TableCounts::bins(const FieldReader& field, const Job& job) const
{
    const NumberSummary all = summary(field, job);
    if (all.hasValues && all.values.size() <= Bins::kMostValues)
        return {};
    const auto number = pushedNumber(m_table->facts(), field.info().key);
    if (number)
        return binsFor(all, someNumbers(*number, job));
    std::vector<double> values;
    for (const auto& [value, count] : all.values)
        values.insert(values.end(), std::min(count, kNumbersForBins - values.size()), value);
    return binsFor(all, std::move(values));
}

std::vector<double> TableCounts::someNumbers(const std::string& number, const Job& job) const
{
    std::vector<double> numbers;
    const TableLayout& layout = m_table->facts().layout;
    const std::string where = sqlAnd({"(" + number + ") IS NOT NULL", condition({}, job)});
    const Phrase mistake =
        m_table->ask("SELECT (" + number + ") AS " + layout.quoted("duologue v") + " FROM " + layout.from +
                         " WHERE " + where + " LIMIT " + std::to_string(kNumbersForBins),
                     job, [&](const JsonView& row) {
                         numbers.push_back(numberOfCell(row["duologue v"]));
                         return true;
                     });
    if (!mistake.empty())
        throw mistake;
    return numbers;
}

/// Of all rows of the dataset; asked once.
NumberSummary TableCounts::summary(const FieldReader& field, const Job& job) const
{
    const std::string& key = field.info().key;
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_summaries.find(key); known != m_summaries.end())
            return known->second;
    }
    NumberSummary made;
    if (const auto number = pushedNumber(m_table->facts(), key)) {
        made = askSummary(*number, job);
    } else {
        // Numbers that are written as texts.
        std::vector<std::pair<double, std::uint64_t>> values;
        const Tally counted = tally({{field}, {}, {}}, where({}, job), job);
        for (const TallyRow& row : counted.rows) {
            if (const auto& value = row.values.front().number)
                values.emplace_back(*value, row.n);
        }
        made = summaryOfValues(std::move(values));
    }
    if (!job.stopRequested()) {
        const std::lock_guard lock(m_mutex);
        m_summaries.emplace(key, made);
    }
    return made;
}

NumberSummary TableCounts::askSummary(const std::string& number, const Job& job) const
{
    const std::string base = condition({}, job);
    const TableLayout& layout = m_table->facts().layout;
    const std::string from = " FROM " + layout.from + whereOf(base);
    const auto named = [&](const std::string& sql, const char* name) {
        return "(" + sql + ") AS " + layout.quoted(name);
    };
    std::size_t distinct = 0;
    // One more for rows without a number.
    const std::string limit = " LIMIT " + std::to_string(NumberSummary::kMostValues + 2);
    Phrase mistake = m_table->ask("SELECT DISTINCT " + named(number, "duologue v") + from + limit, job,
                                  [&](const JsonView& row) {
                                      distinct += row["duologue v"].hasValue() ? 1 : 0;
                                      return true;
                                  });
    if (!mistake.empty())
        throw mistake;
    if (distinct <= NumberSummary::kMostValues) {
        std::vector<std::pair<double, std::uint64_t>> values;
        const std::string select =
            named(number, "duologue v") + ", count(*) AS " + layout.quoted("duologue n");
        mistake = m_table->ask("SELECT " + select + from + " GROUP BY " + layout.quoted("duologue v"), job,
                               [&](const JsonView& row) {
                                   if (row["duologue v"].hasValue())
                                       values.emplace_back(numberOfCell(row["duologue v"]),
                                                           wholeOf(row["duologue n"]));
                                   return true;
                               });
        if (!mistake.empty())
            throw mistake;
        return summaryOfValues(std::move(values));
    }
    NumberSummary made;
    made.hasValues = false;
    const std::string select =
        named("count(" + number + ")", "duologue n") + ", " + named("sum(" + number + ")", "duologue s") +
        ", " + named("sum((" + number + ") * (" + number + "))", "duologue q") + ", " +
        named("min(" + number + ")", "duologue l") + ", " + named("max(" + number + ")", "duologue h") +
        ", " +
        named("sum(CASE WHEN floor(" + number + ") = (" + number + ") THEN 0 ELSE 1 END)", "duologue b");
    const std::string where = sqlAnd({"(" + number + ") IS NOT NULL", base});
    mistake = m_table->ask("SELECT " + select + " FROM " + layout.from + " WHERE " + where, job,
                           [&](const JsonView& row) {
                               made.mean = {wholeOf(row["duologue n"]), numberOfCell(row["duologue s"]),
                                            numberOfCell(row["duologue q"])};
                               made.low = numberOfCell(row["duologue l"]);
                               made.high = numberOfCell(row["duologue h"]);
                               made.whole = wholeOf(row["duologue b"]) == 0;
                               return true;
                           });
    if (!mistake.empty())
        throw mistake;
    return made;
}

ValueScale TableCounts::scale(const FieldReader& field, const Job& job) const
{
    return field.info().traits.isRating && field.isNumber() ? scaleOf(summary(field, job)) : ValueScale();
}

FieldFacetPtr TableCounts::facet(const SnapshotPtr& here, const std::string& field, const Job& job) const
{
    const auto read = findField(*here, field);
    if (!read)
        throw Phrase(PhraseId::EngineCannotCountBy, field);
    const Filter all = where({}, job);
    const Bins inBins = read->isNumber() ? bins(*read, job) : Bins();
    return facetOfTally(here, tally({{*read}, {}, {inBins}}, all, job), inBins);
}

std::vector<std::uint64_t> TableCounts::count(const FieldFacet& facet, const Filter& filter,
                                              const Job& job) const
{
    const auto read = findField(*facet.snapshot, facet.field.key);
    if (!read)
        throw Phrase(PhraseId::EngineCannotCountBy, facet.field.key);
    return countsOfTally(facet, tally({{*read}, {}, {facet.bins}}, filter, job));
}

} // namespace duologue
