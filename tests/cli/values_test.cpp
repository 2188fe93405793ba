// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/source_folder.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <set>

using namespace duologue::test;

namespace {

QString caseFile(const char* name)
{
    return pathText(sourceFolder() / "tests/data/cases" / name);
}

/// Standard output without the first line.
QByteArrayList rowsOf(const CliRun& run)
{
    QByteArrayList rows = run.lines();
    rows.removeFirst();
    return rows;
}

} // namespace

/// What is shown, counted and written of values is what the records have.
class CliValuesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void longTextsAreWhole();
    void longTextsAreFound();
    void largeMeansAreNumbers();
    void decimalsKeepTheirDigits();
    void decimalsOfParquetKeepTheirDigits();
    void timesInAllForms_data();
    void timesInAllForms();
    void wrongDatesAreNamed();
    void idsThatAreNumbersAreCompared();
    void whatIsUnclearIsNotJudged();
    void sharesAreOfUnits();
    void listedValuesKeepTheirKinds();

private:
    const QString m_long = caseFile("40-cut-at-240/set.jsonl");
    const QString m_money = caseFile("53-decimals/money.jsonl");
};

void CliValuesTest::longTextsAreWhole()
{
    for (const char* column : {"reference", "note", "url"}) {
        const CliRun json = runCli({"list", m_long, "--columns", column, "--format", "json"});
        QCOMPARE(json.exitCode, 0);
        std::set<QString> values;
        for (const QJsonValue& record : QJsonDocument::fromJson(json.out).array())
            values.insert(record[column].toString());
        QCOMPARE(values.size(), std::size_t{3});
        for (const QString& value : values) {
            QVERIFY(value.toUtf8().size() > 240);
            for (const char* form : {"csv", "tsv"}) {
                const CliRun table = runCli({"export", m_long, "--to", form, "--columns", column, "-o", "-"});
                QVERIFY(table.out.contains(value.toUtf8()));
            }
        }
        const CliRun groups = runCli({"stats", m_long, "--by", column, "--format", "csv"});
        QCOMPARE(rowsOf(groups).size(), qsizetype{3});
        for (const QByteArray& row : rowsOf(groups))
            QVERIFY2(row.endsWith(",1"), row.constData());
        const CliRun kept = runCli({"export", m_long, "--dedup", column, "--to", "jsonl", "-o", "-"});
        QCOMPARE(kept.lines().size(), qsizetype{3});
        QVERIFY2(kept.err.contains("0 duplicate records"), kept.err.constData());
    }
}

void CliValuesTest::longTextsAreFound()
{
    const CliRun all = runCli({"list", m_long, "--columns", "id,note", "--format", "json"});
    for (const QJsonValue& record : QJsonDocument::fromJson(all.out).array()) {
        const QString query = "note:\"" + record["note"].toString() + '"';
        const CliRun found = runCli({"list", m_long, "--columns", "id", "--where", query, "--format", "csv"});
        QCOMPARE(rowsOf(found), QByteArrayList{record["id"].toString().toUtf8()});
        const CliRun none =
            runCli({"list", m_long, "--columns", "id", "--where", query.chopped(2) + '"', "--format", "csv"});
        QVERIFY(!none.out.contains(record["id"].toString().toUtf8() + "\n"));
    }
}

void CliValuesTest::largeMeansAreNumbers()
{
    for (const char* format : {"csv", "tsv", "table"}) {
        const CliRun run = runCli({"stats", caseFile("41-memory-in-means/big.jsonl"), "--by", "g", "--mean",
                                   "s", "--format", format});
        QCOMPARE(run.exitCode, 0);
        QByteArrayList last;
        for (const QByteArray& row : rowsOf(run))
            last << row.mid(row.lastIndexOf(format == QByteArray("csv")   ? ','
                                            : format == QByteArray("tsv") ? '\t'
                                                                          : ' ') +
                            1);
        const QByteArrayList expected{"2e+100", "2e+60", "-1.5e+75", "6e+58", "2.0000"};
        QCOMPARE(last.size(), expected.size());
        for (qsizetype i = 0; i < last.size(); ++i) {
            bool isNumber = false;
            const double mean = last[i].toDouble(&isNumber);
            QVERIFY2(isNumber, last[i].constData());
            QVERIFY(std::abs(mean / expected[i].toDouble() - 1) < 1e-9);
        }
        QCOMPARE(last.last(), expected.last());
    }
}

void CliValuesTest::decimalsKeepTheirDigits()
{
    const QByteArrayList digits{"12345678901234567.89",
                                "12345678901234567.88",
                                "-99999999999999999.01",
                                "0.1234567890123456789",
                                "12345678901234567890123456789.123456789",
                                "2.5"};
    QCOMPARE(rowsOf(runCli({"list", m_money, "--columns", "amount", "--format", "csv"})), digits);
    QCOMPARE(rowsOf(runCli({"export", m_money, "--columns", "amount", "--to", "tsv", "-o", "-"})), digits);
    const QByteArrayList lines =
        runCli({"list", m_money, "--columns", "amount", "--format", "jsonl"}).lines();
    for (qsizetype i = 0; i < digits.size(); ++i)
        QCOMPARE(lines.at(i), "{\"amount\":" + digits[i] + "}");
    const CliRun json = runCli({"list", m_money, "--columns", "amount", "--format", "json"});
    const CliRun own = runCli({"export", m_money, "--columns", "amount", "--to", "json", "-o", "-"});
    for (const QByteArray& number : digits) {
        QVERIFY(json.out.contains("\"amount\": " + number + "\n"));
        QVERIFY(own.out.contains("\"amount\":" + number + "}"));
    }
    QCOMPARE(rowsOf(runCli({"stats", m_money, "--by", "amount", "--format", "csv"})),
             (QByteArrayList{"-99999999999999999.01,1", "0.1234567890123456789,1", "2.5,1",
                             "12345678901234567.88,1", "12345678901234567.89,1",
                             "12345678901234567890123456789.123456789,1"}));
    const auto ids = [&](const QStringList& arguments) {
        return rowsOf(runCli(QStringList{"list", m_money, "--columns", "id", "--format", "csv"} + arguments))
            .join(' ');
    };
    QCOMPARE(ids({"--sort", "amount"}), QByteArray("3 4 6 2 1 5"));
    QCOMPARE(ids({"--where", "amount:12345678901234567.89"}), QByteArray("1"));
    QCOMPARE(ids({"--where", "amount:>12345678901234567.88"}), QByteArray("1 5"));
    const CliRun kept = runCli({"export", m_money, "--dedup", "amount", "--to", "jsonl", "-o", "-"});
    QVERIFY(kept.err.contains("0 duplicate records"));
}

void CliValuesTest::decimalsOfParquetKeepTheirDigits()
{
    const CliRun run = runCli(
        {"list", caseFile("53-decimals/money.parquet"), "--columns", "amount,fine", "--format", "csv"});
    QCOMPARE(rowsOf(run), (QByteArrayList{"123456789012345678.91,0.123456789",
                                          "123456789012345678.92,12345678901234567890123456789.123456789"}));
}

void CliValuesTest::timesInAllForms_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("field");
    QTest::addColumn<QByteArray>("days");
    QTest::newRow("ns") << "ns.jsonl"
                        << "timestamp" << QByteArray("2026-03-01,2 2026-03-02,1");
    QTest::newRow("us") << "us.jsonl"
                        << "timestamp" << QByteArray("2026-03-01,2 2026-03-02,1");
    QTest::newRow("texts") << "texts.jsonl"
                           << "created_at" << QByteArray("2026-03-01,3 2026-03-02,1");
}

void CliValuesTest::timesInAllForms()
{
    QFETCH(const QString, file);
    QFETCH(const QString, field);
    QFETCH(const QByteArray, days);
    const QString path = caseFile("71-time-forms") + '/' + file;
    const CliRun run = runCli({"stats", path, "--by", field + ".day", "--format", "csv"});
    QCOMPARE(rowsOf(run).join(' '), days);
    const CliRun first = runCli({"list", path, "--where", field + ":2026-03-01", "--sort", field, "--columns",
                                 "id", "--format", "csv"});
    QCOMPARE(QString::number(rowsOf(first).size()), QString(days.mid(11, 1)));
    QByteArrayList sorted = rowsOf(first);
    std::sort(sorted.begin(), sorted.end());
    QCOMPARE(rowsOf(first), sorted);
}

void CliValuesTest::wrongDatesAreNamed()
{
    const QString path = caseFile("71-time-forms/texts.jsonl");
    for (const char* query :
         {"created_at:>=2026-02-29", "created_at:2026-02-29", "created_at:2026-01-01..2026-02-29"}) {
        const CliRun run = runCli({"list", path, "--where", query});
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains("2026-02-29 is not a valid date"), run.err.constData());
    }
}

void CliValuesTest::idsThatAreNumbersAreCompared()
{
    const TempFolder folder;
    std::string text;
    for (const char* id : {"1", "\"2\"", "10"})
        text +=
            std::string("{\"id\": ") + id + R"(, "messages": [{"role": "user", "content": "Hi"}]})" + "\n";
    const QString path = pathText(folder.write("ids.jsonl", text));
    const CliRun run = runCli({"list", path, "--where", "id:>=2", "--columns", "id", "--format", "csv"});
    QCOMPARE(rowsOf(run), (QByteArrayList{"2", "10"}));
    const QString words = pathText(folder.write(
        "words.jsonl", text + R"({"id": "x", "messages": [{"role": "user", "content": "Hi"}]})"));
    QVERIFY(runCli({"list", words, "--where", "id:>=2"}).err.contains("id has no numbers to compare"));
}

void CliValuesTest::whatIsUnclearIsNotJudged()
{
    const QString path = caseFile("49-unclear-as-no");
    const CliRun turns = runCli({"stats", path, "--report", "hallucination-by-turn", "--format", "csv"});
    QVERIFY2(rowsOf(turns).first().startsWith("1,2,0.5000,2,0.7071,"), turns.out.constData());
    QVERIFY2(turns.err.contains("2 messages could not be judged"), turns.err.constData());
    const CliRun intents = runCli({"stats", path, "--report", "hallucination-by-intent", "--format", "csv"});
    QVERIFY2(rowsOf(intents).first().startsWith("Planning,2,0.5000,2,0.7071,"), intents.out.constData());
    const auto count = [&](const char* query) {
        return rowsOf(runCli({"list", path, "--where", query, "--columns", "user", "--format", "csv"}))
            .join(' ');
    };
    QCOMPARE(count("hallucination:yes"), QByteArray("User_1"));
    QCOMPARE(count("hallucination:no"), QByteArray("User_2"));
    QCOMPARE(count("hallucination:unclear"), QByteArray("User_3 User_4"));
    QCOMPARE(count("hallucination:0"), QByteArray("User_2"));
}

void CliValuesTest::sharesAreOfUnits()
{
    const QString path = caseFile("74-share-above-100/twice.jsonl");
    const CliRun table = runCli({"check", path, "--only", "same_role_twice", "--format", "csv", "--summary"});
    QVERIFY2(rowsOf(table).first().startsWith("same_role_twice,warning,4,1,2,records,50.00 %"),
             table.out.constData());
    const CliRun json = runCli({"check", path, "--only", "same_role_twice", "--format", "json"});
    const QJsonObject result = QJsonDocument::fromJson(json.out)["checks"].toArray().first().toObject();
    QCOMPARE(result["findings"].toInt(), 4);
    QCOMPARE(result["units"].toInt(), 1);
    QCOMPARE(result["share"].toDouble(), 0.5);
    const CliRun card = runCli({"card", path, "-o", "-"});
    QVERIFY2(card.out.contains("| Same role twice in a row | 4 | 1 | 2 records | 50.0 % |"),
             card.out.constData());
}

void CliValuesTest::listedValuesKeepTheirKinds()
{
    const TempFolder folder;
    const QString path =
        pathText(folder.write("a.jsonl", R"({"l": [1, 2.5, null], "b": [true, false], "t": ["1"], "v": "x"})"
                                         "\n"
                                         R"({"l": [], "b": [], "t": ["2", "y"], "v": 3})"
                                         "\n"));
    const QByteArrayList lines = runCli({"list", path, "--columns", "l,b,t,v", "--format", "jsonl"}).lines();
    QCOMPARE(lines.at(0), QByteArray(R"({"l":[1,2.5,null],"b":[true,false],"t":["1"],"v":"x"})"));
    QVERIFY2(lines.at(1).contains(R"("t":["2","y"],"v":3)"), lines.at(1).constData());
}

DUOLOGUE_TEST(CliValuesTest)
#include "values_test.moc"
