// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace duologue::test;

namespace {

QJsonDocument json(const CliRun& run)
{
    return QJsonDocument::fromJson(run.out);
}

} // namespace

/// The shapes of output that scripts rely on.
class CliOutputTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void helpAndVersion();
    void statsAsCsv();
    void statsAsJson();
    void statsInEveryFormat_data();
    void statsInEveryFormat();
    void statsCountMessages();
    void statsCrossTable();
    void infoAsJson();
    void infoWithSeveralPaths();
    void infoAsText();
    void listAsJsonLines();
    void listColumnsSortAndLimit();
    void listAppliesQuery();
    void searchPrintsMatches();
    void searchCounts();
    void showInEveryFormat();
    void showById();
    void validateAsJson();
    void formatsListsFormats();
    void formatsOfPathsExplainsShapes();
    void writesNotesToStandardError();
    void outputDoesNotDependOnThreads();

private:
    QString sample() const { return pathText(sampleFolder()); }
    QString folder() const { return pathText(m_folder.path()); }

    TempFolder m_folder;
};

void CliOutputTest::initTestCase()
{
    AgentRecord one = AgentRecord::ofTurns(1, "Plan, please");
    one.id = "first \"one\"";
    one.ratings = {{"Preference Alignment", 2}, {"Diversity", 1}};
    AgentRecord two = AgentRecord::ofTurns(2);
    two.ratings = {{"Preference Alignment", 1}};
    two.task = "recipe planning";
    two.messages[0].contentZh = "你好";
    AgentRecord three = AgentRecord::ofTurns(2);
    three.ratings = {{"Preference Alignment", 0}};
    m_folder.write("LLM_agent_user/t/1.json", one.json(2));
    m_folder.write("LLM_agent_user/t/2.json", two.json());
    m_folder.write("LLM_agent_user/t/10.json", three.json());
    m_folder.write("LLM_agent_user/t/notes.txt", "notes");
}

void CliOutputTest::helpAndVersion()
{
    const CliRun version = runCli({"--version"});
    QCOMPARE(version.exitCode, 0);
    QVERIFY(version.out.startsWith("duologue-cli "));
    QVERIFY(version.out.contains("simdjson"));
    QVERIFY(version.out.contains("RE2"));
    QVERIFY(version.err.isEmpty());
    const CliRun help = runCli({"--help"});
    QCOMPARE(help.exitCode, 0);
    for (const char* command : {"info", "list", "show", "stats"}) {
        QVERIFY2(help.out.contains(command), command);
        const CliRun own = runCli({command, "--help"});
        QCOMPARE(own.exitCode, 0);
        QVERIFY(own.out.contains("--format"));
        QVERIFY(own.out.contains("--threads"));
    }
}

void CliOutputTest::statsAsCsv()
{
    const CliRun run = runCli({"stats", folder(), "--by", "turns", "--mean", "Preference Alignment", "--mean",
                               "rating.diversity", "--format", "csv"});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.out, QByteArray("turns,n,Preference Alignment,Diversity\n1,1,2.0000,1.0000\n2,2,0.5000,\n"));
    QCOMPARE(run.err, QByteArray("duologue-cli: Diversity: mean of the 1 of 3 records that have a value\n"));
}

void CliOutputTest::statsAsJson()
{
    const CliRun run =
        runCli({"stats", folder(), "--by", "turns", "--mean", "Diversity", "--format", "json"});
    const QJsonArray rows = json(run).array();
    QCOMPARE(rows.size(), 2);
    QCOMPARE(rows[0]["turns"], QJsonValue(1));
    QCOMPARE(rows[1]["n"], QJsonValue(2));
    const QJsonObject mean = rows[0]["Diversity"].toObject();
    QCOMPARE(mean["mean"], QJsonValue(1.0));
    QCOMPARE(mean["n"], QJsonValue(1));
    // No record has the rating, so there is no mean.
    const QJsonObject none = rows[1]["Diversity"].toObject();
    QVERIFY(none["mean"].isNull());
    QCOMPARE(none["n"], QJsonValue(0));
}

void CliOutputTest::statsInEveryFormat_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<QByteArray>("out");
    const auto row = [](const char* format, const char* out) {
        QTest::newRow(format) << QString::fromLatin1(format) << QByteArray(out);
    };
    row("table", "task             n\nrecipe planning  1\ntravel planning  2\n");
    row("csv", "task,n\nrecipe planning,1\ntravel planning,2\n");
    row("tsv", "task\tn\nrecipe planning\t1\ntravel planning\t2\n");
    row("markdown", "| task | n |\n| --- | ---: |\n| recipe planning | 1 |\n| travel planning | 2 |\n");
    row("latex", "\\begin{tabular}{lr}\n\\hline\ntask & n \\\\\n\\hline\nrecipe planning & 1 \\\\\n"
                 "travel planning & 2 \\\\\n\\hline\n\\end{tabular}\n");
    row("jsonl", "{\"task\":\"recipe planning\",\"n\":1}\n{\"task\":\"travel planning\",\"n\":2}\n");
}

void CliOutputTest::statsInEveryFormat()
{
    QFETCH(const QString, format);
    QFETCH(const QByteArray, out);
    const CliRun run = runCli({"stats", folder(), "--by", "task", "--format", format});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.out, out);
}

void CliOutputTest::statsCountMessages()
{
    const CliRun run = runCli({"stats", folder(), "--by", "intent", "--format", "csv"});
    QCOMPARE(run.out, QByteArray("intent,messages\nPlanning,5\n"));
    QVERIFY(run.err.contains("5 messages have no value"));
    QVERIFY(runCli({"stats", folder(), "--by", "intent", "--quiet"}).err.isEmpty());
}

void CliOutputTest::statsCrossTable()
{
    const CliRun run = runCli({"stats", folder(), "--by", "task", "--by", "turns", "--format", "csv"});
    QCOMPARE(run.out,
             QByteArray("task,turns,n\nrecipe planning,2,1\ntravel planning,1,1\ntravel planning,2,1\n"));
    const CliRun some =
        runCli({"stats", folder(), "--by", "task", "--where", "turns:>1 -task:菜谱规划", "--format", "csv"});
    QCOMPARE(some.out, QByteArray("task,n\ntravel planning,1\n"));
}

void CliOutputTest::infoAsJson()
{
    const CliRun run = runCli({"info", sample(), "--format", "json"});
    QCOMPARE(run.exitCode, 0);
    const QJsonObject info = json(run).object();
    QCOMPARE(info.keys(), (QStringList{"files", "formats", "messages", "of", "problems", "read", "records",
                                       "skipped", "where"}));
    int inFiles = 0;
    for (const QJsonValue& file : info["files"].toArray()) {
        QCOMPARE(file.toObject().keys(), (QStringList{"errors", "format", "path", "records", "warnings"}));
        QVERIFY(!file["path"].toString().startsWith('/'));
        inFiles += file["records"].toInt();
    }
    int inFormats = 0;
    for (const QJsonValue& format : info["formats"].toArray())
        inFormats += format["records"].toInt();
    QCOMPARE(inFiles, info["records"].toInt());
    QCOMPARE(inFormats, inFiles);
    QVERIFY(info["messages"].toInt() > 100);
    QStringList skipped;
    for (const QJsonValue& file : info["skipped"].toArray()) {
        skipped += file["path"].toString();
        QVERIFY(!file["reason"].toString().isEmpty());
    }
    QVERIFY(skipped.contains("README.md"));
    QVERIFY(skipped.contains("RecLLMSim/configs/simulation.json"));
    QCOMPARE(info["problems"].toObject().keys(), (QStringList{"error", "note", "warning"}));
}

void CliOutputTest::infoWithSeveralPaths()
{
    m_folder.write("other/x.json", AgentRecord::ofTurns(1).json());
    const QJsonObject info = json(runCli({"info", folder() + "/other", folder() + "/LLM_agent_user/t/1.json",
                                          folder() + "/LLM_agent_user", "--format", "json"}))
                                 .object();
    QStringList paths;
    for (const QJsonValue& file : info["files"].toArray())
        paths += file["path"].toString();
    QCOMPARE(paths, (QStringList{"other/x.json", "1.json", "LLM_agent_user/t/1.json",
                                 "LLM_agent_user/t/2.json", "LLM_agent_user/t/10.json"}));
    std::filesystem::remove_all(m_folder.path() / "other");
}

void CliOutputTest::infoAsText()
{
    const CliRun run = runCli({"info", folder()});
    QCOMPARE(run.exitCode, 0);
    QVERIFY(run.out.contains("recllmsim-agent      3        3\n"));
    QVERIFY(run.out.contains("records   3\n"));
    QVERIFY(run.out.contains("LLM_agent_user/t/notes.txt: not a JSON file (.txt)\n"));
    QCOMPARE(runCli({"info", folder(), "--format", "csv"}).out,
             QByteArray("format,files,records\nrecllmsim-agent,3,3\n"));
}

void CliOutputTest::listAsJsonLines()
{
    const CliRun run = runCli({"list", sample(), "--format", "jsonl"});
    QCOMPARE(run.exitCode, 0);
    const int records = json(runCli({"info", sample(), "--format", "json"})).object()["records"].toInt();
    QCOMPARE(run.lines().size(), records);
    for (const QByteArray& line : run.lines()) {
        QJsonParseError error;
        const QJsonObject record = QJsonDocument::fromJson(line, &error).object();
        QCOMPARE(error.error, QJsonParseError::NoError);
        QVERIFY(record["file"].isString());
        QVERIFY(record["record"].isDouble());
        QVERIFY(record["turns"].isDouble());
    }
    QCOMPARE(json(runCli({"list", sample(), "--format", "json"})).array().size(), records);
}

void CliOutputTest::listColumnsSortAndLimit()
{
    const QStringList common{"list",     folder(), "--columns", "id,turns,Preference Alignment",
                             "--format", "csv"};
    QCOMPARE(runCli(common).out,
             QByteArray("id,turns,rating.preference_alignment\n\"first \"\"one\"\"\",1,2\n"
                        "LLM_agent_user/t/2,2,1\nLLM_agent_user/t/10,2,0\n"));
    const auto ids = [&](const QStringList& more) {
        QList<QByteArray> found;
        for (const QByteArray& line : runCli(common + more).lines().mid(1))
            found += line.split(',').at(2);
        return found;
    };
    QCOMPARE(ids({"--sort", "rating.preference_alignment"}), (QList<QByteArray>{"0", "1", "2"}));
    QCOMPARE(ids({"--sort", "rating.preference_alignment:desc", "--limit", "2"}),
             (QList<QByteArray>{"2", "1"}));
    QCOMPARE(ids({"--sort", "file:asc"}), (QList<QByteArray>{"2", "1", "0"}));
    QCOMPARE(ids({"--limit", "0"}), QList<QByteArray>());
}

void CliOutputTest::listAppliesQuery()
{
    const auto records = [&](const QString& query) {
        return runCli({"list", folder(), "--where", query, "--columns", "turns", "--format", "csv"})
                   .lines()
                   .size() -
               1;
    };
    QCOMPARE(records("你好"), 1);
    QCOMPARE(records("text.user:plan turns:1"), 1);
    QCOMPARE(records("turns:2..5"), 2);
    QCOMPARE(records("/^Where/ OR turns:1"), 3);
    QCOMPARE(records("-turns:1"), 2);
    QCOMPARE(records("nothing like it"), 0);
}

void CliOutputTest::searchPrintsMatches()
{
    const CliRun run = runCli({"search", folder(), "ＰＬＡＮ, please", "--format", "csv"});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.lines().size(), 2);
    QCOMPARE(run.lines().at(0), QByteArray("file,record,id,message,role,language,text"));
    QCOMPARE(run.lines().at(1),
             QByteArray("LLM_agent_user/t/1.json,1,\"first \"\"one\"\"\",1,user,en,\"Plan, please\""));
    const QJsonArray hits = json(runCli({"search", folder(), "好", "--format", "json"})).array();
    QCOMPARE(hits.size(), 1);
    QCOMPARE(hits[0].toObject()["match"].toString(), QStringLiteral("好"));
    QCOMPARE(hits[0].toObject()["text"].toString(), QStringLiteral("你好"));
    QCOMPARE(hits[0].toObject()["language"].toString(), QStringLiteral("zh"));
    QCOMPARE(runCli({"search", folder(), "好", "--format", "jsonl"}).lines().size(), 1);
}

void CliOutputTest::searchCounts()
{
    const auto count = [&](const QStringList& more) {
        return runCli(QStringList{"search", folder()} + more + QStringList{"--count"}).out;
    };
    QCOMPARE(count({"plan"}), QByteArray("1 of 3\n"));
    QCOMPARE(count({"Plan", "--case-sensitive"}), QByteArray("1 of 3\n"));
    QCOMPARE(count({"pLAN", "--case-sensitive"}), QByteArray("0 of 3\n"));
    QCOMPARE(count({"plan|你好", "--regex"}), QByteArray("2 of 3\n"));
    QCOMPARE(count({"plan|你好"}), QByteArray("0 of 3\n"));
    QCOMPARE(count({"go?", "--case-sensitive"}), QByteArray("2 of 3\n"));
    QCOMPARE(count({"go", "--where", "turns:1"}), QByteArray("0 of 1\n"));
    // Like grep: finding nothing gives exit code 1.
    QCOMPARE(runCli({"search", folder(), "nowhere", "--count"}).exitCode, 1);
    QCOMPARE(runCli({"search", folder(), "nowhere", "--format", "csv"}).exitCode, 1);
}

void CliOutputTest::showInEveryFormat()
{
    const CliRun text = runCli({"show", folder(), "--record", "2.json:1"});
    QCOMPARE(text.exitCode, 0);
    QVERIFY(text.out.contains("[1 · user · Planning]\nWhere shall we go?\n\n你好\n"));
    QVERIFY(text.out.contains("Ratings:\n  Preference Alignment: 1\n"));
    const CliRun english = runCli({"show", folder(), "--record", "2.json:1", "--language", "en"});
    QVERIFY(!english.out.contains("你好"));
    const CliRun chinese = runCli({"show", folder(), "--record", "2.json:1", "--language", "zh"});
    QVERIFY(chinese.out.contains("你好"));
    QVERIFY(!chinese.out.contains("Where shall we go?"));
    const CliRun markdown = runCli({"show", folder(), "--record", "2.json:1", "--format", "markdown"});
    QVERIFY(markdown.out.contains("### 1 · user · Planning\n"));
    QVERIFY(markdown.out.contains("| Preference Alignment | 1 |\n"));
    const QJsonObject object =
        json(runCli({"show", folder(), "--record", "2.json:1", "--format", "json"})).object();
    QCOMPARE(object["file"].toString(), "LLM_agent_user/t/2.json");
    QCOMPARE(object["format"].toString(), "recllmsim-agent");
    QCOMPARE(object["turns"].toInt(), 2);
    QCOMPARE(object["messages"].toArray().size(), 4);
    QCOMPARE(object["messages"][0]["text"]["zh"].toString(), "你好");
}

void CliOutputTest::showById()
{
    QVERIFY(runCli({"show", folder(), "--id", "first \"one\""}).out.contains("Plan, please"));
    QVERIFY(runCli({"show", folder(), "--id", "LLM_agent_user/t/10"}).out.contains("Where shall we go?"));
}

void CliOutputTest::validateAsJson()
{
    const TempFolder broken;
    broken.write("1.json", AgentRecord::ofTurns(1).json());
    broken.write("2.json", "{\n  \"旅\": x\n}");
    const CliRun run = runCli({"validate", pathText(broken.path()), "--format", "json"});
    QCOMPARE(run.exitCode, 1);
    const QJsonArray problems = json(run).array();
    QCOMPARE(problems.size(), 1);
    const QJsonObject problem = problems[0].toObject();
    QCOMPARE(problem.keys(),
             (QStringList{"code", "column", "file", "line", "message", "pointer", "severity"}));
    QCOMPARE(problem["severity"].toString(), "error");
    QCOMPARE(problem["file"].toString(), "2.json");
    QCOMPARE(problem["line"].toInt(), 2);
    // Counted in characters.
    QCOMPARE(problem["column"].toInt(), 8);
    QCOMPARE(runCli({"validate", folder()}).exitCode, 0);
}

void CliOutputTest::formatsListsFormats()
{
    const CliRun run = runCli({"formats", "--format", "csv"});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.lines().first(), QByteArray("id,title,recognised by"));
    QVERIFY(run.out.contains("openai-messages"));
}

void CliOutputTest::formatsOfPathsExplainsShapes()
{
    const TempFolder folder;
    folder.write("own.jsonl", R"({"n": 1, "dialogue": [{"speaker": "user", "text": "hi"}]})"
                              "\n"
                              R"({"n": 2})"
                              "\n"
                              R"({"n": 3, "dialogue": [{"speaker": "user", "text": "hi"}]})"
                              "\n");
    const CliRun table = runCli({"formats", pathText(folder.path()), "--format", "csv"});
    QCOMPARE(table.exitCode, 0);
    QCOMPARE(table.lines().at(0), QByteArray("records,format,sure,example,why,keys"));
    QCOMPARE(table.lines().at(1),
             QByteArray("2,inferred,certain,own.jsonl:1,the messages are the list /dialogue; speaker: "
                        "/speaker; text: /text,\"n: number, dialogue: [{speaker, text}]\""));
    QCOMPARE(table.lines().size(), 3);
    QCOMPARE(table.err, QByteArray());

    const QJsonObject all = json(runCli({"formats", pathText(folder.path()), "--format", "json"})).object();
    QCOMPARE(all["records"].toInt(), 3);
    QCOMPARE(all["looked_at"].toInt(), 3);
    const QJsonObject first = all["shapes"].toArray().first().toObject();
    QCOMPARE(first.keys(), (QStringList{"certainty", "example", "format", "keys", "records", "why"}));
    QCOMPARE(first["keys"].toArray().first().toString(), QString("n: number"));
    QCOMPARE(runCli({"formats", pathText(folder.path() / "missing")}).exitCode, 3);
}

void CliOutputTest::writesNotesToStandardError()
{
    const TempFolder broken;
    broken.write("1.json", AgentRecord::ofTurns(1).json());
    broken.write("2.json", "{\"broken\"");
    broken.write("3.json", "");
    const CliRun run = runCli({"stats", pathText(broken.path()), "--by", "intent", "--format", "csv"});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.out, QByteArray("intent,messages\nPlanning,1\n"));
    QVERIFY(run.err.contains("2.json: "));
    QVERIFY(run.err.contains("3.json: "));
    for (const QByteArray& line : run.err.trimmed().split('\n'))
        QVERIFY2(line.startsWith("duologue-cli: "), line.constData());
    // --quiet silences hints but not errors.
    const CliRun quiet = runCli({"stats", pathText(broken.path()), "--by", "intent", "--quiet"});
    QVERIFY(quiet.err.contains("2.json: "));
    QVERIFY(!quiet.err.contains("have no value"));
}

void CliOutputTest::outputDoesNotDependOnThreads()
{
    const CliRun usual = runCli({"list", sample(), "--format", "csv"});
    for (const char* threads : {"1", "7"}) {
        const CliRun run = runCli({"list", sample(), "--format", "csv", "--threads", threads, "--no-cache"});
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(run.out, usual.out);
        QCOMPARE(run.err, usual.err);
    }
    QVERIFY(headerOf(usual.out).contains("turns"));
}

DUOLOGUE_TEST(CliOutputTest)
#include "output_test.moc"
