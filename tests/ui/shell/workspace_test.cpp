// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/field_reader.h"
#include "core/data/row_order.h"
#include "core/io/unpacked_file.h"
#include "core/query/query_parser.h"
#include "core/util/parallel.h"
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/pack.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/text.h"
#include "ui/app/workspace.h"
#include "ui/table/record_table_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>
#include <QThreadPool>
#include <chrono>
#include <filesystem>

using namespace duologue;
using namespace duologue::ui;

class WorkspaceTest : public QObject {
    Q_OBJECT

private:
    static QStringList sample() { return {QString::fromStdString(test::sampleFolder().string())}; }

    static void openAndWait(Workspace& workspace, const QStringList& paths)
    {
        QSignalSpy loading(&workspace, &Workspace::loadingChanged);
        workspace.open(paths);
        QTRY_COMPARE_WITH_TIMEOUT(loading.count(), 2, 20000);
        QTRY_VERIFY(workspace.snapshot().complete);
    }

    static Query parsed(std::string_view text) { return parseQuery(text).value(); }

private Q_SLOTS:
    void opensAFolderWithoutACurrentRecord()
    {
        Workspace workspace;
        QSignalSpy paths(&workspace, &Workspace::pathsChanged);
        openAndWait(workspace, sample());
        QCOMPARE(paths.count(), 1);
        QCOMPARE(workspace.snapshot().recordCount(), 61U);
        QCOMPARE(workspace.view()->order.size(), std::size_t{61});
        QVERIFY(!workspace.currentRow());
    }

    void aQueryFiltersTheViewAndCanBeUndone()
    {
        Workspace workspace;
        openAndWait(workspace, sample());
        QVERIFY(!workspace.canUndoQuery());
        workspace.setQuery(parsed("format:recllmsim-agent"));
        QTRY_COMPARE(workspace.view()->order.size(), std::size_t{28});
        workspace.setQuery(parsed("format:recllmsim-agent turns:3"));
        QTRY_COMPARE(workspace.view()->order.size(), std::size_t{8});
        workspace.undoQuery();
        QTRY_COMPARE(workspace.view()->order.size(), std::size_t{28});
        workspace.undoQuery();
        QTRY_COMPARE(workspace.view()->order.size(), std::size_t{61});
        QVERIFY(!workspace.canUndoQuery());
        workspace.redoQuery();
        QTRY_COMPARE(workspace.view()->order.size(), std::size_t{28});
        // A new query after an undo clears the redo history.
        workspace.setQuery(parsed("turns:1"));
        QVERIFY(!workspace.canRedoQuery());
    }

    void aMistakeDoesNotChangeTheQuery()
    {
        Workspace workspace;
        openAndWait(workspace, sample());
        QVERIFY(!workspace.setQueryText(QStringLiteral("turns:3")));
        const auto unknown = workspace.setQueryText(QStringLiteral("ratting.diversity:2"));
        QVERIFY(unknown);
        QCOMPARE(toQt(inEnglish(unknown->what)),
                 QStringLiteral("unknown field ratting.diversity; did you mean rating.diversity?"));
        QVERIFY(workspace.setQueryText(QStringLiteral("(turns:3")));
        QCOMPARE(workspace.query(), parsed("turns:3"));
    }

    void readsTheCurrentRecord()
    {
        Workspace workspace;
        openAndWait(workspace, sample());
        workspace.setPatience(std::chrono::hours(1));
        QSignalSpy current(&workspace, &Workspace::currentChanged);
        workspace.setCurrentRow(Row{0});
        QTRY_VERIFY(workspace.current());
        QCOMPARE(current.count(), 1);
        QCOMPARE(workspace.current()->row, Row{0});
        const auto messages = static_cast<int>(workspace.current()->conversation.messages.size());
        workspace.setCurrentMessage(messages - 1);
        QCOMPARE(workspace.currentMessage(), messages - 1);
        workspace.setCurrentMessage(messages);
        QCOMPARE(workspace.currentMessage(), -1);
        workspace.setCurrentRow(std::nullopt);
        QVERIFY(!workspace.current());
    }

    void theNewestOfManyRecordsIsShown()
    {
        Workspace workspace;
        openAndWait(workspace, sample());
        for (Row row{0}; row < Row{40}; ++row)
            workspace.setCurrentRow(row);
        QTRY_VERIFY(workspace.current() && workspace.current()->row == Row{39});
    }

    void aRecordOfADeletedFileIsAProblem()
    {
        test::TempFolder folder;
        folder.write("travel planning/1.json", test::AgentRecord::ofTurns(2).json());
        Workspace workspace;
        openAndWait(workspace, {QString::fromStdString(folder.path().string())});
        QCOMPARE(workspace.snapshot().recordCount(), 1U);
        std::filesystem::remove(folder.path() / "travel planning" / "1.json");
        workspace.setCurrentRow(Row{0});
        QTRY_VERIFY(workspace.currentProblem().has_value());
        QVERIFY(!workspace.current());
        QCOMPARE(workspace.currentProblem()->code, ProblemCode::FileVanished);
    }

    /// An archive with an index is unpacked when one of its records is read.
    void readsRecordsOfAnArchiveWithAnIndex()
    {
        const test::TempFolder cache;
        const test::TempFolder folder;
        // Large enough for an index.
        constexpr std::size_t kSize = std::size_t{9} << 20U;
        std::string chats;
        while (chats.size() < kSize)
            chats += "{\"prompt\": \"" + std::string(100000, 'x') + "\", \"completion\": \"y\"}\n";
        const auto path = folder.write("a.jsonl.gz", test::gzipOf(chats));
        std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now() -
                                                   std::chrono::hours(1));
        const QStringList paths{QString::fromStdString(folder.path().string())};
        for (const bool known : {false, true}) {
            Workspace workspace;
            workspace.setCacheFolder(cache.path());
            QCOMPARE(std::filesystem::is_empty(cache.path()), !known);
            openAndWait(workspace, paths);
            const auto& file = *workspace.snapshot().file(FileId{0}).unpacked;
            QCOMPARE(file.size(), known ? std::uint64_t{0} : file.wholeSize());
            const Row last = workspace.snapshot().endRow() - 1;
            workspace.setCurrentRow(last);
            QTRY_VERIFY(workspace.current() && workspace.current()->row == last);
            QTRY_COMPARE(file.size(), file.wholeSize());
        }
    }

    void sortsByAColumn()
    {
        Workspace workspace;
        openAndWait(workspace, sample());
        workspace.setSort({"turns", true});
        QTRY_COMPARE(workspace.view()->sort.field, std::string("turns"));
        const View& view = *workspace.view();
        for (std::size_t i = 1; i < view.order.size(); ++i)
            QVERIFY(view.snapshot->record(view.order[i - 1]).turns >=
                    view.snapshot->record(view.order[i]).turns);
    }

    /// All rows are sorted once, and the order is used for other queries, but not for another sort order or
    /// dataset.
    void everyQueryIsSorted()
    {
        Workspace workspace;
        openAndWait(workspace, sample());
        const auto isSorted = [&](const SortKey& sort) {
            const View& view = *workspace.view();
            const auto field = findField(*view.snapshot, sort.field);
            return view.order == sortedBy(orderOf(view.matched), *field, sort.descending);
        };
        const RankedTexts* ranked = nullptr;
        for (const SortKey& sort :
             {SortKey{"id", false}, SortKey{"id", true}, SortKey{"turns", true}, SortKey{"id", false}}) {
            workspace.setSort(sort);
            for (const char* query : {"turns:>=2", "turns:3", "-turns:3", "turns:1..2 intent:Search"}) {
                workspace.setQuery(parsed(query));
                QTRY_VERIFY(workspace.view()->query == parsed(query) && workspace.view()->sort == sort);
                QVERIFY(isSorted(sort));
            }
            // Texts are ranked once, even if other fields are sorted by in between.
            if (sort.field != "id") {
                QVERIFY(workspace.view()->texts == nullptr);
                continue;
            }
            ranked = ranked == nullptr ? workspace.view()->texts.get() : ranked;
            QVERIFY(ranked != nullptr && workspace.view()->texts.get() == ranked);
        }
        test::TempFolder folder;
        folder.write("1.json", test::AgentRecord::ofTurns(1).json());
        folder.write("2.json", test::AgentRecord::ofTurns(2).json());
        openAndWait(workspace, {QString::fromStdString(folder.path().string())});
        QCOMPARE(workspace.view()->order, test::rowsAt({0, 1}));
        workspace.setSort({"turns", true});
        QTRY_COMPARE(workspace.view()->order, test::rowsAt({1, 0}));
    }

    void closingClearsEverything()
    {
        Workspace workspace;
        openAndWait(workspace, sample());
        workspace.setQuery(parsed("turns:3"));
        workspace.close();
        QCOMPARE(workspace.snapshot().recordCount(), 0U);
        QVERIFY(workspace.paths().isEmpty());
        QCOMPARE(workspace.query(), Query());
        QVERIFY(!workspace.isLoading());
    }

    void anotherDatasetShowsNothingOfThePreviousOne()
    {
        Workspace workspace;
        openAndWait(workspace, sample());
        workspace.setQuery(parsed("turns:3"));
        // The rows are computed but not delivered.
        QThreadPool::globalInstance()->waitForDone();
        const test::TempFolder empty;
        std::size_t shown = 0;
        connect(&workspace, &Workspace::viewChanged, this,
                [&] { shown = std::max(shown, workspace.view()->order.size()); });
        openAndWait(workspace, {QString::fromStdString(empty.path().string())});
        QCOMPARE(shown, std::size_t{0});
        QCOMPARE(workspace.view()->order.size(), std::size_t{0});
    }

    void aCancelledLoadKeepsItsRows()
    {
        Workspace workspace;
        workspace.open(sample());
        QVERIFY(workspace.isLoading());
        workspace.cancelLoading();
        QVERIFY(!workspace.isLoading());
    }

    void reloadSeesNewFiles()
    {
        test::TempFolder folder;
        folder.write("travel planning/1.json", test::AgentRecord::ofTurns(2).json());
        Workspace workspace;
        openAndWait(workspace, {QString::fromStdString(folder.path().string())});
        workspace.setQuery(parsed("turns:2"));
        folder.write("travel planning/2.json", test::AgentRecord::ofTurns(2).json());
        workspace.reload();
        QTRY_COMPARE(workspace.view()->order.size(), std::size_t{2});
        QCOMPARE(workspace.query(), parsed("turns:2"));
    }

    void changesOnDiskAreNoticed()
    {
        test::TempFolder folder;
        folder.write("a/lines.jsonl", test::AgentRecord::ofTurns(1).json() + "\n" +
                                          test::AgentRecord::ofTurns(2).json() + "\n");
        folder.write("b/1.json", test::AgentRecord::ofTurns(2).json());
        Workspace workspace;
        openAndWait(workspace, {QString::fromStdString(folder.path().string())});
        workspace.setQuery(parsed("turns:2"));
        workspace.setSort({"file", true});
        QTRY_COMPARE(workspace.view()->order.size(), std::size_t{2});
        workspace.setCurrentRow(Row{2});
        QTRY_VERIFY(workspace.current());
        QSignalSpy loading(&workspace, &Workspace::loadingChanged);
        // A file that grows, and a new file in a watched folder.
        folder.write("a/lines.jsonl", test::fileBytes(folder.path() / "a" / "lines.jsonl") +
                                          test::AgentRecord::ofTurns(2).json() + "\n");
        QTRY_COMPARE(workspace.view()->order.size(), std::size_t{3});
        QCOMPARE(workspace.snapshot().recordCount(), 4U);
        // Query, sort order and current record are as before.
        QCOMPARE(workspace.query(), parsed("turns:2"));
        QCOMPARE(workspace.view()->sort, (SortKey{"file", true}));
        QCOMPARE(workspace.currentRow(), std::optional(Row{3}));
        QTRY_VERIFY(workspace.current() && workspace.current()->row == Row{3});
        QCOMPARE(loading.count(), 0);
        folder.write("b/0.json", test::AgentRecord::ofTurns(2).json());
        QTRY_COMPARE(workspace.snapshot().recordCount(), 5U);
        QCOMPARE(workspace.currentRow(), std::optional(Row{4}));
    }

    void aDeletedRecordIsNoLongerCurrent()
    {
        test::TempFolder folder;
        folder.write("1.json", test::AgentRecord::ofTurns(1).json());
        folder.write("2.json", test::AgentRecord::ofTurns(2).json());
        Workspace workspace;
        openAndWait(workspace, {QString::fromStdString(folder.path().string())});
        workspace.setCurrentRow(Row{0});
        QTRY_VERIFY(workspace.current());
        std::filesystem::remove(folder.path() / "1.json");
        QTRY_COMPARE(workspace.snapshot().recordCount(), 1U);
        QVERIFY(!workspace.currentRow());
        QVERIFY(!workspace.current());
        const auto& problems = workspace.snapshot().problems;
        QCOMPARE(problems.size(), std::size_t{1});
        QCOMPARE(toQt(inEnglish(problems[0].detail)), QStringLiteral("1.json no longer exists"));
    }

    void reloadKeepsTheCurrentRecord()
    {
        test::TempFolder folder;
        folder.write("1.jsonl", test::AgentRecord::ofTurns(1).json() + "\n");
        folder.write("2.jsonl", test::AgentRecord::ofTurns(2).json() + "\n");
        Workspace workspace;
        openAndWait(workspace, {QString::fromStdString(folder.path().string())});
        workspace.setCurrentRow(Row{1});
        QTRY_VERIFY(workspace.current());
        const auto before = workspace.current();
        QSignalSpy loading(&workspace, &Workspace::loadingChanged);
        QSignalSpy current(&workspace, &Workspace::currentChanged);
        workspace.reload();
        QTRY_COMPARE(loading.count(), 2);
        QCOMPARE(workspace.currentRow(), std::optional(Row{1}));
        QCOMPARE(workspace.current()->bytes.view(), before->bytes.view());
        QCOMPARE(current.count(), 0);
    }

    void rowsAppearAsTheyMatch()
    {
        test::TempFolder folder;
        const std::string padding(20'000, 'x');
        const auto bytes = static_cast<std::size_t>(availableCores()) * 16U << 20U;
        std::string lines;
        for (std::size_t i = 0; lines.size() < bytes; ++i)
            lines += test::AgentRecord::ofTurns(1, padding + (i % 2 == 0 ? " needle" : "")).json() + "\n";
        folder.write("list.jsonl", lines);
        Workspace workspace;
        openAndWait(workspace, {QString::fromStdString(folder.path().string())});
        RecordTableModel model;
        model.setFields({"turns"});
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        std::vector<ViewPtr> views;
        connect(&workspace, &Workspace::viewChanged, &workspace, [&] {
            views.push_back(workspace.view());
            model.setView(workspace.view());
        });
        const std::size_t half = (workspace.snapshot().recordCount() + 1) / 2;
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        for (const SortKey& sort : {SortKey{}, SortKey{"record", true}}) {
            workspace.setQuery({});
            workspace.setSort(sort);
            QTRY_VERIFY(answers(*workspace.view(), {}) && workspace.view()->sort == sort);
            views.clear();
            workspace.setQuery(parsed("needle"));
            QTRY_VERIFY(answers(*workspace.view(), parsed("needle")));
            QVERIFY(views.size() >= 2);
            QVERIFY(views.front()->isPartial && !views.front()->order.empty());
            QVERIFY(views.front()->order.size() < half);
            QCOMPARE(views.back()->order.size(), half);
            QCOMPARE(model.rowCount(), static_cast<int>(half));
        }
        // They are added after the present rows, in the order of files.
        QVERIFY(inserted.count() >= 1);
        // Another order of what was found is no search.
        views.clear();
        workspace.setSort({});
        QTRY_COMPARE(views.size(), std::size_t{1});
        QCOMPARE(workspace.view()->order.front(), Row{0});
    }

    void aQueryOfAnUnknownFieldIsUndoneAfterLoading()
    {
        Workspace workspace;
        QSignalSpy reported(&workspace, &Workspace::reported);
        workspace.open(sample());
        QVERIFY(!workspace.setQueryText(QStringLiteral("nonsense:3")));
        QTRY_COMPARE_WITH_TIMEOUT(reported.count(), 1, 20000);
        QTRY_COMPARE(workspace.query(), Query());
        QTRY_COMPARE(workspace.view()->order.size(), std::size_t{61});
    }
};

DUOLOGUE_TEST(WorkspaceTest)
#include "workspace_test.moc"
