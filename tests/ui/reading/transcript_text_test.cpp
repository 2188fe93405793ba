// SPDX-License-Identifier: GPL-3.0-or-later
#include "reading_fixture.h"
#include "tests/support/test_class.h"
#include "ui/transcript/call_text.h"
#include "ui/transcript/transcript_view.h"

#include <QFontDatabase>
#include <QGlyphRun>
#include <QJsonArray>
#include <QRawFont>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>
#include <QTextLayout>

using namespace duologue;
using namespace duologue::ui;
using namespace duologue::ui::test;

namespace {

constexpr QSize kTranscriptTextWide{1200, 800};

/// All text fragments of the document with their formats.
QList<QTextFragment> fragments(const QTextDocument& document)
{
    QList<QTextFragment> all;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto it = block.begin(); !it.atEnd(); ++it)
            all << it.fragment();
    }
    return all;
}

std::shared_ptr<DecodedRecord> recordWithCandidates()
{
    auto record = std::make_shared<DecodedRecord>();
    Conversation& made = record->conversation;
    made.texts = {{Language::English, false, false, "Which hotel?"},
                  {Language::English, false, false, "The quiet one."},
                  {Language::English, false, false, "The loud one."}};
    Message question;
    question.role = "user";
    question.texts = {0, 1};
    made.messages = {question};
    Message good;
    good.role = "assistant";
    good.texts = {1, 2};
    Message bad = good;
    bad.texts = {2, 3};
    made.candidateMessages = {good, bad};
    made.candidates = {{CandidateKind::Chosen, "w", true, {0, 1}, {}},
                       {CandidateKind::Rejected, "l", false, {1, 2}, {}}};
    return record;
}

} // namespace

/// Which of two texts is the translation, or neither: a list of texts in one language.
bool isTranslation(std::string_view first, std::string_view second, Language secondLanguage)
{
    Conversation made;
    made.texts = {{Language::English, false, false, first}, {secondLanguage, false, false, second}};
    return isSecond(made, {0, 2}, 1, {.isUsed = true});
}

/// The contents of a transcript: verbatim texts, languages, memo, context, candidates, problems, colours.
class TranscriptTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void entriesOfAListAreNoTranslations_data()
    {
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("second");
        QTest::addColumn<bool>("isChinese");
        QTest::addColumn<bool>("translates");
        QTest::newRow("a translation")
            << QStringLiteral("The museum is closed.") << QStringLiteral("博物馆关门。") << true << true;
        QTest::newRow("two reasons") << QStringLiteral("The reply is late.")
                                     << QStringLiteral("The price is wrong.") << false << false;
        QTest::newRow("signs of no script")
            << QStringLiteral("It’s late … – by far") << QStringLiteral("“The price” is wrong 🙂")
            << false << false;
        QTest::newRow("what stays as it is")
            << QStringLiteral("ABC 12") << QStringLiteral("ABC 12") << false << true;
        QTest::newRow("too short to tell")
            << QStringLiteral("OK, thank you very much") << QStringLiteral("OK") << false << true;
    }

    void entriesOfAListAreNoTranslations()
    {
        QFETCH(QString, first);
        QFETCH(QString, second);
        QFETCH(bool, isChinese);
        QFETCH(bool, translates);
        QCOMPARE(isTranslation(first.toStdString(), second.toStdString(),
                               isChinese ? Language::Chinese : Language::English),
                 translates);
    }

    void init() { m_reading = std::make_unique<Reading>(); }

    void cleanup()
    {
        m_view.reset();
        m_reading.reset();
    }

    void notesThatThereIsOneLanguage()
    {
        m_reading->write(QStringLiteral("real_human_user/User_1/旅行规划/1.json"), real());
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"),
                         simulated({message(QStringLiteral("user"), QStringLiteral("Hello")),
                                    message(QStringLiteral("assistant"), QStringLiteral("Good day"))}));
        QVERIFY(open());
        // True of all conversations of the dataset, so no line in each.
        QVERIFY(!shows("This conversation is in English only."));
        writeTranslated();
        m_view.reset();
        QVERIFY(open());
        QVERIFY(shows("This conversation is in English only."));
        QCOMPARE(m_view->transcript()->columns().shown.size(), std::size_t{1});
        QVERIFY(m_reading->choose(Row{2}));
        QVERIFY(shows("This conversation is in Chinese only."));
        QVERIFY(shows("无法判断") || shows("hallucination: unclear"));
        QVERIFY(shows("satisfaction: 4 of 5"));
        m_view->setLanguageMode(LanguageMode::First);
        QVERIFY(shows("想学攀岩"));
        QVERIFY(!shows("no translation"));
    }

    /// An answer that is written in several rows shows each of its parts once, in their order.
    void partsOfSeveralRowsAreShownOnce()
    {
        const QByteArray head = R"({"sessionId":"s","timestamp":"2026-01-01T10:00:00Z",)";
        const QByteArray answer = R"("type":"assistant","message":{"id":"m","role":"assistant","content":[)";
        m_reading->writeBytes(
            QStringLiteral("session.jsonl"),
            head +
                R"("type":"user","uuid":"a","parentUuid":null,"message":{"role":"user","content":"Rain?"}})" +
                '\n' + head + R"("uuid":"b","parentUuid":"a",)" + answer +
                R"({"type":"thinking","thinking":"I look outside."}]}})" + '\n' + head +
                R"("uuid":"c","parentUuid":"b",)" + answer + R"({"type":"text","text":"One moment."}]}})" +
                '\n' + head + R"("uuid":"d","parentUuid":"c",)" + answer +
                R"({"type":"tool_use","id":"t","name":"weather","input":{"city":"Ulm"}}]}})" + '\n');
        QVERIFY(open());
        QVERIFY(shows("I look outside."));
        const QString text = m_view->toPlainText();
        QVERIFY2(!text.contains(QStringLiteral("\"type\"")), qPrintable(text));
        QCOMPARE(text.count(QStringLiteral("One moment.")), 1);
        QVERIFY2(text.indexOf(QStringLiteral("I look outside.")) <
                     text.indexOf(QStringLiteral("One moment.")),
                 qPrintable(text));
        QVERIFY2(text.indexOf(QStringLiteral("One moment.")) < text.indexOf(QStringLiteral("weather")),
                 qPrintable(text));
    }

    /// A language that only prevails in its messages is not the only one.
    void mixedTextsAreNotInOneLanguageOnly_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("notice");
        QTest::newRow("English") << QStringLiteral("Use salt – then wait at the café. 😀")
                                 << QStringLiteral("This conversation is in English only.");
        QTest::newRow("Chinese in English")
            << QString::fromUtf8("Answer the first question: you should use salt and wait. 用盐。Then wait.")
            << QString();
        QTest::newRow("a name in Chinese")
            << QString::fromUtf8("我用 Visual Studio 写代码，然后在上海的 office 里休息一会儿。")
            << QStringLiteral("This conversation is in Chinese only.");
        QTest::newRow("English in Chinese")
            << QString::fromUtf8(
                   "关于做饭的问题，我想知道应该放多少盐，谢谢您的回答。Please answer in English.")
            << QString();
    }

    void mixedTextsAreNotInOneLanguageOnly()
    {
        QFETCH(QString, text);
        QFETCH(QString, notice);
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"),
                         simulated({message(QStringLiteral("user"), text)}));
        writeTranslated();
        QVERIFY(open());
        QVERIFY(shows(text.left(4).toUtf8().constData()));
        if (notice.isEmpty())
            QVERIFY2(!m_view->toPlainText().contains(QStringLiteral("only.")),
                     qPrintable(m_view->toPlainText()));
        else
            QVERIFY2(m_view->toPlainText().contains(notice), qPrintable(m_view->toPlainText()));
    }

    void columnsAreTheLanguagesOfTheConversation()
    {
        m_reading->writeBytes(
            QStringLiteral("calls.duologue-format.json"),
            QByteArrayLiteral(
                "{\"id\": \"calls\", \"title\": \"Calls\", \"messages\": \"/talk\", \"role\": \"/who\", "
                "\"text\": \"/said\", \"translation\": \"/said_ja\"}"));
        m_reading->writeBytes(
            QStringLiteral("calls.jsonl"),
            QStringLiteral("{\"talk\": [{\"who\": \"user\", \"said\": \"Где мост?\", \"said_ja\": "
                           "\"橋はどこですか。\"}, {\"who\": \"assistant\", \"said\": \"Вот он.\", "
                           "\"said_ja\": \"ここです。\"}]}\n")
                .toUtf8());
        QVERIFY(open());
        QCOMPARE(m_view->transcript()->columns().shown.size(), std::size_t{2});
        QCOMPARE(m_view->action(QStringLiteral("languageFirst"))->text(), QStringLiteral("Russian only"));
        QCOMPARE(m_view->action(QStringLiteral("languageSecond"))->text(), QStringLiteral("Japanese only"));
        QCOMPARE(m_view->action(QStringLiteral("copyMessageSecond"))->text(),
                 QStringLiteral("Copy message in Japanese"));
        m_view->setLanguageMode(LanguageMode::Second);
        QVERIFY(shows("橋はどこ"));
        QVERIFY(!shows("Где мост"));
    }

    void setsHebrewAndArabicFromRightToLeft()
    {
        m_reading->writeBytes(
            QStringLiteral("chat.jsonl"),
            QStringLiteral("{\"messages\": [{\"role\": \"user\", \"content\": \"GPT, מה השעה?\"}, {\"role\": "
                           "\"assistant\", \"content\": \"الساعة الآن الخامسة.\"}, {\"role\": \"user\", "
                           "\"content\": \"Thanks.\"}]}\n")
                .toUtf8());
        QVERIFY(open());
        const auto direction = [this](int message) {
            return m_view->transcript()->cell(message, 0).firstCursorPosition().block().textDirection();
        };
        QCOMPARE(direction(0), Qt::RightToLeft);
        QCOMPARE(direction(1), Qt::RightToLeft);
        QCOMPARE(direction(2), Qt::LeftToRight);
    }

    void foldsThoughts()
    {
        m_reading->write(
            QStringLiteral("LLM_agent_user/travel planning/1.json"),
            simulated({message(QStringLiteral("user"), QStringLiteral("<thinking> is no tag")),
                       message(QStringLiteral("assistant"),
                               QStringLiteral("<think>They like tea.</think>\n\nGo to Hangzhou."))}));
        QVERIFY(open());
        QVERIFY(shows("<thinking> is no tag"));
        QVERIFY(shows("Go to Hangzhou."));
        QVERIFY(!shows("They like tea."));
        QVERIFY(click(QStringLiteral("Show thinking (14 characters)")));
        QColor thought;
        QColor said;
        for (const QTextFragment& fragment : fragments(*m_view->document())) {
            if (fragment.text().contains(QLatin1String("<think>They like tea.</think>")))
                thought = fragment.charFormat().foreground().color();
            if (fragment.text().contains(QLatin1String("Go to Hangzhou.")))
                said = fragment.charFormat().foreground().color();
        }
        QVERIFY(thought.isValid() && said.isValid());
        QVERIFY(thought != said);
        QVERIFY(click(QStringLiteral("Hide thinking")));
        QVERIFY(!shows("They like tea."));
    }

    void showsTextsVerbatim()
    {
        const QString text =
            QStringLiteral("<b>bold</b> <img src=\"file:///etc/hostname\"> &amp;  two  spaces\n"
                           "\n\tand <a href=\"https://example.org\">a link</a> **no** Markdown");
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"),
                         simulated({message(QStringLiteral("user"), text, QStringLiteral("<i>中文</i>"))}));
        QVERIFY(open());
        const QTextTableCell cell = m_view->transcript()->cell(0, 0);
        QTextCursor all = cell.firstCursorPosition();
        all.setPosition(cell.lastPosition(), QTextCursor::KeepAnchor);
        QString shown = all.selectedText();
        shown.replace(QChar::ParagraphSeparator, QLatin1Char('\n'));
        QCOMPARE(shown, text);
        QVERIFY(shows("<i>中文</i>"));
        for (const QTextFragment& fragment : fragments(*m_view->document())) {
            const QString link = fragment.charFormat().anchorHref();
            QVERIFY2(link.isEmpty() || link.startsWith(QStringLiteral("duologue:")), qPrintable(link));
        }
    }

    void loadsNothing()
    {
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), fourMessages());
        QVERIFY(open());
        const QUrl file = QUrl::fromLocalFile(QStringLiteral("/etc/hostname"));
        QVERIFY(!m_view->loadResource(QTextDocument::ImageResource, file).isValid());
        QVERIFY(!m_view->document()->resource(QTextDocument::ImageResource, file).isValid());
        const QUrl before = m_view->source();
        Q_EMIT m_view->anchorClicked(QUrl(QStringLiteral("https://example.org")));
        QCOMPARE(m_view->source(), before);
        QVERIFY(shows("Where shall I go?"));
    }

    void showsMemosBelowTheHead()
    {
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), fourMessages());
        QVERIFY(open());
        QVERIFY(shows("hallucination: yes"));
        QVERIFY(shows("There is no night train."));
        QVERIFY(!shows("No Hallucination"));
        const QRectF memo = m_view->transcript()->memoRect(1);
        QVERIFY(memo.top() > m_view->transcript()->messageRect(1).top());
        QVERIFY(memo.bottom() < m_view->transcript()->textRect(1, 0).top());
        QVERIFY(m_view->transcript()->memoRect(3).isEmpty());
    }

    void foldsTheContext()
    {
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), fourMessages());
        QVERIFY(open());
        QVERIFY(shows("▸ Task: Plan a weekend.") && !shows("计划一个周末。"));
        QVERIFY(!shows("4. 火车"));
        QVERIFY(click(QStringLiteral("Task: Plan")));
        QVERIFY(shows("计划一个周末。") && shows("4. Trains") && shows("4. 火车"));
        QVERIFY(shows("Where shall I go?"));
        QCOMPARE(m_view->textRect(0, 0).top(), m_view->textRect(0, 1).top());
        QVERIFY(click(QStringLiteral("▾ Context")));
        QVERIFY(!shows("4. 火车"));
    }

    void showsEarlierTranslationsOnRequest()
    {
        QJsonObject said =
            message(QStringLiteral("user"), QStringLiteral("Tea?"), QStringLiteral("喝茶吗？"));
        said.insert(QStringLiteral("content_zh_old"), QStringLiteral("茶？旧译文"));
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), simulated({said}));
        QVERIFY(open());
        QVERIFY(!shows("旧译文"));
        QVERIFY(click(QStringLiteral("Earlier translation")));
        QVERIFY(shows("旧译文") && shows("喝茶吗？"));
        QVERIFY(click(QStringLiteral("Hide earlier translation")));
        QVERIFY(!shows("旧译文"));
    }

    void cutsVeryLongTexts()
    {
        const QString text = QStringLiteral("word ").repeated(8'000) + QStringLiteral("THE END");
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"),
                         simulated({message(QStringLiteral("user"), text, QStringLiteral("长"))}));
        QVERIFY(open());
        QVERIFY(!shows("THE END"));
        m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->maximum());
        Q_EMIT m_view->anchorClicked(
            QUrl(QStringLiteral("duologue:after/%1")
                     .arg(m_view->transcript()->conversation().messages[0].texts.begin)));
        QVERIFY(shows("THE END"));
    }

    void pagesThroughVeryLongTexts()
    {
        QString text;
        constexpr int kLines = 20'000;
        for (int i = 0; i < kLines; ++i)
            text += QStringLiteral("line %1 of a long text\n").arg(i);
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"),
                         simulated({message(QStringLiteral("user"), text, QStringLiteral("长"))}));
        QVERIFY(open());
        const auto first = [this] { return m_view->transcript()->conversation().messages[0].texts.begin; };
        const auto follow = [&](const char* action) {
            Q_EMIT m_view->anchorClicked(
                QUrl(QStringLiteral("duologue:%1/%2").arg(QLatin1String(action)).arg(first())));
        };
        const auto inSight = [this](int line) {
            const QTextCursor found = m_view->document()->find(QStringLiteral("line %1 of").arg(line), 0,
                                                               QTextDocument::FindWholeWords);
            return !found.isNull() && m_view->viewport()->rect().contains(m_view->cursorRect(found));
        };
        int clicks = 0;
        // The part that is laid out stays small, and each part continues the previous one.
        while (shows("Show the following text")) {
            const auto end = m_view->transcript()->window(first()).end;
            follow("after");
            QVERIFY(m_view->toPlainText().size() < 32'000);
            const auto next = QString::fromUtf8(text.toUtf8().left(static_cast<qsizetype>(end))).count(u'\n');
            QVERIFY2(inSight(static_cast<int>(next)), qPrintable(QString::number(next)));
            QVERIFY(++clicks < 50);
        }
        QVERIFY(shows("line 19999 of") && shows("Show the preceding text"));
        while (shows("Show the preceding text"))
            follow("before");
        QVERIFY(shows("line 0 of"));
    }

    void listsCandidates()
    {
        TranscriptStyle style{QFont(), 1, readingColors(QPalette()), 20};
        TranscriptDocument transcript({recordWithCandidates(), 0, {}}, style, TranscriptMode(), {});
        while (transcript.writeMore(100'000)) {
        }
        const QString text = transcript.document()->toPlainText();
        for (const char* wanted :
             {"✓ Chosen 1", "aligned", "✗ Rejected 2", "The quiet one.", "The loud one."})
            QVERIFY2(text.contains(QString::fromUtf8(wanted)), wanted);
        QTextCursor first = transcript.document()->find(QStringLiteral("The quiet one."));
        QTextCursor second = transcript.document()->find(QStringLiteral("The loud one."));
        QVERIFY(first.currentTable() != nullptr);
        QCOMPARE(first.currentTable(), second.currentTable());
        QCOMPARE(first.currentTable()->columns(), 2);
        QCOMPARE(transcript.messageAt(first.position()), -1);
    }

    void showsProblems()
    {
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), fourMessages());
        m_reading->writeBytes(QStringLiteral("LLM_agent_user/travel planning/2.json"),
                              "{\n \"history\": [\n  {\"role\": \"user\" \"content\": \"x\"}\n ]\n}\n");
        QVERIFY(open());
        QCOMPARE(m_reading->workspace.snapshot().recordCount(), 2U);
        QVERIFY(m_reading->choose(Row{1}));
        QVERIFY(shows("This record cannot be read"));
        QVERIFY(shows("Broken JSON"));
        QVERIFY2(shows("line 3, column"), qPrintable(m_view->toPlainText()));
        QVERIFY(shows("2.json"));
    }

    void drawsSimplifiedChineseGlyphs()
    {
        if (!QFontDatabase::families().contains(QStringLiteral("Noto Sans CJK SC")))
            QSKIP("Noto Sans CJK SC is not installed");
        m_reading->write(
            QStringLiteral("LLM_agent_user/travel planning/1.json"),
            simulated({withIntent(
                message(QStringLiteral("user"), QStringLiteral("Bone 骨 and 直"), QStringLiteral("骨直")),
                QStringLiteral("Planning"), QStringLiteral("规划"))}));
        QVERIFY(open());
        m_view->grab();
        int chinese = 0;
        for (QTextBlock block = m_view->document()->begin(); block.isValid(); block = block.next()) {
            const QString text = block.text();
            for (int i = 0; i < text.size(); ++i) {
                if (text.at(i).script() != QChar::Script_Han)
                    continue;
                for (const QGlyphRun& run : block.layout()->glyphRuns(i, 1)) {
                    QVERIFY2(run.rawFont().familyName().contains(QStringLiteral("SC")),
                             qPrintable(run.rawFont().familyName()));
                    ++chinese;
                }
            }
        }
        QVERIFY(chinese > 4);
    }

    void isReadableOnLightAndDark_data()
    {
        QTest::addColumn<QColor>("base");
        QTest::addColumn<QColor>("text");
        QTest::newRow("light") << QColor(Qt::white) << QColor(Qt::black);
        QTest::newRow("dark") << QColor("#1e2024") << QColor("#e3e5e8");
        QTest::newRow("black") << QColor(Qt::black) << QColor("#c0c0c0");
    }

    void isReadableOnLightAndDark()
    {
        QFETCH(QColor, base);
        QFETCH(QColor, text);
        QJsonObject record = fourMessages();
        record.remove(QStringLiteral("strategy_V2"));
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), record);
        QVERIFY(open());
        QPalette palette;
        palette.setColor(QPalette::Base, base);
        palette.setColor(QPalette::Text, text);
        m_view->setPalette(palette);
        const ReadingColors& colors = m_view->transcript()->style().colors;
        QCOMPARE(colors.page, base);
        QVERIFY(shows("hallucination: yes"));
        for (const QTextFragment& fragment : fragments(*m_view->document())) {
            if (fragment.charFormat().isImageFormat() || fragment.text().trimmed().isEmpty())
                continue;
            const QColor ink = fragment.charFormat().foreground().color();
            for (const QColor& paper :
                 {colors.page, colors.card, colors.userCard, colors.current, colors.memo})
                QVERIFY2(contrast(ink, paper) >= 4.5,
                         qPrintable(fragment.text() + ink.name() + paper.name()));
        }
    }

private:
    /// Another conversation, in two languages, after those of the test.
    void writeTranslated()
    {
        m_reading->write(
            QStringLiteral("LLM_agent_user/travel planning/2.json"),
            simulated({message(QStringLiteral("user"), QStringLiteral("Hello"), QStringLiteral("你好"))}));
    }

    bool open()
    {
        m_view = std::make_unique<TranscriptView>(m_reading->workspace, nullptr);
        m_view->resize(kTranscriptTextWide);
        m_view->show();
        return QTest::qWaitForWindowExposed(m_view.get()) && m_reading->open();
    }

    bool shows(const char* text) const { return m_view->toPlainText().contains(QString::fromUtf8(text)); }

    /// Clicks the link with this text.
    bool click(const QString& link)
    {
        const QTextCursor found = m_view->document()->find(link);
        if (found.isNull())
            return false;
        QTextCursor start(m_view->document());
        start.setPosition(found.selectionStart() + 2);
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, m_view->cursorRect(start).center());
        return true;
    }

    std::unique_ptr<Reading> m_reading;
    std::unique_ptr<TranscriptView> m_view;
};

DUOLOGUE_TEST(TranscriptTextTest)
#include "transcript_text_test.moc"
