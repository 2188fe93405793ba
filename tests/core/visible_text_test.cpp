// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/escape.h"
#include "core/util/text.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

using namespace duologue;

class VisibleTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsPlainText();
    void escapesControls_data();
    void escapesControls();
    void escapesExactlyControls();
    void keepsLineBreaksAndTabs();
    void escapesMarkdownLine_data();
    void escapesMarkdownLine();
    void textCannotCloseMarkdownBlock_data();
    void textCannotCloseMarkdownBlock();
};

void VisibleTextTest::keepsPlainText()
{
    for (const char* text :
         {"", "two-day trip", "旅行规划 · é – 👩‍👩‍👧 ‌نیم‌فاصله", "C:\\n",
          "~", " a  b "}) {
        QCOMPARE(visibleLine(text), std::string(text));
        QCOMPARE(visibleText(text), std::string(text));
    }
}

void VisibleTextTest::escapesControls_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("shown");
    QTest::newRow("title of the terminal")
        << QByteArray("a\x1b]0;PWNED\x07") << QByteArray("a\\x1b]0;PWNED\\x07");
    QTest::newRow("line breaks") << QByteArray("a\nb\r\nc\td") << QByteArray("a\\nb\\r\\nc\\td");
    QTest::newRow("backspace") << QByteArray("a\bb") << QByteArray("a\\x08b");
    QTest::newRow("null byte") << QByteArray("a\0b", 3) << QByteArray("a\\x00b");
    QTest::newRow("delete") << QByteArray("\x7f") << QByteArray("\\u007f");
    QTest::newRow("C1 control characters") << QByteArray("\xC2\x9B"
                                                         "31m\xC2\x85")
                                           << QByteArray("\\u009b31m\\u0085");
    QTest::newRow("invalid UTF-8") << QByteArray("\x9b"
                                                 "31m\xE6\x97")
                                   << QByteArray("\\x9b31m\\xe6\\x97");
    QTest::newRow("right to left") << QByteArray("旅\xE2\x80\xAE"
                                                 "gnp.exe")
                                   << QByteArray("旅\\u202egnp.exe");
    QTest::newRow("line separator") << QByteArray("a\xE2\x80\xA8") << QByteArray("a\\u2028");
}

void VisibleTextTest::escapesControls()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, shown);
    QCOMPARE(visibleLine(text.toStdString()), shown.toStdString());
    QCOMPARE(visibleLine(shown.toStdString()), shown.toStdString());
}

void VisibleTextTest::escapesExactlyControls()
{
    const auto isShown = [](char32_t code) {
        return code < 0x20 || (code >= 0x7F && code <= 0x9F) || code == 0x061C || code == 0x200E ||
               code == 0x200F || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
    };
    for (char32_t code = 0; code < 0x3'0000; ++code) {
        if (code >= 0xD800 && code <= 0xDFFF)
            continue;
        std::string text = "a";
        appendCodePoint(text, code);
        QVERIFY2((visibleLine(text) != text) == isShown(code), std::to_string(code).c_str());
        const bool staysInTexts = !isShown(code) || code == '\n' || code == '\t';
        QVERIFY2((visibleText(text) == text) == staysInTexts, std::to_string(code).c_str());
    }
}

void VisibleTextTest::keepsLineBreaksAndTabs()
{
    QCOMPARE(visibleText("a\n\tb\r\n\x1b[2J"), std::string("a\n\tb\\r\n\\x1b[2J"));
}

void VisibleTextTest::escapesMarkdownLine_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("written");
    const auto row = [](const char* name, const char* text, const char* written) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(written);
    };
    row("plain", "旅行规划, two-day trip (a=b)!", "旅行规划, two-day trip (a=b)!");
    row("keys", "rating.preference_alignment", "rating.preference_alignment");
    row("emphasis", "_a_ *b* ~c~ __d__", "\\_a\\_ \\*b\\* \\~c\\~ \\_\\_d\\_\\_");
    row("script", "<script>alert(1)</script>", "\\<script>alert(1)\\</script>");
    row("picture", "![](http://evil/t.png)", "!\\[](http\\://evil/t.png)");
    row("link", "[x](javascript:alert(1))", "\\[x](javascript:alert(1))");
    row("address", "see www.evil.org", "see www\\.evil.org");
    row("cell separator", "a|b", "a\\|b");
    row("code", "`a`", "\\`a\\`");
    row("entity", "&lt;", "\\&lt;");
    row("backslash", "\\|", "\\\\\\|");
    row("heading", "# a", "\\# a");
    row("list", "- a", "\\- a");
    row("spaces in front", "    + a", "&#32;   + a");
    row("line", "---", "\\---");
    row("numbers", "-2", "-2");
    row("number with a sign", "+1.5", "+1.5");
    row("version", "2.0", "2.0");
    row("numbered list", "12. a", "12\\. a");
    row("numbered list, bracket", "1) a", "1\\) a");
    row("quotation", "> a", "\\> a");
    row("lines", "a\n# b", "a<br>\\# b");
    row("escape", "\x1b[31m", "\\\\x1b\\[31m");
}

void VisibleTextTest::escapesMarkdownLine()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, written);
    QCOMPARE(markdownLine(text.toStdString()), written.toStdString());
}

void VisibleTextTest::textCannotCloseMarkdownBlock_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("written");
    const auto row = [](const char* name, const char* text, const char* written) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(written);
    };
    row("empty text", "", "");
    row("words", "Where to?", "```\nWhere to?\n```\n\n");
    row("lines", "a\n\n### b\n", "```\na\n\n### b\n```\n\n");
    row("fence", "```\ncode\n```", "````\n```\ncode\n```\n````\n\n");
    row("longer fence", "a `````` b", "```````\na `````` b\n```````\n\n");
}

void VisibleTextTest::textCannotCloseMarkdownBlock()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, written);
    QCOMPARE(markdownBlock(text.toStdString()), written.toStdString());
}

DUOLOGUE_TEST(VisibleTextTest)
#include "visible_text_test.moc"
