// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/agent_record.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/intent_codes.h"
#include "ui/app/text.h"
#include "ui/app/workspace.h"
#include "ui/table/record_table_model.h"
#include "ui/table/record_table_view.h"
#include "ui/widgets/colors.h"

#include <QClipboard>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QMimeData>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <string>

using namespace duologue;
using namespace duologue::ui;

/// The table of records: previews, drawn cells, copies, and the current row.
class RecordTableTest : public QObject {
    Q_OBJECT

private:
    test::TempFolder m_folder;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<RecordTableView> m_table;

    static constexpr int kRecords = 30;

    RecordTableModel& model() const { return static_cast<RecordTableModel&>(*m_table->model()); }
    int columnOf(const std::string& key) const
    {
        for (std::size_t i = 0; i < model().fields().size(); ++i) {
            if (model().fields()[i].info().key == key)
                return static_cast<int>(i);
        }
        return -1;
    }
    int previewColumn() const { return model().columnCount() - 1; }
    QString preview(int row) const { return model().index(row, previewColumn()).data().toString(); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(m_table.get(), key, modifiers);
    }
    /// The row of the table that is highlighted; -1 if there is not exactly one.
    int highlighted() const
    {
        const QModelIndexList rows = m_table->selectionModel()->selectedRows();
        return rows.size() == 1 ? rows.front().row() : -1;
    }
    /// The row of the table that is read.
    int read() const
    {
        return m_workspace->currentRow() ? model().positionOf(*m_workspace->currentRow()) : -1;
    }
    QImage cellImage(int row, int column, const QPalette& palette = QPalette()) const
    {
        QStyleOptionViewItem option;
        option.initFrom(m_table.get());
        option.palette = palette;
        option.font = m_table->font();
        option.fontMetrics = QFontMetrics(option.font);
        option.widget = nullptr;
        option.rect = QRect(10, 0, 120, 26);
        QImage image(140, 26, QImage::Format_ARGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        m_table->itemDelegate()->paint(&painter, option, model().index(row, column));
        return image;
    }
    static int pixelsOf(const QImage& image, const QColor& color)
    {
        int count = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                count += image.pixelColor(x, y) == color ? 1 : 0;
        }
        return count;
    }

private Q_SLOTS:
    void initTestCase()
    {
        std::string lines;
        for (int i = 0; i < kRecords; ++i) {
            auto record =
                test::AgentRecord::ofTurns(1 + i % 3, "Question\t\"" + std::to_string(i) + "\"\nnext line");
            record.id = "a/very/long/name/of/a/conversation/with/its/number/at/the/end/" + std::to_string(i);
            record.messages[0].contentZh = "问题" + std::to_string(i);
            record.messages[0].intent = i % 2 == 0 ? "Planning" : "Search & Recommendation";
            record.messages[1].hallucination = i == 0;
            record.ratings = {{"Diversity", i % 3}};
            lines += record.json() + "\n";
        }
        m_folder.write("a.jsonl", lines);
    }

    void init()
    {
        m_workspace = std::make_unique<Workspace>();
        m_table = std::make_unique<RecordTableView>(*m_workspace, nullptr);
        m_table->resize(900, 400);
        m_table->show();
        m_table->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_table.get()));
        m_table->setFocus();
        m_workspace->open({QString::fromStdString(m_folder.path().string())});
        QTRY_VERIFY(!m_workspace->isLoading() && m_workspace->view()->order.size() == kRecords);
        QTRY_VERIFY(columnOf("rating.diversity") >= 0);
        QTRY_COMPARE(m_table->currentIndex().row(), 0);
    }

    void cleanup()
    {
        m_table.reset();
        m_workspace.reset();
    }

    void previewsTellRowsApart()
    {
        // Beside the id, where a narrow table still shows them; they take the width that is left.
        QVERIFY(model().isPreview(previewColumn()));
        QHeaderView& header = *m_table->horizontalHeader();
        QCOMPARE(header.visualIndex(previewColumn()), 1);
        QCOMPARE(header.visualIndex(columnOf("id")), 0);
        QTRY_COMPARE(header.length(), m_table->viewport()->width());
        m_table->resize(m_table->size() + QSize(80, 0));
        QTRY_COMPARE(header.length(), m_table->viewport()->width());
        // A narrow table has previews alone, with a second line that says which conversation it is.
        const int lines = m_table->rowHeight(0);
        const int id = header.sectionSize(columnOf("id"));
        QVERIFY(id > m_table->fontMetrics().height());
        const QSize wide = m_table->size();
        m_table->resize(240, wide.height());
        QTRY_COMPARE(header.sectionSize(previewColumn()), m_table->viewport()->width());
        QVERIFY(header.isSectionHidden(columnOf("id")));
        QVERIFY(m_table->rowHeight(0) >= 2 * m_table->fontMetrics().lineSpacing());
        const QString summary =
            model().index(0, previewColumn()).data(RecordTableModel::SummaryRole).toString();
        QVERIFY2(summary.startsWith(model().index(0, columnOf("id")).data().toString()) &&
                     summary.contains(QStringLiteral("turn")),
                 qPrintable(summary));
        m_table->resize(wide);
        QTRY_COMPARE(m_table->rowHeight(0), lines);
        QTRY_COMPARE(header.length(), m_table->viewport()->width());
        QCOMPARE(header.sectionSize(columnOf("id")), id);
        // A column that the user widens takes from the preview, which may be given a width itself.
        header.resizeSection(columnOf("id"), header.sectionSize(columnOf("id")) + 20);
        QCOMPARE(header.length(), m_table->viewport()->width());
        header.resizeSection(previewColumn(), 150);
        m_table->resize(m_table->size() + QSize(80, 0));
        QCOMPARE(header.sectionSize(previewColumn()), 150);
        QTRY_COMPARE(preview(0), QStringLiteral("Question \"0\" next line"));
        QTRY_COMPARE(preview(7), QStringLiteral("Question \"7\" next line"));
        // A growing or filtered table keeps them.
        m_workspace->setQueryText(QStringLiteral("turns:1"));
        QTRY_COMPARE(model().rowCount(), 10);
        QTRY_COMPARE(preview(1), QStringLiteral("Question \"3\" next line"));
    }

    void aNarrowTableScrollsToTheCurrentRow()
    {
        // The first column, in which the current cell is, is hidden there.
        const QSize wide = m_table->size();
        m_table->resize(240, 150);
        QTRY_VERIFY(m_table->isColumnHidden(columnOf("id")));
        m_workspace->setCurrentRow(Row{kRecords - 1});
        QTRY_COMPARE(m_table->currentIndex().row(), kRecords - 1);
        const QRect shown = m_table->visualRect(model().index(kRecords - 1, previewColumn()));
        QVERIFY(m_table->viewport()->rect().intersects(shown));
        m_table->resize(wide);
    }

    void theLastColumnShowsTheFirstHit()
    {
        const auto title = [this] {
            return model().headerData(previewColumn(), Qt::Horizontal, Qt::DisplayRole).toString();
        };
        QCOMPARE(title(), QStringLiteral("Preview"));
        m_workspace->setQueryText(QStringLiteral("text.user:next"));
        QTRY_COMPARE(title(), QStringLiteral("First stop"));
        QTRY_COMPARE(preview(3), QStringLiteral("Question \"3\" next line"));
        const QStringList hit =
            model().index(3, previewColumn()).data(RecordTableModel::HitRole).toStringList();
        QCOMPARE(hit, (QStringList{QStringLiteral("Question \"3\" "), QStringLiteral("next"),
                                   QStringLiteral(" line")}));
        const QColor marked = readingColors(QPalette()).found;
        QVERIFY(pixelsOf(cellImage(3, previewColumn()), marked) > 100);
        // A row that is found by something else has its preview.
        m_workspace->setQueryText(QStringLiteral("next OR turns:1"));
        QTRY_COMPARE(model().rowCount(), kRecords);
        m_workspace->setQueryText(QStringLiteral("问题12 OR turns:1"));
        QTRY_VERIFY(preview(0).startsWith(QStringLiteral("Question")));
        QTRY_VERIFY(preview(4).contains(QStringLiteral("问题12")));
        QCOMPARE(pixelsOf(cellImage(0, previewColumn()), marked), 0);
        m_workspace->setQueryText({});
        QTRY_COMPARE(title(), QStringLiteral("Preview"));
        QTRY_COMPARE(preview(12), QStringLiteral("Question \"12\" next line"));
    }

    void previewsDoNotBlock()
    {
        const test::TempFolder folder;
        std::string lines;
        const std::string text(100'000, 'x');
        for (int i = 0; i < 300; ++i)
            lines += test::AgentRecord::ofTurns(1, std::to_string(i) + text).json() + "\n";
        folder.write("long.jsonl", lines);
        m_workspace->open({QString::fromStdString(folder.path().string())});
        QTRY_COMPARE(model().rowCount(), 300);
        QTRY_VERIFY(preview(0).startsWith(QStringLiteral("0xxx")));
        QVERIFY(preview(0).size() < 400);
        // A row far below is not read before it is asked for, and asking takes no time.
        QElapsedTimer timer;
        timer.start();
        QVERIFY(preview(299).isNull());
        QVERIFY(timer.elapsed() < 50);
        m_table->scrollToBottom();
        QTRY_VERIFY(preview(299).startsWith(QStringLiteral("299xxx")));
    }

    void emptyColumnsAreHidden()
    {
        QVERIFY(columnOf("hallucination") >= 0 && columnOf("intent") >= 0);
        const test::TempFolder folder;
        folder.write("a.jsonl", R"({"messages": [{"role": "user", "content": "x"}]})"
                                "\n");
        m_workspace->open({QString::fromStdString(folder.path().string())});
        QTRY_VERIFY(model().rowCount() == 1 && columnOf("rating.diversity") < 0);
        QTRY_COMPARE(columnOf("hallucination"), -1);
        QCOMPARE(columnOf("intent"), -1);
        // A question that nobody answers is a turn.
        QVERIFY(columnOf("turns") >= 0);
        QVERIFY(columnOf("id") >= 0);
    }

    void fewRatingsLeaveRoomForTheText()
    {
        const test::TempFolder folder;
        std::string lines;
        for (int i = 0; i < 20; ++i) {
            auto record = test::AgentRecord::ofTurns(1);
            record.ratings = {{"One", 1}, {"Two", 2}, {"Three", 1}, {"Four", 0}};
            // Others that half of the records have, and one that nearly none has.
            if (i % 2 == 0)
                record.ratings.insert({{"Five", 1}, {"Six", 2}});
            if (i == 0)
                record.ratings["Seven"] = 1;
            lines += record.json() + "\n";
        }
        folder.write("a.jsonl", lines);
        m_workspace->open({QString::fromStdString(folder.path().string())});
        QTRY_VERIFY(model().rowCount() == 20 && columnOf("rating.one") >= 0);
        QVERIFY(columnOf("rating.four") >= 0);
        QTRY_COMPARE(columnOf("rating.diversity"), -1);
        for (const char* rare : {"rating.five", "rating.six", "rating.seven"})
            QCOMPARE(columnOf(rare), -1);
        QTRY_VERIFY(m_table->columnWidth(previewColumn()) >= 120);
    }

    void cellsAreDrawnAndRead()
    {
        const QModelIndex rating = model().index(2, columnOf("rating.diversity"));
        QCOMPARE(rating.data().toString(), QStringLiteral("2"));
        QCOMPARE(rating.data(RecordTableModel::StepsRole).toInt(), 2);
        QVERIFY(rating.data(Qt::ToolTipRole).toString().contains(QStringLiteral("2 of 2")));
        // Two full dots have more ink than two empty ones.
        const auto ink = [this](int row) {
            const QImage image = cellImage(row, columnOf("rating.diversity"));
            return image.width() * image.height() - pixelsOf(image, Qt::white);
        };
        QVERIFY(ink(2) > ink(1) && ink(1) > ink(0) && ink(0) > 0);
        const QModelIndex intent = model().index(1, columnOf("intent"));
        QVERIFY(intent.data().toString().contains(QStringLiteral("Search & Recommendation")));
        const auto codes = intent.data(RecordTableModel::IntentsRole).value<QList<IntentCode>>();
        QVERIFY(!codes.isEmpty());
        QCOMPARE(codes.front().letters, QStringLiteral("SR"));
        QVERIFY(pixelsOf(cellImage(1, columnOf("intent")), categoryColor(codes.front().color)) > 40);
        const QModelIndex mark = model().index(0, columnOf("hallucination"));
        QCOMPARE(mark.data().toString(), QStringLiteral("1"));
        QVERIFY(cellImage(0, mark.column()) != cellImage(1, mark.column()));
    }

    void categoryColoursCarryReadableLetters()
    {
        for (int i = 0; i < 8; ++i) {
            QVERIFY(contrast(categoryColor(i), textOn(categoryColor(i))) >= 4.5);
            for (int other = 0; other < i; ++other)
                QVERIFY(categoryColor(i) != categoryColor(other));
        }
    }

    void namesAreElidedInTheMiddle()
    {
        const int column = columnOf("id");
        QCOMPARE(model().kindOf(column), RecordTableModel::CellKind::Name);
        QVERIFY(m_table->columnWidth(column) <= 150);
        // Otherwise ids that differ at their ends would look the same.
        QVERIFY(cellImage(3, column) != cellImage(4, column));
    }

    void copiesRowsAsATable()
    {
        m_table->setCurrentIndex(model().index(1, 0));
        QTest::keyClick(m_table.get(), Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(m_table->selectionModel()->selectedRows().size(), 2);
        QGuiApplication::clipboard()->clear();
        press(Qt::Key_C, Qt::ControlModifier);
        QTRY_VERIFY(!QGuiApplication::clipboard()->text().isEmpty());
        const QString text = QGuiApplication::clipboard()->text();
        const QStringList lines = text.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 3);
        const QStringList titles = lines[0].split(QLatin1Char('\t'));
        QCOMPARE(titles.size(), model().columnCount());
        // In the order in which they are shown.
        QCOMPARE(titles[0], QStringLiteral("Id"));
        QCOMPARE(titles[1], QStringLiteral("Preview"));
        const QHeaderView& header = *m_table->horizontalHeader();
        for (int place = 0; place < titles.size(); ++place)
            QCOMPARE(
                titles[place],
                model().headerData(header.logicalIndex(place), Qt::Horizontal, Qt::DisplayRole).toString());
        const QStringList cells = lines[1].split(QLatin1Char('\t'));
        QVERIFY(cells[0].endsWith(QStringLiteral("/1")));
        QCOMPARE(cells[header.visualIndex(columnOf("rating.diversity"))], QStringLiteral("1"));
        QCOMPARE(cells[1], QStringLiteral("\"Question \"\"1\"\" next line\""));
        const QString html = QGuiApplication::clipboard()->mimeData()->html();
        QCOMPARE(html.count(QStringLiteral("<tr>")), 3);
        QVERIFY(html.contains(QStringLiteral("Question &quot;2&quot; next line</td>")));
    }

    void copiesManyRows()
    {
        const test::TempFolder folder;
        const std::string record = test::AgentRecord::ofTurns(1).json() + "\n";
        constexpr int kMany = 11'000;
        std::string lines;
        for (int i = 0; i < kMany; ++i)
            lines += record;
        folder.write("many.jsonl", lines);
        m_workspace->open({QString::fromStdString(folder.path().string())});
        QTRY_COMPARE_WITH_TIMEOUT(model().rowCount(), kMany, 30000);
        QSignalSpy reported(m_workspace.get(), &Workspace::reported);
        QGuiApplication::clipboard()->clear();
        press(Qt::Key_A, Qt::ControlModifier);
        press(Qt::Key_C, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(QGuiApplication::clipboard()->text().count(QLatin1Char('\n')), kMany + 1,
                                  30000);
        // So many previews are not read.
        QVERIFY(!QGuiApplication::clipboard()->text().contains(QStringLiteral("Preview")));
        QCOMPARE(reported.size(), 1);
    }

    void theCurrentRowIsTheOneThatIsRead()
    {
        m_table->setCurrentIndex(model().index(7, 0));
        QCOMPARE(read(), 7);
        for (const Qt::Key key : {Qt::Key_Home, Qt::Key_End, Qt::Key_Up}) {
            press(key, Qt::ControlModifier);
            QCOMPARE(highlighted(), m_table->currentIndex().row());
            QCOMPARE(read(), m_table->currentIndex().row());
        }
        QCOMPARE(read(), kRecords - 2);
        // A click, another order, a filter.
        m_table->scrollToTop();
        QTest::mouseClick(m_table->viewport(), Qt::LeftButton, {},
                          m_table->visualRect(model().index(4, 0)).center());
        QCOMPARE(read(), 4);
        QCOMPARE(highlighted(), 4);
        m_workspace->setSort({"turns", true});
        QTRY_COMPARE(m_workspace->view()->sort.field, std::string("turns"));
        QVERIFY(read() != 4);
        QCOMPARE(m_table->currentIndex().row(), read());
        QCOMPARE(highlighted(), read());
        m_workspace->setQueryText(QStringLiteral("turns:3"));
        QTRY_COMPARE(model().rowCount(), 10);
        QCOMPARE(m_table->currentIndex().row(), read());
        QCOMPARE(highlighted(), read());
    }

    /// Another part of the window may open a record while Ctrl is held, as an undo does.
    void theCurrentRecordAloneIsSelected()
    {
        QTest::keyPress(m_table.get(), Qt::Key_Control);
        QTest::keyEvent(QTest::Press, m_table.get(), Qt::Key_Z, Qt::ControlModifier);
        m_workspace->setCurrentRow(model().recordAt(5));
        QTRY_COMPARE(m_table->currentIndex().row(), 5);
        QTest::keyEvent(QTest::Release, m_table.get(), Qt::Key_Z, Qt::ControlModifier);
        QTest::keyRelease(m_table.get(), Qt::Key_Control);
        QCOMPARE(highlighted(), 5);
        QCOMPARE(m_workspace->selectedRows(), std::vector<Row>{model().recordAt(5)});
    }

    /// Records, not places, are selected.
    void theSelectionFollowsItsRecords()
    {
        const test::TempFolder folder;
        const auto write = [&](const std::vector<std::string>& ids) {
            std::string lines;
            for (const std::string& id : ids)
                lines +=
                    "{\"id\": \"" + id +
                    "\", \"messages\": [{\"role\": \"user\", \"content\": \"a\"}, {\"role\": \"assistant\", "
                    "\"content\": \"b\"}]}\n";
            folder.write("a.jsonl", lines);
        };
        write({"a1", "a2", "a3", "a4"});
        m_workspace->open({QString::fromStdString(folder.path().string())});
        QTRY_COMPARE(model().rowCount(), 4);
        m_table->setCurrentIndex(model().index(1, 0));
        const auto rows = QItemSelectionModel::Select | QItemSelectionModel::Rows;
        m_table->selectionModel()->select(model().index(3, 0), rows);
        QCOMPARE(m_workspace->selectedRows(), (std::vector<Row>{Row{1}, Row{3}}));
        write({"b1", "b2", "b3", "a1", "a2", "a3", "a4"});
        m_workspace->reload();
        QTRY_COMPARE(model().rowCount(), 7);
        QTRY_COMPARE(m_workspace->selectedRows(), (std::vector<Row>{Row{4}, Row{6}}));
        QCOMPARE(m_workspace->currentRow(), std::optional(Row{4}));
        // One of them is gone.
        write({"b1", "a1", "a4"});
        m_workspace->reload();
        QTRY_COMPARE(model().rowCount(), 3);
        QTRY_COMPARE(m_workspace->selectedRows(), std::vector<Row>{Row{2}});
    }

    void columnsAreChosenInADialog()
    {
        QSignalSpy asked(m_workspace.get(), &Workspace::fieldChoiceRequested);
        QTimer::singleShot(0, m_table.get(), [] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            for (QAction* action : menu->actions()) {
                if (action->text().startsWith(QStringLiteral("Choose columns")))
                    action->trigger();
            }
            menu->close();
        });
        QContextMenuEvent event(QContextMenuEvent::Keyboard, QPoint(), QPoint());
        QCoreApplication::sendEvent(m_table.get(), &event);
        QCOMPARE(asked.size(), 1);
        const auto choice = asked.front().front().value<FieldChoice>();
        QVERIFY(choice.chosen.size() >= 4 && choice.items.size() > 15);
        QCOMPARE(choice.chosen, choice.usual);
        choice.done({"turns", "format"});
        QCOMPARE(model().columnCount(), 2);
        QCOMPARE(columnOf("format"), 1);
        QVERIFY(!model().isPreviewShown());
        // A name of the program, not its id.
        QCOMPARE(model().index(0, 1).data().toString(), QStringLiteral("RecLLMSim, simulated user"));
        QCOMPARE(highlighted(), read());
        // The choice stays when the rows change.
        m_workspace->setQueryText(QStringLiteral("turns:3"));
        QTRY_COMPARE(model().rowCount(), 10);
        QCOMPARE(model().columnCount(), 2);
    }
};

DUOLOGUE_TEST(RecordTableTest)
#include "record_table_test.moc"
