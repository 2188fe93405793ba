// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "core/json/json_view.h"
#include "core/load/record_reader.h"
#include "tests/support/load.h"
#include "tests/support/source_folder.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

using namespace duologue;
using namespace duologue::test;

namespace {

using Json = nlohmann::ordered_json;

/// The number of the shape of a text of JSON; none if it is not known.
std::optional<std::uint32_t> numberOf(JsonParser& parser, const std::string& json)
{
    const PaddedBytes bytes(json);
    const auto root = parser.parse(bytes.view());
    return root ? parser.keysOf(root.value()).shape : std::nullopt;
}

bool isWord(const std::string& text)
{
    return text.size() <= 24 && std::all_of(text.begin(), text.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' || c == '.';
           });
}

/// The same shape with other texts and numbers.
void changeValues(Json& value)
{
    if (value.is_string() && !isWord(value.get<std::string>()))
        value = "Something else, 42.";
    else if (value.is_number_integer())
        value = 7;
    else if (value.is_number_float())
        value = 0.5;
    else if (value.is_structured()) {
        for (Json& each : value)
            changeValues(each);
    }
}

/// The records of the fixtures of all formats, as formats see them.
std::vector<std::string> recordsOfFixtures()
{
    const SnapshotPtr snapshot = load({sourceFolder() / "tests/data/formats"});
    std::vector<std::string> records;
    for (Row row{0}; row < snapshot->endRow(); ++row) {
        const auto record = readRecord(*snapshot, row);
        if (record && record.value()->root.isObject())
            records.push_back(record.value()->root.toJson());
    }
    return records;
}

} // namespace

/// Records of one shape are alike for everything that goes by shape.
class JsonShapeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sameShape_data();
    void sameShape();
    void otherShape_data();
    void otherShape();
    void knowsRepeatedKeys();
    void keepsFewOfDataWithoutShapes();
    void recordsOfManyKeysHaveNone();
    void numbersStayAfterALargeRecord();
    void formatsThatGoByShapeSeeNothingElse();
    void knownShapesAreReadAlike();
};

void JsonShapeTest::sameShape_data()
{
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("second");
    QTest::newRow("texts") << QByteArray("{\"a\":\"One text.\",\"b\":1}")
                           << QByteArray("{\"a\":\"Two!\",\"b\":20}");
    QTest::newRow("words") << QByteArray("[{\"role\":\"user\",\"text\":\"a b\"}]")
                           << QByteArray("[{\"role\":\"user\",\"text\":\"c d\"}]");
    QTest::newRow("many equal elements") << QByteArray("[1,2,3,4]") << QByteArray("[1,2,3,4,5,6,7]");
    QTest::newRow("equal objects") << QByteArray(
                                          "[{\"a\":1},{\"a\":2},{\"a\":3},{\"a\":4},{\"a\":5},{\"b\":1}]")
                                   << QByteArray("[{\"a\":1},{\"a\":2},{\"a\":3},{\"a\":4},{\"b\":1}]");
}

void JsonShapeTest::sameShape()
{
    QFETCH(const QByteArray, first);
    QFETCH(const QByteArray, second);
    JsonParser parser;
    const auto number = numberOf(parser, first.toStdString());
    QVERIFY(number.has_value());
    QCOMPARE(numberOf(parser, second.toStdString()), number);
}

void JsonShapeTest::otherShape_data()
{
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("second");
    const auto row = [](const char* name, const char* first, const char* second) {
        QTest::newRow(name) << QByteArray(first) << QByteArray(second);
    };
    row("another key", "{\"a\":1}", "{\"b\":1}");
    row("another order", "{\"a\":1,\"b\":1}", "{\"b\":1,\"a\":1}");
    row("a key more", "{\"a\":1}", "{\"a\":1,\"b\":1}");
    row("another kind", "{\"a\":1}", "{\"a\":1.5}");
    row("null", "{\"a\":1}", "{\"a\":null}");
    row("another word", "{\"role\":\"user\"}", "{\"role\":\"bot\"}");
    row("an empty text", "{\"a\":\"One text.\"}", "{\"a\":\"\"}");
    row("a text that is the mark of a text", "{\"a\":\"*\"}", "{\"a\":\"x\"}");
    row("truth", "{\"a\":true}", "{\"a\":false}");
    row("deeper", "{\"a\":{\"b\":1}}", "{\"a\":{},\"b\":1}");
    row("one element", "[1]", "[1,2]");
    row("no element", "[]", "[1]");
    row("four elements", "[1,2,3,4]", "[1,2,3]");
    row("lists in lists", "[[1],2]", "[[1,2]]");
    row("a key that looks like structure", "{\"a}:\\u0001b\":1}", "{\"a\":{},\"b\":1}");
    row("a word of the same beginning", "{\"role\":\"assistant\"}", "{\"role\":\"assistants\"}");
    row("a long word", "{\"type\":\"custom_tool_call_output\"}", "{\"type\":\"custom_tool_call_outputs\"}");
    row("a key with a null character", "{\"a\\u0000b\":1}", "{\"a\":1}");
}

void JsonShapeTest::otherShape()
{
    QFETCH(const QByteArray, first);
    QFETCH(const QByteArray, second);
    JsonParser parser;
    QVERIFY(numberOf(parser, first.toStdString()).has_value());
    QVERIFY(numberOf(parser, second.toStdString()) != numberOf(parser, first.toStdString()));
}

void JsonShapeTest::knowsRepeatedKeys()
{
    JsonParser parser;
    const auto repeats = [&](const char* json) {
        const PaddedBytes bytes(json);
        const JsonKeys keys = parser.keysOf(parser.parse(bytes.view()).value());
        return keys.areRepeated && !keys.shape;
    };
    for (int i = 0; i < 3; ++i) {
        QVERIFY(!repeats("{\"a\":1,\"b\":{\"a\":2}}"));
        QVERIFY(repeats("{\"a\":1,\"b\":{\"a\":2,\"a\":3}}"));
        QVERIFY(repeats("[{\"a\":1},{\"a\":1},{\"a\":1},{\"a\":1},{\"a\":1,\"a\":2}]"));
    }
}

void JsonShapeTest::keepsFewOfDataWithoutShapes()
{
    JsonParser parser;
    const std::string usual = "{\"a\":1}";
    const auto first = numberOf(parser, usual);
    QVERIFY(first.has_value());
    std::uint32_t most = 0;
    for (int i = 0; i < 1'000; ++i)
        most = std::max(most, numberOf(parser, "[" + std::string(static_cast<std::size_t>(i), '[') +
                                                   std::string(static_cast<std::size_t>(i), ']') + "]")
                                  .value_or(0));
    QVERIFY(most < 100);
    QVERIFY(!numberOf(parser, "{\"a\":null}").has_value());
    // Once one comes again, others are worth a look, too.
    bool isFound = false;
    for (int i = 0; i < 100 && !isFound; ++i)
        isFound = numberOf(parser, usual) == first;
    QVERIFY(isFound);
    QVERIFY(numberOf(parser, usual) == first);
}

void JsonShapeTest::recordsOfManyKeysHaveNone()
{
    JsonParser parser;
    std::string json = "{";
    for (int i = 0; i < 1'000; ++i)
        json += (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + "\":1";
    QVERIFY(!numberOf(parser, json + "}").has_value());
    const std::string key(300, 'k');
    QVERIFY(!numberOf(parser, "{\"" + key + "\":1}").has_value());
    std::string deep(900, '[');
    deep.append(900, ']');
    QVERIFY(numberOf(parser, deep).has_value());
    QVERIFY(numberOf(parser, "{\"a\":1}").has_value());
}

void JsonShapeTest::numbersStayAfterALargeRecord()
{
    JsonParser parser;
    const auto first = numberOf(parser, "{\"a\":1}");
    const auto second = numberOf(parser, "{\"b\":1}");
    QVERIFY(numberOf(parser, "[\"" + std::string(std::size_t{9} << 20U, 'x') + "\"]").has_value());
    QVERIFY(numberOf(parser, "{\"b\":1}") == second);
    QVERIFY(numberOf(parser, "{\"a\":1}") == first);
}

void JsonShapeTest::formatsThatGoByShapeSeeNothingElse()
{
    int asked = 0;
    for (const std::string& record : recordsOfFixtures()) {
        Json changed = Json::parse(record);
        changeValues(changed);
        JsonParser parser;
        JsonParser otherParser;
        const PaddedBytes bytes(record);
        const PaddedBytes otherBytes(changed.dump());
        const auto parsed = parser.parse(bytes.view());
        const auto otherParsed = otherParser.parse(otherBytes.view());
        // Whole numbers of many digits are parsed after a repair.
        if (!parsed)
            continue;
        const JsonView root = parsed.value();
        const JsonView other = otherParsed.value();
        for (const Format* format : builtInFormats()) {
            if (!format->goesByShape())
                continue;
            ++asked;
            if (format->recognise(root) != format->recognise(other))
                QFAIL((std::string(format->id()) + " looks at values of " + record).c_str());
            if (format->layoutOf(root) != format->layoutOf(other))
                QFAIL((std::string(format->id()) + " has another layout for other values of " + record)
                          .c_str());
        }
    }
    QVERIFY(asked > 1'000);
}

void JsonShapeTest::knownShapesAreReadAlike()
{
    JsonParser parser;
    const auto formats = FormatList::builtIn();
    std::map<std::uint32_t, FormatList::ShapeScores> scores;
    std::vector<const Format*> usuals(builtInFormats().begin(), builtInFormats().end());
    usuals.push_back(nullptr);
    int known = 0;
    int layouts = 0;
    for (const std::string& record : recordsOfFixtures()) {
        const PaddedBytes bytes(record);
        const auto parsed = parser.parse(bytes.view());
        const auto shape = parsed ? parser.keysOf(parsed.value()).shape : std::nullopt;
        if (!shape)
            continue;
        const JsonView root = parsed.value();
        ++known;
        for (const Format* usual : usuals) {
            const auto slow = formats->formatFor(root, usual);
            const auto fast = formats->formatFor(root, usual, {}, &scores[*shape]);
            if (fast.format != slow.format || fast.score != slow.score)
                QFAIL(record.c_str());
            const Layout* const layout = usual == nullptr ? nullptr : scores[*shape].layoutOf(*usual, root);
            if (layout != nullptr && layout != usual->layoutOf(root))
                QFAIL(record.c_str());
            layouts += layout != nullptr ? 1 : 0;
        }
    }
    QVERIFY(known > 100);
    QVERIFY(layouts > 1'000);
}

DUOLOGUE_TEST(JsonShapeTest)
#include "json_shape_test.moc"
