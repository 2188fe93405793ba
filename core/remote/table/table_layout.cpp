// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/table/table_layout.h"

#include "core/base/ascii.h"
#include "core/base/phrase_id.h"
#include "core/base/text.h"
#include "core/remote/sql/sql_text.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace duologue {

namespace {

constexpr std::array<std::string_view, 5> kRoleColumns{"role", "roles", "from", "speaker", "author"};
constexpr std::array<std::string_view, 8> kTextColumns{"content", "contents", "text",     "texts",
                                                       "value",   "message",  "messages", "utterance"};
constexpr std::array<std::string_view, 9> kConversationColumns{
    "conversation_id", "conversation", "conv_id", "dialogue_id", "dialog_id",
    "session_id",      "session",      "chat_id", "thread_id"};
constexpr std::array<std::string_view, 11> kPositionColumns{
    "position", "message_index", "message_id", "turn",      "turn_index", "idx",
    "index",    "seq",           "ordinal",    "timestamp", "created_at"};

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
        made.sql = "arrayMap(x -> toString(x), " + made.sql + ')';
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
    return !column.isList && column.type != RemoteType::Other;
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

/// Groups the messages by their conversation, in the order of their positions.
void groupMessages(TableLayout& layout, const RoleAndText& found, const TableColumn& conversation,
                   const TableColumn& position)
{
    const std::string id = layout.quoted(conversation.name);
    const std::string order = layout.quoted(position.name);
    const bool isPostgres = layout.dialect == SqlDialect::PostgreSql;
    std::string tuple = order;
    std::string lists;
    std::vector<TableColumn> messages;
    for (std::size_t i = 0; i < layout.columns.size(); ++i) {
        TableColumn column = layout.columns[i];
        if (column.name == conversation.name)
            continue;
        tuple += ", " + column.sql;
        // A name that no column has.
        const std::string name = "duologue " + column.name;
        lists += isPostgres ? ", array_agg(" + column.sql + " ORDER BY " + order + ") AS "
                            : ", arrayMap(x -> tupleElement(x, " + std::to_string(messages.size() + 2) +
                                  "), `duologue rows`) AS ";
        lists += layout.quoted(name);
        if (i == found.role)
            layout.role = messages.size();
        if (i == found.text)
            layout.text = messages.size();
        column.name = name;
        column.sql = layout.quoted(name);
        column.isList = true;
        messages.push_back(std::move(column));
    }
    layout.kind = TableKind::Messages;
    layout.conversation = conversation.name;
    layout.position = position.name;
    layout.messageColumns = std::move(messages);
    if (isPostgres)
        layout.from = "(SELECT " + id + lists + " FROM " + layout.table + " GROUP BY " + id + ") AS grouped";
    else
        layout.from = "(SELECT " + id + lists + " FROM (SELECT " + id +
                      ", arraySort(x -> tupleElement(x, 1), groupArray((" + tuple +
                      "))) AS `duologue rows` FROM " + layout.table + " GROUP BY " + id + "))";
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
    for (const ServerColumn& column : columns)
        layout.columns.push_back(tableColumn(column, layout.dialect));
    return layout;
}

} // namespace

std::variant<TableLayout, Phrase> layoutOfTable(const TableAddress& address,
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
        const TableColumn* const position = bestNamed(layout.columns, kPositionColumns, choice.position);
        if (messages && conversation != nullptr && position != nullptr)
            groupMessages(layout, *messages, TableColumn(*conversation), TableColumn(*position));
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
