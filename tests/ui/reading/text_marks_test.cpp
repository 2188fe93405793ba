// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/mark_file.h"
#include "core/marks/span.h"
#include "reading_fixture.h"
#include "tests/support/test_class.h"
#include "ui/app/settings.h"
#include "ui/app/text.h"
#include "ui/transcript/transcript_marks.h"
#include "ui/transcript/transcript_overlays.h"
#include "ui/transcript/transcript_view.h"

#include <QCoreApplication>
#include <QHelpEvent>
#include <QStandardPaths>
#include <QTest>
#include <QTextCursor>
#include <QToolTip>

using namespace duologue;
using namespace duologue::ui;
using namespace duologue::ui::test;

namespace {

constexpr QSize kTextMarksWide{1200, 800};
constexpr const char* kEnglish = "Take the **night** train and *sleep* well 🚂.";
constexpr const char* kChinese = "坐**夜车**去杭州，好好休息。";

/// Of the first place of `part` in the text.
MarkSpan spanIn(std::string_view text, std::string_view part)
{
    const std::size_t at = text.find(part);
    return spanOf(text, at, at + part.size());
}

MarkTarget onMessage(std::uint32_t message, const std::string& side = {}, std::optional<MarkSpan> span = {})
{
    MarkTarget on;
    on.record = "LLM_agent_user/travel planning/1.json#1";
    on.message = message;
    on.side = side;
    on.span = std::move(span);
    return on;
}

} // namespace

/// What readers have marked is seen where it stands: spans are underlined and say who has marked them, heads
/// of messages have a sign.
class TextMarksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Settings of its own: tests of other classes run at the same time.
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Duologue"));
        QCoreApplication::setApplicationName(QStringLiteral("duologue-text-marks"));
    }

    void init()
    {
        storeSetting(QStringLiteral("marks/reader"), QStringLiteral("anna"));
        storeSetting(QStringLiteral("marks/blind"), false);
        m_reading = std::make_unique<Reading>();
        m_marks.clear();
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"),
                         simulated({message(QStringLiteral("user"), QStringLiteral("Where to?"),
                                            QStringLiteral("去哪里？")),
                                    message(QStringLiteral("assistant"), QString::fromUtf8(kEnglish),
                                            QString::fromUtf8(kChinese))}));
    }

    void cleanup()
    {
        m_view.reset();
        m_reading.reset();
        storeSetting(QStringLiteral("marks/reader"), {});
        storeSetting(QStringLiteral("marks/blind"), {});
    }

    void spansAreUnderlined_data()
    {
        QTest::addColumn<bool>("rendered");
        QTest::addColumn<QString>("english");
        QTest::newRow("as written") << false << QStringLiteral("night** train and *sleep");
        QTest::newRow("rendered") << true << QStringLiteral("night train and sleep");
    }

    void spansAreUnderlined()
    {
        QFETCH(bool, rendered);
        QFETCH(QString, english);
        const MarkTarget span = onMessage(2, "en", spanIn(kEnglish, "night** train and *sleep"));
        mark("anna", span, {{"code", R"(["late","vague"])"}, {"note", "\"too <slow>\""}});
        mark("ben", onMessage(2, "zh", spanIn(kChinese, "夜车")), {{"verdict", "\"fail\""}});
        QVERIFY(open(rendered));
        QTRY_COMPARE(underlined(), (QStringList{english, QStringLiteral("夜车")}));
        QCOMPARE(tipOn(QStringLiteral("train and")),
                 asToolTip(QStringLiteral("anna: late, vague; note: too <slow>")));
        QCOMPARE(tipOn(QStringLiteral("夜车")), asToolTip(QStringLiteral("ben: Fail")));
        QCOMPARE(tipOn(QStringLiteral("well")), QString());
        // By the pointer.
        const QPoint place = pointOn(QStringLiteral("夜车"));
        QHelpEvent help(QEvent::ToolTip, place, m_view->viewport()->mapToGlobal(place));
        QCoreApplication::sendEvent(m_view->viewport(), &help);
        QCOMPARE(QToolTip::text(), asToolTip(QStringLiteral("ben: Fail")));
        QToolTip::hideText();
    }

    /// In both languages, and each word once that two readers mark.
    void pairsAndReadersGoTogether()
    {
        MarkTarget pair = onMessage(2, "zh", spanIn(kChinese, "夜车"));
        pair.otherSpan = spanIn(kEnglish, "night");
        mark("anna", pair, {{"code", R"(["term"])"}});
        mark("ben", onMessage(2, "en", spanIn(kEnglish, "night")), {{"note", "\"why?\""}});
        QVERIFY(open(true));
        QTRY_COMPARE(underlined().size(), 3);
        QCOMPARE(underlined().count(QStringLiteral("night")), 2);
        QCOMPARE(tipOn(QStringLiteral("night")),
                 asToolTip(QStringLiteral("anna: term")) + asToolTip(QStringLiteral("ben: note: why?")));
        QCOMPARE(tipOn(QStringLiteral("夜车")), asToolTip(QStringLiteral("anna: term")));
    }

    /// The text was edited since.
    void spansAreFoundAgain()
    {
        const std::string before = "Well: " + std::string(kEnglish);
        mark("anna", onMessage(2, "en", spanIn(before, "sleep")), {{"code", R"(["late"])"}});
        mark("anna", onMessage(2, "en", spanIn("Something else entirely", "else")),
             {{"code", R"(["late"])"}});
        QVERIFY(open(false));
        QTRY_COMPARE(underlined(), QStringList{QStringLiteral("sleep")});
    }

    void headsHaveASign()
    {
        mark("ben", onMessage(2), {{"verdict", "\"fail\""}, {"note", "\"no\""}});
        mark("anna", onMessage(1), {{"note", "\"good question\""}});
        QVERIFY(open(false));
        QTRY_VERIFY(m_view->toPlainText().contains(QStringLiteral("✎ Fail")));
        QVERIFY(m_view->toPlainText().contains(QStringLiteral("✎ note")));
        QCOMPARE(m_view->transcript()->notesOn(1).marks, QStringList{QStringLiteral("Fail")});
        // One that is made now.
        MarkAct act;
        act.rows = {Row{0}};
        act.part = onMessage(2);
        act.set = {{"verdict", "\"pass\""}};
        m_reading->workspace.marks().act(std::move(act));
        QTRY_COMPARE(m_view->transcript()->notesOn(1).marks,
                     (QStringList{QStringLiteral("Fail"), QStringLiteral("Pass")}));
        QVERIFY(m_view->toPlainText().contains(QStringLiteral("✎ Fail, Pass")));
    }

    void othersAreHiddenFromBlindReaders()
    {
        storeSetting(QStringLiteral("marks/blind"), true);
        mark("ben", onMessage(2), {{"verdict", "\"fail\""}});
        mark("ben", onMessage(2, "zh", spanIn(kChinese, "夜车")), {{"code", R"(["late"])"}});
        mark("anna", onMessage(2, "en", spanIn(kEnglish, "sleep")), {{"code", R"(["late"])"}});
        QVERIFY(open(true));
        QTRY_COMPARE(underlined(), QStringList{QStringLiteral("sleep")});
        QVERIFY(m_view->transcript()->notesOn(1).marks.isEmpty());
        m_reading->workspace.marks().setBlind(false);
        QTRY_COMPARE(underlined().size(), 2);
        QCOMPARE(m_view->transcript()->notesOn(1).marks, QStringList{QStringLiteral("Fail")});
    }

private:
    /// An event in the file of a reader.
    void mark(const std::string& reader, const MarkTarget& on,
              std::vector<std::pair<std::string, std::string>> answers)
    {
        constexpr std::int64_t kNow = 1'700'000'000'000;
        MarkEvent event;
        event.id = newMarkId(kNow);
        event.at = kNow;
        event.by = reader;
        event.on = on;
        event.set = std::move(answers);
        m_marks[reader] += lineOf(event);
    }

    bool open(bool rendered)
    {
        for (const auto& [reader, lines] : m_marks)
            m_reading->writeBytes(QStringLiteral(".duologue/marks/%1.jsonl").arg(toQt(reader)),
                                  QByteArray::fromStdString(lines));
        m_view = std::make_unique<TranscriptView>(m_reading->workspace, nullptr);
        TranscriptMode mode = m_view->mode();
        mode.markdown = rendered;
        m_view->setMode(mode);
        m_view->resize(kTextMarksWide);
        m_view->show();
        return QTest::qWaitForWindowExposed(m_view.get()) && m_reading->open();
    }

    QStringList underlined() const
    {
        QStringList words;
        for (const QTextEdit::ExtraSelection& each : m_view->extraSelections()) {
            if (each.format.underlineColor() == m_view->transcript()->style().colors.marked)
                words << each.cursor.selectedText();
        }
        return words;
    }

    QPoint pointOn(const QString& words) const
    {
        QTextCursor found = m_view->document()->find(words, m_view->transcript()->table(1)->firstPosition(),
                                                     QTextDocument::FindCaseSensitively);
        found.setPosition(found.selectionStart() + 1);
        return m_view->cursorRect(found).center();
    }
    QString tipOn(const QString& words) const { return m_view->underlines().toolTipAt(pointOn(words)); }

    std::unique_ptr<Reading> m_reading;
    std::unique_ptr<TranscriptView> m_view;
    /// By reader.
    std::map<std::string, std::string> m_marks;
};

DUOLOGUE_TEST(TextMarksTest)
#include "text_marks_test.moc"
