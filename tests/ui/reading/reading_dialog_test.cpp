// SPDX-License-Identifier: GPL-3.0-or-later
#include "reading_fixture.h"
#include "tests/support/load.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/dialogs/key_use_model.h"
#include "ui/dialogs/reading_dialog.h"
#include "ui/transcript/transcript_view.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace duologue;
using namespace duologue::ui;
using namespace duologue::ui::test;

namespace {

constexpr char kLogLines[] = "{\"n\": 1, \"log\": [{\"aa\": \"kim\", \"bb\": \"hi there\"}, {\"aa\": "
                             "\"lee\", \"bb\": \"hello\"}]}\n"
                             "{\"n\": 2, \"log\": [{\"aa\": \"kim\", \"bb\": \"and you?\"}, {\"aa\": "
                             "\"lee\", \"bb\": \"fine\"}]}\n";

constexpr char kTwoReadings[] =
    "{\"question\": \"When does the ferry leave?\", \"answer\": \"The ferry leaves at noon.\", \"talk\": "
    "[{\"speaker\": \"user\", \"text\": \"hi there\"}, {\"speaker\": \"assistant\", \"text\": \"hello\"}]}\n"
    "{\"question\": \"Where is the key?\", \"answer\": \"I gave it to Ida.\", \"talk\": "
    "[{\"speaker\": \"user\", \"text\": \"and you?\"}, {\"speaker\": \"assistant\", \"text\": \"fine\"}]}\n";

constexpr char kDescription[] = R"({
    "id": "logs",
    "title": "logs",
    "messages": "/log",
    "role": "/aa",
    "text": "/bb"
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
        QVERIFY(child<QLabel>("readingReason").text().contains(QStringLiteral("o conversation")));
        QVERIFY(sample().toPlainText().startsWith(QStringLiteral("No conversation yet")));
    }

    void choicesChangeTheSampleAtOnce()
    {
        const QAbstractItemModelTester tester(keys().model());
        choose({"/log", "/aa"}, KeyUse::Role);
        QTRY_VERIFY(sample().toPlainText().startsWith(QStringLiteral("No conversation yet")));
        QVERIFY(!child<QPushButton>("saveDescription").isEnabled());
        choose({"/log", "/bb"}, KeyUse::Text);
        QTRY_VERIFY(sample().toPlainText().contains(QStringLiteral("hi there")));
        QVERIFY(child<QPushButton>("saveDescription").isEnabled());
        QCOMPARE(useAt({{}, "/log"}), useText(KeyUse::Messages));
        choose({"/log", "/bb"}, KeyUse::Nothing);
        QTRY_VERIFY(!sample().toPlainText().contains(QStringLiteral("hi there")));
    }

    void savedDescriptionIsUsed()
    {
        choose({"/log", "/aa"}, KeyUse::Role);
        choose({"/log", "/bb"}, KeyUse::Text);
        QVERIFY(m_dialog->saveAs(QStringLiteral("logs"), path()));
        QCOMPARE(QByteArray::fromStdString(
                     duologue::test::fileBytes(m_folder->path() / "logs.duologue-format.json")),
                 QByteArray(kDescription));
        QTRY_COMPARE(m_workspace->snapshot().messages.count, std::uint32_t{4});
        QCOMPARE(duologue::test::fieldText(m_workspace->snapshot(), Row{1}, "format"), std::string("logs"));
        // The window shows the new reading, and its description can be changed again.
        const QAbstractItemModel& shapes = *child<QTableView>("shapesTable").model();
        QTRY_COMPARE(shapes.index(0, 1).data().toString(), QStringLiteral("logs"));
        QTRY_VERIFY(sample().toPlainText().contains(QStringLiteral("hi there")));
        QCOMPARE(useAt({"/log", "/bb"}), useText(KeyUse::Text));
        QVERIFY(!m_dialog->hasUnsavedChoices());
    }

    void readingsAreChosenFromTheList()
    {
        m_folder->write("a.jsonl", kTwoReadings);
        m_workspace->reload();
        QTRY_COMPARE(keys().model()->rowCount(), 3);
        auto& readings = child<QComboBox>("readings");
        // As it is now, at least one other, key by key, no conversation.
        QTRY_VERIFY(readings.count() >= 4);
        QVERIFY(readings.itemText(0).startsWith(QStringLiteral("Current: ")));
        QVERIFY(!m_dialog->hasUnsavedChoices());
        const bool isList = useAt({{}, "/talk"}) == useText(KeyUse::Messages);
        const QString other =
            isList ? QStringLiteral("The ferry leaves at noon.") : QStringLiteral("hi there");
        QVERIFY(!sample().toPlainText().contains(other));
        pick(1);
        QVERIFY(m_dialog->hasUnsavedChoices());
        QTRY_VERIFY(sample().toPlainText().contains(other));
        QVERIFY(!child<QLabel>("coverage").text().isEmpty());
        QCOMPARE(useAt({{}, isList ? "/answer" : "/talk"}),
                 useText(isList ? KeyUse::Answer : KeyUse::Messages));
        // A key that is chosen is the beginning of another reading.
        choose({{}, "/question"}, isList ? KeyUse::Nothing : KeyUse::Question);
        QCOMPARE(readings.currentText(), QStringLiteral("Choose key by key"));
        pick(1);
        QVERIFY(m_dialog->saveAs(QStringLiteral("found"), path()));
        QTRY_VERIFY(readings.itemText(0).contains(QStringLiteral("found")));
        QTRY_VERIFY(sample().toPlainText().contains(other));
        // It may also be taken back.
        pick(readings.count() - 1);
        QTRY_VERIFY(!sample().toPlainText().contains(other));
        QVERIFY(m_dialog->saveAs(QStringLiteral("found"), path()));
        QTRY_COMPARE(m_workspace->snapshot().messages.count, std::uint32_t{0});
    }

    /// What is said of one shape does not change how others are read.
    void aDescriptionIsOfItsShape()
    {
        m_folder->write("other.jsonl",
                        R"({"log":[{"aa":"x","bb":"y","role":"user","content":"What is left?"}],"more":1})"
                        "\n");
        m_workspace->reload();
        auto& shapes = *child<QTableView>("shapesTable").model();
        QTRY_COMPARE(shapes.rowCount(), 2);
        const int first = shapes.index(0, 1).data().toString() == QStringLiteral("json") ? 0 : 1;
        child<QTableView>("shapesTable").selectRow(first);
        const std::string before = duologue::test::fieldText(m_workspace->snapshot(), Row{2}, "format");
        choose({"/log", "/aa"}, KeyUse::Role);
        choose({"/log", "/bb"}, KeyUse::Text);
        QVERIFY(m_dialog->saveAs(QStringLiteral("logs"), path()));
        QTRY_COMPARE(duologue::test::fieldText(m_workspace->snapshot(), Row{0}, "format"),
                     std::string("logs"));
        QCOMPARE(duologue::test::fieldText(m_workspace->snapshot(), Row{2}, "format"), before);
    }

    /// Sessions are lists, whose keys are those of their first elements.
    void noConversationIsOfItsShape()
    {
        m_folder->write(
            "session.jsonl",
            R"({"type":"user","uuid":"a","parentUuid":null,"sessionId":"s1","message":{"role":"user","content":"Mend the gate."}})"
            "\n"
            R"({"type":"assistant","uuid":"b","parentUuid":"a","sessionId":"s1","message":{"role":"assistant","content":"Mended."}})"
            "\n");
        m_folder->write(
            "chat.jsonl",
            R"({"messages":[{"role":"user","content":"Hello."},{"role":"assistant","content":"Hi."}]})"
            "\n");
        m_workspace->reload();
        auto& shapes = *child<QTableView>("shapesTable").model();
        QTRY_COMPARE(shapes.rowCount(), 3);
        const auto select = [&](const QString& format) {
            for (int row = 0; row < shapes.rowCount(); ++row) {
                if (shapes.index(row, 1).data().toString() == format)
                    child<QTableView>("shapesTable").selectRow(row);
            }
        };
        select(QStringLiteral("session"));
        // What its own rules read is not what a description does.
        const QString hint = QStringLiteral("A record that is a list has no keys to choose.");
        QTRY_VERIFY(child<QLabel>("coverage").text().contains(hint));
        QVERIFY(!child<QLabel>("coverage").text().contains(QLatin1Char('%')));
        QVERIFY(!child<QPushButton>("saveDescription").isEnabled());
        pick(child<QComboBox>("readings").count() - 1);
        QTRY_VERIFY(child<QPushButton>("saveDescription").isEnabled());
        QVERIFY(m_dialog->saveAs(QStringLiteral("none"), path()));
        QTRY_COMPARE(m_workspace->snapshot().messages.count, std::uint32_t{2});
    }

    /// Keys say nothing of the kinds of values.
    void refusesWhatWouldReachOtherShapes()
    {
        m_folder->write("other.jsonl", R"({"n": "x", "log": [{"aa": "kim", "bb": "bye"}]})"
                                       "\n");
        m_workspace->reload();
        QTRY_COMPARE(m_workspace->snapshot().recordCount(), 3U);
        QTRY_VERIFY(!m_workspace->isLoading());
        // The sample of a new window is of all files.
        m_dialog = std::make_unique<ReadingDialog>(*m_workspace, nullptr);
        m_dialog->start();
        m_dialog->show();
        QTRY_COMPARE(keys().model()->rowCount(), 2);
        QCOMPARE(child<QTableView>("shapesTable").model()->rowCount(), 2);
        choose({"/log", "/aa"}, KeyUse::Role);
        choose({"/log", "/bb"}, KeyUse::Text);
        QVERIFY(!m_dialog->saveAs(QStringLiteral("logs"), path()));
        QVERIFY(m_dialog->hasUnsavedChoices());
        QVERIFY(!std::filesystem::exists(m_folder->path() / "logs.duologue-format.json"));
    }

    void speakersHaveRoles()
    {
        choose({"/log", "/aa"}, KeyUse::Role);
        choose({"/log", "/bb"}, KeyUse::Text);
        QAbstractItemModel& speakers = *child<QTableView>("speakersTable").model();
        QTRY_COMPARE(speakers.rowCount(), 2);
        const QAbstractItemModelTester tester(&speakers);
        QCOMPARE(speakers.index(0, SpeakerModel::NameColumn).data().toString(), QStringLiteral("kim"));
        QCOMPARE(speakers.index(0, SpeakerModel::MessagesColumn).data().toString(), QStringLiteral("2"));
        const QModelIndex role = speakers.index(0, SpeakerModel::RoleColumn);
        QCOMPARE(role.data().toString(), QStringLiteral("As written"));
        QVERIFY(speakers.setData(role, role.data(ChoicesRole).toList().at(0), Qt::EditRole));
        QCOMPARE(role.data().toString(), QStringLiteral("User"));
        QVERIFY(m_dialog->saveAs(QStringLiteral("logs"), path()));
        const std::string saved = duologue::test::fileBytes(m_folder->path() / "logs.duologue-format.json");
        QVERIFY2(saved.find("\"kim\": \"user\"") != std::string::npos, saved.c_str());
        QTRY_COMPARE(duologue::test::fieldText(m_workspace->snapshot(), Row{0}, "format"),
                     std::string("logs"));
        QTRY_COMPARE(speakers.index(0, SpeakerModel::RoleColumn).data().toString(), QStringLiteral("User"));
    }

    void formsAreChosenForAValue()
    {
        choose({{}, "/log"}, KeyUse::Messages);
        const QModelIndex form = model().indexOf({{}, "/log"}).siblingAtColumn(KeyUseModel::FormColumn);
        const QStringList forms = form.data(ChoiceTextsRole).toStringList();
        QVERIFY(forms.contains(QStringLiteral("One object per message")));
        const int exchanges = static_cast<int>(forms.indexOf(QStringLiteral("Questions with their answers")));
        QVERIFY(exchanges >= 0);
        QVERIFY(model().setData(form, exchanges, Qt::EditRole));
        QCOMPARE(form.data().toString(), QStringLiteral("Questions with their answers"));
        QVERIFY(useAt({"/log", "/aa"}) == useText(KeyUse::Question) ||
                useAt({"/log", "/bb"}) == useText(KeyUse::Question));
    }

    void otherRecordsOfTheShapeAreShown()
    {
        choose({"/log", "/aa"}, KeyUse::Role);
        choose({"/log", "/bb"}, KeyUse::Text);
        QTRY_VERIFY(sample().toPlainText().contains(QStringLiteral("hi there")));
        for (QToolButton* button : m_dialog->findChildren<QToolButton*>()) {
            if (button->accessibleName() == QStringLiteral("Next sample record"))
                button->click();
        }
        QTRY_VERIFY(sample().toPlainText().contains(QStringLiteral("and you?")));
        QCOMPARE(useAt({"/log", "/aa"}), useText(KeyUse::Role));
    }

    void saysIfItCannotBeSaved()
    {
        choose({"/log", "/aa"}, KeyUse::Role);
        choose({"/log", "/bb"}, KeyUse::Text);
        QVERIFY(!m_dialog->saveAs(QStringLiteral("logs"), path() + QStringLiteral("/a.jsonl")));
        QVERIFY(m_dialog->hasUnsavedChoices());
    }

    void resetForgetsChoices()
    {
        choose({"/log", "/aa"}, KeyUse::Role);
        QVERIFY(m_dialog->hasUnsavedChoices());
        for (QPushButton* button : m_dialog->findChildren<QPushButton*>()) {
            if (button->text() == QStringLiteral("Reset"))
                button->click();
        }
        QVERIFY(!m_dialog->hasUnsavedChoices());
        QCOMPARE(useAt({"/log", "/aa"}), useText(KeyUse::Nothing));
    }

    void choicesOutliveAChangeOfTheFiles()
    {
        choose({"/log", "/aa"}, KeyUse::Role);
        m_folder->write("b.jsonl", kLogLines);
        m_workspace->reload();
        const QAbstractItemModel& shapes = *child<QTableView>("shapesTable").model();
        QTRY_COMPARE(shapes.index(0, 0).data().toString(), QStringLiteral("4"));
        QCOMPARE(useAt({"/log", "/aa"}), useText(KeyUse::Role));
    }

    void keyboardOpensTheListOfUses()
    {
        QTreeView& tree = keys();
        tree.setCurrentIndex(model().indexOf({"/log", "/aa"}).siblingAtColumn(0));
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

    void pick(int index)
    {
        auto& readings = child<QComboBox>("readings");
        readings.setCurrentIndex(index);
        Q_EMIT readings.activated(index);
    }

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
