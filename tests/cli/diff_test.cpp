// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/load.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace duologue::test;

namespace {

QByteArray line(const QByteArray& id, const QByteArray& question, const QByteArray& more = {})
{
    return "{\"id\":\"" + id + "\",\"messages\":[{\"role\":\"user\",\"content\":\"" + question + "\"}]" +
           more + "}\n";
}

QJsonObject jsonOf(const CliRun& run)
{
    return QJsonDocument::fromJson(run.out).object();
}

} // namespace

/// `duologue-cli diff`: what it prints, and its exit codes.
class CliDiffTest : public QObject {
    Q_OBJECT

private:
    QString write(const char* name, const QByteArray& bytes) const
    {
        return pathText(m_folder.write(name, bytes.toStdString()));
    }

    TempFolder m_folder;
    QString m_old;
    QString m_new;
    QString m_fields;

private Q_SLOTS:
    void initTestCase()
    {
        m_old = write("old.jsonl", line("a", "Which train goes to the lake?") + line("b", "Hello") +
                                       line("c", "Same", ",\"score\":1"));
        m_new = write("new.jsonl", line("a", "Which tram goes to the lake?") +
                                       line("c", "Same", ",\"score\":2.5") +
                                       line("d", "Something else entirely"));
        m_fields = write("fields.jsonl", line("a", "x", ",\"first\":\"one two\",\"second\":\"one three\"") +
                                             line("b", "y", ",\"first\":1,\"second\":1.0") +
                                             line("c", "z", ",\"first\":1"));
    }

    void printsTable()
    {
        const CliRun run = runCli({"diff", m_old, m_new});
        QCOMPARE(run.exitCode, 1);
        QCOMPARE(run.err, QByteArray());
        const QByteArray expected = "change   old          new          matched by  field                was "
                                    "                             is\n"
                                    "removed  old.jsonl:2\n"
                                    "added                 new.jsonl:3\n"
                                    "changed  old.jsonl:1  new.jsonl:1  id          messages[0].content  "
                                    "\"Which train goes to the lake?\"  "
                                    "\"Which tram goes to the lake?\"\n"
                                    "changed  old.jsonl:3  new.jsonl:2  id          score                1   "
                                    "                             2.5\n"
                                    "\n"
                                    "records    n\n"
                                    "old        3\n"
                                    "new        3\n"
                                    "removed    1\n"
                                    "added      1\n"
                                    "changed    2\n"
                                    "moved      0\n"
                                    "reordered  0\n"
                                    "equal      0\n";
        QCOMPARE(run.out, expected);
    }

    void printsJson()
    {
        const CliRun run = runCli({"diff", m_old, m_new, "--format", "json"});
        QCOMPARE(run.exitCode, 1);
        const QJsonObject json = jsonOf(run);
        QCOMPARE(json.keys(),
                 (QStringList{"added", "changed", "counts", "moved", "of", "read", "removed", "where"}));
        QCOMPARE(json["of"].toObject(), (QJsonObject{{"old", 3}, {"new", 3}}));
        QVERIFY(json["where"].isNull());
        const QJsonObject whole{{"complete", true}, {"percent", 100}, {"remarks", QJsonArray()}};
        QCOMPARE(json["read"].toObject(), (QJsonObject{{"old", whole}, {"new", whole}}));
        const QJsonObject removed = json["removed"].toArray()[0].toObject();
        QCOMPARE(removed, (QJsonObject{{"file", "old.jsonl"}, {"record", 2}, {"id", "b"}}));
        const QJsonObject changed = json["changed"].toArray()[1].toObject();
        QCOMPARE(changed["matched_by"], QJsonValue("id"));
        QCOMPARE(changed["new"].toObject()["record"], QJsonValue(2));
        const QJsonObject change{{"change", "changed"},     {"field", "score"}, {"old_pointer", "/score"},
                                 {"new_pointer", "/score"}, {"old", 1},         {"new", 2.5}};
        QCOMPARE(changed["changes"].toArray(), QJsonArray{change});
        QCOMPARE(json["counts"].toObject()["changed"], QJsonValue(2));
    }

    void printsMarkdown()
    {
        const CliRun run = runCli({"diff", m_old, m_new, "--format", "markdown"});
        QCOMPARE(run.exitCode, 1);
        QVERIFY(run.out.startsWith("| change | old | new | matched by | field | was | is |\n| --- |"));
        QVERIFY2(run.out.contains("| changed | old.jsonl:3 | new.jsonl:2 | id | score | 1 | 2.5 |\n"),
                 run.out);
        QVERIFY(run.out.contains("\n\n| records | n |\n"));
    }

    void endsWithZeroIfEqual()
    {
        for (const QStringList& format : {QStringList{}, QStringList{"--format", "json"}}) {
            const CliRun run = runCli(QStringList{"diff", m_old, m_old} + format);
            QCOMPARE(run.exitCode, 0);
            QVERIFY(run.out.contains("equal"));
        }
        const CliRun run = runCli({"diff", pathText(sampleFolder()), pathText(sampleFolder())});
        QCOMPARE(run.exitCode, 0);
    }

    void printsExcerptsOfLongTexts()
    {
        const QByteArray text = QByteArray("word ").repeated(100);
        const CliRun run = runCli({"diff", write("long1.jsonl", line("a", text + "here" + text)),
                                   write("long2.jsonl", line("a", text + "there" + text))});
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.out.contains("\"…word word word word hereword"), run.out);
        for (const QByteArray& each : run.lines())
            QVERIFY2(each.size() < 300, each);
        const CliRun json =
            runCli({"diff", m_folder.path().c_str() + QStringLiteral("/long1.jsonl"),
                    m_folder.path().c_str() + QStringLiteral("/long2.jsonl"), "--format", "json"});
        const QJsonObject change =
            jsonOf(json)["changed"].toArray()[0].toObject()["changes"].toArray()[0].toObject();
        QCOMPARE(change["new"].toString().toUtf8(), text + "there" + text);
    }

    void limitsRows()
    {
        const CliRun run = runCli({"diff", m_old, m_new, "--limit", "1"});
        QCOMPARE(run.exitCode, 1);
        QVERIFY(run.out.contains("removed  old.jsonl:2"));
        QVERIFY(!run.out.contains("new.jsonl:3"));
        QVERIFY(run.out.contains("changed    2\n"));
        QVERIFY(run.err.contains("only the first 1 rows are shown"));
    }

    void comparesFields()
    {
        const CliRun run = runCli({"diff", m_fields, "--fields", "first,second"});
        QCOMPARE(run.exitCode, 1);
        const QByteArray expected = "record          at  first      second\n"
                                    "fields.jsonl:1      \"one two\"  \"one three\"\n"
                                    "\n"
                                    "values                               n\n"
                                    "equal                                1\n"
                                    "different                            1\n"
                                    "only first, first in fields.jsonl:3  1\n"
                                    "only second                          0\n"
                                    "records with a difference            1\n";
        QCOMPARE(run.out, expected);
        const QJsonObject json =
            jsonOf(runCli({"diff", m_fields, "--fields", "first,second", "--format", "json"}));
        QCOMPARE(json["fields"].toArray(), (QJsonArray{"first", "second"}));
        QCOMPARE(
            json["different"].toArray()[0].toObject()["changes"].toArray()[0].toObject()["new"].toString(),
            QStringLiteral("one three"));
        QCOMPARE(json["counts"].toObject()["only_first"], QJsonValue(1));
        QCOMPARE(json["first_alone"].toObject()["record"], QJsonValue(3));
        QCOMPARE(json["of"], QJsonValue(3));
        QVERIFY(json["where"].isNull());
        QVERIFY(json["read"].toObject()["complete"].toBool());
    }

    void comparesFieldsThatAreEqual()
    {
        const QString path =
            write("equal.jsonl", line("a", "x", ",\"p\":[1,{\"q\":2}],\"r\":[1.0,{\"q\":2}]"));
        QCOMPARE(runCli({"diff", path, "--fields", "p,r"}).exitCode, 0);
        const CliRun json = runCli({"diff", path, "--fields", "p,r", "--format", "json"});
        QCOMPARE(json.exitCode, 0);
        QCOMPARE(jsonOf(json)["counts"].toObject()["equal"], QJsonValue(1));
    }

    void usageErrors_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("one path") << QStringList{m_old} << QByteArray("expected two paths, OLD and NEW");
        QTest::newRow("three paths") << QStringList{m_old, m_old, m_old} << QByteArray("expected two paths");
        QTest::newRow("one field") << QStringList{m_old, "--fields", "id"}
                                   << QByteArray("expected two different");
        QTest::newRow("the same field")
            << QStringList{m_old, "--fields", "id,id"} << QByteArray("expected two different");
        QTest::newRow("three fields")
            << QStringList{m_old, "--fields", "a,b,c"} << QByteArray("expected two different");
        QTest::newRow("unknown field") << QStringList{m_fields, "--fields", "first,secnd"}
                                       << QByteArray("unknown field secnd; did you mean second?");
        QTest::newRow("computed field") << QStringList{m_fields, "--fields", "first,turns"}
                                        << QByteArray("no record has turns as a key of its own");
        QTest::newRow("ids and fields") << QStringList{m_fields, "--fields", "first,second", "--no-ids"}
                                        << QByteArray("--no-ids cannot be used with --fields");
        QTest::newRow("format") << QStringList{m_old, m_new, "--format", "csv"}
                                << QByteArray("expected table, json or markdown, found csv");
    }

    void usageErrors()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const QByteArray, message);
        const CliRun run = runCli(QStringList{"diff"} + arguments);
        QCOMPARE(run.exitCode, 2);
        QCOMPARE(run.out, QByteArray());
        QVERIFY2(run.err.contains(message), run.err.constData());
        QCOMPARE(run.err.count('\n'), 1);
    }

    void failsIfNothingIsRead()
    {
        for (const QStringList& paths : {QStringList{m_old, "/nowhere"}, QStringList{"/nowhere", m_old}}) {
            const CliRun run = runCli(QStringList{"diff"} + paths);
            QCOMPARE(run.exitCode, 3);
            QCOMPARE(run.out, QByteArray());
            QVERIFY2(run.err.contains("there is nothing to compare in /nowhere"), run.err.constData());
        }
    }

    void tellsRepeatedIds()
    {
        const QString path = write("repeated.jsonl", line("a", "x") + line("a", "y"));
        const CliRun run = runCli({"diff", path, path});
        QCOMPARE(run.exitCode, 0);
        QVERIFY(run.err.contains("1 id occurs more than once in a file"));
        QVERIFY(run.out.contains("repeated_ids  1"));
    }

    void hostileTextsCannotForgeOutput()
    {
        const QByteArray nasty = "\\u001b[31m\\n| forged | row |\\nremoved x.jsonl:1\\u202e\\u0007";
        const QString before =
            write("h1.jsonl", line("a", nasty, ",\"k" + nasty + "\":1") + line("b", "same"));
        const QString after =
            write("h2.jsonl", line("a", nasty + "!", ",\"k" + nasty + "\":2") + line("b", "same"));
        for (const char* format : {"table", "markdown"}) {
            const CliRun run = runCli({"diff", before, after, "--format", format});
            QCOMPARE(run.exitCode, 1);
            // Title, rule of Markdown, two changes, an empty line, and the counts.
            const bool isMarkdown = qstrcmp(format, "markdown") == 0;
            QCOMPARE(run.lines().size(), isMarkdown ? 15 : 13);
            for (const QByteArray& each : run.lines()) {
                QVERIFY(!each.contains('\x1b') && !each.contains('\a') && !each.contains("\xE2\x80\xAE"));
                QVERIFY(!each.startsWith("removed x") && !each.startsWith("| forged"));
            }
            QVERIFY(!isMarkdown || run.out.contains("\\| forged \\| row \\|"));
        }
        const CliRun fields =
            runCli({"diff", before, "--fields",
                    "id,k\x1b[31m\n| forged | row |\nremoved x.jsonl:1" + QString::fromUtf8("\u202e\a")});
        QVERIFY(!fields.out.contains('\x1b') && !fields.err.contains('\x1b'));
        const CliRun json = runCli({"diff", before, after, "--format", "json"});
        QCOMPARE(jsonOf(json)["changed"].toArray().size(), 1);
    }
};

DUOLOGUE_TEST(CliDiffTest)
#include "diff_test.moc"
