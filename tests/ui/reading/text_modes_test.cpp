// SPDX-License-Identifier: GPL-3.0-or-later
#include "reading_fixture.h"
#include "tests/support/test_class.h"
#include "ui/transcript/code_colors.h"
#include "ui/transcript/conversation_printer.h"
#include "ui/transcript/markdown_text.h"
#include "ui/transcript/transcript_view.h"

#include <QAction>
#include <QClipboard>
#include <QElapsedTimer>
#include <QFontInfo>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextDocument>
#include <algorithm>

using namespace duologue;
using namespace duologue::ui;
using namespace duologue::ui::test;

namespace {

constexpr QSize kTextModesWide{1200, 800};

} // namespace

/// The ways in which texts are shown: verbatim and Markdown, code, tool calls, invisible characters, earlier
/// wordings; and the restored scroll position.
class TextModesTest : public QObject {
    Q_OBJECT

    /// The sizes of the letters of a PDF document, the smallest first.
    static QList<double> fontSizes(const QByteArray& pdf)
    {
        static const QRegularExpression font(QStringLiteral("/F\\d+ ([0-9.]+) Tf"));
        const QByteArray begin = "stream\n";
        QList<double> sizes;
        for (qsizetype at = pdf.indexOf(begin); at >= 0; at = pdf.indexOf(begin, at + 1)) {
            const qsizetype end = pdf.indexOf("endstream", at);
            // qUncompress() wants to be told how much to expect.
            const QByteArray packed = QByteArray("\0\x10\0\0", 4) + pdf.mid(at + begin.size(), end - at);
            const QString page = QString::fromLatin1(qUncompress(packed));
            for (auto match = font.globalMatch(page); match.hasNext();)
                sizes << match.next().captured(1).toDouble();
        }
        std::sort(sizes.begin(), sizes.end());
        return sizes;
    }

private Q_SLOTS:
    void init() { m_reading = std::make_unique<Reading>(); }

    void cleanup()
    {
        m_view.reset();
        m_reading.reset();
    }

    void aKeyRendersMarkdown()
    {
        const QString markdown =
            QStringLiteral("# Plan\n\nTake **two** of [these](https://example.org).\n\n"
                           "1. tea\n2. cake\n\n```\nx = 1\n```\n\n"
                           "| a | b |\n|---|---|\n| c | d |\n\n![map](map.png) <b>raw</b>");
        writeAssistant(markdown);
        QVERIFY(open());
        QVERIFY(shows("# Plan") && shows("**two**"));
        QTest::keyClick(m_view.get(), Qt::Key_M, Qt::ControlModifier);
        QVERIFY(m_view->action(QStringLiteral("showMarkdown"))->isChecked());
        QVERIFY(!shows("# Plan") && !shows("**two**"));
        QVERIFY(shows("Plan") && shows("Take two of these (https://example.org)."));
        QVERIFY(shows("1. tea") && shows("2. cake") && shows("[image map.png]") && shows("<b>raw</b>"));
        QVERIFY(isFixed("x = 1"));
        QVERIFY(m_view->document()->find(QStringLiteral("two")).charFormat().font().bold());
        const QTextCursor cell =
            m_view->document()->find(QStringLiteral("d"), m_view->document()->find(QStringLiteral("x = 1")));
        QVERIFY(cell.currentTable() != nullptr);
        for (QTextBlock block = m_view->document()->begin(); block.isValid(); block = block.next()) {
            for (auto it = block.begin(); !it.atEnd(); ++it) {
                const QString link = it.fragment().charFormat().anchorHref();
                QVERIFY2(link.isEmpty() || link.startsWith(QStringLiteral("duologue:")), qPrintable(link));
            }
        }
        QTest::keyClick(m_view.get(), Qt::Key_M, Qt::ControlModifier);
        QVERIFY(shows("# Plan") && shows("**two**"));
    }

    void emphasisWorksBesideChinese_data()
    {
        QTest::addColumn<QString>("markdown");
        QTest::addColumn<QString>("shown");
        QTest::addColumn<QString>("bold");
        const auto row = [](const char* name, const char* markdown, const char* shown, const char* bold) {
            QTest::newRow(name) << QString::fromUtf8(markdown) << QString::fromUtf8(shown)
                                << QString::fromUtf8(bold);
        };
        row("ends after a colon", "1. **出发地点：**了解您的位置", "出发地点：了解您的位置", "出发地点：");
        row("begins before a quote", "请看**“长城”**的日出", "请看“长城”的日出", "“长城”");
        row("both", "有**（一）**和**《二》**吗", "有（一）和《二》吗", "《二》");
        row("as CommonMark has it", "坐**夜车**去", "坐夜车去", "夜车");
        row("Latin stays as it is", "2**3 and **note:**x", "2**3 and **note:**x", "");
        row("code", "`**中：**文` 和**点：**字", "**中：**文 和点：字", "点：");
        row("escaped", "\\*\\*中：\\*\\*字", "**中：**字", "");
        row("spaces", "中 ** 文：** 字", "中 ** 文：** 字", "");
    }

    void emphasisWorksBesideChinese()
    {
        QFETCH(QString, markdown);
        QFETCH(QString, shown);
        QFETCH(QString, bold);
        writeAssistant(markdown);
        QVERIFY(open());
        QTest::keyClick(m_view.get(), Qt::Key_M, Qt::ControlModifier);
        QVERIFY2(m_view->toPlainText().contains(shown), qPrintable(m_view->toPlainText()));
        if (!bold.isEmpty())
            QVERIFY(m_view->document()->find(bold).charFormat().font().bold());
    }

    void countsTheCharactersThatMarkdownHides()
    {
        // Link definitions, which Markdown does not show.
        QString text = QStringLiteral("Yes.\n\n");
        for (int i = 0; i < 100; ++i)
            text += QStringLiteral("[%1]: word\n").arg(i, 3, 10, QLatin1Char('0'));
        writeAssistant(text);
        QVERIFY(open());
        QVERIFY(!shows("hides"));
        QTest::keyClick(m_view.get(), Qt::Key_M, Qt::ControlModifier);
        // Three digits and four letters each. Signs of Markdown are meant to be hidden.
        QVERIFY2(shows("Markdown hides 700 character"), qPrintable(m_view->toPlainText()));
    }

    void markdownLosesNothing_data()
    {
        QTest::addColumn<QString>("markdown");
        QTest::addColumn<QStringList>("shown");
        const auto row = [](const char* name, const char* markdown,
                            std::initializer_list<const char*> shown) {
            QStringList texts;
            for (const char* each : shown)
                texts << QString::fromUtf8(each);
            QTest::newRow(name) << QString::fromUtf8(markdown) << texts;
        };
        row("table after a quotation", "> Quoted.\n\n| Name | Age |\n| --- | --- |\n| Ann | 3 |\n",
            {"Quoted.", "Name", "Age", "Ann"});
        row("table after a list", "* one\n\n| Name | Age |\n| --- | --- |\n| Ann | 3 |\n",
            {"one", "Name", "Age", "Ann"});
        row("table after a heading", "## Head\n\n| Name | Age |\n| --- | --- |\n| Ann | 3 |\n",
            {"Head", "Name", "Age", "Ann"});
        row("two tables",
            "| A1 | B1 |\n| --- | --- |\n| c1 | d1 |\n\n| A2 | B2 |\n| --- | --- |\n| c2 | d2 |\n",
            {"A1", "B1", "c1", "d1", "A2", "B2", "c2", "d2"});
        row("bar in code in a table", "| A1 | B1 |\n| --- | --- |\n| `x\\|y` | d1 |\n", {"x|y", "d1"});
        row("formula in brackets", "It is \\(a^2\\) and \\(b_1 * b_2 * c\\).",
            {"\\(a^2\\)", "\\(b_1 * b_2 * c\\)"});
        row("displayed formula", "So\n\\[\n\\frac{a}{b} = c\n\\]\nholds.",
            {"\\[", "\\frac{a}{b} = c", "\\]", "holds."});
        row("matrix", "$$\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}$$",
            {"$$\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}$$"});
        row("matrix in lines", "\\begin{bmatrix}\n1 & 2 \\\\\n3 & 4\n\\end{bmatrix}",
            {"1 & 2 \\\\", "3 & 4", "\\end{bmatrix}"});
        row("formula in a line", "With $x_1 * y_2 * z$ and **bold**.", {"$x_1 * y_2 * z$ and bold."});
        row("formula in a table", "| f | g |\n| --- | --- |\n| $a_1 \\ne b_1$ | \\(c\\) |\n",
            {"$a_1 \\ne b_1$", "\\(c\\)"});
        row("formula in a quotation", "> \\[\n> a * b * c\n> \\]\n", {"\\[", "a * b * c", "\\]"});
        row("sums of money", "From $5 to $6, *all* of it.", {"From $5 to $6, all of it."});
        row("formula in code", "`\\(a\\)` and\n\n```\n\\[ b \\]\n```\n", {"\\(a\\)", "\\[ b \\]"});
        row("escaped backslash", "A path: C:\\\\(x86\\\\) and **bold**", {"and bold"});
        row("formula without an end", "It is \\(a and *so* on.", {"and so on."});
        row("image and footnote", "![map](map.png) and[^1].\n\n[^1]: Below.", {"map.png", "Below."});
        row("html", "<b>raw</b> &lt;", {"<b>raw</b>"});
        row("list that goes on after a text", "1. one\n\nText\n\n2. two\n\nMore\n\n10) ten",
            {"1. one", "2. two", "10) ten"});
        row("year at the beginning", "2024. was good", {"2024. was good"});
        row("numbers in code", "```\n3. three\n```", {"3. three"});
        row("product in a formula", "It is $x*y*z$, *really*.", {"$x*y*z$", "really"});
        row("nested list", "1. one\n   * inner\n2. two", {"1. one", "inner", "2. two"});
        row("numbers as they are written", "1. one\n1. two\n\n3) three\n7) seven",
            {"1. one", "1. two", "3) three", "7) seven"});
        row("code in a tight list",
            "1. Install:\n   ```bash\n   pip install x\n   ```\n2. Run:\n   ```bash\n   python x.py\n   "
            "```\n3. Done",
            {"1. Install:\nbash   Copy code\npip install x\n2. Run:\nbash   Copy code\npython x.py\n3. "
             "Done"});
        row("item that is code", "1. ```\n   a*b*c $d$\n   ```\n2. two",
            {"1. \nCopy code\na*b*c $d$\n2. two"});
        row("formula in an item", "1. one\n   $$\n   a*b*c\n   $$\n2. two",
            {"1. one\n$$\na*b*c\n$$\n2. two"});
        row("code after code", "```python\na\n```\n```bash\nb\n```",
            {"python   Copy code\na\nbash   Copy code\nb"});
        row("table with short rows", "| a | b |\n|---|---|\n| short |\n| x | y |", {"a\nb\nshort\n\nx\ny"});
        row("table that loses a cell", "| a | b |\n|---|---|\n| x | y | LOST_CELL |",
            {"Markdown hides 8 character"});
        row("item that is a table", "1. | a | b |\n   |---|---|\n   | x | y |\n2. two",
            {"1. \n", "a\nb\nx\ny", "2. two"});
        row("link with emphasis", "[**bold** and `more`](https://x.test)",
            {"bold and more (https://x.test)"});
        row("picture with a name", "![a **map**](map.png \"of a town\")",
            {"a map [image map.png]", "Markdown hides 7 character"});
        row("address of mail", "Write to jo@x.test or <www.x.test> now",
            {"Write to jo@x.test or <www.x.test> now"});
        row("empty item", "# Heading\n- \n\ntext", {"Heading\n• \ntext"});
        row("emphasis without an end", "*em http://x.test/a*b\n\nnext", {"http://x.test/a*b\nnext"});
        row("nearly JSON", "{\"a\": \"{\\\"deep\\\": 1}\", x}", {"{\"a\": \"{\\\"deep\\\": 1}\", x}"});
        row("lines of a paragraph", "one\ntwo  \nthree\\\nfour", {"one\ntwo\nthree\nfour"});
        row("entities", "a &lt;b&gt; &#65; &unknown;", {"a <b> A &unknown;"});
        row("products, ranges, prompts", "10*20*30*40 and 10~20元，30~40元\n\n>>> print(1)",
            {"10*20*30*40 and 10~20元，30~40元\n>>> print(1)"});
        row("table of one dash", "Text:\n| a | b |\n|-|:-|\n| x | y |", {"Text:\n", "a\nb\nx\ny"});
        row("no table: more cells in the head", "| a | b | c |\n|---|---|\n| x | y |",
            {"| a | b | c |\n|---|---|\n| x | y |"});
        row("entities by name", "&copy; &Dagger; &eacute;", {"© ‡ é"});
        row("numbered tasks", "1. [ ] one\n2. [x] two", {"1. ☐ one\n2. ☑ two"});
        row("tasks", "- [x] done\n- [ ] open", {"☑ done\n☐ open"});
    }

    void markdownLosesNothing()
    {
        QFETCH(QString, markdown);
        QFETCH(QStringList, shown);
        writeAssistant(markdown);
        QVERIFY(open());
        QTest::keyClick(m_view.get(), Qt::Key_M, Qt::ControlModifier);
        for (const QString& text : shown)
            QVERIFY2(m_view->toPlainText().contains(text),
                     qPrintable(text + QStringLiteral(" | ") + m_view->toPlainText()));
        // What is selected as a whole is copied as it is written.
        QCOMPARE(copied(), QStringLiteral("Well?\n\n") + markdown);
    }

    void whatIsNotHiddenIsNotSaid()
    {
        writeAssistant(QStringLiteral(
            "[https://x.test/a-long-address](https://x.test/a-long-address) and <https://x.test/other>"));
        QVERIFY(open());
        QTest::keyClick(m_view.get(), Qt::Key_M, Qt::ControlModifier);
        QVERIFY2(!m_view->toPlainText().contains(QStringLiteral("hides")), qPrintable(m_view->toPlainText()));
    }

    /// Also of a block that is too long to be shown whole, and with its tabs.
    void codeIsCopiedFromTheSource()
    {
        QString code = QStringLiteral("all:\n\tcc a.c\n\n        \tnested");
        for (int i = 0; i < 4'000; ++i)
            code += QStringLiteral("\nx%1 = %2").arg(i).arg(i * 7);
        writeAssistant(QStringLiteral("Before.\n```make\n") + code +
                       QStringLiteral("\n```\nAfter.\n\n```\n\n\ttwo\n```"));
        QVERIFY(open());
        QTest::keyClick(m_view.get(), Qt::Key_M, Qt::ControlModifier);
        Q_EMIT m_view->anchorClicked(QUrl(QStringLiteral("duologue:code/1")));
        QCOMPARE(QGuiApplication::clipboard()->text(), code);
    }

    /// A part of a long text that begins inside of a code block is code, and what follows is not.
    void partsOfLongTextsKnowTheirBlock()
    {
        QString text = QStringLiteral("Intro.\n```python\n");
        for (int i = 0; i < 8'000; ++i)
            text += QStringLiteral("# comment _a_ %1\n").arg(i);
        text += QStringLiteral("```\n\nAfter **all**, needleend.");
        writeAssistant(text);
        QVERIFY(open());
        QTest::keyClick(m_view.get(), Qt::Key_M, Qt::ControlModifier);
        const auto* transcript = m_view->transcript();
        const std::uint32_t said = transcript->conversation().messages.back().texts.begin;
        m_view->reveal(said, static_cast<std::size_t>(text.size() - 10));
        const QString shown = m_view->toPlainText();
        QVERIFY(shown.contains(QStringLiteral("# comment _a_ 7999\nAfter all, needleend.")));
        QCOMPARE(openFence("a\n```py\nb\n"), QStringLiteral("```py\n"));
        QCOMPARE(openFence("a\n```py\nb\n```\nc"), QString());
    }

    /// A block that reasoning leaves open ends with it.
    void codeInReasoningIsNoCodeOfTheAnswer()
    {
        writeAssistant(QStringLiteral(
            "<think>First:\n```python\nprint(1)\n</think>Then *this*.\n\n- one\n\n```\nx\n```"));
        QVERIFY(open());
        QTest::keyClick(m_view.get(), Qt::Key_M, Qt::ControlModifier);
        QVERIFY2(m_view->toPlainText().contains(QStringLiteral("Then this.\n• one\nCopy code\nx")),
                 qPrintable(m_view->toPlainText()));
        Q_EMIT m_view->anchorClicked(QUrl(QStringLiteral("duologue:code/1")));
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("x"));
    }

    /// Long reasoning does not fold the answer away.
    void longReasoningLeavesTheAnswer()
    {
        writeAssistant(QStringLiteral("<think>") + QStringLiteral("thought ").repeated(20'000) +
                       QStringLiteral("</think>The answer."));
        QVERIFY(open());
        QVERIFY2(m_view->toPlainText().contains(QStringLiteral("The answer.")), "the answer is folded away");
        QVERIFY(m_view->toPlainText().contains(QStringLiteral("(159,999 characters)")));
    }

    /// What is shown comes from the source, in its order; a line says how many letters do not.
    void whatIsShownIsInTheSource()
    {
        const QStringList pieces{QStringLiteral("1. "),
                                 QStringLiteral("- "),
                                 QStringLiteral("   "),
                                 QStringLiteral("```\n"),
                                 QStringLiteral("```sql\n"),
                                 QStringLiteral("> "),
                                 QStringLiteral("word "),
                                 QStringLiteral("**bold** "),
                                 QStringLiteral("*a* "),
                                 QStringLiteral("`code` "),
                                 QStringLiteral("\n"),
                                 QStringLiteral("\n\n"),
                                 QStringLiteral("$x_1*y$ "),
                                 QStringLiteral("\\[ a*b \\] "),
                                 QStringLiteral("| c | d |\n|---|---|\n"),
                                 QStringLiteral("| e |\n"),
                                 QStringLiteral("# "),
                                 QStringLiteral("[l](u) "),
                                 QStringLiteral("**中：**文"),
                                 QStringLiteral("😀 "),
                                 QStringLiteral("&amp; "),
                                 QStringLiteral("\\\" "),
                                 QStringLiteral("~~s~~ "),
                                 QStringLiteral("\t"),
                                 QStringLiteral("10) "),
                                 QStringLiteral("---\n"),
                                 QStringLiteral("![i](p) ")};
        QRandomGenerator random(2026);
        constexpr int kTexts = 400;
        constexpr int kLongest = 24;
        for (int i = 0; i < kTexts; ++i) {
            QString markdown;
            for (int piece = random.bounded(1, kLongest); piece > 0; --piece)
                markdown += pieces.at(random.bounded(pieces.size()));
            const std::string said = markdown.toStdString();
            QTextDocument document;
            QTextCursor cursor(&document);
            TranscriptStyle style;
            writeMarkdown(cursor, {.text = said}, QTextBlockFormat(), style);
            std::size_t last = 0;
            for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
                const auto* rendered = static_cast<SourceRuns*>(block.userData());
                for (const SourceRuns::Run& run :
                     rendered == nullptr ? std::vector<SourceRuns::Run>() : rendered->runs) {
                    const std::string source = said.substr(run.begin, run.end - run.begin);
                    QVERIFY2(run.begin >= last && run.end <= said.size(), said.c_str());
                    last = run.end;
                    if (!source.starts_with('&'))
                        QCOMPARE(block.text().mid(run.column, run.length).toStdString(), source);
                }
            }
        }
    }

    /// Each begins something that has no end.
    void manyBeginningsOfFormulasTakeNoTime()
    {
        writeAssistant(QStringLiteral("\\( $$ \\[ $x \\begin{a} ` ").repeated(1'000));
        QVERIFY(open());
        QElapsedTimer timer;
        timer.start();
        QTest::keyClick(m_view.get(), Qt::Key_M, Qt::ControlModifier);
        QVERIFY2(timer.elapsed() < 5'000, qPrintable(QString::number(timer.elapsed())));
    }

    void codeIsColoured()
    {
        if (CodeColors(QStringLiteral("python"), false).next(QStringLiteral("def f():")).empty())
            QSKIP("built without KSyntaxHighlighting: code has no colours");
        const QString code =
            QStringLiteral("def f(n):\n    \"\"\"Two\n    lines.\"\"\"\n    return n + 1  # é 中");
        for (const char* fence : {"python", "py", "Python"}) {
            const QString markdown = QStringLiteral("```%1\n%2\n```").arg(QLatin1String(fence), code);
            m_reading = std::make_unique<Reading>();
            writeAssistant(markdown);
            QVERIFY(open());
            QTest::keyClick(m_view.get(), Qt::Key_M, Qt::ControlModifier);
            const auto formatOf = [this](const char* word) {
                return m_view->document()->find(QLatin1String(word)).charFormat();
            };
            const auto colorOf = [&](const char* word) { return formatOf(word).foreground().color(); };
            QVERIFY(formatOf("def").fontWeight() > formatOf("(n)").fontWeight());
            QVERIFY(colorOf("Two") != colorOf("(n)"));
            // What goes over several lines keeps its colour.
            QCOMPARE(colorOf("lines."), colorOf("Two"));
            QVERIFY(m_view->toPlainText().contains(code));
            QCOMPARE(copied(), QStringLiteral("Well?\n\n") + markdown);
            m_view.reset();
        }
        QVERIFY(CodeColors(QStringLiteral("no such language"), true).next(QStringLiteral("def")).empty());
        QVERIFY(CodeColors({}, true).next(QStringLiteral("def")).empty());
    }

    void columnsOfATableAreAligned()
    {
        writeAssistant(
            QStringLiteral("| left | right | middle |\n| :--- | ---: | :---: |\n| one | two | three |\n"));
        QVERIFY(open());
        QTest::keyClick(m_view.get(), Qt::Key_M, Qt::ControlModifier);
        const auto alignmentOf = [this](const char* text) {
            return m_view->document()->find(QLatin1String(text)).blockFormat().alignment() &
                   Qt::AlignHorizontal_Mask;
        };
        QCOMPARE(alignmentOf("two"), Qt::AlignRight);
        QCOMPARE(alignmentOf("three"), Qt::AlignHCenter);
        QVERIFY(alignmentOf("one") != Qt::AlignRight && alignmentOf("one") != Qt::AlignHCenter);
    }

    void resultsOfToolsAreNeverMarkdown()
    {
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"),
                         simulated({message(QStringLiteral("user"), QStringLiteral("Well?")),
                                    message(QStringLiteral("tool"),
                                            QStringLiteral("# not a heading\nline *two*\nline three"))}));
        QVERIFY(open());
        QTest::keyClick(m_view.get(), Qt::Key_M, Qt::ControlModifier);
        QVERIFY2(shows("# not a heading\nline *two*\nline three"), qPrintable(m_view->toPlainText()));
    }

    /// The source of a text that is selected whole, and no word of the program.
    void allOfATextIsCopiedAsItIsWritten()
    {
        const QString text = QStringLiteral("<think>Quietly thought.</think># Plan\n\nTake **two**.\n\n"
                                            "| a | b |\n| --- | --- |\n| c | d |\n\n[1]: hidden\n");
        writeAssistant(text);
        QVERIFY(open());
        QTest::keyClick(m_view.get(), Qt::Key_M, Qt::ControlModifier);
        QVERIFY(shows("Show thinking"));
        QCOMPARE(copied(), QStringLiteral("Well?\n\n") + text);
        QTest::keyClick(m_view.get(), Qt::Key_M, Qt::ControlModifier);
        QCOMPARE(copied(), QStringLiteral("Well?\n\n") + text);
    }

    /// The parts of its content that are the text are not copied again.
    void eachTextOfAConversationIsCopiedOnce()
    {
        m_reading->writeBytes(
            QStringLiteral("a.jsonl"),
            R"({"messages": [{"role": "user", "content": "How is it?"}, {"role": "assistant", "content": [)"
            R"({"type": "thinking", "thinking": "Hm.", "signature": "s"}, {"type": "text", "text": "Step 0"}, )"
            R"({"type": "tool_use", "id": "t1", "name": "get_weather", "input": {"city": "Bled"}}]}, )"
            R"({"role": "assistant", "content": [{"type": "text", "text": "It is cloudy."}]}]})"
            "\n");
        QVERIFY(open());
        for (const char* name : {"copyConversationText", "copyConversationMarkdown"}) {
            m_view->action(QLatin1String(name))->trigger();
            const QString text = QGuiApplication::clipboard()->text();
            QVERIFY2(text.count(QStringLiteral("Step 0")) == 1, qPrintable(text));
            QVERIFY2(text.count(QStringLiteral("It is cloudy.")) == 1, qPrintable(text));
            QVERIFY2(text.contains(QStringLiteral("weather")) && text.contains(QStringLiteral("Hm")),
                     qPrintable(text));
            QVERIFY2(text.count(QStringLiteral("content")) == 1, qPrintable(text));
        }
    }

    /// Of a part of a text what is shown is copied, with tabs between the cells of tables.
    void aPartOfATextIsCopiedAsItIsShown()
    {
        writeAssistant(QStringLiteral("<think>Quietly.</think>Take **two**.\n\n| a | b |\n| --- | --- |\n"
                                      "| c | d |\n\nThe end."));
        QVERIFY(open());
        QTest::keyClick(m_view.get(), Qt::Key_M, Qt::ControlModifier);
        const auto select = [this](const char* from, const char* to) {
            QTextCursor cursor =
                m_view->document()->find(QLatin1String(from), 0, QTextDocument::FindCaseSensitively);
            const int begin = cursor.selectionStart();
            cursor = m_view->document()->find(QLatin1String(to), begin, QTextDocument::FindCaseSensitively);
            QTextCursor both(m_view->document());
            both.setPosition(begin);
            both.setPosition(cursor.selectionEnd(), QTextCursor::KeepAnchor);
            m_view->setTextCursor(both);
            QTest::keyClick(m_view.get(), Qt::Key_C, Qt::ControlModifier);
            return QGuiApplication::clipboard()->text();
        };
        QCOMPARE(select("two", "d"), QStringLiteral("two.\na\tb\nc\td"));
        QCOMPARE(select("Show thinking", "Take"), QStringLiteral("<think>Quietly.</think>\nTake"));
    }

    /// What is left out of the window of a very long text is copied with it.
    void allOfAVeryLongTextIsCopied()
    {
        const QString text = QStringLiteral("One more line of it.\n").repeated(2'500);
        writeAssistant(text);
        QVERIFY(open());
        QVERIFY(shows("Show the following text"));
        QCOMPARE(copied(), QStringLiteral("Well?\n\n") + text);
    }

    void codeAndJsonHaveAFixedFont()
    {
        writeAssistant(QStringLiteral("Run this:\n```python\nprint(1)\n```\nThen rest."));
        QVERIFY(open());
        QVERIFY(isFixed("print(1)"));
        QVERIFY(isFixed("```python"));
        QVERIFY(!isFixed("Run this:"));
        QVERIFY(!isFixed("Then rest."));
        writeAssistant(QStringLiteral("{\"a\": [1, 2]}"));
        QVERIFY(m_reading->open());
        QVERIFY(isFixed("{\"a\": [1, 2]}"));
    }

    void showsToolCalls()
    {
        m_reading->writeBytes(
            QStringLiteral("calls.jsonl"),
            "{\"messages\":[{\"role\":\"developer\",\"content\":\"Be brief.\"},"
            "{\"role\":\"user\",\"content\":\"Weather?\"},"
            "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\","
            "\"function\":{\"name\":\"weather\",\"arguments\":\"{\\\"city\\\":\\\"Bern\\\",\\\"n\\\":2}\"}}]}"
            ","
            "{\"role\":\"tool\",\"tool_call_id\":\"c1\",\"content\":\"{\\\"rain\\\":true}\"}]}\n");
        QVERIFY(open());
        QVERIFY(shows("Developer"));
        QVERIFY2(shows("weather  Bern   n 2   c1"), qPrintable(m_view->toPlainText()));
        QVERIFY(isFixed("Bern"));
        QVERIFY(isFixed("{\"rain\":true}"));
        QVERIFY(!shows("empty message"));
    }

    /// What is said, thought and called, in the order of the record, whatever the vendor.
    void partsStandInTheirPlace()
    {
        m_reading->writeBytes(
            QStringLiteral("calls.jsonl"),
            "{\"messages\":[{\"role\":\"user\",\"content\":\"Fix it.\"},"
            "{\"role\":\"assistant\",\"content\":["
            "{\"type\":\"text\",\"text\":\"First words.\"},"
            "{\"type\":\"thinking\",\"thinking\":\"Quiet thought.\",\"signature\":\"c2ln\"},"
            "{\"type\":\"text\",\"text\":\"Second words.\"},"
            "{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"run_test\",\"input\":{\"path\":\"a.py\"}}]}"
            ","
            "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"toolu_1\","
            "\"content\":\"it *failed*\",\"is_error\":true}]},"
            "{\"role\":\"assistant\",\"content\":\"Done.\",\"reasoning_content\":\"All is well.\"}]}\n");
        QVERIFY(open());
        const QString text = m_view->toPlainText();
        qsizetype at = 0;
        for (const char* each : {"First words.", "Quiet thought.", "Second words.", "run_test", "a.py",
                                 "run_test", "error", "it *failed*", "All is well.", "Done."}) {
            at = text.indexOf(QString::fromUtf8(each), at);
            QVERIFY2(at >= 0, qPrintable(QString::fromUtf8(each) + QStringLiteral(" in ") + text));
        }
        QVERIFY(!text.contains(QStringLiteral("tool_use")));
        // With Markdown, the same.
        QTest::keyClick(m_view.get(), Qt::Key_M, Qt::ControlModifier);
        QVERIFY2(shows("Second words.\nrun_test  a.py") && shows("it *failed*"),
                 qPrintable(m_view->toPlainText()));
    }

    /// Of what a tool returns the first lines, of reasoning a caption, of an edit its lines; keys open and
    /// close them, and a hit opens where it is.
    void stepsAreFolded()
    {
        QString result;
        for (int line = 0; line < 300; ++line)
            result += QStringLiteral("line %1\n").arg(line);
        const QJsonObject edit{{QStringLiteral("path"), QStringLiteral("a.py")},
                               {QStringLiteral("old_string"), QStringLiteral("one\ntwo\nthree\nfour")},
                               {QStringLiteral("new_string"), QStringLiteral("one\n2\nthree\nfour")}};
        const auto call = [](const QString& id, const QString& name, const QJsonObject& arguments) {
            return QJsonObject{
                {QStringLiteral("id"), id},
                {QStringLiteral("type"), QStringLiteral("function")},
                {QStringLiteral("function"),
                 QJsonObject{{QStringLiteral("name"), name},
                             {QStringLiteral("arguments"),
                              QString::fromUtf8(QJsonDocument(arguments).toJson(QJsonDocument::Compact))}}}};
        };
        const QJsonObject record{
            {QStringLiteral("messages"),
             QJsonArray{QJsonObject{{QStringLiteral("role"), QStringLiteral("user")},
                                    {QStringLiteral("content"), QStringLiteral("Fix it.")}},
                        QJsonObject{{QStringLiteral("role"), QStringLiteral("assistant")},
                                    {QStringLiteral("content"), QJsonValue()},
                                    {QStringLiteral("reasoning_content"),
                                     QStringLiteral("I think about it for a while. ").repeated(10) +
                                         QStringLiteral("zebra")},
                                    {QStringLiteral("tool_calls"),
                                     QJsonArray{call(QStringLiteral("c1"), QStringLiteral("edit"), edit)}}},
                        QJsonObject{{QStringLiteral("role"), QStringLiteral("tool")},
                                    {QStringLiteral("tool_call_id"), QStringLiteral("c1")},
                                    {QStringLiteral("content"), result}}}}};
        m_reading->writeBytes(QStringLiteral("steps.jsonl"),
                              QJsonDocument(record).toJson(QJsonDocument::Compact) + "\n");
        QVERIFY(open());
        QVERIFY2(shows("edit  a.py"), qPrintable(m_view->toPlainText()));
        QVERIFY(shows("Reasoning (305 characters)") && !shows("zebra"));
        QVERIFY(shows("line 4") && !shows("line 5\n"));
        QVERIFY(shows("295 more line"));
        m_reading->workspace.setCurrentMessage(1);
        QTest::keyClick(m_view.get(), Qt::Key_Right);
        QVERIFY2(shows("- two\n+ 2\n  three"), qPrintable(m_view->toPlainText()));
        QVERIFY(shows("zebra") && shows("line 199") && !shows("line 200\n"));
        QVERIFY(isFixed("line 100"));
        QTest::keyClick(m_view.get(), Qt::Key_Left);
        QVERIFY(!shows("zebra") && !shows("- two") && !shows("line 5\n"));
        QTest::keyClick(m_view.get(), Qt::Key_Right, Qt::ShiftModifier);
        QTRY_VERIFY(shows("zebra") && shows("- two") && shows("line 299"));
        QTest::keyClick(m_view.get(), Qt::Key_Left, Qt::ShiftModifier);
        QTRY_VERIFY(!shows("zebra") && !shows("line 5\n"));
        m_view->reveal(m_view->transcript()->conversation().messages[2].texts.begin,
                       static_cast<std::size_t>(result.indexOf(QStringLiteral("line 250"))));
        QVERIFY(shows("line 250"));
    }

    void namesPartsWithoutText()
    {
        m_reading->writeBytes(
            QStringLiteral("parts.jsonl"),
            "{\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"What is it?\"},"
            "{\"type\":\"image_url\",\"image_url\":{\"url\":\"https://example.org/<b>tower.png\"}},"
            "{\"type\":\"hologram\",\"at\":\"data:" +
                QByteArray(200, 'x') +
                "\"}]},"
                "{\"role\":\"assistant\",\"content\":{\"answer\":[1]}}]}\n");
        QVERIFY(open());
        QVERIFY(shows("What is it?\nImage   https://example.org/<b>tower.png\nhologram   data:xxx"));
        QVERIFY(!shows(QByteArray(100, 'x').constData()));
        QVERIFY(isFixed("\"answer\": ["));
        QVERIFY(!shows("empty message"));
    }

    void otherContentIsNotAMissingTranslation()
    {
        QJsonObject number = message(QStringLiteral("user"), QString(), QStringLiteral("数字"));
        number[QStringLiteral("content")] = 12345;
        QJsonObject list = message(QStringLiteral("assistant"), QString());
        list[QStringLiteral("content")] = QJsonArray{QStringLiteral("a"), QStringLiteral("b")};
        list[QStringLiteral("content_zh")] = QJsonObject{{QStringLiteral("x"), 1}};
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), simulated({number, list}));
        QVERIFY(open());
        QVERIFY(isFixed("12345"));
        QVERIFY(isFixed("\"x\": 1"));
        QVERIFY(shows("\"a\""));
        QVERIFY(!shows("no translation"));
        QVERIFY(!shows("empty message"));
    }

    void showsInvisibleCharactersOnRequest()
    {
        writeAssistant(QStringLiteral("zero\u200Bwidth \u202Eturned\u0007"));
        QVERIFY(open());
        QVERIFY(!shows("U+200B"));
        m_view->action(QStringLiteral("showInvisible"))->trigger();
        QVERIFY(shows("zero⟨U+200B⟩width ⟨U+202E⟩turned⟨U+0007⟩"));
        m_view->action(QStringLiteral("showInvisible"))->trigger();
        QVERIFY(!shows("U+200B"));
    }

    void marksChangesOfATranslation()
    {
        QJsonObject said = message(QStringLiteral("user"), QStringLiteral("Tea tomorrow?"),
                                   QStringLiteral("明天一起去喝茶吗？"));
        said.insert(QStringLiteral("content_zh_old"), QStringLiteral("明日一起去喝茶吗？"));
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), simulated({said}));
        QVERIFY(open());
        QVERIFY(differing().isEmpty());
        Q_EMIT m_view->anchorClicked(QUrl(QStringLiteral("duologue:earlier/0")));
        QCOMPARE(differing(), (QStringList{QStringLiteral("天"), QStringLiteral("日")}));
        Q_EMIT m_view->anchorClicked(QUrl(QStringLiteral("duologue:earlier/0")));
        QVERIFY(differing().isEmpty());
    }

    void restoresTheScrollPosition()
    {
        QList<QJsonObject> messages;
        for (int i = 0; i < 100; ++i)
            messages << message(i % 2 == 0 ? QStringLiteral("user") : QStringLiteral("assistant"),
                                QStringLiteral("Message %1").arg(i), QStringLiteral("消息"));
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), simulated(messages));
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/2.json"), fourMessages());
        QVERIFY(open());
        QTRY_COMPARE(m_view->transcript()->messagesWritten(), 100);
        m_reading->workspace.setCurrentMessage(60);
        QTRY_VERIFY(m_view->viewport()->rect().contains(m_view->messageRect(60)));
        const int top = m_view->messageRect(60).top();
        QVERIFY(m_reading->choose(Row{1}));
        QCOMPARE(m_view->verticalScrollBar()->value(), 0);
        QVERIFY(m_reading->choose(Row{0}));
        QTRY_COMPARE(m_view->messageRect(60).top(), top);
    }

    /// Also one that nobody has answered.
    void aSingleQuestionIsATurn()
    {
        m_reading->writeBytes(QStringLiteral("explicit.json"),
                              "[{\"preference\":\"P\",\"question\":\"Q?\",\"explanation\":\"E\"}]");
        QVERIFY(open());
        QVERIFY(shows("#1 · turn 1"));
    }

    void copiesTheConversation()
    {
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), fourMessages());
        QVERIFY(open());
        const auto copied = [this](const char* action) {
            m_view->action(QLatin1String(action))->trigger();
            return QGuiApplication::clipboard()->text();
        };
        const QString text = copied("copyConversationText");
        QVERIFY(text.contains(QStringLiteral("Where shall I go?")) &&
                text.contains(QStringLiteral("走路。")));
        QVERIFY(copied("copyConversationMarkdown").contains(QStringLiteral("#")));
        QVERIFY(QJsonDocument::fromJson(copied("copyConversationJson").toUtf8())
                    .object()
                    .contains(QStringLiteral("messages")));
    }

    void eachLanguageHasItsFont()
    {
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), fourMessages());
        QVERIFY(open());
        m_view->setReadingFonts({QStringLiteral("DejaVu Serif"), QStringLiteral("Noto Serif CJK SC")});
        const auto families = [this](const char* text) {
            return m_view->document()->find(QString::fromUtf8(text)).charFormat().font().families();
        };
        QCOMPARE(families("Where shall").value(0), QStringLiteral("DejaVu Serif"));
        QCOMPARE(families("Where shall").value(1), QStringLiteral("Noto Serif CJK SC"));
        QCOMPARE(families("我该去哪里").value(0), QStringLiteral("Noto Serif CJK SC"));
        m_view->setReadingFonts({});
        QVERIFY(!families("Where shall").contains(QStringLiteral("DejaVu Serif")));
    }

    void savesPagesAsPdf()
    {
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), fourMessages());
        QList<QJsonObject> many;
        for (int i = 0; i < 60; ++i)
            many << message(QStringLiteral("user"), QStringLiteral("Some words. ").repeated(20),
                            QStringLiteral("几句话。").repeated(20));
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/2.json"), simulated(many));
        QVERIFY(open());
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("two.pdf"));
        ConversationPrinter printer;
        QSignalSpy finished(&printer, &ConversationPrinter::finished);
        const auto pdf = std::make_shared<PdfFile>(path, QStringLiteral("Two"));
        printer.print(pdf, snapshot(), {Row{0}, Row{1}}, m_view->mode(), m_view->font());
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 20'000);
        QVERIFY(finished.front().front().toBool());
        const int pages = finished.front().at(1).toInt();
        QVERIFY2(pages >= 4, qPrintable(QString::number(pages)));
        QFile file(path);
        QVERIFY(!file.exists());
        QVERIFY(pdf->commit());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        QVERIFY(bytes.startsWith("%PDF-"));
        QCOMPARE(bytes.count("/Type /Page\n"), pages);
        // Each conversation begins with a large line: its id.
        const QList<double> sizes = fontSizes(bytes);
        QVERIFY(!sizes.isEmpty());
        QVERIFY2(sizes.back() > 1.3 * sizes.front(), qPrintable(QString::number(sizes.back())));
        PdfFile nowhere(folder.filePath(QStringLiteral("no/such/folder.pdf")), QString());
        QVERIFY(!nowhere.isOpen() && !nowhere.commit());
    }

    void marksAreNotScaled()
    {
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), fourMessages());
        QVERIFY(open());
        for (const double zoom : {0.8, 1.0, 1.3}) {
            m_view->setZoom(zoom);
            const QTextCursor place = m_view->document()->find(QString(QChar::ObjectReplacementCharacter));
            QVERIFY(!place.isNull());
            const QTextImageFormat shown = place.charFormat().toImageFormat();
            const auto image = m_view->document()
                                   ->resource(QTextDocument::ImageResource, QUrl(shown.name()))
                                   .value<QImage>();
            // One pixel to a pixel: no line is lost by scaling.
            QCOMPARE(static_cast<double>(image.width()), shown.width() * m_view->devicePixelRatioF());
            QCOMPARE(static_cast<double>(image.height()), shown.height() * m_view->devicePixelRatioF());
        }
    }

    void foldsNothingOnPaper()
    {
        // About thirty pages, of which the window would show a part, and a thought.
        writeAssistant(QStringLiteral("<think>Quietly.</think>") +
                       QStringLiteral("One more line of it.\n").repeated(2'500));
        QVERIFY(open());
        QVERIFY(shows("Show the following text") && shows("Show thinking"));
        const QTemporaryDir folder;
        ConversationPrinter printer;
        QSignalSpy finished(&printer, &ConversationPrinter::finished);
        printer.print(std::make_shared<PdfFile>(folder.filePath(QStringLiteral("all.pdf")), QString()),
                      snapshot(), {Row{0}}, m_view->mode(), m_view->font());
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 20'000);
        QVERIFY(finished.front().front().toBool());
        // At most sixty lines on a page.
        QVERIFY2(finished.front().at(1).toInt() > 2'500 / 60,
                 qPrintable(QString::number(finished.front().at(1).toInt())));
    }

private:
    void writeAssistant(const QString& text)
    {
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"),
                         simulated({message(QStringLiteral("user"), QStringLiteral("Well?")),
                                    message(QStringLiteral("assistant"), text)}));
    }

    SnapshotPtr snapshot() const { return m_reading->workspace.view()->snapshot; }

    bool open()
    {
        m_view = std::make_unique<TranscriptView>(m_reading->workspace, nullptr);
        m_view->resize(kTextModesWide);
        m_view->show();
        m_view->activateWindow();
        return QTest::qWaitForWindowActive(m_view.get()) && m_reading->open();
    }

    /// All that is selected by Ctrl+A.
    QString copied()
    {
        QTest::keyClick(m_view.get(), Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(m_view.get(), Qt::Key_C, Qt::ControlModifier);
        return QGuiApplication::clipboard()->text();
    }

    bool shows(const char* text) const { return m_view->toPlainText().contains(QString::fromUtf8(text)); }

    bool isFixed(const char* text) const
    {
        QTextCursor found = m_view->document()->find(QString::fromUtf8(text));
        found.setPosition(found.selectionStart() + 1);
        return found.charFormat().font().fixedPitch();
    }

    QStringList differing() const
    {
        QStringList texts;
        for (QTextBlock block = m_view->document()->begin(); block.isValid(); block = block.next()) {
            for (auto it = block.begin(); !it.atEnd(); ++it) {
                if (it.fragment().charFormat().hasProperty(kDifference))
                    texts << it.fragment().text();
            }
        }
        return texts;
    }

    std::unique_ptr<Reading> m_reading;
    std::unique_ptr<TranscriptView> m_view;
};

DUOLOGUE_TEST(TextModesTest)
#include "text_modes_test.moc"
