// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/conversation_text.h"
#include "core/json/json_writer.h"
#include "core/util/text.h"
#include "tests/support/random.h"
#include "tests/support/test_class.h"

#include <QTest>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>

using namespace duologue;
using namespace duologue::test;

namespace {

std::string asJson(std::string_view text)
{
    std::string out;
    JsonWriter(out).text(text);
    return out;
}

} // namespace

/// Texts and values as JSON.
class JsonWriterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void escapesWhereverItHasTo();
    void writesOnOneLine();
    void replacesInvalidBytes();
    void numbersHaveTheFewestDigits();
    void parsedNumbersKeepTheirDigits();
};

/// Each byte that needs an escape, and each that does not, at each offset in words of eight bytes.
void JsonWriterTest::escapesWhereverItHasTo()
{
    for (int byte = 0; byte < 128; ++byte) {
        for (std::size_t at = 0; at < 20; ++at) {
            std::string text(20, 'a');
            text[at] = static_cast<char>(byte);
            QCOMPARE(asJson(text), nlohmann::json(text).dump());
        }
    }
    Random random(5);
    constexpr std::string_view kParts[] = {"\"",   "\\", "\n", "\x1f", "\x7f", " ", "a longer run of letters",
                                           "杭州", "é"};
    for (int i = 0; i < 2000; ++i) {
        std::string text;
        for (auto parts = random.below(8); parts > 0; --parts)
            text += random.of(kParts);
        QCOMPARE(asJson(text), nlohmann::json(text).dump());
    }
}

void JsonWriterTest::writesOnOneLine()
{
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    json.key("a");
    json.beginArray();
    json.number(1.5);
    json.null();
    json.flag(true);
    json.beginObject();
    json.endObject();
    json.endArray();
    json.key("b");
    json.json("1e5");
    json.endObject();
    QCOMPARE(out, std::string(R"({"a":[1.5,null,true,{}],"b":1e5})"));
}

void JsonWriterTest::replacesInvalidBytes()
{
    QCOMPARE(asJson("a\xff"
                    "b"),
             std::string("\"a\xEF\xBF\xBD"
                         "b\""));
}

void JsonWriterTest::numbersHaveTheFewestDigits()
{
    const auto written = [](double number) {
        std::string out;
        JsonWriter(out).number(number);
        return out + " " + realText(number) + " " + jsonText(number, -1);
    };
    QCOMPARE(written(0.2293495857272735),
             std::string("0.2293495857272735 0.2293495857272735 0.2293495857272735"));
    QCOMPARE(written(632259442340030.8),
             std::string("632259442340030.8 632259442340030.8 632259442340030.8"));
    QCOMPARE(written(1e23), std::string("1e+23 1e+23 1e+23"));
    QCOMPARE(written(1000), std::string("1000 1000.0 1000.0"));
    QCOMPARE(written(1767225599000000), std::string("1767225599000000 1.767225599e+15 1.767225599e+15"));
    QCOMPARE(written(9007199254740992),
             std::string("9007199254740992 9.007199254740992e+15 9.007199254740992e+15"));
    QCOMPARE(realText(-0.0), std::string("-0.0"));
    QCOMPARE(realText(0.00025), std::string("0.00025"));
    QCOMPARE(realText(0.000025), std::string("2.5e-05"));
    QCOMPARE(realText(-12.5), std::string("-12.5"));
    QCOMPARE(realText(123456789012345), std::string("123456789012345.0"));
    Random random(12);
    for (int i = 0; i < 20'000; ++i) {
        std::uint64_t bits = 0;
        for (int part = 0; part < 4; ++part)
            bits = bits << 16U | random.below(65'536);
        const auto number = std::bit_cast<double>(bits);
        if (!std::isfinite(number))
            continue;
        const std::string text = realText(number);
        QVERIFY2(std::strtod(text.c_str(), nullptr) == number, text.c_str());
        QVERIFY(text.find_first_of(".e") != std::string::npos);
        QVERIFY(text.size() <= nlohmann::json(number).dump().size());
    }
}

void JsonWriterTest::parsedNumbersKeepTheirDigits()
{
    const std::string text = "{\"a\":[3.141592653589793238462,1e-400,1.0,-7,18446744073709551615],"
                             "\"b\":{\"c\":123456789012345678901234567890,\"d\":\"1.50\"},\"e\":2.50}";
    QCOMPARE(jsonText(exactJson(text), -1), text);
    QCOMPARE(jsonText(exactJson("[null,true,{},[],\"x\"]"), -1), std::string("[null,true,{},[],\"x\"]"));
}

DUOLOGUE_TEST(JsonWriterTest)
#include "json_writer_test.moc"
