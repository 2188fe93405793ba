// SPDX-License-Identifier: GPL-3.0-or-later
#include "reading_fixture.h"
#include "tests/support/test_class.h"
#include "ui/app/text.h"
#include "ui/transcript/markdown_text.h"
#include "ui/transcript/shown_text.h"
#include "ui/transcript/transcript_find.h"
#include "ui/transcript/transcript_view.h"
#include "ui/widgets/find_bar.h"

#include <QJsonArray>
#include <QRandomGenerator>
#include <QTest>
#include <QTextTable>
#include <algorithm>

using namespace duologue;
using namespace duologue::ui;
using namespace duologue::ui::test;

namespace {

constexpr QSize kSourceMapWide{1200, 800};

/// The same as SourceMap::shownRange(), run by run.
std::optional<std::pair<int, int>> rangeByRuns(const SourceMap& map, std::string_view whole,
                                               std::size_t begin, std::size_t end)
{
    std::optional<std::pair<int, int>> found;
    const SourceMap::Run* before = nullptr;
    for (const SourceMap::Run& run : map.runs()) {
        const auto positionAt = [&](std::size_t byte) {
            const auto units = static_cast<int>(toQt(whole.substr(run.begin, byte - run.begin)).size());
            return run.position + std::min(run.length, units);
        };
        if (run.end <= begin) {
            before = &run;
            continue;
        }
        if (run.begin >= end) {
            const int place = before != nullptr ? before->position + before->length : run.position;
            return found ? found : std::optional(std::pair(place, place));
        }
        if (!found)
            found = {positionAt(std::max(begin, run.begin)), 0};
        found->second = positionAt(std::min(end, run.end));
    }
    if (found || before == nullptr)
        return found;
    return std::pair(before->position + before->length, before->position + before->length);
}

} // namespace

/// Which characters of the document show which bytes of a text, in both directions.
class SourceMapTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_reading = std::make_unique<Reading>(); }

    void cleanup()
    {
        m_view.reset();
        m_reading.reset();
    }

    /// Binary search finds what a search of all runs finds, also when it does not ask in order.
    void findsWhatAllRunsSay()
    {
        const QStringList pieces{
            QStringLiteral("word "),      QStringLiteral("中文"),
            QStringLiteral("**b** "),     QStringLiteral("`c` "),
            QStringLiteral("\n\n"),       QStringLiteral("\n- "),
            QStringLiteral("😀 "),         QStringLiteral("&amp; "),
            QStringLiteral("[l](u) "),    QStringLiteral("\n1. "),
            QStringLiteral("~~s~~ "),     QStringLiteral("\n\n```\ncode\n```\n"),
            QStringLiteral("\n# head\n"), QStringLiteral("\n\n| a | b |\n|---|---|\n| c | d |\n\n")};
        constexpr int kTexts = 30;
        constexpr int kPieces = 80;
        constexpr int kPlaces = 200;
        QRandomGenerator random(7);
        for (int i = 0; i < kTexts; ++i) {
            QString markdown = QStringLiteral("Begin ");
            for (int piece = 0; piece < kPieces; ++piece)
                markdown += pieces.at(random.bounded(pieces.size()));
            open(markdown, i % 2 == 0);
            SourceMap map = this->map();
            QCOMPARE(map.isRendered(), i % 2 == 0);
            const std::string_view said = source();
            for (int place = 0; place < kPlaces; ++place) {
                const std::size_t begin = characterAt(random.bounded(static_cast<quint32>(said.size())));
                const std::size_t end = characterAt(begin + random.bounded(40U));
                QCOMPARE(map.shownRange(begin, end), rangeByRuns(map, said, begin, end));
            }
            // And back: each character that is shown.
            for (const SourceMap::Run& run : map.runs()) {
                if (run.length == 0)
                    continue;
                const auto whole = map.sourceRange(run.position, run.position + run.length);
                QCOMPARE(whole, std::optional(std::pair(run.begin, run.end)));
            }
        }
    }

    /// The map of a text is made once, however often it is asked, so that the marks of thousands of matches
    /// take no more steps for each of them than for one.
    void marksThousandsOfMatches()
    {
        constexpr int kWords = 1'500;
        QString markdown;
        for (int i = 0; i < kWords; ++i)
            markdown += QStringLiteral("*w%1* tea\n\n").arg(i, 4, 10, QLatin1Char('0'));
        open(markdown, true);
        auto* find = new TranscriptFind(*m_view);
        find->setPattern(TextPattern::words("tea"));
        const QColor found = m_view->transcript()->style().colors.found;
        const auto marks = [&] {
            return std::ranges::count_if(m_view->extraSelections(),
                                         [&](const QTextEdit::ExtraSelection& mark) {
                                             return mark.format.background().color() == found &&
                                                    mark.cursor.selectedText() == QStringLiteral("tea");
                                         });
        };
        QTRY_COMPARE(static_cast<int>(marks()), kWords);
        SourceMap map = this->map();
        QCOMPARE(map.runs().size(), std::size_t{2 * kWords});
    }

    void selectionHasItsSource_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("rendered");
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("selected");
        const auto row = [](const char* name, const char* text, const char* from, const char* to,
                            const char* selected) {
            for (const bool rendered : {false, true})
                QTest::addRow("%s, %s", name, rendered ? "rendered" : "as written")
                    << QString::fromUtf8(text) << rendered << QString::fromUtf8(from) << QString::fromUtf8(to)
                    << QString::fromUtf8(selected);
        };
        row("English", "Take the night train.", "night", "train", "night train");
        row("two paragraphs", "One day.\n\nTwo days.", "day.", "Two", "day.\n\nTwo");
        row("Chinese", "我们坐夜车去杭州。", "夜车", "杭州", "夜车去杭州");
        row("emoji", "So 😀👍🏽 it is 🚂!", "👍🏽", "🚂", "👍🏽 it is 🚂");
        row("emphasis", "A **very** late *train* today", "very", "train", "very** late *train");
        row("table", "Text\n\n| Name | Age |\n| --- | --- |\n| Ann | 3 |\n\nEnd", "Name", "Ann",
            "Name | Age |\n| --- | --- |\n| Ann");
        row("code", "Run:\n\n```python\nx = 1\ny = 2\n```\n\nEnd", "x = 1", "y = 2", "x = 1\ny = 2");
        row("code and before", "Run:\n\n```python\nx = 1\n```\n", "Run", "x = 1", "Run:\n\n```python\nx = 1");
        row("list", "Do:\n\n1. one **alpha**\n2. two\n", "alpha", "two", "alpha**\n2. two");
        row("entity", "Fish &amp; chips", "Fish", "chips", "Fish &amp; chips");
        row("Windows lines", "one\r\ntwo\r\nthree", "two", "three", "two\r\nthree");
        row("reasoning before", "<think>Hm.</think>The *answer* is here", "answer", "here",
            "answer* is here");
    }

    void selectionHasItsSource()
    {
        QFETCH(QString, text);
        QFETCH(bool, rendered);
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, selected);
        open(text, rendered);
        select(from, to);
        const auto found = m_view->selectedText();
        QVERIFY2(found, qPrintable(m_view->toPlainText()));
        QCOMPARE(toQt(source().substr(found->begin, found->end - found->begin)), selected);
        QCOMPARE(found->message, 1);
        QCOMPARE(found->text, said());
    }

    /// The marker of an item and the brackets of an address belong to no character of the text.
    void selectionTakesTheNearestCharacters()
    {
        open(QStringLiteral("Do:\n\n- see [the map](a.test/b) now"), true);
        select(QStringLiteral("• "), QStringLiteral("map ("));
        auto found = m_view->selectedText();
        QVERIFY(found);
        QCOMPARE(toQt(source().substr(found->begin, found->end - found->begin)),
                 QStringLiteral("see [the map"));
        select(QStringLiteral("• "), QStringLiteral("• "));
        QVERIFY(isOfNoText());
    }

    /// Of a very long text, only a part is shown.
    void selectionInTheMiddleOfALongText()
    {
        QString text = QStringLiteral("Begin.\n");
        for (int i = 0; i < 9'000; ++i)
            text += QStringLiteral("Line *%1* 茶\n").arg(i);
        for (const bool rendered : {false, true}) {
            open(text, rendered);
            const std::size_t place = source().find("*7000*");
            m_view->reveal(said(), place);
            select(QStringLiteral("7000"), QStringLiteral("7001"));
            const auto found = m_view->selectedText();
            QVERIFY(found);
            QCOMPARE(source().substr(found->begin, found->end - found->begin),
                     source().substr(place + 1, std::string_view("7000* 茶\nLine *7001").size()));
        }
    }

    void selectionWithShownInvisibles()
    {
        open(QStringLiteral("one\u200Btwo \u00A0three"), false);
        TranscriptMode mode = m_view->mode();
        mode.invisible = true;
        m_view->setMode(mode);
        select(QStringLiteral("two"), QStringLiteral("three"));
        const auto found = m_view->selectedText();
        QVERIFY(found);
        QCOMPARE(toQt(source().substr(found->begin, found->end - found->begin)),
                 QStringLiteral("two \u00A0three"));
    }

    void nothingIsSelectedOfOtherPlaces()
    {
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), fourMessages());
        QVERIFY(show());
        QVERIFY(!m_view->selectedText());
        // In the second column, its text.
        select(QStringLiteral("坐夜车"), QStringLiteral("坐夜车"));
        QVERIFY(m_view->selectedText());
        QCOMPARE(m_view->selectedText()->language, Language::Chinese);
        QCOMPARE(m_view->selectedText()->message, 1);
        // Several messages.
        select(QStringLiteral("Where shall"), QStringLiteral("and sleep"));
        QVERIFY(isOfNoText());
        // A memo and a head.
        select(QStringLiteral("There is no"), QStringLiteral("night train."));
        QVERIFY(m_view->textCursor().hasSelection());
        QVERIFY(isOfNoText());
        select(QStringLiteral("#2"), QStringLiteral("#2"), true);
        QVERIFY(isOfNoText());
        m_view->selectAllTexts();
        QVERIFY(isOfNoText());
    }

private:
    /// Something is selected, but not within one text of one message.
    bool isOfNoText() const { return m_view->selectedText() && m_view->selectedText()->message < 0; }

    bool show()
    {
        m_view = std::make_unique<TranscriptView>(m_reading->workspace, nullptr);
        m_view->resize(kSourceMapWide);
        m_view->show();
        return QTest::qWaitForWindowExposed(m_view.get()) && m_reading->open() &&
               QTest::qWaitFor([this] { return m_view->transcript()->isComplete(); });
    }

    /// A conversation in which the assistant says the text.
    void open(const QString& text, bool rendered)
    {
        cleanup();
        init();
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"),
                         simulated({message(QStringLiteral("user"), QStringLiteral("Well?")),
                                    message(QStringLiteral("assistant"), text)}));
        QVERIFY(show());
        TranscriptMode mode = m_view->mode();
        mode.markdown = rendered;
        m_view->setMode(mode);
    }

    std::uint32_t said() const { return m_view->transcript()->conversation().messages.at(1).texts.begin; }
    std::string_view source() const { return m_view->transcript()->conversation().texts.at(said()).text; }
    SourceMap map() const { return sourceMapOf(*m_view->transcript(), said()); }

    /// The first byte of a character at or after a byte.
    std::size_t characterAt(std::size_t byte) const
    {
        while (byte < source().size() && (source()[byte] & '\xC0') == '\x80')
            ++byte;
        return std::min(byte, source().size());
    }

    /// Selects from the beginning of one text of the document to the end of another.
    void select(const QString& from, const QString& to, bool isHead = false)
    {
        m_view->setTextCursor(QTextCursor(m_view->document()));
        const int begin = isHead ? 0 : m_view->transcript()->table(0)->firstPosition();
        const QTextCursor first = m_view->document()->find(from, begin, QTextDocument::FindCaseSensitively);
        const QTextCursor last =
            m_view->document()->find(to, first.selectionStart(), QTextDocument::FindCaseSensitively);
        QVERIFY(first.hasSelection() && last.hasSelection());
        QTextCursor cursor(m_view->document());
        cursor.setPosition(first.selectionStart());
        cursor.setPosition(last.selectionEnd(), QTextCursor::KeepAnchor);
        m_view->setTextCursor(cursor);
    }

    std::unique_ptr<Reading> m_reading;
    std::unique_ptr<TranscriptView> m_view;
};

DUOLOGUE_TEST(SourceMapTest)
#include "source_map_test.moc"
