// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/table_server.h"

#include "core/remote/clickhouse_http.h"
#include "core/remote/sql_text.h"

namespace duologue {

std::unique_ptr<TableServer> serverOf(const TableAddress& address, const Credentials& credentials,
                                      const ServerLimits& limits)
{
    return address.engine == Engine::PostgreSql ? postgresServer(address, credentials, limits)
                                                : clickHouseServer(address, credentials, limits);
}

Expected<std::vector<TableAddress>, Phrase> tablesOf(const TableAddress& server,
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

namespace {

class ClickHouseServer final : public TableServer {
public:
    ClickHouseServer(const TableAddress& address, const Credentials& credentials, const ServerLimits& limits)
        : m_http(address, credentials, limits)
    {
    }

    const TableAddress& address() const override { return m_http.address(); }

    Phrase connect(const Job& job) override { return m_http.connect(job); }

    Phrase columns(const Job& job, std::vector<ServerColumn>& found) const override
    {
        const TableAddress& at = address();
        const std::string name = (at.database.empty() ? "" : sqlName(at.database) + '.') + sqlName(at.table);
        return rows("DESCRIBE TABLE " + name, job, [&found](const JsonView& row) {
            const std::string_view origin = row["default_type"].string();
            // SELECT * leaves out the others, too.
            if (origin.empty() || origin == "DEFAULT")
                found.push_back({std::string(row["name"].string()), std::string(row["type"].string())});
            return true;
        });
    }

    Phrase rowTexts(const std::string& sql, const Job& job, const TakeRowText& take) const override
    {
        RowStream stream(take, sql.find("`exception`") == std::string::npos);
        const Phrase mistake = m_http.ask(sql + " FORMAT JSONEachRow", job,
                                          [&stream](std::string_view bytes) { return stream.add(bytes); });
        return job.stopRequested() ? Phrase() : stream.finish(mistake);
    }

private:
    ClickHouseHttp m_http;
};

} // namespace

std::unique_ptr<TableServer> clickHouseServer(const TableAddress& address, const Credentials& credentials,
                                              const ServerLimits& limits)
{
    return std::make_unique<ClickHouseServer>(address, credentials, limits);
}

} // namespace duologue
