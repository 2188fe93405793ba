// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/dialogs/diff_window.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QTextBrowser>

using namespace duologue;
using namespace duologue::test;
using namespace duologue::ui;

namespace {

std::string chat(const std::string& id, const std::string& question, const std::string& answer)
{
    return R"({"id": ")" + id + R"(", "messages": [{"role": "user", "content": ")" + question +
           R"("}, {"role": "assistant", "content": ")" + answer + "\"}]}\n";
}

} // namespace

/// Tools → Compare datasets.
class DiffWindowTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<TempFolder>();
        m_folder->write("old/a.jsonl", chat("a", "Where is the ferry?", "At the old pier.") +
                                           chat("b", "Who rows?", "The miller.") +
                                           chat("c", "Is it late?", "No."));
        m_folder->write("new/a.jsonl", chat("a", "Where is the ferry?", "At the new pier.") +
                                           chat("c", "Is it late?", "No.") +
                                           chat("d", "<b>Who</b> sings?", "Nobody."));
        m_window = std::make_unique<DiffWindow>(LoadOptions(), path("new"));
        m_window->show();
    }

    void cleanup()
    {
        m_window.reset();
        m_folder.reset();
    }

    void tellsWhatHasBecomeOfRecords()
    {
        compareWith("old");
        QVERIFY2(message().contains(QStringLiteral("changed: 1, removed: 1, added: 1")),
                 qPrintable(message()));
        QCOMPARE(cells(0),
                 (QStringList{QStringLiteral("changed"), QStringLiteral("a"), QStringLiteral("a.jsonl:1"),
                              QStringLiteral("a.jsonl:1"), QStringLiteral("id")}));
        QCOMPARE(cells(1).first(), QStringLiteral("removed"));
        QCOMPARE(cells(2).first(), QStringLiteral("added"));
    }

    void showsWhatIsChangedSideBySide()
    {
        compareWith("old");
        auto& page = child<QTextBrowser>("diffPage");
        QTRY_VERIFY(page.toPlainText().contains(QStringLiteral("At the new pier.")));
        QVERIFY(page.toPlainText().contains(QStringLiteral("messages[1].content")));
        // Only the word that differs is marked.
        const QTextCursor old = page.document()->find(QStringLiteral("old"));
        QVERIFY(old.charFormat().background().style() != Qt::NoBrush);
        const QTextCursor same = page.document()->find(QStringLiteral("pier"));
        QVERIFY(same.charFormat().background().style() == Qt::NoBrush);
    }

    void showsTextsOfTheDataAsText()
    {
        compareWith("old");
        auto& table = child<QTableView>("diffRecords");
        table.setFocus();
        QTest::keyClick(&table, Qt::Key_End, Qt::ControlModifier);
        QTRY_VERIFY(
            child<QTextBrowser>("diffPage").toPlainText().contains(QStringLiteral("<b>Who</b> sings?")));
    }

    void showsOneKindOfChange()
    {
        compareWith("old");
        auto& changes = child<QComboBox>("diffChanges");
        QCOMPARE(changes.count(), 4);
        changes.setFocus();
        QTest::keyClick(&changes, Qt::Key_Down);
        QTest::keyClick(&changes, Qt::Key_Down);
        QTRY_COMPARE(child<QTableView>("diffRecords").model()->rowCount(), 1);
        QCOMPARE(cells(0).first(), QStringLiteral("removed"));
    }

    void saysThatDatasetsAreEqual()
    {
        compareWith("new");
        QCOMPARE(message(), QStringLiteral("Both datasets contain the same 3 conversations."));
        QVERIFY(!child<QTableView>("diffRecords").isVisible());
    }

    void saysWhichPathIsMissing()
    {
        compareWith("none");
        QVERIFY(message().endsWith(QStringLiteral(" does not exist.")));
        child<QLineEdit>("diffOld").clear();
        m_window->compare();
        QCOMPARE(message(), QStringLiteral("Choose two files or folders to compare."));
    }

    void canBeCancelled()
    {
        std::string lines;
        for (int i = 0; i < 20'000; ++i)
            lines += chat(std::to_string(i), "Where?", "There.");
        m_folder->write("new/b.jsonl", lines);
        m_folder->write("old/b.jsonl", lines);
        child<QLineEdit>("diffOld").setText(path("old"));
        m_window->compare();
        QTest::keyClick(m_window.get(), Qt::Key_Escape);
        QVERIFY(m_window->isVisible());
        QCOMPARE(message(), QStringLiteral("Cancelled."));
        QVERIFY(child<QPushButton>("diffCompare").isEnabled());
        QTest::keyClick(m_window.get(), Qt::Key_Escape);
        QVERIFY(!m_window->isVisible());
    }

private:
    template<typename Widget>
    Widget& child(const char* name)
    {
        return *m_window->findChild<Widget*>(QString::fromLatin1(name));
    }

    QString path(const char* name) const
    {
        return QString::fromStdString((m_folder->path() / name).string());
    }

    QString message() { return child<QLabel>("diffMessage").text(); }

    QStringList cells(int row)
    {
        const QAbstractItemModel& model = *child<QTableView>("diffRecords").model();
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column)
            cells << model.index(row, column).data().toString();
        return cells;
    }

    void compareWith(const char* old)
    {
        QSignalSpy ended(m_window.get(), &DiffWindow::ended);
        child<QLineEdit>("diffOld").setText(path(old));
        QTest::mouseClick(&child<QPushButton>("diffCompare"), Qt::LeftButton);
        QTRY_VERIFY(!ended.isEmpty());
    }

    std::unique_ptr<TempFolder> m_folder;
    std::unique_ptr<DiffWindow> m_window;
};

DUOLOGUE_TEST(DiffWindowTest)

#include "diff_window_test.moc"
