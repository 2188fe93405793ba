// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/inferred/learned_format.h"
#include "core/load/record_shapes.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

using namespace duologue;
using namespace duologue::test;

namespace {

using ShapeLines = std::vector<std::string>;

constexpr std::string_view kOwnKeys = R"({"n": 1, "dialogue": [{"speaker": "user", "text": "hi"}]})";

std::string reasonFor(std::string_view json)
{
    const PaddedBytes bytes(json);
    JsonParser parser;
    const JsonView record = parser.parse(bytes.view()).value();
    const auto layout = learnRecords({&record, 1}).shapes.front().layout;
    return layout ? inEnglish(reasonOf(*layout)) : "none";
}

/// "records format certainty example" of each shape.
ShapeLines shapeLines(const ShapeTally& tally)
{
    ShapeLines lines;
    for (const RecordShape& shape : tally.shapes)
        lines.push_back(std::to_string(shape.records) + " " + shape.formatId + " " +
                        inEnglish(wordOf(shape.certainty)) + " " + std::to_string(indexOf(shape.example)));
    return lines;
}

ShapeTally tallyOf(const SnapshotPtr& snapshot)
{
    return shapesOf(*snapshot, RowSet(snapshot->recordCount(), true), Job());
}

ShapeLines gapLines(const ShapeTally& tally)
{
    ShapeLines lines;
    for (const Phrase& gap : gapsOf(tally))
        lines.push_back(inEnglish(gap));
    return lines;
}

} // namespace

/// What shapes the records of a dataset have, and why each is read as it is.
class ShapesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesKeysAndKinds_data();
    void namesKeysAndKinds();
    void cutsLongShapes();
    void saysWhy_data();
    void saysWhy();
    void countsShapes();
    void incompleteRecordsAreConversations();
    void saysThatNothingWasFound();
    void countsOnlyGivenRows();
    void saysWhatItDidNotLookAt();
    void ratesCertainty_data();
    void ratesCertainty();
};

void ShapesTest::namesKeysAndKinds_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("shape");
    const auto row = [](const char* name, const char* json, const char* shape) {
        QTest::newRow(name) << QByteArray(json) << QByteArray(shape);
    };
    row("kinds", R"({"a": 1, "b": 1.5, "c": "x", "d": true, "e": null, "f": [], "g": {}})",
        "a: number|b: number|c: text|d: true/false|e: null|f: []|g: {}");
    row("order", R"({"b": 1, "a": 2})", "b: number|a: number");
    row("list of objects", R"({"m": [{"role": "user", "content": [1]}, {"other": 1}]})",
        "m: [{role, content: [number]}]");
    row("two levels", R"({"m": {"a": 1, "b": {"c": {"d": 1}}}})", "m: {a, b: {c}}");
    row("nested lists", R"({"m": [[{"a": 1}]]})", "m: [[{a}]]");
    row("texts", R"({"m": ["x", 1]})", "m: [text]");
    row("record is a list", R"([{"role": "user", "content": "x"}])", "[{role, content}]");
}

void ShapesTest::namesKeysAndKinds()
{
    QFETCH(const QByteArray, json);
    QFETCH(const QByteArray, shape);
    const PaddedBytes bytes(std::string_view(json.data(), static_cast<std::size_t>(json.size())));
    JsonParser parser;
    std::string all;
    for (const std::string& part : shapeOf(parser.parse(bytes.view()).value()))
        all += (all.empty() ? "" : "|") + part;
    QCOMPARE(all, shape.toStdString());
}

void ShapesTest::cutsLongShapes()
{
    std::string json = R"({"k": {"a": 1)";
    for (int i = 0; i < 1000; ++i)
        json += ", \"" + std::to_string(i) + "\": 1";
    json += "}";
    for (int i = 0; i < 1000; ++i)
        json += ", \"" + std::string(500, 'x') + std::to_string(i) + "\": 1";
    json += "}";
    const PaddedBytes bytes(json);
    JsonParser parser;
    const std::vector<std::string> shape = shapeOf(parser.parse(bytes.view()).value());
    QVERIFY(shape.size() < 100);
    QCOMPARE(shape.back(), std::string("…"));
    for (const std::string& part : shape)
        QVERIFY(part.size() < 200);
}

void ShapesTest::saysWhy_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("why");
    const auto row = [](const char* name, const char* json, const char* why) {
        QTest::newRow(name) << QByteArray(json) << QByteArray(why);
    };
    row("list of messages", R"({"dialogue": [{"speaker": "user", "text": "hi"}]})",
        "the messages are the list /dialogue; speaker: /speaker; text: /text");
    row("nobody says who",
        R"({"dialogue": [{"text": "Good morning, Ann."}, {"text": "Good morning to you."}]})",
        "the messages are the list /dialogue; user and assistant take turns; text: /text");
    row("texts", R"({"dialogue": ["hi there", "hello you"]})",
        "the messages are the texts of the list /dialogue; user and assistant take turns");
    row("question and answer", R"({"system": "be kind", "question": "why so?", "answer": "because"})",
        "/system is from the system; /question is from the user; /answer is from the assistant");
    row("pair", R"({"prompt": "why so?", "response_a": "For a reason.", "response_b": "I forget.",
        "winner": "model_a"})",
        "/prompt is from the user; /response_a is a candidate answer; /response_b is a candidate answer; "
        "/winner says which is better");
    row("no conversation", R"({"a": 1})", "none");
}

void ShapesTest::saysWhy()
{
    QFETCH(const QByteArray, json);
    QFETCH(const QByteArray, why);
    QCOMPARE(reasonFor(std::string_view(json.data(), static_cast<std::size_t>(json.size()))),
             why.toStdString());
}

void ShapesTest::countsShapes()
{
    const TempFolder folder;
    folder.write("a.jsonl", std::string(kOwnKeys) + "\n" + std::string(kOwnKeys) + "\n");
    folder.write("b.jsonl", R"({"messages": [{"role": "user", "content": "hi"}]})"
                            "\n");
    const ShapeTally tally = tallyOf(load({folder.path()}));
    QCOMPARE(shapeLines(tally), (ShapeLines{"2 inferred certain 0", "1 openai-messages certain 2"}));
    QCOMPARE(tally.shapes[0].keys, (ShapeLines{"n: number", "dialogue: [{speaker, text}]"}));
    QVERIFY(inEnglish(tally.shapes[1].why).starts_with("OpenAI messages ("));
    QCOMPARE(gapLines(tally), ShapeLines());
}

void ShapesTest::incompleteRecordsAreConversations()
{
    const TempFolder folder;
    folder.write("a.jsonl", R"({"instruction": "Name a fern.", "output": "Bracken."}
{"instruction": "Name a fern.", "output": "Bracken."}
{"instruction": "Name a moss."}
{"price": 3}
)");
    QCOMPARE(shapeLines(tallyOf(load({folder.path()}))),
             (ShapeLines{"2 alpaca certain 0", "1 alpaca unsure 2", "1 alpaca no conversation 3"}));
}

void ShapesTest::saysThatNothingWasFound()
{
    const TempFolder folder;
    folder.write("a.jsonl", "{\"x\": 1}\n{\"y\": 1}\n{\"x\": ]\n");
    const ShapeTally tally = tallyOf(load({folder.path()}));
    QCOMPARE(shapeLines(tally), (ShapeLines{"1 json no conversation 0", "1 json no conversation 1"}));
    QVERIFY(inEnglish(tally.shapes[0].why).find("*.duologue-format.json") != std::string::npos);
    QCOMPARE(gapLines(tally), ShapeLines{"damaged records not listed: 1"});
}

void ShapesTest::countsOnlyGivenRows()
{
    const TempFolder folder;
    folder.write("a.jsonl", "{\"x\": 1}\n{\"y\": 1}\n{\"y\": 2}\n");
    const SnapshotPtr snapshot = load({folder.path()});
    RowSet rows(snapshot->recordCount());
    rows.add(Row{2});
    QCOMPARE(shapeLines(shapesOf(*snapshot, rows, Job())), ShapeLines{"1 json no conversation 2"});
    QCOMPARE(shapeLines(shapesOf(*snapshot, RowSet(snapshot->recordCount()), Job())), ShapeLines());
}

void ShapesTest::saysWhatItDidNotLookAt()
{
    const TempFolder folder;
    std::string lines;
    for (int i = 0; i < 5000; ++i)
        lines += i == 4998 ? "{\"rare\": 1}\n" : "{\"x\": 1}\n";
    const auto file = folder.write("a.jsonl", lines);
    const SnapshotPtr snapshot = load({folder.path()});
    const ShapeTally tally = tallyOf(snapshot);
    QCOMPARE(tally.rows, std::uint64_t{5000});
    // The end of the file is looked at like its beginning.
    QCOMPARE(tally.shapes.size(), std::size_t{2});
    QCOMPARE(tally.shapes[1].example, Row{4998});
    QCOMPARE(gapLines(tally), ShapeLines{"examined 1667 of 5000 records"});
    std::filesystem::remove(file);
    QCOMPARE(gapLines(tallyOf(snapshot)),
             (ShapeLines{"examined 1667 of 5000 records",
                         "records whose files have changed or disappeared since they were read: 1667"}));
}

void ShapesTest::ratesCertainty_data()
{
    QTest::addColumn<int>("score");
    QTest::addColumn<QByteArray>("word");
    const auto row = [](int score, const char* word) {
        QTest::addRow("%d", score) << score << QByteArray(word);
    };
    row(97, "certain");
    row(75, "certain");
    row(40, "likely");
    row(19, "certain");
    row(16, "likely");
    row(14, "unsure");
    row(11, "a guess");
    row(1, "no conversation");
    row(0, "no conversation");
}

void ShapesTest::ratesCertainty()
{
    QFETCH(const int, score);
    QFETCH(const QByteArray, word);
    QCOMPARE(inEnglish(wordOf(certaintyOf(score))), word.toStdString());
}

DUOLOGUE_TEST(ShapesTest)
#include "shapes_test.moc"
