// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/agent_record.h"
#include "tests/support/pack.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QProcess>
#include <QTest>

using namespace duologue::test;

/// Modules of the program are opened when they are needed, and a message says so if that fails.
class CliModulesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void opensOnlyWhatIsNeeded_data();
    void opensOnlyWhatIsNeeded();
    void saysWhatCannotBeOpened_data();
    void saysWhatCannotBeOpened();
    void keepsNoIndexOfWhatLackedAModule();

private:
    QString path(const char* name) const { return pathText(m_folder.path() / name); }
    CliRun runLonely(const QStringList& arguments) const;

    TempFolder m_folder;
};

namespace {

/// No frequent word tells the language of this.
const std::string kFinnish = "Huomenna lähdemme veneellä saaristoon katselemaan auringonlaskua";

CliRun run(const QString& program, const QStringList& arguments, const QProcessEnvironment& environment)
{
    constexpr int kLongest = 120'000;
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    const bool isDone = process.waitForFinished(kLongest) && process.exitStatus() == QProcess::NormalExit;
    return {isDone ? process.exitCode() : -1, process.readAllStandardOutput(),
            process.readAllStandardError()};
}

} // namespace

void CliModulesTest::initTestCase()
{
    m_folder.write("plain/1.json", AgentRecord::ofTurns(2).json());
    m_folder.write("packed/1.zip", zipOf({{"1.json", AgentRecord::ofTurns(2).json()}}));
    m_folder.write("packed/2.json.gz", gzipOf(AgentRecord::ofTurns(2).json()));
    m_folder.write("finnish/1.jsonl", "{\"messages\": [{\"role\": \"user\", \"content\": \"" + kFinnish +
                                          "\"}, {\"role\": \"assistant\", \"content\": \"" + kFinnish +
                                          "\"}]}\n");
    // The run path of the copy leads nowhere.
    std::filesystem::create_directories(m_folder.path() / "lonely/app/cli");
    std::filesystem::copy_file(DUOLOGUE_CLI, m_folder.path() / "lonely/app/cli/duologue-cli");
}

/// Runs a copy of the program without its modules.
CliRun CliModulesTest::runLonely(const QStringList& arguments) const
{
    return run(path("lonely/app/cli/duologue-cli"), arguments, cliEnvironment());
}

void CliModulesTest::opensOnlyWhatIsNeeded_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArrayList>("opened");
    QTest::newRow("help") << QStringList{"--help"} << QByteArrayList();
    QTest::newRow("plain files") << QStringList{"info", path("plain")} << QByteArrayList();
    QTest::newRow("a language that nobody asks for")
        << QStringList{"info", path("finnish")} << QByteArrayList();
    QTest::newRow("packed files") << QStringList{"info", path("packed")}
                                  << QByteArrayList{"duologue-archive.so", "libarchive.so"};
    QTest::newRow("a language") << QStringList{"stats", path("finnish"), "--by", "language"}
                                << QByteArrayList{"duologue-language.so", "libcld2.so"};
    QTest::newRow("ClickHouse") << QStringList{"info", "clickhouse://127.0.0.1:9/a.b"}
                                << QByteArrayList{"duologue-http.so", "libcurl.so"};
    QTest::newRow("PostgreSQL") << QStringList{"info", "postgresql://127.0.0.1:9/a/b"}
                                << QByteArrayList{"duologue-postgres.so", "libpq.so"};
}

void CliModulesTest::opensOnlyWhatIsNeeded()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QByteArrayList, opened);
    QProcessEnvironment environment = cliEnvironment();
    // The linker says what it loads.
    environment.insert("LD_DEBUG", "files");
    const CliRun done = run(DUOLOGUE_CLI, arguments, environment);
    QVERIFY(done.exitCode >= 0);
    QVERIFY(done.err.contains("calling init"));
    for (const char* const name :
         {"duologue-archive.so", "libarchive.so", "duologue-http.so", "libcurl.so", "duologue-language.so",
          "libcld2.so", "duologue-postgres.so", "libpq.so", "libhwy.so"})
        QVERIFY2(done.err.contains(name) == opened.contains(name), name);
}

void CliModulesTest::saysWhatCannotBeOpened_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArrayList>("messages");
    QTest::newRow("packed files") << QStringList{"validate", path("packed")}
                                  << QByteArrayList{"1.zip", "2.json.gz", "duologue-archive.so"};
    QTest::newRow("packing") << QStringList{"export", path("plain"), "--to",
                                            "jsonl",  "--output",    path("out.jsonl.gz")}
                             << QByteArrayList{"out.jsonl.gz", "duologue-archive.so"};
    QTest::newRow("a language") << QStringList{"list", path("finnish"), "--where", "missing:language"}
                                << QByteArrayList{"languages written in Latin letters cannot be told apart",
                                                  "duologue-language.so"};
    QTest::newRow("ClickHouse") << QStringList{"info", "clickhouse://127.0.0.1:9/a.b"}
                                << QByteArrayList{"duologue-http.so"};
    QTest::newRow("PostgreSQL") << QStringList{"info", "postgresql://127.0.0.1:9/a/b"}
                                << QByteArrayList{"duologue-postgres.so"};
    QTest::newRow("version") << QStringList{"--version"} << QByteArrayList{"duologue-archive.so"};
}

void CliModulesTest::saysWhatCannotBeOpened()
{
    QFETCH(const QStringList, arguments);
    QFETCH(QByteArrayList, messages);
    const CliRun done = runLonely(arguments);
    const QByteArray said = done.out + done.err;
    messages.append("a program module cannot be loaded: ");
    QVERIFY2(done.exitCode >= 0, said.constData());
    for (const QByteArray& message : messages)
        QVERIFY2(said.contains(message), said.constData());
}

void CliModulesTest::keepsNoIndexOfWhatLackedAModule()
{
    QVERIFY(runLonely({"validate", path("packed")}).out.contains("module-missing"));
    const CliRun whole = runCli({"validate", path("packed")});
    QVERIFY2(!whole.out.contains("module-missing"), whole.out.constData());
    QCOMPARE(whole.exitCode, 0);
}

DUOLOGUE_TEST(CliModulesTest)
#include "modules_test.moc"
