// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/agent_record.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/settings.h"
#include "ui/app/text.h"
#include "ui/app/workspace.h"
#include "ui/charts/chart_canvas.h"
#include "ui/transcript/transcript_view.h"
#include "ui/window/main_window.h"
#include "ui/window/workbench.h"

#include <QApplication>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>
#include <QTimer>
#include <QTreeView>

using namespace duologue;
using namespace duologue::ui;

/// From a question to reading, with as few keys as possible: each way is walked and its keys are counted,
/// from the typed query on.
class WaysTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Duologue"));
        QCoreApplication::setApplicationName(QStringLiteral("duologue-ways"));
    }

    void init()
    {
        changeSettings([](QSettings& settings) { settings.clear(); });
        m_folder = std::make_unique<test::TempFolder>();
        m_keys = 0;
    }

    void cleanup()
    {
        m_window.reset();
        m_workspace.reset();
        m_folder.reset();
    }

    /// Ten conversations with a hallucination after turn 3, each at its place.
    void readsTenMarkedConversations()
    {
        std::string lines;
        for (int i = 0; i < 15; ++i) {
            auto record =
                test::AgentRecord::ofTurns(6, "Where shall we go on day " + std::to_string(i) + "?");
            record.id = "c" + std::to_string(i);
            // In the last answer but one; in every fifth conversation too early.
            record.messages[i % 5 == 4 ? 1U : 9U].hallucination = true;
            record.task = i == 3 ? "cooking" : "travel planning";
            lines += record.json() + "\n";
        }
        open(lines);
        ask(QStringLiteral("task:\"travel planning\" message(hallucination:yes turn:>3)"));
        QTRY_COMPARE(m_workspace->view()->order.size(), std::size_t{11});
        for (int i = 0; i < 10; ++i) {
            if (i > 0)
                press(Qt::Key_J);
            const Row row = m_workspace->view()->order[static_cast<std::size_t>(i)];
            QTRY_VERIFY(m_workspace->current() && m_workspace->current()->row == row);
            QTRY_COMPARE(m_workspace->currentMessage(), 9);
            QTRY_VERIFY(text().viewport()->rect().intersects(text().messageRect(9)));
        }
        QCOMPARE(m_keys, 10);
    }

    /// A word, and its third hit, which is in another conversation.
    void findsTheThirdHit()
    {
        std::string lines;
        for (int i = 0; i < 5; ++i) {
            auto record = test::AgentRecord::ofTurns(8);
            record.id = "c" + std::to_string(i);
            if (i % 2 == 1)
                record.messages[11].content = i == 1 ? "A lantern, and a lantern." : "The lantern.";
            lines += record.json() + "\n";
        }
        open(lines);
        ask(QStringLiteral("lantern"));
        auto* stop = m_window->findChild<QLabel*>(QStringLiteral("stopPosition"));
        QTRY_COMPARE(stop->text(), QStringLiteral("stop 1 of 3"));
        press(Qt::Key_F3);
        press(Qt::Key_F3);
        QTRY_COMPARE(stop->text(), QStringLiteral("stop 3 of 3"));
        QCOMPARE(m_workspace->currentRow(), std::optional(Row{3}));
        QTRY_VERIFY(text().viewport()->rect().intersects(text().messageRect(11)));
        QCOMPARE(m_keys, 3);
    }

    /// From a bar to the text.
    void readsABar()
    {
        std::string lines;
        for (int i = 0; i < 6; ++i) {
            auto record = test::AgentRecord::ofTurns(1 + i / 3);
            record.id = "c" + std::to_string(i);
            lines += record.json() + "\n";
        }
        open(lines);
        auto* canvas = m_window->findChild<ChartCanvas*>();
        QTRY_VERIFY(canvas->categoryCount() == 2);
        canvas->setFocus(Qt::TabFocusReason);
        canvas->setFocusedCategory(1);
        press(Qt::Key_Space);
        QTRY_COMPARE(m_workspace->view()->order.size(), std::size_t{3});
        press(Qt::Key_F2, Qt::ControlModifier);
        QTRY_VERIFY(text().hasFocus());
        QTRY_COMPARE(m_workspace->currentRow(), std::optional(Row{3}));
        QCOMPARE(m_keys, 2);
    }

    void acceptsTenFindings()
    {
        std::string lines;
        for (int i = 0; i < 12; ++i) {
            auto record =
                test::AgentRecord::ofTurns(2, "Where shall we go on day " + std::to_string(i) + "?");
            record.id = "c" + std::to_string(i);
            record.messages[3].content.clear();
            lines += record.json() + "\n";
        }
        open(lines);
        ask(QStringLiteral("check:empty_answer"));
        QTRY_COMPARE(m_workspace->view()->order.size(), std::size_t{12});
        m_window->workbench().setPerspective(Perspective::Check);
        auto* tree = m_window->findChild<QTreeView*>(QStringLiteral("findingTree"));
        QTRY_VERIFY(tree->isVisible());
        QModelIndex group;
        for (int row = 0; row < tree->model()->rowCount(); ++row) {
            if (tree->model()->rowCount(tree->model()->index(row, 0)) == 12)
                group = tree->model()->index(row, 0);
        }
        QVERIFY(group.isValid());
        tree->setFocus();
        tree->setCurrentIndex(tree->model()->index(0, 0, group));
        m_keys = 0;
        for (int i = 1; i < 10; ++i)
            press(Qt::Key_Down, Qt::ShiftModifier);
        QTimer::singleShot(0, this, [this] {
            auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog != nullptr);
            ++m_keys;
            QTest::keyClick(dialog, Qt::Key_Return);
        });
        press(Qt::Key_A);
        QTRY_COMPARE(m_workspace->checks().checked()->run.accepted.size(), std::size_t{10});
        QCOMPARE(m_keys, 11);
    }

private:
    void open(const std::string& lines)
    {
        m_folder->write("a.jsonl", lines);
        m_workspace = std::make_unique<Workspace>();
        m_window = std::make_unique<MainWindow>(*m_workspace);
        m_window->resize(1440, 900);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_workspace->open({toQt(m_folder->path().string())});
        QTRY_VERIFY(!m_workspace->isLoading() && m_workspace->current());
    }

    /// Types a query and presses Enter, which ends in the text.
    void ask(const QString& query)
    {
        auto* edit = m_window->findChild<QLineEdit*>(QStringLiteral("queryEdit"));
        edit->setFocus();
        edit->setText(query);
        press(Qt::Key_Return);
        QTRY_VERIFY(text().hasFocus());
    }

    /// Where the focus is.
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        ++m_keys;
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
    }

    TranscriptView& text() const
    {
        return *m_window->findChild<TranscriptView*>(QStringLiteral("transcript"));
    }

    std::unique_ptr<test::TempFolder> m_folder;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
    int m_keys = 0;
};

DUOLOGUE_TEST(WaysTest)
#include "ways_test.moc"
