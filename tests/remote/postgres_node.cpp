// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/remote/postgres_node.h"

#include "tests/remote/clickhouse_nodes.h"

#include <QDir>
#include <QFile>
#include <QTest>
#include <unistd.h>

namespace duologue::test {

namespace {

/// The server refuses to run as root.
bool isRoot()
{
    return ::geteuid() == 0;
}

} // namespace

QString PostgresNode::program(const char* name) const
{
    return m_programs + QLatin1Char('/') + QString::fromLatin1(name);
}

bool PostgresNode::runAs(const char* name, const QStringList& arguments, QByteArray& out,
                         const QByteArray& input) const
{
    QProcess process;
    process.setWorkingDirectory(QStringLiteral("/"));
    process.setProcessChannelMode(QProcess::MergedChannels);
    QStringList all = arguments;
    const QString path = QLatin1Char(name[0]) == QLatin1Char('/') ? QString::fromLatin1(name) : program(name);
    if (isRoot()) {
        all = QStringList{QStringLiteral("-u"), QStringLiteral("postgres"), QStringLiteral("--"), path} + all;
        process.start(QStringLiteral("runuser"), all);
    } else {
        process.start(path, all);
    }
    process.write(input);
    process.closeWriteChannel();
    const bool ended = process.waitForFinished();
    out = process.readAll();
    return ended && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
}

std::unique_ptr<PostgresNode> PostgresNode::start()
{
    std::unique_ptr<PostgresNode> node(new PostgresNode);
    const QDir versions(QStringLiteral("/usr/lib/postgresql"));
    for (const QString& version : versions.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        node->m_programs = versions.filePath(version) + QStringLiteral("/bin");
    QByteArray out;
    if (node->m_programs.isEmpty() || !QFile::exists(node->program("initdb")) ||
        !node->runAs("/usr/bin/mktemp",
                     {QStringLiteral("-d"), QDir::tempPath() + QStringLiteral("/duologue-postgres-XXXXXX")},
                     out))
        return nullptr;
    node->m_folder = QString::fromLocal8Bit(out).trimmed();
    node->m_port = freePort();
    const QString data = node->m_folder + QStringLiteral("/data");
    const QString options = QStringLiteral("-p %1 -c listen_addresses=127.0.0.1 -c fsync=off -k %2")
                                .arg(node->m_port)
                                .arg(node->m_folder);
    node->m_isUp =
        node->runAs("initdb",
                    {QStringLiteral("-D"), data, QStringLiteral("--auth-local=trust"),
                     QStringLiteral("--auth-host=scram-sha-256"), QStringLiteral("-E"),
                     QStringLiteral("UTF8"), QStringLiteral("--locale=C")},
                    out) &&
        node->runAs("pg_ctl",
                    {QStringLiteral("-D"), data, QStringLiteral("-o"), options, QStringLiteral("-l"),
                     node->m_folder + QStringLiteral("/log"), QStringLiteral("-w"), QStringLiteral("start")},
                    out);
    if (!node->m_isUp)
        return nullptr;
    node->run("CREATE ROLE tester LOGIN PASSWORD 'secret'; GRANT pg_read_all_data TO tester;");
    return node;
}

PostgresNode::~PostgresNode()
{
    QByteArray out;
    if (m_isUp)
        runAs("pg_ctl",
              {QStringLiteral("-D"), m_folder + QStringLiteral("/data"), QStringLiteral("-m"),
               QStringLiteral("immediate"), QStringLiteral("stop")},
              out);
    if (!m_folder.isEmpty())
        QDir(m_folder).removeRecursively();
}

void PostgresNode::run(const std::string& sql)
{
    QByteArray out;
    const bool isDone =
        runAs("psql",
              {QStringLiteral("-h"), m_folder, QStringLiteral("-p"), QString::number(m_port),
               QStringLiteral("-d"), QStringLiteral("postgres"), QStringLiteral("-q"), QStringLiteral("-v"),
               QStringLiteral("ON_ERROR_STOP=1"), QStringLiteral("-f"), QStringLiteral("-")},
              out, QByteArray::fromStdString(sql));
    QVERIFY2(isDone, out.constData());
}

} // namespace duologue::test
