// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/expected.h"
#include "core/util/phrase.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace duologue {

/// What a query may cost.
struct ServerLimits {
    std::chrono::seconds connectTime{5};
    /// For the whole query, at the server (max_execution_time) and here.
    std::chrono::seconds queryTime{300};
    /// Of an answer, at the server (max_result_bytes).
    std::uint64_t resultBytes = std::uint64_t{16} << 30U;
    /// How often a connection is tried before nothing of an answer has come.
    int attempts = 3;
};

enum class Engine : std::uint8_t { ClickHouse, PostgreSql };

/// Where a table is. It never holds a name or a password of a user. A value.
struct TableAddress {
    Engine engine = Engine::ClickHouse;
    /// Only ClickHouse: HTTP over TLS.
    bool isEncrypted = false;
    /// A name or a number; IPv6 without its brackets.
    std::string host;
    std::uint16_t port = 0;
    /// Empty: the user's default database.
    std::string database;
    /// Only PostgreSQL; empty: the first schema of the search path that has the table.
    std::string schema;
    std::string table;

    bool operator==(const TableAddress&) const = default;

    /// "clickhouse://localhost:8123/logs.chats", which parses to the same value.
    std::string text() const;
    /// "logs.chats", for people and for the name of a file.
    std::string shownName() const;
};

/// The port of an address that names none.
std::uint16_t usualPort(Engine engine, bool isEncrypted);

/// Whether a path is meant as the address of a table.
bool isTableAddress(std::string_view path);

/// Reads clickhouse://host:8123/database.table, clickhouse+https://… and
/// postgresql://host:5432/database/schema.table. Ports may be left out, and so may the database (the schema).
/// Characters of names may be written as %2E. A phrase says what is wrong; an address with a user or a
/// password is refused.
Expected<TableAddress, Phrase> readTableAddress(std::string_view text);

/// Who asks. Read by the programs; never kept, logged or written.
struct Credentials {
    /// Empty: as ~/.netrc says, or the server's default user.
    std::string user;
    std::string password;
};

/// DUOLOGUE_USER and DUOLOGUE_PASSWORD; empty where they are not set.
Credentials credentialsOfEnvironment();

} // namespace duologue
