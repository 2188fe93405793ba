// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_view.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/test_class.h"

#include <set>

using namespace duologue;
using duologue::test::Random;
using Kind = JsonView::Kind;

namespace {

/// An object with keys that are hard to distinguish. Now and then it has one of them twice.
std::string randomObject(Random& random, int depth)
{
    constexpr std::string_view kKeys[] = {"",
                                          "a",
                                          "b",
                                          "ab",
                                          "ba",
                                          "abcdefg",
                                          "abcdefh",
                                          "abcdefgh",
                                          "abcdefgx",
                                          "abcdefghi",
                                          "abcdxfghi",
                                          "\\u0061",
                                          "preference",
                                          "preferenca",
                                          "user_1_satisfaction",
                                          "user_2_satisfaction"};
    std::string text = "{";
    const auto members = random.below(5) == 0 ? 20 + random.below(12) : random.below(5);
    for (std::uint64_t i = 0; i < members; ++i) {
        text.append(i == 0 ? "" : ",").append("\"").append(random.of(kKeys));
        // In large objects, most names are unique.
        text += members > 5 && random.below(40) > 0 ? std::to_string(i) : "";
        text += "\":";
        const auto kind = random.below(depth > 0 ? 4 : 2);
        text += kind == 0   ? "1"
                : kind == 1 ? "\"abcdefghabcdefgh\""
                : kind == 2 ? randomObject(random, depth - 1)
                            : "[2," + randomObject(random, depth - 1) + "]";
    }
    return text + "}";
}

bool hasNameTwice(const JsonView& value)
{
    std::set<std::string_view> names;
    for (const auto [name, member] : value.members()) {
        if (!names.insert(name).second || hasNameTwice(member))
            return true;
    }
    for (const JsonView each : value.elements()) {
        if (hasNameTwice(each))
            return true;
    }
    return false;
}

} // namespace

class JsonViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knowsItsKinds();
    void givesNothingForTheWrongKind();
    void lastDuplicateCounts();
    void goesOverMembersAndElements();
    void decodesTexts();
    void printsItself();
    void missingValues();
    void refusesWhatIsBroken_data();
    void refusesWhatIsBroken();
    void isReused();
    void findsDuplicateKeys();
    void nestsUpToALimit();

private:
    JsonView parse(std::string_view text);

    JsonParser m_parser;
    PaddedBytes m_bytes;
};

JsonView JsonViewTest::parse(std::string_view text)
{
    m_bytes = PaddedBytes(text);
    const auto parsed = m_parser.parse(m_bytes.view());
    return parsed ? parsed.value() : JsonView();
}

void JsonViewTest::knowsItsKinds()
{
    const JsonView root = parse(
        R"({"n": null, "b": true, "i": -5, "u": 18446744073709551615, "r": 1e2, "s": "x", "a": [1], "o": {}})");
    QCOMPARE(root.kind(), Kind::Object);
    QCOMPARE(root["n"].kind(), Kind::Null);
    QVERIFY(!root["n"].hasValue());
    QCOMPARE(root["b"].boolean(), std::optional(true));
    QCOMPARE(root["i"].kind(), Kind::Integer);
    QCOMPARE(root["i"].number(), std::optional(-5.0));
    QCOMPARE(root["u"].kind(), Kind::Integer);
    QCOMPARE(root["r"].kind(), Kind::Real);
    QCOMPARE(root["r"].number(), std::optional(100.0));
    QVERIFY(root["s"].isString());
    QVERIFY(root["a"].isArray());
    QVERIFY(root["o"].isObject());
    QCOMPARE(root.size(), std::size_t{8});
    QCOMPARE(root["a"].size(), std::size_t{1});
}

void JsonViewTest::givesNothingForTheWrongKind()
{
    const JsonView text = parse(R"({"s": "12"})")["s"];
    QVERIFY(!text.number());
    QVERIFY(!text.boolean());
    QCOMPARE(text.size(), std::size_t{0});
    QVERIFY(text["x"].isMissing());
    QVERIFY(!(text.members().begin() != text.members().end()));
    QVERIFY(!(text.elements().begin() != text.elements().end()));
    QCOMPARE(parse("{\"i\": 1}")["i"].string(), std::string_view());
    QVERIFY(!parse("[1]")[std::string_view("0")].hasValue());
}

void JsonViewTest::lastDuplicateCounts()
{
    const JsonView root = parse(R"({"a": 1, "b": 2, "a": 3})");
    QCOMPARE(root["a"].number(), std::optional(3.0));
    std::vector<std::string> keys;
    for (const auto [key, value] : root.members())
        keys.emplace_back(key);
    QCOMPARE(keys, (std::vector<std::string>{"a", "b", "a"}));
    // An empty name is a name, too, even if its pointer is null.
    QCOMPARE(parse(R"({"": 4, "b": 2})")[std::string_view()].number(), std::optional(4.0));
}

void JsonViewTest::goesOverMembersAndElements()
{
    const JsonView root = parse(R"({"list": [1, {"x": [2, 3]}, "t"], "last": {"k": "v"}})");
    std::string seen;
    for (const auto [key, value] : root.members()) {
        seen.append(key).append("(");
        for (const JsonView element : value.elements())
            seen += element.toJson() + ";";
        for (const auto [name, member] : value.members())
            seen.append(name).append("=").append(member.string());
        seen += ")";
    }
    QCOMPARE(seen, std::string("list(1;{\"x\":[2,3]};\"t\";)last(k=v)"));
    QVERIFY(!(parse("{}").members().begin() != parse("{}").members().end()));
}

void JsonViewTest::decodesTexts()
{
    const JsonView root = parse("{\"a\\u0062\": \"\\u65c5\\u884c \\\"\\n\\ud83d\\ude00\", \"旅\": \"\"}");
    QCOMPARE(root["ab"].string(), std::string_view("旅行 \"\n😀"));
    QVERIFY(root["旅"].isString());
    QCOMPARE(root["旅"].string(), std::string_view());
}

void JsonViewTest::printsItself()
{
    QCOMPARE(parse("{ \"a\" : [ 1 , true , null , \"x\\ny\" ] }").toJson(),
             std::string(R"({"a":[1,true,null,"x\ny"]})"));
    QCOMPARE(JsonView().toJson(), std::string());
}

void JsonViewTest::missingValues()
{
    const JsonView missing = parse("{}")["nothing"];
    QVERIFY(missing.isMissing());
    QVERIFY(missing["deeper"]["still"].isMissing());
    QCOMPARE(missing.kind(), Kind::Missing);
    QCOMPARE(missing.size(), std::size_t{0});
    QVERIFY(!missing.number());
    QVERIFY(!missing.boolean());
}

void JsonViewTest::refusesWhatIsBroken_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("code");
    const auto row = [](const char* name, const char* text, ProblemCode code) {
        QTest::newRow(name) << QByteArray(text) << static_cast<int>(code);
    };
    row("nothing", "", ProblemCode::JsonSyntax);
    row("trailing comma", "{\"a\": 1,}", ProblemCode::JsonSyntax);
    row("not a number", "{\"a\": NaN}", ProblemCode::JsonSyntax);
    row("two values", "{} {}", ProblemCode::JsonSyntax);
    row("truncated", "{\"a\": ", ProblemCode::JsonSyntax);
    row("bad UTF-8", "{\"a\": \"\xFF\"}", ProblemCode::InvalidUtf8);
}

void JsonViewTest::refusesWhatIsBroken()
{
    QFETCH(const QByteArray, text);
    QFETCH(const int, code);
    m_bytes = PaddedBytes(text.toStdString());
    const auto parsed = m_parser.parse(m_bytes.view());
    QVERIFY(!parsed.ok());
    QCOMPARE(static_cast<int>(parsed.problem().code), code);
}

void JsonViewTest::isReused()
{
    QVERIFY(parse("{broken").isMissing());
    QCOMPARE(parse("{\"a\": 1}")["a"].number(), std::optional(1.0));
    // A large record makes the parser grow, a small one after it makes it shrink again.
    const std::string large = "{\"text\": \"" + std::string(std::size_t{9} << 20U, 'x') + "\"}";
    QCOMPARE(parse(large)["text"].string().size(), std::size_t{9} << 20U);
    QCOMPARE(parse("{\"a\": 2}")["a"].number(), std::optional(2.0));
    JsonParser moved = std::move(m_parser);
    m_bytes = PaddedBytes("[4]");
    QCOMPARE(moved.parse(m_bytes.view()).value().size(), std::size_t{1});
    m_parser = JsonParser();
}

void JsonViewTest::findsDuplicateKeys()
{
    Random random(7);
    int found = 0;
    for (int round = 0; round < 5000; ++round) {
        const std::string text = randomObject(random, 2);
        const JsonView root = parse(text);
        QVERIFY2(root.isObject(), text.c_str());
        const bool expected = hasNameTwice(root);
        QVERIFY2(m_parser.keysOf(root).areRepeated == expected, text.c_str());
        found += expected ? 1 : 0;
    }
    QVERIFY(found > 500 && found < 4500);
    QVERIFY(!m_parser.keysOf(parse("[1,[2]]")).areRepeated);
    QVERIFY(!m_parser.keysOf(parse("3")).areRepeated);
    QVERIFY(!m_parser.keysOf(JsonView()).areRepeated);
}

void JsonViewTest::nestsUpToALimit()
{
    const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
    QVERIFY(!parse(nested(1000)).isMissing());
    for (const std::size_t depth : {std::size_t{2000}, std::size_t{200'000}}) {
        m_bytes = PaddedBytes(nested(depth));
        const auto parsed = m_parser.parse(m_bytes.view());
        QVERIFY(!parsed.ok());
        QCOMPARE(parsed.problem().code, ProblemCode::JsonTooDeep);
    }
}

DUOLOGUE_TEST(JsonViewTest)
#include "json_view_test.moc"
