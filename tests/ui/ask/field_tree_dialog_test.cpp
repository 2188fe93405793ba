// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/table/field_tree_dialog.h"

#include <QAbstractItemModelTester>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QTreeView>
#include <memory>

using namespace duologue;
using namespace duologue::ui;

/// Fields are searched and chosen in a tree.
class FieldTreeDialogTest : public QObject {
    Q_OBJECT

private:
    std::vector<std::string> m_done;
    std::unique_ptr<FieldTreeDialog> m_dialog;
    QTreeView* m_tree = nullptr;
    QLineEdit* m_search = nullptr;

    void show(bool isOne, std::vector<std::string> chosen)
    {
        FieldChoice choice;
        choice.title = QStringLiteral("Columns");
        choice.items = {{"turns", QStringLiteral("轮数"), QStringLiteral("Turns")},
                        {"strategy_v3.1.feedback", QStringLiteral("Feedback")},
                        {"strategy_v3.1.score", QStringLiteral("Score")},
                        {"strategy_v3.2.score", QStringLiteral("Score")},
                        {"lone.key", QStringLiteral("Key")}};
        choice.chosen = std::move(chosen);
        choice.usual = {"turns"};
        choice.isOne = isOne;
        choice.done = [this](const std::vector<std::string>& keys) { m_done = keys; };
        m_done = {"nothing"};
        m_dialog = std::make_unique<FieldTreeDialog>(choice, nullptr);
        m_dialog->show();
        QVERIFY(QTest::qWaitForWindowActive(m_dialog.get()));
        m_tree = m_dialog->findChild<QTreeView*>();
        m_search = m_dialog->findChild<QLineEdit*>();
    }
    /// "name" for each visible row, indented.
    QStringList lines(const QModelIndex& parent = {}, int depth = 0) const
    {
        QStringList all;
        for (int row = 0; row < m_tree->model()->rowCount(parent); ++row) {
            const QModelIndex index = m_tree->model()->index(row, 0, parent);
            all << QString(depth, QLatin1Char('-')) + index.data().toString();
            all += lines(index, depth + 1);
        }
        return all;
    }
    void accept()
    {
        QTest::mouseClick(m_dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok),
                          Qt::LeftButton);
    }

private Q_SLOTS:
    void cleanup() { m_dialog.reset(); }

    void keysMakeATree()
    {
        show(false, {});
        const QAbstractItemModelTester tester(m_tree->model());
        QCOMPARE(lines(),
                 (QStringList{QStringLiteral("轮数"), QStringLiteral("strategy_v3"), QStringLiteral("-1"),
                              QStringLiteral("--Feedback"), QStringLiteral("--Score"),
                              QStringLiteral("-Score"), QStringLiteral("Key")}));
    }

    void fieldsAreFoundAndCheckedByKeys()
    {
        show(false, {"lone.key", "turns"});
        QVERIFY(m_search->hasFocus());
        QTest::keyClicks(m_search, QStringLiteral("FEED"));
        QCOMPARE(lines(), (QStringList{QStringLiteral("strategy_v3"), QStringLiteral("-1"),
                                       QStringLiteral("--Feedback")}));
        QTest::keyClick(m_search, Qt::Key_Return);
        QVERIFY(m_dialog->isVisible());
        m_search->clear();
        // By its name in the other language, and by its key.
        QTest::keyClicks(m_search, QStringLiteral("turns"));
        QCOMPARE(lines(), QStringList{QStringLiteral("轮数")});
        QTest::keyClick(m_search, Qt::Key_Down);
        QVERIFY(m_tree->hasFocus());
        QTest::keyClick(m_tree, Qt::Key_Space);
        m_search->clear();
        accept();
        // Those that stay keep their order.
        QCOMPARE(m_done, (std::vector<std::string>{"lone.key", "strategy_v3.1.feedback"}));
    }

    void aFolderChecksItsFields()
    {
        show(false, {"strategy_v3.1.score"});
        m_tree->expandAll();
        const QModelIndex folder = m_tree->model()->index(1, 0);
        QCOMPARE(folder.data(Qt::CheckStateRole).toInt(), int(Qt::PartiallyChecked));
        m_tree->setCurrentIndex(folder);
        m_tree->setFocus();
        QTest::keyClick(m_tree, Qt::Key_Space);
        QCOMPARE(folder.data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
        accept();
        QCOMPARE(m_done, (std::vector<std::string>{"strategy_v3.1.score", "strategy_v3.1.feedback",
                                                   "strategy_v3.2.score"}));
    }

    void theUsualFieldsComeBack()
    {
        show(false, {"lone.key"});
        for (auto* button : m_dialog->findChildren<QPushButton*>()) {
            if (button->text() == QStringLiteral("&Default fields"))
                QTest::mouseClick(button, Qt::LeftButton);
        }
        accept();
        QCOMPARE(m_done, std::vector<std::string>{"turns"});
    }

    void oneFieldIsChosenByEnter()
    {
        show(true, {"turns"});
        QCOMPARE(m_dialog->chosen(), std::vector<std::string>{"turns"});
        QTest::keyClicks(m_search, QStringLiteral("v3.2"));
        QTest::keyClick(m_search, Qt::Key_Return);
        QCOMPARE(m_done, std::vector<std::string>{"strategy_v3.2.score"});
        QVERIFY(!m_dialog->isVisible());
    }

    void cancelChangesNothing()
    {
        show(false, {"turns"});
        QTest::keyClick(m_dialog.get(), Qt::Key_Escape);
        QCOMPARE(m_done, std::vector<std::string>{"nothing"});
    }
};

DUOLOGUE_TEST(FieldTreeDialogTest)
#include "field_tree_dialog_test.moc"
