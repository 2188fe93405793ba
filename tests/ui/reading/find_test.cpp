// SPDX-License-Identifier: GPL-3.0-or-later
#include "reading_fixture.h"
#include "tests/support/test_class.h"
#include "ui/transcript/transcript_find.h"
#include "ui/transcript/transcript_view.h"
#include "ui/widgets/find_bar.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>
#include <optional>

using namespace duologue;
using namespace duologue::ui;
using namespace duologue::ui::test;

namespace {

constexpr QSize kFindWide{1200, 700};

} // namespace

/// Finding in the conversation with real keys: folded text, regular expressions, counts for each language,
/// marks beside the scroll bar, and the patterns of the query.
class FindTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_reading = std::make_unique<Reading>(); }

    void cleanup()
    {
        m_panel.reset();
        m_reading.reset();
    }

    void countsEachLanguage_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<bool>("expression");
        QTest::addColumn<int>("english");
        QTest::addColumn<int>("chinese");
        QTest::newRow("Chinese") << QStringLiteral("杭州") << false << 0 << 2;
        QTest::newRow("English") << QStringLiteral("hangzhou") << false << 2 << 0;
        QTest::newRow("full width") << QStringLiteral("abc") << false << 1 << 1;
        QTest::newRow("half for full") << QStringLiteral("ＡＢＣ") << false << 1 << 1;
        QTest::newRow("accents") << QStringLiteral("cafe") << false << 1 << 0;
        QTest::newRow("expression") << QStringLiteral("hang\\w+|西湖") << true << 2 << 1;
        QTest::newRow("no such thing") << QStringLiteral("Suzhou") << false << 0 << 0;
    }

    void countsEachLanguage()
    {
        QFETCH(QString, typed);
        QFETCH(bool, expression);
        QFETCH(int, english);
        QFETCH(int, chinese);
        m_reading->write(
            QStringLiteral("LLM_agent_user/travel planning/1.json"),
            simulated({message(QStringLiteral("user"), QStringLiteral("To Hangzhou, ABC?"),
                               QStringLiteral("去杭州，ＡＢＣ？")),
                       message(QStringLiteral("assistant"), QStringLiteral("HANGZHOU has a café."),
                               QStringLiteral("杭州的西湖有咖啡馆。"))}));
        QVERIFY(open());
        QTest::keyClick(view(), Qt::Key_F, Qt::ControlModifier);
        QVERIFY(bar().isVisible());
        QTRY_VERIFY(bar().edit()->hasFocus());
        if (expression)
            QTest::mouseClick(m_panel->findChild<QToolButton*>(QStringLiteral("findRegex")), Qt::LeftButton);
        type(typed);
        QTRY_VERIFY(!find().isSearching());
        QCOMPARE(static_cast<int>(find().found().first), english);
        QCOMPARE(static_cast<int>(find().found().second), chinese);
        const QString count = m_panel->findChild<QLabel*>(QStringLiteral("findCount"))->text();
        QCOMPARE(count, english + chinese == 0 ? QStringLiteral("Not found")
                                               : QStringLiteral("1 of %1 · English: %2, Chinese: %3")
                                                     .arg(english + chinese)
                                                     .arg(english)
                                                     .arg(chinese));
        QCOMPARE(marked(view()->transcript()->style().colors.foundHere).size(),
                 english + chinese > 0 ? 1 : 0);
    }

    void findsToolCalls()
    {
        m_reading->writeBytes(QStringLiteral("calls.jsonl"),
                              QByteArrayLiteral("{\"messages\": [{\"role\": \"user\", \"content\": "
                                                "\"Tide?\"}, {\"role\": \"assistant\", \"content\": null, "
                                                "\"tool_calls\": [{\"id\": \"c\", \"type\": \"function\", "
                                                "\"function\": {\"name\": \"tide_table\", "
                                                "\"arguments\": \"{\\\"port\\\": \\\"Brest\\\"}\"}}]}]}"
                                                "\n"));
        QVERIFY(open());
        QTest::keyClick(view(), Qt::Key_F, Qt::ControlModifier);
        type(QStringLiteral("brest"));
        QTRY_COMPARE(find().found().hits.size(), std::size_t{1});
        QCOMPARE(m_reading->workspace.currentMessage(), 1);
        QCOMPARE(currentText(), QStringLiteral("Brest"));
    }

    void stepsInReadingOrderAndWrapsAround()
    {
        m_reading->write(
            QStringLiteral("LLM_agent_user/travel planning/1.json"),
            simulated(
                {message(QStringLiteral("user"), QStringLiteral("One tea."), QStringLiteral("tea 一")),
                 message(QStringLiteral("assistant"), QStringLiteral("Tea, tea."), QStringLiteral("没有"))}));
        QVERIFY(open());
        QTest::keyClick(view(), Qt::Key_F, Qt::ControlModifier);
        type(QStringLiteral("tea"));
        QTRY_COMPARE(find().found().hits.size(), std::size_t{5});
        // "3. Tea" of the profile, in the folded context, is the first match.
        QCOMPARE(currentText(), QStringLiteral("Tea"));
        QVERIFY(view()->toPlainText().contains(QStringLiteral("4. Trains")));
        QList<int> messages;
        QStringList texts;
        for (int i = 0; i < 5; ++i) {
            QTest::keyClick(view(), Qt::Key_F3);
            messages << (find().current() == 0 ? -1 : m_reading->workspace.currentMessage());
            texts << currentText();
        }
        QCOMPARE(messages, (QList<int>{0, 0, 1, 1, -1}));
        QCOMPARE(texts, (QStringList{QStringLiteral("tea"), QStringLiteral("tea"), QStringLiteral("Tea"),
                                     QStringLiteral("tea"), QStringLiteral("Tea")}));
        QTest::keyClick(view(), Qt::Key_F3, Qt::ShiftModifier);
        QCOMPARE(find().current(), 4);
        QTest::keyClick(bar().edit(), Qt::Key_Escape);
        QVERIFY(bar().isHidden());
        QTRY_VERIFY(view()->extraSelections().isEmpty());
    }

    void memosAreFoundBeforeTheirMessages()
    {
        m_reading->write(
            QStringLiteral("LLM_agent_user/travel planning/1.json"),
            simulated(
                {message(QStringLiteral("user"), QStringLiteral("Is the museum open?"),
                         QStringLiteral("博物馆开门吗？")),
                 withHallucination(message(QStringLiteral("assistant"), QStringLiteral("The museum is open."),
                                           QStringLiteral("博物馆开门。")),
                                   true, QStringLiteral("closed on Mondays\nno such museum"))}));
        QVERIFY(open());
        QTest::keyClick(view(), Qt::Key_F, Qt::ControlModifier);
        type(QStringLiteral("museum"));
        QTRY_COMPARE(find().found().hits.size(), std::size_t{3});
        QCOMPARE(find().status(), QStringLiteral("1 of 3 · English: 2, Chinese: 0, memos: 1"));
        QTest::keyClick(view(), Qt::Key_F3);
        QCOMPARE(find().found().hits[1].memoOf, 1);
        QCOMPARE(m_reading->workspace.currentMessage(), 1);
        QCOMPARE(currentText(), QStringLiteral("museum"));
        QCOMPARE(marked(view()->transcript()->style().colors.found).size(), 3);
        // The frame contains the whole memo, not only its first line.
        const QFontMetricsF letters(view()->transcript()->style().body(Language::English).font());
        QVERIFY(view()->transcript()->memoRect(1).height() > 2 * letters.height());
    }

    void marksBesideTheScrollBarGoToTheMatch()
    {
        QList<QJsonObject> messages;
        for (int i = 0; i < 200; ++i)
            messages << message(i % 2 == 0 ? QStringLiteral("user") : QStringLiteral("assistant"),
                                i == 150 ? QStringLiteral("A needle.") : QStringLiteral("Some hay."),
                                QStringLiteral("草。"));
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), simulated(messages));
        QVERIFY(open());
        QTRY_COMPARE(view()->transcript()->messagesWritten(), 200);
        QTest::keyClick(view(), Qt::Key_F, Qt::ControlModifier);
        type(QStringLiteral("needle"));
        QTRY_COMPARE(m_reading->workspace.currentMessage(), 150);
        QTRY_VERIFY(view()->viewport()->rect().contains(view()->messageRect(150)));
        FoundMarks* marks = view()->foundMarks();
        QCOMPARE(marks->positions().size(), std::size_t{1});
        QVERIFY(qAbs(marks->positions().front() - 0.75F) < 0.05F);
        view()->verticalScrollBar()->setValue(0);
        QTest::mouseClick(marks, Qt::LeftButton, {}, QPoint(3, marks->height() / 2));
        QTRY_VERIFY(view()->viewport()->rect().contains(view()->messageRect(150)));
    }

    void findsInFoldedText()
    {
        const QString far = QStringLiteral("word ").repeated(40'000) + QStringLiteral("needle at the end");
        m_reading->write(
            QStringLiteral("LLM_agent_user/travel planning/1.json"),
            simulated({message(QStringLiteral("user"), far),
                       message(QStringLiteral("assistant"),
                               QStringLiteral("<think>A needle in thoughts.</think>\n\nNothing."))}));
        QVERIFY(open());
        QTest::keyClick(view(), Qt::Key_F, Qt::ControlModifier);
        type(QStringLiteral("needle"));
        QTRY_COMPARE(find().found().hits.size(), std::size_t{2});
        QCOMPARE(currentText(), QStringLiteral("needle"));
        QVERIFY(view()->toPlainText().contains(QStringLiteral("needle at the end")));
        QTest::keyClick(view(), Qt::Key_F3);
        QCOMPARE(currentText(), QStringLiteral("needle"));
        QVERIFY(view()->toPlainText().contains(QStringLiteral("A needle in thoughts.")));
    }

    void continuesInTheNextConversation()
    {
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), fourMessages());
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/2.json"), fourMessages());
        QVERIFY(open());
        const QColor here = view()->transcript()->style().colors.foundHere;
        QTest::keyClick(view(), Qt::Key_F, Qt::ControlModifier);
        type(QStringLiteral("shall"));
        QTRY_COMPARE(marked(here).size(), 1);
        for (const Row row : {Row{1}, Row{0}, Row{1}}) {
            QVERIFY(m_reading->choose(row));
            QTRY_COMPARE(find().found().hits.size(), std::size_t{1});
            QTRY_COMPARE(marked(view()->transcript()->style().colors.found).size(), 1);
            QTest::keyClick(view(), Qt::Key_F3);
            QCOMPARE(marked(here).size(), 1);
            view()->setZoom(view()->zoom() * 1.1);
            QTRY_COMPARE(marked(here).size(), 1);
        }
        for (const Row row : {Row{0}, Row{1}}) {
            // Requested as soon as the conversation is shown, before the search has finished.
            const auto before = view()->shownSource().record;
            std::optional<std::size_t> hitsThen;
            const auto asked = connect(view(), &TranscriptView::contentChanged, this, [&] {
                if (hitsThen || !view()->shownSource().record || view()->shownSource().record == before)
                    return;
                hitsThen = find().found().hits.size();
                QTest::keyClick(view(), Qt::Key_F3);
            });
            QVERIFY(m_reading->choose(row));
            QTRY_VERIFY(hitsThen);
            disconnect(asked);
            QCOMPARE(*hitsThen, std::size_t{0});
            QTRY_COMPARE(find().current(), 0);
            QCOMPARE(marked(here).size(), 1);
        }
        m_reading->workspace.setCurrentRow(std::nullopt);
        QTRY_VERIFY(find().found().hits.empty());
    }

    void explainsAnInvalidExpression()
    {
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), fourMessages());
        QVERIFY(open());
        QTest::keyClick(view(), Qt::Key_F, Qt::ControlModifier);
        QTest::mouseClick(m_panel->findChild<QToolButton*>(QStringLiteral("findRegex")), Qt::LeftButton);
        type(QStringLiteral("(night"));
        QTRY_VERIFY(m_panel->findChild<QLabel*>(QStringLiteral("findCount"))
                        ->text()
                        .contains(QStringLiteral("parenthes")));
        QVERIFY(find().found().hits.empty());
    }

    void marksTheMatchesOfTheQuery()
    {
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), fourMessages());
        QVERIFY(open());
        QVERIFY(!m_reading->workspace.setQueryText(QStringLiteral("shall -zebra /然\\w*/ turns:2")));
        const QColor found = view()->transcript()->style().colors.found;
        QTRY_COMPARE(marked(found), (QStringList{QStringLiteral("shall"), QStringLiteral("然后呢")}));
        m_reading->workspace.setQuery({});
        QTRY_VERIFY(marked(found).isEmpty());
    }

    void worksInMarkdown()
    {
        m_reading->write(
            QStringLiteral("LLM_agent_user/travel planning/1.json"),
            simulated({message(QStringLiteral("user"), QStringLiteral("Hello")),
                       message(QStringLiteral("assistant"),
                               QStringLiteral(
                                   "# Head\n\n* one **tea**\n* two\n\n| a | b |\n|---|---|\n| tea | c |"))}));
        QVERIFY(open());
        QTest::keyClick(view(), Qt::Key_M, Qt::ControlModifier);
        QTest::keyClick(view(), Qt::Key_F, Qt::ControlModifier);
        type(QStringLiteral("tea"));
        // The profile has one more match.
        QTRY_COMPARE(find().found().hits.size(), std::size_t{3});
        QTest::keyClick(view(), Qt::Key_F3);
        QCOMPARE(currentText(), QStringLiteral("tea"));
        QTest::keyClick(view(), Qt::Key_F3);
        QCOMPARE(currentText(), QStringLiteral("tea"));
        QCOMPARE(marked(view()->transcript()->style().colors.found).size(), 3);
    }

private:
    bool open()
    {
        if (!m_reading->open())
            return false;
        m_panel = openPanel(QStringLiteral("conversation"), m_reading->workspace, kFindWide);
        return m_panel && view()->transcript() != nullptr;
    }

    void type(const QString& text) { bar().edit()->setText(text); }

    TranscriptView* view() const { return m_panel->findChild<TranscriptView*>(QStringLiteral("transcript")); }
    FindBar& bar() const { return *m_panel->findChild<FindBar*>(); }
    TranscriptFind& find() const { return *view()->findChild<TranscriptFind*>(); }

    QStringList marked(const QColor& color) const
    {
        QStringList texts;
        for (const QTextEdit::ExtraSelection& mark : view()->extraSelections()) {
            if (mark.format.background().color() == color)
                texts << mark.cursor.selectedText();
        }
        return texts;
    }

    QString currentText() const { return marked(view()->transcript()->style().colors.foundHere).value(0); }

    std::unique_ptr<Reading> m_reading;
    std::unique_ptr<QWidget> m_panel;
};

DUOLOGUE_TEST(FindTest)
#include "find_test.moc"
