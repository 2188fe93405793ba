// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/record_split.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

using namespace duologue;

Q_DECLARE_METATYPE(std::optional<RecordLayout>)

class JsonLayoutTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void byteOrderMark();
    void wholeFiles_data();
    void wholeFiles();
    void beginningsOfFiles();
};

void JsonLayoutTest::byteOrderMark()
{
    QCOMPARE(byteOrderMarkLength("\xEF\xBB\xBF{}"), std::size_t{3});
    QCOMPARE(byteOrderMarkLength("\xEF\xBB"), std::size_t{0});
    QCOMPARE(byteOrderMarkLength("{}"), std::size_t{0});
}

void JsonLayoutTest::wholeFiles_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<std::optional<RecordLayout>>("layout");
    const auto row = [](const char* name, const char* text, std::optional<RecordLayout> layout) {
        QTest::newRow(name) << QByteArray(text) << layout;
    };
    row("empty", "", std::nullopt);
    row("blank", " \r\n\t", std::nullopt);
    row("words", "hello", std::nullopt);
    row("number", "5", std::nullopt);
    row("object", "{\"a\": 1}", RecordLayout::Single);
    row("indented object", "\n{\n \"a\": 1\n}\n", RecordLayout::Single);
    row("object after a byte order mark", "\xEF\xBB\xBF{}", RecordLayout::Single);
    row("array", " [1, 2]", RecordLayout::Elements);
    row("truncated array", "[{\"a\": 1}, {", RecordLayout::Elements);
    row("lines", "{\"a\": 1}\n{\"b\": 2}\n", RecordLayout::Lines);
    row("lines with blanks", "{\"a\": 1}\r\n\r\n{\"b\": 2}", RecordLayout::Lines);
    row("indented values", "{\n\"a\": 1\n}\n{\n\"b\": 2\n}\n", RecordLayout::Values);
    row("truncated line", "{\"a\": 1", RecordLayout::Lines);
    row("truncated object", "{\n\"a\": 1", RecordLayout::Values);
    row("first line lacks a bracket", "{\"a\": {\"b\": 1}\n{\"c\": 2}\n{\"d\": 3}\n", RecordLayout::Lines);
    row("first line lacks a quote", "{\"a\": \"b}\n{\"c\": \"2\"}\n{\"d\": \"3\"}\n", RecordLayout::Lines);
    row("first line is a remark", "# a\n{\"c\": 2}\n{\"d\": 3}\n", RecordLayout::Lines);
    row("first line is a number", "7\n{\"c\": 2}\n", RecordLayout::Lines);
    row("first line is the time of a log", "[12:00] a\n{\"c\": 2}\n{\"d\": 3}\n", RecordLayout::Lines);
    row("first line is a list of names", "[\"c\", \"d\"]\n{\"c\": 2}\n{\"d\": 3}\n", RecordLayout::Lines);
    row("words on lines", "a\nb\nc\n", std::nullopt);
    row("a page with an object in it", "a\nb\n{\"c\": 2}\nd\ne\n", std::nullopt);
    row("texts on lines", "\"a\"\n\"b\"\n", RecordLayout::Lines);
    row("one object, an element a line",
        "{\"history\": [\n{\"role\": \"user\"},\n{\"role\": \"assistant\"},\n{\"role\": \"user\"}\n]}\n",
        RecordLayout::Single);
    row("such objects, several",
        "{\"history\": [\n{\"role\": \"user\"},\n{\"role\": \"bot\"}\n]}\n{\"history\": [\n{\"role\": "
        "\"user\"}\n]}",
        RecordLayout::Values);
}

void JsonLayoutTest::wholeFiles()
{
    QFETCH(const QByteArray, text);
    QFETCH(const std::optional<RecordLayout>, layout);
    QVERIFY(layoutOf(text.toStdString(), true) == layout);
}

void JsonLayoutTest::beginningsOfFiles()
{
    // If more follows, an object at the beginning is not the only one.
    QVERIFY(layoutOf("{\"a\": 1}", false) == RecordLayout::Lines);
    QVERIFY(layoutOf("{\"a\": 1}\n{\"b\": ", false) == RecordLayout::Lines);
    QVERIFY(layoutOf("{\"a\": \"a long line that is not over yet", false) == RecordLayout::Lines);
    QVERIFY(layoutOf("{\n  \"a\": 1,", false) == RecordLayout::Values);
}

DUOLOGUE_TEST(JsonLayoutTest)
#include "json_layout_test.moc"
