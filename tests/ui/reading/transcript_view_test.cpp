// SPDX-License-Identifier: GPL-3.0-or-later
#include "reading_fixture.h"
#include "tests/support/test_class.h"
#include "ui/transcript/transcript_view.h"

#include <QAction>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <ctime>

using namespace duologue;
using namespace duologue::ui;
using namespace duologue::ui::test;

namespace {

constexpr QSize kTranscriptViewWide{1200, 800};
constexpr QSize kNarrow{600, 800};
/// The maximum number of messages that are written between two iterations of the event loop, on any machine.
constexpr int kMostAtOnce = 200;

} // namespace

/// Columns, modes, the current message, keys and copying.
class TranscriptViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_reading = std::make_unique<Reading>();
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), fourMessages());
    }

    void cleanup()
    {
        m_view.reset();
        m_reading.reset();
    }

    void alignsColumns()
    {
        QVERIFY(open(kTranscriptViewWide));
        for (int message = 0; message < 4; ++message) {
            const QRect english = m_view->textRect(message, 0);
            const QRect chinese = m_view->textRect(message, 1);
            QCOMPARE(english.top(), chinese.top());
            QVERIFY(english.right() < chinese.left());
            // English takes more room, and so gets more of the width.
            QVERIFY(english.width() > chinese.width());
            QCOMPARE(english.width(), m_view->textRect(0, 0).width());
            QVERIFY(m_view->messageRect(message).contains(english));
        }
        QVERIFY(m_view->textRect(1, 0).height() > m_view->textRect(1, 1).height());
    }

    void keepsColumnsEqualAroundLongWords()
    {
        const QString word(900, QLatin1Char('x'));
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"),
                         simulated({message(QStringLiteral("user"), word, QStringLiteral("长词")),
                                    message(QStringLiteral("assistant"), QStringLiteral("Yes."),
                                            QStringLiteral("好。"))}));
        QVERIFY(open(kTranscriptViewWide));
        QCOMPARE(m_view->textRect(0, 0).left(), m_view->textRect(1, 0).left());
        QCOMPARE(m_view->textRect(0, 1).left(), m_view->textRect(1, 1).left());
        QVERIFY(m_view->textRect(0, 0).right() < m_view->textRect(0, 1).left());
    }

    void stacksLanguagesInANarrowView()
    {
        QVERIFY(open(kNarrow));
        QCOMPARE(m_view->textRect(0, 0).left(), m_view->textRect(0, 1).left());
        QVERIFY(m_view->textRect(0, 0).bottom() <= m_view->textRect(0, 1).top());
        m_view->resize(kTranscriptViewWide);
        QTRY_COMPARE(m_view->textRect(0, 0).top(), m_view->textRect(0, 1).top());
    }

    void showsOneLanguageOnRequest()
    {
        QVERIFY(open(kTranscriptViewWide));
        QTest::keyClick(m_view.get(), Qt::Key_1, Qt::ControlModifier);
        QCOMPARE(m_view->languageMode(), LanguageMode::First);
        QVERIFY(shows("Where shall I go?"));
        QVERIFY(!shows("我该去哪里"));
        QTest::keyClick(m_view.get(), Qt::Key_3, Qt::ControlModifier);
        QVERIFY(!shows("Where shall I go?"));
        QVERIFY(shows("我该去哪里"));
        QTest::keyClick(m_view.get(), Qt::Key_2, Qt::ControlModifier);
        QVERIFY(shows("Where shall I go?") && shows("我该去哪里"));
        QVERIFY(m_view->action(QStringLiteral("languageBoth"))->isChecked());
    }

    /// Keys act on the message that was clicked, whatever the pointer passes on its way to a menu.
    void aClickMakesAMessageCurrentInEveryColumn()
    {
        QVERIFY(open(kTranscriptViewWide));
        for (const int column : {0, 1}) {
            for (const int message : {1, 2}) {
                QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {},
                                  m_view->textRect(message, column).center());
                QTRY_COMPARE(m_reading->workspace.currentMessage(), message);
            }
        }
        QTest::mouseMove(m_view->viewport(), m_view->textRect(1, 0).center());
        QTest::mouseMove(m_view->viewport(), m_view->textRect(1, 0).center() + QPoint(2, 0));
        QCOMPARE(m_reading->workspace.currentMessage(), 2);
        QVERIFY(isMarked(2));
        QVERIFY(!isMarked(1));
    }

    void marksTheCurrentMessageInBothColumns()
    {
        QVERIFY(open(kTranscriptViewWide));
        m_reading->workspace.setCurrentMessage(1);
        QVERIFY(isMarked(1));
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, m_view->textRect(3, 1).center());
        QCOMPARE(m_reading->workspace.currentMessage(), 3);
        QVERIFY(isMarked(3));
    }

    void scrollsToTheCurrentMessage()
    {
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), longConversation(120));
        QVERIFY(open(kTranscriptViewWide));
        QTRY_COMPARE(m_view->transcript()->messagesWritten(), 120);
        m_reading->workspace.setCurrentMessage(100);
        QTRY_VERIFY(m_view->viewport()->rect().intersects(m_view->messageRect(100)));
        QVERIFY(m_view->messageRect(100).top() >= 0);
        m_view->verticalScrollBar()->setValue(0);
        QCOMPARE(m_reading->workspace.currentMessage(), 100);
        QCOMPARE(m_view->verticalScrollBar()->value(), 0);
    }

    void stepsByKey()
    {
        QVERIFY(open(kTranscriptViewWide));
        const auto press = [this](Qt::Key key, Qt::KeyboardModifiers modifiers) {
            QTest::keyClick(m_view.get(), key, modifiers);
            return m_reading->workspace.currentMessage();
        };
        QCOMPARE(press(Qt::Key_Down, Qt::ControlModifier), 0);
        QCOMPARE(press(Qt::Key_Down, Qt::ControlModifier), 1);
        QCOMPARE(press(Qt::Key_Up, Qt::ControlModifier), 0);
        QCOMPARE(press(Qt::Key_PageDown, Qt::ControlModifier | Qt::ShiftModifier), 1);
        QCOMPARE(press(Qt::Key_PageDown, Qt::ControlModifier | Qt::ShiftModifier), 1);
        m_reading->workspace.setCurrentMessage(3);
        QCOMPARE(press(Qt::Key_PageUp, Qt::ControlModifier | Qt::ShiftModifier), 1);
    }

    void restoresTheCurrentMessage()
    {
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), fourMessages());
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/2.json"), fourMessages());
        QVERIFY(open(kTranscriptViewWide));
        m_reading->workspace.setCurrentMessage(2);
        QVERIFY(m_reading->choose(Row{1}));
        QCOMPARE(m_reading->workspace.currentMessage(), -1);
        QVERIFY(m_reading->choose(Row{0}));
        QCOMPARE(m_reading->workspace.currentMessage(), 2);
    }

    void findsMissingTranslations()
    {
        m_reading->write(
            QStringLiteral("LLM_agent_user/travel planning/1.json"),
            simulated({message(QStringLiteral("user"), QStringLiteral("One"), QStringLiteral("一个人")),
                       message(QStringLiteral("assistant"), QStringLiteral("Two")),
                       message(QStringLiteral("user"), QStringLiteral("Three"))}));
        QVERIFY(open(kTranscriptViewWide));
        QVERIFY(shows("Messages without a translation: 2 of 3."));
        const QTextTableCell empty = m_view->transcript()->cell(1, 1);
        QCOMPARE(empty.firstCursorPosition().block().text(), QStringLiteral("no translation"));
        QCOMPARE(empty.firstCursorPosition().block().begin().fragment().charFormat().foreground().color(),
                 m_view->transcript()->style().colors.dim);
        // Wrapping around.
        for (const int expected : {1, 2, 1}) {
            QTest::keyClick(m_view.get(), Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
            QCOMPARE(m_reading->workspace.currentMessage(), expected);
        }
        // Nothing is marked, here or elsewhere, and that is said.
        QSignalSpy reported(&m_reading->workspace, &Workspace::reported);
        m_view->action(QStringLiteral("markedNext"))->trigger();
        QTRY_COMPARE(reported.size(), 1);
        QCOMPARE(m_reading->workspace.currentMessage(), 1);
        QTest::keyClick(m_view.get(), Qt::Key_End, Qt::ControlModifier);
        QCOMPARE(m_reading->workspace.currentMessage(), 2);
        QTest::keyClick(m_view.get(), Qt::Key_Home, Qt::ControlModifier);
        QCOMPARE(m_reading->workspace.currentMessage(), 0);
        QVERIFY(!m_reading->workspace.setQueryText(QStringLiteral("translation:partial")));
        QTRY_COMPARE(m_reading->workspace.view()->order.size(), std::size_t{1});
        QCOMPARE(m_reading->workspace.view()->translation.partial, std::uint64_t{1});
    }

    void zooms()
    {
        QVERIFY(open(kTranscriptViewWide));
        const int before = m_view->textRect(1, 0).height();
        m_view->action(QStringLiteral("textLarger"))->trigger();
        m_view->action(QStringLiteral("textLarger"))->trigger();
        QVERIFY(m_view->textRect(1, 0).height() > before);
        QTest::keyClick(m_view.get(), Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(m_view->zoom(), 1.0);
        QCOMPARE(m_view->textRect(1, 0).height(), before);
    }

    void keepsSelectionsInTheirColumn()
    {
        QVERIFY(open(kTranscriptViewWide));
        const QRect from = m_view->textRect(0, 0);
        const QRect to = m_view->textRect(2, 1);
        QWidget* area = m_view->viewport();
        QTest::mousePress(area, Qt::LeftButton, {}, from.topLeft() + QPoint(1, from.height() / 2));
        drag({from.center(), m_view->textRect(1, 1).center(), to.center(), to.bottomRight() + QPoint(20, 4)});
        QTest::mouseRelease(area, Qt::LeftButton, {}, to.bottomRight());
        const QString text = m_view->selection().text();
        QVERIFY2(text.startsWith(QStringLiteral("Where shall I go?\n\nTake the night train")),
                 qPrintable(text));
        QVERIFY2(text.endsWith(QStringLiteral("And then?")), qPrintable(text));
        QVERIFY(!text.contains(QStringLiteral("夜车")));
        QTest::keyClick(m_view.get(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), text);
        QTest::mouseClick(area, Qt::LeftButton, {}, m_view->textRect(3, 1).center());
        QVERIFY(m_view->selection().text().isEmpty());
        QTest::keyClick(m_view.get(), Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(m_view->selection().text(),
                 QStringLiteral("我该去哪里？\n\n坐夜车吧。\n\n然后呢？\n\n走路。"));
    }

    void copiesMessages()
    {
        QVERIFY(open(kTranscriptViewWide));
        m_reading->workspace.setCurrentMessage(0);
        const auto copied = [this](const char* action) {
            m_view->action(QLatin1String(action))->trigger();
            return QGuiApplication::clipboard()->text();
        };
        QCOMPARE(copied("copyMessageFirst"), QStringLiteral("[1 · user · Planning]\nWhere shall I go?\n"));
        QCOMPARE(copied("copyMessageSecond"), QStringLiteral("[1 · user · Planning]\n我该去哪里？\n"));
        const QString both = copied("copyMessageBoth");
        QVERIFY(both.contains(QStringLiteral("Where shall I go?")) &&
                both.contains(QStringLiteral("我该去哪里")));
        QVERIFY(copied("copyMessageJson").contains(QStringLiteral("\"zh\": \"我该去哪里？\"")));
    }

    void offersCopiesInItsMenu()
    {
        QVERIFY(open(kTranscriptViewWide));
        QStringList texts;
        QTimer::singleShot(0, this, [&texts] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            QVERIFY(menu != nullptr);
            for (const QAction* action : menu->actions())
                texts << action->text();
            menu->close();
        });
        const QPoint point = m_view->textRect(1, 1).center();
        QContextMenuEvent event(QContextMenuEvent::Mouse, point, m_view->viewport()->mapToGlobal(point));
        QApplication::sendEvent(m_view->viewport(), &event);
        QCOMPARE(m_reading->workspace.currentMessage(), 1);
        for (const char* wanted : {"Copy message in English", "Copy message in Chinese",
                                   "Copy message in both languages", "Copy message as JSON"})
            QVERIFY2(texts.contains(QLatin1String(wanted)), wanted);
    }

    void fillsLongConversationsInPieces()
    {
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), longConversation(2000));
        m_view = std::make_unique<TranscriptView>(m_reading->workspace, nullptr);
        m_view->resize(kTranscriptViewWide);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        QSignalSpy filled(m_view.get(), &TranscriptView::filled);
        int mostAtOnce = 0;
        int last = 0;
        QTimer turns;
        connect(&turns, &QTimer::timeout, this, [&] {
            const int written = m_view->transcript() ? m_view->transcript()->messagesWritten() : 0;
            mostAtOnce = std::max(mostAtOnce, written - last);
            last = written;
        });
        turns.start(0);
        QVERIFY(m_reading->open());
        QTRY_VERIFY(m_view->transcript()->messagesWritten() > 300);
        // Scrolling does not wait for the rest of the text.
        const int before = m_view->transcript()->messagesWritten();
        m_view->verticalScrollBar()->triggerAction(QScrollBar::SliderSingleStepAdd);
        for (int turn = 0; turn < 5; ++turn)
            QCoreApplication::processEvents();
        QCOMPARE(m_view->transcript()->messagesWritten(), before);
        QTRY_COMPARE_WITH_TIMEOUT(filled.count(), 1, 60'000);
        QCOMPARE(m_view->transcript()->messagesWritten(), 2000);
        QVERIFY2(mostAtOnce > 0 && mostAtOnce <= kMostAtOnce, qPrintable(QString::number(mostAtOnce)));
        m_reading->workspace.setCurrentMessage(1999);
        QTRY_VERIFY(m_view->viewport()->rect().intersects(m_view->messageRect(1999)));
    }

    /// Writing begins at the message that is wanted; what comes above it later does not move it.
    void aFarMessageIsShownAtOnce()
    {
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), longConversation(1200));
        m_view = std::make_unique<TranscriptView>(m_reading->workspace, nullptr);
        m_view->resize(kTranscriptViewWide);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        QSignalSpy filled(m_view.get(), &TranscriptView::filled);
        QVERIFY(m_reading->open());
        QTRY_VERIFY(m_view->transcript() != nullptr);
        m_reading->workspace.setCurrentMessage(900);
        const TranscriptDocument* transcript = m_view->transcript();
        QVERIFY(transcript->isWritten(900) && !transcript->isComplete());
        QVERIFY(m_view->viewport()->rect().intersects(m_view->messageRect(900)));
        const int top = m_view->messageRect(900).top();
        // Selected is what is written; all is copied as soon as it is.
        QGuiApplication::clipboard()->setText(QStringLiteral("before"));
        QTest::keyClick(m_view.get(), Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(m_view.get(), Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QGuiApplication::clipboard()->text().isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(m_view->transcript()->isComplete(), 60'000);
        QCOMPARE(m_view->transcript()->firstWritten(), 0);
        QVERIFY2(std::abs(m_view->messageRect(900).top() - top) <= 2,
                 qPrintable(QString::number(m_view->messageRect(900).top() - top)));
        const QString early = QGuiApplication::clipboard()->text();
        QVERIFY(!early.isEmpty());
        QTest::keyClick(m_view.get(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), early);
        // Nothing is written twice, and the order is that of the record.
        double bottom = -1;
        for (int message = 0; message < 1200; ++message) {
            const QRectF rect = m_view->transcript()->messageRect(message);
            QVERIFY2(rect.top() > bottom, qPrintable(QString::number(message)));
            bottom = rect.top();
        }
        QTest::keyClick(m_view.get(), Qt::Key_Home, Qt::ControlModifier);
        QTRY_COMPARE(m_view->verticalScrollBar()->value(), 0);
    }

private:
    bool open(const QSize& size)
    {
        m_view = std::make_unique<TranscriptView>(m_reading->workspace, nullptr);
        m_view->resize(size);
        m_view->show();
        m_view->activateWindow();
        return QTest::qWaitForWindowActive(m_view.get()) && m_reading->open() &&
               m_view->transcript() != nullptr;
    }

    bool shows(const char* text) const { return m_view->toPlainText().contains(QString::fromUtf8(text)); }

    /// The background of the current message is below its header, above each column.
    bool isMarked(int message)
    {
        const QImage image = m_view->viewport()->grab().toImage();
        const ReadingColors& colors = m_view->transcript()->style().colors;
        const int y = m_view->textRect(message, 0).top() - 2;
        const auto isColored = [&](int column) {
            return image.pixelColor(m_view->textRect(message, column).center().x(), y) == colors.current;
        };
        return isColored(0) && isColored(1);
    }

    void drag(const QList<QPoint>& places)
    {
        for (const QPoint& point : places) {
            QMouseEvent event(QEvent::MouseMove, point, m_view->viewport()->mapToGlobal(point), Qt::NoButton,
                              Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(m_view->viewport(), &event);
        }
    }

    static QJsonObject longConversation(int count)
    {
        QList<QJsonObject> messages;
        for (int i = 0; i < count; ++i)
            messages << message(i % 2 == 0 ? QStringLiteral("user") : QStringLiteral("assistant"),
                                QStringLiteral("Message %1. ").arg(i) +
                                    QStringLiteral("Some words about trains and tea. ").repeated(20),
                                QStringLiteral("关于火车和茶的几句话。").repeated(20));
        return simulated(messages);
    }

    std::unique_ptr<Reading> m_reading;
    std::unique_ptr<TranscriptView> m_view;
};

DUOLOGUE_TEST(TranscriptViewTest)
#include "transcript_view_test.moc"
