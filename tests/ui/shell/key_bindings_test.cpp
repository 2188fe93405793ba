// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/app/settings.h"
#include "ui/dialogs/keys_dialog.h"

#include <QAction>
#include <QFile>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>
#include <QTreeWidget>

using namespace duologue::ui;

namespace {

QKeySequence keyOf(const char* text)
{
    return QKeySequence(QLatin1String(text));
}

/// A window with one menu of three actions.
struct Sample {
    QMainWindow window;
    QAction* open = nullptr;
    QAction* close = nullptr;
    QAction* passing = nullptr;

    Sample()
    {
        QMenu* menu = window.menuBar()->addMenu(QStringLiteral("&File"));
        const auto add = [&](const char* name, const QString& text, const char* key) {
            auto* action = new QAction(text, &window);
            action->setObjectName(QLatin1String(name));
            action->setShortcut(keyOf(key));
            menu->addAction(action);
            return action;
        };
        open = add("open", QStringLiteral("&Open"), "Ctrl+O");
        close = add("close", QStringLiteral("&Close"), "Ctrl+W");
        passing = add("", QStringLiteral("Recent"), "");
    }
};

QTreeWidgetItem* itemWith(const QTreeWidget& tree, const QString& text)
{
    return tree.findItems(text, Qt::MatchExactly | Qt::MatchRecursive).value(0);
}

} // namespace

/// Keys that the user chooses.
class KeyBindingsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Duologue"));
        QCoreApplication::setApplicationName(QStringLiteral("duologue-keys-test"));
    }

    void init()
    {
        writeSettings();
        QFile::remove(QSettings().fileName());
    }

    void cleanup() { init(); }

    void chosenKeysComeBack()
    {
        {
            Sample sample;
            KeyBindings bindings(sample.window, *sample.window.menuBar());
            QVERIFY(!bindings.isChosen(*sample.open));
            bindings.set(*sample.open, {keyOf("Ctrl+P")});
            QCOMPARE(sample.open->shortcut(), keyOf("Ctrl+P"));
        }
        Sample sample;
        KeyBindings bindings(sample.window, *sample.window.menuBar());
        QCOMPARE(sample.open->shortcut(), keyOf("Ctrl+P"));
        QCOMPARE(sample.close->shortcut(), keyOf("Ctrl+W"));
        QVERIFY(bindings.isChosen(*sample.open));
        bindings.reset(*sample.open);
        QCOMPARE(sample.open->shortcut(), keyOf("Ctrl+O"));
        Sample again;
        const KeyBindings third(again.window, *again.window.menuBar());
        QVERIFY(!third.isChosen(*again.open));
    }

    /// A key has one action; the other one has none, also at the next start.
    void aKeyMovesFromOneActionToAnother()
    {
        {
            Sample sample;
            KeyBindings bindings(sample.window, *sample.window.menuBar());
            QCOMPARE(bindings.holderOf(keyOf("Ctrl+W"), *sample.open), sample.close);
            QCOMPARE(bindings.holderOf(keyOf("Ctrl+W"), *sample.close), nullptr);
            bindings.set(*sample.open, {keyOf("Ctrl+W")});
            QVERIFY(sample.close->shortcuts().isEmpty());
        }
        Sample sample;
        KeyBindings bindings(sample.window, *sample.window.menuBar());
        QCOMPARE(sample.open->shortcut(), keyOf("Ctrl+W"));
        QVERIFY(sample.close->shortcuts().isEmpty());
        bindings.resetAll();
        QCOMPARE(sample.open->shortcut(), keyOf("Ctrl+O"));
        QCOMPARE(sample.close->shortcut(), keyOf("Ctrl+W"));
    }

    void noKeyIsAChoiceToo()
    {
        {
            Sample sample;
            KeyBindings bindings(sample.window, *sample.window.menuBar());
            bindings.set(*sample.open, {});
        }
        Sample sample;
        const KeyBindings bindings(sample.window, *sample.window.menuBar());
        QVERIFY(sample.open->shortcuts().isEmpty());
    }

    void damagedKeysAreTheUsualOnes_data()
    {
        QTest::addColumn<QVariant>("stored");
        QTest::newRow("no key") << QVariant(QStringLiteral("Blorp+Q"));
        QTest::newRow("a letter") << QVariant(QStringLiteral("A"));
        QTest::newRow("a list") << QVariant(QStringList{QStringLiteral("Ctrl+A"), QStringLiteral("Ctrl+B")});
    }

    void damagedKeysAreTheUsualOnes()
    {
        QFETCH(const QVariant, stored);
        storeSetting(QStringLiteral("keys/open"), stored);
        Sample sample;
        const KeyBindings bindings(sample.window, *sample.window.menuBar());
        if (stored.typeId() == QMetaType::QStringList)
            QVERIFY(sample.open->shortcuts().isEmpty() || sample.open->shortcut() == keyOf("Ctrl+O"));
        else
            QCOMPARE(sample.open->shortcut(), keyOf("Ctrl+O"));
    }

    void lettersAreForTyping()
    {
        QVERIFY(!KeyBindings::mistakeIn(keyOf("A")).isEmpty());
        QVERIFY(!KeyBindings::mistakeIn(keyOf("Shift+A")).isEmpty());
        QVERIFY(!KeyBindings::mistakeIn(keyOf("Space")).isEmpty());
        QVERIFY(!KeyBindings::mistakeIn({}).isEmpty());
        for (const char* good : {"Ctrl+A", "Alt+Left", "F7", "Shift+F7", "Meta+X"})
            QVERIFY2(KeyBindings::mistakeIn(keyOf(good)).isEmpty(), good);
    }

    void theDialogChangesKeys()
    {
        Sample sample;
        KeyBindings bindings(sample.window, *sample.window.menuBar());
        KeysDialog dialog(bindings, &sample.window);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto* tree = dialog.findChild<QTreeWidget*>(QStringLiteral("keysTree"));
        auto* edit = dialog.findChild<QKeySequenceEdit*>(QStringLiteral("keyEdit"));
        auto* set = dialog.findChild<QPushButton*>(QStringLiteral("setKey"));
        const auto* conflict = dialog.findChild<QLabel*>(QStringLiteral("keyConflict"));
        QVERIFY(itemWith(*tree, QStringLiteral("Open")) != nullptr);
        QVERIFY(itemWith(*tree, QStringLiteral("Recent")) == nullptr);
        tree->setCurrentItem(itemWith(*tree, QStringLiteral("Open")));
        edit->setFocus();
        QTest::keyClick(edit, Qt::Key_W, Qt::ControlModifier);
        QTRY_VERIFY(set->isEnabled());
        QVERIFY2(conflict->text().contains(QStringLiteral("Close")), qPrintable(conflict->text()));
        set->click();
        QCOMPARE(sample.open->shortcut(), keyOf("Ctrl+W"));
        QVERIFY(sample.close->shortcuts().isEmpty());
        QCOMPARE(itemWith(*tree, QStringLiteral("Open"))->text(1), QStringLiteral("Ctrl+W"));
        QCOMPARE(itemWith(*tree, QStringLiteral("Close"))->text(1), QString());

        // Letters alone are refused, with the reason.
        tree->setCurrentItem(itemWith(*tree, QStringLiteral("Close")));
        edit->setFocus();
        QTest::keyClick(edit, Qt::Key_X);
        QTRY_VERIFY(!conflict->text().isEmpty());
        QVERIFY(!set->isEnabled());
        dialog.findChild<QPushButton*>(QStringLiteral("usualKey"))->click();
        QCOMPARE(sample.close->shortcut(), keyOf("Ctrl+W"));
        QVERIFY(sample.open->shortcuts().isEmpty());
    }

    void theDialogFindsActionsAndKeys()
    {
        Sample sample;
        KeyBindings bindings(sample.window, *sample.window.menuBar());
        KeysDialog dialog(bindings, &sample.window);
        auto* tree = dialog.findChild<QTreeWidget*>(QStringLiteral("keysTree"));
        auto* words = dialog.findChild<QLineEdit*>(QStringLiteral("keyWords"));
        words->setText(QStringLiteral("ctrl+o"));
        QVERIFY(!itemWith(*tree, QStringLiteral("Open"))->isHidden());
        QVERIFY(itemWith(*tree, QStringLiteral("Close"))->isHidden());
        words->setText(QStringLiteral("clo"));
        QVERIFY(itemWith(*tree, QStringLiteral("Open"))->isHidden());
        QCOMPARE(tree->currentItem(), itemWith(*tree, QStringLiteral("Close")));
    }
};

DUOLOGUE_TEST(KeyBindingsTest)
#include "key_bindings_test.moc"
