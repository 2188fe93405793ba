// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/query_parser.h"
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/plain_keys.h"
#include "ui/app/settings.h"
#include "ui/app/text.h"
#include "ui/app/workspace.h"
#include "ui/dialogs/keys_dialog.h"
#include "ui/query/query_bar.h"
#include "ui/table/record_table_view.h"
#include "ui/transcript/transcript_view.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/layouts.h"
#include "ui/window/main_window.h"
#include "ui/window/workbench.h"

#include <QAccessible>
#include <QDockWidget>
#include <QDropEvent>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTest>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QTreeView>
#include <QTreeWidget>
#include <algorithm>

using namespace duologue;
using namespace duologue::ui;

/// Actions, their keys and their names.
class WindowActionsTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;

    template<typename T>
    T* child(const char* name) const
    {
        return m_window->findChild<T*>(QLatin1String(name));
    }
    QString title() const { return child<QLabel>("startTitle")->text(); }
    QString text() const { return child<QLabel>("startText")->text(); }
    bool startPageShown() const { return child<QWidget>("startPage")->isVisible(); }
    RecordTableView& table() const { return *m_window->findChild<RecordTableView*>(); }

    void open(const std::filesystem::path& path)
    {
        m_workspace->open({QString::fromStdString(path.string())});
        QTRY_VERIFY_WITH_TIMEOUT(!m_workspace->isLoading(), 20000);
    }

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Duologue"));
        QCoreApplication::setApplicationName(QStringLiteral("duologue-test"));
        // A run that was interrupted leaves its own.
        writeSettings();
        QFile::remove(QSettings().fileName());
    }

    void init()
    {
        m_workspace = std::make_unique<Workspace>();
        m_window = std::make_unique<MainWindow>(*m_workspace);
        m_window->resize(1440, 900);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    void cleanup()
    {
        m_window.reset();
        m_workspace.reset();
    }

    void actionsAreFoundByWords()
    {
        open(test::sampleFolder());
        QTimer::singleShot(0, m_window.get(), [this] {
            auto* finder = m_window->findChild<ActionFinder*>();
            QVERIFY(finder != nullptr);
            auto* words = finder->findChild<QLineEdit*>(QStringLiteral("actionWords"));
            QTest::keyClicks(words, QStringLiteral("perspective read"));
            auto* list = finder->findChild<QTreeWidget*>(QStringLiteral("actionList"));
            QVERIFY(list->topLevelItemCount() >= 1);
            QCOMPARE(list->topLevelItem(0)->text(2), QStringLiteral("Ctrl+F2"));
            QTest::keyClick(words, Qt::Key_Return);
        });
        QTest::keyClick(m_window.get(), Qt::Key_I, Qt::ControlModifier | Qt::AltModifier);
        QCOMPARE(m_window->workbench().perspective(), Perspective::Read);
    }

    void helpListsKeysByMenu()
    {
        {
            bool isShown = false;
            // Without a window manager, no window becomes active after a dialog.
            m_window->activateWindow();
            QTRY_VERIFY(m_window->isActiveWindow());
            QTimer::singleShot(0, m_window.get(), [this, &isShown] {
                auto* dialog = m_window->findChild<KeysDialog*>();
                QVERIFY(dialog != nullptr);
                isShown = true;
                auto* tree = dialog->findChild<QTreeWidget*>(QStringLiteral("keysTree"));
                QVERIFY(tree->topLevelItemCount() >= 6);
                QCOMPARE(tree->topLevelItem(0)->text(0), QStringLiteral("File"));
                QVERIFY(tree->findItems(QStringLiteral("Next area"), Qt::MatchExactly | Qt::MatchRecursive)
                            .size() == 1);
                dialog->reject();
            });
            QTest::keyClick(m_window.get(), Qt::Key_Question, Qt::ControlModifier);
            QVERIFY(isShown);
        }
    }

    void recentDatasetsOpenByKey()
    {
        open(test::sampleFolder());
        m_workspace->close();
        QTRY_VERIFY(startPageShown());
        auto* recent = child<QPushButton>("recentButton");
        QTRY_VERIFY(recent->isVisible() && recent->isEnabled());
        QVERIFY(!recent->isFlat());
        QVERIFY(recent->text().startsWith(QStringLiteral("sample")));
        // By Tab alone.
        m_window->activateWindow();
        for (int step = 0; step < 10 && QApplication::focusWidget() != recent; ++step) {
            QWidget* focus = QApplication::focusWidget();
            QTest::keyClick(focus != nullptr ? focus : m_window.get(), Qt::Key_Tab);
        }
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(recent));
        QTest::keyClick(recent, Qt::Key_Space);
        QTRY_COMPARE_WITH_TIMEOUT(table().model()->rowCount(), 61, 20000);
    }

    /// A line of text takes some keys to edit with, such as Ctrl+E.
    void keysOfTheMenusWorkInTheQueryBar()
    {
        open(test::sampleFolder());
        QTRY_VERIFY(m_workspace->current() != nullptr);
        QLineEdit* edit = m_window->findChild<QueryBar*>()->edit();
        int tried = 0;
        for (QAction* action : m_window->findChildren<QAction*>()) {
            const bool isOfWindow = action->shortcutContext() == Qt::WindowShortcut ||
                                    action->shortcutContext() == Qt::ApplicationShortcut;
            if (!isOfWindow)
                continue;
            for (const QKeySequence& key : action->shortcuts()) {
                if (QKeySequence::keyBindings(QKeySequence::Undo).contains(key) ||
                    QKeySequence::keyBindings(QKeySequence::Redo).contains(key))
                    continue;
                // What is typed in a text field acts elsewhere.
                if (key[0].keyboardModifiers() == Qt::NoModifier && key[0].key() < Qt::Key_Escape)
                    continue;
                // The actions themselves would change what is open, so others stand in for them.
                action->setShortcuts(QList<QKeySequence>());
                QAction standIn(m_window.get());
                standIn.setShortcut(key);
                m_window->addAction(&standIn);
                edit->setText(QStringLiteral("two words"));
                edit->setFocus();
                edit->setCursorPosition(3);
                const QSignalSpy triggered(&standIn, &QAction::triggered);
                QTest::keyClick(edit, key[0].key(), key[0].keyboardModifiers());
                QVERIFY2(triggered.size() == 1, qPrintable(key.toString()));
                QCOMPARE(edit->cursorPosition(), 3);
                ++tried;
            }
        }
        QVERIFY2(tried > 40, qPrintable(QString::number(tried)));
        // Keys to edit with stay keys to edit with.
        edit->setText(QStringLiteral("two words"));
        edit->setFocus();
        QTest::keySequence(edit, QKeySequence::SelectAll);
        QCOMPARE(edit->selectedText(), QStringLiteral("two words"));
        QTest::keyClick(edit, Qt::Key_Left, Qt::ControlModifier);
        QVERIFY(edit->cursorPosition() < 9);
    }

    void noTwoActionsShareAKey()
    {
        QMap<QKeySequence, const QAction*> seen;
        for (const auto* action : m_window->findChildren<QAction*>()) {
            for (const QKeySequence& key : action->shortcuts()) {
                if (action->shortcutContext() == Qt::WidgetShortcut ||
                    action->shortcutContext() == Qt::WidgetWithChildrenShortcut)
                    continue;
                const QAction* other = seen.value(key, action);
                QVERIFY2(other == action,
                         qPrintable(key.toString() + QStringLiteral(": ") + action->objectName() +
                                    QStringLiteral(" and ") + other->objectName()));
                seen[key] = action;
            }
        }
        QVERIFY(seen.size() > 10);
    }

    void everyControlThatTakesFocusHasAName()
    {
        open(test::sampleFolder());
        QTRY_COMPARE(table().model()->rowCount(), 61);
        for (auto* widget : m_window->findChildren<QWidget*>()) {
            if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus ||
                widget->objectName().startsWith(QStringLiteral("qt_")))
                continue;
            QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(widget);
            QVERIFY2(
                interface != nullptr && !interface->text(QAccessible::Name).isEmpty(),
                qPrintable(
                    QStringLiteral("%1 \"%2\" in \"%3\" has no name")
                        .arg(QLatin1String(widget->metaObject()->className()), widget->objectName(),
                             widget->parentWidget() == nullptr
                                 ? QString()
                                 : widget->parentWidget()->objectName() + QLatin1Char(' ') +
                                       QLatin1String(widget->parentWidget()->metaObject()->className()))));
        }
    }
};

DUOLOGUE_TEST(WindowActionsTest)
#include "window_actions_test.moc"
