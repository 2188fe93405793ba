// SPDX-License-Identifier: GPL-3.0-or-later
#include "reading_fixture.h"
#include "tests/support/test_class.h"
#include "ui/transcript/transcript_view.h"

#include <QScrollBar>
#include <QTest>

using namespace duologue;
using namespace duologue::ui;
using namespace duologue::ui::test;

namespace {

QJsonObject longConversation(const QString& word)
{
    QList<QJsonObject> messages;
    for (int i = 0; i < 40; ++i)
        messages << message(i % 2 == 0 ? QStringLiteral("user") : QStringLiteral("assistant"),
                            QStringLiteral("%1 number %2.").arg(word).arg(i), {});
    return simulated(messages);
}

} // namespace

/// The scroll position and the current message of a conversation.
class ReadingStateTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void stateIsKeptWithinTheDatasetOnly()
    {
        Reading reading;
        const QString name = QStringLiteral("LLM_agent_user/travel planning/%1.json");
        for (const char* number : {"1", "2"})
            reading.write(name.arg(QLatin1String(number)), longConversation(QLatin1String(number)));
        TranscriptView view(reading.workspace, nullptr);
        view.resize(900, 500);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QVERIFY(reading.open());
        QTRY_COMPARE(view.transcript()->messagesWritten(), 40);
        QTRY_VERIFY(view.verticalScrollBar()->maximum() > 0);
        reading.workspace.setCurrentMessage(20);
        QTRY_VERIFY(view.verticalScrollBar()->value() > 0);
        // Coming back restores the position.
        QVERIFY(reading.choose(Row{1}));
        QTRY_COMPARE(view.verticalScrollBar()->value(), 0);
        QVERIFY(reading.choose(Row{0}));
        QTRY_VERIFY(view.verticalScrollBar()->value() > 0);
        QCOMPARE(reading.workspace.currentMessage(), 20);
        // In another dataset, files with the same names begin at the top.
        for (const char* number : {"1", "2"})
            reading.write(name.arg(QLatin1String(number)), longConversation(QStringLiteral("other")));
        QVERIFY(reading.open());
        QTRY_COMPARE(view.transcript()->messagesWritten(), 40);
        QCOMPARE(view.verticalScrollBar()->value(), 0);
        QCOMPARE(reading.workspace.currentMessage(), -1);
    }
};

DUOLOGUE_TEST(ReadingStateTest)
#include "reading_state_test.moc"
