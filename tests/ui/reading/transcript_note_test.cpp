// SPDX-License-Identifier: GPL-3.0-or-later
#include "reading_fixture.h"
#include "tests/support/test_class.h"
#include "ui/transcript/transcript_view.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace duologue;
using namespace duologue::ui;
using namespace duologue::ui::test;

/// The note that is shown without a conversation, and that it does not flash while one is being read.
class TranscriptNoteTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_reading = std::make_unique<Reading>();
        m_view = std::make_unique<TranscriptView>(m_reading->workspace, nullptr);
    }

    void cleanup()
    {
        m_view.reset();
        m_reading.reset();
    }

    void showsANoteWithoutARecord()
    {
        QVERIFY(shows("No dataset open"));
        // While a dataset is read there is no note.
        const QTemporaryDir empty;
        m_reading->workspace.open({empty.path()});
        QVERIFY(m_reading->workspace.isLoading());
        QCOMPARE(m_view->toPlainText(), QString());
        QTRY_VERIFY(!m_reading->workspace.isLoading());
        QVERIFY(shows("The open dataset has no conversations."));
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), fourMessages());
        QVERIFY(m_reading->open());
        QVERIFY(m_view->transcript() != nullptr);
        m_reading->workspace.setCurrentRow(std::nullopt);
        QVERIFY(shows("No conversation selected"));
        QVERIFY(m_view->transcript() == nullptr);
    }

    void showsNoNoteWhileTheFirstRecordIsRead()
    {
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), fourMessages());
        QStringList said;
        // The texts that a frame could show.
        connect(
            m_view.get(), &TranscriptView::contentChanged, m_view.get(),
            [&] { said << m_view->toPlainText().left(20); }, Qt::QueuedConnection);
        // Like the table.
        connect(&m_reading->workspace, &Workspace::viewChanged, m_view.get(), [this] {
            if (m_reading->workspace.snapshot().recordCount() > 0 && !m_reading->workspace.currentRow())
                m_reading->workspace.setCurrentRow(Row{0});
        });
        QVERIFY(m_reading->open());
        QVERIFY(m_view->transcript() != nullptr);
        QVERIFY(!said.isEmpty());
        said.removeLast();
        QCOMPARE(said.join(QString()), QString());
    }

    void explainsWhyNoConversationIsShown()
    {
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), fourMessages());
        QVERIFY(m_reading->open());
        m_reading->workspace.setQueryText(QStringLiteral("turns:99"));
        QTRY_COMPARE(m_reading->workspace.view()->order.size(), std::size_t{0});
        m_reading->workspace.setCurrentRow(std::nullopt);
        QVERIFY(shows("No matches"));
    }

private:
    bool shows(const char* text) const { return m_view->toPlainText().contains(QString::fromUtf8(text)); }

    std::unique_ptr<Reading> m_reading;
    std::unique_ptr<TranscriptView> m_view;
};

DUOLOGUE_TEST(TranscriptNoteTest)
#include "transcript_note_test.moc"
