// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/postgres_module.h"

#include "core/util/modules/module_entry.h"

#include <array>
#include <cstddef>
#include <libpq-fe.h>
#include <new>
#include <utility>

namespace duologue {

namespace {

struct FreePostgres {
    void operator()(PGconn* connection) const { PQfinish(connection); }
    void operator()(PGresult* result) const { PQclear(result); }
    void operator()(PGcancel* cancel) const { PQfreeCancel(cancel); }
};
using Connection = std::unique_ptr<PGconn, FreePostgres>;

class LibraryConnection final : public PostgresConnection {
public:
    explicit LibraryConnection(Connection connection) : m_connection(std::move(connection)) {}

    int socket() const noexcept override { return PQsocket(m_connection.get()); }

    Connecting goOn() noexcept override
    {
        switch (PQconnectPoll(m_connection.get())) {
        case PGRES_POLLING_OK:
            return Connecting::Done;
        case PGRES_POLLING_READING:
            return Connecting::WaitsToRead;
        case PGRES_POLLING_FAILED:
            return Connecting::Failed;
        default:
            return Connecting::WaitsToWrite;
        }
    }

    bool send(const char* sql) noexcept override
    {
        if (PQsendQuery(m_connection.get(), sql) == 0)
            return false;
        PQsetSingleRowMode(m_connection.get());
        return true;
    }

    bool isBusy() noexcept override { return PQisBusy(m_connection.get()) != 0; }
    bool receive() noexcept override { return PQconsumeInput(m_connection.get()) != 0; }

    Result next() noexcept override
    {
        m_result.reset(PQgetResult(m_connection.get()));
        if (!m_result)
            return Result::None;
        switch (PQresultStatus(m_result.get())) {
        case PGRES_SINGLE_TUPLE:
            return Result::Row;
        case PGRES_TUPLES_OK:
            return Result::EndOfRows;
        default:
            return Result::Failed;
        }
    }

    std::string_view value() const noexcept override
    {
        return {PQgetvalue(m_result.get(), 0, 0),
                static_cast<std::size_t>(PQgetlength(m_result.get(), 0, 0))};
    }

    const char* failure() const noexcept override
    {
        return PQresultErrorField(m_result.get(), PG_DIAG_MESSAGE_PRIMARY);
    }

    const char* mistake() const noexcept override { return PQerrorMessage(m_connection.get()); }
    bool isBroken() const noexcept override { return PQstatus(m_connection.get()) == CONNECTION_BAD; }

    void cancel() noexcept override
    {
        const std::unique_ptr<PGcancel, FreePostgres> cancel(PQgetCancel(m_connection.get()));
        std::array<char, 256> why{};
        if (cancel)
            PQcancel(cancel.get(), why.data(), static_cast<int>(why.size()));
    }

private:
    Connection m_connection;
    std::unique_ptr<PGresult, FreePostgres> m_result;
};

class Libpq final : public PostgresModule {
public:
    std::unique_ptr<PostgresConnection> connect(const char* const* names,
                                                const char* const* values) const noexcept override
    {
        Connection connection(PQconnectStartParams(names, values, 0));
        if (!connection)
            return nullptr;
        return std::unique_ptr<PostgresConnection>(new (std::nothrow)
                                                       LibraryConnection(std::move(connection)));
    }
};

const Libpq libpq;

} // namespace

} // namespace duologue

DUOLOGUE_MODULE(duologue::libpq)
