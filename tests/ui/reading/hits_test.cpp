// SPDX-License-Identifier: GPL-3.0-or-later
#include "reading_fixture.h"
#include "tests/support/test_class.h"
#include "ui/app/settings.h"
#include "ui/transcript/transcript_find.h"
#include "ui/transcript/transcript_marks.h"
#include "ui/transcript/transcript_overlays.h"
#include "ui/transcript/transcript_view.h"

#include <QAction>
#include <QLabel>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace duologue;
using namespace duologue::ui;
using namespace duologue::ui::test;

namespace {

constexpr QSize kHitsWide{1200, 600};

/// The word is far below the first screen, twice in one message, and once in the context of every record.
QJsonObject withWord(const QString& word)
{
    QList<QJsonObject> history;
    for (int i = 0; i < 10; ++i)
        history << message(
            i % 2 == 0 ? QStringLiteral("user") : QStringLiteral("assistant"),
            (i == 7 && !word.isEmpty() ? QStringLiteral("A %1 and a %1 again. ").arg(word) : QString()) +
                QStringLiteral("Trains and tea. ").repeated(40),
            QStringLiteral("火车和茶。").repeated(40));
    QJsonObject made = simulated(history);
    made.insert(QStringLiteral("task_context"), QStringLiteral("Plan a weekend with a lantern."));
    return made;
}

} // namespace

/// From a query to the places where its words stand.
class HitsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        storeSetting(QStringLiteral("reading/context_open"), {});
        m_reading = std::make_unique<Reading>();
        const char* words[] = {"lantern", "", "lantern"};
        for (int i = 0; i < 3; ++i)
            m_reading->write(QStringLiteral("LLM_agent_user/travel planning/%1.json").arg(i + 1),
                             withWord(QString::fromLatin1(words[i])));
    }

    void cleanup()
    {
        m_hits.reset();
        m_panel.reset();
        m_reading.reset();
    }

    void aRecordOpensAtTheFirstHit()
    {
        QVERIFY(open());
        QCOMPARE(m_view->verticalScrollBar()->value(), 0);
        ask(QStringLiteral("lantern"));
        // Not in the context, where the word stands in every record.
        QTRY_COMPARE(m_reading->workspace.currentMessage(), 7);
        QTRY_VERIFY(isCurrentInSight());
        QVERIFY(m_reading->choose(Row{2}));
        QTRY_COMPARE(m_reading->workspace.currentMessage(), 7);
        QTRY_VERIFY(isCurrentInSight());
        // Opened again, a conversation is where it was left.
        m_view->verticalScrollBar()->setValue(0);
        QVERIFY(m_reading->choose(Row{0}));
        m_view->verticalScrollBar()->setValue(0);
        QVERIFY(m_reading->choose(Row{2}));
        QTRY_COMPARE(m_view->verticalScrollBar()->value(), 0);
        // Other words are another reason to open it.
        ask(QStringLiteral("\"and a lantern again\""));
        QVERIFY(m_reading->choose(Row{0}));
        QTRY_VERIFY(isCurrentInSight());
        QCOMPARE(m_reading->workspace.currentMessage(), 7);
    }

    void f3WalksThroughTheConversations()
    {
        QVERIFY(open());
        ask(QStringLiteral("text.assistant:lantern"));
        QTRY_COMPARE(m_reading->workspace.view()->order.size(), std::size_t{2});
        // The word in the context is not asked for.
        QTRY_COMPARE(find().current(), 0);
        const auto stand = [this] {
            return QStringLiteral("%1:%2")
                .arg(static_cast<std::uint32_t>(*m_reading->workspace.currentRow()))
                .arg(find().current());
        };
        QTest::keyClick(m_view, Qt::Key_F3);
        QCOMPARE(stand(), QStringLiteral("0:1"));
        QTRY_COMPARE(stopText(), QStringLiteral("stop 2 of 4"));
        QTest::keyClick(m_view, Qt::Key_Period);
        QTRY_COMPARE(stand(), QStringLiteral("2:0"));
        QTRY_COMPARE(stopText(), QStringLiteral("stop 3 of 4"));
        // Back over the border, to the last stop before it.
        QTest::keyClick(m_view, Qt::Key_F3, Qt::ShiftModifier);
        QTRY_COMPARE(stand(), QStringLiteral("0:1"));
        QTest::keyClick(m_view, Qt::Key_Comma);
        QTRY_COMPARE(stand(), QStringLiteral("0:0"));
        QTRY_VERIFY(isCurrentInSight());
    }

    /// Keys that are pressed while the next conversation is looked for and read are not lost.
    void quickKeysAreAllTaken()
    {
        QVERIFY(open());
        ask(QStringLiteral("text.assistant:lantern"));
        QTRY_COMPARE(stopText(), QStringLiteral("stop 1 of 4"));
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(m_view, Qt::Key_F3);
        QTRY_COMPARE(stopText(), QStringLiteral("stop 4 of 4"));
        for (int i = 0; i < 2; ++i)
            QTest::keyClick(m_view, Qt::Key_F3, Qt::ShiftModifier);
        QTRY_COMPARE(stopText(), QStringLiteral("stop 2 of 4"));
        // Around the end and on.
        for (int i = 0; i < 4; ++i)
            QTest::keyClick(m_view, Qt::Key_F3);
        QTRY_COMPARE(stopText(), QStringLiteral("stop 2 of 4"));
        QCOMPARE(m_reading->workspace.currentRow(), std::optional(Row{0}));
        // Another conversation, chosen meanwhile, ends the walk.
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(m_view, Qt::Key_F3);
        QVERIFY(m_reading->choose(Row{0}));
        QTRY_VERIFY(find().current() >= 0);
    }

    /// A condition on messages leads to the messages that satisfy it.
    void messagesAreStops()
    {
        QVERIFY(open());
        QVERIFY(stopLabel()->isHidden());
        ask(QStringLiteral("message(role:assistant position:>=8)"));
        QTRY_COMPARE(m_reading->workspace.currentMessage(), 7);
        QTRY_COMPARE(stopText(), QStringLiteral("stop 1 of 6"));
        QTRY_VERIFY(m_view->messageRect(7).top() >= 0 &&
                    m_view->messageRect(7).top() < m_view->viewport()->height() / 2);
        QTest::keyClick(m_view, Qt::Key_F3);
        QTRY_COMPARE(m_reading->workspace.currentMessage(), 9);
        QTest::keyClick(m_view, Qt::Key_F3);
        QTRY_COMPARE(m_reading->workspace.currentRow(), std::optional(Row{1}));
        QTRY_COMPARE(m_reading->workspace.currentMessage(), 7);
        QTRY_COMPARE(stopText(), QStringLiteral("stop 3 of 6"));
        m_panel->findChild<QToolButton*>(QStringLiteral("previousStop"))->click();
        QTRY_COMPARE(m_reading->workspace.currentMessage(), 9);
        QTRY_COMPARE(stopText(), QStringLiteral("stop 2 of 6"));
        // Words in the brackets are stops where the whole condition holds.
        ask(QStringLiteral("message(role:assistant lantern)"));
        QTRY_COMPARE(stopText(), QStringLiteral("stop 1 of 4"));
        ask(QStringLiteral("turns:>1"));
        QTRY_VERIFY(stopLabel()->isHidden());
    }

    void theListGoesToTheHit()
    {
        QVERIFY(open());
        m_hits = openPanel(QStringLiteral("hits"), m_reading->workspace, {900, 300});
        QVERIFY(m_hits);
        auto* list = m_hits->findChild<QTreeView*>(QStringLiteral("hitList"));
        auto* status = m_hits->findChild<QLabel*>(QStringLiteral("hitStatus"));
        QVERIFY(list->isHidden() && !status->text().isEmpty());
        ask(QStringLiteral("lantern"));
        // One in each context and two in each of two messages.
        QTRY_COMPARE(list->model()->rowCount(), 7);
        QTRY_VERIFY(status->text().startsWith(QStringLiteral("7 stop")));
        const auto cell = [list](int row, int column) {
            return list->model()->index(row, column).data().toString();
        };
        QCOMPARE(cell(0, 1), QStringLiteral("Context"));
        QVERIFY(cell(2, 1).startsWith(QStringLiteral("#8")));
        QVERIFY(cell(2, 2).startsWith(QStringLiteral("A lantern and a lantern again.")));
        QVERIFY(cell(2, 3).contains(QStringLiteral("火车")));
        list->setFocus();
        list->setCurrentIndex(list->model()->index(6, 0));
        QTest::keyClick(list, Qt::Key_Return);
        QTRY_COMPARE(m_reading->workspace.current()->row, Row{2});
        QTRY_COMPARE(find().current(), 2);
        QTRY_VERIFY(isCurrentInSight());
        // A click as well, in the conversation that is open.
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualRect(list->model()->index(5, 2)).center());
        QTRY_COMPARE(find().current(), 1);
        m_reading->workspace.setQuery({});
        QTRY_COMPARE(list->model()->rowCount(), 0);
        QVERIFY(list->isHidden());
    }

    void sentencesAreMarkedInBothColumns()
    {
        m_reading->write(
            QStringLiteral("LLM_agent_user/travel planning/1.json"),
            simulated({message(QStringLiteral("user"),
                               QStringLiteral("Take the bus to the museum. It costs 4 euros. "
                                              "Then walk along the river until the old bridge."),
                               QStringLiteral("坐公交车去博物馆。票价4欧元。然后沿着河一直走到老桥。"))}));
        QVERIFY(open());
        const QTextCursor euros = m_view->document()->find(QStringLiteral("costs 4"));
        QTest::mouseMove(m_view->viewport(), m_view->cursorRect(euros).center());
        const auto marked = [this] { return m_view->sentences().marked(); };
        QTRY_COMPARE(marked()[1], QStringLiteral("票价4欧元。"));
        QCOMPARE(marked()[0], QStringLiteral("It costs 4 euros."));
        // From the other column, and away from the texts.
        const QTextCursor bridge = m_view->document()->find(QStringLiteral("老桥"));
        QTest::mouseMove(m_view->viewport(), m_view->cursorRect(bridge).center());
        QTRY_VERIFY(marked()[0].startsWith(QStringLiteral("Then walk")));
        QTest::mouseMove(m_view->viewport(), QPoint(3, 3));
        QTRY_VERIFY(marked()[0].isEmpty());
        // By keys.
        m_reading->workspace.setCurrentMessage(0);
        m_view->action(QStringLiteral("sentenceNext"))->trigger();
        QTRY_COMPARE(marked()[1], QStringLiteral("坐公交车去博物馆。"));
        m_view->action(QStringLiteral("sentenceNext"))->trigger();
        QCOMPARE(marked()[1], QStringLiteral("票价4欧元。"));
    }

private:
    QLabel* stopLabel() const { return m_panel->findChild<QLabel*>(QStringLiteral("stopPosition")); }
    QString stopText() const { return stopLabel()->text(); }
    bool open()
    {
        m_panel = openPanel(QStringLiteral("conversation"), m_reading->workspace, kHitsWide);
        m_view = m_panel ? m_panel->findChild<TranscriptView*>(QStringLiteral("transcript")) : nullptr;
        return m_view != nullptr && m_reading->open() &&
               QTest::qWaitFor([this] { return m_view->transcript()->isComplete(); });
    }

    void ask(const QString& query)
    {
        QVERIFY(!m_reading->workspace.setQueryText(query));
        QTRY_VERIFY(answers(*m_reading->workspace.view(), m_reading->workspace.query()));
    }

    TranscriptFind& find() const { return *m_view->findChild<TranscriptFind*>(); }

    /// The current match is below the head line and above the lower edge.
    bool isCurrentInSight() const
    {
        const QColor here = m_view->transcript()->style().colors.foundHere;
        for (const QTextEdit::ExtraSelection& mark : m_view->extraSelections()) {
            if (mark.format.background().color() != here)
                continue;
            const QRect rect = m_view->cursorRect(mark.cursor);
            return rect.top() >= StickyHead::heightIn(*m_view) &&
                   rect.bottom() <= m_view->viewport()->height();
        }
        return false;
    }

    std::unique_ptr<Reading> m_reading;
    std::unique_ptr<QWidget> m_panel;
    std::unique_ptr<QWidget> m_hits;
    TranscriptView* m_view = nullptr;
};

DUOLOGUE_TEST(HitsTest)
#include "hits_test.moc"
