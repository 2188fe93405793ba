// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_tokens.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

#include <string>

using namespace duologue;

namespace {

/// The tokens, a space between them; "!" marks one that has no end.
std::string scanned(std::string_view text, JsonScanner::Comments comments = JsonScanner::Comments::Recognised)
{
    std::string tokens;
    JsonScanner scanner(text, comments);
    for (JsonToken token = scanner.next(); token.kind != JsonTokenKind::End; token = scanner.next())
        tokens.append(tokens.empty() ? "" : " ").append(token.in(text)).append(token.isClosed ? "" : "!");
    return tokens;
}

/// How many of these tokens one value may begin with.
std::size_t accepted(std::string_view kinds)
{
    JsonGrammar grammar;
    std::size_t count = 0;
    while (count < kinds.size() && grammar.advance(static_cast<JsonTokenKind>(kinds[count])))
        ++count;
    return count;
}

} // namespace

class JsonScannerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cutsAnyText_data();
    void cutsAnyText();
    void knowsComments();
    void followsTheGrammar_data();
    void followsTheGrammar();
};

void JsonScannerTest::cutsAnyText_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("tokens");
    QTest::newRow("nothing") << QByteArray(" \n") << QByteArray();
    QTest::newRow("a record") << QByteArray(R"({"a":[1,-2.5e3 ,true],"b":{}})")
                              << QByteArray(R"({ "a" : [ 1 , -2.5e3 , true ] , "b" : { } })");
    QTest::newRow("quotes and brackets in strings")
        << QByteArray(R"(["a\"b","\\","]"])") << QByteArray(R"([ "a\"b" , "\\" , "]" ])");
    QTest::newRow("a string without an end") << QByteArray("{\"a") << QByteArray("{ \"a!");
    QTest::newRow("a backslash at the end") << QByteArray("\"a\\") << QByteArray("\"a\\!");
    QTest::newRow("scalars side by side")
        << QByteArray("truefalse 1\"x\"2") << QByteArray("truefalse 1 \"x\" 2");
    QTest::newRow("no JSON") << QByteArray("}:http/x=\xFF") << QByteArray("} : http/x=\xFF");
}

void JsonScannerTest::cutsAnyText()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, tokens);
    QCOMPARE(scanned(text.toStdString()), tokens.toStdString());
}

void JsonScannerTest::knowsComments()
{
    const std::string_view text = "[1/* , */,//x y\n2/3 /*";
    QCOMPARE(scanned(text), std::string("[ 1 /* , */ , //x y 2/3 /*!"));
    QCOMPARE(scanned(text, JsonScanner::Comments::Ignored), std::string("[ 1/* , */ , //x y 2/3 /*"));
}

void JsonScannerTest::followsTheGrammar_data()
{
    QTest::addColumn<QByteArray>("kinds");
    QTest::addColumn<int>("count");
    const auto row = [](const char* kinds, int count) { QTest::newRow(kinds) << QByteArray(kinds) << count; };
    row("{\":[a,a],\":{}}", 14);
    row("a", 1);
    row("aa", 1);
    row("[]", 2);
    row("[,", 1);
    row("[a,]", 3);
    row("[a}", 2);
    row("[aa", 2);
    row("[a:", 2);
    row("{a", 1);
    row("{\"a", 2);
    row("{\":}", 3);
    row("{\":a,}", 5);
    row("}", 0);
    row("{},", 2);
}

void JsonScannerTest::followsTheGrammar()
{
    QFETCH(const QByteArray, kinds);
    QFETCH(const int, count);
    QCOMPARE(static_cast<int>(accepted(kinds.toStdString())), count);
}

DUOLOGUE_TEST(JsonScannerTest)
#include "json_scanner_test.moc"
