// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace duologue::test;
using Json = nlohmann::ordered_json;

namespace {

constexpr const char* kRecords =
    "{\"id\": \"e1\", \"messages\": [{\"role\": \"user\", \"content\": \"q\"}, "
    "{\"role\": \"assistant\", \"content\": \"\"}]}\n"
    "{\"id\": \"e2\", \"messages\": [{\"role\": \"user\", \"content\": \"Write to anna.k@riverhouse.at "
    "now.\"}, "
    "{\"role\": \"assistant\", \"content\": \"Yes.\"}]}\n"
    "{\"id\": \"e3\", \"messages\": [{\"role\": \"assistant\", \"content\": \"Hello.\"}, "
    "{\"role\": \"user\", \"content\": \"Hi.\"}, {\"role\": \"assistant\", \"content\": \"How are you?\"}]}\n"
    "{\"id\": \"e4\", \"messages\": [{\"role\": \"user\", \"content\": \"r\"}, "
    "{\"role\": \"assistant\", \"content\": \"Fine.\"}]}\n";

Json checkJsonOf(const CliRun& run)
{
    return Json::parse(run.out.toStdString(), nullptr, false);
}

} // namespace

/// The commands check and card, and the fields of checks in other commands.
class CheckTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<TempFolder>(); }

    void exitCodes();
    void everyFormatHasTheFindings();
    void sarifNamesRulesAndLines();
    void personalDataIsMasked();
    void onlyAndSetAreChecked();
    void settingsBesideTheData();
    void fieldsInOtherCommands();
    void ownFieldsKeepTheirValues();
    void cardCountsAndDraws();
    void cardSaysWhatIsAcceptedAndOff();
    void cardReplacesNothing();

private:
    QString data() const { return pathText(m_folder->write("data/a.jsonl", kRecords)); }

    std::unique_ptr<TempFolder> m_folder;
};

void CheckTest::exitCodes()
{
    const QString path = data();
    QCOMPARE(runCli({"check", path}).exitCode, 1);
    QCOMPARE(runCli({"check", path, "--only", "email"}).exitCode, 0);
    QCOMPARE(runCli({"check", path, "--only", "email", "--fail-on", "email"}).exitCode, 1);
    QCOMPARE(runCli({"check", path, "--only", "email", "--fail-on", "personal-data"}).exitCode, 1);
    QCOMPARE(runCli({"check", path, "--only", "email", "--fail-on", "warning"}).exitCode, 1);
    QCOMPARE(runCli({"check", path, "--only", "starts_with_assistant", "--fail-on", "warning"}).exitCode, 0);
    QCOMPARE(runCli({"check", path, "--where", "id:e4", "--only", "structure"}).exitCode, 0);
    const CliRun unknown = runCli({"check", path, "--fail-on", "emial"});
    QCOMPARE(unknown.exitCode, 2);
    QVERIFY(unknown.err.contains("no check emial"));
    QCOMPARE(runCli({"check", pathText(m_folder->path() / "nowhere")}).exitCode, 3);
}

void CheckTest::everyFormatHasTheFindings()
{
    const QString path = data();
    const QStringList common{"check", path, "--only", "empty_answer,starts_with_assistant"};
    const CliRun text = runCli(common);
    QVERIFY(text.out.contains("a.jsonl:1 message 2: error: Empty answer"));
    QVERIFY(text.out.contains("[starts_with_assistant]"));
    const Json json = checkJsonOf(runCli(common + QStringList{"--format", "json"}));
    QCOMPARE(json["records"].get<int>(), 4);
    QCOMPARE(json["checks"].size(), std::size_t{2});
    QCOMPARE(json["findings"].size(), std::size_t{2});
    QCOMPARE(json["findings"][0]["check"].get<std::string>(), std::string("starts_with_assistant"));
    QCOMPARE(json["findings"][1]["message"].get<int>(), 2);
    QCOMPARE(json["findings"][1]["id"].get<std::string>(), std::string("e1"));
    QCOMPARE(runCli(common + QStringList{"--format", "jsonl"}).lines().size(), 2);
    const CliRun csv = runCli(common + QStringList{"--format", "csv"});
    QCOMPARE(csv.lines().size(), 3);
    QCOMPARE(headerOf(csv.out).first(), QByteArray("check"));
    QVERIFY(runCli(common + QStringList{"--format", "markdown"}).out.contains("## Empty answer"));
    QVERIFY(!runCli(common + QStringList{"--summary"}).out.contains("a.jsonl:1"));
}

void CheckTest::sarifNamesRulesAndLines()
{
    const Json log =
        checkJsonOf(runCli({"check", data(), "--only", "empty_answer,email", "--format", "sarif"}));
    QCOMPARE(log["version"].get<std::string>(), std::string("2.1.0"));
    const Json& run = log["runs"][0];
    const Json& rules = run["tool"]["driver"]["rules"];
    QCOMPARE(rules.size(), std::size_t{2});
    QCOMPARE(run["results"].size(), std::size_t{2});
    for (const Json& result : run["results"]) {
        const auto index = result["ruleIndex"].get<std::size_t>();
        QCOMPARE(rules[index]["id"].get<std::string>(), result["ruleId"].get<std::string>());
        const std::string level = result["level"].get<std::string>();
        QVERIFY(level == "error" || level == "warning" || level == "note");
        QVERIFY(!result["message"]["text"].get<std::string>().empty());
    }
    const Json& place = run["results"][1]["locations"][0]["physicalLocation"];
    QCOMPARE(place["artifactLocation"]["uri"].get<std::string>(), std::string("a.jsonl"));
    QCOMPARE(place["region"]["startLine"].get<int>(), 2);
}

void CheckTest::personalDataIsMasked()
{
    for (const char* format : {"text", "json", "jsonl", "csv", "sarif", "markdown"}) {
        const QStringList arguments{"check", data(), "--only", "email", "--format", format};
        QVERIFY2(!runCli(arguments).out.contains("anna.k@"), format);
        QVERIFY2(runCli(arguments + QStringList{"--show-matches"}).out.contains("riverhouse"), format);
    }
}

void CheckTest::onlyAndSetAreChecked()
{
    const QString path = data();
    const CliRun unknown = runCli({"check", path, "--only", "translation_shot"});
    QCOMPARE(unknown.exitCode, 2);
    QVERIFY(unknown.err.contains("there is no check \"translation_shot\""));
    QCOMPARE(runCli({"check", path, "--set", "translation_short"}).exitCode, 2);
    QCOMPARE(runCli({"check", path, "--set", "email=3"}).exitCode, 2);
    QVERIFY(runCli({"check", path, "--set", "translation_short=7"}).err.contains("from 0 to 1"));
    const Json json = checkJsonOf(runCli({"check", path, "--only", "translation_short", "--set",
                                          "translation_short.threshold=0.2", "--format", "json"}));
    QCOMPARE(json["checks"][0]["threshold"].get<double>(), 0.2);
}

void CheckTest::settingsBesideTheData()
{
    const QString file = data();
    const QString folder = pathText(m_folder->path() / "data");
    m_folder->write("data/.duologue-checks.json",
                    "{\"version\": 1, \"off\": [\"email\"], \"suppressions\": [{\"check\": \"empty_answer\", "
                    "\"file\": \"a.jsonl\", \"record\": 1, \"message\": 2, \"reason\": \"on purpose\"}]}");
    for (const QString& path : {file, folder}) {
        const Json json = checkJsonOf(runCli({"check", path, "--format", "json"}));
        for (const Json& check : json["checks"]) {
            QVERIFY(check["id"] != "email");
            if (check["id"] == "empty_answer")
                QCOMPARE(check["suppressed"].get<int>(), 1);
        }
        for (const Json& finding : json["findings"])
            QVERIFY(finding["check"] != "empty_answer");
    }
    QVERIFY(runCli({"info", folder}).out.contains(".duologue-checks.json: it contains check settings"));
    m_folder->write("data/.duologue-checks.json", "{\"off\": [\"no_such_check\"]}");
    const CliRun wrong = runCli({"check", file});
    QCOMPARE(wrong.exitCode, 2);
    QVERIFY(wrong.err.contains("no_such_check"));
}

void CheckTest::fieldsInOtherCommands()
{
    const QString path = data();
    const auto ids = [&](const char* query) {
        return runCli({"list", path, "--where", query, "--columns", "id", "--format", "csv"}).lines().mid(1);
    };
    QCOMPARE(ids("check:empty_answer"), QList<QByteArray>{"e1"});
    QCOMPARE(ids("checks:>0"), (QList<QByteArray>{"e1", "e2", "e3"}));
    QCOMPARE(ids("checks:0"), QList<QByteArray>{"e4"});
    QCOMPARE(ids("-has:check"), QList<QByteArray>{"e4"});
    const CliRun stats = runCli({"stats", path, "--by", "check", "--format", "csv"});
    QVERIFY(stats.out.contains("email,1"));
    QVERIFY(runCli({"list", path, "--columns", "id,checks", "--format", "csv"}).out.contains("e4,0"));
    const CliRun unknown = runCli({"list", path, "--where", "check:emails"});
    QVERIFY(unknown.err.contains("email"));
}

void CheckTest::ownFieldsKeepTheirValues()
{
    const QString path = pathText(m_folder->write(
        "b.jsonl", "{\"messages\": [{\"role\": \"user\", \"content\": \"q\"}], \"check\": \"mine\"}\n"));
    const CliRun run = runCli(
        {"list", path, "--where", "record.check:mine checks:>0", "--columns", "check", "--format", "csv"});
    QCOMPARE(run.lines().mid(1), QList<QByteArray>{"ends_with_user"});
}

void CheckTest::cardCountsAndDraws()
{
    const QString output = pathText(m_folder->path() / "card.md");
    QCOMPARE(runCli({"card", data(), "-o", output, "--title", "Four <records>"}).exitCode, 0);
    const QByteArray card = QByteArray::fromStdString(fileBytes(m_folder->path() / "card.md"));
    QVERIFY(card.startsWith("# Four \\<records>\n"));
    QVERIFY(card.contains("| records | 4 |"));
    QVERIFY(card.contains("| messages | 9 |"));
    QVERIFY(card.contains("| 1 | 4 | 100.0 % |"));
    QVERIFY(card.contains("Empty answer"));
    for (const char* chart : {"turns", "languages", "checks"}) {
        const std::string name = "card-" + std::string(chart) + ".svg";
        QVERIFY(card.contains(("](<" + name + ">)").c_str()));
        QVERIFY(fileBytes(m_folder->path() / name).starts_with("<svg xmlns="));
    }
    QVERIFY(!runCli({"card", data()}).out.contains(".svg"));
}

void CheckTest::cardSaysWhatIsAcceptedAndOff()
{
    const QString path = data();
    QVERIFY(!runCli({"card", path}).out.contains("ccepted findings"));
    m_folder->write("data/.duologue-checks.json",
                    "{\"version\": 1, \"off\": [\"email\"], \"suppressions\": [{\"check\": \"empty_answer\", "
                    "\"file\": \"a.jsonl\", \"record\": 1, \"message\": 2, \"reason\": \"on purpose\"}]}");
    const QByteArray card = runCli({"card", path}).out;
    QVERIFY2(card.contains("\n\nAccepted findings (not counted): Empty answer (1).\n\n"), card.constData());
    QVERIFY2(card.contains("\n\nDisabled checks: "), card.constData());
}

void CheckTest::cardReplacesNothing()
{
    const QString output = pathText(m_folder->write("card.md", "mine"));
    QCOMPARE(runCli({"card", data(), "-o", output}).exitCode, 3);
    QCOMPARE(fileBytes(m_folder->path() / "card.md"), std::string("mine"));
    QCOMPARE(runCli({"card", data(), "-o", output, "--force"}).exitCode, 0);
}

DUOLOGUE_TEST(CheckTest)
#include "check_test.moc"
