// SPDX-License-Identifier: GPL-3.0-or-later
#include "reading_fixture.h"
#include "tests/support/test_class.h"
#include "ui/app/current_record.h"
#include "ui/transcript/comparison_view.h"
#include "ui/transcript/transcript_view.h"

#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QTest>
#include <QTextTable>
#include <QToolButton>
#include <QUrl>

using namespace duologue;
using namespace duologue::ui;
using namespace duologue::ui::test;

namespace {

constexpr QSize kWide{1300, 800};

} // namespace

/// Candidates side by side with their differences, and pinned records.
class CandidatesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_reading = std::make_unique<Reading>(); }

    void cleanup()
    {
        m_panel.reset();
        m_reading.reset();
    }

    void marksAPairByWordAndCharacter()
    {
        m_reading->writeBytes(
            QStringLiteral("pairs.jsonl"),
            "{\"id\":1,\"context\":[{\"role\":\"user\",\"content\":\"When?\"}],"
            "\"answer_w\":{\"role\":\"bot\",\"content\":\"Take the early train and change in Basel.\"},"
            "\"answer_l\":{\"role\":\"bot\",\"content\":\"Take the late train and change in Milan.\"}}\n"
            "{\"id\":2,\"context\":[{\"role\":\"user\",\"content\":\"去哪？\"}],"
            "\"answer_w\":{\"role\":\"bot\",\"content\":\"我们明天去杭州看西湖。\"},"
            "\"answer_l\":{\"role\":\"bot\",\"content\":\"我们后天去杭州看西湖。\"}}\n");
        QVERIFY(open());
        QTRY_VERIFY(view()->transcript()->differences());
        QCOMPARE(differing(), (QStringList{QStringLiteral("early"), QStringLiteral("Basel"),
                                           QStringLiteral("late"), QStringLiteral("Milan")}));
        QVERIFY(shows("2 difference(s)"));
        QCOMPARE(view()->transcript()->candidates()->columns(), 2);
        QTest::keyClick(view(), Qt::Key_F7);
        QCOMPARE(highlighted(), (QStringList{QStringLiteral("early"), QStringLiteral("late")}));
        QTest::keyClick(view(), Qt::Key_F7);
        QCOMPARE(highlighted(), (QStringList{QStringLiteral("Basel"), QStringLiteral("Milan")}));
        QTest::keyClick(view(), Qt::Key_F7, Qt::ShiftModifier);
        QCOMPARE(highlighted(), (QStringList{QStringLiteral("early"), QStringLiteral("late")}));
        QVERIFY(m_reading->choose(Row{1}));
        QTRY_COMPARE(differing(), (QStringList{QStringLiteral("明"), QStringLiteral("后")}));
        QTest::keyClick(view(), Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(differing().isEmpty());
        QVERIFY(shows("我们后天去杭州看西湖。"));
    }

    /// Of very many candidates some are shown at a time, so that the window goes on answering.
    void veryManyCandidatesComeInParts()
    {
        QByteArray line = R"({"id":1,"messages":[{"role":"user","content":"Q"}],"answers":[)";
        for (int i = 0; i < 100'000; ++i) {
            const QByteArray number = QByteArray::number(i);
            line +=
                (i > 0 ? ",{\"id\":\"" : "{\"id\":\"") + number + R"(","content":"answer )" + number + "\"}";
        }
        m_reading->writeBytes(QStringLiteral("many.jsonl"), line + "]}\n");
        QVERIFY(open());
        QTRY_VERIFY(view()->transcript() && view()->transcript()->candidates() != nullptr);
        QVERIFY(shows("100000 candidate(s)"));
        QVERIFY(shows("answer 0\n") && shows("answer 59\n") && !shows("answer 60\n"));
        QVERIFY(shows("Show 99940 later candidate(s)"));
        Q_EMIT view()->anchorClicked(QUrl(QStringLiteral("duologue:candidates/after")));
        QVERIFY(shows("answer 60\n") && !shows("answer 59\n"));
        QVERIFY(shows("Show 60 earlier candidate(s)"));
        Q_EMIT view()->anchorClicked(QUrl(QStringLiteral("duologue:candidates/before")));
        QVERIFY(shows("answer 0\n"));
    }

    /// The number of differences is not taken for that of all.
    void itSaysHowManyCandidatesWereCompared()
    {
        const auto write = [this](const QString& name, int count) {
            QByteArray line = R"({"id":1,"messages":[{"role":"user","content":"Q"}],"answers":[)";
            for (int i = 0; i < count; ++i)
                line += (i > 0 ? QByteArray(",") : QByteArray()) + "{\"id\":\"" + QByteArray::number(i) +
                        "\",\"content\":\"Take the early train to town " + QByteArray::number(i) +
                        " and change there.\"}";
            m_reading->writeBytes(name, line + "]}\n");
        };
        write(QStringLiteral("a.jsonl"), 64);
        write(QStringLiteral("b.jsonl"), 65);
        QVERIFY(open());
        QTRY_VERIFY(shows("63 difference(s)"));
        QVERIFY(!shows("among the first"));
        QVERIFY(m_reading->choose(Row{1}));
        QTRY_VERIFY(shows("65 candidate(s)") && shows("63 difference(s) (among the first 64)"));
    }

    /// What was unfolded before them has moved the candidates.
    void messagesStayWhenCandidatesAreWrittenAgain()
    {
        m_reading->writeBytes(
            QStringLiteral("pairs.jsonl"),
            "{\"id\":1,\"context\":[{\"role\":\"user\",\"content\":\"When?\"},"
            "{\"role\":\"bot\",\"content\":\"<think>A long thought before the answer.</think>Go on.\"},"
            "{\"role\":\"user\",\"content\":\"And then?\"}],"
            "\"answer_w\":{\"role\":\"bot\",\"content\":\"<think>Short.</think>The early train.\"},"
            "\"answer_l\":{\"role\":\"bot\",\"content\":\"The late train.\"}}\n");
        QVERIFY(open());
        QTRY_VERIFY(view()->transcript()->differences());
        Q_EMIT view()->anchorClicked(QUrl(QStringLiteral("duologue:thought/1")));
        QVERIFY(shows("A long thought before the answer."));
        Q_EMIT view()->anchorClicked(QUrl(QStringLiteral("duologue:thought/3")));
        QVERIFY(shows("Short."));
        QVERIFY(shows("When?") && shows("Go on.") && shows("And then?"));
        QCOMPARE(view()->toPlainText().count(QStringLiteral("The late train.")), 1);
    }

    /// Without a filter, stops are differences, also in other conversations; those without any are passed
    /// over.
    void f3WalksOverDifferences()
    {
        const auto pair = [](int id, const char* chosen, const char* rejected) {
            return QByteArrayLiteral("{\"id\":") + QByteArray::number(id) +
                   ",\"context\":[{\"role\":\"user\",\"content\":\"When?\"}],"
                   "\"answer_w\":{\"role\":\"bot\",\"content\":\"" +
                   chosen + "\"},\"answer_l\":{\"role\":\"bot\",\"content\":\"" + rejected + "\"}}\n";
        };
        m_reading->writeBytes(
            QStringLiteral("pairs.jsonl"),
            pair(1, "Take the early train to Basel.", "Take the late train to Milan.") +
                pair(2, "Take the early train to Basel.", "Take the early train to Basel.") +
                pair(3, "Take the slow train to Bern now.", "Take the fast train to Bern now."));
        QVERIFY(open());
        QTRY_VERIFY(view()->transcript()->differences());
        const auto* stop = m_panel->findChild<QLabel*>(QStringLiteral("stopPosition"));
        QVERIFY(stop != nullptr);
        QTRY_COMPARE(stop->text(), QStringLiteral("stops here: 2"));
        QTest::keyClick(view(), Qt::Key_F3);
        QCOMPARE(stop->text(), QStringLiteral("stop 1 of 2 here"));
        QTest::keyClick(view(), Qt::Key_F3);
        QCOMPARE(highlighted(), (QStringList{QStringLiteral("Basel"), QStringLiteral("Milan")}));
        QTest::keyClick(view(), Qt::Key_F3);
        QTRY_COMPARE(m_reading->workspace.currentRow(), std::optional(Row{2}));
        QTRY_COMPARE(highlighted(), (QStringList{QStringLiteral("slow"), QStringLiteral("fast")}));
        QTRY_COMPARE(stop->text(), QStringLiteral("stop 1 of 1 here"));
        QTest::keyClick(view(), Qt::Key_F3, Qt::ShiftModifier);
        QTRY_COMPARE(m_reading->workspace.currentRow(), std::optional(Row{0}));
        QTRY_COMPARE(stop->text(), QStringLiteral("stop 2 of 2 here"));
    }

    void textsWithLittleInCommonAreNotCompared()
    {
        m_reading->writeBytes(
            QStringLiteral("pairs.jsonl"),
            "{\"id\":1,\"context\":[{\"role\":\"user\",\"content\":\"When?\"}],"
            "\"answer_w\":{\"role\":\"bot\",\"content\":\"Tomorrow, at eight.\"},"
            "\"answer_l\":{\"role\":\"bot\",\"content\":\"No idea; ask someone else!\"}}\n");
        QVERIFY(open());
        QTRY_VERIFY(shows("too little in common to highlight differences"));
        QVERIFY(differing().isEmpty());
    }

    void comparesSamplesWithTheFirst()
    {
        m_reading->writeBytes(QStringLiteral("samples.jsonl"),
                              "{\"id\":1,\"messages\":[{\"role\":\"user\",\"content\":\"Q\"}],\"answers\":["
                              "{\"id\":\"a\",\"content\":\"one two three "
                              "four\"},{\"id\":\"b\",\"content\":\"one two three five\"},"
                              "{\"id\":\"c\",\"content\":\"one six three four\"}]}\n");
        QVERIFY(open());
        QTRY_COMPARE(differing(), (QStringList{QStringLiteral("five"), QStringLiteral("six")}));
        QVERIFY(view()->transcript()->candidates()->columns() >= 2);
    }

    void showsTheSampleOfEveryFormat_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("row");
        QTest::addColumn<QStringList>("wanted");
        QTest::addColumn<int>("candidates");
        QTest::newRow("options") << QStringLiteral("PrefEval/implicit_preference/choice-based") << 0
                                 << QStringList{QStringLiteral("Option 1"), QStringLiteral("Option 4"),
                                                QStringLiteral("✓ aligned"), QStringLiteral("4 candidate(s)")}
                                 << 4;
        QTest::newRow("pair") << QStringLiteral("turbo-alignment/rm") << 0
                              << QStringList{QStringLiteral("Chosen"), QStringLiteral("Rejected")} << 2;
        QTest::newRow("samples") << QStringLiteral("turbo-alignment/sampling") << 0
                                 << QStringList{QStringLiteral("Answer")} << -1;
    }

    void showsTheSampleOfEveryFormat()
    {
        QFETCH(QString, path);
        QFETCH(int, row);
        QFETCH(QStringList, wanted);
        QFETCH(int, candidates);
        QVERIFY(m_reading->open(samplePath() + QLatin1Char('/') + path));
        QVERIFY(m_reading->choose(static_cast<Row>(row)));
        QVERIFY(openView());
        const auto count = static_cast<int>(view()->transcript()->conversation().candidates.size());
        if (candidates > 0)
            QCOMPARE(count, candidates);
        QVERIFY(count >= 2);
        for (const QString& text : wanted)
            QVERIFY2(view()->toPlainText().contains(text), qPrintable(text));
        QVERIFY(view()->transcript()->candidates()->columns() >= 2);
        // Side by side, not one below the other.
        const QTextTable* table = view()->transcript()->candidates();
        const auto leftOf = [&](int column) {
            return view()->cursorRect(table->cellAt(0, column).firstCursorPosition()).left();
        };
        QVERIFY(leftOf(0) < leftOf(1));
    }

    void showsWhetherAnAnswerIsDesirable()
    {
        m_reading->writeBytes(QStringLiteral("kto.jsonl"),
                              "{\"id\":1,\"context\":[{\"role\":\"user\",\"content\":\"Q\"}],\"answer\":"
                              "{\"role\":\"bot\",\"content\":\"A\"},\"is_desirable\":false}\n"
                              "{\"id\":2,\"context\":[{\"role\":\"user\",\"content\":\"Q\"}],\"answer\":"
                              "{\"role\":\"bot\",\"content\":\"A\"},\"is_desirable\":true}\n");
        QVERIFY(open());
        QVERIFY(shows("✗ not desirable"));
        QVERIFY(m_reading->choose(Row{1}));
        QVERIFY(shows("✓ desirable"));
    }

    void pinsOneAndStepsThroughOthers()
    {
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), fourMessages());
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/2.json"),
                         simulated({message(QStringLiteral("user"), QStringLiteral("Another one.")),
                                    message(QStringLiteral("assistant"), QStringLiteral("Indeed."))}));
        QVERIFY(open());
        auto* pinned = m_panel->findChild<TranscriptView*>(QStringLiteral("pinnedTranscript"));
        QVERIFY(!pinned->isVisible());
        QTest::mouseClick(m_panel->findChild<QToolButton*>(QStringLiteral("pinConversation")),
                          Qt::LeftButton);
        QVERIFY(pinned->isVisible());
        QVERIFY(pinned->toPlainText().contains(QStringLiteral("Where shall I go?")));
        QVERIFY(m_reading->choose(Row{1}));
        QVERIFY(shows("Another one."));
        QVERIFY(pinned->toPlainText().contains(QStringLiteral("Where shall I go?")));
        QTest::keyClick(view(), Qt::Key_1, Qt::ControlModifier);
        QCOMPARE(pinned->languageMode(), LanguageMode::First);
        // The pinned view has its own current message.
        m_reading->workspace.setCurrentMessage(1);
        QTest::mouseClick(pinned->viewport(), Qt::LeftButton, {}, pinned->textRect(0, 0).center());
        QTRY_COMPARE(pinned->currentMessage(), 0);
        QCOMPARE(m_reading->workspace.currentMessage(), 1);
        QTest::keyClick(view(), Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(!pinned->isVisible());
    }

    void offersRecordsWithTheSameQuestion()
    {
        const QByteArray shared = "\"preference\":\"No music.\",\"question\":\"Where to eat in Rome?\","
                                  "\"explanation\":\"E\"";
        m_reading->writeBytes(QStringLiteral("explicit.json"),
                              "[{" + shared +
                                  "},{\"preference\":\"Other.\",\"question\":\"Where to eat in "
                                  "Rome?\",\"explanation\":\"E\"}]");
        m_reading->writeBytes(QStringLiteral("persona.json"),
                              "[{" + shared +
                                  ",\"persona\":\"A cellist\",\"conversation\":{\"0\":{\"user\":\"Hi\","
                                  "\"assistant\":\"Hello\"}}}]");
        QVERIFY(open());
        auto* button = m_panel->findChild<QToolButton*>(QStringLiteral("siblings"));
        QTRY_VERIFY(button->isVisible());
        const auto actions = button->menu()->actions();
        QCOMPARE(actions.size(), 1);
        QVERIFY2(actions.front()->text().contains(QStringLiteral("persona.json")),
                 qPrintable(actions.front()->text()));
        actions.front()->trigger();
        QTRY_VERIFY(shows("A cellist"));
        auto* pinned = m_panel->findChild<TranscriptView*>(QStringLiteral("pinnedTranscript"));
        QVERIFY(pinned->isVisible());
        QVERIFY(!pinned->toPlainText().contains(QStringLiteral("A cellist")));
        QVERIFY(pinned->toPlainText().contains(QStringLiteral("Where to eat in Rome?")));
    }

private:
    bool open() { return m_reading->open() && openView(); }
    bool openView()
    {
        m_panel = openPanel(QStringLiteral("conversation"), m_reading->workspace, kWide);
        return m_panel && view()->transcript() != nullptr;
    }

    TranscriptView* view() const { return m_panel->findChild<TranscriptView*>(QStringLiteral("transcript")); }
    bool shows(const char* text) const { return view()->toPlainText().contains(QString::fromUtf8(text)); }

    QStringList differing() const
    {
        QStringList texts;
        const QTextDocument& document = *view()->document();
        for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
            for (auto it = block.begin(); !it.atEnd(); ++it) {
                if (it.fragment().charFormat().hasProperty(kDifference))
                    texts << it.fragment().text();
            }
        }
        return texts;
    }

    QStringList highlighted() const
    {
        QStringList texts;
        for (const QTextEdit::ExtraSelection& mark : view()->extraSelections())
            texts << mark.cursor.selectedText();
        return texts;
    }

    std::unique_ptr<Reading> m_reading;
    std::unique_ptr<QWidget> m_panel;
};

DUOLOGUE_TEST(CandidatesTest)
#include "candidates_test.moc"
