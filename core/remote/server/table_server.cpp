// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/server/table_server.h"

namespace duologue {

std::unique_ptr<TableServer> serverOf(const TableAddress& address, const Credentials& credentials,
                                      const ServerLimits& limits)
{
    return address.engine == Engine::PostgreSql ? postgresServer(address, credentials, limits)
                                                : clickHouseServer(address, credentials, limits);
}

std::variant<std::vector<TableAddress>, Phrase> tablesOf(const TableAddress& server,
                                                         const Credentials& credentials,
                                                         const ServerLimits& limits, const Job& job)
{
    const bool isPostgres = server.engine == Engine::PostgreSql;
    const auto asked = serverOf(server, credentials, limits);
    if (Phrase mistake = asked->connect(job); !mistake.empty())
        return mistake;
    const char* const sql =
        isPostgres ? "SELECT table_schema AS place, table_name AS name FROM information_schema.tables WHERE "
                     "table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1, 2"
                   : "SELECT database AS place, name FROM system.tables WHERE lower(database) NOT IN "
                     "('system', 'information_schema') ORDER BY place, name";
    std::vector<TableAddress> tables;
    const Phrase mistake = asked->rows(sql, job, [&](const JsonView& row) {
        TableAddress table = server;
        (isPostgres ? table.schema : table.database) = row["place"].string();
        table.table = row["name"].string();
        tables.push_back(std::move(table));
        return true;
    });
    if (!mistake.empty())
        return mistake;
    return tables;
}

} // namespace duologue
