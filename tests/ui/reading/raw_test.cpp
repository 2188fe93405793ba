// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/record_reader.h"
#include "reading_fixture.h"
#include "tests/support/source_folder.h"
#include "tests/support/test_class.h"
#include "ui/record/raw.h"
#include "ui/widgets/find_bar.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>
#include <QTimer>
#include <QToolButton>

using namespace duologue;
using namespace duologue::ui;
using namespace duologue::ui::test;

/// The raw record: folding, the JSON pointer of the cursor, finding, and the way to a problem.
class RawTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_reading = std::make_unique<Reading>();
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), fourMessages());
    }

    void cleanup()
    {
        m_panel.reset();
        m_reading.reset();
    }

    void foldsByTheMouse()
    {
        QVERIFY(open());
        const int line = lineOf("\"history\": [");
        QVERIFY(line > 0);
        QVERIFY(view()->canFold(line));
        const int inside = lineOf("Where shall I go?");
        QVERIFY(block(inside).isVisible());
        auto* gutter = view()->findChild<RawGutter*>();
        view()->showPosition(block(line).position());
        const QPoint point(gutter->width() - 4, static_cast<int>(view()->lineRect(block(line)).center().y()));
        QTest::mouseClick(gutter, Qt::LeftButton, {}, point);
        QVERIFY(view()->isFolded(line));
        QVERIFY(!block(inside).isVisible());
        QTest::mouseClick(gutter, Qt::LeftButton, {}, point);
        QVERIFY(block(inside).isVisible());
        view()->setAllFolded(true);
        QVERIFY(!block(inside).isVisible());
        view()->showLine(inside);
        QVERIFY(block(inside).isVisible());
    }

    /// The cursor is in the message that is read, unless somebody uses the view.
    void followsTheMessage()
    {
        QVERIFY(open());
        view()->clearFocus();
        m_reading->workspace.setCurrentMessage(2);
        QVERIFY2(view()->pointer().startsWith(QStringLiteral("/history/2/")), qPrintable(view()->pointer()));
        m_reading->workspace.setCurrentMessage(0);
        QVERIFY2(view()->pointer().startsWith(QStringLiteral("/history/0/")), qPrintable(view()->pointer()));
    }

    void keepsInnerFolds()
    {
        QVERIFY(open());
        const int history = lineOf("\"history\": [");
        const int first = history + 1;
        QVERIFY(view()->canFold(first));
        view()->setFolded(first, true);
        view()->setFolded(history, true);
        view()->setFolded(history, false);
        QVERIFY(block(first).isVisible());
        QVERIFY(!block(first + 1).isVisible());
    }

    void theGutterFitsAnyFont()
    {
        QVERIFY(open());
        QFont larger = view()->font();
        larger.setPointSizeF(larger.pointSizeF() * 3);
        view()->setFont(larger);
        const auto* gutter = view()->findChild<QWidget*>(QStringLiteral("rawGutter"));
        QVERIFY(gutter != nullptr);
        QCOMPARE(gutter->geometry().right() + 1, view()->viewport()->geometry().left());
    }

    void showsThePointerOfTheCursor()
    {
        QVERIFY(open());
        QTextCursor caret = view()->document()->find(QStringLiteral("And then?"));
        caret.setPosition(caret.selectionStart());
        view()->setTextCursor(caret);
        const QString pointer = m_panel->findChild<QLabel*>(QStringLiteral("rawPointer"))->text();
        QCOMPARE(pointer, QStringLiteral("/history/2/content"));
        QTest::keyClick(view(), Qt::Key_Home, Qt::ControlModifier);
        QCOMPARE(m_panel->findChild<QLabel*>(QStringLiteral("rawPointer"))->text(), QStringLiteral("/"));
    }

    void findsByKeys()
    {
        QVERIFY(open());
        view()->setFocus();
        QTest::keyClick(view(), Qt::Key_F, Qt::ControlModifier);
        auto* edit = m_panel->findChild<FindBar*>()->edit();
        QVERIFY(edit->isVisible());
        edit->setText(QStringLiteral("WHERE shall"));
        QCOMPARE(status(), QStringLiteral("1 of 1"));
        QCOMPARE(view()->textCursor().blockNumber(), lineOf("Where shall I go?"));
        edit->setText(QStringLiteral("\"role\""));
        QCOMPARE(status(), QStringLiteral("1 of 4"));
        QTest::keyClick(edit, Qt::Key_Return);
        QCOMPARE(status(), QStringLiteral("2 of 4"));
        view()->setFocus();
        QTest::keyClick(view(), Qt::Key_F3);
        QCOMPARE(status(), QStringLiteral("3 of 4"));
        QTest::keyClick(edit, Qt::Key_Escape);
        QVERIFY(!edit->isVisible());
    }

    void goesToAProblem()
    {
        QJsonObject record = fourMessages();
        record.insert(QStringLiteral("rating"), QStringLiteral("good"));
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), record);
        QVERIFY(open());
        const auto& problems = m_reading->workspace.current()->problems;
        QVERIFY(!problems.empty());
        QCOMPARE(problems.front().pointer, std::string("/rating"));
        view()->setAllFolded(true);
        m_reading->workspace.showProblem(problems.front());
        QCOMPARE(view()->pointer(), QStringLiteral("/rating"));
        QVERIFY(view()->textCursor().block().text().contains(QStringLiteral("good")));
    }

    /// A problem is said by line and column of the bytes.
    void aBrokenRecordIsShownAsItIs()
    {
        const QByteArray bytes = QByteArrayLiteral(
            "{\"messages\": [{\"role\": \"user\",  \"content\": \"a\"}], \"n\": {\"x\": 1 \"y\": 2}}");
        m_reading->writeBytes(QStringLiteral("d.jsonl"), bytes + '\n');
        m_panel = openPanel(QStringLiteral("raw"), m_reading->workspace, {700, 500});
        QVERIFY(m_panel && m_reading->open());
        for (Row row{0}; row < m_reading->workspace.snapshot().endRow(); ++row) {
            if (m_reading->workspace.snapshot().record(row).state == RecordState::Broken)
                QVERIFY(m_reading->choose(row));
        }
        QTRY_COMPARE(m_reading->workspace.current()->state, RecordState::Broken);
        QTRY_COMPARE(view()->toPlainText(), QString::fromUtf8(bytes));
        QCOMPARE(view()->document()->blockCount(), 1);
        QVERIFY(view()->textCursor().position() > bytes.indexOf("\"x\""));
    }

    void showsTheTypesOfColumns()
    {
        QVERIFY(openColumns());
        const auto label = m_panel->findChild<QLabel*>(QStringLiteral("rawPointer"));
        view()->showPosition(view()->document()->find(QStringLiteral("\"path\"")).selectionStart() + 1);
        QCOMPARE(view()->columnType(), QStringLiteral("struct<bytes: binary, path: string>"));
        QCOMPARE(label->text(), QStringLiteral("/image/path   struct<bytes: binary, path: string>"));
        // The type is drawn beside the line.
        const QTextBlock words = block(lineOf("\"words\""));
        QRect beside = view()->lineRect(words).toRect();
        beside.setLeft(beside.left() +
                       view()->fontMetrics().horizontalAdvance(words.text() + QLatin1Char(' ')));
        const QImage shown = view()->viewport()->grab(beside).toImage();
        bool hasInk = false;
        for (int x = 0; x < shown.width(); ++x) {
            for (int y = 0; y < shown.height(); ++y)
                hasInk = hasInk || shown.pixelColor(x, y) != shown.pixelColor(shown.width() - 1, 0);
        }
        QVERIFY(hasInk);
        QVERIFY(m_reading->open());
        QTRY_COMPARE(view()->columnType(), QString());
    }

    void savesBytes()
    {
        QVERIFY(openColumns());
        view()->showPosition(view()->document()->find(QStringLiteral("image/jpeg")).selectionStart());
        // No dialog for a name.
        disconnect(view(), &RawView::saveRequested, nullptr, nullptr);
        QSignalSpy asked(view(), &RawView::saveRequested);
        QTimer::singleShot(0, this, [] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            QVERIFY(menu != nullptr);
            for (QAction* action : menu->actions()) {
                if (action->text().contains(QStringLiteral("Save bytes")))
                    action->trigger();
            }
            menu->close();
        });
        QContextMenuEvent event(QContextMenuEvent::Keyboard, {}, {});
        QApplication::sendEvent(view(), &event);
        QTRY_COMPARE(asked.count(), 1);
        QCOMPARE(asked[0][0].toString(), QStringLiteral("/image/bytes"));
        QCOMPARE(asked[0][1].toString(), QStringLiteral("jpeg"));
        const auto bytes = readBytes(*m_reading->workspace.view()->snapshot, Row{0}, "/image/bytes");
        QVERIFY(bytes.ok());
        QCOMPARE(QByteArray::fromStdString(bytes.value()), QByteArray("\xFF\xD8\xFF"
                                                                      "0"));
    }

private:
    bool openColumns()
    {
        m_panel = openPanel(QStringLiteral("raw"), m_reading->workspace, {700, 500});
        return m_panel &&
               m_reading->open(QString::fromStdString(
                   (duologue::test::sourceFolder() / "tests/data/columnar/peers/duck-bytes.parquet")
                       .string())) &&
               QTest::qWaitFor([this] { return view()->document()->blockCount() > 1; });
    }

    bool open()
    {
        m_panel = openPanel(QStringLiteral("raw"), m_reading->workspace, {700, 500});
        return m_panel && m_reading->open() &&
               QTest::qWaitFor([this] { return view()->document()->blockCount() > 1; });
    }

    RawView* view() const { return m_panel->findChild<RawView*>(); }
    QString status() const { return m_panel->findChild<QLabel*>(QStringLiteral("findCount"))->text(); }
    QTextBlock block(int line) const { return view()->document()->findBlockByNumber(line); }
    int lineOf(const char* text) const
    {
        return view()->document()->find(QString::fromUtf8(text)).blockNumber();
    }

    std::unique_ptr<Reading> m_reading;
    std::unique_ptr<QWidget> m_panel;
};

DUOLOGUE_TEST(RawTest)
#include "raw_test.moc"
