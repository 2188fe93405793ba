// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/evaluate.h"
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/make_query.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/slow_evaluator.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

using namespace duologue;
using namespace duologue::test;

namespace {

AgentRecord randomRecord(Random& random)
{
    constexpr std::string_view kTexts[] = {"Plan a two-day trip",
                                           "杭州有什么好玩的？",
                                           "My budget is small",
                                           "I need a VISA",
                                           "办签证要多久？",
                                           "Café, please",
                                           ""};
    constexpr std::string_view kTasks[] = {"travel planning", "旅行规划", "recipe planning", "other", ""};
    constexpr std::string_view kIntents[] = {"Planning", "Search", "推荐", "Others", "Chat"};
    constexpr std::string_view kRatings[] = {"Diversity", "Detail Level"};
    AgentRecord record;
    record.task = random.of(kTasks);
    record.ratings.clear();
    for (const std::string_view name : kRatings) {
        if (!random.oneIn(3))
            record.ratings[std::string(name)] = random.below(5) / 2.0;
    }
    if (!random.oneIn(3))
        record.conflict = random.oneIn(2);
    for (auto i = random.below(8); i > 0; --i) {
        AgentMessage message{i % 2 == 0 ? "user" : "assistant", std::string(random.of(kTexts)), {}, {}, {}};
        if (random.oneIn(3))
            message.contentZh = random.of(kTexts);
        if (i % 2 == 0)
            message.intent = random.of(kIntents);
        else if (!random.oneIn(3))
            message.hallucination = random.oneIn(5);
        record.messages.push_back(std::move(message));
    }
    if (record.messages.empty())
        record.messages.push_back({"user", "Hello", {}, {}, {}});
    return record;
}

constexpr std::string_view kTerms[] = {
    "杭州",
    "\"TWO-day trip\"",
    "/visa|签证/",
    "text.user:budget",
    "text.assistant:budget",
    "text.zh:签证",
    "text.en:visa",
    "turns:1",
    "turns:>=2",
    "turns:2..3",
    "messages:<4",
    "diversity:<1.5",
    "rating.detail_level:1",
    "task:旅行规划",
    "task:\"travel planning\"",
    "task:other",
    "intent:推荐",
    "intent:Recommendation",
    "intent:Chat",
    "hallucination:yes",
    "hallucination:no",
    "has:rating.diversity",
    "missing:rating.diversity",
    "has:conflict",
    "conflict:yes",
    "conflict:no",
    "text.user:/trip$/",
    "cafe",
    "turns:>1",
};

constexpr std::string_view kMessageTerms[] = {
    "intent:Planning",
    "intent:推荐",
    "hallucination:yes",
    "hallucination:no",
    "has:hallucination",
    "role:user",
    "role:assistant",
    "missing:intent",
    "turn:>=2",
    "turn:2",
    "position:..3",
    "position:>4",
    "length:>12",
    "length:0",
    "reply_to.intent:Chat",
    "has:reply_to.intent",
    "reply_to.intent:推荐",
    "next.intent:Chat",
    "has:next.intent",
    "trip",
    "text.zh:签证",
    "/visa|签证/",
    "text.user:budget",
    "cafe",
    "missing:turn",
};

constexpr std::string_view kQuantifierStarts[] = {"message(", "first(", "last(", "all(", "count("};
constexpr std::string_view kCounts[] = {":>=2", ":2..5", ":0", ":<2", ":1", ":<=0"};

std::string randomMessageText(Random& random, int depth)
{
    const auto kind = depth > 2 ? 0 : random.below(6);
    if (kind < 3)
        return std::string(random.of(kMessageTerms));
    if (kind == 3)
        return "-(" + randomMessageText(random, depth + 1) + ")";
    return "(" + randomMessageText(random, depth + 1) + (kind == 4 ? " OR " : " ") +
           randomMessageText(random, depth + 1) + ")";
}

std::string randomText(Random& random, int depth)
{
    if (random.oneIn(3)) {
        const std::string start(random.of(kQuantifierStarts));
        return start + (random.oneIn(20) ? std::string() : randomMessageText(random, 0)) + ")" +
               (start == "count(" ? std::string(random.of(kCounts)) : std::string());
    }
    const auto kind = depth > 2 ? 0 : random.below(6);
    if (kind < 3)
        return std::string(random.of(kTerms));
    if (kind == 3)
        return "-(" + randomText(random, depth + 1) + ")";
    return "(" + randomText(random, depth + 1) + (kind == 4 ? " OR " : " ") + randomText(random, depth + 1) +
           ")";
}

} // namespace

class EvaluateTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreesWithSlowEvaluator();
    void evaluatesDocumentedQueries_data();
    void evaluatesDocumentedQueries();
    void matchesFlagsAndNumericIds();
    void findsTheEmptyValue();
    void numbersOfMixedColumnsAreEqualByValue();
    void wordsFindIdsAndFiles_data();
    void wordsFindIdsAndFiles();
    void emptyDataset();
    void stopsWhenAsked();

private:
};

void EvaluateTest::agreesWithSlowEvaluator()
{
    Random random(31);
    for (int round = 0; round < 8; ++round) {
        const TempFolder folder;
        for (int i = 0; i < 40; ++i)
            folder.write("t/" + std::to_string(i) + ".json", randomRecord(random).json(2));
        std::string list = "[";
        for (int i = 0; i < 90; ++i)
            list += (i == 0 ? "" : ",\n") + randomRecord(random).json();
        folder.write("t/list.json", list + "]");
        const auto snapshot = load({folder.path()});
        QCOMPARE(snapshot->recordCount(), 130U);
        const SlowEvaluator slow(*snapshot);
        for (int i = 0; i < 150; ++i) {
            const std::string text = randomText(random, 0);
            const Query query = parseQuery(text).value();
            const auto found = evaluate(*snapshot, query, Job());
            QVERIFY2(found.ok(), text.c_str());
            for (Row row{0}; row < snapshot->endRow(); ++row)
                QVERIFY2(found.value().contains(row) == slow.holds(query, row),
                         (text + " at row " + std::to_string(indexOf(row))).c_str());
        }
    }
}

void EvaluateTest::evaluatesDocumentedQueries_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<QByteArray>("rows");
    const auto row = [](const char* query, const char* rows) {
        QTest::newRow(query) << QByteArray(query) << QByteArray(rows);
    };
    row("", "0 1 2 3");
    row("杭州", "0");
    row("\"two-day trip\"", "0 1");
    row("ＴＷＯ-ＤＡＹ", "0 1");
    row("/visa|签证/", "2 3");
    row("text.user:budget", "1");
    row("text.assistant:budget", "2");
    row("text.zh:杭州", "0");
    row("text.en:杭州", "");
    row("task:\"travel planning\"", "0 1");
    row("intent:Search", "1");
    row("turns:4", "3");
    row("turns:>=2", "1 3");
    row("turns:2..5", "1 3");
    row("rating.diversity:<2", "0 1");
    row("\"Preference Alignment\":2", "3");
    row("hallucination:yes", "0");
    row("hallucination:no", "1");
    row("hallucination:unclear", "2");
    row("hallucination:是", "0");
    row("message(hallucination:无法判断)", "2");
    row("hallucination:1", "0");
    row("intent:推荐", "0");
    row("intent:recommendation", "0");
    // 其它 is a third name of Others.
    row("-intent:其它", "0 1 2");
    row("task:旅行规划", "0 1");
    row("has:rating.diversity", "0 1 2");
    row("missing:rating.diversity", "3");
    row("missing:explanation", "unknown field explanation");
    row("-intent:Others", "0 1 2");
    row("杭州 OR visa", "0 3");
    row("(杭州 OR budget) turns:2", "1");
    row("text.user:budget -turns:3", "1");
    row("format:recllmsim-agent", "0 1 3");
    row("id:b", "1");
    row("satisfaction:5", "2");
    row("satisfaction:>=4", "2");
    row("message(intent:Recommendation role:user)", "0");
    row("message(hallucination:yes position:2)", "0");
    row("message(hallucination:yes turn:>1)", "");
    row("message(reply_to.intent:推荐 hallucination:yes)", "0");
    row("first(role:user)", "0 1 2 3");
    row("last(hallucination:unclear)", "2");
    row("last(role:user)", "");
    row("all(length:<10)", "");
    row("all(length:<20 OR role:user)", "0 1 3");
    row("all(-text:trip)", "2 3");
    row("count(role:user):>=2", "1 3");
    row("count(has:hallucination):0", "3");
    row("count(has:hallucination):1..2", "0 1 2");
    row("count():8", "3");
    row("message(budget role:assistant)", "2");
    row("message(text.user:budget intent:Search)", "1");
    row("count(budget):2", "1");
    row("message(satisfaction:5 length:<100)", "2");
    row("（message（杭州） OR first(/visa/)) -turns:9", "0 3");
    row("-message(has:satisfaction) turns:2", "1");
    row("turn:4", "3");
    row("reply_to.intent:Search", "1");
    row("translation:complete", "");
    row("translation:partial", "0");
    row("translation:none", "1 2 3");
    row("language:zh", "2");
    row("task:nothing", "");
    row("轮数:>=2", "1 3");
    row("Turns:4", "3");
    row("幻觉:是", "0");
    row("任务:旅行规划", "0 1");
    row("译文:部分", "0");
    row("幻觉:不确定", "2");
    row("message(角色:助手 幻觉:无法判断)", "2");
    row("首条角色:用户 -轮数:1", "1 3");
    row("偏好一致性:2", "3");
}

void EvaluateTest::evaluatesDocumentedQueries()
{
    QFETCH(const QByteArray, query);
    QFETCH(const QByteArray, rows);
    const TempFolder folder;
    AgentRecord first;
    first.messages = {{"user", "A two-day trip", "去杭州", "Recommendation", {}},
                      {"assistant", "Yes", {}, {}, true}};
    AgentRecord second = AgentRecord::ofTurns(2, "a TWO-day trip, small budget");
    second.id = "b";
    second.messages[0].intent = "Search";
    AgentRecord last = AgentRecord::ofTurns(4, "Do I need a visa?");
    last.task = "recipe planning";
    last.messages[0].intent = "Others";
    last.ratings = {{"Preference Alignment", 2}};
    for (AgentMessage& message : last.messages)
        message.hallucination.reset();
    folder.write("1.json", first.json());
    folder.write("2.json", second.json());
    folder.write(
        "3.json",
        R"({"task_type": "礼物准备", "questionnaire": [{"summary": "Diversity", "option": "结果多样"}],
        "history": [{"role": "user", "content": "需要办签证吗？", "intent": ["评估"]},
                    {"role": "assistant", "content": "需要，budget 够就行，请提前准备材料。", "hallucination": "无法判断",
                     "satisfaction": "5"}]})");
    folder.write("4.json", last.json());
    const auto snapshot = load({folder.path()});
    QCOMPARE(snapshot->problems.size(), std::size_t{0});
    QCOMPARE(rowsOf(*snapshot, query.toStdString()), rows.toStdString());
}

void EvaluateTest::matchesFlagsAndNumericIds()
{
    const TempFolder folder;
    folder.write("list.json",
                 R"([{"history": [{"role": "user", "content": "a"}], "conflict": true, "preference_id": 7},
        {"history": [{"role": "user", "content": "b"}], "conflict": false, "preference_id": "x"},
        {"history": [{"role": "user", "content": "c"}], "preference_id": 12}])");
    const auto snapshot = load({folder.path()});
    QCOMPARE(rowsOf(*snapshot, "conflict:true"), std::string("0"));
    QCOMPARE(rowsOf(*snapshot, "conflict:yes"), std::string("0"));
    QCOMPARE(rowsOf(*snapshot, "conflict:NO"), std::string("1"));
    QCOMPARE(rowsOf(*snapshot, "missing:conflict"), std::string("2"));
    // Ids are categories, but numeric ids can be compared as numbers.
    QCOMPARE(rowsOf(*snapshot, "preference_id:7"), std::string("0"));
    QCOMPARE(rowsOf(*snapshot, "preference_id:>5"), std::string("0 2"));
    QCOMPARE(rowsOf(*snapshot, "turns:abc"), std::string("turns is numeric: \"abc\" is not a number"));
}

void EvaluateTest::findsTheEmptyValue()
{
    const TempFolder folder;
    std::string text;
    for (const char* value : {"\"\"", "\"a\"", "null", "\"\""})
        text += std::string(R"({"messages": [{"role": "user", "content": "q"}], "kind": )") + value + "}\n";
    const SnapshotPtr snapshot = load({folder.write("a.jsonl", text)});
    QCOMPARE(rowsOf(*snapshot, "kind:\"\""), std::string("0 3"));
    QCOMPARE(rowsOf(*snapshot, "has:kind -kind:\"\""), std::string("1"));
}

void EvaluateTest::numbersOfMixedColumnsAreEqualByValue()
{
    const TempFolder folder;
    std::string text;
    for (const char* value :
         {"2.50", "1e3", "\"n/a\"", "true", "\"word\"", "\"007\"", "9007199254740993", "7"})
        text += std::string("{\"messages\": [{\"role\": \"user\", \"content\": \"q\"}], \"num\": ") + value +
                "}\n";
    const SnapshotPtr snapshot = load({folder.write("a.jsonl", text)});
    QCOMPARE(rowsOf(*snapshot, "num:2.50"), std::string("0"));
    QCOMPARE(rowsOf(*snapshot, "num:2.5"), std::string("0"));
    QCOMPARE(rowsOf(*snapshot, "num:1e3"), std::string("1"));
    QCOMPARE(rowsOf(*snapshot, "num:1000"), std::string("1"));
    QCOMPARE(rowsOf(*snapshot, "num:word"), std::string("4"));
    // A text that is not written as numbers are is a name.
    QCOMPARE(rowsOf(*snapshot, "num:7.0"), std::string("7"));
    QCOMPARE(rowsOf(*snapshot, "num:007"), std::string("5"));
    QCOMPARE(rowsOf(*snapshot, "num:9007199254740993.0"), std::string("6"));
    QCOMPARE(rowsOf(*snapshot, "num:9007199254740992"), std::string(""));
}

void EvaluateTest::wordsFindIdsAndFiles_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<QByteArray>("rows");
    const auto row = [](const char* query, const char* rows) {
        QTest::newRow(query) << QByteArray(query) << QByteArray(rows);
    };
    // 0: list.jsonl "Conv 7", 1: list.jsonl "x-12", 2: new trips/29.json, 3: new trips/deep/5.json,
    // 4: newer/29.json, 5: 29.json, which says x-12
    row("X-12", "1 5");
    row("\"conv 7\"", "0");
    row("conv 7", "0");
    row("conv 7 turns:1", "0");
    row("conv 7 turns:2", "");
    row("conv 7 OR x-12", "0 1 5");
    row("con", "");
    row("list", "0 1");
    row("list.jsonl", "0 1");
    row("-list", "2 3 4 5");
    row("newer/29.json", "4");
    row("29.json", "5");
    row("5", "3");
    row("\"new trips/\"", "");
    row("text.user:list", "");
    row("file:29.json", "5");
    row("file:\"new trips/29.json\"", "2");
    row("file:\"trips/29.json\"", "");
    row("file:\"new trips/\"", "2 3");
    row("file:\"new trips/deep/\"", "3");
    row("file:newer/ OR file:list", "0 1 4");
    row("-file:\"NEW trips/\"", "0 1 4 5");
    row("文件:newer/", "4");
}

void EvaluateTest::wordsFindIdsAndFiles()
{
    QFETCH(const QByteArray, query);
    QFETCH(const QByteArray, rows);
    const TempFolder folder;
    AgentRecord first = AgentRecord::ofTurns(1);
    first.id = "Conv 7";
    AgentRecord second = AgentRecord::ofTurns(1);
    second.id = "x-12";
    folder.write("a/list.jsonl", first.json() + "\n" + second.json() + "\n");
    folder.write("b/new trips/29.json", AgentRecord::ofTurns(1).json());
    folder.write("b/new trips/deep/5.json", AgentRecord::ofTurns(1).json());
    folder.write("b/newer/29.json", AgentRecord::ofTurns(1).json());
    folder.write("c/29.json", AgentRecord::ofTurns(1, "see x-12").json());
    const auto snapshot = load({folder.path() / "a/list.jsonl", folder.path() / "b/new trips",
                                folder.path() / "b/newer", folder.path() / "c/29.json"});
    QCOMPARE(snapshot->recordCount(), 6U);
    QCOMPARE(rowsOf(*snapshot, query.toStdString()), rows.toStdString());
}

void EvaluateTest::emptyDataset()
{
    const TempFolder folder;
    const auto snapshot = load({folder.path()});
    for (const char* query : {"", "a", "turns:3", "nothing:5", "-x", "message(x turn:2)", "count():0"})
        QCOMPARE(rowsOf(*snapshot, query), std::string());
}

void EvaluateTest::stopsWhenAsked()
{
    const TempFolder folder;
    folder.write("1.json", AgentRecord::ofTurns(1).json());
    const auto snapshot = load({folder.path()});
    std::stop_source stop;
    stop.request_stop();
    const auto rows = evaluate(*snapshot, parseQuery("go").value(), Job(stop.get_token()));
    QCOMPARE(rows.value().count(), std::size_t{0});
}

DUOLOGUE_TEST(EvaluateTest)
#include "evaluate_test.moc"
