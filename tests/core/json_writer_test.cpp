// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_writer.h"
#include "tests/support/random.h"
#include "tests/support/test_class.h"

#include <QTest>
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

DUOLOGUE_TEST(JsonWriterTest)
#include "json_writer_test.moc"
