// SPDX-License-Identifier: GPL-3.0-or-later
#include "reading_fixture.h"
#include "tests/support/load.h"
#include "tests/support/test_class.h"
#include "ui/app/intent_codes.h"
#include "ui/app/settings.h"
#include "ui/charts/chart_marks.h"
#include "ui/record/messages.h"
#include "ui/transcript/transcript_view.h"
#include "ui/widgets/colors.h"
#include "ui/widgets/layouts.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace duologue;
using namespace duologue::ui;
using namespace duologue::ui::test;

namespace {

constexpr QSize kReadingPanelsPanel{420, 640};

/// The row of a message in a list.
QModelIndex rowOf(const MessageListView& list, int message)
{
    for (int row = 0; row < list.model()->rowCount(); ++row) {
        const QModelIndex index = list.model()->index(row, MessageListModel::NumberColumn);
        if (index.data(MessageListModel::MessageRole).toInt() == message)
            return index;
    }
    return {};
}

void clickRow(const MessageListView& list, int message)
{
    const QRect point = list.visualRect(rowOf(list, message));
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, point.center());
}

QColor colorIn(QWidget& widget, const QRect& rect)
{
    // Beside the letters.
    return widget.grab().toImage().pixelColor(rect.left() + 3, rect.center().y());
}

} // namespace

/// The panels beside the transcript: they follow it, go to messages, count and filter.
class ReadingPanelsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_reading = std::make_unique<Reading>();
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), fourMessages());
        m_reading->write(
            QStringLiteral("LLM_agent_user/travel planning/2.json"),
            simulated(
                {withIntent(message(QStringLiteral("user"), QStringLiteral("Hi"), QStringLiteral("你好")),
                            QStringLiteral("Search"), QStringLiteral("检索")),
                 message(QStringLiteral("assistant"), QStringLiteral("Yes"), QStringLiteral("好"))}));
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/3.json"), fourMessages());
        m_reading->write(QStringLiteral("real_human_user/User_1/技能学习规划/1.json"), real());
    }

    void cleanup()
    {
        m_reading.reset();
        storeSetting(QStringLiteral("messages/all_annotated"), {});
    }

    void modelsAreConsistent()
    {
        MessageListModel messages;
        const QAbstractItemModelTester first(&messages,
                                             QAbstractItemModelTester::FailureReportingMode::QtTest);
        QVERIFY(m_reading->open());
        messages.setRecord(m_reading->workspace.current());
        QCOMPARE(messages.rowCount(), 4);
        const auto text = [&](int row, int column) {
            return messages.index(row, column).data(Qt::DisplayRole).toString();
        };
        QCOMPARE(text(0, MessageListModel::IntentColumn), QStringLiteral("Planning 规划"));
        QCOMPARE(text(1, MessageListModel::MarkColumn), QStringLiteral("yes"));
        QCOMPARE(text(1, MessageListModel::TextColumn), QStringLiteral("There is no night train."));
        messages.setRecord(nullptr);
        QCOMPARE(messages.rowCount(), 0);
    }

    void aClickGoesToTheMessageInBothColumns()
    {
        TranscriptView transcript(m_reading->workspace, nullptr);
        transcript.resize(1200, 300);
        transcript.show();
        const auto panel = openMessages();
        QVERIFY(m_reading->open());
        auto* list = panel->findChild<MessageListView*>();
        listAll(*panel);
        clickRow(*list, 3);
        QCOMPARE(m_reading->workspace.currentMessage(), 3);
        QTRY_VERIFY(transcript.viewport()->rect().intersects(transcript.messageRect(3)));
        const QImage image = transcript.viewport()->grab().toImage();
        for (const int column : {0, 1}) {
            const QRect text = transcript.textRect(3, column);
            QCOMPARE(image.pixelColor(text.center().x(), text.top() - 2),
                     transcript.transcript()->style().colors.current);
        }
        clickRow(*list, 0);
        QCOMPARE(m_reading->workspace.currentMessage(), 0);
        QTRY_VERIFY(transcript.messageRect(0).top() >= 0);
    }

    /// Only marked messages at first, and in the whole list they are first.
    void listsMarkedMessagesFirst()
    {
        const auto panel = openMessages();
        QVERIFY(m_reading->open());
        auto* list = panel->findChild<MessageListView*>();
        QTRY_VERIFY(list->isVisible());
        QCOMPARE(list->shownCount(), 1);
        const auto message = [list](int row) {
            return list->model()->index(row, 0).data(MessageListModel::MessageRole).toInt();
        };
        QCOMPARE(message(0), 1);
        listAll(*panel);
        QCOMPARE(list->shownCount(), 4);
        QCOMPARE(QList<int>({message(0), message(1), message(2), message(3)}), QList<int>({1, 0, 2, 3}));
        // The choice stays.
        const auto again = openMessages();
        QVERIFY(m_reading->choose(Row{2}));
        QTRY_COMPARE(again->findChild<MessageListView*>()->shownCount(), 4);
        QVERIFY(m_reading->choose(Row{1}));
        listMarked(*again);
        auto* note = again->findChild<QLabel*>(QStringLiteral("messagesNote"));
        QTRY_VERIFY(note->isVisible());
        QCOMPARE(note->text(), QStringLiteral("No marked messages here."));
    }

    void marksTheCurrentMessage()
    {
        const auto panel = openMessages();
        QVERIFY(m_reading->open());
        auto* list = panel->findChild<MessageListView*>();
        m_reading->workspace.setCurrentMessage(2);
        QVERIFY(!list->selectionModel()->hasSelection());
        listAll(*panel);
        QVERIFY(list->selectionModel()->isRowSelected(rowOf(*list, 2).row()));
        listMarked(*panel);
        m_reading->workspace.setCurrentMessage(1);
        QVERIFY(list->selectionModel()->isRowSelected(rowOf(*list, 1).row()));
        QCOMPARE(m_reading->workspace.currentMessage(), 1);
    }

    void aClickOnTheCurrentMessageScrollsToIt()
    {
        const auto panel = openMessages();
        QVERIFY(m_reading->open());
        auto* list = panel->findChild<MessageListView*>();
        clickRow(*list, 1);
        QSignalSpy changes(&m_reading->workspace, &Workspace::currentMessageChanged);
        clickRow(*list, 1);
        QCOMPARE(changes.last().first().toInt(), 1);
        QVERIFY(list->selectionModel()->hasSelection());
    }

    void aDoubleClickFilters()
    {
        const auto panel = openMessages();
        QVERIFY(m_reading->open());
        auto* list = panel->findChild<MessageListView*>();
        listAll(*panel);
        const auto doubleClick = [list](int message, int column) {
            const QPoint point = list->visualRect(rowOf(*list, message).siblingAtColumn(column)).center();
            QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, point);
            QTest::mouseDClick(list->viewport(), Qt::LeftButton, {}, point);
        };
        doubleClick(2, MessageListModel::IntentColumn);
        QCOMPARE(toText(m_reading->workspace.query()), std::string("intent:Search"));
        m_reading->workspace.setQuery({});
        doubleClick(1, MessageListModel::MarkColumn);
        QCOMPARE(toText(m_reading->workspace.query()), std::string("hallucination:yes"));
    }

    void datasetsWithoutAnnotationsNeedNoList()
    {
        const auto annotated = openMessages();
        QVERIFY(m_reading->open());
        QTRY_VERIFY(hasContent(*annotated));
        Reading reading;
        QJsonObject record = simulated({message(QStringLiteral("user"), QStringLiteral("a")),
                                        message(QStringLiteral("assistant"), QStringLiteral("b"))});
        for (const QString& key : record.keys()) {
            if (key.startsWith(QLatin1String("profile")) || key.startsWith(QLatin1String("strategy")))
                record.remove(key);
        }
        reading.write(QStringLiteral("t/1.json"), record);
        const auto plain = openPanel(QStringLiteral("messages"), reading.workspace, kReadingPanelsPanel);
        QVERIFY(reading.open());
        QTRY_VERIFY(!hasContent(*plain));
        for (const char* id : {"profile", "strategy"}) {
            const auto panel = openPanel(QLatin1String(id), reading.workspace, kReadingPanelsPanel);
            QVERIFY2(!hasContent(*panel), id);
        }
    }

    /// An intent looks the same in every conversation, wherever it stands in it.
    void intentsHaveOneCodeAndColour()
    {
        const std::vector<std::pair<const char*, QString>> usual{
            {"Planning", QStringLiteral("Pl")},
            {"Search", QStringLiteral("Se")},
            {"Search & Recommendation", QStringLiteral("SR")},
            {"Recommendation", QStringLiteral("Re")},
            {"Evaluation", QStringLiteral("Ev")},
            {"Others", QStringLiteral("Ot")}};
        QSet<int> colors;
        for (const auto& [name, letters] : usual) {
            QCOMPARE(IntentCodes().of(Name{name, {}}).letters, letters);
            colors << IntentCodes().of(Name{name, {}}).color;
        }
        QCOMPARE(colors.size(), 6);
        QCOMPARE(IntentCodes().of(Name{{}, "闲聊"}).letters, QStringLiteral("闲"));
        // Two intents of a dataset that begin alike.
        Snapshot snapshot;
        Categories& intents =
            snapshot.messages.columns[static_cast<std::size_t>(MessageColumn::Intent)].categories;
        intents.push_back({"Reflection", {}});
        intents.push_back({"Recommendation", {}});
        const IntentCodes codes(snapshot);
        QCOMPARE(codes.all()[1], IntentCodes().of(Name{"Recommendation", {}}));
        QVERIFY(codes.all()[0].letters != codes.all()[1].letters &&
                codes.all()[0].color != codes.all()[1].color);
        QCOMPARE(codes.of(Name{"Reflection", "反思"}), codes.all()[0]);
        const auto panel = openMessages();
        QVERIFY(m_reading->open());
        auto* strip = panel->findChild<IntentStrip*>();
        // Planning, then Search; the second conversation begins with Search.
        const QColor search = colorIn(*strip, strip->stepRect(1));
        QCOMPARE(search, categoryColor(IntentCodes().of(Name{"Search", "检索"}).color));
        QVERIFY(m_reading->choose(Row{1}));
        QCOMPARE(colorIn(*strip, strip->stepRect(0)), search);
    }

    void goesToTheNextHallucination()
    {
        const auto panel = openMessages();
        QVERIFY(m_reading->open());
        auto* next = panel->findChild<QPushButton*>(QStringLiteral("nextHallucination"));
        QTRY_VERIFY(next->isEnabled());
        // First in the current conversation, then in the next ones, wrapping around.
        for (const Row expected : {Row{0}, Row{2}, Row{0}}) {
            // Enabled whether the dataset is counted or not.
            QVERIFY(next->isEnabled());
            QTest::mouseClick(next, Qt::LeftButton);
            QTRY_VERIFY(m_reading->workspace.current() && m_reading->workspace.current()->row == expected);
            QTRY_COMPARE(m_reading->workspace.currentMessage(), 1);
        }
    }

    /// The key does what the button does, in both directions, and says when it passes the end of the list.
    void keysGoToMarksOfOtherConversations()
    {
        TranscriptView transcript(m_reading->workspace, nullptr);
        transcript.show();
        QVERIFY(m_reading->open());
        QSignalSpy reported(&m_reading->workspace, &Workspace::reported);
        const auto goTo = [&](const char* action, Row row) {
            transcript.action(QLatin1String(action))->trigger();
            QTRY_VERIFY(m_reading->workspace.current() && m_reading->workspace.current()->row == row);
            QTRY_COMPARE(m_reading->workspace.currentMessage(), 1);
        };
        goTo("markedNext", Row{0});
        goTo("markedNext", Row{2});
        QCOMPARE(reported.size(), 0);
        goTo("markedNext", Row{0});
        QCOMPARE(reported.size(), 1);
        QVERIFY(reported.front().at(1).toString().contains(QStringLiteral("1 of 4")));
        goTo("markedPrevious", Row{2});
        QCOMPARE(reported.size(), 2);
        goTo("markedPrevious", Row{0});
        QCOMPARE(reported.size(), 2);
    }

    void explainsRatings()
    {
        const auto panel = openPanel(QStringLiteral("ratings"), m_reading->workspace, kReadingPanelsPanel);
        QVERIFY(m_reading->open());
        const auto texts = [&] {
            QStringList all;
            for (const QLabel* label : panel->findChildren<QLabel*>())
                all << label->text();
            return all.join(QLatin1Char('\n'));
        };
        QTRY_VERIFY(texts().contains(QStringLiteral("dataset mean 1.25 (n = 4)")));
        QVERIFY(texts().contains(QStringLiteral("Detail Level")));
        QCOMPARE(panel->findChild<QLabel*>(QStringLiteral("criterionThatApplies"))->text(),
                 QStringLiteral("Between the two"));
        const auto marks = panel->findChildren<StepMarks*>();
        QCOMPARE(
            std::count_if(marks.begin(), marks.end(), [](const auto* each) { return each->isVisible(); }), 2);
        QVERIFY(m_reading->choose(Row{3}));
        QTRY_VERIFY(texts().contains(QStringLiteral("Question: 介绍得够不够细？")));
        QVERIFY(texts().contains(QStringLiteral("Answer: 详细")));
        QTRY_COMPARE(panel->findChild<QLabel*>(QStringLiteral("criterionThatApplies"))->text(),
                     QStringLiteral("In depth, for example a recipe with its ingredients and steps"));
    }

    void ratingsOfThePreviousConversationDisappear()
    {
        const auto panel = openPanel(QStringLiteral("ratings"), m_reading->workspace, kReadingPanelsPanel);
        QVERIFY(m_reading->open());
        const auto seen = [&panel] {
            QStringList all;
            for (const QWidget* widget : panel->findChildren<QWidget*>()) {
                const auto* label = qobject_cast<const QLabel*>(widget);
                if (label != nullptr && label->isVisible())
                    all << label->text() + widget->objectName() +
                               widget->palette().windowText().color().name() +
                               QString::number(label->font().weight()) + label->selectedText();
                else if (widget->isVisible() && !widget->accessibleName().isEmpty())
                    all << widget->accessibleName() + widget->toolTip();
                else if (label != nullptr && !label->objectName().isEmpty())
                    all << QStringLiteral("hidden: ") + label->objectName();
            }
            return all;
        };
        const auto says = [&seen](const QString& text) {
            return seen().join(QLatin1Char('\n')).contains(text);
        };
        QTRY_VERIFY(says(QStringLiteral("dataset mean 1.25 (n = 4)")));
        const QStringList first = seen();
        for (QLabel* label : panel->findChildren<QLabel*>())
            label->setSelection(0, 2);
        QVERIFY(m_reading->choose(Row{3}));
        QTRY_VERIFY(says(QStringLiteral("Answer: 详细")));
        const qsizetype made = panel->findChildren<QLabel*>().size();
        QVERIFY(m_reading->choose(Row{0}));
        QTRY_COMPARE(seen(), first);
        QCOMPARE(panel->findChildren<QLabel*>().size(), made);
        m_reading->workspace.open({QStringLiteral("/nowhere")});
        QTRY_VERIFY(says(QStringLiteral("No conversation selected")));
        QVERIFY(!says(QStringLiteral("dataset mean")) && !says(QStringLiteral("hidden: ")));
    }

    void showsWhereTheNextHallucinationIs()
    {
        const auto panel = openMessages();
        QVERIFY(m_reading->open());
        auto* next = panel->findChild<QPushButton*>(QStringLiteral("nextHallucination"));
        QTRY_COMPARE(next->text(), QStringLiteral("Next: message 2"));
        // The dataset may not be counted yet.
        QVERIFY(next->isEnabled());
        QTest::mouseClick(next, Qt::LeftButton);
        QCOMPARE(m_reading->workspace.currentMessage(), 1);
        // In the same folder, the name of the file is enough.
        QTRY_COMPARE(next->text(), QStringLiteral("Next: 3.json, message 2 · 3 of 4"));
    }

    /// Files have the same names in every folder.
    void tellsFoldersApartWhereTheNextHallucinationIs()
    {
        Reading reading;
        reading.write(QStringLiteral("all/travel planning/1.json"), fourMessages());
        reading.write(QStringLiteral("all/skill learning/1.json"), fourMessages());
        const auto panel = openPanel(QStringLiteral("messages"), reading.workspace, kReadingPanelsPanel);
        QVERIFY(reading.open());
        auto* next = panel->findChild<QPushButton*>(QStringLiteral("nextHallucination"));
        QTRY_COMPARE(next->text(), QStringLiteral("Next: message 2"));
        QTest::mouseClick(next, Qt::LeftButton);
        QTRY_COMPARE(next->text(), QStringLiteral("Next: travel planning/1.json, message 2 · 2 of 2"));
        QVERIFY(next->toolTip().contains(QStringLiteral("travel planning/1.json")));
        // A narrow panel shows the end of the path.
        panel->resize(200, 640);
        QTRY_VERIFY2(next->text().endsWith(QStringLiteral("/1.json")) && next->text().contains(QChar(0x2026)),
                     qPrintable(next->text()));
        QCOMPARE(panel->width(), 200);
    }

    void stepsThroughTheSequenceOfIntents()
    {
        const auto panel = openMessages();
        QVERIFY(m_reading->open());
        auto* strip = panel->findChild<IntentStrip*>();
        QCOMPARE(strip->count(), 2);
        QCOMPARE(strip->accessibleName(), QStringLiteral("Intents in order: Planning 规划, Search 检索"));
        QTest::mouseClick(strip, Qt::LeftButton, {}, strip->stepRect(1).center());
        QCOMPARE(m_reading->workspace.currentMessage(), 2);
    }

    void showsTheRankOfARating()
    {
        const auto panel = openPanel(QStringLiteral("ratings"), m_reading->workspace, kReadingPanelsPanel);
        QVERIFY(m_reading->open(samplePath() + QStringLiteral("/RecLLMSim/LLM_agent_user")));
        // Counted from the records themselves.
        std::map<double, int> counts;
        for (Row row{0}; row < m_reading->workspace.snapshot().endRow(); ++row) {
            QVERIFY(m_reading->choose(row));
            for (const Rating& rating : m_reading->workspace.current()->conversation.ratings) {
                if (rating.name == "Diversity" && rating.value)
                    ++counts[*rating.value];
            }
        }
        int all = 0;
        for (const auto& [value, count] : counts)
            all += count;
        double own = -1;
        for (const Rating& rating : m_reading->workspace.current()->conversation.ratings)
            own = rating.name == "Diversity" ? *rating.value : own;
        int below = 0;
        for (const auto& [value, count] : counts)
            below += value < own ? count : 0;
        const auto percent = [all](int count) { return QString::number(100.0 * count / all, 'f', 0); };
        const QString expected = QStringLiteral("above %1%, equal to %2% of the dataset")
                                     .arg(percent(below), percent(counts[own]));
        const auto shown = [&panel] {
            const auto* point = panel->findChild<QLabel*>(QStringLiteral("place_rating.diversity"));
            return point == nullptr ? QString() : point->text();
        };
        QTRY_COMPARE(shown(), expected);
    }

    void namesTheConversation()
    {
        const auto panel = openPanel(QStringLiteral("conversation"), m_reading->workspace, {1000, 700});
        QVERIFY(m_reading->open());
        auto* title = panel->findChild<QLabel*>(QStringLiteral("conversationTitle"));
        QTRY_VERIFY(title->text().contains(QStringLiteral("travel planning (旅行规划)")));
        QVERIFY(title->text().contains(QStringLiteral("RecLLMSim")));
        QVERIFY(title->text().contains(QStringLiteral("LLM_agent_user")));
        auto* previous = panel->findChild<QToolButton*>(QStringLiteral("previousConversation"));
        QVERIFY(!previous->isEnabled());
        QTest::mouseClick(panel->findChild<QToolButton*>(QStringLiteral("nextConversation")), Qt::LeftButton);
        QTRY_VERIFY(m_reading->workspace.current() && m_reading->workspace.current()->row == Row{1});
        QVERIFY(previous->isEnabled());
    }

    void continuesFromTheLastListedRow()
    {
        const QJsonObject one = simulated({message(QStringLiteral("user"), QStringLiteral("a")),
                                           message(QStringLiteral("assistant"), QStringLiteral("b"))});
        Reading reading;
        for (const auto& [name, record] :
             {std::pair{"1", one}, std::pair{"2", fourMessages()}, std::pair{"3", one}, std::pair{"4", one}})
            reading.write(QStringLiteral("t/%1.json").arg(QLatin1String(name)), record);
        const auto panel = openPanel(QStringLiteral("conversation"), reading.workspace, {1000, 700});
        QVERIFY(reading.open());
        QVERIFY(!reading.workspace.setQueryText(QStringLiteral("turns:1")));
        QTRY_COMPARE(reading.workspace.view()->order, duologue::test::rowsAt({0, 2, 3}));
        QVERIFY(reading.choose(Row{2}));
        // A record that the filter hides.
        QVERIFY(reading.choose(Row{1}));
        QTest::mouseClick(panel->findChild<QToolButton*>(QStringLiteral("nextConversation")), Qt::LeftButton);
        QTRY_COMPARE(reading.workspace.currentRow(), std::optional(Row{3}));
    }

    void readsTheSample()
    {
        const auto panel = openPanel(QStringLiteral("conversation"), m_reading->workspace, {1000, 700});
        QVERIFY(m_reading->open(samplePath() + QStringLiteral("/RecLLMSim")));
        auto* transcript = panel->findChild<TranscriptView*>(QStringLiteral("transcript"));
        for (Row row{0}; row < m_reading->workspace.snapshot().endRow(); ++row) {
            QVERIFY(m_reading->choose(row));
            QVERIFY(transcript->transcript() != nullptr);
            QTRY_VERIFY(transcript->transcript()->isComplete());
            QVERIFY(!transcript->grab().isNull());
        }
    }

private:
    std::unique_ptr<QWidget> openMessages() const
    {
        return openPanel(QStringLiteral("messages"), m_reading->workspace, kReadingPanelsPanel);
    }
    static void listAll(const QWidget& panel) { tick(panel, true); }
    static void listMarked(const QWidget& panel) { tick(panel, false); }
    static void tick(const QWidget& panel, bool on)
    {
        auto* box = panel.findChild<QCheckBox*>(QStringLiteral("allAnnotated"));
        QTRY_VERIFY(box->isVisible());
        if (box->isChecked() != on)
            QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
        QCOMPARE(box->isChecked(), on);
    }

    std::unique_ptr<Reading> m_reading;
};

DUOLOGUE_TEST(ReadingPanelsTest)
#include "reading_panels_test.moc"
