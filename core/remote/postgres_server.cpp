// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/remote/postgres_module.h"
#include "core/remote/sql_text.h"
#include "core/remote/table_server.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <memory>
#include <new>
#include <poll.h>
#include <string_view>
#include <utility>

namespace duologue {

namespace {

/// How long a wait for bytes lasts before the job is looked at.
constexpr int kLookMilliseconds = 40;

const Module<PostgresModule>& postgresModule()
{
    static const Module<PostgresModule> module;
    return module;
}

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
void waitFor(const PostgresConnection& connection, short events)
{
    pollfd wait{connection.socket(), events, 0};
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
        const std::unique_ptr<PostgresConnection> connection = connected(job, mistake);
        if (!connection)
            return mistake;
        const std::string query = "SELECT row_to_json(answer)::text FROM (" + sql + ") AS answer";
        if (!connection->send(query.c_str()))
            return {PhraseId::AnswerBroken, plainSentence(connection->mistake())};
        LenientParser parser;
        for (;;) {
            const PostgresConnection::Result result = next(*connection, job);
            if (job.stopRequested()) {
                connection->cancel();
                return {};
            }
            if (result == PostgresConnection::Result::None)
                return {};
            if (result == PostgresConnection::Result::EndOfRows)
                continue;
            if (result == PostgresConnection::Result::Failed)
                return failure(*connection);
            const std::string_view text = connection->value();
            const auto row = parser.parse(text);
            if (!row)
                return {PhraseId::AnswerBroken, Phrase(PhraseId::HalfRow)};
            if (!take(*row, text)) {
                connection->cancel();
                return {};
            }
        }
    }

private:
    /// Null, with the reason unless the job was stopped, if the server does not answer.
    std::unique_ptr<PostgresConnection> connected(const Job& job, Phrase& mistake) const
    {
        const PostgresModule* const module = postgresModule().get();
        if (module == nullptr) {
            mistake = {PhraseId::ModuleNotOpened, toValidUtf8(postgresModule().mistake())};
            return nullptr;
        }
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
        std::unique_ptr<PostgresConnection> connection = module->connect(names.data(), values.data());
        if (!connection)
            throw std::bad_alloc();
        using Connecting = PostgresConnection::Connecting;
        const auto end = std::chrono::steady_clock::now() + m_limits.connectTime;
        auto state = connection->isBroken() ? Connecting::Failed : Connecting::WaitsToWrite;
        while (state != Connecting::Done && state != Connecting::Failed &&
               std::chrono::steady_clock::now() < end) {
            if (job.stopRequested())
                return nullptr;
            waitFor(*connection, state == Connecting::WaitsToRead ? POLLIN : POLLOUT);
            state = connection->goOn();
        }
        if (state == Connecting::Done)
            return connection;
        mistake = {PhraseId::ServerNotReached, m_address.host + ':' + port,
                   plainSentence(connection->mistake())};
        return nullptr;
    }

    /// The next result; None if the job was stopped, too.
    static PostgresConnection::Result next(PostgresConnection& connection, const Job& job)
    {
        while (connection.isBusy() && !job.stopRequested()) {
            waitFor(connection, POLLIN);
            if (!connection.receive())
                break;
        }
        return job.stopRequested() ? PostgresConnection::Result::None : connection.next();
    }

    static Phrase failure(const PostgresConnection& connection)
    {
        const char* const message = connection.failure();
        if (connection.isBroken() || message == nullptr)
            return {PhraseId::AnswerBroken, plainSentence(connection.mistake())};
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
