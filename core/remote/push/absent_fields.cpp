// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/push/absent_fields.h"

#include "core/base/text.h"
#include "core/record/built_in_keys.h"
#include "core/table/field_reader.h"
#include "core/table/record_keys.h"

#include <algorithm>
#include <string>
#include <vector>

namespace duologue {

namespace {

/// No record or message has a value of this name.
bool isAbsentIn(const Snapshot& rows, std::string_view name, bool ofMessages)
{
    if (ofMessages)
        return !findMessageField(rows, name);
    const Presence presence = presenceOf(rows, name);
    return !presence.field && std::none_of(presence.keys.begin(), presence.keys.end(),
                                           [](auto hasValue) { return hasValue != 0; });
}

bool isColumn(const std::vector<TableColumn>& columns, const std::string& key)
{
    return std::any_of(columns.begin(), columns.end(),
                       [&key](const TableColumn& column) { return column.key == key; });
}

bool isMemberOfJson(const std::vector<TableColumn>& columns, const std::string& key)
{
    return std::any_of(columns.begin(), columns.end(), [&key](const TableColumn& column) {
        const bool mayBeJson = column.type == RemoteType::Text || column.type == RemoteType::Other;
        return mayBeJson && key.starts_with(column.key + '.');
    });
}

bool isColumnOf(const TableLayout& layout, const std::string& key, bool ofMessages)
{
    const bool isOfMessages = layout.kind != TableKind::Rows && isColumn(layout.messageColumns, key);
    return isOfMessages || (!ofMessages && isColumn(layout.columns, key));
}

class Replacing {
public:
    Replacing(const TableFacts& facts, const Snapshot& rows) : m_layout(facts.layout), m_rows(rows) {}

    void replaceIn(Query& query, bool ofMessages) const
    {
        for (Query& part : query.parts)
            replaceIn(part, ofMessages || query.kind == QueryKind::Messages);
        const QueryTerm& term = query.term;
        const bool isOfField =
            query.kind == QueryKind::Term && term.kind != TermKind::Text && term.kind != TermKind::Pattern;
        if (!isOfField || !isColumnOf(m_layout, fieldKey(term.fieldName()), ofMessages) ||
            !isAbsentIn(m_rows, term.fieldName(), ofMessages))
            return;
        Query meant;
        if (term.kind != TermKind::Missing) {
            meant.kind = QueryKind::Not;
            meant.parts.emplace_back();
        }
        query = std::move(meant);
    }

private:
    const TableLayout& m_layout;
    const Snapshot& m_rows;
};

} // namespace

bool mayBeAbsent(const TableFacts& facts, std::string_view name, bool ofMessages)
{
    const std::string key = fieldKey(name);
    if (!isAbsentIn(*facts.sample, name, ofMessages))
        return false;
    // Checks make them, of the rows that are here.
    const bool isOfChecks =
        !ofMessages && std::find(kCheckKeys.begin(), kCheckKeys.end(), key) != kCheckKeys.end();
    return isOfChecks || isColumnOf(facts.layout, key, ofMessages) ||
           (!ofMessages && isMemberOfJson(facts.layout.columns, key)) ||
           (facts.layout.kind != TableKind::Rows && isMemberOfJson(facts.layout.messageColumns, key));
}

Query withoutAbsentColumns(const TableFacts& facts, const Snapshot& rows, Query query)
{
    Replacing(facts, rows).replaceIn(query, false);
    return query;
}

} // namespace duologue
