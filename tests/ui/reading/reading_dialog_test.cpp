// SPDX-License-Identifier: GPL-3.0-or-later
#include "reading_fixture.h"
#include "tests/support/load.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/dialogs/reading_dialog.h"
#include "ui/dialogs/save_description_dialog.h"
#include "ui/models/record/key_use_model.h"
#include "ui/views/transcript/transcript_view.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTableView>
#include <QTest>
#include <QTreeView>

using namespace duologue;
using namespace duologue::ui;
using namespace duologue::ui::test;

namespace {

constexpr char kLogLines[] = "{\"n\": 1, \"log\": [{\"who\": \"user\", \"line\": \"hi there\"}, {\"who\": "
                             "\"assistant\", \"line\": \"hello\"}]}\n"
                             "{\"n\": 2, \"log\": [{\"who\": \"user\", \"line\": \"and you?\"}, {\"who\": "
                             "\"assistant\", \"line\": \"fine\"}]}\n";

constexpr char kDescription[] = R"({
    "id": "logs",
    "title": "logs",
    "messages": "/log",
    "role": "/who",
    "text": "/line"
}
)";

} // namespace

/// The window that tells how records are read, where the user can change it.
class ReadingDialogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void init()
    {
        m_folder = std::make_unique<duologue::test::TempFolder>();
        m_folder->write("a.jsonl", kLogLines);
        m_workspace = std::make_unique<Workspace>();
        m_workspace->open({path()});
        QTRY_VERIFY(!m_workspace->isLoading());
        m_dialog = std::make_unique<ReadingDialog>(*m_workspace, nullptr);
        m_dialog->start();
        m_dialog->show();
        QTRY_COMPARE(keys().model()->rowCount(), 2);
    }

    void cleanup()
    {
        m_dialog.reset();
        m_workspace.reset();
        m_folder.reset();
    }

    void tellsShapesAndReasons()
    {
        const QAbstractItemModel& shapes = *child<QTableView>("shapesTable").model();
        QCOMPARE(shapes.rowCount(), 1);
        QCOMPARE(shapes.index(0, 0).data().toString(), QStringLiteral("2"));
        QCOMPARE(shapes.index(0, 1).data().toString(), QStringLiteral("json"));
        QVERIFY(child<QLabel>("readingReason").text().startsWith(QStringLiteral("no conversation")));
        QVERIFY(sample().toPlainText().startsWith(QStringLiteral("No conversation yet")));
    }

    void choicesChangeTheSampleAtOnce()
    {
        const QAbstractItemModelTester tester(keys().model());
        choose({"/log", "/who"}, KeyUse::Role);
        QTRY_VERIFY(sample().toPlainText().startsWith(QStringLiteral("No conversation yet")));
        QVERIFY(!child<QPushButton>("saveDescription").isEnabled());
        choose({"/log", "/line"}, KeyUse::Text);
        QTRY_VERIFY(sample().toPlainText().contains(QStringLiteral("hi there")));
        QVERIFY(child<QPushButton>("saveDescription").isEnabled());
        QCOMPARE(useAt({{}, "/log"}), useText(KeyUse::Messages));
        choose({"/log", "/line"}, KeyUse::Nothing);
        QTRY_VERIFY(!sample().toPlainText().contains(QStringLiteral("hi there")));
    }

    void savedDescriptionIsUsed()
    {
        choose({"/log", "/who"}, KeyUse::Role);
        choose({"/log", "/line"}, KeyUse::Text);
        QVERIFY(m_dialog->saveAs(QStringLiteral("logs"), path()));
        QCOMPARE(QByteArray::fromStdString(
                     duologue::test::fileBytes(m_folder->path() / "logs.duologue-format.json")),
                 QByteArray(kDescription));
        QTRY_COMPARE(m_workspace->snapshot().messages.entries.size(), std::size_t{4});
        QCOMPARE(duologue::test::fieldText(m_workspace->snapshot(), Row{1}, "format"), std::string("logs"));
        // The window shows the new reading, and its description can be changed again.
        const QAbstractItemModel& shapes = *child<QTableView>("shapesTable").model();
        QTRY_COMPARE(shapes.index(0, 1).data().toString(), QStringLiteral("logs"));
        QTRY_VERIFY(sample().toPlainText().contains(QStringLiteral("hi there")));
        QCOMPARE(useAt({"/log", "/line"}), useText(KeyUse::Text));
        QVERIFY(!m_dialog->hasUnsavedChoices());
    }

    void saysIfItCannotBeSaved()
    {
        choose({"/log", "/who"}, KeyUse::Role);
        choose({"/log", "/line"}, KeyUse::Text);
        QVERIFY(!m_dialog->saveAs(QStringLiteral("logs"), path() + QStringLiteral("/a.jsonl")));
        QVERIFY(m_dialog->hasUnsavedChoices());
    }

    void resetForgetsChoices()
    {
        choose({"/log", "/who"}, KeyUse::Role);
        QVERIFY(m_dialog->hasUnsavedChoices());
        for (QPushButton* button : m_dialog->findChildren<QPushButton*>()) {
            if (button->text() == QStringLiteral("Reset"))
                button->click();
        }
        QVERIFY(!m_dialog->hasUnsavedChoices());
        QCOMPARE(useAt({"/log", "/who"}), useText(KeyUse::Nothing));
    }

    void choicesOutliveAChangeOfTheFiles()
    {
        choose({"/log", "/who"}, KeyUse::Role);
        m_folder->write("b.jsonl", kLogLines);
        m_workspace->reload();
        const QAbstractItemModel& shapes = *child<QTableView>("shapesTable").model();
        QTRY_COMPARE(shapes.index(0, 0).data().toString(), QStringLiteral("4"));
        QCOMPARE(useAt({"/log", "/who"}), useText(KeyUse::Role));
    }

    void keyboardOpensTheListOfUses()
    {
        QTreeView& tree = keys();
        tree.setCurrentIndex(model().indexOf({"/log", "/who"}).siblingAtColumn(0));
        tree.setFocus();
        QTest::keyClick(&tree, Qt::Key_Return);
        auto* list = tree.findChild<QComboBox*>();
        QVERIFY(list != nullptr);
        QCOMPARE(list->currentText(), useText(KeyUse::Nothing));
        QVERIFY(list->findText(useText(KeyUse::Role)) > 0);
        QVERIFY(list->findText(useText(KeyUse::Messages)) < 0);
    }

    void namesOfOtherFormatsAreRefused()
    {
        SaveDescriptionDialog ask({path()}, {QStringLiteral("sharegpt")}, {}, nullptr);
        auto* name = ask.findChild<QLineEdit*>(QStringLiteral("descriptionName"));
        const auto isAccepted = [&](const QString& text) {
            name->setText(text);
            for (const QPushButton* button : ask.findChildren<QPushButton*>()) {
                if (button->isDefault())
                    return button->isEnabled();
            }
            return false;
        };
        ask.show();
        QVERIFY(isAccepted(QStringLiteral("logs")));
        QVERIFY(!isAccepted(QStringLiteral("sharegpt")));
        QVERIFY(!isAccepted(QStringLiteral(" ")));
        QVERIFY(!isAccepted(QStringLiteral("a/b")));
        QCOMPARE(ask.folder(), path());
    }

    void recordWithoutMessagesOffersIt()
    {
        TranscriptView view(*m_workspace, nullptr);
        m_workspace->setCurrentRow(Row{0});
        QTRY_VERIFY(view.toPlainText().contains(QStringLiteral("How is this read?")));
        const QSignalSpy shown(m_workspace.get(), &Workspace::readingShown);
        Q_EMIT view.anchorClicked(QUrl(QStringLiteral("duologue:reading")));
        QCOMPARE(shown.count(), 1);
    }

private:
    QString path() const { return QString::fromStdString(m_folder->path().string()); }

    template<typename T>
    T& child(const char* name) const
    {
        return *m_dialog->findChild<T*>(QLatin1String(name));
    }
    QTreeView& keys() const { return child<QTreeView>("keysTree"); }
    TranscriptView& sample() const { return child<TranscriptView>("sampleTranscript"); }
    KeyUseModel& model() const { return *qobject_cast<KeyUseModel*>(keys().model()); }
    QString useAt(const KeyPlace& place) const { return model().indexOf(place).data().toString(); }

    void choose(const KeyPlace& place, KeyUse use)
    {
        QVERIFY(model().setData(model().indexOf(place), static_cast<int>(use), Qt::EditRole));
    }

    std::unique_ptr<duologue::test::TempFolder> m_folder;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<ReadingDialog> m_dialog;
};

DUOLOGUE_TEST(ReadingDialogTest)
#include "reading_dialog_test.moc"
