// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_repair.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

using namespace duologue;

namespace {

constexpr int kFine = -1;

struct Case {
    std::string_view text;
    /// The byte offset of the error of Python's json module; kFine if it accepts the text.
    int offset;
};

using namespace std::string_view_literals;

constexpr Case kCases[] = {
    {""sv, 0},
    {"   "sv, 3},
    {"{"sv, 1},
    {"["sv, 1},
    {"{\"a\""sv, 4},
    {"{\"a\":"sv, 5},
    {"{\"a\": 1"sv, 7},
    {"{\"a\": 1,"sv, 8},
    {"{\"a\": 1,}"sv, 8},
    {"[1,]"sv, 3},
    {"[1"sv, 2},
    {"[1 2]"sv, 3},
    {"{\"a\" 1}"sv, 5},
    {"{a: 1}"sv, 1},
    {"{'a': 1}"sv, 1},
    {"\"abc"sv, 0},
    {"\"abc\\"sv, 0},
    {"\"\\x\""sv, 1},
    {"\"\\u12\""sv, 2},
    {"\"\\u12g4\""sv, 2},
    {"\"a\nb\""sv, 2},
    {"\"a\tb\""sv, 2},
    {"tru"sv, 0},
    {"nul"sv, 0},
    {"True"sv, 0},
    {"-"sv, 0},
    {"- 1"sv, 0},
    {"01"sv, 1},
    {"1."sv, 1},
    {".5"sv, 0},
    {"1e"sv, 1},
    {"+1"sv, 0},
    {"{\"a\": 1} x"sv, 9},
    {"[] []"sv, 3},
    {"NaN"sv, kFine},
    {"[NaN, Infinity, -Infinity]"sv, kFine},
    {"-Inf"sv, 0},
    {"{\"a\": 1}}"sv, 8},
    {"]"sv, 0},
    {"}"sv, 0},
    {","sv, 0},
    {"{\"a\": [1, {\"b\": }]}"sv, 16},
    {"{\"名\": \"旅行\", \"x\" 1}"sv, 22},
    {"[\"旅行\" \"b\"]"sv, 10},
    {"\"旅\n\""sv, 4},
    {"{\"a\": 1 \"b\": 2}"sv, 8},
    {"[1, 2, // no\n 3]"sv, 7},
    {"{\"a\": \"\\u4f\"}"sv, 8},
    {"\"\\u4f"sv, 2},
    {"\"\\ud83d\""sv, kFine},
    {"{,}"sv, 1},
    {"[,1]"sv, 1},
    {"{\"a\": 1, \"b\""sv, 12},
    {"{\"a\"::1}"sv, 5},
    {"{\"a\": 0x10}"sv, 7},
    {"[\"\177\"]"sv, kFine},
    {"{\"a\":1]"sv, 6},
    {"[1}"sv, 2},
    {"{\"a\": tru"sv, 6},
    {"\"\\u"sv, 2},
    {"{\"a\": -"sv, 6},
    {"123456789012345678901234567890"sv, kFine},
    {"1.5e+"sv, 3},
    {"\"\\u00e"sv, 2},
    {"{\"a\": fals"sv, 6},
    {"\"\\uD83D\\uDE"sv, 8},
    {"\"\\u+123\""sv, 2},
    {"[1,2]\000"sv, 5},
    {"{\"a\":1,,\"b\":2}"sv, 7},
    {"{\"x\": \"a\037b\"}"sv, 8},
};

} // namespace

class JsonDiagnoseTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreesWithPython();
    void distinguishesTruncatedFromBroken_data();
    void distinguishesTruncatedFromBroken();
    void reportsEveryPrefixAsTruncated();
    void deepNesting();
    void findsLineAndColumn();
};

void JsonDiagnoseTest::agreesWithPython()
{
    for (const auto& [text, offset] : kCases) {
        const auto mistake = diagnoseJson(text);
        const int found = mistake ? static_cast<int>(mistake->offset) : kFine;
        QVERIFY2(found == offset, (std::string(text) + ": found " + std::to_string(found) + ", Python says " +
                                   std::to_string(offset))
                                      .c_str());
        QVERIFY(!mistake || !mistake->what.empty());
    }
}

void JsonDiagnoseTest::distinguishesTruncatedFromBroken_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("truncated");
    QTest::newRow("open list") << QByteArray("[1, 2") << true;
    QTest::newRow("open text") << QByteArray("[\"abc") << true;
    QTest::newRow("open escape") << QByteArray("[\"abc\\") << true;
    QTest::newRow("half a code") << QByteArray("[\"\\u4e") << true;
    QTest::newRow("half a word") << QByteArray("{\"a\": tru") << true;
    QTest::newRow("sign alone") << QByteArray("[-") << true;
    QTest::newRow("missing comma") << QByteArray("[1 2]") << false;
    QTest::newRow("wrong word") << QByteArray("[ture]") << false;
    QTest::newRow("wrong word at the end") << QByteArray("[tre") << false;
    QTest::newRow("wrong escape") << QByteArray("[\"\\x\"]") << false;
    QTest::newRow("something after it") << QByteArray("{} x") << false;
    QTest::newRow("closed twice") << QByteArray("[]]") << false;
}

void JsonDiagnoseTest::distinguishesTruncatedFromBroken()
{
    QFETCH(const QByteArray, text);
    QFETCH(const bool, truncated);
    const auto mistake = diagnoseJson(text.toStdString());
    QVERIFY(mistake);
    QCOMPARE(mistake->truncated, truncated);
}

void JsonDiagnoseTest::reportsEveryPrefixAsTruncated()
{
    const std::string_view whole =
        R"({"a": [1.5, -2e10, true, false, null, NaN, -Infinity], "名": "\u65c5\n\"x", "o": {"k": {}}})";
    QVERIFY(!diagnoseJson(whole));
    for (std::size_t cut = 0; cut < whole.size(); ++cut) {
        const auto mistake = diagnoseJson(whole.substr(0, cut));
        QVERIFY(mistake);
        // After "1." or "2e", Python reports the number, which does not count as truncated.
        const bool halfNumber = cut > 0 && (whole[cut - 1] == '.' || whole[cut - 1] == 'e') &&
                                whole[cut] >= '0' && whole[cut] <= '9';
        if (!halfNumber)
            QVERIFY2(mistake->truncated, std::string(whole.substr(0, cut)).c_str());
    }
}

void JsonDiagnoseTest::deepNesting()
{
    constexpr std::size_t kDeep = 200'000;
    const std::string open(kDeep, '[');
    QCOMPARE(diagnoseJson(open)->offset, kDeep);
    QVERIFY(diagnoseJson(open)->truncated);
    QVERIFY(!diagnoseJson(open + std::string(kDeep, ']')));
    std::string objects;
    for (std::size_t i = 0; i < kDeep; ++i)
        objects += "{\"a\":";
    QCOMPARE(diagnoseJson(objects)->offset, objects.size());
}

void JsonDiagnoseTest::findsLineAndColumn()
{
    const std::string_view text = "{\n\"旅行\": x\n}";
    const auto place = placeInText(text, diagnoseJson(text)->offset);
    QCOMPARE(place.line, std::uint64_t{2});
    // Columns are counted in characters, from 1.
    QCOMPARE(place.column, std::uint64_t{7});
    QCOMPARE(placeInText("", 0).line, std::uint64_t{1});
    QCOMPARE(placeInText("ab\n", 3).line, std::uint64_t{2});
    QCOMPARE(placeInText("ab\n", 3).column, std::uint64_t{1});
    QCOMPARE(placeInText("ab", 100).column, std::uint64_t{3});
}

DUOLOGUE_TEST(JsonDiagnoseTest)
#include "json_diagnose_test.moc"
