// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/field_reader.h"
#include "core/query/query_parser.h"
#include "tests/support/load.h"
#include "tests/support/test_class.h"
#include "ui/app/text.h"
#include "ui/app/workspace.h"
#include "ui/query/query_bar.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace duologue;
using namespace duologue::ui;

class QueryBarTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<QueryBar> m_bar;

    std::size_t shown() const { return m_workspace->view()->order.size(); }
    QString query() const { return toQt(toText(m_workspace->query())); }
    QList<QToolButton*> chips() const
    {
        QList<QToolButton*> visible;
        for (auto* chip :
             m_bar->findChildren<QToolButton*>(QRegularExpression(QStringLiteral("^chip\\d+$")))) {
            if (chip->isVisible())
                visible << chip;
        }
        return visible;
    }

private Q_SLOTS:
    void init()
    {
        m_workspace = std::make_unique<Workspace>();
        m_bar = std::make_unique<QueryBar>(*m_workspace, nullptr);
        m_bar->resize(700, m_bar->sizeHint().height());
        m_bar->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_bar.get()));
        m_workspace->open({QString::fromStdString(test::sampleFolder().string())});
        QTRY_VERIFY_WITH_TIMEOUT(!m_workspace->isLoading() && m_workspace->snapshot().complete, 20000);
    }

    void cleanup()
    {
        m_bar.reset();
        m_workspace.reset();
    }

    void typingFiltersAfterAPause()
    {
        QTest::keyClicks(m_bar->edit(), QStringLiteral("format:recllmsim-agent turns:3"));
        QTRY_COMPARE(shown(), std::size_t{8});
        QCOMPARE(m_bar->edit()->text(), QStringLiteral("format:recllmsim-agent turns:3"));
    }

    void enterFiltersAtOnceAndEscapeGoesBackToTheFilter()
    {
        QTest::keyClicks(m_bar->edit(), QStringLiteral("turns:3"));
        QTest::keyClick(m_bar->edit(), Qt::Key_Return);
        QCOMPARE(query(), QStringLiteral("turns:3"));
        // Nothing is typed that is not in force.
        QTest::keyClick(m_bar->edit(), Qt::Key_Escape);
        QCOMPARE(query(), QStringLiteral("turns:3"));
        QCOMPARE(m_bar->edit()->text(), QStringLiteral("turns:3"));
        QTest::keyClicks(m_bar->edit(), QStringLiteral(" (task:"));
        QTest::keyClick(m_bar->edit(), Qt::Key_Escape);
        QCOMPARE(query(), QStringLiteral("turns:3"));
        QCOMPARE(m_bar->edit()->text(), QStringLiteral("turns:3"));
        QTest::keyClick(m_bar->edit(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(m_bar->edit()->text(), QStringLiteral("turns:3 (task:"));
        QCOMPARE(query(), QStringLiteral("turns:3"));
    }

    void theButtonClearsTheLineAndTheQuery()
    {
        QVERIFY(m_bar->findChild<QAction*>(QStringLiteral("clearLine")) == nullptr);
        m_workspace->setQueryText(QStringLiteral("turns:3"));
        auto* clear = m_bar->findChild<QAction*>(QStringLiteral("clearLine"));
        QVERIFY(clear != nullptr && clear->isVisible());
        QToolButton* button = nullptr;
        for (QObject* object : clear->associatedObjects()) {
            if (auto* found = qobject_cast<QToolButton*>(object))
                button = found;
        }
        QVERIFY(button != nullptr && button->isVisible());
        QSignalSpy edited(m_bar->edit(), &QLineEdit::textEdited);
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(m_bar->edit()->text(), QString());
        // The completion is notified.
        QCOMPARE(edited.size(), 1);
        QVERIFY(!button->isVisible());
        QTRY_COMPARE(query(), QString());
        QTest::keyClicks(m_bar->edit(), QStringLiteral("t"));
        QVERIFY(button->isVisible());
        m_bar->edit()->setText(QStringLiteral("turns:4"));
        QTest::mouseClick(button, Qt::LeftButton);
        m_bar->edit()->undo();
        QCOMPARE(m_bar->edit()->text(), QStringLiteral("turns:4"));
    }

    void aMistakeIsExplainedAndTheLastValidQueryStays()
    {
        QTest::keyClicks(m_bar->edit(), QStringLiteral("turns:3"));
        QTest::keyClick(m_bar->edit(), Qt::Key_Return);
        QTest::keyClicks(m_bar->edit(), QStringLiteral(" turms:2"));
        QTest::keyClick(m_bar->edit(), Qt::Key_Return);
        QCOMPARE(query(), QStringLiteral("turns:3"));
        // It is a child of the window, which is the bar here.
        const auto labels = m_bar->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->isVisible() &&
                   label->text() == QStringLiteral("unknown field turms; did you mean turns?");
        }));
        QCOMPARE(m_bar->edit()->text(), QStringLiteral("turns:3 turms:2"));
    }

    /// The line and the rows disagree, and the line says so, also when nobody types in it.
    void itSaysWhatIsShownWhileAQueryIsWrong()
    {
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("turns:3")));
        QSignalSpy behind(m_bar.get(), &QueryBar::behindChanged);
        m_bar->run(QStringLiteral("no_such:5"));
        auto* words = m_bar->findChild<QLabel*>(QStringLiteral("queryUnfinished"));
        QVERIFY(m_bar->isBehind() && words->isVisible());
        QCOMPARE(words->text(), QStringLiteral("still showing: turns:3"));
        QCOMPARE(query(), QStringLiteral("turns:3"));
        m_bar->edit()->clearFocus();
        QVERIFY(words->isVisible());
        m_bar->run(QStringLiteral("turns:2"));
        QVERIFY(!m_bar->isBehind() && !words->isVisible());
        QCOMPARE(behind.size(), 2);
        m_workspace->setQuery({});
        m_bar->run(QStringLiteral("no_such:5"));
        QCOMPARE(words->text(), QStringLiteral("still showing all"));
    }

    void aBoundNextToOtherLettersGetsANote()
    {
        const auto* label = m_bar->findChild<QLabel*>(QStringLiteral("queryMistake"));
        m_bar->run(QStringLiteral("/\\bÜqz/"));
        QVERIFY(label->isVisible());
        QVERIFY2(label->text().contains(QStringLiteral("/\\bÜqz/")), qPrintable(label->text()));
        // It is applied anyway.
        QCOMPARE(query(), QStringLiteral("/\\bÜqz/"));
        QTRY_COMPARE(shown(), std::size_t{0});
        m_bar->run(QStringLiteral("/\\bqz/"));
        QVERIFY(!label->isVisible());
        QCOMPARE(label->text(), QString());
    }

    void aChipRemovesItsTerm()
    {
        m_workspace->setQueryText(QStringLiteral("format:recllmsim-agent turns:3"));
        QTRY_COMPARE(shown(), std::size_t{8});
        m_bar->edit()->clearFocus();
        QTRY_COMPARE(chips().size(), 2);
        QVERIFY(chips().front()->text().startsWith(QStringLiteral("format:recllmsim-agent")));
        QTest::mouseClick(chips().front(), Qt::LeftButton);
        QCOMPARE(query(), QStringLiteral("turns:3"));
        QCOMPARE(m_bar->edit()->text(), QStringLiteral("turns:3"));
        QTRY_COMPARE(chips().size(), 1);
    }

    void chineseIsTypedAndFound()
    {
        m_bar->edit()->setText(QStringLiteral("task:旅行规划"));
        QTest::keyClick(m_bar->edit(), Qt::Key_Return);
        QTRY_VERIFY(shown() > 0 && shown() < 61);
        const auto field = findField(m_workspace->snapshot(), "task");
        for (const Row row : m_workspace->view()->order)
            QCOMPARE(toQt(field->text(row)), QStringLiteral("travel planning"));
    }
};

DUOLOGUE_TEST(QueryBarTest)
#include "query_bar_test.moc"
