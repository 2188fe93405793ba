// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/phrase_id.h"
#include "core/query/language/query_parser.h"
#include "core/query/search/evaluate.h"
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QTest>
#include <latch>
#include <stop_token>
#include <thread>

using namespace duologue;
using namespace duologue::test;

namespace {

constexpr std::chrono::milliseconds kTimePerRecord{20};

} // namespace

/// Queries with patterns that exceed the time limit of a record.
class PatternBudgetTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesUpWithError_data();
    void givesUpWithError();
    void stopsWithinRecord();
};

void PatternBudgetTest::givesUpWithError_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<QByteArray>("term");
    QTest::addColumn<QByteArray>("first");
    const auto row = [](const char* query, const char* term, const char* first = "1.jsonl:2") {
        QTest::newRow(query) << QByteArray(query) << QByteArray(term) << QByteArray(first);
    };
    row("/(a+)+$/", "/(a+)+$/");
    row("turns:1 text.user:/(a+)+$/", "text.user:/(a+)+$/");
    row("-/(a+)+$/", "/(a+)+$/");
    row("/(a+)+$/ OR turns:1", "/(a+)+$/");
    row("donkey OR message(role:user /(a+)+$/)", "message(role:user /(a+)+$/)");
    // The second record has only turn 1, so the pattern is not needed there.
    row("count(-/(a+)+$/):>=0 all(/(a+)+$/ OR turn:1)", "all(/(a+)+$/ OR turn:1)", "1.jsonl:3");
}

/// The result is an error rather than rows, because it is unknown whether the slow records match.
void PatternBudgetTest::givesUpWithError()
{
    QFETCH(const QByteArray, query);
    QFETCH(const QByteArray, term);
    QFETCH(const QByteArray, first);
    const TempFolder folder;
    const std::string hard = std::string(60, 'a') + "!";
    folder.write("1.jsonl", AgentRecord::ofTurns(1, "donkey").json() + "\n" +
                                AgentRecord::ofTurns(1, hard).json() + "\n" +
                                AgentRecord::ofTurns(2, hard).json() + "\n");
    const auto snapshot = load({folder.path()});
    const Query asked = std::get<Query>(parseQuery(query.toStdString()));
    const auto rows = evaluate(*snapshot, asked, Job(), kTimePerRecord);
    QVERIFY(std::holds_alternative<QueryMistake>(rows));
    const auto& mistake = std::get<QueryMistake>(rows);
    QVERIFY(mistake.what.id == PhraseId::PatternGaveUp);
    QCOMPARE(
        query.mid(static_cast<qsizetype>(mistake.begin), static_cast<qsizetype>(mistake.end - mistake.begin)),
        term);
    const std::vector<Phrase>& arguments = mistake.what.arguments;
    QCOMPARE(arguments[0].text, term.toStdString());
    QVERIFY(arguments[1].text == "1" || arguments[1].text == "2");
    QCOMPARE(arguments[2].text, first.toStdString());
    // The same error is returned if rows are delivered while searching.
    const auto streamed = evaluate(
        *snapshot, asked, Job(), [](const RowSet&) {}, kTimePerRecord);
    QVERIFY(std::holds_alternative<QueryMistake>(streamed));
    QVERIFY(std::get<QueryMistake>(streamed).what == mistake.what);
}

/// The time limit is per record; if the stop did not work, this would take days.
void PatternBudgetTest::stopsWithinRecord()
{
    const TempFolder folder;
    std::string lines;
    for (int i = 0; i < 2000; ++i)
        lines += AgentRecord::ofTurns(1, std::string(60, 'a').append("!")).json() + "\n";
    folder.write("1.jsonl", lines);
    const auto snapshot = load({folder.path()});
    for (const char* query : {"/(a+)+$/", "message(/(a+)+$/)", "-/(a+)+$/ OR text.user:/(a+)+b/"}) {
        std::stop_source stop;
        std::latch begun(1);
        std::jthread search([&] {
            begun.count_down();
            evaluate(*snapshot, std::get<Query>(parseQuery(query)), Job(stop.get_token()),
                     std::chrono::hours(1));
        });
        begun.wait();
        const auto begin = std::chrono::steady_clock::now();
        stop.request_stop();
        search.join();
        QVERIFY(std::chrono::steady_clock::now() - begin < std::chrono::seconds(20));
    }
}

DUOLOGUE_TEST(PatternBudgetTest)
#include "pattern_budget_test.moc"
