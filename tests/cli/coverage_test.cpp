// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/pack.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <nlohmann/json.hpp>

using namespace duologue::test;
using Json = nlohmann::ordered_json;

namespace {

constexpr const char* kChats =
    R"({"id": "a", "mood": "calm", "score": 3, "messages": [{"role": "user", "content": "Tea?"}, {"role": "assistant", "content": ""}]}
{"id": "b", "mood": "calm", "messages": [{"role": "user", "content": "Tea?"}, {"role": "assistant", "content": "Yes."}]}
{"id": "c", "mood": "wild", "score": 5, "messages": [{"role": "user", "content": "Coffee?"}, {"role": "assistant", "content": "Yes."}]}
)";

const QByteArray kSome = "2 of 3 conversations, where `mood:calm`";

} // namespace

/// Every command that prints a number says what it is of.
class CoverageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_path = pathText(m_folder.write("chats.jsonl", kChats)); }

    void everyNumberSaysItsFilter_data();
    void everyNumberSaysItsFilter();
    void objectsNameIt();
    void limitsAndSamplesAreSaid();
    void meansSayWhatTheyLeaveOut();
    void meansOfMessagesSayHowManyRecordsHaveOne();
    void whatIsNotReadIsSaid();
    void brokenRecordsCountByTheirFilesAlone();
    void filesOfSeveralFormatsCountForEach();
    void hiddenKeysAreNamed();
    void otherFieldsOfANameAreNamed();
    void searchNamesFieldsAndWhatItDoesNotLookInto();

private:
    QStringList command(const QString& words) const
    {
        QStringList arguments = words.split(' ');
        arguments.insert(1, m_path);
        return arguments;
    }

    TempFolder m_folder;
    QString m_path;
};

void CoverageTest::everyNumberSaysItsFilter_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<bool>("hasPlace");
    const auto add = [](const char* words, bool hasPlace) { QTest::newRow(words) << words << hasPlace; };
    for (const char* words : {"list", "stats --by turns", "stats --report distribution", "search tea"}) {
        for (const char* format : {"table", "markdown", "latex", "csv", "tsv", "json", "jsonl"}) {
            const QByteArray all = QByteArray(words) + " --format " + format;
            const bool hasPlace = QByteArray("table markdown latex").contains(format);
            QTest::newRow(all.constData()) << QString(all) << hasPlace;
        }
    }
    add("search tea --count", false);
    add("stats --by turns --partial", false);
    add("check --format text", true);
    add("check --format text --summary", true);
    add("check --format markdown", true);
    add("check --format csv", false);
    add("check --format jsonl", false);
    add("card", true);
    add("export --to json -o -", false);
}

void CoverageTest::everyNumberSaysItsFilter()
{
    QFETCH(const QString, words);
    QFETCH(const bool, hasPlace);
    const QStringList filter{"--where", "mood:calm"};
    const CliRun run = runCli(command(words) + filter);
    // LaTeX writes a backtick in another way.
    const QByteArray out = QByteArray(run.out).replace("\\`{}", "`");
    QVERIFY2((hasPlace ? out : run.err).contains(kSome), (run.out + run.err).constData());
    QVERIFY2(!(hasPlace ? run.err : out).contains(kSome), (run.out + run.err).constData());
    const CliRun quiet = runCli(command(words) + filter + QStringList{"--quiet"});
    // A document is always one of what it is of.
    const bool isDocument = words == "card" || words.startsWith("check --format markdown");
    QCOMPARE((quiet.out + quiet.err).contains("of 3 conversations"), isDocument);
    const CliRun all = runCli(command(words));
    QVERIFY2(!(all.out + all.err).contains("of 3 conversations"), (all.out + all.err).constData());
}

void CoverageTest::objectsNameIt()
{
    const auto jsonOf = [](const CliRun& run) { return Json::parse(run.out.toStdString(), nullptr, false); };
    for (const char* words :
         {"check --format json", "stats --report cohorts --cohort turns:1 --cohort turns:2 "
                                 "--format json"}) {
        const Json some = jsonOf(runCli(command(words) + QStringList{"--where", "mood:calm"}));
        QCOMPARE(some["of"].get<int>(), 3);
        QCOMPARE(some["where"].get<std::string>(), std::string("mood:calm"));
        QVERIFY(some["read"]["complete"].get<bool>());
        const Json all = jsonOf(runCli(command(words)));
        QCOMPARE(all["of"].get<int>(), 3);
        QVERIFY(all["where"].is_null());
    }
    const Json info = jsonOf(runCli(command("info --format json")));
    QCOMPARE(info["of"].get<int>(), 3);
    QVERIFY(info["read"]["complete"].get<bool>());
    const Json sarif = jsonOf(runCli(command("check --format sarif --where mood:calm")));
    QCOMPARE(sarif["runs"][0]["properties"]["where"].get<std::string>(), std::string("mood:calm"));
}

void CoverageTest::limitsAndSamplesAreSaid()
{
    QVERIFY(runCli(command("list --limit 2")).out.endsWith("The first 2 of 3 are shown.\n"));
    QVERIFY(runCli(command("list --limit 2 --format csv")).err.contains("the first 2 of 3 are shown"));
    QVERIFY(!runCli(command("list --limit 3")).out.contains("are shown"));
    QVERIFY(runCli(command("export --to json -o - --sample 1")).err.contains("a random sample of 1 of 3"));
    QVERIFY(runCli(command("export --to json -o - --dedup prompt"))
                .err.contains("1 duplicate record is left out"));
    QVERIFY(runCli(command("stats --by turns --shard 1/2")).out.contains("Part 1/2 of them.\n"));
}

void CoverageTest::meansSayWhatTheyLeaveOut()
{
    const CliRun table = runCli(command("stats --by turns --mean score"));
    QVERIFY2(table.out.endsWith("core: mean of the 2 of 3 records that have a value.\n"),
             table.out.constData());
    const CliRun csv = runCli(command("stats --by score --format csv"));
    QVERIFY2(csv.err.contains("1 record has no value and is not in any row"), csv.err.constData());
}

void CoverageTest::meansOfMessagesSayHowManyRecordsHaveOne()
{
    const auto answer = [](const char* score) {
        return std::string("{\"role\": \"assistant\", \"content\": \"a\", \"score\": ") + score + "}";
    };
    const auto record = [](const std::string& messages) {
        return "{\"g\": \"x\", \"messages\": [{\"role\": \"user\", \"content\": \"q\"}, " + messages + "]}\n";
    };
    const QString path = pathText(m_folder.write(
        "scores/a.jsonl", record(answer("1") + ", " + answer("1") + ", " + answer("1") + ", " + answer("1")) +
                              record(answer("5")) + record(answer("null"))));
    const CliRun run = runCli({"stats", path, "--by", "g", "--mean", "score"});
    QVERIFY2(run.out.contains("\nx  3  1.8000\n"), run.out.constData());
    QVERIFY2(run.out.endsWith("core: mean of 5 message values in 2 of 3 records.\n"), run.out.constData());
    QVERIFY2(!run.out.contains("not numbers"), run.out.constData());
    QStringList parts;
    for (const char* shard : {"1/2", "2/2"}) {
        const CliRun part =
            runCli({"stats", path, "--by", "g", "--mean", "score", "--partial", "--shard", shard});
        parts += pathText(m_folder.write(std::string("parts/") + shard[0] + ".json", part.out.toStdString()));
    }
    QCOMPARE(runCli(QStringList{"stats", "--merge"} + parts).out, run.out);
}

void CoverageTest::whatIsNotReadIsSaid()
{
    std::string lines;
    for (int i = 0; i < 500; ++i)
        lines += "{\"id\": \"" + std::to_string(i * 7919) +
                 "\", \"messages\": [{\"role\": \"user\", \"content\": \"q\"}]}\n";
    std::string cut = gzipOf(lines);
    cut.resize(cut.size() / 2);
    const QString path = pathText(m_folder.write("cut/a.jsonl.gz", cut));
    const QByteArray sentence = "ead only in part: a.jsonl.gz (the packed file ends prematurely, at byte ";
    for (const char* command : {"info", "check"}) {
        // The index keeps it as well.
        for (int time = 0; time < 2; ++time) {
            const Json json =
                Json::parse(runCli({command, path, "--format", "json"}).out.toStdString(), nullptr, false);
            QVERIFY(!json["read"]["complete"].get<bool>());
            QVERIFY(json["read"]["percent"].is_null());
            QCOMPARE(json["read"]["remarks"].size(), std::size_t{1});
            const auto remark = QByteArray::fromStdString(json["read"]["remarks"][0].get<std::string>());
            QVERIFY2(remark.contains(sentence), remark.constData());
        }
    }
    const CliRun stats = runCli({"stats", path, "--by", "turns"});
    QVERIFY2(stats.out.contains('R' + sentence), stats.out.constData());
    const CliRun card = runCli({"card", path});
    QVERIFY2(card.out.left(200).contains('R' + sentence), card.out.constData());
}

void CoverageTest::brokenRecordsCountByTheirFilesAlone()
{
    const QString path =
        pathText(m_folder.write("broken/a.jsonl", std::string(kChats) + "{\"id\": \"d\", \"messages\" 1}\n"));
    const QByteArray card = runCli({"card", path}).out;
    QVERIFY2(
        card.contains("| records | 4 |\n| broken records, counted only by format and by what their files "
                      "tell | 1 |\n"),
        card.constData());
    QVERIFY2(card.contains("| openai-messages | 4 | 100.0 % |\n"), card.constData());
    QCOMPARE(runCli({"stats", path, "--by", "format", "--format", "csv"}).out,
             QByteArray("format,n\nopenai-messages,4\n"));
    QVERIFY2(card.contains("| 1 | 3 | 100.0 % |\n"), card.constData());
    // The record that says "Tea?" alone has no language, and the broken one is not among those without.
    QVERIFY2(!card.contains("| none |") && card.count("\n| \u2013 |") == 1 &&
                 card.contains("\n| \u2013 | 1 | 33.3 % |\n"),
             card.constData());
    for (const char* query : {"count(role:user):0", "-count(role:user):>0", "-message(role:user)"})
        QCOMPARE(runCli({"list", path, "--where", query, "--format", "csv"}).lines().size(), 1);
    // Whether the others are broken, loading does not know: their bytes lack the text.
    const QString several = pathText(m_folder.write(
        "several/a.jsonl",
        std::string(kChats) + "{\"id\": \"d\", \"messages\" 1}\n{\"id\": \"e\", \"mess\" 1}\n"));
    const CliRun count = runCli({"search", several, "messages", "--regex", "--count"});
    QVERIFY2(count.err.contains("1 record that may contain the text could not be read and was not searched"),
             count.err.constData());
    const CliRun chosen = runCli({"search", several, "tea", "--count", "--where", "-mood:none"});
    QVERIFY2(chosen.err.contains("2 records could not be read and were not searched"),
             chosen.err.constData());
    const CliRun where = runCli({"search", path, "tea", "--count", "--where", "-mood:none"});
    QVERIFY2(where.out.endsWith(" of 4\n") &&
                 where.err.contains("1 record could not be read and was not searched"),
             (where.out + where.err).constData());
    const CliRun check = runCli({"check", path, "--only", "email"});
    QVERIFY2(check.out.contains(", 1 record could not be read\n"), check.out.constData());
}

void CoverageTest::filesOfSeveralFormatsCountForEach()
{
    const QString path = pathText(m_folder.path() / "several-formats");
    m_folder.write("several-formats/a.jsonl",
                   std::string(kChats) + "{\"instruction\": \"Name a moon.\", \"output\": \"Io\"}\n");
    m_folder.write("several-formats/b.jsonl", kChats);
    const Json info =
        Json::parse(runCli({"info", path, "--format", "json"}).out.toStdString(), nullptr, false);
    const Json formats = Json::array({{{"id", "openai-messages"}, {"files", 2}, {"records", 6}},
                                      {{"id", "alpaca"}, {"files", 1}, {"records", 1}}});
    QCOMPARE(info["formats"].dump(), formats.dump());
    const Json& mixed = info["files"][0];
    QCOMPARE(mixed["format"].get<std::string>(), std::string("openai-messages"));
    const Json ofMixed =
        Json::array({{{"id", "openai-messages"}, {"records", 3}}, {{"id", "alpaca"}, {"records", 1}}});
    QCOMPARE(mixed["formats"].dump(), ofMixed.dump());
    QVERIFY(!info["files"][1].contains("formats"));
}

void CoverageTest::hiddenKeysAreNamed()
{
    const QString path = pathText(m_folder.write(
        "own/a.jsonl", "{\"intent\": \"Buy\", \"hallucination\": true, \"messages\": [{\"role\": \"user\", "
                       "\"content\": \"q\"}]}\n"));
    const QByteArray note = "no record has a value for intent; the key in the data is record.intent";
    QVERIFY(runCli({"stats", path, "--by", "intent"}).err.contains(note));
    QVERIFY(runCli({"list", path, "--columns", "intent"}).err.contains(note));
    const CliRun list = runCli({"list", path, "--format", "jsonl"});
    QVERIFY2(list.err.contains(note) && list.err.contains("the key in the data is record.hallucination"),
             list.err.constData());
    QVERIFY(!runCli({"list", path, "--columns", "turns,record.intent"}).err.contains("the key in the data"));
    QVERIFY(!runCli({"stats", path, "--by", "intent", "--quiet"}).err.contains("the key in the data"));
}

/// One name for two fields, each in some of the records: which of them is meant is said once.
void CoverageTest::otherFieldsOfANameAreNamed()
{
    const char* const kChat = R"("messages": [{"role": "user", "content": "q"}]})";
    m_folder.write("two/a.jsonl",
                   std::string(R"({"Age": 40, )") + kChat + "\n" + R"({"age": 50, )" + kChat + "\n");
    m_folder.write("two/b.jsonl", R"({"messages": [{"role": "user", "content": "q", "turn": 7}]})"
                                  "\n");
    const QString path = pathText(m_folder.path() / "two");
    const CliRun older = runCli({"list", path, "--where", "age:>=30", "--columns", "age"});
    QCOMPARE(
        older.err.count("age does not include the values of other records under this name; they are in the "
                        "field "),
        1);
    const CliRun turns = runCli({"list", path, "--where", "message(turn:1)", "--columns", "id"});
    QVERIFY2(turns.out.contains("3 of 3"), turns.out.constData());
    QVERIFY(runCli({"list", path, "--where", "message(message.turn:7)", "--columns", "id"})
                .out.contains("1 of 3"));
    // In JSON, fields that are called like a figure, or like each other, do not replace it.
    m_folder.write("names/a.jsonl", std::string(R"({"n": "x", "Turns": 40, )") + kChat + "\n");
    const CliRun json = runCli({"stats", pathText(m_folder.path() / "names"), "--by", "n", "--mean", "Turns",
                                "--mean", "turns", "--format", "jsonl"});
    const QJsonObject group = QJsonDocument::fromJson(json.out).object();
    QCOMPARE(group["n"].toInt(), 1);
    QCOMPARE(group["n_2"].toString(), QStringLiteral("x"));
    QCOMPARE(group["Turns"].toObject()["mean"].toDouble() + group["Turns_2"].toObject()["mean"].toDouble(),
             41.0);
}

void CoverageTest::searchNamesFieldsAndWhatItDoesNotLookInto()
{
    const QString rag = pathText(m_folder.write(
        "rag/rag.jsonl",
        R"({"id": "q1", "label": "zebra", "messages": [{"role": "user", "content": "Which fruit?"}], "contexts": ["The loquat is yellow."], "note": "loquat"}
{"id": "q2", "label": "okapi", "messages": [{"role": "user", "content": "Which fruit?"}], "meta": {"source": "the loquat book"}}
)"));
    QCOMPARE(runCli({"search", rag, "loquat", "--count"}).out, QByteArray("2 of 2\n"));
    const CliRun hits = runCli({"search", rag, "loquat", "--format", "csv"});
    for (const char* field : {",contexts,", ",note,", ",meta.source,"})
        QVERIFY2(hits.out.contains(field), hits.out.constData());
    QVERIFY(runCli({"search", rag, "loquat", "--format", "json"}).out.contains("\"field\": \"meta.source\""));
    const CliRun where =
        runCli({"list", rag, "--where", "text:loquat", "--columns", "id", "--format", "csv"});
    QCOMPARE(where.out, QByteArray("id\nq1\nq2\n"));
    const CliRun none = runCli({"search", rag, "zebra"});
    QCOMPARE(none.exitCode, 1);
    QVERIFY2(none.err.contains("not searched, because their values are names, labels or dates: id, label\n"),
             none.err.constData());
    QVERIFY(runCli({"list", rag, "--where", "zebra"}).err.contains("names, labels or dates: label\n"));
    QVERIFY(!runCli({"search", rag, "zebra", "--quiet"}).err.contains("not searched"));
}

DUOLOGUE_TEST(CoverageTest)
#include "coverage_test.moc"
