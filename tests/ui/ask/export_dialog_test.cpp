// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/row_order.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/settings.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/table/field_tree_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace duologue;
using namespace duologue::test;
using namespace duologue::ui;

namespace {

std::string chatLines(int count)
{
    std::string lines;
    for (int i = 0; i < count; ++i)
        lines += "{\"id\": \"c" + std::to_string(i) + "\", \"topic\": \"t" + std::to_string(i % 2) +
                 "\", \"messages\": [{\"role\": \"user\", \"content\": \"Question " + std::to_string(i) +
                 "\"}, {\"role\": \"assistant\", \"content\": \"Answer\"}]}\n";
    return lines;
}

} // namespace

/// File → Export.
class ExportDialogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void init()
    {
        changeSettings([](QSettings& settings) { settings.clear(); });
        m_folder = std::make_unique<TempFolder>();
        auto view = std::make_shared<View>();
        view->snapshot = load({m_folder->write("in/a.jsonl", chatLines(20))});
        view->matched = RowSet(view->snapshot->recordCount());
        for (std::uint32_t i = 0; i < 8; ++i)
            view->matched.add(Row{i});
        view->order = orderOf(view->matched);
        m_dialog = std::make_unique<ExportDialog>(view, rowsAt({3, 5}), nullptr);
        m_dialog->show();
    }

    void cleanup()
    {
        m_dialog.reset();
        m_folder.reset();
    }

    void showsFirstConversationAsItWillBeWritten()
    {
        choose("exportTarget", "openai");
        QTRY_VERIFY(preview().startsWith(
            QStringLiteral("{\"messages\":[{\"role\":\"user\",\"content\":\"Question 0\"}")));
        QTRY_VERIFY(losses().contains(QStringLiteral("topic")));
        choose("exportTarget", "sharegpt");
        QTRY_VERIFY(preview().startsWith(QStringLiteral("{\"conversations\":[{\"from\":\"human\"")));
        child<QLineEdit>("exportColumns").setText(QStringLiteral("topic"));
        QTRY_VERIFY(preview().contains(QStringLiteral("\"topic\":\"t0\"")));
        QTRY_VERIFY(!losses().contains(QStringLiteral("topic")));
    }

    void choosesFieldsFromAList()
    {
        choose("exportTarget", "sharegpt");
        auto& line = child<QLineEdit>("exportColumns");
        line.setText(QStringLiteral("turns"));
        line.parentWidget()->findChild<QToolButton*>()->click();
        auto* const list = m_dialog->findChild<FieldTreeDialog*>();
        QVERIFY(list != nullptr);
        QCOMPARE(list->chosen(), (std::vector<std::string>{"turns"}));
        list->findChild<QLineEdit*>()->setText(QStringLiteral("topic"));
        auto* const tree = list->findChild<QTreeView*>();
        tree->setCurrentIndex(tree->model()->index(0, 0));
        QTest::keyClick(tree, Qt::Key_Space);
        list->accept();
        QCOMPARE(line.text(), QStringLiteral("turns, topic"));
        QTRY_VERIFY(preview().contains(QStringLiteral("\"topic\":\"t0\"")));
    }

    void writesFindingsAlong()
    {
        QVERIFY(!child<QCheckBox>("exportFindings").isEnabled());
        auto view = std::make_shared<View>();
        view->snapshot =
            load({m_folder->write("in/b.jsonl", R"({"messages": [{"role": "user", "content": "Why?"}]})")});
        view->matched = RowSet(1, true);
        view->order = orderOf(view->matched);
        auto checked = std::make_shared<CheckedSnapshot>();
        checked->snapshot = view->snapshot;
        checked->run = runChecks({*view->snapshot, view->matched, {}}, Job());
        m_dialog = std::make_unique<ExportDialog>(view, RowOrder(), checked);
        m_dialog->show();
        choose("exportTarget", "openai");
        QVERIFY(!child<QCheckBox>("exportFindings").isEnabled());
        choose("exportTarget", "jsonl");
        child<QCheckBox>("exportFindings").setChecked(true);
        QTRY_VERIFY(preview().contains(QStringLiteral("\"check\":\"ends_with_user\"")));
        const auto path = m_folder->path() / "out.jsonl";
        QSignalSpy ended(m_dialog.get(), &ExportDialog::ended);
        m_dialog->exportTo(path);
        QTRY_COMPARE(ended.count(), 1);
        QVERIFY(fileBytes(path).find("ends_with_user") != std::string::npos);
    }

    void writesPagesToPrint()
    {
        choose("exportTarget", "pdf");
        QTRY_VERIFY(preview().contains(QStringLiteral("Question 0")));
        QVERIFY(!child<QLineEdit>("exportColumns").isEnabled());
        const auto path = m_folder->write("out.pdf", "old");
        QSignalSpy ended(m_dialog.get(), &ExportDialog::ended);
        m_dialog->exportTo(path);
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 20'000);
        const std::string bytes = fileBytes(path);
        QVERIFY(bytes.starts_with("%PDF-"));
        QCOMPARE(QByteArray::fromStdString(bytes).count("/Type /Page\n"), 8);
        child<QLineEdit>("exportSplit").setText(QStringLiteral("a=0.5,b=0.5"));
        QTRY_VERIFY(!child<QPushButton>("exportStart").isEnabled());
    }

    void saysThatPagesCannotBeWritten()
    {
        choose("exportTarget", "pdf");
        QSignalSpy ended(m_dialog.get(), &ExportDialog::ended);
        m_dialog->exportTo(m_folder->path() / "no/such/folder.pdf");
        QTRY_COMPARE(ended.count(), 1);
        QVERIFY(child<QLabel>("exportMessage").text().startsWith(QStringLiteral("Nothing was written.")));
    }

    void keepsAnOldFileIfPrintingIsCancelled()
    {
        choose("exportTarget", "pdf");
        const auto path = m_folder->write("out.pdf", "old");
        m_dialog->exportTo(path);
        m_dialog->reject();
        QVERIFY(m_dialog->isVisible());
        QCOMPARE(fileBytes(path), std::string("old"));
    }

    void writesTheRowsThatAreChosen_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<QByteArray>("first");
        QTest::addColumn<int>("count");
        QTest::newRow("filtered") << static_cast<int>(ExportRows::Filtered) << QByteArray("c0") << 8;
        QTest::newRow("selected") << static_cast<int>(ExportRows::Selected) << QByteArray("c3") << 2;
        QTest::newRow("all") << static_cast<int>(ExportRows::All) << QByteArray("c0") << 20;
    }

    void writesTheRowsThatAreChosen()
    {
        QFETCH(int, rows);
        QFETCH(QByteArray, first);
        QFETCH(int, count);
        auto& box = child<QComboBox>("exportRows");
        QVERIFY(box.findData(rows) >= 0);
        box.setCurrentIndex(box.findData(rows));
        const QByteArray written = exported("out.jsonl");
        QCOMPARE(written.count('\n'), count);
        QVERIFY(written.startsWith("{\"id\": \"" + first));
        QVERIFY(message().contains(QString::number(count)));
    }

    /// Of a sorted table, either order can be written.
    void theOrderIsNamed()
    {
        auto view = std::make_shared<View>();
        const std::string said = "\"messages\": [{\"role\": \"user\", \"content\": \"q\"}]}\n";
        view->snapshot =
            load({m_folder->write("in/c.jsonl", "{\"id\": \"a\", " + said + "{\"id\": \"b\", " + said)});
        view->matched = RowSet(2, true);
        view->order = {Row{1}, Row{0}};
        view->sort = {"id", true};
        m_dialog = std::make_unique<ExportDialog>(view, RowOrder(), nullptr, nullptr, QString());
        auto& box = child<QComboBox>("exportRows");
        QCOMPARE(box.count(), 2);
        QCOMPARE(box.itemText(0), QStringLiteral("All (2), in the order of the table"));
        QVERIFY(exported("out.jsonl").startsWith("{\"id\": \"b\""));
        box.setCurrentIndex(1);
        QCOMPARE(box.itemText(1), QStringLiteral("All (2), in the order of the files"));
        QVERIFY(exported("out2.jsonl").startsWith("{\"id\": \"a\""));
    }

    void showsTheFolderWhenThereIsAFile()
    {
        QVERIFY(!child<QPushButton>("exportShowFolder").isVisible());
        exported("out.jsonl");
        QVERIFY(child<QPushButton>("exportShowFolder").isVisible());
    }

    void splitsIntoFiles()
    {
        child<QLineEdit>("exportSplit").setText(QStringLiteral("a=0.5,b=0.5"));
        exported("out.jsonl");
        QCOMPARE(bytes("out.a.jsonl").count('\n'), 4);
        QCOMPARE(bytes("out.b.jsonl").count('\n'), 4);
    }

    void saysWhatIsWrong()
    {
        child<QLineEdit>("exportSplit").setText(QStringLiteral("a=2"));
        QTRY_VERIFY(!child<QPushButton>("exportStart").isEnabled());
        QTRY_VERIFY(message().contains(QStringLiteral("train=0.8")));
        child<QLineEdit>("exportSplit").clear();
        choose("exportTarget", "openai");
        child<QLineEdit>("exportColumns").setText(QStringLiteral("nothing"));
        QTRY_VERIFY(message().contains(QStringLiteral("nothing")));
        QVERIFY(!child<QPushButton>("exportStart").isEnabled());
        child<QLineEdit>("exportColumns").clear();
        QTRY_VERIFY(child<QPushButton>("exportStart").isEnabled());
    }

    /// Conversations without two answers are no pairs; the line that stays closed says how many.
    void saysHowManyConversationsAreLeftOut()
    {
        choose("exportTarget", "trl");
        QTRY_VERIFY2(child<QToolButton>("exportLossHead")
                         .text()
                         .contains(QStringLiteral("8 of 8 conversations are left out")),
                     qPrintable(child<QToolButton>("exportLossHead").text()));
    }

    void saysWhyNothingIsWritten()
    {
        QSignalSpy ended(m_dialog.get(), &ExportDialog::ended);
        m_dialog->exportTo(m_folder->path() / "in" / "a.jsonl");
        QTRY_COMPARE(ended.size(), 1);
        QVERIFY(message().startsWith(QStringLiteral("Nothing was written.")));
        QCOMPARE(fileBytes(m_folder->path() / "in" / "a.jsonl"), chatLines(20));
    }

private:
    template<typename T>
    T& child(const char* name)
    {
        return *m_dialog->findChild<T*>(QLatin1String(name));
    }
    void choose(const char* box, const char* value)
    {
        auto& combo = child<QComboBox>(box);
        combo.setCurrentIndex(combo.findData(QLatin1String(value)));
    }
    QString preview() { return child<QPlainTextEdit>("exportPreview").toPlainText(); }
    QString losses() { return child<QLabel>("exportLosses").text(); }
    QString message() { return child<QLabel>("exportMessage").text(); }
    QByteArray bytes(const char* name)
    {
        return QByteArray::fromStdString(fileBytes(m_folder->path() / name));
    }
    QByteArray exported(const char* name)
    {
        QSignalSpy ended(m_dialog.get(), &ExportDialog::ended);
        m_dialog->exportTo(m_folder->path() / name);
        [&] { QTRY_COMPARE(ended.size(), 1); }();
        return bytes(name);
    }

    std::unique_ptr<TempFolder> m_folder;
    std::unique_ptr<ExportDialog> m_dialog;
};

DUOLOGUE_TEST(ExportDialogTest)
#include "export_dialog_test.moc"
