// SPDX-License-Identifier: GPL-3.0-or-later
#include "reading_fixture.h"
#include "tests/support/test_class.h"
#include "ui/app/settings.h"
#include "ui/transcript/transcript_overlays.h"
#include "ui/transcript/transcript_view.h"

#include <QAction>
#include <QLabel>
#include <QScrollBar>
#include <QTest>
#include <QTextBlock>
#include <QToolButton>
#include <optional>
#include <set>

using namespace duologue;
using namespace duologue::ui;
using namespace duologue::ui::test;

namespace {

/// The conversation at the default layout of a small window.
constexpr QSize kSmall{887, 320};
constexpr QSize kLarge{1200, 700};

QJsonObject numbered(int record, int messages)
{
    QList<QJsonObject> history;
    for (int i = 0; i < messages; ++i)
        history << message(i % 2 == 0 ? QStringLiteral("user") : QStringLiteral("assistant"),
                           QStringLiteral("Record %1, message %2. ").arg(record).arg(i) +
                               QStringLiteral("**Trains** and tea in every sentence of it. ").repeated(60),
                           QStringLiteral("第%1条，第%2句。").arg(record).arg(i) +
                               QStringLiteral("每句话里都有**火车**和茶。").repeated(60));
    return simulated(history);
}

} // namespace

/// Reading on from conversation to conversation, and keeping the place meanwhile.
class ReadingOnTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        storeSetting(QStringLiteral("reading/context_open"), {});
        storeSetting(QStringLiteral("reading/first_share"), {});
        m_reading = std::make_unique<Reading>();
        for (int record = 1; record <= 3; ++record)
            m_reading->write(QStringLiteral("LLM_agent_user/travel planning/%1.json").arg(record),
                             numbered(record, 6));
    }

    void cleanup()
    {
        m_panel.reset();
        m_reading.reset();
    }

    void contextIsOneLineAndAMessageIsVisible()
    {
        QVERIFY(open(kSmall));
        QCOMPARE(m_view->verticalScrollBar()->value(), 0);
        const double context = m_view->transcript()->contextRect().height();
        QVERIFY2(context < 2.5 * m_view->fontMetrics().height(), qPrintable(QString::number(context)));
        QVERIFY(m_view->toPlainText().contains(QStringLiteral("Task: Plan a weekend.")));
        QVERIFY(m_view->textRect(0, 0).top() < m_view->viewport()->height() / 2);
    }

    void contextStaysAsItWasLeft()
    {
        QVERIFY(open(kLarge));
        QVERIFY(!m_view->toPlainText().contains(QStringLiteral("4. 火车")));
        QTest::keyClick(m_view, Qt::Key_X);
        QVERIFY(m_view->toPlainText().contains(QStringLiteral("4. 火车")));
        QVERIFY(m_reading->choose(Row{1}));
        QVERIFY(m_view->toPlainText().contains(QStringLiteral("4. 火车")));
        // The next start of the program.
        QVERIFY(open(kLarge));
        QVERIFY(m_view->toPlainText().contains(QStringLiteral("4. 火车")));
        clickLink(QStringLiteral("Context"));
        QVERIFY(!m_view->toPlainText().contains(QStringLiteral("4. 火车")));
    }

    void contextLineFollowsTheWidth()
    {
        QVERIFY(open(kLarge));
        const auto line = [this] {
            return m_view->transcript()->context()->cellAt(0, 0).firstCursorPosition().block();
        };
        m_panel->resize(420, 500);
        QTRY_COMPARE(line().layout()->lineCount(), 1);
        QVERIFY(line().text().endsWith(QStringLiteral("…")));
    }

    void spaceReadsThroughTheConversations()
    {
        QVERIFY(open(kLarge));
        m_view->setFocus();
        m_reading->workspace.setCurrentMessage(0);
        int presses = 0;
        std::vector<Row> rows;
        std::set<int> seen;
        while (presses < 60 && (rows.empty() || rows.back() != Row{2} || !isAtEnd())) {
            const Row row = *m_reading->workspace.currentRow();
            if (rows.empty() || rows.back() != row)
                rows.push_back(row);
            if (rows.back() == Row{2} && isAtEnd())
                break;
            const int before = m_view->verticalScrollBar()->value();
            const bool atEnd = isAtEnd();
            QTest::keyClick(m_view, Qt::Key_Space);
            ++presses;
            if (!atEnd) {
                QVERIFY(m_view->verticalScrollBar()->value() > before);
                // Nothing is skipped.
                QVERIFY(m_view->verticalScrollBar()->value() < before + m_view->viewport()->height());
                // The keys act on a message that can be seen.
                const int current = m_reading->workspace.currentMessage();
                QVERIFY(current < 0 || m_view->messageRect(current).intersects(m_view->viewport()->rect()));
                seen.insert(current);
                continue;
            }
            QTRY_VERIFY(m_reading->workspace.current()->row != row);
            QTRY_VERIFY(m_view->transcript()->isComplete());
            QCOMPARE(m_view->verticalScrollBar()->value(), 0);
        }
        QCOMPARE(rows, (std::vector<Row>{Row{0}, Row{1}, Row{2}}));
        QVERIFY(seen.size() > 2);
        // There is nothing after the last one.
        QTest::keyClick(m_view, Qt::Key_Space);
        QCOMPARE(*m_reading->workspace.currentRow(), Row{2});
        // Backwards, the one before is entered at its end.
        m_view->verticalScrollBar()->setValue(0);
        QTest::keyClick(m_view, Qt::Key_Space, Qt::ShiftModifier);
        QTRY_COMPARE(m_reading->workspace.current()->row, Row{1});
        QTRY_VERIFY(m_view->transcript()->isComplete() && isAtEnd());
        QVERIFY(m_view->verticalScrollBar()->value() > 0);
    }

    void lettersStepThroughTheConversations()
    {
        QVERIFY(open(kLarge));
        auto* position = m_panel->findChild<QLabel*>(QStringLiteral("conversationPosition"));
        QCOMPARE(position->text(), QStringLiteral("1 of 3"));
        QTest::keyClick(m_view, Qt::Key_J);
        QTRY_COMPARE(m_reading->workspace.current()->row, Row{1});
        QCOMPARE(position->text(), QStringLiteral("2 of 3"));
        QTest::keyClick(m_view, Qt::Key_K);
        QTRY_COMPARE(m_reading->workspace.current()->row, Row{0});
        QTest::keyClick(m_view, Qt::Key_K);
        QCOMPARE(*m_reading->workspace.currentRow(), Row{0});
        QVERIFY(position->accessibleName().contains(QStringLiteral("1 of 3")));
    }

    void placeSurvivesEveryLayout_data()
    {
        QTest::addColumn<QString>("change");
        for (const char* change : {"markdown", "languages", "pin", "zoom", "width", "height", "share"})
            QTest::newRow(change) << QString::fromLatin1(change);
    }

    void placeSurvivesEveryLayout()
    {
        QFETCH(QString, change);
        QVERIFY(open(kLarge));
        const QRect text = m_view->textRect(3, 0);
        QScrollBar& bar = *m_view->verticalScrollBar();
        bar.setValue(bar.value() + text.top() + text.height() / 2);
        const auto place = m_view->readingPlace();
        QVERIFY(place && place->message == 3 && place->letters > 100);
        const int value = bar.value();
        apply(change, true);
        const auto after = placeAt(*m_view->transcript(), bar.value());
        QVERIFY(after);
        QCOMPARE(after->message, 3);
        // The same line or the one that now contains its beginning.
        const double share = shareAtTop(place->text).value_or(after->share);
        QVERIFY2(std::abs(share - place->share) < 0.06,
                 qPrintable(QStringLiteral("%1 %2").arg(share).arg(place->share)));
        // Back and forth does not move it.
        for (int i = 0; i < 3; ++i) {
            apply(change, false);
            apply(change, true);
        }
        apply(change, false);
        QTRY_VERIFY2(std::abs(bar.value() - value) <= 2,
                     qPrintable(QStringLiteral("%1 %2").arg(bar.value()).arg(value)));
    }

    void headStaysInSight()
    {
        QVERIFY(open(kLarge));
        const StickyHead& head = m_view->stickyHead();
        QVERIFY(head.isHidden());
        QScrollBar& bar = *m_view->verticalScrollBar();
        bar.setValue(bar.value() + m_view->textRect(2, 0).top() + 60);
        QVERIFY(head.isVisible());
        QCOMPARE(head.message(), 2);
        QVERIFY(head.accessibleName().contains(QStringLiteral("Message 3")));
        QTest::mouseClick(const_cast<StickyHead*>(&head), Qt::LeftButton);
        QVERIFY(m_view->messageRect(2).top() >= 0);
        QVERIFY(head.isHidden() || head.message() == 1);
    }

    void columnsShareTheWidthByTheirTexts()
    {
        QVERIFY(open(kLarge));
        const int english = m_view->textRect(2, 0).width();
        const int chinese = m_view->textRect(2, 1).width();
        QVERIFY2(english > 1.1 * chinese, qPrintable(QStringLiteral("%1 %2").arg(english).arg(chinese)));
        // Dragged, they keep what the reader gave them, in the next conversation as well.
        const auto divider = m_view->divider().position();
        QVERIFY(divider);
        QWidget* area = m_view->viewport();
        const int y = m_view->textRect(0, 0).center().y();
        QTest::mousePress(area, Qt::LeftButton, {}, QPoint(*divider, y));
        QTest::mouseMove(area, QPoint(*divider - 100, y));
        QTest::mouseMove(area, QPoint(*divider - 200, y));
        QTest::mouseRelease(area, Qt::LeftButton, {}, QPoint(*divider - 200, y));
        QTRY_VERIFY(std::abs(*m_view->divider().position() - (*divider - 200)) <= 2);
        QVERIFY(m_reading->choose(Row{1}));
        QVERIFY(std::abs(*m_view->divider().position() - (*divider - 200)) <= 2);
        // By keys as well.
        const int before = *m_view->divider().position();
        m_view->action(QStringLiteral("columnWider"))->trigger();
        QVERIFY(*m_view->divider().position() > before);
        m_view->action(QStringLiteral("columnsByText"))->trigger();
        QVERIFY(std::abs(*m_view->divider().position() - *divider) <= 2);
        QVERIFY(m_view->selection().isEmpty());
    }

private:
    bool open(const QSize& size)
    {
        m_panel = openPanel(QStringLiteral("conversation"), m_reading->workspace, size);
        if (!m_panel)
            return false;
        m_view = m_panel->findChild<TranscriptView*>(QStringLiteral("transcript"));
        const bool isOpen = m_reading->workspace.current() ? m_reading->choose(Row{0}) : m_reading->open();
        return isOpen && QTest::qWaitFor([this] { return m_view->transcript()->isComplete(); });
    }

    bool isAtEnd() const
    {
        return m_view->verticalScrollBar()->value() == m_view->verticalScrollBar()->maximum();
    }

    void apply(const QString& change, bool on)
    {
        if (change == QLatin1String("markdown"))
            QTest::keyClick(m_view, Qt::Key_M, Qt::ControlModifier);
        else if (change == QLatin1String("languages"))
            QTest::keyClick(m_view, on ? Qt::Key_1 : Qt::Key_2, Qt::ControlModifier);
        else if (change == QLatin1String("pin"))
            m_panel->findChild<QToolButton*>(QStringLiteral("pinConversation"))->click();
        else if (change == QLatin1String("zoom"))
            m_view->setZoom(on ? 1.4 : 1);
        else if (change == QLatin1String("width"))
            m_panel->resize(on ? QSize(1020, kLarge.height()) : kLarge);
        else if (change == QLatin1String("height"))
            m_panel->resize(on ? QSize(kLarge.width(), 420) : kLarge);
        else if (change == QLatin1String("share"))
            m_view->setFirstShare(on ? 0.4 : 0);
        const auto isShown = std::make_shared<bool>(false);
        QTimer::singleShot(0, m_view, [isShown] { *isShown = true; });
        QVERIFY(QTest::qWaitFor([this, isShown] { return *isShown && m_view->transcript()->isComplete(); }));
    }

    /// The part of a text of message 3 that is above the view; empty if it is not shown. The lines of the
    /// columns differ in height, so each text is measured in its own.
    std::optional<double> shareAtTop(int text) const
    {
        for (int column = 0; column < static_cast<int>(m_view->transcript()->columns().shown.size());
             ++column) {
            const QPoint top(m_view->textRect(3, column).left() + 1, 1);
            const QTextCursor cursor = m_view->cursorForPosition(top);
            if (cursor.blockFormat().property(kSourceText).toInt() == text)
                return static_cast<double>(cursor.positionInBlock()) / cursor.block().length();
        }
        return std::nullopt;
    }

    void clickLink(const QString& text)
    {
        const QTextCursor found = m_view->document()->find(text);
        QVERIFY(!found.isNull());
        QTextCursor begin = found;
        begin.setPosition(found.selectionStart() + 1);
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, m_view->cursorRect(begin).center());
    }

    std::unique_ptr<Reading> m_reading;
    std::unique_ptr<QWidget> m_panel;
    TranscriptView* m_view = nullptr;
};

DUOLOGUE_TEST(ReadingOnTest)
#include "reading_on_test.moc"
