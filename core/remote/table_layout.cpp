// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/table_layout.h"

#include "core/remote/sql_text.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace duologue {

namespace {

constexpr std::array<std::string_view, 5> kRoleColumns{"role", "roles", "from", "speaker", "author"};
constexpr std::array<std::string_view, 8> kTextColumns{"content", "contents", "text",     "texts",
                                                       "value",   "message",  "messages", "utterance"};
constexpr std::array<std::string_view, 9> kConversationColumns{
    "conversation_id", "conversation", "conv_id", "dialogue_id", "dialog_id",
    "session_id",      "session",      "chat_id", "thread_id"};
/// What counts messages goes before times, and ids, which grow with time at best, come last.
constexpr std::array<std::string_view, 12> kPositionColumns{
    "position", "message_index", "turn",      "turn_index", "idx",        "index",
    "seq",      "ordinal",       "timestamp", "created_at", "message_id", "id"};
constexpr std::size_t kFirstIdColumn = 10;

template<std::size_t count>
std::size_t rankIn(const std::array<std::string_view, count>& names, std::string_view name)
{
    const auto found = std::find(names.begin(), names.end(), lowerAscii(name));
    return static_cast<std::size_t>(found - names.begin());
}

/// The inner type of "Array(…)"; nothing for others.
std::optional<std::string_view> inside(std::string_view type, std::string_view outer)
{
    if (!type.starts_with(outer) || !type.substr(outer.size()).starts_with('(') || !type.ends_with(')'))
        return std::nullopt;
    return type.substr(outer.size() + 1, type.size() - outer.size() - 2);
}

RemoteType columnType(std::string_view type)
{
    const auto is = [type](std::initializer_list<std::string_view> names) {
        return std::any_of(names.begin(), names.end(), [type](std::string_view name) {
            return type == name || inside(type, name).has_value();
        });
    };
    if (is({"UInt8", "UInt16", "UInt32", "UInt64", "Int8", "Int16", "Int32", "Int64", "Float64"}))
        return RemoteType::Number;
    if (is({"Float32", "Decimal", "Decimal32", "Decimal64", "Decimal128", "Decimal256", "Int128", "UInt128",
            "Int256", "UInt256"}))
        return RemoteType::RoughNumber;
    if (is({"String", "FixedString", "Enum8", "Enum16", "UUID", "IPv4", "IPv6"}))
        return RemoteType::Text;
    return is({"Date", "Date32", "DateTime"}) ? RemoteType::Time : RemoteType::Other;
}

/// The value of a column as a text.
std::string sqlAsText(std::string_view type, const std::string& sql, SqlDialect dialect)
{
    if (dialect == SqlDialect::PostgreSql)
        return sql + "::text";
    if (type.starts_with("FixedString"))
        return "replaceRegexpOne(toString(" + sql + "), '\\\\x00+$', '')";
    return type == "String" ? sql : "toString(" + sql + ')';
}

TableColumn tableColumn(const ServerColumn& server, SqlDialect dialect)
{
    TableColumn made;
    made.name = server.name;
    made.key = fieldKey(server.name);
    made.sql = sqlName(server.name, dialect);
    const PlainType outer = plainType(server.type);
    const auto element = inside(outer.name, "Array");
    const PlainType plain = element ? plainType(*element) : outer;
    made.isList = element.has_value();
    made.isNullable = plain.isNullable;
    made.type = columnType(plain.name);
    made.isJson = dialect == SqlDialect::PostgreSql && (server.type == "jsonb" || server.type == "json");
    if ((made.type == RemoteType::Text || made.type == RemoteType::Time) && !made.isList)
        made.sql = sqlAsText(plain.name, made.sql, dialect);
    else if (made.type == RemoteType::Text && plain.name != "String")
        made.sql = "arrayMap(x -> " + sqlAsText(plain.name, "x", dialect) + ", " + made.sql + ')';
    made.isFloat = plain.name == "Float64" || plain.name == "Float32";
    made.isMoment = plain.name.starts_with("DateTime64");
    if (plain.name.starts_with("FixedString"))
        made.read = made.sql;
    const char* const join = dialect == SqlDialect::PostgreSql ? "unnest(" : "arrayJoin(";
    made.values = made.isList ? join + made.sql + ')' : made.sql;
    return made;
}

/// What stands before the last dot ("messages" of "messages.role"), and after it.
std::string_view groupInName(std::string_view name)
{
    const std::size_t dot = name.rfind('.');
    return dot == std::string_view::npos ? std::string_view() : name.substr(0, dot);
}

std::string_view memberInName(std::string_view name)
{
    const std::size_t dot = name.rfind('.');
    return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

struct RoleAndText {
    std::size_t role;
    std::size_t text;
};

/// The first column with a name for roles, and the one beside it with the best name for texts. A column that
/// is chosen needs no such name, and the other one need not stand beside it.
std::optional<RoleAndText> roleAndText(const std::vector<TableColumn>& columns, bool areLists,
                                       const LayoutChoice& choice)
{
    const auto rankOf = [&](const auto& names, const std::string& chosen, const TableColumn& column) {
        if (column.isList != areLists || column.type != RemoteType::Text)
            return names.size();
        if (!chosen.empty())
            return column.name == chosen ? std::size_t{0} : names.size();
        return rankIn(names, memberInName(column.name));
    };
    const bool isChosen = !choice.role.empty() || !choice.text.empty();
    std::optional<RoleAndText> found;
    std::size_t best = kTextColumns.size();
    for (std::size_t role = 0; role < columns.size(); ++role) {
        if (rankOf(kRoleColumns, choice.role, columns[role]) == kRoleColumns.size())
            continue;
        for (std::size_t text = 0; text < columns.size(); ++text) {
            const std::size_t rank = rankOf(kTextColumns, choice.text, columns[text]);
            const bool fits = text != role && (isChosen || groupInName(columns[text].name) ==
                                                               groupInName(columns[role].name));
            if (fits && rank < best) {
                best = rank;
                found = RoleAndText{role, text};
            }
        }
    }
    return found;
}

/// Separates what messages have from what conversations have.
void takeLists(TableLayout& layout, const RoleAndText& found)
{
    const std::string group(groupInName(layout.columns[found.role].name));
    const std::string roleName = layout.columns[found.role].name;
    const std::string textName = layout.columns[found.text].name;
    std::vector<TableColumn> others;
    for (TableColumn& column : layout.columns) {
        const bool isPart = column.name == roleName || column.name == textName ||
                            (column.isList && !group.empty() && groupInName(column.name) == group);
        if (!isPart) {
            others.push_back(std::move(column));
            continue;
        }
        if (column.name == roleName)
            layout.role = layout.messageColumns.size();
        if (column.name == textName)
            layout.text = layout.messageColumns.size();
        column.key = fieldKey(memberInName(column.name));
        layout.messageColumns.push_back(std::move(column));
    }
    layout.columns = std::move(others);
    layout.kind = TableKind::Lists;
}

/// Whether the values of a column are single ones that have an order.
bool isSingle(const TableColumn& column)
{
    return !column.isList && (column.type != RemoteType::Other || column.isMoment);
}

/// How well a column says where messages stand, the least the best; nothing if it does not. Numbers and times
/// have an order of their own, and texts that count or are times have one if they are read as that. Ids have
/// one only if they are whole numbers: others are random.
std::optional<std::size_t> positionRank(const TableColumn& column)
{
    const std::size_t rank = rankIn(kPositionColumns, column.name);
    if (rank == kPositionColumns.size() || !isSingle(column))
        return std::nullopt;
    if (rank >= kFirstIdColumn)
        return column.type == RemoteType::Number && !column.isFloat ? std::optional(2 * rank) : std::nullopt;
    return column.type == RemoteType::Text ? kFirstIdColumn + rank : rank;
}

/// The columns that say where messages stand: the chosen one or the best, and those that decide between
/// messages for which it is equal.
std::vector<TableColumn> positionColumns(const std::vector<TableColumn>& columns, const std::string& chosen)
{
    std::vector<std::pair<std::size_t, const TableColumn*>> ranked;
    for (const TableColumn& column : columns) {
        if (column.name == chosen && isSingle(column))
            ranked.emplace_back(0, &column);
        else if (const auto rank = positionRank(column))
            ranked.emplace_back(*rank + 1, &column);
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<TableColumn> found;
    for (const auto& [rank, column] : ranked)
        found.push_back(*column);
    if (!chosen.empty() && (found.empty() || found.front().name != chosen))
        found.clear();
    return found;
}

/// What to sort by for a column. Texts that are numbers are sorted as numbers: 9 comes before 10.
std::vector<std::string> sortKeysOf(const TableColumn& column, const TableLayout& layout)
{
    if (column.type != RemoteType::Text)
        return {layout.quoted(column.name)};
    if (layout.dialect == SqlDialect::ClickHouse)
        return {"toFloat64OrNull(" + column.sql + ')', column.sql};
    return {"CASE WHEN " + column.sql + " ~ '^ *[+-]?[0-9]{1,250}([.][0-9]{1,250})? *$' THEN " + column.sql +
                "::numeric END",
            column.sql + " COLLATE \"C\""};
}

/// The chosen column, or the one with the best name.
template<std::size_t count>
const TableColumn* bestNamed(const std::vector<TableColumn>& columns,
                             const std::array<std::string_view, count>& names, const std::string& chosen)
{
    const TableColumn* best = nullptr;
    std::size_t least = count;
    for (const TableColumn& column : columns) {
        const std::size_t rank =
            chosen.empty() ? rankIn(names, column.name) : (column.name == chosen ? 0 : count);
        if (rank < least && isSingle(column)) {
            least = rank;
            best = &column;
        }
    }
    return best;
}

std::string sqlList(const std::vector<std::string>& parts)
{
    std::string out;
    for (const std::string& part : parts)
        out += (out.empty() ? "" : ", ") + part;
    return out;
}

/// A query whose rows have all messages of a conversation in `duologue rows`, as tuples that begin with what
/// they are sorted by. Equal ones stay in the order in which the server reads them.
void sortInClickHouse(TableLayout& layout, const std::string& id, const std::string& groups,
                      const std::vector<std::string>& order, const std::string& tuple)
{
    std::string keys;
    for (std::size_t i = 1; i <= order.size(); ++i)
        keys += "tupleElement(x, " + std::to_string(i) + "), ";
    layout.beforeTable += "(SELECT " + id + ", arraySort((x, i) -> (" + keys +
                          "i), `duologue all`, arrayEnumerate(`duologue all`)) AS `duologue rows` FROM "
                          "(SELECT " +
                          id + ", groupArray((" + tuple + ")) AS `duologue all` FROM ";
    layout.afterTable = " GROUP BY " + groups + ")))";
}

/// Groups the messages by their conversation, in the order of their positions. A message without a
/// conversation stands alone.
void groupMessages(TableLayout& layout, const RoleAndText& found, const TableColumn& conversation,
                   const std::vector<TableColumn>& positions, const std::string& rowPlace)
{
    const std::string id = layout.quoted(conversation.name);
    const bool isPostgres = layout.dialect == SqlDialect::PostgreSql;
    std::vector<std::string> order;
    for (const TableColumn& position : positions) {
        const auto more = sortKeysOf(position, layout);
        order.insert(order.end(), more.begin(), more.end());
    }
    const std::string sortedBy = sqlList(order) + (rowPlace.empty() ? "" : ", " + rowPlace);
    std::string tuple = sqlList(order);
    std::string lists;
    std::vector<TableColumn> messages;
    for (std::size_t i = 0; i < layout.columns.size(); ++i) {
        TableColumn column = layout.columns[i];
        if (column.name == conversation.name)
            continue;
        tuple += ", " + column.sql;
        // A name that no column has.
        const std::string name = "duologue " + column.name;
        lists += isPostgres
                     ? ", array_agg(" + column.sql + " ORDER BY " + sortedBy + ") AS "
                     : ", arrayMap(x -> tupleElement(x, " +
                           std::to_string(messages.size() + order.size() + 1) + "), `duologue rows`) AS ";
        lists += layout.quoted(name);
        if (i == found.role)
            layout.role = messages.size();
        if (i == found.text)
            layout.text = messages.size();
        column.name = name;
        column.sql = layout.quoted(name);
        column.isList = true;
        column.read.clear();
        messages.push_back(std::move(column));
    }
    layout.kind = TableKind::Messages;
    layout.conversation = conversation.name;
    layout.position = positions.front().name;
    layout.messageColumns = std::move(messages);
    std::string groups = id;
    if (conversation.isNullable)
        groups += isPostgres ? ", CASE WHEN " + id + " IS NULL THEN gen_random_uuid() END"
                             : ", if(isNull(" + id + "), rand64(), toUInt64(0))";
    layout.beforeTable = "(SELECT " + id + lists + " FROM ";
    if (isPostgres)
        layout.afterTable = " GROUP BY " + groups + ") AS grouped";
    else
        sortInClickHouse(layout, id, groups, order, tuple);
    layout.from = layout.beforeTable + layout.table + layout.afterTable;
    layout.columns = {conversation};
}

} // namespace

PlainType plainType(std::string_view type)
{
    PlainType plain{type, false};
    for (bool isWrapped = true; isWrapped;) {
        isWrapped = false;
        for (const std::string_view wrapper : {"Nullable", "LowCardinality"}) {
            if (const auto inner = inside(plain.name, wrapper)) {
                plain.isNullable = plain.isNullable || wrapper == "Nullable";
                plain.name = *inner;
                isWrapped = true;
            }
        }
    }
    return plain;
}

std::string TableLayout::select() const
{
    std::string out;
    for (const auto* group : {&columns, &messageColumns}) {
        for (const TableColumn& column : *group)
            out += (out.empty() ? "" : ", ") + quoted(column.name);
    }
    return out;
}

std::string TableLayout::fromWhere(const std::string& condition) const
{
    if (kind != TableKind::Messages || condition == "1")
        return from;
    return beforeTable + table + " WHERE " + condition + afterTable;
}

std::string TableLayout::reading(const std::string& query) const
{
    std::string names;
    bool isOther = false;
    for (const auto* group : {&columns, &messageColumns}) {
        for (const TableColumn& column : *group) {
            isOther = isOther || !column.read.empty();
            names += (names.empty() ? "" : ", ") +
                     (column.read.empty() ? std::string() : column.read + " AS ") + quoted(column.name);
        }
    }
    return isOther ? "SELECT " + names + " FROM (" + query + ") AS answered" : query;
}

std::string TableLayout::listOf(const std::string& value) const
{
    return (dialect == SqlDialect::PostgreSql ? "ARRAY[" : "[") + value + ']';
}

namespace {

TableLayout bareLayout(const TableAddress& address, const std::vector<ServerColumn>& columns)
{
    TableLayout layout;
    layout.dialect = address.engine == Engine::PostgreSql ? SqlDialect::PostgreSql : SqlDialect::ClickHouse;
    const std::string& before = address.engine == Engine::PostgreSql ? address.schema : address.database;
    layout.table = (before.empty() ? "" : layout.quoted(before) + '.') + layout.quoted(address.table);
    layout.from = layout.table;
    for (const ServerColumn& column : columns) {
        if (!column.isHidden)
            layout.columns.push_back(tableColumn(column, layout.dialect));
    }
    return layout;
}

} // namespace

Expected<TableLayout, Phrase> layoutOfTable(const TableAddress& address,
                                            const std::vector<ServerColumn>& columns,
                                            const LayoutChoice& choice)
{
    TableLayout layout = bareLayout(address, columns);
    if (layout.columns.empty())
        return PhraseId::NoTableColumns;
    const auto mayBe = [&choice](TableKind kind) { return !choice.kind || *choice.kind == kind; };
    if (mayBe(TableKind::Lists)) {
        if (const auto lists = roleAndText(layout.columns, true, choice)) {
            takeLists(layout, *lists);
            return layout;
        }
        if (choice.kind)
            return PhraseId::NoListColumns;
    }
    if (mayBe(TableKind::Messages)) {
        const auto messages = roleAndText(layout.columns, false, choice);
        const TableColumn* const conversation =
            bestNamed(layout.columns, kConversationColumns, choice.conversation);
        const auto positions = positionColumns(layout.columns, choice.position);
        const auto place = std::find_if(columns.begin(), columns.end(),
                                        [](const ServerColumn& column) { return column.isHidden; });
        if (messages && conversation != nullptr && !positions.empty())
            groupMessages(layout, *messages, TableColumn(*conversation), positions,
                          place == columns.end() ? std::string() : layout.quoted(place->name));
        else if (choice.kind)
            return PhraseId::NoMessageColumns;
    }
    return layout;
}

LayoutOptions layoutOptions(const TableAddress& address, const std::vector<ServerColumn>& columns)
{
    LayoutOptions options;
    for (const TableColumn& column : bareLayout(address, columns).columns) {
        if (column.type == RemoteType::Text)
            (column.isList ? options.textLists : options.texts).push_back(column.name);
        if (isSingle(column))
            options.singles.push_back(column.name);
    }
    return options;
}

} // namespace duologue
