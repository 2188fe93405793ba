// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <string>

using namespace duologue::test;

namespace {

std::string chat(const std::string& text, const std::string& more = {})
{
    return R"({"messages": [{"role": "user", "content": ")" + text +
           R"("}, {"role": "assistant", "content": "x"}])" + (more.empty() ? "" : ", " + more) + "}\n";
}

} // namespace

/// One name means the same record in list, search, show and stats.
class NamingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void idsDoNotDependOnOtherOpenFiles();
    void findsIdsInFolderAndInSingleFile();
    void numbersRecordsPerFile();
    void requiresFileNameIfSeveralFiles();
    void listsRecordsWithTheSameId();
    void collidingKeysGetTheirOwnColumns();
    void queriesFindCollidingKeysByName_data();
    void queriesFindCollidingKeysByName();
    void distinguishesFilesOfTheSameName();
    void findsIdsAsShown();
    void reportsValuesLeftOutOfMean();
    void builtInFieldsHideNoColumns();
    void averagesNumbersWrittenAsText();
    void comparesNumbersWrittenAsText();
    void errorListsValuesOfTextField();
    void detectsLanguageByScript();
    void dataKeysDoNotUseUpColumns();

private:
    QString write(const char* path, const std::string& text) const
    {
        return pathText(m_folder.write(path, text));
    }

    TempFolder m_folder;
};

void NamingTest::idsDoNotDependOnOtherOpenFiles()
{
    const QString a = write("ids/data/a.jsonl", chat("alpha"));
    const QString b = write("ids/data/b.jsonl", chat("beta") + chat("gamma"));
    const QString folder = pathText(m_folder.path() / "ids/data");
    const QString other =
        pathText(std::filesystem::path(write("ids/else/c.json", chat("other")).toStdString()).parent_path());
    const auto ids = [](const QStringList& paths) {
        return runCli(QStringList{"list"} + paths + QStringList{"--columns", "id", "--format", "csv"}).out;
    };
    QCOMPARE(ids({folder}), QByteArray("id\na#1\nb#1\nb#2\n"));
    QCOMPARE(ids({folder, other}), QByteArray("id\na#1\nb#1\nb#2\nc\n"));
    QCOMPARE(ids({b}), QByteArray("id\nb#1\nb#2\n"));
    QCOMPARE(ids({a, b}), QByteArray("id\na#1\nb#1\nb#2\n"));
    // A search loads only the records that it finds.
    for (const char* word : {"beta", "gamma"}) {
        const CliRun found = runCli({"search", folder, word, "--format", "jsonl"});
        const QString id = QJsonDocument::fromJson(found.out).object().value("id").toString();
        QCOMPARE(id, QString(word == std::string("beta") ? "b#1" : "b#2"));
        const CliRun shown = runCli({"show", folder, "--id", id});
        QCOMPARE(shown.exitCode, 0);
        QVERIFY(shown.out.contains(word));
    }
}

void NamingTest::findsIdsInFolderAndInSingleFile()
{
    const QString file = write("deep/data/in/x.jsonl", chat("first") + chat("second"));
    const QString folder = pathText(m_folder.path() / "deep/data");
    QVERIFY(runCli({"list", folder, "--columns", "id"}).out.contains("in/x#2"));
    for (const QString& path : {folder, file}) {
        for (const char* id : {"in/x#2", "x#2"}) {
            const CliRun shown = runCli({"show", path, "--id", id});
            QCOMPARE(shown.exitCode, 0);
            QVERIFY(shown.out.contains("second"));
        }
    }
    QCOMPARE(runCli({"show", folder, "--id", "n/x"}).exitCode, 2);
    // The id that the record would have if it were alone in its file.
    QVERIFY(runCli({"show", folder, "--id", "in/x"}).out.contains("first"));
}

void NamingTest::numbersRecordsPerFile()
{
    write("one/a.jsonl", chat("alpha") + chat("beta"));
    write("one/notes.txt", "none");
    const QString folder = pathText(m_folder.path() / "one");
    const CliRun shown = runCli({"show", folder, "--record", "2"});
    QCOMPARE(shown.exitCode, 0);
    QVERIFY(shown.out.contains("beta"));
    QVERIFY(runCli({"show", folder, "--record", "a.jsonl:1"}).out.contains("alpha"));
    const CliRun none = runCli({"show", folder, "--record", "3"});
    QCOMPARE(none.exitCode, 2);
    QVERIFY(none.err.contains("there is no record 3 of 2"));
    for (const char* wrong : {"0", "x", "1x", "a.jsonl:", ":1", "-1"})
        QCOMPARE(runCli({"show", folder, "--record", wrong}).exitCode, 2);
}

void NamingTest::requiresFileNameIfSeveralFiles()
{
    write("two/a.jsonl", chat("alpha") + chat("beta"));
    write("two/in/b.jsonl", chat("gamma") + chat("delta"));
    const QString folder = pathText(m_folder.path() / "two");
    const CliRun unclear = runCli({"show", folder, "--record", "1"});
    QCOMPARE(unclear.exitCode, 2);
    QCOMPARE(unclear.out, QByteArray());
    QVERIFY(unclear.err.contains("--record 'a.jsonl:1'"));
    QVERIFY(unclear.err.contains("--record 'in/b.jsonl:1'"));
    // The file may be given as search prints it, or by its last path components.
    for (const char* name : {"in/b.jsonl:2", "b.jsonl:2"})
        QVERIFY(runCli({"show", folder, "--record", name}).out.contains("delta"));
    const CliRun none = runCli({"show", folder, "--record", "c.jsonl:2"});
    QCOMPARE(none.exitCode, 2);
    QVERIFY(none.err.contains("there is no record 2 in a file called c.jsonl"));
}

void NamingTest::listsRecordsWithTheSameId()
{
    write("twice/a.jsonl", chat("alpha", R"("id": "a1")") + chat("beta", R"("id": "a2")"));
    write("twice/b.jsonl", chat("gamma", R"("id": "b1")") + chat("delta", R"("id": "a1")"));
    const QString folder = pathText(m_folder.path() / "twice");
    const CliRun unclear = runCli({"show", folder, "--id", "a1"});
    QCOMPARE(unclear.exitCode, 2);
    QCOMPARE(unclear.out, QByteArray());
    QVERIFY(unclear.err.contains("2 records have the id a1"));
    QVERIFY(unclear.err.contains("--record 'a.jsonl:1'"));
    QVERIFY(unclear.err.contains("--record 'b.jsonl:2'"));
    QVERIFY(runCli({"show", folder, "--id", "b1"}).out.contains("gamma"));
}

void NamingTest::collidingKeysGetTheirOwnColumns()
{
    const QString file = write(
        "clash.jsonl", chat("q", R"("id": "x1", "fine-grained_score": 1, "fine_grained_score": 2, "A": 1,)"
                                 R"( "a": 2, "b.c": 1, "b": {"c": 2})") +
                           chat("q", R"("id": "x2", "a": 3, "A": 4, "b": {"c": 5})"));
    const CliRun listed =
        runCli({"list", file, "--columns", "id,fine-grained_score,fine_grained_score,A,a,b.c,b.c_2",
                "--format", "csv"});
    QCOMPARE(listed.out, QByteArray("id,fine_grained_score_2,fine_grained_score,a_2,a,b.c,b.c_2\n"
                                    "x1,1,2,1,2,1,2\n"
                                    "x2,,,4,3,,5\n"));
    QCOMPARE(runCli({"list", file, "--where", "a:3 a_2:4 b.c_2:5", "--columns", "id", "--format", "csv"}).out,
             QByteArray("id\nx2\n"));
    const CliRun shown = runCli({"show", file, "--record", "1", "--format", "json"});
    for (const char* line : {R"("fine-grained_score": 1)", R"("fine_grained_score": 2)", R"("A": 1)",
                             R"("a": 2)", R"("b.c": 1)", R"("b.c_2": 2)"})
        QVERIFY2(shown.out.contains(line), shown.out.constData());
}

void NamingTest::queriesFindCollidingKeysByName_data()
{
    QTest::addColumn<QString>("query");
    QTest::addColumn<QByteArray>("ids");
    QTest::newRow("A") << "A:1" << QByteArray("r0\n");
    QTest::newRow("A with the value of a") << "A:2" << QByteArray();
    QTest::newRow("a") << "a:2" << QByteArray("r0\n");
    QTest::newRow("generated key") << "a_2:5" << QByteArray("r1\n");
    QTest::newRow("range") << "A:>2" << QByteArray("r1\n");
    QTest::newRow("not") << "-A:1" << QByteArray("r1\nr2\n");
    QTest::newRow("has") << "has:A" << QByteArray("r0\nr1\n");
    QTest::newRow("missing") << "missing:A" << QByteArray("r2\n");
    QTest::newRow("hyphen in the name") << "fine-grained_score:1" << QByteArray("r0\n");
    QTest::newRow("title with other spelling") << "\"Fine Grained Score\":2" << QByteArray("r0\n");
    QTest::newRow("built-in field") << "Record:2" << QByteArray("r1\n");
}

void NamingTest::queriesFindCollidingKeysByName()
{
    QFETCH(const QString, query);
    QFETCH(const QByteArray, ids);
    const QString file =
        write("asked.jsonl",
              chat("q", R"("id": "r0", "A": 1, "a": 2, "fine_grained_score": 2, "fine-grained_score": 1)") +
                  chat("q", R"("id": "r1", "A": 5, "a": 6)") + chat("q", R"("id": "r2", "a": 1)"));
    const CliRun run = runCli({"list", file, "--where", query, "--columns", "id", "--format", "csv"});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.out, "id\n" + ids);
}

void NamingTest::distinguishesFilesOfTheSameName()
{
    const QString one = write("x/d/a.jsonl", chat("alpha", R"("id": "r")"));
    const QString other = write("y/d/a.jsonl", chat("beta", R"("id": "r")"));
    const QStringList folders{pathText(m_folder.path() / "x/d"), pathText(m_folder.path() / "y/d")};
    const CliRun unclear = runCli(QStringList{"show"} + folders + QStringList{"--id", "r"});
    QCOMPARE(unclear.exitCode, 2);
    for (const QString& path : {one, other}) {
        const QString name = path + ":1";
        QVERIFY2(unclear.err.contains(("--record '" + name + "'").toUtf8()), unclear.err.constData());
        const CliRun shown = runCli(QStringList{"show"} + folders + QStringList{"--record", name});
        QCOMPARE(shown.exitCode, 0);
        QVERIFY(shown.out.contains(path == one ? "alpha" : "beta"));
    }
}

void NamingTest::findsIdsAsShown()
{
    const QString file =
        write("shown.jsonl", chat("alpha", R"("id": "t\tb")") + chat("beta", R"("id": "a\nb")") +
                                 chat("gamma", R"("id": "a\\nb")"));
    QVERIFY(runCli({"list", file, "--columns", "id"}).out.contains("t\\tb"));
    QVERIFY(runCli({"show", file, "--id", "t\\tb"}).out.contains("alpha"));
    QVERIFY(runCli({"show", file, "--id", "a\nb"}).out.contains("beta"));
    // Two ids look the same when shown.
    const CliRun unclear = runCli({"show", file, "--id", "a\\nb"});
    QCOMPARE(unclear.exitCode, 2);
    QVERIFY(unclear.err.contains("2 records have the id"));
}

void NamingTest::reportsValuesLeftOutOfMean()
{
    const QString file =
        write("few.jsonl", chat("q", R"("score": "+4")") + chat("q", R"("score": " 2 ")") +
                               chat("q", R"("score": "1,000")") + chat("q", R"("score": "N/A")") + chat("q"));
    const CliRun run = runCli({"stats", file, "--by", "format", "--mean", "score", "--format", "csv"});
    QVERIFY2(run.out.endsWith(",5,3.0000\n"), run.out.constData());
    QVERIFY2(run.err.contains("score: 2 values are not numbers and are left out"), run.err.constData());
}

void NamingTest::builtInFieldsHideNoColumns()
{
    const QString file = write("own.jsonl", chat("q", R"("Language": "fr", "File": "f", "language": "de")"));
    const CliRun listed =
        runCli({"list", file, "--columns", "language,Language,record.language,file,File", "--format", "csv"});
    QVERIFY2(listed.out.endsWith("\n,fr,de,own.jsonl,f\n"), listed.out.constData());
}

void NamingTest::averagesNumbersWrittenAsText()
{
    const QString file =
        write("scores.jsonl",
              chat("q", R"("kind": "x", "score": "4")") + chat("q", R"("kind": "x", "score": "10")") +
                  chat("q", R"("kind": "y", "score": "2")") + chat("q", R"("kind": "y", "score": "N/A")") +
                  chat("q", R"("kind": "z", "score": "nan")"));
    QCOMPARE(runCli({"stats", file, "--by", "kind", "--mean", "score", "--format", "csv"}).out,
             QByteArray("kind,n,score\nx,2,7.0000\ny,2,2.0000\nz,1,\n"));
    QVERIFY(
        runCli({"stats", file, "--by", "role", "--mean", "score", "--format", "csv"}).out.contains("5.3333"));
}

void NamingTest::comparesNumbersWrittenAsText()
{
    const QString file =
        write("grades.jsonl", chat("q", R"("grade": "10", "user_id": "7")") +
                                  chat("q", R"("grade": "-2.5", "user_id": "07")") +
                                  chat("q", R"("grade": "1.25e1")") + chat("q", R"("grade": "N/A")") +
                                  chat("q", R"("grade": "9.0")"));
    const auto listed = [&](const QStringList& more) {
        return runCli(QStringList{"list", file, "--columns", "grade", "--format", "csv"} + more).out;
    };
    QCOMPARE(listed({"--sort", "grade"}), QByteArray("grade\n-2.5\n9.0\n10\n1.25e1\nN/A\n"));
    QCOMPARE(listed({"--sort", "grade:desc"}), QByteArray("grade\n1.25e1\n10\n9.0\n-2.5\nN/A\n"));
    QCOMPARE(listed({"--where", "grade:9"}), QByteArray("grade\n9.0\n"));
    QCOMPARE(listed({"--where", "grade:>=9"}), QByteArray("grade\n10\n1.25e1\n9.0\n"));
    QCOMPARE(runCli({"stats", file, "--by", "grade", "--format", "csv"}).out,
             QByteArray("grade,n\n-2.5,1\n9.0,1\n10,1\n1.25e1,1\nN/A,1\n"));
    // An id is a name, whatever its digits are.
    QCOMPARE(listed({"--where", "user_id:7"}), QByteArray("grade\n10\n"));
}

void NamingTest::errorListsValuesOfTextField()
{
    const QString file = write("kinds.jsonl", chat("q", R"("kind": "x")") + chat("q", R"("kind": "y")"));
    const CliRun run = runCli({"stats", file, "--by", "kind", "--mean", "kind"});
    QCOMPARE(run.exitCode, 2);
    QVERIFY2(run.err.contains(R"(--mean kind: the field has no numbers; its values are "x", "y")"),
             run.err.constData());
}

void NamingTest::detectsLanguageByScript()
{
    const QString file =
        write("languages.jsonl", chat("Спланируйте поездку") + chat("京都で旅行を計画してください") +
                                     chat("이틀 여행을 계획해 주세요") + chat("خطط لرحلة لمدة يومين") +
                                     chat("旅行") + chat("hello"));
    QCOMPARE(runCli({"list", file, "--columns", "language", "--format", "csv"}).out,
             QByteArray("language\nru\nja\nko\nar\nzh\nen\n"));
    QCOMPARE(runCli({"list", file, "--where", "language:ja", "--columns", "record", "--format", "csv"}).out,
             QByteArray("record\n2\n"));
    QVERIFY(runCli({"search", file, "여행을", "--format", "csv"}).out.contains(",ko,"));
}

void NamingTest::dataKeysDoNotUseUpColumns()
{
    std::string flood;
    for (int i = 0; i < 300; ++i) {
        std::string rewards;
        for (int k = 0; k < 4; ++k)
            rewards += (k == 0 ? "\"" : ", \"") + std::to_string(i * 4 + k) + "k\": 0.5";
        flood += chat("q", R"("kind": "sampled", "rewards": {)" + rewards + "}");
    }
    write("flood/a.jsonl", flood);
    write("flood/b.jsonl",
          chat("q", R"("id": "late", "verdict": "good")") + chat("q", R"("verdict": "bad")"));
    const QString folder = pathText(m_folder.path() / "flood");
    const CliRun listed =
        runCli({"list", folder, "--where", "verdict:good", "--columns", "id", "--format", "csv"});
    QCOMPARE(listed.out, QByteArray("id\nlate\n"));
    QCOMPARE(runCli({"search", folder, "q", "--count", "--where", "missing:verdict"}).out,
             QByteArray("300 of 300\n"));
    QVERIFY(runCli({"validate", folder}).out.contains("the members of \"rewards\" are shown"));
    QCOMPARE(runCli({"search", folder, "q", "--count", "--where", "kind:sampled"}).out,
             QByteArray("300 of 300\n"));
}

DUOLOGUE_TEST(NamingTest)
#include "naming_test.moc"
