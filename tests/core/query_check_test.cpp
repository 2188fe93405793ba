// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/evaluate.h"
#include "core/query/query_parser.h"
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

using namespace duologue;
using namespace duologue::test;

namespace {

void addColumns()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<int>("begin");
    QTest::addColumn<int>("end");
    QTest::addColumn<QByteArray>("message");
}

void row(const char* query, int begin, int end, const char* message)
{
    QTest::newRow(query) << QByteArray(query) << begin << end << QByteArray(message);
}

} // namespace

/// Errors and likely mistakes in queries, for the fields and values of a given dataset.
class QueryCheckTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reportsMistakes_data();
    void reportsMistakes();
    void reportsLikelyMistakes_data();
    void reportsLikelyMistakes();
    void acceptsMarkedMessagesWithIntents();
    void namesFieldsByTheirKeys_data();
    void namesFieldsByTheirKeys();
};

void QueryCheckTest::namesFieldsByTheirKeys_data()
{
    QTest::addColumn<QByteArray>("typed");
    QTest::addColumn<QByteArray>("printed");
    const auto row = [](const char* typed, const char* printed) {
        QTest::newRow(typed) << QByteArray(typed) << QByteArray(printed);
    };
    row("轮数:>8", "turns:>8");
    row("Turns：3", "turns:3");
    row("\"多样性\":1 -任务:旅行规划", "rating.diversity:1 -task:旅行规划");
    row("has:多样性 missing:Diversity", "has:rating.diversity missing:rating.diversity");
    row("message(角色:用户 length:<400 消息长度:>3)", "message(role:用户 length:<400 message_length:>3)");
    // Two names that would have one key.
    row("Score:1 score:2", "score_2:1 score:2");
}

void QueryCheckTest::namesFieldsByTheirKeys()
{
    QFETCH(const QByteArray, typed);
    QFETCH(const QByteArray, printed);
    const TempFolder folder;
    folder.write("1.json", AgentRecord::ofTurns(1).json());
    folder.write("2.jsonl", R"({"messages": [{"role": "user", "content": "x"}], "Score": 1, "score": 2})"
                            "\n");
    const auto snapshot = load({folder.path()});
    const auto parsed = parseQuery(typed.toStdString());
    QVERIFY(parsed.ok());
    QCOMPARE(toText(withFieldKeys(*snapshot, parsed.value())), printed.toStdString());
}

void QueryCheckTest::reportsMistakes_data()
{
    addColumns();
    row("a truns:3", 2, 7, "unknown field truns; did you mean turns?");
    row("(a OR -diversty:3)", 7, 15, "unknown field diversty; did you mean rating.diversity?");
    row("has:completely_unknown_thing", 4, 28, "unknown field completely_unknown_thing");
    row("x text.bot:y", 2, 12,
        "there is no text.bot; use text.user, text.assistant, text.system, text.tool, text.context, "
        "text.candidate, text.note or a language such as text.en, text.zh, text.zh-hant, text.ja, "
        "text.other");
    row("message(text.context:y)", 8, 22,
        "text.context applies to whole conversations; use it outside these brackets");
    row("/a(b/", 0, 5, "the regular expression is invalid at character 4: a closing parenthesis is missing");
    row("/旅(/", 0, 6, "the regular expression is invalid at character 3: a closing parenthesis is missing");
    row("id:>3", 3, 5, "id has no numbers to compare");
    row("a ratting.diversity:2", 2, 19, "unknown field ratting.diversity; did you mean rating.diversity?");
    row("x Detail Level:2", 2, 14, "unknown field Detail level; did you mean rating.detail_level?");
    row("Detail -Level:2", 8, 13, "unknown field Level");
    row("message(turm:3)", 8, 12, "unknown field turm; did you mean turn?");
    row("all(a OR lenght:3)", 9, 15, "unknown field lenght; did you mean length?");
    row("message(turns:3)", 8, 13, "turns applies to whole conversations; use it outside these brackets");
    row("message(hallucination:2)", 22, 23, "hallucination of a message is yes, no or unclear, not \"2\"");
    row("message(position:x)", 17, 18, "position is numeric: \"x\" is not a number");
    row("message(role:>2 /a(b/)", 16, 21,
        "the regular expression is invalid at character 4: a closing parenthesis is missing");
    row("turn:x", 5, 6, "turn is numeric: \"x\" is not a number");
}

void QueryCheckTest::reportsMistakes()
{
    QFETCH(const QByteArray, query);
    QFETCH(const int, begin);
    QFETCH(const int, end);
    QFETCH(const QByteArray, message);
    const TempFolder folder;
    AgentRecord record = AgentRecord::ofTurns(1);
    record.ratings["Detail Level"] = 2;
    folder.write("1.json", record.json());
    const auto snapshot = load({folder.path()});
    const Query parsed = parseQuery(query.toStdString()).value();
    const auto checked = checkQuery(*snapshot, parsed);
    QVERIFY(checked);
    QCOMPARE(inEnglish(checked->what), message.toStdString());
    QCOMPARE(static_cast<int>(checked->begin), begin);
    QCOMPARE(static_cast<int>(checked->end), end);
    const auto evaluated = evaluate(*snapshot, parsed, Job());
    QVERIFY(!evaluated.ok());
    QVERIFY(evaluated.error()->what == checked->what);
}

void QueryCheckTest::reportsLikelyMistakes_data()
{
    addColumns();
    row("a task:\"travel planing\"", 7, 23,
        "no record has the value \"travel planing\" in the field task; did you mean \"travel planning\"?");
    row("turns:1 (task：cooking OR a)", 16, 23, "no record has the value \"cooking\" in the field task");
    row("message(intent:recomendation)", 15, 28,
        "no record has the value \"recomendation\" in the field intent; did you mean \"Recommendation\"?");
    row("task:\"Travel Planning\"", 0, 0, "");
    row("-task:cooking", 0, 0, "");
    row("turns:7", 0, 0, "");
    row("satisfaction:4", 0, 0, "");
    row("id:none", 0, 0, "");
    row("zebra", 0, 0, "");
    row("task:>3", 5, 7, "task has no numbers to compare");
    row("zebra or lion", 6, 8, "\"or\" is searched for as a word; operators are in capitals: AND, OR, NOT");
    row("not zebra", 0, 3, "\"not\" is searched for as a word; operators are in capitals: AND, OR, NOT");
    row("\"zebra or lion\"", 0, 0, "");
    const char* const apart = "no message has both an intent and a mark; did you mean reply_to.intent, the "
                              "intent that a message answers?";
    row("a message(intent:Recommendation hallucination:yes)", 10, 16, apart);
    row("count(turn:1 hallucination:no role:user):>=2", 0, 0, "");
    row("all(hallucination:no turn:1 intent:Recommendation)", 28, 34, apart);
    row("message(reply_to.intent:Recommendation hallucination:yes)", 0, 0, "");
    row("message(intent:Recommendation OR hallucination:yes)", 0, 0, "");
    row("-message(intent:Recommendation hallucination:yes)", 0, 0, "");
}

void QueryCheckTest::reportsLikelyMistakes()
{
    QFETCH(const QByteArray, query);
    QFETCH(const int, begin);
    QFETCH(const int, end);
    QFETCH(const QByteArray, message);
    const TempFolder folder;
    AgentRecord record = AgentRecord::ofTurns(1);
    record.messages[0].intent = "Recommendation";
    record.messages[1].hallucination = false;
    folder.write("1.json", record.json());
    const auto snapshot = load({folder.path()});
    const auto mistake = likelyMistake(*snapshot, parseQuery(query.toStdString()).value(), Job());
    QCOMPARE(mistake.has_value(), !message.isEmpty());
    if (!mistake)
        return;
    QCOMPARE(inEnglish(mistake->what), message.toStdString());
    QCOMPARE(static_cast<int>(mistake->begin), begin);
    QCOMPARE(static_cast<int>(mistake->end), end);
}

void QueryCheckTest::acceptsMarkedMessagesWithIntents()
{
    const TempFolder folder;
    AgentRecord record = AgentRecord::ofTurns(1);
    record.messages[0].intent = "Recommendation";
    record.messages[0].hallucination = false;
    folder.write("1.json", record.json());
    const auto snapshot = load({folder.path()});
    const auto parsed = parseQuery("message(intent:Recommendation hallucination:yes)");
    QVERIFY(!likelyMistake(*snapshot, parsed.value(), Job()));
}

DUOLOGUE_TEST(QueryCheckTest)
#include "query_check_test.moc"
