// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QRegularExpression>
#include <nlohmann/json.hpp>

using namespace duologue::test;

namespace {

std::string record(const std::string& id)
{
    return R"({"id": ")" + id + R"(", "rating": )" + std::to_string(id.size()) +
           R"(, "messages": [{"role": "user", "content": "Q )" + id +
           R"("}, {"role": "assistant", "content": "A"}]})" + "\n";
}

/// A line of a file of marks.
std::string eventLine(const nlohmann::ordered_json& members)
{
    nlohmann::ordered_json made{{"v", 1}, {"set", {{"verdict", "fail"}}}};
    made.update(members);
    return made.dump() + "\n";
}

} // namespace

/// Marks on the command line, as scripts and judges use them.
class CliMarksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<TempFolder>();
        m_folder->write("a.jsonl", record("one") + record("two") + record("three") + record("four"));
    }

    void addsAndLists()
    {
        QCOMPARE(mark({"--id", "two", "--by", "anna", "--set", "verdict=fail", "--set",
                       "code=[\"late\",\"wrong\"]"})
                     .exitCode,
                 0);
        QCOMPARE(mark({"--record", "1", "--by", "anna", "--message", "2", "--set", "note=Says nothing.",
                       "--set", "score=80"})
                     .exitCode,
                 0);
        const CliRun listed = run({"marks", "list", path(), "--format", "json"});
        QCOMPARE(listed.exitCode, 0);
        const auto json = nlohmann::json::parse(listed.out.toStdString());
        QCOMPARE(json.size(), std::size_t{4});
        QCOMPARE(json[0]["question"].get<std::string>(), std::string("code"));
        QCOMPARE(json[0]["answer"].dump(), std::string("[\"late\",\"wrong\"]"));
        QCOMPARE(json[1]["answer"].get<std::string>(), std::string("fail"));
        QCOMPARE(json[1]["record"].get<std::string>(), std::string("a.jsonl:2"));
        QCOMPARE(json[1]["state"].get<std::string>(), std::string("same"));
        QCOMPARE(json[2]["message"].get<double>(), double(2));
        QCOMPARE(json[3]["answer"].get<double>(), double(80));
        // Nothing is written to the data.
        QCOMPARE(fileBytes(m_folder->path() / "a.jsonl"),
                 record("one") + record("two") + record("three") + record("four"));
        // Taken back.
        QCOMPARE(mark({"--id", "two", "--by", "anna", "--set", "verdict=null"}).exitCode, 0);
        QVERIFY(!run({"marks", "list", path()}).out.contains("fail"));
    }

    void areFieldsOfEveryCommand()
    {
        mark({"--id", "two", "--by", "anna", "--set", "verdict=fail"});
        mark({"--id", "two", "--by", "ben", "--set", "verdict=pass"});
        QCOMPARE(run({"list", path(), "--where", "mark.verdict:fail", "--columns", "id,mark.verdict@ben",
                      "--format", "csv"})
                     .out,
                 QByteArray("id,mark.verdict_ben\ntwo,pass\n"));
        QVERIFY(run({"stats", path(), "--by", "mark.verdict@anna"}).out.contains("fail"));
    }

    void shortNamesAreEnough()
    {
        mark({"--id", "two", "--by", "anna", "--set", "verdict=fail", "--set", "star=true"});
        mark({"--id", "three", "--by", "ben", "--set", "verdict=fail", "--set", "tone=rude"});
        const auto ids = [&](const char* query) {
            return run({"list", path(), "--where", query, "--columns", "id", "--format", "csv"}).out;
        };
        QCOMPARE(ids("verdict:fail"), QByteArray("id\ntwo\nthree\n"));
        QCOMPARE(ids("verdict@anna:fail"), QByteArray("id\ntwo\n"));
        QCOMPARE(ids("star:yes"), QByteArray("id\ntwo\n"));
        QVERIFY(run({"stats", path(), "--by", "verdict"}).out.contains("fail"));
        QVERIFY(run({"list", path(), "--where", "tone:rude"}).err.contains("unknown field tone"));
        QVERIFY(run({"marks", "list", path(), "--where", "verdict@ben:fail"}).out.contains("three"));
        // A key of the data is what it was.
        m_folder->write("b.jsonl",
                        R"({"id": "own", "verdict": "good", "messages": [{"role": "user", "content": "Q"}]})"
                        "\n");
        QCOMPARE(ids("verdict:good"), QByteArray("id\nown\n"));
        QCOMPARE(ids("verdict:fail"), QByteArray("id\n"));
        QCOMPARE(ids("mark.verdict:fail"), QByteArray("id\ntwo\nthree\n"));
    }

    void marksOfChangedAndMissingRecordsAreListed()
    {
        mark({"--id", "two", "--by", "anna", "--set", "verdict=fail"});
        mark({"--id", "three", "--by", "anna", "--set", "verdict=pass"});
        std::string changed = record("two");
        changed.replace(changed.find("Q two"), 5, "Q now");
        m_folder->write("a.jsonl", record("zero") + changed);
        const CliRun listed = run({"marks", "list", path(), "--format", "csv"});
        QCOMPARE(listed.exitCode, 1);
        QVERIFY2(listed.out.contains(",changed\n") && listed.out.contains(",gone\n"), listed.out.constData());
    }

    void mergesFilesOfOthers()
    {
        mark({"--id", "two", "--by", "anna", "--set", "verdict=fail"});
        const std::string own = fileBytes(m_folder->path() / ".duologue/marks/anna.jsonl");
        const TempFolder other;
        other.write("a.jsonl", record("two"));
        run({"marks", "add", other.path().string().c_str(), "--id", "two", "--by", "ben", "--set",
             "verdict=pass"});
        const std::string theirs = (other.path() / ".duologue/marks/ben.jsonl").string();
        QCOMPARE(run({"marks", "merge", path(), "--events", theirs.c_str()}).exitCode, 0);
        QCOMPARE(run({"marks", "merge", path(), "--events", theirs.c_str()}).exitCode, 0);
        const CliRun listed = run({"marks", "list", path(), "--format", "json"});
        QCOMPARE(nlohmann::json::parse(listed.out.toStdString()).size(), std::size_t{2});
        QCOMPARE(fileBytes(m_folder->path() / ".duologue/marks/anna.jsonl"), own);
    }

    void agreementIsComputed()
    {
        const char* verdicts[][3] = {{"one", "pass", "pass"},
                                     {"two", "fail", "pass"},
                                     {"three", "fail", "fail"},
                                     {"four", "pass", "pass"}};
        for (const auto& each : verdicts) {
            mark({"--id", each[0], "--by", "anna", "--set", (std::string("verdict=") + each[1]).c_str()});
            mark({"--id", each[0], "--by", "ben", "--set", (std::string("verdict=") + each[2]).c_str()});
        }
        const CliRun made = run({"marks", "agreement", path(), "--question", "verdict", "--format", "json"});
        QCOMPARE(made.exitCode, 0);
        const auto json = nlohmann::json::parse(made.out.toStdString());
        QCOMPARE(json[0]["coefficient"].get<std::string>(), std::string("percent"));
        QCOMPARE(json[0]["value"].get<double>(), double(0.75));
        QCOMPARE(json[0]["n"].get<double>(), double(4));
        QCOMPARE(json[1]["coefficient"].get<std::string>(), std::string("kappa"));
        QCOMPARE(json[1]["value"].get<double>(), double(0.5));
        // A field of the data is a source as readers are.
        mark({"--id", "one", "--by", "anna", "--set", "stars=3"});
        mark({"--id", "three", "--by", "anna", "--set", "stars=5"});
        const CliRun field = run({"marks", "agreement", path(), "--question", "stars", "--source", "anna",
                                  "--source", "field:rating"});
        QVERIFY2(field.out.contains("kappa_quadratic") && field.out.contains("1.0000"),
                 (field.out + field.err).constData());
    }

    /// No table ends with a caption that says nothing, and a judge that is no better than chance says so.
    void agreementSaysWhatItIsOf()
    {
        const char* verdicts[][3] = {{"one", "pass", "fail"},
                                     {"two", "fail", "pass"},
                                     {"three", "pass", "pass"},
                                     {"four", "fail", "pass"}};
        for (const auto& each : verdicts) {
            mark({"--id", each[0], "--by", "anna", "--set", (std::string("verdict=") + each[1]).c_str()});
            mark({"--id", each[0], "--by", "ben", "--set", (std::string("verdict=") + each[2]).c_str()});
        }
        const CliRun made = run({"marks", "agreement", path(), "--question", "verdict"});
        QCOMPARE(made.exitCode, 0);
        QVERIFY2(!made.out.contains("\n.\n"), made.out.constData());
        QVERIFY2(made.out.contains("Answers to the question verdict of anna, ben: 4 items"),
                 made.out.constData());
        QVERIFY2(made.out.contains("so the judge ben is no better than chance"), made.out.constData());
        const CliRun json = run({"marks", "agreement", path(), "--question", "verdict", "--format", "json"});
        const auto rows = nlohmann::json::parse(json.out.toStdString());
        QCOMPARE(rows.back()["coefficient"].get<std::string>(), std::string("corrected_pass_rate"));
        QVERIFY(rows.back()["value"].is_null());
    }

    void sourcesThatAreNotThereAreNamed()
    {
        mark({"--id", "one", "--by", "anna", "--set", "verdict=fail"});
        const auto mistake = [&](const char* question, const char* first, const char* second) {
            const CliRun made = run({"marks", "agreement", path(), "--question", question, "--source", first,
                                     "--source", second});
            return made.exitCode == 2 ? made.err : QByteArray();
        };
        QVERIFY(mistake("verdict", "anne", "field:rating").contains("no anne that answers"));
        QVERIFY(mistake("verdict", "anna", "field:rateing").contains("field:rating"));
        QVERIFY(mistake("verdict", "anna", "anna").contains("anna is given twice"));
        QVERIFY(mistake("verdikt", "anna", "field:rating").contains("nobody answers the question verdikt"));
    }

    /// "three" and "four" hold an address; anna finds fault with "four" and "one".
    void checksAreSources()
    {
        std::string lines = record("one") + record("two") + record("three") + record("four");
        for (const char* question : {"Q three", "Q four"})
            lines.replace(lines.find(question), 1, "Mail anna.berg@reisebuero-berg.de");
        m_folder->write("a.jsonl", lines);
        for (const char* const id : {"one", "four"})
            mark({"--id", id, "--by", "anna", "--set", "verdict=fail"});
        for (const char* const id : {"two", "three"})
            mark({"--id", id, "--by", "anna", "--set", "verdict=pass"});
        const CliRun made = run({"marks", "agreement", path(), "--question", "verdict", "--source", "anna",
                                 "--source", "check:email", "--format", "json"});
        QVERIFY2(made.exitCode == 0, made.err.constData());
        const auto json = nlohmann::json::parse(made.out.toStdString());
        QCOMPARE(json[0]["value"].get<double>(), double(0.5));
        QCOMPARE(json[1]["coefficient"].get<std::string>(), std::string("kappa"));
        QCOMPARE(json[1]["value"].get<double>(), double(0));
        const CliRun wrong = run({"marks", "agreement", path(), "--question", "verdict", "--source", "anna",
                                  "--source", "check:nothing"});
        QCOMPARE(wrong.exitCode, 2);
        QVERIFY2(wrong.err.contains("there is no check nothing"), wrong.err.constData());
    }

    void trainingDataComesFromOwnVerdicts()
    {
        using Json = nlohmann::ordered_json;
        std::string lines;
        std::string marks;
        for (const char* const id : {"p", "q"}) {
            lines +=
                Json{{"id", id},
                     {"messages", {{{"role", "user"}, {"content", "Capital of France?"}}}},
                     {"answers", {{{"id", "0"}, {"content", "Paris."}}, {{"id", "1"}, {"content", "Lyon."}}}}}
                    .dump() +
                '\n';
            marks +=
                Json{{"v", 1},
                     {"id", id},
                     {"at", "2026-11-27T10:02:11Z"},
                     {"by", "anna"},
                     {"kind", "human"},
                     {"on", {{"id", id}, {"record", "a.jsonl#1"}, {"candidate", 1}, {"other_candidate", 2}}},
                     {"set", {{"preference", *id == 'p' ? "a" : "both_bad"}}}}
                    .dump() +
                '\n';
        }
        m_folder->write("a.jsonl", lines);
        m_folder->write(".duologue/marks/anna.jsonl", marks);
        const CliRun pairs = run({"marks", "export", path(), "--as", "trl-preference"});
        QCOMPARE(pairs.exitCode, 0);
        QCOMPARE(pairs.out.count('\n'), 1);
        const auto pair = Json::parse(pairs.out.toStdString());
        QCOMPARE(pair["chosen"][0]["content"].get<std::string>(), std::string("Paris."));
        QCOMPARE(pair["rejected"][0]["content"].get<std::string>(), std::string("Lyon."));
        QVERIFY2(pairs.err.contains(
                     "not written: pairs of answers that somebody calls equally good or equally bad: 1"),
                 pairs.err.constData());
        QCOMPARE(run({"marks", "export", path(), "--as", "trl-kto"}).out.count('\n'), 2);
        QCOMPARE(run({"marks", "export", path(), "--as", "trl-kto", "--by", "ben"}).out, QByteArray());
    }

    /// What is exported and read back says the same.
    void shapesAreReadBack_data()
    {
        QTest::addColumn<QString>("shape");
        for (const char* shape : {"events", "csv", "label-studio", "argilla"})
            QTest::newRow(shape) << QString(shape);
    }

    void shapesAreReadBack()
    {
        QFETCH(QString, shape);
        mark({"--id", "two", "--by", "anna", "--set", "verdict=fail", "--set",
              "code=[\"late, or \\\"so\\\"\",\"wrong\"]"});
        mark({"--record", "1", "--by", "anna", "--message", "2", "--set", "note=Two lines,\nand more.",
              "--set", "score=80.5"});
        mark({"--id", "three", "--by", "judge", "--kind", "model", "--set", "verdict=pass", "--set",
              "star=true"});
        const QByteArray before = run({"marks", "list", path(), "--format", "csv"}).out;
        const std::string file = (m_folder->path() / "shape").string();
        const CliRun written = run({"marks", "export", path(), "--as", shape.toUtf8().constData()});
        QCOMPARE(written.exitCode, 0);
        writeFile(m_folder->path(), "shape", written.out.toStdString());
        std::filesystem::remove_all(m_folder->path() / ".duologue");
        QCOMPARE(run({"marks", "list", path(), "--format", "csv"}).out.count('\n'), 1);
        const CliRun read =
            run({"marks", "import", path(), "--events", file.c_str(), "--as", shape.toUtf8().constData()});
        QVERIFY2(read.exitCode == 0, read.err.constData());
        const auto withoutTimes = [](const QByteArray& csv) {
            QStringList lines = QString::fromUtf8(csv).split('\n');
            for (QString& line : lines)
                line.remove(QRegularExpression("\\d{4}-\\d\\d-[^,]*Z"));
            lines.sort();
            return lines;
        };
        QCOMPARE(withoutTimes(run({"marks", "list", path(), "--format", "csv"}).out), withoutTimes(before));
    }

    void exportsAreChosen()
    {
        mark({"--id", "one", "--by", "anna", "--set", "verdict=fail", "--set", "note=So."});
        mark({"--id", "two", "--by", "anna", "--set", "verdict=pass"});
        const QByteArray one = run({"marks", "export", path(), "--as", "csv", "--where", "id:one"}).out;
        QVERIFY2(one.count('\n') == 3 && !one.contains("two"), one.constData());
        const QByteArray verdicts =
            run({"marks", "export", path(), "--as", "csv", "--question", "verdict"}).out;
        QVERIFY2(verdicts.count('\n') == 3 && !verdicts.contains("So."), verdicts.constData());
        QCOMPARE(run({"marks", "export", path(), "--where", "verdict:pass", "--question", "note"}).out,
                 QByteArray());
        QCOMPARE(run({"marks", "export", path(), "--where", "turns:"}).exitCode, 2);
        QCOMPARE(run({"marks", "export", path(), "--config", "c.xml"}).exitCode, 2);
    }

    /// Records by the names that list prints, readers by --by, times after those that are there.
    void eventsOfScriptsAreCompleted()
    {
        m_folder->write(
            "events", eventLine({{"id", "E1"}, {"on", {{"record", "a.jsonl:2"}}}}) +
                          eventLine({{"id", "E2"}, {"by", "eve"}, {"at", "soon"}, {"on", {{"id", "one"}}}}));
        const std::string events = (m_folder->path() / "events").string();
        const CliRun nobody = run({"marks", "add", path(), "--events", events.c_str()});
        QCOMPARE(nobody.exitCode, 1);
        QVERIFY2(nobody.err.contains("events:1: the mark names no reader") &&
                     nobody.err.contains("events:2: \"soon\" is not a time") &&
                     nobody.err.contains("0 added, 0 known already, 2 refused"),
                 nobody.err.constData());
        QVERIFY(!std::filesystem::exists(m_folder->path() / ".duologue/marks/_.jsonl"));
        QCOMPARE(run({"marks", "add", path(), "--by", "bob", "--events", events.c_str()}).exitCode, 1);
        const std::string written = fileBytes(m_folder->path() / ".duologue/marks/bob.jsonl");
        const auto on = nlohmann::json::parse(written)["on"];
        QCOMPARE(on["record"].get<std::string>(), std::string("a.jsonl#2"));
        QVERIFY2(on["id"] == "two" && on.contains("hash"), written.c_str());
        QCOMPARE(mark({"--record", "a.jsonl:2", "--by", "bob", "--set", "note=A"}).exitCode, 0);
        QCOMPARE(mark({"--record", "a.jsonl#2", "--by", "bob", "--set", "note=B"}).exitCode, 0);
        QVERIFY(run({"marks", "list", path(), "--by", "bob"}).out.contains(" B "));
    }

    /// A clock was wrong once.
    void theLastAnswerHolds()
    {
        m_folder->write(
            ".duologue/marks/anna.jsonl",
            eventLine(
                {{"id", "E1"}, {"by", "anna"}, {"at", "2099-01-01T00:00:00Z"}, {"on", {{"id", "one"}}}}));
        mark({"--id", "one", "--by", "anna", "--set", "verdict=pass"});
        const QByteArray shown = run({"marks", "export", path(), "--as", "csv"}).out;
        QVERIFY2(shown.contains("2099-01-01T00:00:00.001Z"), shown.constData());
    }

    void partsThatAreNotThereAreListed()
    {
        nlohmann::ordered_json on{{"record", "a.jsonl#1"}, {"message", 99}};
        const std::string gone = eventLine({{"id", "E1"}, {"by", "anna"}, {"on", on}});
        on["message"] = 1;
        on["span"] = {{"start", 0}, {"end", 5}, {"exact", "WRONG"}};
        m_folder->write(".duologue/marks/anna.jsonl",
                        gone + eventLine({{"id", "E2"}, {"by", "anna"}, {"on", on}}));
        const CliRun listed = run({"marks", "list", path(), "--format", "csv"});
        QCOMPARE(listed.exitCode, 1);
        QVERIFY2(listed.lines().at(1).endsWith(",gone") && listed.lines().at(2).endsWith(",changed"),
                 listed.out.constData());
    }

    void otherShapesAreWritten()
    {
        mark({"--id", "two", "--by", "anna", "--set", "verdict=fail", "--set", "code=[\"late\"]", "--set",
              "note=Why."});
        mark({"--id", "one", "--by", "judge", "--kind", "model", "--set", "score=3"});
        const QByteArray wide = run({"marks", "export", path(), "--as", "csv-wide"}).out;
        QVERIFY2(wide.startsWith("record,id,part,by,code:late,note,score,verdict\n") &&
                     wide.contains("a.jsonl#2,two,,anna,1,Why.,,fail\n"),
                 wide.constData());
        const auto argilla = nlohmann::json::parse(
            run({"marks", "export", path(), "--as", "argilla"}).lines().at(1).toStdString());
        QCOMPARE(argilla["external_id"].get<std::string>(), std::string("two"));
        QCOMPARE(argilla["responses"][0]["values"]["verdict"]["value"].get<std::string>(),
                 std::string("fail"));
        QCOMPARE(argilla["fields"]["chat"][0]["content"].get<std::string>(), std::string("Q two"));
        const auto phoenix = nlohmann::json::parse(
            run({"marks", "export", path(), "--as", "phoenix"}).lines().at(1).toStdString());
        QCOMPARE(phoenix["annotator_kind"].get<std::string>(), std::string("HUMAN"));
        QCOMPARE(phoenix["result"]["explanation"].get<std::string>(), std::string("Why."));
        const std::string config = (m_folder->path() / "config.xml").string();
        QCOMPARE(
            run({"marks", "export", path(), "--as", "label-studio", "--config", config.c_str()}).exitCode, 0);
        QVERIFY(fileBytes(config).find("<Choices name=\"code\" toName=\"dialogue\" choice=\"multiple\">") !=
                std::string::npos);
    }

    void mistakesAreNamed()
    {
        QCOMPARE(run({"marks", "fold", path()}).exitCode, 2);
        QCOMPARE(run({"marks", "list"}).exitCode, 2);
        QCOMPARE(run({"marks", "agreement", path(), "--question", "verdict"}).exitCode, 2);
        QCOMPARE(mark({"--id", "nobody", "--set", "verdict=pass"}).exitCode, 2);
        QCOMPARE(mark({"--id", "two", "--set", "verdict"}).exitCode, 2);
        QCOMPARE(mark({"--id", "two", "--message", "9", "--set", "verdict=pass"}).exitCode, 2);
        m_folder->write(".duologue/marks/anna.jsonl", "{\"v\":1,\n");
        const CliRun listed = run({"marks", "list", path()});
        QVERIFY2(listed.err.contains("anna.jsonl:1: the line is not whole or not JSON"),
                 listed.err.constData());
    }

private:
    const char* path() const { return m_path.assign(m_folder->path().string()).c_str(); }

    CliRun mark(const std::vector<const char*>& options) const
    {
        QStringList arguments{"marks", "add", path()};
        for (const char* option : options)
            arguments << option;
        return runCli(arguments);
    }

    static CliRun run(const std::vector<const char*>& options)
    {
        QStringList arguments;
        for (const char* option : options)
            arguments << option;
        return runCli(arguments);
    }

    std::unique_ptr<TempFolder> m_folder;
    mutable std::string m_path;
};

DUOLOGUE_TEST(CliMarksTest)
#include "marks_test.moc"
