// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_repair.h"
#include "core/json/json_tokens.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

using namespace duologue;

namespace {

/// The repaired text and the repairs, or the offset of the mistake.
std::string repaired(std::string_view json, bool dropDuplicates = true)
{
    const JsonRepair repair = repairJson(json, dropDuplicates);
    if (repair.mistake)
        return "mistake at " + std::to_string(repair.mistake->offset);
    std::string text(repair.text.view());
    for (const Problem& problem : repair.repairs)
        text += " | " + std::string(codeName(problem.code)) + " " + problem.pointer;
    return text + (repair.strayComma ? " | commas" : "") + (repair.comment ? " | comments" : "");
}

} // namespace

/// Records that strict parsing refuses and people still want to read.
class JsonRepairTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsStrictJson();
    void repairsNumbers();
    void leavesOutCommasAndComments();
    void keepsStrings();
    void replacesBrokenCharacters();
    void keepsTheLastOfDuplicateMembers();
    void reportsOffsetsOfMistakes();
    void findsLoneSurrogates();
    void followsPointers();
};

void JsonRepairTest::keepsStrictJson()
{
    QCOMPARE(repaired(R"({"a":[1,-2.5e3,true,null,"x\n"],"b":{}})"),
             std::string(R"({"a":[1,-2.5e3,true,null,"x\n"],"b":{}})"));
}

void JsonRepairTest::repairsNumbers()
{
    QCOMPARE(repaired(R"({"a":[NaN,{"b/c":-Infinity}]})"),
             std::string(R"({"a":[null,{"b/c":null}]} | number-not-finite /a/0)"
                         R"( | number-not-finite /a/1/b~1c)"));
    QCOMPARE(repaired("[1e999,1e-999]"), std::string("[null,1e-999] | number-not-finite /0"));
    QCOMPARE(repaired("[18446744073709551615,18446744073709551616,-9223372036854775809]"),
             std::string("[18446744073709551615,18446744073709551616e0,-9223372036854775809e0]"
                         " | integer-too-long /1 | integer-too-long /2"));
}

void JsonRepairTest::leavesOutCommasAndComments()
{
    QCOMPARE(repaired("{\"a\":[1,2,], // it's\n\"b\":1,}"),
             std::string(R"({"a":[1,2],"b":1} | commas | comments)"));
    QCOMPARE(repaired("{\"a\":1},"), std::string("{\"a\":1} | commas"));
    QCOMPARE(repaired("[1,,2]"), std::string("mistake at 3"));
    QCOMPARE(repaired("[1 /* no end"), std::string("mistake at 3"));
}

void JsonRepairTest::keepsStrings()
{
    const std::string json = R"(["NaN, // 99999999999999999999 ,]","\u0041\\ud800"])";
    QCOMPARE(repaired(json), json);
}

void JsonRepairTest::replacesBrokenCharacters()
{
    QCOMPARE(repaired("{\"a\":\"x\xFF\xC3(\"}"), std::string("{\"a\":\"x\uFFFD\uFFFD(\"} | invalid-utf8 /a"));
    QCOMPARE(repaired(R"(["\ud83d\ude00","\ud83d x","\ude00"])"),
             std::string(R"(["\ud83d\ude00","\ufffd x","\ufffd"] | lone-surrogate /1 | lone-surrogate /2)"));
}

void JsonRepairTest::keepsTheLastOfDuplicateMembers()
{
    QCOMPARE(repaired(R"({"a":1,"b":2,"a":3,"\u0061":4})"),
             std::string(R"({"b":2,"\u0061":4} | duplicate-key /a | duplicate-key /a)"));
    QCOMPARE(repaired(R"({"o":{"k":1,"k":2},"o":[{"k":1},{"k":2}]})"),
             std::string(R"({"o":[{"k":1},{"k":2}]} | duplicate-key /o/k | duplicate-key /o)"));
    QCOMPARE(repaired(R"({"a":1,"a":2})", false), std::string(R"({"a":1,"a":2})"));
}

void JsonRepairTest::reportsOffsetsOfMistakes()
{
    // As Python reports them without the comma.
    QCOMPARE(repaired("{\"a\":[1,],\"b\" 2}"), std::string("mistake at 14"));
    QCOMPARE(repaired("{\"a\":\"x"), std::string("mistake at 5"));
    QCOMPARE(repaired(std::string(200000, '[')), std::string("mistake at 200000"));
}

void JsonRepairTest::findsLoneSurrogates()
{
    QVERIFY(!hasLoneSurrogate(R"("\ud55c\uad6d")")); // Korean begins with the same letter.
    QVERIFY(hasLoneSurrogate(R"("\ud83d")"));
    QVERIFY(hasLoneSurrogate(R"("\uDE00")"));
    QVERIFY(hasLoneSurrogate(R"("\\\ud83d\ud83d\ude00")"));
    QVERIFY(!hasLoneSurrogate(R"("\ud83d\uDE00 \\ud83d \u0d83")"));
}

void JsonRepairTest::followsPointers()
{
    const std::string_view json = R"({"a": [1, {"b/c": "}", "d": 2}], "a2": 3})";
    const auto at = [&](std::string_view pointer) { return json.substr(offsetOfPointer(json, pointer), 3); };
    QCOMPARE(at("/a/1/d"), std::string_view("2}]"));
    QCOMPARE(at("/a/1/b~1c"), std::string_view("\"}\""));
    QCOMPARE(at("/a2"), std::string_view("3}"));
    // A missing value has the offset of the value it is missing from.
    QCOMPARE(at("/a/1/x/y"), std::string_view("{\"b"));
    QCOMPARE(at(""), std::string_view("{\"a"));
}

DUOLOGUE_TEST(JsonRepairTest)
#include "json_repair_test.moc"
