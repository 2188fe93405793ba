// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/modules/module.h"

#include <cstdint>
#include <memory>
#include <string_view>

namespace duologue {

/// A connection to a PostgreSQL server, which waits for nothing: the caller waits for the socket. One thread.
class PostgresConnection {
public:
    /// While it is being made.
    enum class Connecting : std::uint8_t { WaitsToRead, WaitsToWrite, Done, Failed };
    enum class Result : std::uint8_t { Row, EndOfRows, None, Failed };

    virtual ~PostgresConnection() = default;
    PostgresConnection(const PostgresConnection&) = delete;
    PostgresConnection& operator=(const PostgresConnection&) = delete;

    virtual int socket() const noexcept = 0;
    /// Goes on connecting; to be called when the socket is ready.
    virtual Connecting goOn() noexcept = 0;
    /// Sends a query, whose rows come one by one. False if that failed.
    virtual bool send(const char* sql) noexcept = 0;
    /// Whether the next result has not come.
    virtual bool isBusy() noexcept = 0;
    /// Takes what has come from the socket. False if the connection is lost.
    virtual bool receive() noexcept = 0;
    /// The next result; None after the last one.
    virtual Result next() noexcept = 0;
    /// The first value of the row; valid until next().
    virtual std::string_view value() const noexcept = 0;
    /// What the server says of a result that failed; null if nothing.
    virtual const char* failure() const noexcept = 0;
    /// What the library says of the last mistake.
    virtual const char* mistake() const noexcept = 0;
    /// Whether the connection is lost.
    virtual bool isBroken() const noexcept = 0;
    /// Ends the query.
    virtual void cancel() noexcept = 0;

protected:
    PostgresConnection() = default;
};

/// libpq. Any thread.
class PostgresModule {
public:
    static constexpr ModuleName kModule = ModuleName::Postgres;

    /// Begins to connect, with parameters whose names and values end with a null pointer each. Null if there
    /// is not enough memory.
    virtual std::unique_ptr<PostgresConnection> connect(const char* const* names,
                                                        const char* const* values) const noexcept = 0;

protected:
    ~PostgresModule() = default;
};

} // namespace duologue
