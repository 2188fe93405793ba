// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_writer.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace duologue;

class JsonIndentTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void putsOneMemberOnALine()
    {
        QCOMPARE(indentJson("{\"a\":1,\"b\":[true,{}],\"c\":[]}").text,
                 std::string("{\n  \"a\": 1,\n  \"b\": [\n    true,\n    {}\n  ],\n  \"c\": []\n}"));
    }

    void leavesTokensAsTheyAre()
    {
        const std::string text =
            indentJson("{\"x\": 1e5, \"y\": 12345678901234567890123, \"z\": \"\\u4e2d{,}\"}").text;
        QVERIFY(text.find("1e5") != std::string::npos);
        QVERIFY(text.find("12345678901234567890123") != std::string::npos);
        QVERIFY(text.find("\"\\u4e2d{,}\"") != std::string::npos);
    }

    void mapsOffsets()
    {
        const std::string source = "{\"a\":1,\"bad\":nonsense}";
        const IndentedJson indented = indentJson(source);
        const std::size_t offset = indented.targetOf(source.find("nonsense"));
        QCOMPARE(indented.text.substr(offset, 8), std::string("nonsense"));
    }

    void countsNesting()
    {
        QCOMPARE(nestingDepth("1"), std::size_t{0});
        QCOMPARE(nestingDepth("{\"a\": [[], \"[[[[\"]}"), std::size_t{3});
        QCOMPARE(nestingDepth(std::string(200'000, '[')), std::size_t{200'000});
        QCOMPARE(nestingDepth("  ]]}} [ "), std::size_t{1});
    }
};

DUOLOGUE_TEST(JsonIndentTest)
#include "json_indent_test.moc"
