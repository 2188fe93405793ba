// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/remote/clickhouse_nodes.h"

#include "core/remote/clickhouse_http.h"

#include <QStandardPaths>
#include <QTest>
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

namespace duologue::test {

namespace {

constexpr int kStartMilliseconds = 30'000;

QString programNamed(const char* name)
{
    return QStandardPaths::findExecutable(QString::fromLatin1(name));
}

constexpr std::string_view kUsers = R"(<?xml version="1.0"?>
<yandex>
 <profiles><default><max_memory_usage>2000000000</max_memory_usage></default></profiles>
 <users>
  <default><password></password><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota></default>
  <reader><password>secret</password><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota></reader>
 </users>
 <quotas><default></default></quotas>
</yandex>
)";

} // namespace

std::uint16_t freePort()
{
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    ::bind(socket, reinterpret_cast<const sockaddr*>(&address), size);
    ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
    ::close(socket);
    return ntohs(address.sin_port);
}

std::unique_ptr<ClickHouseNodes> ClickHouseNodes::start()
{
    if (const int port = qEnvironmentVariableIntValue("DUOLOGUE_CLICKHOUSE"); port > 0) {
        std::unique_ptr<ClickHouseNodes> one(new ClickHouseNodes);
        one->m_isOne = true;
        one->m_nodes[0].http = static_cast<std::uint16_t>(port);
        one->run(0, "DROP DATABASE IF EXISTS logs");
        return one;
    }
    if (programNamed("clickhouse-server").isEmpty() || programNamed("clickhouse-client").isEmpty())
        return nullptr;
    std::unique_ptr<ClickHouseNodes> nodes(new ClickHouseNodes);
    for (Node& node : nodes->m_nodes) {
        node.http = freePort();
        node.tcp = freePort();
        node.between = freePort();
    }
    for (std::size_t node = 0; node < nodes->m_nodes.size(); ++node)
        nodes->launch(node);
    for (std::size_t node = 0; node < nodes->m_nodes.size(); ++node) {
        if (!QTest::qWaitFor([&] { return nodes->isUp(node); }, kStartMilliseconds))
            return nullptr;
    }
    return nodes;
}

ClickHouseNodes::~ClickHouseNodes()
{
    for (Node& node : m_nodes) {
        node.process.kill();
        node.process.waitForFinished();
    }
}

void ClickHouseNodes::launch(std::size_t index)
{
    Node& node = m_nodes[index];
    const std::string folder = "node" + std::to_string(index) + "/";
    std::string cluster;
    for (const Node& each : m_nodes)
        cluster += "<shard><replica><host>127.0.0.1</host><port>" + std::to_string(each.tcp) +
                   "</port></replica></shard>";
    const std::string path = (m_folder.path() / folder).string();
    m_folder.write(folder + "users.xml", kUsers);
    const auto config = m_folder.write(
        folder + "config.xml",
        "<?xml version=\"1.0\"?>\n<yandex><logger><level>error</level><log>" + path + "log</log><errorlog>" +
            path + "errors</errorlog></logger><listen_host>127.0.0.1</listen_host><http_port>" +
            std::to_string(node.http) + "</http_port><tcp_port>" + std::to_string(node.tcp) +
            "</tcp_port><interserver_http_port>" + std::to_string(node.between) +
            "</interserver_http_port><path>" + path + "data/</path><tmp_path>" + path +
            "tmp/</tmp_path><mark_cache_size>16777216</mark_cache_size><users_config>users.xml</users_config>"
            "<default_profile>default</default_profile><default_database>default</default_database>"
            "<remote_servers><both>" +
            cluster + "</both></remote_servers></yandex>\n");
    node.process.setWorkingDirectory(QString::fromStdString(path));
    node.process.setStandardOutputFile(QProcess::nullDevice());
    node.process.setStandardErrorFile(QProcess::nullDevice());
    node.process.start(programNamed("clickhouse-server"),
                       {QStringLiteral("--config-file=") + QString::fromStdString(config.string())});
}

bool ClickHouseNodes::isUp(std::size_t node)
{
    TableAddress address = table("one");
    address.port = m_nodes[node].http;
    ServerLimits once;
    once.attempts = 1;
    return ClickHouseHttp(address, {}, once).connect(Job()).empty();
}

TableAddress ClickHouseNodes::table(const std::string& name) const
{
    return {Engine::ClickHouse, false, "127.0.0.1", m_nodes[0].http, "logs", {}, name};
}

void ClickHouseNodes::run(std::size_t node, const std::string& sql, const std::string& data)
{
    QProcess client;
    if (m_isOne) {
        client.start(QStringLiteral("curl"),
                     {QStringLiteral("--silent"), QStringLiteral("--show-error"),
                      QStringLiteral("--fail-with-body"), QStringLiteral("--data-binary"),
                      QStringLiteral("@-"), QStringLiteral("http://127.0.0.1:%1/").arg(m_nodes[0].http)});
        client.write((sql + '\n').data(), static_cast<qint64>(sql.size() + 1));
    } else {
        client.start(programNamed("clickhouse-client"),
                     {QStringLiteral("--host=127.0.0.1"),
                      QStringLiteral("--port=") + QString::number(m_nodes[node].tcp),
                      QStringLiteral("--query"), QString::fromStdString(sql)});
    }
    client.write(data.data(), static_cast<qint64>(data.size()));
    client.closeWriteChannel();
    QVERIFY(client.waitForFinished());
    QVERIFY2(client.exitCode() == 0,
             (client.readAllStandardError() + client.readAllStandardOutput()).constData());
}

void ClickHouseNodes::runOnBoth(const std::string& sql)
{
    run(0, sql);
    if (!m_isOne)
        run(1, sql);
}

void ClickHouseNodes::kill()
{
    m_nodes[0].process.kill();
    m_nodes[0].process.waitForFinished();
}

} // namespace duologue::test
