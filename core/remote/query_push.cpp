// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/query_push.h"

#include "core/data/field_reader.h"
#include "core/data/known_fields.h"
#include "core/data/record_keys.h"
#include "core/query/column_search.h"
#include "core/query/evaluate.h"
#include "core/query/term_match.h"
#include "core/remote/sql_text.h"
#include "core/remote/table_layout.h"
#include "core/remote/value_conditions.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace duologue {

/// A member of the objects in a column of JSON, as a column: "meta.lang" of `meta`.
struct JsonPlace {
    /// Its value where it is of the type that it mostly has, else NULL.
    TableColumn column;
    /// The condition for rows where it has another value, which only the reader knows.
    std::string isOdd;
};

/// The member that a field's key means. Asks the server for the names of members (TableFacts::findValues).
/// None if there is no such member, or more than one; and none of columns that are not JSON to the engine.
std::optional<JsonPlace> jsonPlace(const TableFacts& facts, const std::string& key);

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

namespace {

/// Fields that say how a record stands in files.
constexpr std::array<std::string_view, 4> kOfFiles{"record", "file", "format", "problems"};

const TableColumn* columnNamed(const std::vector<TableColumn>& columns, const std::string& key)
{
    const TableColumn* found = nullptr;
    for (const TableColumn& column : columns) {
        if (column.key != key)
            continue;
        // Two columns whose names have one key: only the reader knows which is meant.
        if (found != nullptr)
            return nullptr;
        found = &column;
    }
    return found;
}

bool asksForText(const QueryTerm& term)
{
    return term.kind == TermKind::Text || term.kind == TermKind::Pattern;
}

Bounds both(const std::vector<Bounds>& parts, std::string (*join)(const std::vector<std::string>&))
{
    std::vector<std::string> lower;
    std::vector<std::string> upper;
    for (const Bounds& part : parts) {
        lower.push_back(part.lower);
        upper.push_back(part.upper);
    }
    return {join(lower), join(upper)};
}

/// Conditions about one row.
class Pushing {
public:
    explicit Pushing(const TableFacts& facts) : m_facts(facts), m_layout(facts.layout) {}

    /// Throws QueryMistake.
    Bounds push(const Query& query)
    {
        switch (query.kind) {
        case QueryKind::Everything:
            return Bounds::exactly("1");
        case QueryKind::And:
        case QueryKind::Or:
        case QueryKind::Not:
            return combined(query, [this](const Query& part) { return push(part); });
        case QueryKind::Messages:
            return ofMessages(query);
        case QueryKind::Term:
            check(query, false);
            return asksForText(query.term) ? pushText(query.term) : pushField(query);
        }
        return Bounds::unknown();
    }

    /// The number of a built-in field of records.
    std::optional<std::string> builtInNumber(const std::string& key) const
    {
        if (!areMessagesKnown())
            return std::nullopt;
        if (key == "messages")
            return "toFloat64(length(" + m_layout.roles() + "))";
        if (key != "turns")
            return std::nullopt;
        const Bounds asks = roleIs("user", "x");
        const Bounds frames = roleIs("system", "x");
        if (!asks.isExact() || !frames.isExact())
            return std::nullopt;
        // A turn begins where the user speaks and has not spoken before, whatever the system says between.
        const std::string asked = "arrayMap(x -> ifNull(toUInt8(" + asks.lower +
                                  "), 0), arrayFilter(x -> ifNull(toUInt8(" + sqlNot(frames.lower) +
                                  "), 1), " + m_layout.roles() + "))";
        return "toFloat64(arrayCount((b, p) -> b > p, " + asked + ", arraySlice(arrayPushFront(" + asked +
               ", toUInt8(0)), 1, length(" + asked + "))))";
    }

private:
    template<typename Push>
    Bounds combined(const Query& query, const Push& pushPart)
    {
        std::vector<Bounds> parts;
        for (const Query& part : query.parts)
            parts.push_back(pushPart(part));
        if (query.kind == QueryKind::Not)
            return {sqlNot(parts.front().upper), sqlNot(parts.front().lower)};
        return both(parts, query.kind == QueryKind::And ? sqlAnd : sqlOr);
    }

    /// Throws what is wrong with a term, unless the sample is only too small to have the field.
    void check(const Query& query, bool inMessage) const
    {
        const std::string& key = query.term.field;
        const bool isText = asksForText(query.term);
        if (!isText && !inMessage && std::find(kOfFiles.begin(), kOfFiles.end(), key) != kOfFiles.end())
            throw QueryMistake{query.textBegin, query.textEnd, {PhraseId::TableHasNo, key}};
        if (!isText && mayBeAbsent(m_facts, query.term.fieldName(), inMessage))
            return;
        Query whole = query;
        if (inMessage) {
            whole = {};
            whole.kind = QueryKind::Messages;
            whole.parts.push_back(query);
        }
        if (const auto mistake = checkQuery(*m_facts.sample, whole))
            throw *mistake;
    }

    // Fields of records.

    /// The column whose values a term about a field of records is about; none if the reader knows it alone.
    bool isPlainColumn(const std::string& key, bool inMessage) const
    {
        const auto field =
            inMessage ? findMessageField(*m_facts.sample, key) : findField(*m_facts.sample, key);
        return !field || field->anyColumn() != nullptr;
    }

    Bounds pushField(const Query& query)
    {
        const QueryTerm& term = query.term;
        const std::string& key = term.field;
        // Another field has the same key.
        if (!term.typedField.empty())
            return Bounds::unknown();
        if (key == "id")
            return m_facts.id ? pushIn(m_layout.columns[*m_facts.id], term) : Bounds::unknown();
        if (const auto number = builtInNumber(key)) {
            // Nobody asks: there are no turns.
            const std::string isThere = key == "turns" ? *number + " > 0" : "1";
            if (term.kind == TermKind::Has || term.kind == TermKind::Missing)
                return Bounds::exactly(term.kind == TermKind::Has ? isThere : sqlNot(isThere));
            const auto equal = term.kind == TermKind::Equals ? numberIn(term.value) : std::nullopt;
            const std::string range =
                inRange(*number, equal ? ClosedRange(*equal, *equal) : ClosedRange(term));
            return Bounds::exactly(key == "turns" ? "(" + range + " AND " + isThere + ")" : range);
        }
        if (key == "length" && areMessagesKnown())
            return pushLength(term);
        if (key == "role" && m_layout.kind != TableKind::Rows)
            return inLists(Quantifier::Some, term);
        if (isBuiltInKey(key))
            return Bounds::unknown();
        if (const TableColumn* column = columnNamed(m_layout.columns, key); column != nullptr) {
            const bool isOnly = columnNamed(m_layout.messageColumns, key) == nullptr;
            return isOnly && isPlainColumn(key, false) ? pushIn(*column, term) : Bounds::unknown();
        }
        if (m_layout.kind == TableKind::Rows && isPostgres())
            return isPlainColumn(key, false) ? pushMember(term) : Bounds::unknown();
        const TableColumn* const column = columnNamed(m_layout.messageColumns, key);
        const bool isField = column != nullptr && column != &m_layout.messageColumns[m_layout.text] &&
                             column != &m_layout.messageColumns[m_layout.role];
        return isField && isPlainColumn(key, true) ? inLists(Quantifier::Some, term) : Bounds::unknown();
    }

    bool areMessagesKnown() const
    {
        return m_layout.kind != TableKind::Rows && m_facts.areMessagesSure && !isPostgres();
    }

    /// It is asked about columns with one value for each conversation.
    bool isPostgres() const { return m_layout.dialect == SqlDialect::PostgreSql; }

    static ClosedRange rangeOf(const QueryTerm& term)
    {
        if (term.kind != TermKind::Equals)
            return ClosedRange(term);
        const double number = numberIn(term.value).value_or(std::nan(""));
        return std::isnan(number) ? ClosedRange(term) : ClosedRange(number, number);
    }

    /// Without messages, other texts have the length.
    Bounds pushLength(const QueryTerm& term) const
    {
        if (term.kind != TermKind::Range && term.kind != TermKind::Equals)
            return Bounds::unknown();
        const std::string number =
            "toFloat64(arraySum(arrayMap(x -> toUInt64(lengthUTF8(x)), " + textList() + ")))";
        const std::string is = inRange(number, rangeOf(term));
        return {sqlAnd({"notEmpty(" + m_layout.roles() + ")", is}),
                sqlOr({"empty(" + m_layout.roles() + ")", is})};
    }

    /// A term about what stands in a column of JSON.
    Bounds pushMember(const QueryTerm& term) const
    {
        const auto place = jsonPlace(m_facts, term.field);
        if (!place)
            return Bounds::unknown();
        const Bounds one = pushValue(m_facts, place->column, place->column.sql, term, false);
        return {sqlAnd({one.lower, sqlNot(place->isOdd)}), sqlOr({one.upper, place->isOdd})};
    }

    /// A term about a column of records.
    Bounds pushIn(const TableColumn& column, const QueryTerm& term) const
    {
        if (!column.isList)
            return pushValue(m_facts, column, column.sql, term, false);
        if (column.type != RemoteType::Text || isPostgres())
            return Bounds::unknown();
        if (term.kind == TermKind::Missing) {
            QueryTerm has = term;
            has.kind = TermKind::Has;
            const Bounds found = pushIn(column, has);
            return {sqlNot(found.upper), sqlNot(found.lower)};
        }
        const Bounds one = pushValue(m_facts, column, "x", term, false);
        const auto some = [&](const std::string& condition) {
            if (condition == "0")
                return condition;
            return "arrayExists(x -> " + (condition == "1" ? "1" : condition) + ", " + column.sql + ")";
        };
        return {some(one.lower), one.upper == "1" && one.lower != "1" ? "1" : some(one.upper)};
    }

    /// Whether some message satisfies a term about a field of messages.
    Bounds inLists(Quantifier quantifier, const QueryTerm& term)
    {
        if (term.kind == TermKind::Missing) {
            QueryTerm has = term;
            has.kind = TermKind::Has;
            const Bounds found = inLists(quantifier, has);
            return {sqlNot(found.upper), sqlNot(found.lower)};
        }
        Query query;
        query.kind = QueryKind::Messages;
        query.quantifier = quantifier;
        query.parts.push_back(Query::of(term));
        return ofMessages(query);
    }

    // Texts.

    /// Whether a text that is part of the row contains it, as far as the engine can tell; an upper bound.
    std::string anyText(const TextMatch& match) const
    {
        const bool isRows = m_layout.kind == TableKind::Rows;
        std::vector<std::string> found;
        for (const auto* group : {&m_layout.columns, &m_layout.messageColumns}) {
            for (const TableColumn& column : *group) {
                const bool isRole = !isRows && &column == &m_layout.messageColumns[m_layout.role];
                if (isRole)
                    continue;
                const bool isId = m_facts.id && &column == &m_layout.columns[*m_facts.id];
                if (column.type == RemoteType::Text)
                    found.push_back(inTextColumn(match, column, isRows));
                else if (column.type == RemoteType::Other)
                    found.push_back("ifNull(" + match.mayBeInJson("toString(" + column.sql + ")") + ", 0)");
                else if (isRows || isId)
                    found.push_back("ifNull(" + match.containedIn("toString(" + column.sql + ")").upper +
                                    ", 0)");
            }
        }
        return sqlOr(found);
    }

    static std::string inTextColumn(const TextMatch& match, const TableColumn& column, bool mayBeJson)
    {
        const std::string value = column.isList ? "x" : column.sql;
        std::string condition = mayBeJson ? match.mayBeInJson(value) : match.containedIn(value).upper;
        if (column.isNullable)
            condition = "ifNull(" + condition + ", 0)";
        return column.isList ? "arrayExists(x -> " + condition + ", " + column.sql + ")" : condition;
    }

    /// The name of the file that the rows become: a search finds files by their names, too.
    bool namesTheFile(const QueryTerm& term) const
    {
        if (term.kind != TermKind::Text || !term.field.empty() || term.value.ends_with('/'))
            return false;
        QueryTerm file;
        file.kind = TermKind::Equals;
        file.field = "file";
        file.value = term.value;
        const RowSet all(m_facts.sample->recordCount(), true);
        return columnRows(*m_facts.sample, file, all, Job()).count() > 0;
    }

    Bounds pushText(const QueryTerm& term)
    {
        const TextScope scope = textScope(term.field).value_or(TextScope{});
        const TextMatch match = TextMatch::inTerm(term);
        if (isPostgres())
            return Bounds::unknown();
        if (namesTheFile(term))
            return Bounds::exactly("1");
        Bounds made{"0", anyText(match)};
        if (!areMessagesKnown())
            return made;
        if (scope.group == TextGroup::Speech) {
            Query query;
            query.kind = QueryKind::Messages;
            query.parts.push_back(Query::of(term));
            return ofMessages(query);
        }
        if (scope.group == TextGroup::All && !scope.language) {
            Query query;
            query.kind = QueryKind::Messages;
            query.parts.push_back(Query::of(term));
            made.lower = ofMessages(query).lower;
        }
        return made;
    }

    // Messages: conditions about m0, m1 …, the values of the lists at one place, and p and q, the place from
    // the beginning and from the end.

    std::string textList() const
    {
        const TableColumn& text = m_layout.messageColumns[m_layout.text];
        return text.isNullable ? "arrayMap(x -> ifNull(x, ''), " + text.sql + ")" : text.sql;
    }

    std::string use(std::size_t column)
    {
        m_used.insert(column);
        return "m" + std::to_string(column);
    }

    std::string usePlace(bool fromEnd)
    {
        (fromEnd ? m_usesEnd : m_usesPlace) = true;
        return fromEnd ? "q" : "p";
    }

    /// Whether the role that `value` means is this one.
    Bounds roleIs(const std::string& role, const std::string& value) const
    {
        QueryTerm term;
        term.kind = TermKind::Equals;
        term.field = "role";
        term.value = role;
        return pushValue(m_facts, m_layout.messageColumns[m_layout.role], value, term, true);
    }

    Bounds pushMessage(const Query& query)
    {
        switch (query.kind) {
        case QueryKind::Everything:
            return Bounds::exactly("1");
        case QueryKind::And:
        case QueryKind::Or:
        case QueryKind::Not:
            return combined(query, [this](const Query& part) { return pushMessage(part); });
        case QueryKind::Term:
            return asksForText(query.term) ? pushMessageText(query.term) : pushMessageField(query.term);
        case QueryKind::Messages:
            break;
        }
        return Bounds::unknown();
    }

    Bounds pushMessageField(const QueryTerm& term)
    {
        const std::string& key = term.field;
        const bool isNumber = term.kind == TermKind::Range || term.kind == TermKind::Equals;
        if (key == "position" || key == "message_length" || key == "length") {
            if (!isNumber)
                return Bounds::exactly(term.kind == TermKind::Has ? "1" : "0");
            const std::string number = key == "position"
                                           ? "toFloat64(" + usePlace(false) + ")"
                                           : "toFloat64(lengthUTF8(ifNull(" + use(m_layout.text) + ", '')))";
            return Bounds::exactly(inRange(number, rangeOf(term)));
        }
        if (!term.typedField.empty())
            return Bounds::unknown();
        if (key == "role")
            return pushValue(m_facts, m_layout.messageColumns[m_layout.role], use(m_layout.role), term, true);
        const TableColumn* const column = columnNamed(m_layout.messageColumns, key);
        const bool isField = column != nullptr && column != &m_layout.messageColumns[m_layout.text] &&
                             column != &m_layout.messageColumns[m_layout.role] && !isBuiltInKey(key);
        if (!isField || !isPlainColumn(key, true))
            return Bounds::unknown();
        const auto index = static_cast<std::size_t>(column - m_layout.messageColumns.data());
        return pushValue(m_facts, *column, use(index), term, true);
    }

    Bounds pushMessageText(const QueryTerm& term)
    {
        const TextScope scope = textScope(term.field).value_or(TextScope{});
        const TextMatch match = TextMatch::inTerm(term);
        const std::string text = use(m_layout.text);
        const bool isNullable = m_layout.messageColumns[m_layout.text].isNullable;
        const auto total = [isNullable](const std::string& condition) {
            return isNullable && condition != "0" && condition != "1" ? "ifNull(" + condition + ", 0)"
                                                                      : condition;
        };
        // Media that is written as text is nothing to read.
        const Bounds isRead = Bounds::exactly("NOT startsWith(" + text + ", 'data:')");
        Bounds content = match.containedIn(text);
        content = content == Bounds::unknown() ? content : bothHold(content, isRead);
        std::vector<std::string> upper{total(content.upper)};
        for (std::size_t i = 0; i < m_layout.messageColumns.size(); ++i) {
            const TableColumn& column = m_layout.messageColumns[i];
            if (i == m_layout.text || i == m_layout.role)
                continue;
            // Texts that are written beside the message belong to it, and some of them are speech.
            if (column.type == RemoteType::Text)
                upper.push_back("ifNull(" + match.containedIn(use(i)).upper + ", 0)");
            else if (column.type == RemoteType::Other)
                upper.push_back("ifNull(" + match.mayBeInJson("toString(" + use(i) + ")") + ", 0)");
        }
        Bounds made{"0", sqlOr(upper)};
        const bool isSpeech = scope.group == TextGroup::Speech;
        if ((isSpeech || scope.group == TextGroup::All) && !scope.language)
            made.lower = total(content.lower);
        if (!isSpeech)
            return made;
        const Bounds role = roleIs(scope.role, use(m_layout.role));
        return both({role, made}, sqlAnd);
    }

    /// A call of a function of lists with the condition. All lists that any condition uses are given to it: a
    /// list that the condition captured would be copied for each of its entries.
    std::string over(const char* function, const std::string& condition) const
    {
        std::string names = "m" + std::to_string(m_layout.role);
        std::string lists = m_layout.roles();
        for (const std::size_t index : m_used) {
            if (index == m_layout.role)
                continue;
            names += ", m" + std::to_string(index);
            lists += ", " + m_layout.messageColumns[index].sql;
        }
        if (m_usesPlace) {
            names += ", p";
            lists += ", arrayEnumerate(" + m_layout.roles() + ")";
        }
        if (m_usesEnd) {
            names += ", q";
            lists += ", arrayReverse(arrayEnumerate(" + m_layout.roles() + "))";
        }
        return std::string(function) + "((" + names + ") -> " + condition + ", " + lists + ")";
    }

    std::string someMessage(const std::string& condition) const
    {
        if (condition == "0")
            return condition;
        return condition == "1" ? "notEmpty(" + m_layout.roles() + ")" : over("arrayExists", condition);
    }

    std::string count(const std::string& condition) const
    {
        if (condition == "0")
            return "toFloat64(0)";
        return condition == "1" ? "toFloat64(length(" + m_layout.roles() + "))"
                                : "toFloat64(" + over("arrayCount", condition) + ")";
    }

    void checkMessages(const Query& query) const
    {
        if (query.kind == QueryKind::Term)
            check(query, true);
        for (const Query& part : query.parts)
            checkMessages(part);
    }

    Bounds ofMessages(const Query& query)
    {
        checkMessages(query.parts.front());
        if (!areMessagesKnown())
            return Bounds::unknown();
        m_used.clear();
        m_usesPlace = m_usesEnd = false;
        const Bounds one = pushMessage(query.parts.front());
        const auto each = [&one](const auto& make) { return Bounds{make(one.lower), make(one.upper)}; };
        switch (query.quantifier) {
        case Quantifier::Some:
            return each([this](const auto& condition) { return someMessage(condition); });
        case Quantifier::First:
        case Quantifier::Last: {
            const std::string at = usePlace(query.quantifier == Quantifier::Last) + " = 1";
            return each([&](const auto& condition) { return someMessage(sqlAnd({at, condition})); });
        }
        case Quantifier::All:
            return each([this](const auto& condition) {
                return sqlAnd({"notEmpty(" + m_layout.roles() + ")", sqlNot(someMessage(sqlNot(condition)))});
            });
        case Quantifier::Count:
            return countIn(one, ClosedRange(query.term));
        }
        return Bounds::unknown();
    }

    /// There are at least as many messages as the lower bound holds for, and at most as many as the upper.
    Bounds countIn(const Bounds& one, const ClosedRange& range) const
    {
        if (one.isExact())
            return Bounds::exactly(inRange(count(one.lower), range));
        constexpr double kNoEnd = std::numeric_limits<double>::infinity();
        const ClosedRange from(range.low(), kNoEnd);
        const ClosedRange to(-kNoEnd, range.high());
        return {sqlAnd({inRange(count(one.lower), from), inRange(count(one.upper), to)}),
                sqlAnd({inRange(count(one.upper), from), inRange(count(one.lower), to)})};
    }

    const TableFacts& m_facts;
    const TableLayout& m_layout;
    /// By the condition on messages that is being written.
    std::set<std::size_t> m_used;
    bool m_usesPlace = false;
    bool m_usesEnd = false;
};

} // namespace

Bounds bothHold(const Bounds& a, const Bounds& b)
{
    return both({a, b}, sqlAnd);
}

Expected<Bounds, QueryMistake> pushQuery(const TableFacts& facts, const Query& query)
{
    try {
        return Pushing(facts).push(withFieldKeys(*facts.sample, query));
    } catch (QueryMistake& mistake) {
        return std::move(mistake);
    }
}

std::optional<std::string> pushedNumber(const TableFacts& facts, const std::string& field)
{
    if (auto number = Pushing(facts).builtInNumber(field))
        return field == "turns" ? "nullIf(" + *number + ", 0)" : number;
    const TableColumn* const column = columnNamed(facts.layout.columns, field);
    const auto read = findField(*facts.sample, field);
    const bool isNumber = column != nullptr && column->type == RemoteType::Number && !column->isList &&
                          (!read || (read->isNumber() && read->anyColumn() != nullptr));
    if (!isNumber)
        return std::nullopt;
    if (facts.layout.dialect == SqlDialect::PostgreSql) {
        const std::string number = column->sql + "::float8";
        return "CASE WHEN abs(" + number + ") < 'Infinity'::float8 THEN " + number + " END";
    }
    const std::string number = "toFloat64(" + column->sql + ")";
    return "if(ifNull(isFinite(" + number + "), 0), " + number + ", NULL)";
}

std::optional<std::string> pushedOrder(const TableFacts& facts, const std::string& field)
{
    if (const auto number = pushedNumber(facts, field))
        return number;
    const TableColumn* const column = field == "id" && facts.id ? &facts.layout.columns[*facts.id]
                                                                : columnNamed(facts.layout.columns, field);
    const bool isWhole = column != nullptr && isWholeNumbers(*column);
    const auto read = findField(*facts.sample, field);
    if (!isWhole || !read || read->isNumber())
        return std::nullopt;
    // As texts, numbers without a sign have the same order.
    for (Row row{0}; row < facts.sample->endRow(); ++row) {
        if (read->text(row).starts_with('-'))
            return std::nullopt;
    }
    return column->sql;
}

} // namespace duologue
