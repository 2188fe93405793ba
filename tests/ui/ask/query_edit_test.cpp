// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/query_parser.h"
#include "core/util/phrase_id.h"
#include "tests/support/load.h"
#include "tests/support/test_class.h"
#include "ui/app/intent_codes.h"
#include "ui/app/query_memory.h"
#include "ui/app/settings.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/query/query_bar.h"
#include "ui/query/query_completion.h"
#include "ui/query/query_edit.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QRegularExpression>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>
#include <QTimer>
#include <QToolButton>

using namespace duologue;
using namespace duologue::ui;

class QueryEditTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<QueryBar> m_bar;
    QueryEdit* m_edit = nullptr;
    CompletionPopup* m_popup = nullptr;

    QString query() const { return toQt(toText(m_workspace->query())); }
    QStringList labels() const
    {
        QStringList all;
        for (const Completion& completion : m_edit->completions().completions())
            all << completion.label;
        return all;
    }
    const Completion* completion(const QString& label) const
    {
        for (const Completion& each : m_edit->completions().completions()) {
            if (each.label == label)
                return &each;
        }
        return nullptr;
    }
    QList<QToolButton*> chips() const
    {
        QList<QToolButton*> visible;
        for (auto* chip :
             m_bar->findChildren<QToolButton*>(QRegularExpression(QStringLiteral("^chip\\d+$")))) {
            if (chip->isVisible())
                visible << chip;
        }
        return visible;
    }
    /// The chips are shown while nobody types.
    void leaveLine()
    {
        m_edit->clearFocus();
        QTRY_VERIFY(!chips().isEmpty());
    }
    const QLabel* label(const char* name) const { return m_bar->findChild<QLabel*>(QLatin1String(name)); }
    void waitForPause() const
    {
        auto* pause = m_bar->findChild<QTimer*>(QStringLiteral("typingPause"));
        QTRY_VERIFY(!pause->isActive());
    }
    void type(const QString& text) { QTest::keyClicks(m_edit, text); }
    void press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(m_edit, Qt::Key(key), modifiers);
    }

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Duologue"));
        QCoreApplication::setApplicationName(QStringLiteral("duologue-query-test"));
    }

    void init()
    {
        writeSettings();
        QSettings().clear();
        m_workspace = std::make_unique<Workspace>();
        m_bar = std::make_unique<QueryBar>(*m_workspace, nullptr);
        m_edit = m_bar->findChild<QueryEdit*>();
        m_popup = m_bar->findChild<CompletionPopup*>();
        m_bar->resize(700, 80);
        m_bar->show();
        m_bar->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_bar.get()));
        m_edit->setFocus();
        m_workspace->open({QString::fromStdString(test::sampleFolder().string())});
        QTRY_VERIFY_WITH_TIMEOUT(!m_workspace->isLoading() && m_workspace->snapshot().complete, 20000);
    }

    void cleanup()
    {
        m_bar.reset();
        m_workspace.reset();
    }

    void fieldsAndTheirValuesAreCompletedByKeys()
    {
        QAbstractItemModelTester tester(const_cast<CompletionModel*>(&m_edit->completions()));
        type(QStringLiteral("tas"));
        QVERIFY(m_popup->isVisible());
        QCOMPARE(labels().front(), QStringLiteral("task"));
        press(Qt::Key_Tab);
        QCOMPARE(m_edit->text(), QStringLiteral("task:"));
        QVERIFY(m_edit->hasFocus());
        // A worker delivers the values, the most frequent first.
        QTRY_VERIFY(m_popup->isVisible() && labels().contains(QStringLiteral("recipe planning")));
        std::uint64_t before = m_edit->completions().completions().front().count.value();
        for (const Completion& each : m_edit->completions().completions()) {
            QVERIFY(each.count.value() <= before);
            before = *each.count;
        }
        const std::uint64_t expected = completion(QStringLiteral("recipe planning"))->count.value();
        type(QStringLiteral("recipe"));
        QCOMPARE(labels(), QStringList{QStringLiteral("recipe planning")});
        QCOMPARE(m_popup->chosen(), -1);
        press(Qt::Key_Down);
        QCOMPARE(m_popup->chosen(), 0);
        // Screen readers, whose focus stays in the line, get the selected suggestion.
        QVERIFY(m_edit->accessibleDescription().startsWith(QStringLiteral("recipe planning")));
        press(Qt::Key_Return);
        QCOMPARE(m_edit->text(), QStringLiteral("task:\"recipe planning\" "));
        QVERIFY(!m_popup->isVisible());
        press(Qt::Key_Return);
        QCOMPARE(query(), QStringLiteral("task:\"recipe planning\""));
        QTRY_COMPARE(m_workspace->view()->order.size(), std::size_t{expected});
    }

    void chineseNamesAreCompleted()
    {
        m_edit->setText(QStringLiteral("task:旅"));
        // Typed by an input method.
        QInputMethodEvent typed({}, {});
        typed.setCommitString(QStringLiteral("行"));
        QCoreApplication::sendEvent(m_edit, &typed);
        QTRY_VERIFY(m_popup->isVisible());
        QVERIFY(labels().contains(QStringLiteral("旅行规划")));
        const Completion chosen = *completion(QStringLiteral("旅行规划"));
        QCOMPARE(chosen.note, QStringLiteral("travel planning"));
        press(Qt::Key_Tab);
        QCOMPARE(m_edit->text(), QStringLiteral("task:") + labels().front() + QLatin1Char(' '));
    }

    void conditionsOnMessagesAreCompleted()
    {
        type(QStringLiteral("mess"));
        QVERIFY(labels().contains(QStringLiteral("message(")));
        press(Qt::Key_Escape);
        QVERIFY(!m_popup->isVisible());
        QCOMPARE(m_edit->text(), QStringLiteral("mess"));
        type(QStringLiteral("age(rep"));
        QCOMPARE(labels(), QStringList{QStringLiteral("reply_to.intent")});
        press(Qt::Key_Tab);
        QTRY_VERIFY(m_popup->isVisible() && labels().contains(QStringLiteral("Planning")));
        QVERIFY(completion(QStringLiteral("Planning"))->count > 0);
        QCOMPARE(completion(QStringLiteral("Planning"))->note, QStringLiteral("规划"));
    }

    void marksAreCompletedByName()
    {
        type(QStringLiteral("hallucination:"));
        QTRY_VERIFY(m_popup->isVisible());
        QVERIFY(labels().contains(QStringLiteral("yes")) && labels().contains(QStringLiteral("no")));
        const auto count = completion(QStringLiteral("yes"))->count;
        type(QStringLiteral("yes"));
        press(Qt::Key_Return);
        QTRY_COMPARE(m_workspace->view()->order.size(), std::size_t{count.value()});
    }

    void enterAppliesTheTextUnlessAnEntryIsSelected()
    {
        type(QStringLiteral("tra"));
        QVERIFY(m_popup->isVisible());
        press(Qt::Key_Return);
        QVERIFY(!m_popup->isVisible());
        QCOMPARE(query(), QStringLiteral("tra"));
    }

    void upShowsOlderQueries()
    {
        for (const char* text : {"turns:2", "turns:3", "turns:4"}) {
            m_edit->setText(QLatin1String(text));
            press(Qt::Key_Return);
        }
        m_edit->setText(QStringLiteral("half"));
        press(Qt::Key_Up);
        QCOMPARE(m_edit->text(), QStringLiteral("turns:4"));
        press(Qt::Key_Up);
        press(Qt::Key_Up);
        press(Qt::Key_Up);
        QCOMPARE(m_edit->text(), QStringLiteral("turns:2"));
        press(Qt::Key_Down);
        press(Qt::Key_Down);
        press(Qt::Key_Down);
        QCOMPARE(m_edit->text(), QStringLiteral("half"));
        // A shown query is not applied.
        QCOMPARE(query(), QStringLiteral("turns:4"));
        press(Qt::Key_Down);
        QVERIFY(m_popup->isVisible() || labels().isEmpty());
    }

    /// The pause ends before a worker has counted the values of the field, of which none is suggested.
    void aSlowCountKeepsNoQueryBack()
    {
        m_bar->findChild<QTimer*>(QStringLiteral("typingPause"))->setInterval(0);
        type(QStringLiteral("turns:>=2"));
        QTRY_COMPARE(query(), QStringLiteral("turns:>=2"));
        QVERIFY(!label("queryUnfinished")->isVisible());
    }

    void mistakesWaitForTheEndOfTyping()
    {
        auto* mistake = m_bar->findChild<QLabel*>(QStringLiteral("queryMistake"));
        type(QStringLiteral("turns:3"));
        QTRY_COMPARE(query(), QStringLiteral("turns:3"));
        type(QStringLiteral(" task:"));
        auto* pause = m_bar->findChild<QTimer*>(QStringLiteral("typingPause"));
        QVERIFY(pause->isActive());
        QTRY_VERIFY(!pause->isActive());
        QVERIFY(!mistake->isVisible());
        QVERIFY(label("queryUnfinished")->isVisible());
        QVERIFY(!label("queryUnfinished")->toolTip().isEmpty());
        QTRY_VERIFY(m_popup->isVisible());
        press(Qt::Key_Escape);
        press(Qt::Key_Return);
        QVERIFY(mistake->isVisible());
        QCOMPARE(query(), QStringLiteral("turns:3"));
        type(QStringLiteral("x"));
        press(Qt::Key_Return);
        QVERIFY(!mistake->isVisible());
        QCOMPARE(query(), QStringLiteral("turns:3 task:x"));
    }

    void colorsCanBeRead_data()
    {
        QTest::addColumn<QColor>("base");
        QTest::newRow("light") << QColor(Qt::white);
        QTest::newRow("dark") << QColor(0x1e, 0x1f, 0x22);
        QTest::newRow("grey") << QColor(0x70, 0x70, 0x70);
    }

    void colorsCanBeRead()
    {
        QFETCH(const QColor, base);
        QPalette palette;
        palette.setColor(QPalette::Base, base);
        palette.setColor(QPalette::Text, isDark(base) ? Qt::white : Qt::black);
        const QueryColors colors = queryColors(palette);
        for (const QColor& color :
             {colors.field, colors.value, colors.text, colors.pattern, colors.keyword, colors.mistake})
            QVERIFY2(contrast(color, base) >= 4.5, qPrintable(color.name()));
    }

    void tokensAreColoured()
    {
        const QString text = QStringLiteral("杭州 task:x");
        const auto formats = queryFormats(text, 4, queryColors(QPalette()), {3, 5});
        QCOMPARE(formats.size(), 4);
        QCOMPARE(formats[0].start, -4);
        QCOMPARE(formats[0].length, 2);
        QCOMPARE(formats[1].start, -1);
        QCOMPARE(formats[1].length, 5);
        QCOMPARE(formats[3].start, -1);
        QVERIFY(formats[3].value.value<QTextFormat>().toCharFormat().underlineStyle() ==
                QTextCharFormat::WaveUnderline);
    }

    void composingIsNotDisturbed()
    {
        m_edit->setText(QStringLiteral("task:"));
        QInputMethodEvent composing(QStringLiteral("lv xing"), {});
        QCoreApplication::sendEvent(m_edit, &composing);
        m_edit->markMistake(QueryMistake{0, 2, {PhraseId::NoValue, "task"}});
        QInputMethodEvent done({}, {});
        done.setCommitString(QStringLiteral("旅行"));
        QCoreApplication::sendEvent(m_edit, &done);
        QCOMPARE(m_edit->text(), QStringLiteral("task:旅行"));
    }

    void chipsAreRemovedByKeys()
    {
        m_workspace->setQueryText(QStringLiteral("turns:>1 -task:x (a OR b)"));
        QVERIFY(chips().isEmpty());
        leaveLine();
        QCOMPARE(chips().size(), 3);
        chips()[0]->setFocus();
        QTest::keyClick(chips()[0], Qt::Key_Right);
        QVERIFY(chips()[1]->hasFocus());
        QTest::keyClick(chips()[1], Qt::Key_Delete);
        QCOMPARE(query(), QStringLiteral("turns:>1 (a OR b)"));
        QVERIFY(chips()[1]->hasFocus());
        QTest::keyClick(chips()[1], Qt::Key_Space);
        QCOMPARE(query(), QStringLiteral("turns:>1"));
        QTest::keyClick(chips()[0], Qt::Key_Backspace);
        QCOMPARE(query(), QString());
        QVERIFY(m_edit->hasFocus());
        m_workspace->undoQuery();
        m_workspace->undoQuery();
        QCOMPARE(query(), QStringLiteral("turns:>1 (a OR b)"));
        QCOMPARE(m_edit->text(), query());
        leaveLine();
        QCOMPARE(chips().size(), 2);
        m_workspace->redoQuery();
        QCOMPARE(m_edit->text(), QStringLiteral("turns:>1"));
    }

    void chipsAreTextNotMarkup()
    {
        m_workspace->setQueryText(QStringLiteral("\"<b>&amp;</b>\""));
        leaveLine();
        QVERIFY(chips().front()->text().contains(QStringLiteral("<b>&&amp;</b>")));
        QVERIFY(chips().front()->toolTip().contains(QStringLiteral("&lt;b&gt;")));
    }

    void manyChipsStayInTheLine()
    {
        const int height = m_bar->sizeHint().height();
        QStringList terms;
        for (int i = 0; i < 40; ++i)
            terms << QStringLiteral("-task:%1").arg(i);
        m_workspace->setQueryText(terms.join(QLatin1Char(' ')));
        leaveLine();
        QVERIFY(chips().size() > 3 && chips().size() < 40);
        QVERIFY(m_bar->minimumSizeHint().width() < 700);
        QCOMPARE(m_bar->sizeHint().height(), height);
        QCOMPARE(chips().back()->y(), chips().front()->y());
        QVERIFY(chips().back()->geometry().right() <= m_edit->width());
        // The rest is counted.
        const QString rest = QStringLiteral("+%1").arg(40 - chips().size());
        const auto buttons = m_bar->findChildren<QToolButton*>();
        const auto more = std::find_if(buttons.begin(), buttons.end(),
                                       [&](const QToolButton* button) { return button->text() == rest; });
        QVERIFY(more != buttons.end() && (*more)->isVisible());
        QTest::mouseClick(*more, Qt::LeftButton);
        QVERIFY(m_edit->hasFocus());
        QTRY_VERIFY(chips().isEmpty());
    }

    void nothingMoves()
    {
        const QRect line = m_edit->geometry();
        const int height = m_bar->sizeHint().height();
        const auto isStill = [&] {
            return m_edit->geometry() == line && m_bar->sizeHint().height() == height;
        };
        type(QStringLiteral("turns:3 (x"));
        waitForPause();
        QVERIFY(label("queryUnfinished")->isVisible() && isStill());
        press(Qt::Key_Return);
        QVERIFY(label("queryMistake")->isVisible() && isStill());
        m_edit->setText(QStringLiteral("turns:3"));
        press(Qt::Key_Return);
        leaveLine();
        QVERIFY(isStill());
        m_bar->run(QStringLiteral("/\\bÜz/"));
        QVERIFY(label("queryMistake")->isVisible() && isStill());
    }

    void chipsCoverTheTextUntilSomebodyTypes()
    {
        type(QStringLiteral("turns:3"));
        press(Qt::Key_Return);
        QVERIFY(chips().isEmpty());
        // Tab goes on to the first chip, and back.
        press(Qt::Key_Tab);
        QTRY_VERIFY(!chips().isEmpty() && chips().front()->hasFocus());
        QTest::keyClick(chips().front(), Qt::Key_Tab, Qt::ShiftModifier);
        QVERIFY(m_edit->hasFocus());
        QTRY_VERIFY(chips().isEmpty());
        // A text that is not in force is not covered.
        type(QStringLiteral(" ("));
        waitForPause();
        m_edit->clearFocus();
        QCoreApplication::processEvents();
        QVERIFY(chips().isEmpty());
    }

    void unfinishedTextsAreNotApplied_data()
    {
        QTest::addColumn<QString>("more");
        for (const char* more : {" \"two-day", " (task:travel", " OR", " OR ", " task:", " message(turn:3",
                                 " message(hallucination:yes", " /visa", " count(role:user)", " NOT", " AND"})
            QTest::newRow(more) << QString::fromUtf8(more);
    }

    void unfinishedTextsAreNotApplied()
    {
        QFETCH(const QString, more);
        type(QStringLiteral("turns:3"));
        press(Qt::Key_Return);
        type(more);
        waitForPause();
        QCOMPARE(query(), QStringLiteral("turns:3"));
        QVERIFY(label("queryUnfinished")->isVisible());
        QVERIFY(!label("queryMistake")->isVisible());
        // It stays in the line when the user goes elsewhere, and is explained when it is asked for.
        m_edit->clearFocus();
        QCOMPARE(m_edit->text(), QStringLiteral("turns:3") + more);
        m_edit->setFocus();
        press(Qt::Key_Return);
        QVERIFY(label("queryMistake")->isVisible());
        QCOMPARE(query(), QStringLiteral("turns:3"));
    }

    void halfTypedValuesAreNotApplied()
    {
        type(QStringLiteral("task:tra"));
        QTRY_VERIFY(m_popup->isVisible() && labels().contains(QStringLiteral("travel planning")));
        waitForPause();
        QCOMPARE(query(), QString());
        QVERIFY(label("queryUnfinished")->isVisible());
        press(Qt::Key_Tab);
        QTRY_COMPARE(query(), QStringLiteral("task:\"travel planning\""));
        QVERIFY(!label("queryUnfinished")->isVisible());
        // Enter applies what is typed, whatever it is.
        m_edit->clear();
        type(QStringLiteral("task:tra"));
        QTRY_VERIFY(m_popup->isVisible());
        press(Qt::Key_Return);
        QCOMPARE(query(), QStringLiteral("task:tra"));
        // A value that is complete is applied although another one begins with it.
        m_edit->clear();
        type(QStringLiteral("format:prefeval-choice"));
        QTRY_COMPARE(query(), QStringLiteral("format:prefeval-choice"));
    }

    void escGoesBackToTheQueryInForce()
    {
        type(QStringLiteral("turns:3"));
        press(Qt::Key_Return);
        type(QStringLiteral(" task:"));
        QTRY_VERIFY(m_popup->isVisible());
        press(Qt::Key_Escape);
        QVERIFY(!m_popup->isVisible());
        QCOMPARE(m_edit->text(), QStringLiteral("turns:3 task:"));
        press(Qt::Key_Escape);
        QCOMPARE(m_edit->text(), QStringLiteral("turns:3"));
        QCOMPARE(query(), QStringLiteral("turns:3"));
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(m_edit->text(), QStringLiteral("turns:3 task:"));
    }

    void anotherFilterDoesNotDiscardWhatIsTyped()
    {
        // What is finished is applied before the click on a bar.
        type(QStringLiteral("turns:3"));
        m_edit->clearFocus();
        QCOMPARE(query(), QStringLiteral("turns:3"));
        m_edit->setFocus();
        m_edit->end(false);
        type(QStringLiteral(" source:"));
        waitForPause();
        m_edit->clearFocus();
        m_workspace->setQueryText(QStringLiteral("turns:4"));
        QCOMPARE(m_edit->text(), QStringLiteral("turns:4"));
        QVERIFY(label("queryMistake")->text().contains(QStringLiteral("source:")));
        m_edit->setFocus();
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(m_edit->text(), QStringLiteral("turns:3 source:"));
        QCOMPARE(query(), QStringLiteral("turns:4"));
    }

    void downInAnEmptyLineListsEarlierQueries()
    {
        type(QStringLiteral("turns:3"));
        press(Qt::Key_Return);
        m_edit->clear();
        QTRY_COMPARE(query(), QString());
        press(Qt::Key_Down);
        QVERIFY(m_popup->isVisible());
        QCOMPARE(labels().front(), QStringLiteral("turns:3"));
        QVERIFY(labels().contains(QStringLiteral("task")));
        press(Qt::Key_Down);
        press(Qt::Key_Return);
        QTRY_COMPARE(query(), QStringLiteral("turns:3"));
    }

    void mistakesKeepTheTypedText()
    {
        const Phrase mistake{PhraseId::SimilarField, "%2<b>", "turns"};
        QCOMPARE(translated(mistake), QStringLiteral("unknown field %2<b>; did you mean turns?"));
    }
};

DUOLOGUE_TEST(QueryEditTest)
#include "query_edit_test.moc"
