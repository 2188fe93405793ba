// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/http/clickhouse_http.h"
#include "core/remote/server/table_server.h"
#include "core/remote/sql/sql_text.h"

namespace duologue {

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
