// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "core/remote/sql_text.h"
#include "core/remote/table_address.h"
#include "core/util/expected.h"
#include "core/util/phrase.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// What the values of a column are, as far as questions to them differ.
enum class RemoteType : std::uint8_t {
    /// Whole numbers and Float64: the number of the engine is the one that a file says.
    Number,
    /// Float32, Decimal and whole numbers of more than 64 bits: a file says a number close to the engine's.
    RoughNumber,
    Text,
    /// Dates, and times without a part of a second; as texts they have the order of time.
    Time,
    /// Tuples, maps, numbers in lists and whatever else there is.
    Other,
};

/// A column as the server describes it.
struct ServerColumn {
    std::string name;
    std::string type;
    /// Says where a row stands in the table, as ctid does, and is no part of the row.
    bool isHidden = false;
};

struct TableColumn {
    /// Its name in a row that the server sends.
    std::string name;
    /// What it is in queries: fieldKey() of its name in a record.
    std::string key;
    /// Of its values; of each of them, for a list.
    RemoteType type = RemoteType::Other;
    bool isNullable = false;
    bool isList = false;
    /// The engine knows its members.
    bool isJson = false;
    /// A number with a fraction, even if the server writes none.
    bool isFloat = false;
    /// A point in time that is more than RemoteType::Time: with a part of a second, or a time zone.
    bool isMoment = false;
    /// Its value in SQL.
    std::string sql;
    /// What stands after SELECT if that is not the column itself: texts without the padding of their type.
    std::string read = {};
    /// What stands after SELECT DISTINCT for its single values, from TableLayout::table.
    std::string values;
};

/// How the rows of a table are conversations.
enum class TableKind : std::uint8_t {
    /// One row a conversation, as it is: with JSON in texts, or with anything else that a file may hold.
    Rows,
    /// One row a conversation, with lists of roles and of texts.
    Lists,
    /// One row a message.
    Messages,
};

/// A column with lists of (role, text), by their places from 0.
struct MessagePairs {
    std::string column;
    std::size_t role = 0;
    std::size_t text = 0;
};

/// Where the conversations of a table are. A value.
struct TableLayout {
    SqlDialect dialect = SqlDialect::ClickHouse;
    TableKind kind = TableKind::Rows;
    /// The table, and what stands after FROM for conversations.
    std::string table;
    std::string from;
    /// Of conversations.
    std::vector<TableColumn> columns;
    /// Lists with a value for each message, except if the kind is Rows. The key is that in a message.
    std::vector<TableColumn> messageColumns;
    /// Indexes in messageColumns.
    std::size_t role = 0;
    std::size_t text = 0;
    /// Only of Messages: the columns that say to which conversation a message belongs, and where it stands.
    std::string conversation;
    std::string position;
    /// Only of Messages: what stands in `from` before the table, and after it.
    std::string beforeTable = {};
    std::string afterTable = {};
    /// Only of Rows.
    std::optional<MessagePairs> pairs = {};

    const std::string& roles() const { return messageColumns[role].sql; }
    const std::string& texts() const { return messageColumns[text].sql; }
    std::string quoted(std::string_view name) const { return sqlName(name, dialect); }
    /// A list with one value.
    std::string listOf(const std::string& value) const;
    /// What stands after SELECT for rows that readers know.
    std::string select() const;
    /// `from` for those conversations of Messages for whose messages, each by itself, a condition holds.
    std::string fromWhere(const std::string& condition) const;
    /// The rows of a query with select(), as they are read.
    std::string reading(const std::string& query) const;
};

/// What somebody says about a table whose layout is not found, or found wrongly. What is empty is found by
/// names and types. A value.
struct LayoutChoice {
    std::optional<TableKind> kind;
    /// Names of columns.
    std::string role;
    std::string text;
    /// Only of TableKind::Messages.
    std::string conversation;
    std::string position;

    bool operator==(const LayoutChoice&) const = default;
};

/// Finds the layout by the names and types of the columns, as far as it is not chosen. A phrase if there is
/// none, or if a chosen column cannot be what it is chosen for.
Expected<TableLayout, Phrase> layoutOfTable(const TableAddress& address,
                                            const std::vector<ServerColumn>& columns,
                                            const LayoutChoice& choice = {});

/// Which columns could be chosen: lists of texts or texts for roles and texts, single values for the others.
struct LayoutOptions {
    std::vector<std::string> textLists;
    std::vector<std::string> texts;
    std::vector<std::string> singles;
};
LayoutOptions layoutOptions(const TableAddress& address, const std::vector<ServerColumn>& columns);

/// The type without Nullable( ) and LowCardinality( ), and whether it had the first.
struct PlainType {
    std::string_view name;
    bool isNullable = false;
};
PlainType plainType(std::string_view type);

/// All values of a column with not too many of them.
struct ColumnValues {
    /// The value of each record of `snapshot`; nothing for NULL.
    std::vector<std::optional<std::string>> values;
    /// A record for each value, read as rows of the table are. In lists of messages it has one message.
    SnapshotPtr snapshot;
};

/// Asks the server for the values of a column, once. Null if they are too many or too long, if the server
/// does not say, or if the table is no more. The pointer is valid as long as the table.
using FindValues = std::function<const ColumnValues*(const TableColumn& column)>;

/// What is known of a table before a query comes.
struct TableFacts {
    TableLayout layout;
    /// Some of its rows, as they are read.
    SnapshotPtr sample;
    /// In the sample, messages are the entries of the lists, one for one.
    bool areMessagesSure = false;
    /// The index among layout.columns of the one that is the id of conversations.
    std::optional<std::size_t> id;
    FindValues findValues;
};

} // namespace duologue
