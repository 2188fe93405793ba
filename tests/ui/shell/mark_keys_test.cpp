// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/mark_file.h"
#include "tests/support/agent_record.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/settings.h"
#include "ui/app/text.h"
#include "ui/app/workspace.h"
#include "ui/marks/analysis_panel.h"
#include "ui/marks/value_picker.h"
#include "ui/transcript/transcript_view.h"
#include "ui/window/main_window.h"
#include "ui/window/workbench.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QFile>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTableWidget>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeWidget>

using namespace duologue;
using namespace duologue::ui;

/// What readers say of conversations, by the keys of the window: written at once, never to the data, and read
/// again by the next start, by other windows and by queries.
class MarkKeysTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Duologue"));
        QCoreApplication::setApplicationName(QStringLiteral("duologue-marks"));
    }

    void init()
    {
        changeSettings([](QSettings& settings) { settings.clear(); });
        storeSetting(QStringLiteral("marks/reader"), QStringLiteral("anna"));
        m_folder = std::make_unique<test::TempFolder>();
        m_keys = 0;
    }

    void cleanup()
    {
        m_window.reset();
        m_workspace.reset();
        m_folder.reset();
    }

    void marksByOneKeyEach()
    {
        write(6);
        const QByteArray before = dataBytes();
        open();
        press(Qt::Key_1);
        QTRY_COMPARE(answer(0, "verdict"), std::string("\"pass\""));
        press(Qt::Key_J);
        QTRY_VERIFY(isAt(1));
        press(Qt::Key_2);
        press(Qt::Key_S);
        QTRY_COMPARE(answer(1, "star"), std::string("true"));
        QCOMPARE(answer(1, "verdict"), std::string("\"fail\""));
        press(Qt::Key_S);
        QTRY_COMPARE(answer(1, "star"), std::string());
        press(Qt::Key_U);
        QTRY_COMPARE(answer(1, "star"), std::string("true"));
        press(Qt::Key_3);
        QTRY_COMPARE(answer(1, "verdict"), std::string("\"defer\""));
        press(Qt::Key_U);
        QTRY_COMPARE(answer(1, "verdict"), std::string("\"fail\""));
        QCOMPARE(dataBytes(), before);
        // Each is in the file at once, with what names the record.
        const auto events = readMarkFile(marksFile("anna")).events;
        QCOMPARE(events.size(), std::size_t{7});
        QCOMPARE(events[0].on.id, std::string("c0"));
        QCOMPARE(events[0].on.record, std::string("a.jsonl#1"));
        QVERIFY(events[0].on.hash.starts_with("xxh3:"));
        QCOMPARE(events[0].scheme, std::string("pass-fail@1"));
        // As fields.
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("mark.verdict:fail")));
        QTRY_COMPARE(m_workspace->view()->order, RowOrder{Row{1}});
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("missing:mark.verdict")));
        QTRY_COMPARE(m_workspace->view()->order.size(), std::size_t{4});
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("mark.verdict@anna:pass")));
        QTRY_COMPARE(m_workspace->view()->order, RowOrder{Row{0}});
    }

    /// Fields of marks can be asked for before anything is marked.
    void asksBeforeAnythingIsMarked()
    {
        write(3);
        open();
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("missing:mark.verdict")));
        QTRY_COMPARE(m_workspace->marks().withFields() != nullptr, true);
        QTRY_COMPARE(m_workspace->view()->order.size(), std::size_t{3});
        QCOMPARE(toText(m_workspace->query()), std::string("missing:mark.verdict"));
    }

    /// What was said of a dataset is written to it, and to no other one that is opened at once.
    void marksGoToTheirDataset()
    {
        write(3);
        open();
        test::TempFolder other;
        other.write("b.jsonl", test::AgentRecord::ofTurns(1).json() + "\n");
        for (const Qt::Key key : {Qt::Key_1, Qt::Key_S, Qt::Key_2})
            press(key);
        m_workspace->open({toQt(other.path().string())});
        QTRY_VERIFY(!m_workspace->isLoading() && m_workspace->marks().place().root == other.path());
        QTRY_COMPARE(readMarkFile(marksFile("anna")).events.size(), std::size_t{3});
        QVERIFY(m_workspace->marks().marks().events().empty());
        QVERIFY(!std::filesystem::exists(other.path() / ".duologue"));
    }

    void typesInTheQueryBar()
    {
        write(2);
        open();
        auto* edit = m_window->findChild<QLineEdit*>(QStringLiteral("queryEdit"));
        edit->setFocus();
        QTest::keyClicks(edit, QStringLiteral("123sncut"));
        QCOMPARE(edit->text(), QStringLiteral("123sncut"));
        QVERIFY(m_workspace->marks().marks().events().empty());
        edit->clear();
    }

    /// Marking does not change what is shown: the text stays where it is, also when the fields are made.
    void staysWhileFieldsAreMade()
    {
        write(3);
        open();
        const auto record = m_workspace->current();
        press(Qt::Key_1);
        QTRY_VERIFY(m_workspace->marks().withFields() != nullptr);
        QTRY_COMPARE(m_workspace->view()->snapshot, m_workspace->marks().withFields());
        QCOMPARE(m_workspace->current(), record);
    }

    void notesAndCodes()
    {
        write(3);
        open();
        inDialog<QDialog>([](QDialog& dialog) {
            auto* edit = dialog.findChild<QPlainTextEdit*>(QStringLiteral("noteEdit"));
            QTest::keyClicks(edit, QStringLiteral("the price limit is ignored"));
            QTest::keyClick(edit, Qt::Key_Return);
        });
        press(Qt::Key_N);
        QTRY_COMPARE(answer(0, "note"), std::string("\"the price limit is ignored\""));
        inDialog<ValuePicker>([](ValuePicker& picker) {
            auto* line = picker.findChild<QLineEdit*>(QStringLiteral("pickerLine"));
            QTest::keyClicks(line, QStringLiteral("missing constraint"));
            QTest::keyClick(line, Qt::Key_Return);
            QTest::keyClicks(line, QStringLiteral("vague"));
            QTest::keyClick(line, Qt::Key_Return);
            QTest::keyClick(line, Qt::Key_Return);
        });
        press(Qt::Key_C);
        QTRY_COMPARE(answer(0, "code"), std::string("[\"missing constraint\",\"vague\"]"));
        press(Qt::Key_J);
        QTRY_VERIFY(isAt(1));
        // What has been used is offered: a part of the word is enough.
        inDialog<ValuePicker>([](ValuePicker& picker) {
            auto* line = picker.findChild<QLineEdit*>(QStringLiteral("pickerLine"));
            QTest::keyClicks(line, QStringLiteral("vag"));
            QTest::keyClick(line, Qt::Key_Return);
            QTest::keyClick(line, Qt::Key_Return);
        });
        press(Qt::Key_C);
        QTRY_COMPARE(answer(1, "code"), std::string("[\"vague\"]"));
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("mark.code:vague")));
        QTRY_COMPARE(m_workspace->view()->order.size(), std::size_t{2});
    }

    /// What is selected in the text is what a note is about; a verdict is about the conversation.
    void notesOnSelectedWords()
    {
        write(2);
        open();
        QTRY_VERIFY(text().toPlainText().contains(QStringLiteral("day 0")));
        text().moveCursor(QTextCursor::Start);
        QVERIFY(text().find(QStringLiteral("day 0")));
        QTRY_VERIFY(m_workspace->selectedText());
        inDialog<QDialog>([](QDialog& dialog) {
            auto* edit = dialog.findChild<QPlainTextEdit*>(QStringLiteral("noteEdit"));
            QTest::keyClicks(edit, QStringLiteral("which one?"));
            QTest::keyClick(edit, Qt::Key_Return);
        });
        press(Qt::Key_N);
        QTRY_COMPARE(m_workspace->marks().of(Row{0}).size(), std::size_t{1});
        press(Qt::Key_2);
        QTRY_COMPARE(answer(0, "verdict"), std::string("\"fail\""));
        const auto events = readMarkFile(marksFile("anna")).events;
        QCOMPARE(events.size(), std::size_t{2});
        QCOMPARE(events[0].on.message, std::uint32_t{1});
        QVERIFY(events[0].on.span);
        QCOMPARE(events[0].on.span->exact, std::string("day 0"));
        QVERIFY(!events[1].on.span);
        QCOMPARE(events[1].on.message, std::uint32_t{0});
    }

    /// Words of several messages are no part that a note can be on.
    void doesNotWidenASelection()
    {
        write(2);
        open();
        QTRY_VERIFY(text().toPlainText().contains(QStringLiteral("day 0")));
        text().selectAll();
        QTRY_VERIFY(m_workspace->selectedText());
        press(Qt::Key_N);
        QVERIFY(QApplication::activeModalWidget() == nullptr);
        // Nor is a message, while none is highlighted.
        text().moveCursor(QTextCursor::Start);
        QTRY_VERIFY(!m_workspace->selectedText());
        action("markMessages")->setChecked(true);
        m_workspace->setCurrentMessage(-1);
        press(Qt::Key_2);
        action("markMessages")->setChecked(false);
        press(Qt::Key_3);
        QTRY_COMPARE(answer(0, "verdict"), std::string("\"defer\""));
        QCOMPARE(readMarkFile(marksFile("anna")).events.size(), std::size_t{1});
    }

    /// What is written in a dialog is about what was open when the dialog was.
    void aNoteStaysWithItsConversation()
    {
        write(4);
        open();
        m_workspace->setCurrentRow(Row{1});
        QTRY_VERIFY(isAt(1));
        inDialog<QDialog>([this](QDialog& dialog) {
            QVERIFY2(dialog.windowTitle().contains(QStringLiteral("c1")), qPrintable(dialog.windowTitle()));
            m_workspace->setCurrentRow(Row{3});
            auto* edit = dialog.findChild<QPlainTextEdit*>(QStringLiteral("noteEdit"));
            QTest::keyClicks(edit, QStringLiteral("of the second"));
            QTest::keyClick(edit, Qt::Key_Return);
        });
        press(Qt::Key_N);
        QTRY_COMPARE(answer(1, "note"), std::string("\"of the second\""));
        QCOMPARE(answer(3, "note"), std::string());
        QCOMPARE(readMarkFile(marksFile("anna")).events[0].on.id, std::string("c1"));
    }

    /// A verdict may end that a conversation is listed; the reader stays, and goes on to the one after it.
    void staysWhenTheFilterLetsGo()
    {
        write(6);
        open();
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("missing:mark.verdict")));
        QTRY_VERIFY(m_workspace->marks().withFields() != nullptr);
        QTRY_COMPARE(m_workspace->view()->snapshot, m_workspace->marks().withFields());
        m_workspace->setCurrentRow(Row{3});
        QTRY_VERIFY(isAt(3));
        press(Qt::Key_1);
        QTRY_COMPARE(m_workspace->view()->order.size(), std::size_t{5});
        QVERIFY(isAt(3));
        press(Qt::Key_S);
        QTRY_COMPARE(answer(3, "star"), std::string("true"));
        press(Qt::Key_J);
        QTRY_COMPARE(m_workspace->currentRow(), std::optional(Row{4}));
        press(Qt::Key_K);
        QTRY_COMPARE(m_workspace->currentRow(), std::optional(Row{2}));
    }

    /// A verdict from a machine whose clock was ahead can be changed.
    void replacesAnswersFromTheFuture()
    {
        write(2);
        MarkEvent event;
        event.at = markTimeNow() + 1'000'000'000;
        event.id = newMarkId(event.at);
        event.by = "anna";
        event.on.id = "c0";
        event.set = {{"verdict", "\"fail\""}};
        QVERIFY(appendMarks(marksFile("anna"), {&event, 1}).empty());
        open();
        QTRY_COMPARE(answer(0, "verdict"), std::string("\"fail\""));
        press(Qt::Key_1);
        QTRY_COMPARE(answer(0, "verdict"), std::string("\"pass\""));
    }

    /// A queue leads on only from its own conversations.
    void readsBesideAQueue()
    {
        write(8);
        open();
        ReadingQueue queue;
        queue.title = "two";
        for (const char* id : {"c0", "c1"}) {
            MarkTarget target;
            target.id = id;
            queue.records.push_back(target);
        }
        m_workspace->marks().setQueue(queue);
        QTRY_COMPARE(m_workspace->marks().queueRows().size(), std::size_t{2});
        m_workspace->setCurrentRow(Row{5});
        QTRY_VERIFY(isAt(5));
        press(Qt::Key_1);
        QTRY_COMPARE(answer(5, "verdict"), std::string("\"pass\""));
        QVERIFY(isAt(5));
        // Whoever wants to go on in it sees it.
        action("markNext")->trigger();
        QTRY_VERIFY(isAt(0));
        QTRY_COMPARE(m_workspace->view()->order, (RowOrder{Row{0}, Row{1}}));
    }

    /// A queue of four, in which each verdict leads to the next; then the dataset is opened again.
    void readsAQueueAndGoesOn()
    {
        write(12);
        open();
        inDialog<QDialog>([](QDialog& dialog) {
            dialog.findChild<QSpinBox*>(QStringLiteral("queueCount"))->setValue(4);
            dialog.findChild<QPushButton*>(QStringLiteral("startQueue"))->click();
        });
        action("markQueue")->trigger();
        QTRY_COMPARE(m_workspace->marks().queueRows().size(), std::size_t{4});
        const std::vector<Row> rows = m_workspace->marks().queueRows();
        QTRY_COMPARE(m_workspace->view()->order, RowOrder(rows.begin(), rows.end()));
        QTRY_VERIFY(isAt(static_cast<std::uint32_t>(rows[0])));
        text().setFocus();
        m_keys = 0;
        press(Qt::Key_1);
        QTRY_VERIFY(isAt(static_cast<std::uint32_t>(rows[1])));
        press(Qt::Key_2);
        QTRY_VERIFY(isAt(static_cast<std::uint32_t>(rows[2])));
        QTRY_COMPARE(m_workspace->marks().progress().done, std::size_t{2});
        QCOMPARE(m_keys, 2);
        reopen();
        QTRY_COMPARE(m_workspace->marks().queueRows(), rows);
        QCOMPARE(m_workspace->marks().progress().done, std::size_t{2});
        QCOMPARE(m_workspace->marks().nextUnjudged(std::nullopt), std::optional(rows[2]));
    }

    /// Another window, or another program, writes marks at the same time.
    void readsWhatOthersWrite()
    {
        write(3);
        open();
        press(Qt::Key_1);
        QTRY_COMPARE(answer(0, "verdict"), std::string("\"pass\""));
        MarkEvent event;
        event.id = newMarkId(1);
        event.at = 1;
        event.by = "ben";
        event.on.record = "a.jsonl#1";
        event.on.id = "c0";
        event.set = {{"verdict", "\"fail\""}};
        QVERIFY(appendMarks(marksFile("ben"), {&event, 1}).empty());
        QTRY_COMPARE_WITH_TIMEOUT(m_workspace->marks().of(Row{0}).size(), std::size_t{2}, 20000);
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("mark.verdict@ben:fail")));
        QTRY_COMPARE(m_workspace->view()->order, RowOrder{Row{0}});
    }

    /// Others' marks and the data's ratings are hidden until there is a verdict, which says so.
    void judgesBlind()
    {
        write(2);
        MarkEvent event;
        event.id = newMarkId(1);
        event.at = 1;
        event.by = "ben";
        event.on.record = "a.jsonl#1";
        event.on.id = "c0";
        event.set = {{"verdict", "\"fail\""}};
        QVERIFY(appendMarks(marksFile("ben"), {&event, 1}).empty());
        storeSetting(QStringLiteral("marks/blind"), true);
        open();
        auto* others = m_window->findChild<QLabel*>(QStringLiteral("otherMarks"));
        QTRY_VERIFY(others->text().contains(QStringLiteral("hidden")));
        press(Qt::Key_1);
        QTRY_VERIFY(others->text().contains(QStringLiteral("ben")));
        QCOMPARE(answer(0, "blind"), std::string("true"));
    }

    /// Which candidate the data prefer is among what is hidden.
    void judgesPairsBlind()
    {
        m_folder->write("a.jsonl", R"({"prompt":"Which?","chosen":"left","rejected":"right","judge_score":5})"
                                   "\n"
                                   R"({"prompt":"And now?","chosen":"up","rejected":"down","judge_score":1})"
                                   "\n");
        storeSetting(QStringLiteral("marks/blind"), true);
        open();
        QTRY_VERIFY(text().toPlainText().contains(QStringLiteral("left")));
        auto* fields = m_window->findChild<QTreeWidget*>(QStringLiteral("fieldsTree"));
        QTRY_VERIFY(fields->topLevelItemCount() == 1 &&
                    fields->topLevelItem(0)->text(0).contains(QStringLiteral("Hidden")));
        QVERIFY(!text().toPlainText().contains(QStringLiteral("Chosen")));
        press(Qt::Key_1);
        QTRY_VERIFY(text().toPlainText().contains(QStringLiteral("Chosen")));
        QTRY_VERIFY(!fields->findItems(QStringLiteral("judge score"), Qt::MatchExactly).isEmpty());
    }

    void marksSeveralRows()
    {
        write(5);
        open();
        auto* table = m_window->findChild<QAbstractItemView*>(QStringLiteral("recordTable"));
        QVERIFY(table != nullptr);
        table->setFocus();
        table->selectAll();
        QTRY_COMPARE(m_workspace->selectedRows().size(), std::size_t{5});
        press(Qt::Key_2);
        QTRY_COMPARE(answer(4, "verdict"), std::string("\"fail\""));
        QCOMPARE(readMarkFile(marksFile("anna")).events.size(), std::size_t{5});
        // All of it is one step.
        press(Qt::Key_U);
        QTRY_COMPARE(answer(4, "verdict"), std::string());
        QCOMPARE(answer(0, "verdict"), std::string());
    }

    /// A record that was edited keeps its marks and says so.
    void saysWhatHasChanged()
    {
        write(2);
        open();
        press(Qt::Key_1);
        QTRY_COMPARE(answer(0, "verdict"), std::string("\"pass\""));
        auto record = test::AgentRecord::ofTurns(2, "Something else?");
        record.id = "c0";
        m_folder->write("a.jsonl", record.json() + "\n");
        reopen();
        QTRY_COMPARE(m_workspace->marks().lost().changed, std::size_t{1});
        auto* changed = m_window->findChild<QLabel*>(QStringLiteral("changedMarks"));
        QTRY_VERIFY(changed->text().contains(QStringLiteral("changed")));
        QCOMPARE(answer(0, "verdict"), std::string("\"pass\""));
    }

    /// Notes become codes, codes are merged, everything is labelled, and the rates are counted.
    void analysesErrors()
    {
        write(6);
        for (int i = 0; i < 4; ++i) {
            MarkEvent event;
            event.id = newMarkId(i + 1);
            event.at = i + 1;
            event.by = "anna";
            event.on.record = "a.jsonl#" + std::to_string(i + 1);
            event.on.id = "c" + std::to_string(i);
            event.set = {{"note", "\"note " + std::to_string(i) + "\""}, {"verdict", "\"fail\""}};
            if (i < 3)
                event.set.emplace_back("code", i == 0 ? "[\"late\"]" : "[\"slow\"]");
            QVERIFY(appendMarks(marksFile("anna"), {&event, 1}).empty());
        }
        open();
        m_window->workbench().setPerspective(Perspective::Analyse);
        auto* notes = m_window->findChild<QTreeWidget*>(QStringLiteral("noteList"));
        auto* codes = m_window->findChild<QTreeWidget*>(QStringLiteral("codeList"));
        QTRY_COMPARE(notes->topLevelItemCount(), 4);
        QTRY_COMPARE(codes->topLevelItemCount(), 2);
        // The note without a code gets one.
        notes->setFocus();
        notes->setCurrentItem(notes->topLevelItem(3));
        inDialog<ValuePicker>([](ValuePicker& picker) {
            auto* line = picker.findChild<QLineEdit*>(QStringLiteral("pickerLine"));
            QTest::keyClicks(line, QStringLiteral("vague"));
            QTest::keyClick(line, Qt::Key_Return);
            QTest::keyClick(line, Qt::Key_Return);
        });
        QTest::keyClick(notes, Qt::Key_C);
        QTRY_COMPARE(codes->topLevelItemCount(), 3);
        QTRY_COMPARE(answer(3, "code"), std::string("[\"vague\"]"));
        const auto merge = [&] {
            codes->clearSelection();
            for (int i = 0; i < codes->topLevelItemCount(); ++i) {
                const QString name = codes->topLevelItem(i)->text(0);
                codes->topLevelItem(i)->setSelected(name == QLatin1String("late") ||
                                                    name == QLatin1String("slow"));
            }
            inDialog<QInputDialog>([](QInputDialog& dialog) {
                dialog.setTextValue(QStringLiteral("slow"));
                dialog.accept();
            });
            m_window->findChild<QToolButton*>(QStringLiteral("mergeCodes"))->click();
        };
        // The new code is in the scheme.
        QCOMPARE(m_workspace->marks().scheme().version, 2);
        merge();
        QTRY_COMPARE(answer(0, "code"), std::string("[\"slow\"]"));
        QTRY_COMPARE(codes->topLevelItemCount(), 2);
        QCOMPARE(m_workspace->marks().scheme().version, 3);
        // What is selected is what was, not what is at its place now.
        QVERIFY(codes->selectedItems().size() == 1 &&
                codes->selectedItems().front()->text(0) == QLatin1String("slow"));
        QVERIFY(QFile::exists(toQt((m_folder->path() / ".duologue/schemes/pass-fail@3.json").string())));
        // Taken back, the marks and the scheme are as before.
        const auto namesOf = [](const MarkScheme& scheme) {
            std::string names;
            for (const SchemeChoice& choice : codeChoicesOf(scheme))
                names += choice.value + ' ';
            return names;
        };
        const std::string merged = namesOf(m_workspace->marks().scheme());
        action("markUndo")->trigger();
        QTRY_COMPARE(answer(0, "code"), std::string("[\"late\"]"));
        QTRY_COMPARE(codes->topLevelItemCount(), 3);
        QCOMPARE(m_workspace->marks().scheme().version, 4);
        QVERIFY(namesOf(m_workspace->marks().scheme()) != merged);
        merge();
        QTRY_COMPARE(answer(0, "code"), std::string("[\"slow\"]"));
        QTRY_COMPARE(codes->topLevelItemCount(), 2);
        // Label all: nothing occurs in the first one, and in the others what the notes say.
        m_window->findChild<QToolButton*>(QStringLiteral("labelAll"))->click();
        QTRY_VERIFY(isAt(0));
        QVERIFY(m_workspace->marks().isLabelling());
        text().setFocus();
        for (std::uint32_t i = 0; i < 4; ++i) {
            inDialog<ValuePicker>([i](ValuePicker& picker) {
                auto* line = picker.findChild<QLineEdit*>(QStringLiteral("pickerLine"));
                if (i == 0) {
                    QTest::keyClicks(line, QStringLiteral("slow"));
                    QTest::keyClick(line, Qt::Key_Return);
                }
                QTest::keyClick(line, Qt::Key_Return);
            });
            press(Qt::Key_C);
            QTRY_VERIFY(m_workspace->marks().isJudged(Row{i}));
            if (i < 3)
                QTRY_VERIFY(isAt(i + 1));
        }
        QCOMPARE(answer(0, "code"), std::string());
        m_window->workbench().setPerspective(Perspective::Analyse);
        auto* rates = m_window->findChild<QTableWidget*>(QStringLiteral("codeRates"));
        const auto rateOf = [rates](const QString& code) {
            for (int row = 0; row < rates->rowCount(); ++row) {
                if (rates->verticalHeaderItem(row)->text() == code)
                    return rates->item(row, 0)->text();
            }
            return QString();
        };
        QTRY_COMPARE(rateOf(QStringLiteral("slow")), QStringLiteral("2 of 4: 50 % (15 % to 85 %)"));
        QTRY_COMPARE(rateOf(QStringLiteral("vague")), QStringLiteral("1 of 4: 25 % (5 % to 70 %)"));
        // A cell filters what it counts: not what another reader says, nor what was not labelled.
        MarkEvent other;
        other.id = newMarkId(100);
        other.at = 100;
        other.by = "ben";
        other.on.record = "a.jsonl#6";
        other.on.id = "c5";
        other.set = {{"code", "[\"slow\"]"}};
        QVERIFY(appendMarks(marksFile("ben"), {&other, 1}).empty());
        QTRY_COMPARE_WITH_TIMEOUT(m_workspace->marks().of(Row{5}).size(), std::size_t{1}, 20000);
        for (int row = 0; row < rates->rowCount(); ++row) {
            if (rates->verticalHeaderItem(row)->text() == QLatin1String("slow"))
                Q_EMIT rates->cellActivated(row, 0);
        }
        QTRY_COMPARE(m_workspace->view()->order, (RowOrder{Row{1}, Row{2}}));
    }

private:
    void write(int count)
    {
        std::string lines;
        for (int i = 0; i < count; ++i) {
            auto record =
                test::AgentRecord::ofTurns(2, "Where shall we go on day " + std::to_string(i) + "?");
            record.id = "c" + std::to_string(i);
            lines += record.json() + "\n";
        }
        m_folder->write("a.jsonl", lines);
    }

    QByteArray dataBytes() const
    {
        QFile file(toQt((m_folder->path() / "a.jsonl").string()));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    std::filesystem::path marksFile(const std::string& reader) const
    {
        return m_folder->path() / ".duologue" / "marks" / (reader + ".jsonl");
    }

    void open()
    {
        m_workspace = std::make_unique<Workspace>();
        m_window = std::make_unique<MainWindow>(*m_workspace);
        m_window->resize(1440, 900);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_workspace->open({toQt(m_folder->path().string())});
        QTRY_VERIFY(!m_workspace->isLoading() && m_workspace->current());
        m_window->workbench().setPerspective(Perspective::Read);
        text().setFocus();
        QTRY_VERIFY(text().hasFocus());
    }

    void reopen()
    {
        m_window.reset();
        m_workspace.reset();
        open();
    }

    std::string answer(std::uint32_t row, std::string_view question) const
    {
        return m_workspace->marks().ownAnswer(Row{row}, question);
    }

    bool isAt(std::uint32_t row) const
    {
        return m_workspace->current() != nullptr && m_workspace->current()->row == Row{row};
    }

    QAction* action(const char* name) const { return m_window->findChild<QAction*>(QLatin1String(name)); }

    /// Does something in the dialog that opens next.
    template<typename Dialog, typename Do>
    void inDialog(Do what)
    {
        auto* timer = new QTimer(m_window.get());
        connect(timer, &QTimer::timeout, timer, [timer, what] {
            auto* dialog = qobject_cast<Dialog*>(QApplication::activeModalWidget());
            if (dialog == nullptr)
                return;
            timer->stop();
            timer->deleteLater();
            what(*dialog);
        });
        timer->start();
    }

    /// Where the focus is.
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        ++m_keys;
        // After a dialog, the window has yet to get the focus again.
        if (QApplication::focusWidget() == nullptr)
            m_window->activateWindow();
        QTRY_VERIFY(QApplication::focusWidget() != nullptr &&
                    QApplication::focusWidget()->window() == m_window.get());
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

DUOLOGUE_TEST(MarkKeysTest)
#include "mark_keys_test.moc"
