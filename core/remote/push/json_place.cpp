// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/push/json_place.h"

#include "core/base/text.h"
#include "core/remote/sql/sql_text.h"
#include "core/table/field_reader.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace duologue {

namespace {

constexpr SqlDialect kDialect = SqlDialect::PostgreSql;

/// Members inside members.
constexpr std::size_t kDeepest = 8;

struct Found {
    /// "meta.lang"
    std::string name;
    /// The member as JSON, in SQL.
    std::string sql;
};

/// Looks for members whose key is the wanted one.
class PlaceSearch {
public:
    PlaceSearch(const TableFacts& facts, const std::string& key) : m_facts(facts), m_key(key) {}

    /// In the objects that an expression is. False if not all names are known.
    bool lookIn(const Found& object, std::size_t depth)
    {
        if (depth > kDeepest)
            return false;
        TableColumn names;
        // The name of the question: no column has it.
        names.name = names.key = "duologue members of " + object.name;
        names.values = "jsonb_object_keys(CASE WHEN jsonb_typeof(" + object.sql + ") = 'object' THEN " +
                       object.sql + " ELSE '{}'::jsonb END)";
        names.type = RemoteType::Text;
        const ColumnValues* const members = m_facts.findValues(names);
        if (members == nullptr)
            return false;
        for (const auto& member : members->values) {
            const Found inner{object.name + '.' + member.value_or(""),
                              "(" + object.sql + " -> " + sqlText(member.value_or(""), kDialect) + ")"};
            const std::string key = fieldKey(inner.name);
            if (key == m_key)
                found.push_back(inner);
            else if (m_key.starts_with(key + '.') && !lookIn(inner, depth + 1))
                return false;
        }
        return true;
    }

    std::vector<Found> found;

private:
    const TableFacts& m_facts;
    const std::string& m_key;
};

} // namespace

std::optional<JsonPlace> jsonPlace(const TableFacts& facts, const std::string& key)
{
    PlaceSearch search(facts, key);
    for (const TableColumn& column : facts.layout.columns) {
        const bool mayHave = column.isJson && key.starts_with(column.key + '.');
        if (mayHave && !search.lookIn({column.name, column.sql + "::jsonb"}, 0))
            return std::nullopt;
    }
    if (search.found.size() != 1)
        return std::nullopt;
    const Found& found = search.found.front();
    const auto read = findField(*facts.sample, key);
    const bool isNumber = read && read->isNumber();
    const std::string text = "(" + found.sql + " #>> '{}')";
    // A number that is none of Float64 would end the query.
    const std::string number =
        "CASE WHEN abs(" + text + "::numeric) < '1e300'::numeric THEN " + text + "::float8 END";
    JsonPlace place;
    place.column.name = found.name;
    place.column.key = key;
    place.column.type = isNumber ? RemoteType::Number : RemoteType::Text;
    place.column.isNullable = true;
    place.column.sql = "(CASE WHEN jsonb_typeof(" + found.sql + ") = '" + (isNumber ? "number" : "string") +
                       "' THEN " + (isNumber ? number : text) + " END)";
    place.column.values = place.column.sql;
    place.isOdd =
        "(coalesce(jsonb_typeof(" + found.sql + "), 'null') <> 'null' AND " + place.column.sql + " IS NULL)";
    if (isNumber)
        return place;
    // A text with JSON would be read as what it says if it stood in a column.
    const ColumnValues* const values = facts.findValues(place.column);
    const bool arePlain = values != nullptr &&
                          std::none_of(values->values.begin(), values->values.end(), [](const auto& value) {
                              const std::string_view said = value ? trimmed(*value) : std::string_view();
                              return said.starts_with('{') || said.starts_with('[');
                          });
    return arePlain ? std::optional(std::move(place)) : std::nullopt;
}

} // namespace duologue
