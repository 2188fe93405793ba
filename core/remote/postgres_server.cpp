// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/remote/sql_text.h"
#include "core/remote/table_server.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <initializer_list>
#include <libpq-fe.h>
#include <poll.h>
#include <string_view>
#include <utility>

namespace duologue {

namespace {

/// How long a wait for bytes lasts before the job is looked at.
constexpr int kLookMilliseconds = 40;

struct FreePostgres {
    void operator()(PGconn* connection) const { PQfinish(connection); }
    void operator()(PGresult* result) const { PQclear(result); }
    void operator()(PGcancel* cancel) const { PQfreeCancel(cancel); }
};

using PostgresConnection = std::unique_ptr<PGconn, FreePostgres>;
using PostgresResult = std::unique_ptr<PGresult, FreePostgres>;

/// A type by the names of ClickHouse, which layouts know. Any other type stays what it is: read, and not
/// asked.
std::string layoutType(std::string_view type, bool isEnum, bool isNullable)
{
    const auto is = [type](std::initializer_list<std::string_view> names) {
        return std::find(names.begin(), names.end(), type) != names.end();
    };
    const auto nullable = [isNullable](const std::string& name) {
        return isNullable ? "Nullable(" + name + ")" : name;
    };
    if (is({"smallint", "integer", "bigint"}))
        return nullable("Int64");
    if (type == "double precision")
        return nullable("Float64");
    if (type == "real")
        return nullable("Float32");
    if (type.starts_with("numeric"))
        return nullable("Decimal");
    // The server fills them with spaces.
    if (type.starts_with("character("))
        return nullable("FixedString");
    if (type.starts_with("timestamp") && !type.ends_with("[]"))
        return nullable("DateTime64");
    if (is({"text[]", "character varying[]"}))
        return "Array(Nullable(String))";
    if (isEnum || is({"text", "uuid"}) || type.starts_with("character varying"))
        return nullable("String");
    return type == "date" ? nullable("Date") : std::string(type);
}

/// Waits a moment for the socket.
void waitFor(const PGconn* connection, short events)
{
    pollfd wait{PQsocket(connection), events, 0};
    ::poll(&wait, 1, kLookMilliseconds);
}

std::string plainSentence(const char* message)
{
    const std::string_view text = message == nullptr ? std::string_view() : message;
    return toValidUtf8(trimmed(text.substr(0, text.find('\n'))));
}

class PostgresServer final : public TableServer {
public:
    PostgresServer(TableAddress address, Credentials credentials, ServerLimits limits)
        : m_address(std::move(address)), m_credentials(std::move(credentials)), m_limits(limits)
    {
    }

    const TableAddress& address() const override { return m_address; }

    Phrase connect(const Job& job) override
    {
        Phrase mistake;
        connected(job, mistake);
        return mistake;
    }

    Phrase columns(const Job& job, std::vector<ServerColumn>& found) const override
    {
        const std::string name =
            (m_address.schema.empty() ? "" : sqlName(m_address.schema, SqlDialect::PostgreSql) + '.') +
            sqlName(m_address.table, SqlDialect::PostgreSql);
        return rows(
            "SELECT attname AS name, format_type(atttypid, atttypmod) AS type, attnotnull AS filled, attnum "
            "< 0 "
            "AS hidden, typtype = 'e' AS listed FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid "
            "WHERE "
            "attrelid = " +
                sqlText(name, SqlDialect::PostgreSql) +
                "::regclass AND (attnum > 0 OR attname = 'ctid') AND NOT attisdropped ORDER BY attnum",
            job, [&found](const JsonView& row) {
                found.push_back({std::string(row["name"].string()),
                                 layoutType(row["type"].string(), row["listed"].boolean() == true,
                                            row["filled"].boolean() != true),
                                 row["hidden"].boolean() == true});
                return true;
            });
    }

    Phrase rowTexts(const std::string& sql, const Job& job, const TakeRowText& take) const override
    {
        Phrase mistake;
        const PostgresConnection connection = connected(job, mistake);
        if (!connection)
            return mistake;
        const std::string query = "SELECT row_to_json(answer)::text FROM (" + sql + ") AS answer";
        if (PQsendQuery(connection.get(), query.c_str()) == 0)
            return {PhraseId::AnswerBroken, plainSentence(PQerrorMessage(connection.get()))};
        PQsetSingleRowMode(connection.get());
        LenientParser parser;
        for (;;) {
            const PostgresResult result = next(connection.get(), job);
            if (job.stopRequested()) {
                cancel(connection.get());
                return {};
            }
            if (!result)
                return {};
            const ExecStatusType status = PQresultStatus(result.get());
            if (status == PGRES_TUPLES_OK)
                continue;
            if (status != PGRES_SINGLE_TUPLE)
                return failure(connection.get(), result.get());
            const std::string_view text(PQgetvalue(result.get(), 0, 0),
                                        static_cast<std::size_t>(PQgetlength(result.get(), 0, 0)));
            const auto row = parser.parse(text);
            if (!row)
                return {PhraseId::AnswerBroken, Phrase(PhraseId::HalfRow)};
            if (!take(*row, text)) {
                cancel(connection.get());
                return {};
            }
        }
    }

private:
    /// Null, with the reason unless the job was stopped, if the server does not answer.
    PostgresConnection connected(const Job& job, Phrase& mistake) const
    {
        const std::string port = std::to_string(m_address.port);
        const std::string options =
            "-c default_transaction_read_only=on -c standard_conforming_strings=on -c statement_timeout=" +
            std::to_string(std::chrono::milliseconds(m_limits.queryTime).count());
        std::vector<const char*> names{"host", "port", "options", "client_encoding",
                                       "fallback_application_name"};
        std::vector<const char*> values{m_address.host.c_str(), port.c_str(), options.c_str(), "UTF8",
                                        "duologue"};
        const auto add = [&](const char* name, const std::string& value) {
            if (value.empty())
                return;
            names.push_back(name);
            values.push_back(value.c_str());
        };
        add("dbname", m_address.database);
        add("user", m_credentials.user);
        add("password", m_credentials.password);
        names.push_back(nullptr);
        values.push_back(nullptr);
        PostgresConnection connection(PQconnectStartParams(names.data(), values.data(), 0));
        const auto end = std::chrono::steady_clock::now() + m_limits.connectTime;
        PostgresPollingStatusType status = PGRES_POLLING_WRITING;
        while (connection && PQstatus(connection.get()) != CONNECTION_BAD && status != PGRES_POLLING_OK &&
               status != PGRES_POLLING_FAILED && std::chrono::steady_clock::now() < end) {
            if (job.stopRequested())
                return nullptr;
            waitFor(connection.get(), status == PGRES_POLLING_READING ? POLLIN : POLLOUT);
            status = PQconnectPoll(connection.get());
        }
        if (connection && status == PGRES_POLLING_OK)
            return connection;
        mistake = {PhraseId::ServerNotReached, m_address.host + ':' + port,
                   plainSentence(connection ? PQerrorMessage(connection.get()) : nullptr)};
        return nullptr;
    }

    /// The next result; null after the last one, or if the job was stopped.
    static PostgresResult next(PGconn* connection, const Job& job)
    {
        while (PQisBusy(connection) != 0 && !job.stopRequested()) {
            waitFor(connection, POLLIN);
            if (PQconsumeInput(connection) == 0)
                break;
        }
        return PostgresResult(job.stopRequested() ? nullptr : PQgetResult(connection));
    }

    static void cancel(PGconn* connection)
    {
        const std::unique_ptr<PGcancel, FreePostgres> cancel(PQgetCancel(connection));
        std::array<char, 256> why{};
        if (cancel)
            PQcancel(cancel.get(), why.data(), static_cast<int>(why.size()));
    }

    static Phrase failure(const PGconn* connection, const PGresult* result)
    {
        const char* const message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
        if (PQstatus(connection) == CONNECTION_BAD || message == nullptr)
            return {PhraseId::AnswerBroken, plainSentence(PQerrorMessage(connection))};
        return {PhraseId::ServerSays, plainSentence(message)};
    }

    TableAddress m_address;
    Credentials m_credentials;
    ServerLimits m_limits;
};

} // namespace

std::unique_ptr<TableServer> postgresServer(const TableAddress& address, const Credentials& credentials,
                                            const ServerLimits& limits)
{
    return std::make_unique<PostgresServer>(address, credentials, limits);
}

} // namespace duologue
