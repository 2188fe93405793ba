// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/row_stream.h"
#include "core/remote/table_address.h"
#include "core/remote/table_layout.h"
#include "core/util/expected.h"
#include "core/util/parallel.h"
#include "core/util/phrase.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// A server with a table, which is asked in its own SQL and may only be read. Any thread.
class TableServer {
public:
    virtual ~TableServer() = default;
    TableServer(const TableServer&) = delete;
    TableServer& operator=(const TableServer&) = delete;

    virtual const TableAddress& address() const = 0;
    /// Empty if the server answers; else why it does not. Call it first.
    virtual Phrase connect(const Job& job) = 0;
    /// The columns of the table that it shows.
    virtual Phrase columns(const Job& job, std::vector<ServerColumn>& found) const = 0;
    /// Passes the rows of an answer on as they come, each an object with a member for each column. Stops
    /// within 100 ms if the job is stopped. Empty if all rows came, or were stopped; otherwise why they did
    /// not. Rows that were passed on before are good.
    virtual Phrase rowTexts(const std::string& sql, const Job& job, const TakeRowText& take) const = 0;
    Phrase rows(const std::string& sql, const Job& job, const TakeRow& take) const
    {
        return rowTexts(sql, job, [&take](const JsonView& row, std::string_view) { return take(row); });
    }

protected:
    TableServer() = default;
};

/// The server of an address, whose table need not be named.
std::unique_ptr<TableServer> serverOf(const TableAddress& address, const Credentials& credentials,
                                      const ServerLimits& limits);

/// The tables that the user may read, without those of the server itself, by name. A phrase says why they are
/// not known. Empty if the job was stopped.
Expected<std::vector<TableAddress>, Phrase> tablesOf(const TableAddress& server,
                                                     const Credentials& credentials,
                                                     const ServerLimits& limits, const Job& job);

std::unique_ptr<TableServer> clickHouseServer(const TableAddress& address, const Credentials& credentials,
                                              const ServerLimits& limits);
std::unique_ptr<TableServer> postgresServer(const TableAddress& address, const Credentials& credentials,
                                            const ServerLimits& limits);

} // namespace duologue
