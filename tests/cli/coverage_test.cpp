// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

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
                .err.contains("1 repeated records are left out"));
    QVERIFY(runCli(command("stats --by turns --shard 1/2")).out.contains("Part 1/2 of them.\n"));
}

void CoverageTest::meansSayWhatTheyLeaveOut()
{
    const CliRun table = runCli(command("stats --by turns --mean score"));
    QVERIFY2(table.out.endsWith("core: the mean is of the 2 of 3 records that have a value.\n"),
             table.out.constData());
    const CliRun csv = runCli(command("stats --by score --format csv"));
    QVERIFY2(csv.err.contains("1 records have no value and are in no row"), csv.err.constData());
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
