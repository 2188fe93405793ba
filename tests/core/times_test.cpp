// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/field_reader.h"
#include "core/data/row_order.h"
#include "core/util/time_text.h"
#include "tests/support/load.h"
#include "tests/support/make_query.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

using namespace duologue;
using namespace duologue::test;

/// Times as people and programs write them.
class TimesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void readsTexts_data();
    void readsTexts();
    void refusesOtherTexts();
    void namesPartsOfTheCalendar();
    void answers_data();
    void answers();
    void sortsByTime();
    void groupsByCalendar();
    void numbersAreTimesAmongTimes();
    void aFewWithoutATimeLeaveTheOthers();
    void queriesPrintBack();

private:
    TempFolder m_folder;
    SnapshotPtr m_snapshot;
};

void TimesTest::initTestCase()
{
    const auto record = [](const std::string& members) {
        return R"({"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}], )" +
               members + "}\n";
    };
    // The texts and the two kinds of numbers are the same times.
    m_folder.write(
        "times.jsonl",
        record(
            R"("made": "2026-01-31T23:30:00Z", "create_time": 1769902200, "created_at": 1769902200123, "score": 1769902200)") +
            record(
                R"("made": "2025-12-31 08:00", "create_time": 1767168000.5, "created_at": 1767168000000, "tokens": 5)") +
            // An hour before the first one.
            record(
                R"("made": "2026-01-31T23:30:00+01:00", "create_time": 1769898600, "created_at": 1769898600000)") +
            record(R"("made": "2026-02-01", "create_time": 1769904000, "created_at": 1769904000000)") +
            record(R"("made": "N/A", "note": "2026-01-05 and later")"));
    m_snapshot = load({m_folder.path()});
}

void TimesTest::readsTexts_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("begin");
    QTest::addColumn<double>("length");
    const auto row = [](const char* text, double begin, double length) {
        QTest::newRow(text) << text << begin << length;
    };
    row("1970-01-01", 0, 86400);
    row("1970-01-01T00:01", 60, 60);
    row("1970-01-02 00:00:01", 86401, 1);
    row("2026/01/31", 1769817600, 86400);
    row("2026-01", 1767225600, 31 * 86400.0);
    row("2024-02", 1706745600, 29 * 86400.0);
    row("2026-01-31T23:30:00Z", 1769902200, 1);
    row("2026-01-31T23:30:00.250+01:00", 1769898600.25, 0.001);
    row("2026-01-31 23:30:00 +0100", 1769898600, 1);
    row("2026-01-31T23:30:00-05", 1769920200, 1);
    row("2026-01-31 23:30:00 UTC", 1769902200, 1);
    row("1969-12-31T23:59:59", -1, 1);
    row("2026-03-01T02:30:00+0230", 1772323200, 1);
    row("2026-03-01 01:00:00+01", 1772323200, 1);
    row("20260301T010000Z", 1772326800, 1);
    row("20260301T0100", 1772326800, 60);
    row("20260301T010000.5+0100", 1772323200.5, 0.1);
    row("20260301 010000Z", 1772326800, 1);
    row("2026-060", 1772323200, 86400);
    row("2026-060T01:00:00Z", 1772326800, 1);
    row("2026060T010000Z", 1772326800, 1);
    row("2026-W09-7", 1772323200, 86400);
    row("2026-W09-7T01:00Z", 1772326800, 60);
    row("2026W097T010000Z", 1772326800, 1);
    row("2026-W09", 1771804800, 7 * 86400.0);
    row("2020-W53-5", 1609459200, 86400);
    row("Sun, 01 Mar 2026 00:00:00 +0000", 1772323200, 1);
    row("Mon, 02 Mar 2026 00:30:00 +0200", 1772404200, 1);
    row("1 Mar 2026 00:00 GMT", 1772323200, 60);
    row("Sun, 06 Nov 1994 08:49:37 GMT", 784111777, 1);
    row("Sunday, 06-Nov-94 08:49:37 GMT", 784111777, 1);
    row("Sun Nov  6 08:49:37 1994", 784111777, 1);
    row("Sat, 28 Feb 2026 19:00:00 EST", 1772323200, 1);
    row("Sun, 1 Mar 2026 01:00:00 +0100 (CET)", 1772323200, 1);
    row("Sun Mar 01 2026 02:00:00 GMT+0200 (Eastern European Standard Time)", 1772323200, 1);
}

void TimesTest::readsTexts()
{
    QFETCH(QString, text);
    QFETCH(double, begin);
    QFETCH(double, length);
    const auto span = timeIn(text.toStdString());
    QVERIFY(span);
    QCOMPARE(span->begin, begin);
    QVERIFY(std::abs(span->end - span->begin - length) < 1e-6);
}

void TimesTest::refusesOtherTexts()
{
    for (const char* text :
         {"", "2026", "20260131", "2026-13", "2026-02-30", "2026-1-1", "2026-01-31T25:00", "2026-01-31x",
          "2026-01-31T10", "2026-01-31T10:00:00+", "2026-01-31 and later", "10:00", "1.5", "2026-01/31",
          // Numbers, and days and weeks that no year has.
          "20260301", "2026060", "2026-366", "2026-000", "2026-W54", "2025-W53-1", "2026-W09-8",
          "20260229T000000Z", "Sun", "Sun, 30 Feb 2026 00:00:00 GMT", "Sun, 01 Mar 2026 25:00:00 GMT",
          "Sun, 01 Mar 2026 00:00:00 XYZ", "March", "1 Mar", "1 apple 2026", "Monday morning",
          "May 2026 be good"})
        QVERIFY2(!timeIn(text), text);
    QVERIFY(timeIn("2026", YearAlone::IsTime));
    for (const char* text : {"2026-02-29", "2026-13", "2026/1", "2026-W60"})
        QVERIFY2(looksLikeDate(text), text);
    for (const char* text : {"2026", "20-02-2026", "2026-", "2026-x", "1234567"})
        QVERIFY2(!looksLikeDate(text), text);
}

void TimesTest::namesPartsOfTheCalendar()
{
    QCOMPARE(calendarText(1769902200, CalendarPart::Day), std::string("2026-01-31"));
    QCOMPARE(calendarText(1769902200, CalendarPart::Month), std::string("2026-01"));
    QCOMPARE(calendarText(1769902200, CalendarPart::Year), std::string("2026"));
    QCOMPARE(calendarText(1769902200, CalendarPart::Week), std::string("2026-W05"));
    // 1 January 2027 is a Friday, 31 December 2024 a Tuesday.
    QCOMPARE(calendarText(timeIn("2027-01-01")->begin, CalendarPart::Week), std::string("2026-W53"));
    QCOMPARE(calendarText(timeIn("2024-12-31")->begin, CalendarPart::Week), std::string("2025-W01"));
    QCOMPARE(calendarText(-1, CalendarPart::Day), std::string("1969-12-31"));
    QCOMPARE(calendarText(1e18, CalendarPart::Day), std::string());
}

void TimesTest::answers_data()
{
    QTest::addColumn<QString>("query");
    QTest::addColumn<QString>("rows");
    const auto row = [](const std::string& query, const char* rows) {
        QTest::newRow(query.c_str()) << QString::fromStdString(query) << rows;
    };
    for (const std::string field : {"made", "create_time", "created_at"}) {
        row(field + ":>=2026-01-01", "0 2 3");
        row(field + ":2026-01", "0 2");
        row(field + ":2026", "0 2 3");
        row(field + ":>=2026", "0 2 3");
        row(field + ":<2026", "1");
        row(field + ":..2026-01", "0 1 2");
        row(field + ":>2026-01", "3");
        row(field + ":2025..2026-01-31T22:30", "1 2");
        row(field + ":2025-12..2026-01", "0 1 2");
        row(field + ":<2026-01-31T23:00:00+00:00", "1 2");
        row(field + ":2026-02-01", "3");
        row(field + ".month:2026-01", "0 2");
        row("-" + field + ":>=2026-01-01 has:" + field, field == "made" ? "1 4" : "1");
    }
    row("create_time:>1769904000", "");
    row("create_time:1769904000", "3");
    row("score:>=2026-01", "score has no times to compare");
    row("turns:>=2026-01", "turns has no times to compare");
    row("made:>=yesterday", "\"yesterday\" is not a number");
    row("made:2026-03..2026-01", "the range is reversed");
    row("score.month:2026-01", "unknown field score.month; did you mean score?");
}

void TimesTest::answers()
{
    QFETCH(QString, query);
    QFETCH(QString, rows);
    if (rows.contains(QLatin1String("did you mean")))
        QVERIFY(rowsOf(*m_snapshot, query.toStdString()).starts_with("unknown field score.month"));
    else
        QCOMPARE(rowsOf(*m_snapshot, query.toStdString()), rows.toStdString());
}

void TimesTest::sortsByTime()
{
    for (const char* key : {"made", "create_time", "created_at"}) {
        const RowOrder order = sortedBy(orderOf(RowSet(m_snapshot->recordCount(), true)),
                                        *findField(*m_snapshot, key), false, Job());
        QCOMPARE(order, rowsAt({1, 2, 0, 3, 4}));
    }
    // As the file writes it.
    QCOMPARE(fieldText(*m_snapshot, Row{2}, "made"), std::string("2026-01-31T23:30:00+01:00"));
}

void TimesTest::groupsByCalendar()
{
    QCOMPARE(fieldText(*m_snapshot, Row{2}, "made.day"), std::string("2026-01-31"));
    QCOMPARE(fieldText(*m_snapshot, Row{1}, "created_at.week"), std::string("2026-W01"));
    QCOMPARE(fieldText(*m_snapshot, Row{3}, "create_time.year"), std::string("2026"));
    QCOMPARE(fieldText(*m_snapshot, Row{4}, "made.month"), std::string());
    QVERIFY(!findField(*m_snapshot, "tokens.month"));
    QVERIFY(!findField(*m_snapshot, "made.hour"));
}

/// Half of the records have Unix times, as happens where two sources were joined.
void TimesTest::numbersAreTimesAmongTimes()
{
    const TempFolder folder;
    std::string text;
    for (const char* time :
         {"\"2026-01-05T10:00:00Z\"", "1767225600", "null", "1769904000", "\"2026-02-03\""})
        text +=
            std::string(R"({"messages": [{"role": "user", "content": "q"}], "created_at": )") + time + "}\n";
    const SnapshotPtr snapshot = load({folder.write("a.jsonl", text)});
    QCOMPARE(rowsOf(*snapshot, "created_at:2026-01"), std::string("0 1"));
    QCOMPARE(rowsOf(*snapshot, "created_at:>=2026-01-06"), std::string("3 4"));
    QCOMPARE(fieldText(*snapshot, Row{1}, "created_at.month"), std::string("2026-01"));
    QCOMPARE(sortedBy(orderOf(RowSet(snapshot->recordCount(), true)), *findField(*snapshot, "created_at"),
                      false, Job()),
             rowsAt({1, 0, 3, 4, 2}));
}

/// 0 for no time, a number that is none, and a text that cannot be read.
void TimesTest::aFewWithoutATimeLeaveTheOthers()
{
    const TempFolder folder;
    const auto loaded = [&](const char* name, const std::vector<std::string>& times) {
        std::string text;
        for (const std::string& time : times)
            text += R"({"messages": [{"role": "user", "content": "q"}], "created_at": )" + time + "}\n";
        return load({folder.write(name, text)});
    };
    const auto sorted = [](const SnapshotPtr& snapshot) {
        return sortedBy(orderOf(RowSet(snapshot->recordCount(), true)), *findField(*snapshot, "created_at"),
                        false, Job());
    };
    std::vector<std::string> unix{"1769904000", "0", "-1", "1767225600"};
    for (const SnapshotPtr& snapshot : {loaded("unix.jsonl", unix), [&] {
                                            unix.emplace_back("\"2026-03-01\"");
                                            return loaded("mixed.jsonl", unix);
                                        }()}) {
        QCOMPARE(rowsOf(*snapshot, "created_at:2026-01"), std::string("3"));
        QCOMPARE(rowsOf(*snapshot, "created_at:<2026-02"), std::string("3"));
        QCOMPARE(rowsOf(*snapshot, "-created_at:2026"), std::string("1 2"));
        QCOMPARE(fieldText(*snapshot, Row{0}, "created_at.month"), std::string("2026-02"));
        QCOMPARE(fieldText(*snapshot, Row{1}, "created_at.month"), std::string());
    }
    // One in ten may be something else; more, and these are no times.
    std::vector<std::string> most(9, "1769904000");
    most.emplace_back("42");
    QCOMPARE(rowsOf(*loaded("most.jsonl", most), "-created_at:2026"), std::string("9"));
    most.emplace_back("43");
    QVERIFY(!findField(*loaded("many.jsonl", most), "created_at.month"));
    const auto texts =
        loaded("texts.jsonl", {"\"2026-01-07T16:00:00Z\"", "\"0000-00-00\"", "\"2026-01-07T23:00:00-05:00\"",
                               "\"2026-01-08T00:00:00+09:00\""});
    QCOMPARE(sorted(texts), rowsAt({3, 0, 2, 1}));
}

void TimesTest::queriesPrintBack()
{
    for (const char* text : {"made:>=2026-01-01", "made:2026-01..2026-03", "made:<2026-01-31T10:00:00Z",
                             "made:2025..2026-01", "made:..2026-01"}) {
        const Query query = parsed(text);
        QCOMPARE(parsed(toText(query)), query);
    }
    QCOMPARE(toText(parsed("made:>=2026-01-01")), std::string("made:>=2026-01-01"));
}

DUOLOGUE_TEST(TimesTest)
#include "times_test.moc"
